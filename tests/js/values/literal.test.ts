import { inspect } from 'node:util';
import { Literal } from '../../../js/src/values/literal.js';
import { Shape } from '../../../js/src/values/shape.js';
import { f32, pred, s32, s64, tuple, u8 } from '../../../js/src/values/shapes.js';
import { expectError } from '../support/expect-error.js';

describe('Literal.from', () => {
  test('infers the type from the first value', () => {
    expect(Literal.from(1).shape.toString()).toBe('f32[]');
    expect(Literal.from(1n).shape.toString()).toBe('s64[]');
    expect(Literal.from(true).shape.toString()).toBe('pred[]');
    expect(Literal.from([[1, 2, 3], [4, 5, 6]]).shape.toString()).toBe('f32[2,3]'); // prettier-ignore
    expect(Literal.from([]).shape.toString()).toBe('f32[0]');
    expect(Literal.from([new Int32Array(3), new Int32Array(3)]).shape.toString()).toBe('s32[2,3]');
  });

  test('gives data and nested arrays back', () => {
    const matrix = Literal.from([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    expect(matrix.data).toEqual(new Float32Array([1, 2, 3, 4, 5, 6]));
    expect(matrix.toArray()).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    expect(Literal.from([1n, -1n]).data).toEqual(new BigInt64Array([1n, -1n]));
    expect(Literal.from([true, false]).toArray()).toEqual([true, false]);
    expect(Literal.from([true, false]).data).toEqual(new Uint8Array([1, 0]));
    expect(Literal.from(7, 'S32').toArray()).toBe(7);
    expect(Literal.from([[], []]).toArray()).toEqual([[], []]);
    expect(Literal.from([0, 255], 'U8').bytes()).toEqual(new Uint8Array([0, 255]));
    expect(Literal.from([-0, NaN, Infinity]).toArray()).toEqual([-0, NaN, Infinity]);
  });

  test('.bytes() is a copy, and so is what a literal is made of', () => {
    const literal = Literal.from([1, 2]);
    literal.bytes().fill(0);
    expect(literal.toArray()).toEqual([1, 2]);
    const source = new Float32Array([1, 2]);
    const copied = Literal.fromTypedArray(source, f32(2));
    source.fill(0);
    expect(copied.toArray()).toEqual([1, 2]);
  });

  test.each([
    ['a fraction', 1.5, 'U8', /1\.5/],
    ['too big', 300, 'U8', /0 to 255/],
    ['negative', -1, 'U32', /-1/],
    ['NaN', NaN, 'S32', /NaN/],
    ['a number beyond 2^53', 2 ** 53, 'S64', /bigint/],
    ['a bigint beyond 64 bits', 2n ** 63n, 'S64', /9223372036854775808n/],
    ['a truth value', true, 'F32', /true/],
    ['a 2', 2, 'PRED', /true, false, 1 and 0/],
    ['a bigint that rounds', 2n ** 24n + 1n, 'F32', /Number/],
  ] as const)('refuses %s', async (_, value, type, message) => {
    await expectError(() => Literal.from(value, type), { code: 'INVALID_ARGUMENT', rule: 'js.c10', message });
  });

  test('takes what fits exactly', () => {
    expect(Literal.from(2n ** 24n, 'F32').toArray()).toBe(2 ** 24);
    expect(Literal.from(9007199254740993n, 'S64').toArray()).toBe(9007199254740993n);
    expect(Literal.from([5, 6n], 'S64').toArray()).toEqual([5n, 6n]);
    expect(Literal.from(5n, 'U8').toArray()).toBe(5);
    expect(Literal.from(4294967295, 'U32').toArray()).toBe(4294967295);
  });

  test('names the path of the offender', async () => {
    const rule = 'js.c9';
    const code = 'INVALID_ARGUMENT';
    await expectError(() => Literal.from([[1, 2], [3]] as number[][]), { code, rule, message: /\[1\]/ });
    await expectError(() => Literal.from([1, [2]] as never), { code, rule, message: /\[1\]/ });
    await expectError(() => Literal.from([[1], 2] as never), { code, rule, message: /\[1\]/ });
    await expectError(() => Literal.from([[[1]], [[2, 3]]] as number[][][]), { code, rule, message: /\[1\]\[0\]/ });
    await expectError(() => Literal.from([[1, 2], [3, 400]], 'U8'), { code, rule: 'js.c10', message: /\[1\]\[1\]/ }); // prettier-ignore
    await expectError(() => Literal.from([1, 'x'] as never), { code, rule: 'js.c28', message: /"x".*\[1\]/ });
    // eslint-disable-next-line no-sparse-arrays
    await expectError(() => Literal.from([1, , 2] as never), { code, rule: 'js.c28', message: /undefined/ });
    for (const value of [undefined, null, {}, () => 1, Symbol('s'), '1']) {
      await expectError(() => Literal.from(value as never), { code, rule: 'js.c28' });
    }
  });

  test('an array that contains itself is refused', async () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    await expectError(() => Literal.from(cyclic as never), { code: 'INVALID_ARGUMENT', rule: 'js.c20' });
  });
});

describe('Literal.fromTypedArray', () => {
  test('takes a shape, or sizes only', () => {
    expect(Literal.fromTypedArray(new Float32Array(6), f32(2, 3)).shape.toString()).toBe('f32[2,3]');
    expect(Literal.fromTypedArray(new Uint8Array(2), [2]).shape.toString()).toBe('u8[2]');
    expect(Literal.fromTypedArray(new Uint8Array([1, 0]), pred(2)).toArray()).toEqual([true, false]);
    expect(Literal.fromTypedArray(Buffer.from([1, 2]), u8(2)).toArray()).toEqual([1, 2]);
  });

  test('refuses what does not fit', async () => {
    const code = 'INVALID_ARGUMENT';
    const make = (array: unknown, shape: Shape) => () => Literal.fromTypedArray(array as never, shape);
    await expectError(make(new Float64Array(6), f32(2, 3)), {
      code,
      rule: 'js.c7',
      message: /Float32Array.*Float64Array/,
    });
    await expectError(make([1, 2], f32(2)), { code, rule: 'js.c7' });
    await expectError(make(new DataView(new ArrayBuffer(8)), f32(2)), { code, rule: 'js.c7' });
    await expectError(make(new Float32Array(5), f32(2, 3)), { code, rule: 'js.c8', message: /6 elements.*5/ });
    await expectError(make(new Uint8Array([0, 2]), pred(2)), { code, rule: 'js.c10', message: /\[1\]/ });
    await expectError(make(new Float32Array(1), tuple(f32())), { code, rule: 'js.c25' });
    await expectError(() => Literal.fromTypedArray(new DataView(new ArrayBuffer(2)) as never, [2]), {
      code,
      rule: 'js.c7',
    });
  });

  test('2^31 elements and more are refused by type, not by accident', async () => {
    await expectError(() => Literal.fromTypedArray(new Float32Array(1), f32(2 ** 31)), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c8',
    });
    await expectError(() => Literal.from({ length: 2 ** 31 }), { code: 'INVALID_ARGUMENT', rule: 'js.c28' });
    const rows = new Array<unknown>(2 ** 16).fill(new Array(2 ** 20));
    await expectError(() => Literal.from(rows as never, 'F64'), { code: 'RESOURCE_EXHAUSTED', rule: 'js.c13' });
  });
});

describe('layouts', () => {
  const columns = Shape.array('S32', [2, 3], [0, 1]);

  test('toArray follows the index, data the memory', () => {
    const literal = Literal.fromTypedArray(new Int32Array([1, 4, 2, 5, 3, 6]), columns);
    expect(literal.toArray()).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    expect(literal.data).toEqual(new Int32Array([1, 4, 2, 5, 3, 6]));
    expect(literal.toString()).toContain('s32[2,3]{0,1} {\n  { 1, 2, 3 },\n  { 4, 5, 6 }\n}');
  });

  test('every layout of a cube holds the same value', () => {
    const cube = Literal.from(
      Array.from({ length: 2 }, (_, i) =>
        Array.from({ length: 3 }, (_, j) => Array.from({ length: 4 }, (_, k) => i * 100 + j * 10 + k)),
      ),
      'S32',
    );
    for (const order of [
      [2, 1, 0],
      [2, 0, 1],
      [1, 2, 0],
      [1, 0, 2],
      [0, 2, 1],
      [0, 1, 2],
    ]) {
      // prettier-ignore
      const moved = cube.relayout(order);
      expect(moved.toArray()).toEqual(cube.toArray());
      expect(moved.relayout([2, 1, 0]).equals(cube)).toBe(true);
    }
  });
});

describe('tuples, tokens, text', () => {
  test('tuples nest', () => {
    const literal = Literal.tuple(Literal.from(1), Literal.tuple(Literal.from([2n]), Literal.token()));
    expect(literal.shape.toString()).toBe('(f32[], (s64[1], token[]))');
    expect(literal.toArray()).toEqual([1, [[2n], null]]);
    expect(literal.elements[1]?.elements[0]?.data).toEqual(new BigInt64Array([2n]));
    expect(literal.equals(Literal.tuple(...literal.elements))).toBe(true);
  });

  test('a tuple has no data of its own', async () => {
    for (const literal of [Literal.tuple(), Literal.token()]) {
      await expectError(() => literal.data, { code: 'INVALID_ARGUMENT', rule: 'js.c25' });
      await expectError(() => literal.bytes(), { code: 'INVALID_ARGUMENT', rule: 'js.c25' });
    }
    await expectError(() => Literal.tuple(1 as never), { code: 'INVALID_ARGUMENT', rule: 'js.c28' });
  });

  test('errors name the function that was called', async () => {
    let nested = Literal.from(1);
    const tooDeep = (): void => {
      for (let depth = 0; depth < 1000; depth++) nested = Literal.tuple(nested);
    };
    await expectError(tooDeep, {
      code: /./,
      rule: 'js.c20',
      message: / Literal\.tuple: the tuple is nested more than/,
    });
  });

  test('text', () => {
    expect(Literal.from([0.1, -0, NaN, Infinity]).toString()).toBe('f32[4] {0.1, -0, nan, inf}');
    expect(Literal.from(3, 'S32').toString()).toBe('s32[] 3');
    // The fewest digits that name a value of the type; integers up to 2^24 have all of theirs.
    expect(String(Literal.from([1.5e38, -3.4e38, 1e15, 123456789, 2 ** 24]))).toBe(
      'f32[5] {1.5e+38, -3.4e+38, 1e+15, 1.2345679e+8, 16777216}',
    );
    expect(Literal.from([3e38, 2 ** 60, 65536], 'BF16').toPrettyString()).toBe('[3e+38, 1.153e+18, 65536]');
    expect(String(Literal.from([1.5e38, 2 ** 70], 'F64'))).toBe('f64[2] {1.5e+38, 1.1805916207174113e+21}');
    expect(Literal.tuple(Literal.from(1), Literal.from(true)).toString()).toBe('(\nf32[] 1,\npred[] true\n)');
    expect(Literal.fromTypedArray(new Int32Array(5000), s32(5000)).toString()).toMatch(/^s32\[5000\] \{0, .*4990 more/);
    expect(inspect(Literal.from([1n]))).toBe('Literal s64[1] {1}');
    expect(Literal.from([[], []]).toString()).toBe('f32[2,0] {}');
  });

  test('toArray refuses more arrays than there can be', async () => {
    const literal = Literal.fromTypedArray(new BigInt64Array(0), s64(2 ** 40, 0));
    await expectError(() => literal.toArray(), { code: 'RESOURCE_EXHAUSTED', rule: 'js.c13' });
  });
});

test('rows that are typed arrays of the type itself are taken as they are', async () => {
  const rows = [new Float32Array([1.5, -0, NaN]), new Float32Array([Infinity, 1e-45, -2])];
  const literal = Literal.from(rows);
  expect(literal.shape.toString()).toBe('f32[2,3]');
  expect([...(literal.data as Float32Array)]).toEqual([1.5, -0, NaN, Infinity, 2 ** -149, -2]);
  // A copy, and with rows of other kinds.
  (rows[0] as Float32Array)[0] = 7;
  expect(literal.toArray()).toEqual([[1.5, -0, NaN], [Infinity, 2 ** -149, -2]]); // prettier-ignore
  expect(Literal.from([new Int32Array([1, 2]), [3, 4]], 'S32').toArray()).toEqual([[1, 2], [3, 4]]); // prettier-ignore
  expect(Literal.from([new Float64Array([0.1]), new Float32Array([2])], 'F32').data).toEqual(
    new Float32Array([0.1, 2]),
  );
  const code = 'INVALID_ARGUMENT';
  await expectError(() => Literal.from([new Float32Array(2), new Float32Array(3)]), { code, rule: 'js.c9' });
  await expectError(() => Literal.from([new Uint8Array([0, 2])], 'PRED'), { code, rule: 'js.c10' });
});
