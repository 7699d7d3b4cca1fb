// Layouts, padding included: in shapes and literals alone, and through the real module, here and in a Worker.
import { Client, f32, s32, tuple, Literal, Shape, XlaBuilder, type PaddingValue } from 'hloom';
import { elementInfo, elementTypes } from '../../../js/src/values/element-type.js';
import { expectError } from '../support/expect-error.js';

const code = 'INVALID_ARGUMENT';
const padded = f32(2, 3).withLayout({ minorToMajor: [0, 1], paddedDimensions: [3, 5], paddingValue: 'ZERO_PAD' });
const text = 'f32[2,3]{0,1:PAD(3,5)ZERO_PAD}';
const matrix = Literal.from([[1, 2, 3], [4, 5, 6]]); // prettier-ignore

describe('shapes', () => {
  test('text, sizes, equality', () => {
    expect([padded.toString(), padded.toStringWithLayout()]).toEqual(['f32[2,3]', text]);
    expect(padded.layout).toEqual({ minorToMajor: [0, 1], paddedDimensions: [3, 5], paddingValue: 'ZERO_PAD' });
    expect(padded).toMatchObject({ elementCount: 6, byteLength: 60, rank: 2 });
    expect([padded.hasPadding, tuple(padded).hasPadding, f32(2).hasPadding]).toEqual([true, true, false]);
    expect([padded.hasDefaultLayout, padded.withDefaultLayout().equals(f32(2, 3))]).toEqual([false, true]);
    expect(padded.equals(f32(2, 3).withLayout([0, 1]))).toBe(false);
    expect(padded.compatible(f32(2, 3))).toBe(true);
    expect(Shape.array('F32', [2, 3], padded.layout).equals(padded)).toBe(true);
    expect(padded.equals(Shape.parse('f32[2,3]{0,1:PAD(3,5)ONE_PAD}'))).toBe(false);
    expect(f32().withLayout([]).equals(f32())).toBe(true);
  });

  test.each([text, `(${text}, (s32[1]{0:PAD(1)UNKNOWN_PAD}))`, 'f8e4m3[0]{0:PAD(7)HIGHEST_PAD}'])(
    'parses %s',
    (given) => {
      const shape = Shape.parse(given);
      expect(shape.toStringWithLayout()).toBe(given);
    },
  );

  test.each([
    ['f32[2,3]{0,1:PAD(3,5)MANY_PAD}', 'js.c21', /ZERO_PAD is missing/],
    ['f32[2,3]{0,1:PAD(3,5)ZERO_PAD', 'js.c21', /'}', or a property .*, is missing at position 29/],
    ['f32[2,3]{0,1:PAD 3}', 'js.c21', /'}', or a property .*, is missing at position 13/],
    ['f32[2,3]{0,1 1}', 'js.c21', /':' is missing/],
    ['f32[2,3]{0,1:PAD(3)ZERO_PAD}', 'js.c30', /2 dimensions/],
    ['f32[2,3]{0,1:PAD(3,2)ZERO_PAD}', 'js.c30', /dimension 1 of size 3 cannot be padded to 2/],
    ['f32[2,3]{0,1:PAD(3,5)INVALID_PAD}', 'js.c30', /with INVALID_PAD/],
    ['f32[2,3]{0,1:PAD()ZERO_PAD}', 'js.c30', /without padded sizes/],
    ['c64[2]{0:PAD(3)LOWEST_PAD}', 'js.c30', /has no such value/],
    ['s1[2]{0:PAD(3)ONE_PAD}', 'js.c30', /has no such value/],
    ['f8e8m0fnu[2]{0:PAD(3)ZERO_PAD}', 'js.c30', /has no such value/],
    ['f32[2,3]{0,0}', 'js.c12', /default, row-major order is minorToMajor: \[1, 0\]/],
  ])('refuses %s', async (given, rule, message) => {
    await expectError(() => Shape.parse(given), { code, rule, message });
  });

  test('a padding value that is left out is UNKNOWN_PAD', async () => {
    const unknown = f32(2, 3).withLayout({ minorToMajor: [0, 1], paddedDimensions: [3, 5] });
    expect(unknown.layout?.paddingValue).toBe('UNKNOWN_PAD');
    expect(unknown.toStringWithLayout()).toBe('f32[2,3]{0,1:PAD(3,5)UNKNOWN_PAD}');
    expect(Shape.parse('f32[2,3]{0,1:PAD(3,5)}').equals(unknown)).toBe(true);
    expect(Shape.parse('f32[8]{0:PAD(9)T(8)SC(0:4)}').toStringWithLayout()).toBe(
      'f32[8]{0:PAD(9)UNKNOWN_PAD T(8)SC(0:4)}',
    );
    await Client.create({ worker: false });
    const b = new XlaBuilder('unknown_padding');
    expect(b.parameter(0, unknown, 'x').shape.equals(unknown)).toBe(true);
  });

  test('refuses objects that are no layout', async () => {
    const give = (layout: unknown) => () => f32(2).withLayout(layout as never);
    for (const layout of [{}, null, 'x', { minorToMajor: 1 }, { minorToMajor: [1] }]) {
      await expectError(give(layout), { code, rule: 'js.c12' });
    }
    for (const more of [
      { paddedDimensions: [3], paddingValue: 'PAD' },
      { paddedDimensions: [2.5], paddingValue: 'ZERO_PAD' },
      { paddedDimensions: '3', paddingValue: 'ZERO_PAD' },
      { paddedDimensions: [3], paddingValue: 'INVALID_PAD' },
      { paddedDimensions: null },
      { paddedDimensions: 3 },
      { paddingValue: 'ONE_PAD' },
    ]) {
      await expectError(give({ minorToMajor: [0], ...more }), { code, rule: 'js.c30' });
    }
    await expectError(() => tuple(f32(2)).withLayout([0]), { code, rule: 'js.c25' });
  });
});

describe('literals', () => {
  const literal = matrix.relayout(padded.layout ?? []);

  test('elements without padding, bytes with it', () => {
    expect(literal.shape.equals(padded)).toBe(true);
    expect(literal.data).toEqual(new Float32Array([1, 4, 2, 5, 3, 6]));
    expect(literal.toArray()).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
    expect(new Float32Array(literal.bytes().buffer)).toEqual(new Float32Array([1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0])); // prettier-ignore
    expect(String(literal)).toBe(`${text} {\n  { 1, 2, 3 },\n  { 4, 5, 6 }\n}`);
    expect(literal.toPrettyString()).toBe('[[1, 2, 3],\n [4, 5, 6]]');
    expect(literal.data).toBe(literal.data);
  });

  test('what is written to the elements is in the bytes, between the padding', () => {
    const written = matrix.relayout(padded.layout ?? []);
    (written.data as Float32Array).set([7, 8], 4);
    expect(written.toArray()).toEqual([[1, 2, 7], [4, 5, 8]]); // prettier-ignore
    expect(new Float32Array(written.bytes().buffer)).toEqual(new Float32Array([1, 4, 0, 2, 5, 0, 7, 8, 0, 0, 0, 0, 0, 0, 0])); // prettier-ignore
  });

  test('are made of nested and typed arrays', () => {
    expect(Literal.from([[1, 2, 3], [4, 5, 6]], padded).equals(literal)).toBe(true); // prettier-ignore
    expect(Literal.fromTypedArray(literal.data, padded).equals(literal)).toBe(true);
    expect(Literal.fromJSON(JSON.parse(JSON.stringify(literal)) as never).equals(literal)).toBe(true);
    expect(literal.toJSON()).toEqual({ shape: text, data: [1, 4, 2, 5, 3, 6] });
    const columns = Literal.from([[1, 2, 3], [4, 5, 6]], f32(2, 3).withLayout([0, 1])); // prettier-ignore
    expect(columns.data).toEqual(new Float32Array([1, 4, 2, 5, 3, 6]));
    expect(columns.equals(literal)).toBe(false);
  });

  // Long runs and short ones, single columns, complex numbers.
  test.each([[3, 1, 50], [40, 1], [2, 3, 40], [5, 2, 3, 2], [1, 1], []])(
    'elements are where their indices are, in every order, of sizes %j',
    (...sizes: number[]) => {
      const count = sizes.reduce((product, size) => product * size, 1);
      const orders = sizes.map((_, first) => [...sizes.keys()].map((d) => (first + d) % sizes.length));
      const reversed = orders.map((order) => [...order].reverse());
      for (const [type, entries] of [
        ['F32', 1],
        ['C64', 2],
      ] as const) {
        const data = new Float32Array(count * entries).map((_, i) => i);
        const plain = Literal.fromTypedArray(data, Shape.array(type, sizes));
        for (const minorToMajor of [...orders, ...reversed]) {
          const paddedDimensions = sizes.map((size, d) => size + (d % 2) * 3);
          const moved = plain.relayout({ minorToMajor, paddedDimensions, paddingValue: 'ONE_PAD' });
          const bytes = moved.bytes();
          const memory = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
          for (let i = 0; i < count; i++) {
            let rest = i;
            const index = [...sizes]
              .reverse()
              .map((size) => [rest % size, (rest = Math.floor(rest / size))][0] as number);
            index.reverse();
            let offset = 0;
            for (const d of [...minorToMajor].reverse())
              offset = offset * (paddedDimensions[d] as number) + (index[d] as number);
            expect(memory[offset * entries]).toBe(i * entries);
          }
          expect(moved.relayout(plain.shape).equals(plain)).toBe(true);
        }
      }
    },
  );

  test('relayout, of tuples too', async () => {
    expect(literal.relayout([1, 0]).equals(matrix)).toBe(true);
    expect(literal.relayout(literal.shape)).toEqual(literal);
    expect(literal.relayout(literal.shape).data).not.toBe(literal.data);
    expect(literal.relayout()).toEqual(matrix);
    expect(Literal.tuple(literal, Literal.token()).relayout()).toEqual(Literal.tuple(matrix, Literal.token()));
    const pair = Literal.tuple(matrix, Literal.tuple(Literal.token(), matrix));
    const wanted = Shape.parse(`(${text}, (token[], f32[2,3]{0,1}))`);
    const moved = pair.relayout(wanted);
    expect(moved.shape.equals(wanted)).toBe(true);
    expect(moved.elements[0]?.equals(literal)).toBe(true);
    expect(moved.relayout(pair.shape).equals(pair)).toBe(true);
    await expectError(() => pair.relayout([1, 0]), { code, rule: 'js.c25' });
    await expectError(() => Literal.token().relayout([]), { code, rule: 'js.c25' });
    await expectError(() => matrix.relayout(f32(3, 2)), { code, rule: 'js.c24', message: /f32\[2,3\].*f32\[3,2\]/ });
    await expectError(() => pair.relayout(tuple(f32(2, 3))), { code, rule: 'js.c24' });
    await expectError(() => matrix.relayout([0]), { code, rule: 'js.c12' });
  });

  test('of a shape: what does not fit', async () => {
    await expectError(() => Literal.from([1, 2], padded), { code, rule: 'js.c8', message: /f32\[2\].*f32\[2,3\]/ });
    await expectError(() => Literal.from([1], tuple(f32())), { code, rule: 'js.c25' });
    await expectError(() => Literal.from([[1, 2, 3], [4]] as number[][], padded), { code, rule: 'js.c9' }); // prettier-ignore
    await expectError(() => Literal.fromTypedArray(new Float32Array(15), padded), { code, rule: 'js.c8' });
    await expectError(() => Literal.fromJSON({ shape: text, data: [1] }), { code, rule: 'js.c8' });
  });
});

describe('through the core', () => {
  let clients: Client[];
  beforeAll(async () => {
    clients = [await Client.create(), await Client.create({ worker: true }), await Client.create({ threads: 2 })];
  });
  afterAll(() => {
    for (const client of clients) client.dispose();
  });

  async function results(b: XlaBuilder, ...args: unknown[]): Promise<Literal[]> {
    const computation = b.build();
    return Promise.all(
      clients.map(async (client) => (await client.compile(computation)).run(...(args as Literal[]))), // prettier-ignore
    );
  }

  test.each([
    ['a literal of that layout', matrix.relayout(padded.layout ?? [])],
    ['a literal of another', matrix],
    ['nested arrays', matrix.toArray()],
    ['a typed array', new Float32Array([1, 4, 2, 5, 3, 6])],
  ])('%s for a padded parameter', async (_, argument) => {
    const b = new XlaBuilder('identity');
    b.parameter(0, padded, 'x');
    for (const result of await results(b, argument)) {
      expect(result.shape.equals(padded)).toBe(true);
      expect(result.equals(matrix.relayout(padded.layout ?? []))).toBe(true);
      expect(result.bytes()).toEqual(matrix.relayout(padded.layout ?? []).bytes());
    }
  });

  test('the padding is no operand', async () => {
    const b = new XlaBuilder('sum');
    const x = b.parameter(0, padded, 'x');
    const y = b.parameter(1, Shape.parse('f32[2,3]{1,0:PAD(2,4)HIGHEST_PAD}'), 'y');
    b.add(x, y);
    for (const result of await results(b, matrix, matrix)) {
      expect(result.toArray()).toEqual([[2, 4, 6], [8, 10, 12]]); // prettier-ignore
    }
  });

  test('in tuples, constants and calls', async () => {
    const called = new XlaBuilder('called');
    called.parameter(0, padded, 'x');
    const b = new XlaBuilder('main');
    const x = b.parameter(0, tuple(padded, s32()), 'x');
    const constant = b.constant(matrix.relayout({ ...padded.layout, minorToMajor: [1, 0] }));
    b.tuple([b.call(called.build(), [b.getTupleElement(x, 0)]), constant]);
    for (const result of await results(b, [matrix.toArray(), 1])) {
      const shape = '(f32[2,3]{0,1:PAD(3,5)ZERO_PAD}, f32[2,3]{1,0:PAD(3,5)ZERO_PAD})';
      expect(result.shape.toStringWithLayout()).toBe(shape);
      expect(result.toArray()).toEqual([matrix.toArray(), matrix.toArray()]);
    }
  });

  // The memory that JavaScript fills is the one that the core fills: iota is the core's own.
  test('every type is padded with what the core pads it with', async () => {
    const values: PaddingValue[] = ['ZERO_PAD', 'ONE_PAD', 'LOWEST_PAD', 'HIGHEST_PAD', 'UNKNOWN_PAD'];
    const wrong: string[] = [];
    let compared = 0;
    for (const type of elementTypes.filter((name) => name !== 'PRED')) {
      for (const paddingValue of values) {
        const { kind } = elementInfo(type);
        const missing =
          (kind === 'complex' && /LOWEST|HIGHEST/.test(paddingValue)) ||
          (type === 'S1' && paddingValue === 'ONE_PAD') ||
          (type === 'F8E8M0FNU' && paddingValue === 'ZERO_PAD');
        if (missing) continue;
        const shape = Shape.array(type, [1, 2], { minorToMajor: [0, 1], paddedDimensions: [2, 4], paddingValue });
        const b = new XlaBuilder('iota');
        b.iota(shape, 0);
        const [result] = (await results(b)) as [Literal];
        const same = Literal.fromTypedArray(result.data, shape);
        compared++;
        if (!result.shape.equals(shape) || String(result.bytes()) !== String(same.bytes())) {
          wrong.push(`${shape.toStringWithLayout()}: ${String(result.bytes())} and ${String(same.bytes())}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBe(29 * 5 - 6);
  });
});
