// Literals as JavaScript objects: what a deep comparison sees of them, what a clone and JSON keep, what data that are
// shared with the caller may do, and what a literal is where a number is wanted.
import { deepStrictEqual } from 'node:assert';
import { inspect } from 'node:util';
import { Client, f32, init, Literal, pred, s32, s4, Shape, token, tuple, XlaBuilder } from 'hloom';
import type { LiteralLike, NestedArray, TypedArray } from 'hloom';
import { elementInfo, elementTypes } from '../../../js/src/values/element-type.js';
import { expectError } from '../support/expect-error.js';

const code = 'INVALID_ARGUMENT';

beforeAll(() => init());

const matrix = (): Literal => Literal.from([[1, 2, 3], [4, 5, 6]]); // prettier-ignore

/** A comparison that does not know hloom uses only the own enumerable properties of two values. */
function sameProperties(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameProperties(a[key as never], b[key as never]))
  );
}

function isDeeplyEqual(a: unknown, b: unknown): boolean {
  const verdicts = [
    () => expect(a).toEqual(b),
    () => expect(a).toStrictEqual(b),
    () => expect(b).toEqual(a),
    () => {
      deepStrictEqual(a, b);
    },
  ].map((assertion) => {
    try {
      assertion();
      return true;
    } catch {
      return false;
    }
  });
  verdicts.push(sameProperties(a, b));
  if (new Set(verdicts).size !== 1) throw new Error(`the comparisons disagree: ${verdicts.join()}`);
  return verdicts[0] === true;
}

const f16 = (value: NestedArray): Literal => Literal.from(value, 'F16');
const rows = (value: NestedArray): Literal => Literal.from(value, f32('<=4', 2));

describe('two literals are deeply equal exactly when their shapes and elements are', () => {
  test.each<[string, () => Literal, () => Literal]>([
    ['arrays', () => Literal.from([2, 4, 6]), () => Literal.from([2, 4, 7])],
    ['scalars', () => Literal.from(2), () => Literal.from(3)],
    ['truth values', () => Literal.from(true), () => Literal.from(false)],
    ['64-bit integers', () => Literal.from([2n ** 63n - 1n]), () => Literal.from([2n ** 63n - 2n])],
    ['sizes', () => Literal.from([[1, 2, 3]]), () => Literal.from([[1], [2], [3]])],
    ['ranks', () => Literal.from(1), () => Literal.from([1])],
    ['types of one class of array', () => Literal.from([1, 0], 'U8'), () => Literal.from([1, 0], 'PRED')],
    ['4-bit integers', () => Literal.from([1, -8], 'S4'), () => Literal.from([1, 7], 'S4')],
    ['4-bit and 8-bit integers', () => Literal.from([1], 'S4'), () => Literal.from([1], 'S8')],
    ['halves', () => f16([1, 2]), () => f16([1, 2.001953125])],
    ['complex numbers', () => Literal.from([{ re: 1, im: 2 }]), () => Literal.from([{ re: 1, im: -2 }])],
    ['zeros', () => Literal.from([0]), () => Literal.from([-0])],
    ['NaN and a number', () => Literal.from([NaN]), () => Literal.from([0])],
    ['tuples', () => Literal.tuple(matrix(), Literal.from(1)), () => Literal.tuple(matrix(), Literal.from(2))],
    ['the number of elements of a tuple', () => Literal.tuple(), () => Literal.tuple(Literal.token())],
    ['tuples in tuples', () => Literal.tuple(Literal.tuple(f16(1))), () => Literal.tuple(Literal.tuple(f16(2)))],
    ['a token and a tuple', () => Literal.token(), () => Literal.tuple()],
    ['dynamic sizes', () => rows([[1, 2]]), () => rows([[1, 2], [3, 4]])], // prettier-ignore
    ['dynamic sizes without elements', () => Literal.from([], f32('<=4', 0)), () => Literal.from([[]], f32('<=4', 0))],
    ['a bound and a size', () => Literal.from([1], f32('<=1')), () => Literal.from([1])],
    ['bounds', () => Literal.from([1], f32('<=1')), () => Literal.from([1], f32('<=2'))],
    ['layouts', matrix, () => matrix().relayout([0, 1])],
    ['layouts of the same data', () => Literal.from([[1]]), () => Literal.from([[1]]).relayout([0, 1])],
    ['padding', matrix, () => matrix().relayout({ minorToMajor: [1, 0], paddedDimensions: [2, 4], paddingValue: 'ONE_PAD' })], // prettier-ignore
    ['where nothing is', () => Literal.from([]), () => Literal.from([[]])],
  ])('%s', (_, one, other) => {
    expect(isDeeplyEqual(one(), one())).toBe(true);
    expect(isDeeplyEqual(other(), other())).toBe(true);
    expect(isDeeplyEqual(one(), other())).toBe(false);
  });

  test('NaNs are equal; the layouts are no matter after relayout()', () => {
    expect(isDeeplyEqual(Literal.from([NaN, -0]), Literal.from([NaN, -0]))).toBe(true);
    expect(isDeeplyEqual(matrix().relayout([0, 1]).relayout(), matrix())).toBe(true);
  });

  test.each(elementTypes)('every element of a %s counts', (type) => {
    const { kind } = elementInfo(type);
    const value = kind === 'float' ? 2 : 0;
    const values = [1, 2, 3].map(() => (kind === 'complex' ? { re: 0, im: 2 } : value));
    const literal = Literal.from(values, Shape.array(type, [3]));
    const last = literal.data.length - 1;
    const changed = Literal.from(literal);
    expect(isDeeplyEqual(changed, literal)).toBe(true);
    changed.data[last] = (typeof literal.data[last] === 'bigint' ? 1n : type === 'S1' ? -1 : literal.data[last] === 1 ? 0 : 1); // prettier-ignore
    expect(isDeeplyEqual(changed, literal)).toBe(false);
    expect(changed.equals(literal)).toBe(false);
  });

  test('results of runs too, of every engine', async () => {
    const b = new XlaBuilder('main');
    const x = b.parameter(0, s32(3), 'x');
    const computation = b.build(b.tuple([b.add(x, x), b.eq(x, x)]));
    const expected = Literal.tuple(Literal.from([2, 4, 6], 'S32'), Literal.from([true, true, true]));
    for (const options of [{}, { worker: true }]) {
      const client = await Client.create(options);
      const result = await (await client.compile(computation)).run([1, 2, 3]);
      expect(isDeeplyEqual(result, expected)).toBe(true);
      expect(isDeeplyEqual(result, Literal.tuple(...expected.elements, Literal.token()))).toBe(false);
      client.dispose();
    }
  });
});

describe('data', () => {
  test('are the literal’s own array, an own property, the same each time', () => {
    const literal = matrix();
    expect(Object.keys(literal)).toEqual(['shape', 'dynamicSizes', 'elements', 'data']);
    expect(literal.data).toBe(literal.data);
    literal.data[5] = 60;
    expect(literal.toArray()).toEqual([[1, 2, 3], [4, 5, 60]]); // prettier-ignore
    expect(new Float32Array(literal.bytes().buffer)).toEqual(literal.data);
    expect(literal.equals(matrix())).toBe(false);
    expect(() => Object.assign(literal, { data: new Float32Array(6) })).toThrow(TypeError);
    expect(Object.keys(Literal.tuple(literal))).toEqual(['shape', 'dynamicSizes', 'elements']);
  });

  test('of 32 MB are copied once, when the literal is made, and not when they are read', () => {
    const source = new Float32Array(2 ** 23).fill(1);
    const literal = Literal.fromTypedArray(source, [2 ** 23]);
    source.fill(0);
    expect([literal.data[0], literal.data.at(-1), literal.data.byteOffset, literal.data.buffer.byteLength]).toEqual([1, 1, 0, 2 ** 25]); // prettier-ignore
    const started = performance.now();
    let sum = 0;
    for (let i = 0; i < 1000; i++) sum += Number(literal.data[i]);
    // A copy takes some milliseconds: a thousand of them would take many seconds.
    expect([sum, performance.now() - started < 1000]).toEqual([1000, true]);
  });

  test('no two literals share them, but a tuple has the very literals that it was made of', () => {
    const literal = matrix();
    for (const other of [
      literal.relayout(),
      literal.relayout([1, 0]),
      literal.relayout(literal.shape),
      literal.toStatic(),
      literal.toBoundedDynamic(f32(2, 3)),
      Literal.from(literal),
      Literal.from(literal, f32(2, 3)),
      Literal.fromTypedArray(literal.data, f32(2, 3)),
      Literal.tuple(literal).relayout().elements[0] as Literal,
      Literal.tuple(literal).toStatic().elements[0] as Literal,
    ]) {
      expect(other).toEqual(matrix());
      expect(other.data.buffer).not.toBe(literal.data.buffer);
    }
    expect(Literal.tuple(literal).elements[0]).toBe(literal);
  });

  test('written to after a program was built do not change the program', async () => {
    const literal = Literal.from([1, 2]);
    const b = new XlaBuilder('main');
    const constant = b.constant(literal);
    literal.data.fill(9);
    const client = await Client.create();
    const executable = await client.compile(b.build(constant));
    expect((await executable.run()).toArray()).toEqual([1, 2]);
    literal.data.fill(8);
    expect(executable.runSync().toArray()).toEqual([1, 2]);
    client.dispose();
  });

  test('that are no values of the type are refused wherever they are used', async () => {
    const truth = Literal.from([true, false]);
    (truth.data as Uint8Array)[1] = 7;
    const small = Literal.from([1, -8], 'S4');
    (small.data as Int8Array)[0] = 100;
    const b = new XlaBuilder('main');
    const [x] = [b.parameter(0, pred(2), 'x'), b.parameter(1, s4(2), 'y')];
    const client = await Client.create();
    const executable = await client.compile(b.build(x));
    for (const [literal, message] of [
      [truth, /7 is not a value of pred/],
      [small, /100 is not a value of s4/],
    ] as const) {
      const uses = [
        () => literal.toArray(),
        () => literal.toString(),
        () => literal.bytes(),
        () => literal.toJSON(),
        () => literal.relayout(),
        () => Literal.from(literal),
        () => new XlaBuilder('other').constant(literal),
      ];
      for (const use of uses) await expectError(use, { code, rule: 'js.c10', message });
      expect(inspect(literal)).toMatch(message);
    }
    await expectError(() => executable.run(truth, [0, 0]), { code, rule: 'js.c10', message: /at argument 0 .*"x"/ });
    await expectError(() => executable.runSync([true, true], small), {
      code,
      rule: 'js.c10',
      message: /at argument 1/,
    });
    client.dispose();
  });

  test('that were transferred are gone, and every use says so', async () => {
    const literal = Literal.from([1, 2, 3]);
    const clone = structuredClone(literal.data, { transfer: [literal.data.buffer] });
    expect(clone).toEqual(new Float32Array([1, 2, 3]));
    const b = new XlaBuilder('main');
    const program = b.build(b.tuple([b.parameter(0, f32(3), 'x'), b.parameter(1, tuple(f32(3)), 't')]));
    const clients = [await Client.create(), await Client.create({ worker: true })];
    const executables = await Promise.all(clients.map((client) => client.compile(program)));
    const uses = [
      () => literal.toArray(),
      () => literal.toString(),
      () => literal.toPrettyString(),
      () => literal.bytes(),
      () => literal.equals(Literal.from([1, 2, 3])),
      () => Literal.from([1, 2, 3]).equals(literal),
      () => JSON.stringify(literal),
      () => literal.relayout([0]),
      () => literal.toStatic(),
      () => Literal.from(literal),
      () => new XlaBuilder('other').constant(literal),
      ...executables.map((executable) => () => executable.run(literal, [clone])),
      ...executables.map((executable) => () => executable.run(clone, Literal.tuple(literal))),
    ];
    for (const use of uses) {
      await expectError(use, { code: 'FAILED_PRECONDITION', rule: 'js.c60', message: /f32\[3\].*transferred/ });
    }
    await expectError(() => executables[0]?.runSync(literal, [clone]), {
      code: 'FAILED_PRECONDITION',
      rule: 'js.c60',
      message: /at argument 0 \(parameter "x"\)/,
    });
    expect(inspect(literal)).toBe('Literal f32[3] (the data of the literal f32[3] were transferred, and are gone)');
    expect(inspect(Literal.tuple(literal))).toMatch(/^Literal \(f32\[3\]\) \(.*transferred/);
    const empty = Literal.from([]);
    structuredClone(0, { transfer: [empty.data.buffer] });
    await expectError(() => empty.bytes(), { code: 'FAILED_PRECONDITION', rule: 'js.c60' });
    for (const client of clients) client.dispose();
  });

  test('print as they are in a literal', () => {
    expect(inspect(matrix())).toBe('Literal f32[2,3] {\n  { 1, 2, 3 },\n  { 4, 5, 6 }\n}');
    expect(inspect({ y: Literal.from(3) })).toBe('{ y: Literal f32[] 3 }');
  });
});

/** Everything that a literal can be. */
const all: [string, () => Literal][] = [
  ['an array', matrix],
  ['a scalar', () => Literal.from(1n)],
  ['no elements', () => Literal.from([[], []])],
  ['a layout', () => matrix().relayout([0, 1])],
  ['padding', () => matrix().relayout({ minorToMajor: [0, 1], paddedDimensions: [3, 3], paddingValue: 'ONE_PAD' })],
  ['tiles', () => matrix().relayout({ minorToMajor: [0, 1], tiles: [[2, '*']], memorySpace: 1, splits: [{ dimension: 0, indices: [1] }] })], // prettier-ignore
  ['a dynamic size', () => rows([[1, 2], [3, 4]])], // prettier-ignore
  ['dynamic sizes', () => Literal.from([[1, 2]], f32('<=3', '<=4').withLayout([0, 1]))],
  ['a token', () => Literal.token()],
  ['tuples', () => Literal.tuple(matrix(), Literal.tuple(rows([[1, 2]]), Literal.token(), Literal.tuple()))],
];

describe('Literal.from reads', () => {
  test.each(all)('%s, from structuredClone, JSON, JSON of a clone’s JSON, and the literal itself', (_, make) => {
    const literal = make();
    const clone = structuredClone(literal) as LiteralLike;
    expect(clone).not.toBeInstanceOf(Literal);
    for (const like of [clone, JSON.parse(JSON.stringify(literal)) as LiteralLike, literal]) {
      const read = Literal.from(like);
      expect(isDeeplyEqual(read, literal)).toBe(true);
      expect(read.equals(literal)).toBe(true);
    }
    expect(isDeeplyEqual(Literal.from(structuredClone(Literal.from(clone)) as LiteralLike), literal)).toBe(true);
  });

  test.each(elementTypes)('%s', (type) => {
    const { kind } = elementInfo(type);
    const values = [0.5, 1, 2, 1].map((value) =>
      kind === 'float' ? value : kind === 'complex' ? { re: value, im: 0 } : 0,
    );
    const literal = Literal.from(values, type);
    expect(isDeeplyEqual(Literal.from(structuredClone(literal) as LiteralLike), literal)).toBe(true);
    expect(isDeeplyEqual(Literal.from(JSON.parse(JSON.stringify(literal)) as LiteralLike), literal)).toBe(true);
  });

  test('what a Worker is sent, with its buffer', async () => {
    const { MessageChannel } = jest.requireActual<typeof import('node:worker_threads')>('node:worker_threads');
    const { port1, port2 } = new MessageChannel();
    const literal = Literal.tuple(matrix(), Literal.from([1n]));
    const expected = Literal.from(literal);
    const message = new Promise<LiteralLike>((resolve) => port2.once('message', resolve));
    port1.postMessage(literal, [(literal.elements[0] as Literal).data.buffer as ArrayBuffer]);
    const read = Literal.from(await message);
    expect(isDeeplyEqual(read, expected)).toBe(true);
    await expectError(() => literal.toArray(), { code: 'FAILED_PRECONDITION', rule: 'js.c60' });
    port1.close();
  });

  test('copies: a clone and its literal are apart', () => {
    const clone = structuredClone(matrix()) as unknown as { data: TypedArray };
    const literal = Literal.from(clone as unknown as LiteralLike);
    clone.data.fill(0 as never);
    expect(literal).toEqual(matrix());
  });

  test('with a shape, in its layout and bounds; with a type, of that type', async () => {
    const clone = structuredClone(matrix()) as LiteralLike;
    expect(Literal.from(clone, 'F32')).toEqual(matrix());
    expect(Literal.from(clone, Shape.parse('f32[2,3]{0,1}'))).toEqual(matrix().relayout([0, 1]));
    expect(Literal.from(matrix(), f32('<=2', 3)).dynamicSizes).toEqual([2, 3]);
    await expectError(() => Literal.from(clone, 'F64'), { code, rule: 'js.c24', message: /f32\[2,3\].*f64/ });
    await expectError(() => Literal.from(matrix(), f32(3, 2)), { code, rule: 'js.c24' });
    await expectError(() => Literal.from(clone, 'F33' as never), { code, rule: 'js.c11' });
  });

  test.each<[string, unknown, string]>([
    ['a shape alone', { shape: { type: 'F32' } }, 'js.c28'],
    ['a shape that is none', { shape: { type: 'F33' }, data: [] }, 'js.c11'],
    ['a number as the shape', { shape: 1, data: [1] }, 'js.c28'],
    ['null as the shape', { shape: null, data: [1] }, 'js.c28'],
    ['a text that is no shape', { shape: 'f32[', data: [1] }, 'js.c21'],
    ['the wrong class of array', { shape: f32(1), data: new Float64Array(1) }, 'js.c7'],
    ['too few elements', { shape: f32(2), data: new Float32Array(1) }, 'js.c8'],
    ['what JSON makes of a typed array', { shape: f32(1), data: { 0: 1 } }, 'js.c28'],
    ['a byte that is no truth value', { shape: pred(1), data: new Uint8Array([2]) }, 'js.c10'],
    ['more than the bound', { shape: f32('<=2'), dynamicSizes: [3], data: new Float32Array(3) }, 'js.c31'],
    ['no sizes', { shape: f32('<=2'), data: new Float32Array(2) }, 'js.c28'],
    ['sizes that are none', { shape: f32('<=2'), dynamicSizes: [Symbol('s')], data: new Float32Array(2) }, 'js.c28'],
    ['a tuple without elements', { shape: tuple(f32()) }, 'js.c28'],
    ['an element that is none', { shape: tuple(f32()), elements: [1] }, 'js.c28'],
    ['an element of another shape', { shape: tuple(f32()), elements: [Literal.from([1])] }, 'js.c24'],
    ['an opaque', { shape: 'opaque[]' }, 'js.c28'],
    ['data that are a symbol', { shape: f32(1), data: Symbol('s') }, 'js.c28'],
  ])('no %s', async (_, value, rule) => {
    await expectError(() => Literal.from(value as never), { code, rule });
  });

  test('no operation of a builder', async () => {
    const x = new XlaBuilder('main').parameter(0, f32(2), 'x');
    const message = /an XlaOp is neither a literal nor a copy of one/;
    await expectError(() => Literal.from(x), { code, rule: 'js.c28', message });
  });

  test.each<[string, unknown, string]>([
    ['a number', 3, 'js.c28'],
    ['another shape', Literal.from([1, 2, 3]), 'js.c24'],
  ])('no tuple with %s in it, and says where', async (_, wrong, rule) => {
    const inner = { shape: '(f32[2])', elements: [wrong] };
    const value = { shape: '(f32[], (f32[2]))', elements: [Literal.from(1), inner] };
    const error = await expectError(() => Literal.from(value as never), { code, rule });
    expect(error.message).toContain('\n  at tuple element [1][0]');
  });

  test('too few elements', async () => {
    const message = /the elements of \(f32\[\], f32\[\]\) are an array of 1 element, not an array of 2/;
    const one = Literal.from(1);
    await expectError(() => Literal.from({ shape: '(f32[], f32[])', elements: [one] } as never), { code, rule: 'js.c28', message }); // prettier-ignore
  });

  test('no object that contains itself', async () => {
    const cycle: Record<string, unknown> = { shape: '(f32[])' };
    cycle['elements'] = [cycle];
    await expectError(() => Literal.from(cycle as never), { code, rule: 'js.c24' });
    const shape: Record<string, unknown> = { type: 'TUPLE' };
    shape['tupleShapes'] = [shape];
    await expectError(() => Literal.from({ shape } as never), { code, rule: 'js.c20' });
  });

  test('no data that were transferred', async () => {
    const clone = structuredClone(matrix()) as unknown as { data: TypedArray };
    structuredClone(0, { transfer: [clone.data.buffer as ArrayBuffer] });
    await expectError(() => Literal.from(clone as unknown as LiteralLike), {
      code,
      rule: 'js.c5',
      message: /transferred/,
    });
  });
});

describe('a scalar is its value', () => {
  test.each<[string, Literal, unknown]>([
    ['f32', Literal.from(1.5), 1.5],
    ['f64', Literal.from(0.1, 'F64'), 0.1],
    ['f16', f16(1.5), 1.5],
    ['s4', Literal.from(-8, 'S4'), -8],
    ['u32', Literal.from(2 ** 32 - 1, 'U32'), 2 ** 32 - 1],
    ['s64', Literal.from(2n ** 63n - 1n), 2n ** 63n - 1n],
    ['u64', Literal.from(2n ** 64n - 1n, 'U64'), 2n ** 64n - 1n],
    ['pred', Literal.from(true), true],
  ])('%s', (_, literal, value) => {
    expect(literal.item()).toBe(value);
    expect(literal[Symbol.toPrimitive]('number')).toBe(value);
    expect(literal[Symbol.toPrimitive]('default')).toBe(value);
    expect(Number(literal)).toBe(Number(value));
    // eslint-disable-next-line eqeqeq
    expect((literal as unknown) == value).toBe(true);
    expect(`${literal as unknown as string}`).toBe(literal.toString());
  });

  test('in arithmetic and comparisons', () => {
    const [x, y] = [3, 4].map((value): unknown => Literal.from(value)) as [number, number];
    expect([x + y, x * y, x < y, -x, Math.max(x, y)]).toEqual([7, 12, true, -3, 4]);
    expect((Literal.from(3n) as unknown as bigint) + 1n).toBe(4n);
    expect(BigInt(Literal.from(3) as unknown as number)).toBe(3n);
  });

  test('a complex number has two parts, and is no number', async () => {
    const literal = Literal.from({ re: 1, im: -2 });
    expect(literal.item()).toEqual([1, -2]);
    await expectError(() => Number(literal), { code, rule: 'js.c63', message: /c64\[\] is not a number/ });
    expect(`${literal as unknown as string}`).toBe('c64[] (1, -2)');
  });

  test.each<[string, Literal]>([
    ['an array', matrix()],
    ['an array of one element', Literal.from([1])],
    ['a tuple', Literal.tuple(Literal.from(1))],
    ['a token', Literal.token()],
  ])('%s is none', async (_, literal) => {
    const help = /toArray/;
    await expectError(() => literal.item(), {
      code,
      rule: 'js.c63',
      message: /Literal.item: .* is not a scalar/,
      help,
    });
    await expectError(() => Number(literal), { code, rule: 'js.c63', message: /is not a number/, help });
    await expectError(() => (literal as unknown as number) + 1, { code, rule: 'js.c63', help });
    expect(String(literal)).toBe(literal.toString());
    expect(`${literal as unknown as string}`).toBe(literal.toString());
  });

  test('tokens have a shape to be had', () => {
    expect(token().isScalar).toBe(false);
  });
});
