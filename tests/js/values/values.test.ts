// Values through the real module and back: every type, the corners of each, and every way to hand them over.
import { Client, f32, f64, Literal, pred, s32, s64, Shape, token, tuple, u32, u8, XlaBuilder } from 'hloom';
import type { Executable, LiteralValue, XlaComputation } from 'hloom';

const clients: Client[] = [];

beforeAll(async () => {
  clients.push(await Client.create(), await Client.create({ worker: true }));
});
afterAll(() => {
  for (const client of clients) client.dispose();
});

/** A program that gives its argument back. */
async function identity(client: Client, shape: Shape): Promise<Executable> {
  const b = new XlaBuilder('identity');
  return client.compile(b.build(b.parameter(0, shape, 'x')));
}

/** The results of the engine in this thread and of the one in a Worker. */
async function through(shape: Shape, value: unknown): Promise<Literal> {
  const results = await Promise.all(
    clients.map(async (client) => (await identity(client, shape)).run(value as never)), // prettier-ignore
  );
  const [inline, worker] = results as [Literal, Literal];
  expect(worker.equals(inline)).toBe(true);
  expect(inline.shape.equals(shape)).toBe(true);
  return inline;
}

const max64 = 2n ** 63n - 1n;
const subnormal = 2 ** -149;

test.each<[string, Shape, unknown, LiteralValue]>([
  ['the corners of f32', f32(6), [NaN, -0, Infinity, -Infinity, subnormal, 1e300], [NaN, -0, Infinity, -Infinity, subnormal, Infinity]], // prettier-ignore
  ['the corners of f64', f64(4), [NaN, -0, 5e-324, Number.MAX_VALUE], [NaN, -0, 5e-324, Number.MAX_VALUE]],
  ['the corners of s32', s32(2), [-(2 ** 31), 2 ** 31 - 1], [-(2 ** 31), 2 ** 31 - 1]],
  ['the corners of s64', s64(3), [max64, -max64 - 1n, 7], [max64, -max64 - 1n, 7n]],
  ['the corners of u32', u32(2), [0, 2 ** 32 - 1], [0, 2 ** 32 - 1]],
  ['the corners of u8', u8(2), [0, 255], [0, 255]],
  ['truth values', pred(2, 2), [[true, 0], [1, false]], [[true, false], [true, false]]], // prettier-ignore
  ['a scalar', f32(), 3, 3],
  ['no elements', f32(0, 3), [], []],
  ['no elements in rows', f32(2, 0), [[], []], [[], []]],
  ['an empty tuple', tuple(), [], []],
  ['a token', token(), null, null],
  ['tuples in tuples', tuple(s64(), tuple(pred(1), token())), [1n, [[true], null]], [1n, [[true], null]]],
])('%s', async (_, shape, value, expected) => {
  expect((await through(shape, value)).toArray()).toEqual(expected);
});

test('the bits of a NaN survive', async () => {
  const bits = new Uint32Array([0x7fc00001, 0xffc12345, 0x7f800001]);
  const result = await through(f32(3), new Float32Array(bits.buffer));
  expect(new Uint32Array(result.bytes().slice().buffer)).toEqual(bits);
});

test('typed arrays that view a part of a buffer, or shared memory', async () => {
  const whole = new Float32Array([9, 9, 1, 2, 3, 9]);
  expect((await through(f32(3), whole.subarray(2, 5))).toArray()).toEqual([1, 2, 3]);
  expect(whole).toEqual(new Float32Array([9, 9, 1, 2, 3, 9]));
  const shared = new Float32Array(new SharedArrayBuffer(16), 4, 3);
  shared.set([4, 5, 6]);
  const result = await through(f32(3), shared);
  expect(result.toArray()).toEqual([4, 5, 6]);
  expect(result.data.buffer).not.toBeInstanceOf(SharedArrayBuffer);
  expect((await through(u8(3), Buffer.from([1, 2, 3]))).toArray()).toEqual([1, 2, 3]);
  expect((await through(f32(2, 2), [new Float32Array([1, 2]), [3, 4]])).toArray()).toEqual([[1, 2], [3, 4]]); // prettier-ignore
});

test('arguments are the caller’s again as soon as run() returns, and stay what they are', async () => {
  for (const client of clients) {
    const executable = await identity(client, f32(3));
    const array = new Float32Array([1, 2, 3]);
    const literal = Literal.from([4, 5, 6]);
    const runs = [executable.run(array), executable.run(literal), executable.run(literal)];
    array.fill(0);
    literal.data.fill(0);
    expect((await Promise.all(runs)).map((result) => result.toArray())).toEqual([[1, 2, 3], [4, 5, 6], [4, 5, 6]]); // prettier-ignore
    expect(array.byteLength).toBe(12);
    expect(literal.toArray()).toEqual([0, 0, 0]);
  }
});

test('literals in tuples are copied too, also one that is there twice, and in another layout', async () => {
  for (const client of clients) {
    const executable = await identity(client, tuple(f32(2), tuple(f32(2), Shape.parse('f32[2,2]{0,1}'))));
    const [pair, matrix] = [Literal.from([1, 2]), Literal.from([[1, 2], [3, 4]])]; // prettier-ignore
    const given = Literal.tuple(pair, Literal.tuple(pair, matrix));
    const run = executable.run(given);
    for (const { data } of [pair, matrix]) data.fill(0);
    expect((await run).toArray()).toEqual([[1, 2], [[1, 2], [[1, 2], [3, 4]]]]); // prettier-ignore
    expect(given.toArray()).toEqual([[0, 0], [[0, 0], [[0, 0], [0, 0]]]]); // prettier-ignore
  }
});

test('the data of a result are its own: no view of the memory of an instance, no other result', async () => {
  for (const client of clients) {
    const executable = await identity(client, f32(2));
    const [first, second] = [await executable.run([1, 2]), await executable.run([1, 2])];
    first.data.fill(9 as never);
    first.bytes().fill(0);
    expect([first.toArray(), second.toArray()]).toEqual([[9, 9], [1, 2]]); // prettier-ignore
    expect(first.data.buffer.byteLength).toBe(8);
    expect((await executable.run(first)).toArray()).toEqual([9, 9]);
  }
});

test('layouts', async () => {
  const columns = Shape.parse('f32[2,3]{0,1}');
  const result = await through(columns, new Float32Array([1, 4, 2, 5, 3, 6]));
  expect(result.toArray()).toEqual([[1, 2, 3], [4, 5, 6]]); // prettier-ignore
  expect(result.data).toEqual(new Float32Array([1, 4, 2, 5, 3, 6]));
  expect(result.toString()).toMatch(/^f32\[2,3\]\{0,1\} \{/);
  expect((await through(columns, Literal.from([[1, 2, 3], [4, 5, 6]]))).equals(result)).toBe(true); // prettier-ignore
  const cube = Shape.array('S32', [2, 3, 4], [1, 2, 0]);
  const nested = Array.from({ length: 2 }, (_, i) =>
    Array.from({ length: 3 }, (_, j) => Array.from({ length: 4 }, (_, k) => 100 * i + 10 * j + k)),
  );
  expect((await through(cube, nested)).toArray()).toEqual(nested);
});

test('a million numbers in nested arrays', () => {
  const nested = Array.from({ length: 1000 }, (_, i) => Array.from({ length: 1000 }, (_, j) => i * j));
  const started = performance.now();
  const literal = Literal.from(nested);
  const back = literal.toArray() as number[][];
  const seconds = (performance.now() - started) / 1000;
  expect(back[999]?.[999]).toBe(998001);
  // It takes 0.1 s; ten times that would be a mistake somewhere.
  expect(seconds).toBeLessThan(2);
  expect(literal.toString()).toContain('999990 more elements');
});

test('everything prints as what it is', async () => {
  const { inspect } = jest.requireActual<typeof import('node:util')>('node:util');
  const b = new XlaBuilder('printed');
  const x = b.parameter(0, f32(2, 3), 'x');
  const computation = b.build(b.add(x, x));
  const [client] = clients as [Client];
  const executable = await client.compile(computation);
  const texts: [Client | XlaBuilder | XlaComputation | Executable, string][] = [
    [client, 'Client simd, 1 thread'],
    [b, 'XlaBuilder "printed"'],
    [computation, 'XlaComputation (x: f32[2,3]) -> f32[2,3]'],
    [executable, 'Executable (x: f32[2,3]) -> f32[2,3]'],
  ];
  for (const [object, text] of texts) expect([inspect(object), String(object)]).toEqual([text, text]);
  expect([inspect(x), String(x)]).toEqual(['XlaOp %1: f32[2,3] in "printed"', '%1: f32[2,3]']);
  const shape = tuple(f32(2), Shape.parse('s32[2,3]{0,1}'), token());
  expect([inspect(shape), String(shape)]).toEqual(['Shape (f32[2]{0}, s32[2,3]{0,1}, token[])', '(f32[2], s32[2,3], token[])']); // prettier-ignore
  const literal = Literal.from([[0.1, -0], [NaN, 1e-45]]); // prettier-ignore
  expect(String(literal)).toBe('f32[2,2] {\n  { 0.1, -0 },\n  { nan, 1e-45 }\n}');
  expect(inspect(literal)).toBe(`Literal ${String(literal)}`);
  computation.dispose();
  expect(String(computation)).toMatch(/\(disposed\)$/);
});
