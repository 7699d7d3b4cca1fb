// The real package in Node, as a program uses it.
import { Client, explainBroadcast, f32, HloomError, init, Literal, np, s32, Shape, tuple, XlaBuilder } from 'hloom';
import { expectWorking, matrixPlusVector } from './support/programs.js';

let client: Client;

beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

test('the example of the README', async () => {
  await expectWorking(client);
});

test('a program has a shape, a text and bytes, and the bytes compile', async () => {
  const computation = matrixPlusVector();
  expect(computation.programShape.text).toMatch(/f32\[2,3\].*f32\[3\].*-> f32\[2,3\]/);
  expect(computation.programShape.parameterNames).toEqual(['x', 'v']);
  expect(computation.toHloText()).toMatch(/^HloModule matrix_plus_vector/);
  const executable = await client.compile(computation.toProto());
  expect((await executable.run([[1, 2, 3], [4, 5, 6]], [1, 1, 1])).toArray()).toEqual([[2, 3, 4], [5, 6, 7]]); // prettier-ignore
});

test('operations carry shape and explanation', () => {
  const b = new XlaBuilder('explained');
  const y = b.add(b.parameter(0, f32(2, 3), 'x'), b.parameter(1, f32(3), 'v'), { broadcastDimensions: [1] });
  expect(y.shape.toString()).toBe('f32[2,3]');
  expect(y.explanation).toMatchObject({ ok: true, broadcastDimensions: [1], error: undefined });
  expect(y.explanation?.text).not.toBe('');
});

test('explainBroadcast', () => {
  const legal = explainBroadcast('f32[2,1]', f32(3), [1]);
  expect(legal.ok).toBe(true);
  expect(legal.result?.toString()).toBe('f32[2,3]');
  expect(legal.dimensions.map(({ dimension, size }) => [dimension, size])).toEqual([[0, 2], [1, 3]]); // prettier-ignore
  const illegal = explainBroadcast(f32(2, 3), f32(4), [1]);
  expect(illegal.ok).toBe(false);
  expect(illegal.error).toBeInstanceOf(HloomError);
  expect(illegal.text).toContain('4');
});

test('tuples come out as elements', async () => {
  const b = new XlaBuilder('tuple');
  const x = b.parameter(0, f32(2), 'x');
  const executable = await client.compile(b.build(b.tuple([x, b.tuple([b.constant(7n), b.constant([true, false])])])));
  const result = await executable.run([1, 2]);
  expect(result.shape.toString()).toBe('(f32[2], (s64[], pred[2]))');
  expect(result.toArray()).toEqual([
    [1, 2],
    [7n, [true, false]],
  ]);
  expect(result.elements[1]?.elements[0]?.data).toEqual(new BigInt64Array([7n]));
});

test('tuples go in', async () => {
  const b = new XlaBuilder('tuple_in');
  const x = b.parameter(0, tuple(f32(2), tuple(s32())), 'x');
  const executable = await client.compile(b.build(b.getTupleElement(b.getTupleElement(x, 1), 0)));
  expect((await executable.run([new Float32Array(2), [5]])).toArray()).toBe(5);
  const literal = Literal.tuple(Literal.from([1, 2]), Literal.tuple(Literal.from(6, 'S32')));
  expect((await executable.run(literal)).toArray()).toBe(6);
});

test('a parameter in another layout', async () => {
  const b = new XlaBuilder('layout');
  const x = b.parameter(0, Shape.array('F32', [2, 3], [0, 1]), 'x');
  const executable = await client.compile(b.build(b.add(x, x)));
  const doubled = [[2, 4, 6], [8, 10, 12]]; // prettier-ignore
  expect((await executable.run([[1, 2, 3], [4, 5, 6]])).toArray()).toEqual(doubled); // prettier-ignore
  expect((await executable.run(new Float32Array([1, 4, 2, 5, 3, 6]))).toArray()).toEqual(doubled);
});

test('np aligns at the last dimension', async () => {
  const b = new XlaBuilder('np');
  const x = b.parameter(0, f32(2, 3), 'x');
  const v = b.parameter(1, f32(3), 'v');
  const executable = await client.compile(b.build(b.tuple([np.subtract(x, v), np.less(v, x)])));
  const result = await executable.run([[1, 2, 3], [4, 5, 6]], [2, 2, 2]); // prettier-ignore
  expect(result.toArray()).toEqual([[[-1, 0, 1], [2, 3, 4]], [[false, false, true], [true, true, true]]]); // prettier-ignore
});

test('runs of one client at the same time', async () => {
  const executable = await client.compile(matrixPlusVector());
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, i) => executable.run(new Float32Array(6).fill(i), new Float32Array(3))),
  );
  results.forEach((result, i) => {
    expect(result.data).toEqual(new Float32Array(6).fill(i));
  });
});

test('a result stays what it is while the memory grows', async () => {
  const executable = await client.compile(matrixPlusVector());
  const result = await executable.run(new Float32Array(6).fill(1), new Float32Array(3));
  const b = new XlaBuilder('grow');
  const big = await client.compile(b.build(b.broadcast(b.parameter(0, f32(), 'x'), [20_000_000])));
  const grown = await big.run(2);
  expect(grown.shape.byteLength).toBe(80_000_000);
  expect(result.data).toEqual(new Float32Array(6).fill(1));
});

test('init is idempotent', async () => {
  await Promise.all([init(), init()]);
  await init();
  expect(Client.platform()).toMatchObject({ simd: true, threads: 1, variant: 'simd' });
});
