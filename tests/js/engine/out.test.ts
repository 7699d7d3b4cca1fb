// The option out: a run writes its result into the caller's arrays.
import { Client, f32, parseHlo, s64, XlaBuilder, type Executable } from 'hloom';
import { expectError } from '../support/expect-error.js';

const invalid = { code: 'INVALID_ARGUMENT', rule: 'js.c22' } as const;

let client: Client;
let double: Executable;
let parts: Executable;

beforeAll(async () => {
  client = await Client.create();
  const b = new XlaBuilder('double');
  const x = b.parameter(0, f32(4), 'x');
  double = await client.compile(b.build(b.add(x, x)));
  const t = new XlaBuilder('parts');
  const n = t.parameter(0, s64(), 'n');
  parts = await client.compile(t.build(t.tuple([t.neg(n), t.tuple([t.constant([1, 2]), t.add(n, 1)])])));
});
afterAll(() => {
  client.dispose();
});

test('one array is used again and again', async () => {
  const out = new Float32Array(4);
  const first = await double.run([1, 2, 3, 4], { out });
  expect(first.data).toBe(out);
  expect(out).toEqual(new Float32Array([2, 4, 6, 8]));
  const second = double.runSync(out, { out });
  expect(second.data).toBe(out);
  expect(first.toArray()).toEqual([4, 8, 12, 16]);
  // A part of a buffer, and the way of runs with limits.
  const part = new Float32Array(new ArrayBuffer(32), 8, 4);
  await double.run([1, 2, 3, 4], { out: part, limits: { instructions: 100 } });
  expect(new Float32Array(part.buffer)).toEqual(new Float32Array([0, 0, 2, 4, 6, 8, 0, 0]));
});

test('a tuple takes an array for each of its arrays, and devices a value each', async () => {
  const out = [new BigInt64Array(1), [new Float32Array(2), new BigInt64Array(1)]] as const;
  const result = await parts.run(5n, { out });
  expect(result.toArray()).toEqual([-5n, [[1, 2], 6n]]);
  expect(out).toEqual([new BigInt64Array([-5n]), [new Float32Array([1, 2]), new BigInt64Array([6n])]]);
  const two = await client.compile(
    parseHlo('HloModule m, replica_count=2\nENTRY e { x = f32[1] parameter(0)\n ROOT y = f32[1] negate(x) }'),
  );
  const each = [new Float32Array(1), new Float32Array(1)];
  await two.runReplicated([[[3]], [[4]]], { out: each });
  expect(each).toEqual([new Float32Array([-3]), new Float32Array([-4])]);
});

test('a large result is written in pieces', async () => {
  const b = new XlaBuilder('large');
  const large = await client.compile(b.build(b.neg(b.iota('F32', 3_000_000))));
  const out = new Float32Array(3_000_000);
  expect((await large.run({ out })).data).toBe(out);
  expect([out[1], out[2_999_999]]).toEqual([-1, -2_999_999]);
  // Its buffer goes away while the pieces are written.
  const { buffer } = out;
  const failing = large.run({ out });
  structuredClone(buffer, { transfer: [buffer] });
  await expectError(() => failing, { ...invalid, message: /length 3000000 .*0 now/, help: /transfer/ });
});

test.each<[string, unknown, RegExp, RegExp]>([
  ['another length', new Float32Array(5), /Float32Array of length 5 for f32\[4\]/, /new Float32Array\(4\)/],
  ['another type', new Float64Array(4), /Float64Array of length 4/, /new Float32Array\(4\)/],
  ['no typed array', [0, 0, 0, 0], /an array/, /new Float32Array\(4\)/],
])('%s', async (_, out, message, help) => {
  await expectError(() => double.run([1, 2, 3, 4], { out: out as never }), { ...invalid, message, help });
});

test('what cannot be written', async () => {
  const one = new BigInt64Array(1);
  const pair = new Float32Array(2);
  await expectError(() => parts.run(5n, { out: [one, [pair, one]] }), { ...invalid, message: /several places/ });
  await expectError(() => parts.run(5n, { out: [one] }), { ...invalid, message: /the tuple/, help: /array of 2/ });
  await expectError(() => double.run([1, 2, 3, 4], { out: new Float32Array(4), keep: true } as never), {
    ...invalid,
    message: /with keep/,
  });
  const gone = new Float32Array(4);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  await expectError(() => double.run([1, 2, 3, 4], { out: gone }), { code: invalid.code, message: /transferred/ });
  const dynamic = await client.compile(parseHlo('ENTRY e { ROOT x = f32[<=4] parameter(0) }'));
  await expectError(() => dynamic.run([1], { out: new Float32Array(4) }), { ...invalid, message: /dynamic sizes/ });
  const other = await Client.create({ worker: true });
  try {
    const b = new XlaBuilder('same');
    const same = await other.compile(b.build(b.neg(b.parameter(0, f32(1), 'x'))));
    await expectError(() => same.run([1], { out: new Float32Array(1) }), { ...invalid, message: /lives in a Worker/ });
    expect((await same.run([1])).toArray()).toEqual([-1]);
  } finally {
    other.dispose();
  }
});
