// The module random: its bits are those of jax.random with jax_threefry_partitionable=True.
import { Client, f32, jit, Literal, random, type XlaOp } from 'hloom';
import { expectError } from '../support/expect-error.js';
import * as model from '../support/threefry-model.js';

let client: Client;
beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

const keyData = (seed: number | bigint): Uint32Array => Uint32Array.from(model.keyOf(seed));

/** The value of what is made of the key of a seed. */
async function sample(f: (key: XlaOp) => XlaOp, seed: number | bigint = 0): Promise<Literal> {
  return jit(f, { client })(keyData(seed));
}

const ulpsApart = (actual: number, expected: number, least: number): number => {
  const exponent = Math.max(Math.floor(Math.log2(Math.max(Math.abs(expected), least))), -126);
  return Math.abs(actual - expected) / 2 ** (exponent - 23);
};

/** Holds that numbers are a few units of the last place of F32 apart, of the expected number or of `least`. */
function expectNear(actual: readonly number[], expected: readonly number[], ulps: number, least = 0): void {
  const far = expected.filter((value, i) => !(ulpsApart(actual[i] as number, value, least) <= ulps));
  expect({ actual, far }).toEqual({ actual, far: [] });
  expect(actual.length).toBe(expected.length);
}

test('the model has the known answers of Random123', () => {
  const hex = (words: readonly number[]): string[] => words.map((word) => word.toString(16).padStart(8, '0'));
  expect(hex(model.threefry2x32([0, 0], [0, 0]))).toEqual(['6b200159', '99ba4efe']);
  expect(hex(model.threefry2x32([2 ** 32 - 1, 2 ** 32 - 1], [2 ** 32 - 1, 2 ** 32 - 1]))).toEqual([
    '1cb996fc',
    'bb002be7',
  ]);
  expect(hex(model.threefry2x32([0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3]))).toEqual(['c4923a9c', '483df7a0']);
});

// Of jax.random 0.5 and newer: its documentation ("Pseudorandom numbers", "jax.random module"), and programs that others
// compared with JAX (jax-js, MetalHLO with JAX 0.10).
describe('published values of jax.random', () => {
  test('bits', async () => {
    expect((await sample((key) => random.bits(key, [1]))).toArray()).toEqual([4070199207]);
    expect((await sample((key) => random.bits(key))).item()).toBe(4070199207);
    expect((await sample((key) => random.bits(key, [2, 4]))).toArray()).toEqual([
      [4070199207, 4202968722, 1427181096, 2012915765],
      [2447653815, 710830403, 1332275837, 2961296638],
    ]);
    expect((await sample((key) => random.bits(key, [4]), 10)).toArray()).toEqual([
      169096361, 1572511259, 2689743692, 2228103506,
    ]);
    const wide = await sample((key) => random.bits(key, [3], { dtype: 'U64' }));
    expect(wide.toArray()).toEqual([0x6b20015999ba4efen, 0x375f238fcddb151dn, 0xf71f4ea9a20e4081n]);
  });
  test('split', async () => {
    expect((await sample((key) => random.split(key, [3]))).toArray()).toEqual([
      [1797259609, 2579123966],
      [928981903, 3453687069],
      [4146024105, 2718843009],
    ]);
    const three = await jit((key: XlaOp) => random.split(key, 3), { client })(keyData(1));
    expect(three.map((key) => key.toArray())).toEqual([
      [507451445, 1853169794],
      [1948878966, 4237131848],
      [2441914641, 3819641963],
    ]);
    const second = await sample((key) => {
      const [, next] = random.split(key);
      return next;
    });
    expect(second.toArray()).toEqual([928981903, 3453687069]);
  });
  test('uniform', async () => {
    const four = await sample((key) => random.uniform(key, [4]));
    expect(four.toArray()).toEqual([0.9476670027, 0.9785798788, 0.3322914839, 0.4686684608].map(Math.fround));
    const other = await sample((key) => random.uniform(key, [4]), 51);
    expectNear(other.toArray(), [0.471269, 0.12344253, 0.17550635, 0.5663593], 10);
    const second = model.split(model.keyOf(0))[1] as model.Key;
    const one = await jit((key: XlaOp) => random.uniform(key), { client })(Uint32Array.from(second));
    expect(one.item()).toBeCloseTo(0.00729382, 8);
  });
  test('normal', async () => {
    const six = await sample((key) => random.normal(key, [2, 3]), 42);
    const published = [-0.02830462, 0.46713185, 0.29570296, 0.15354592, -0.12403282, 0.21692315];
    expectNear((six.toArray() as number[][]).flat(), published, 4);
    const three = await sample((key) => random.normal(random.foldIn(key, 1), []), 42);
    expectNear([three.item() as number], [0.60576403], 4);
  });
  test('randint and bernoulli', async () => {
    expect((await sample((key) => random.randint(key, [8], 0, 20))).toArray()).toEqual([9, 0, 12, 13, 11, 7, 12, 3]);
    const flags = await sample((key) => random.bernoulli(key, 0.25, [8]));
    expect(flags.toArray()).toEqual([false, false, false, false, false, true, false, false]);
    const p = Literal.from([0.1, 0.2, 0.3, 0.4]);
    expect((await sample((key) => random.choice(key, 4, [], { p: key.builder.constant(p) }))).item()).toBe(0);
  });
});

describe('against the model', () => {
  const seeds = [0, 42, 0xdeadbeefn, 2n ** 64n - 1n];

  test.each(seeds)('keys and bits of seed %s', async (seed) => {
    const key = model.keyOf(seed);
    const all = await jit(
      (given: XlaOp) => ({
        key: random.key(seed),
        split: random.split(given, [2, 3]),
        folded: random.foldIn(given, 2 ** 32 - 1),
        foldedOp: random.foldIn(given, given.builder.constant(7, 'S32')),
        narrow: random.bits(given, [5], { dtype: 'U8' }),
        short: random.bits(given, [5], { dtype: 'U16' }),
        bits: random.bits(given, [3, 37]),
        none: random.bits(given, [0, 3]),
        wide: random.bits(given, [2, 2], { dtype: 'U64' }),
        uniform: random.uniform(given, [50]),
      }),
      { client },
    )(keyData(seed));
    const of32 = model.bits32(key, 111);
    expect([...all.key.data]).toEqual(key);
    expect([...all.split.data]).toEqual(model.split(key, 6).flat());
    expect([...all.folded.data]).toEqual(model.foldIn(key, 2 ** 32 - 1));
    expect([...all.foldedOp.data]).toEqual(model.foldIn(key, 7));
    expect([...all.narrow.data]).toEqual(of32.slice(0, 5).map((bits) => bits % 2 ** 8));
    expect([...all.short.data]).toEqual(of32.slice(0, 5).map((bits) => bits % 2 ** 16));
    expect([...all.bits.data]).toEqual(of32);
    expect(all.none.shape.toString()).toBe('u32[0,3]');
    expect([...all.wide.data]).toEqual(model.bits64(key, 4));
    expect([...all.uniform.data]).toEqual(model.uniform(key, 50));
  });

  test('seeds that are operations', async () => {
    const seeded = jit((seed: XlaOp) => random.key(seed), { client });
    expect([...(await seeded(Literal.from(-1, 'S32'))).data]).toEqual([0, 2 ** 32 - 1]);
    expect([...(await seeded(2n ** 40n + 5n)).data]).toEqual([2 ** 8, 5]);
  });

  test('uniform numbers of other types and ranges', async () => {
    const key = model.keyOf(7);
    const all = await jit(
      (given: XlaOp) => ({
        f64: random.uniform(given, [6], { dtype: 'F64' }),
        f16: random.uniform(given, [6], { dtype: 'F16' }),
        bf16: random.uniform(given, [6], { dtype: 'BF16' }),
        range: random.uniform(given, [6], { minval: -3, maxval: 5 }),
        rows: random.uniform(given, [2, 3], { minval: 10, maxval: given.builder.constant([11, 20, 40]) }),
      }),
      { client },
    )(keyData(7));
    expect(all.f64.toArray()).toEqual(model.bits64(key, 6).map((bits) => Number(bits >> 12n) * 2 ** -52));
    const of32 = model.bits32(key, 6);
    expect(all.f16.toArray()).toEqual(of32.map((bits) => ((bits % 2 ** 16) >> 6) * 2 ** -10));
    expect(all.bf16.toArray()).toEqual(of32.map((bits) => ((bits % 2 ** 8) >> 1) * 2 ** -7));
    const units = model.uniform(key, 6);
    expectNear(all.range.toArray(), units.map((unit) => unit * 8 - 3), 8); // prettier-ignore
    const widths = [1, 10, 30];
    expectNear((all.rows.toArray() as number[][]).flat(), units.map((unit, i) => 10 + unit * (widths[i % 3] as number)), 2); // prettier-ignore
  });

  test('integers', async () => {
    const key = model.keyOf(3);
    const cases = [
      ['S32', -5, 1000, 32],
      ['S32', 7, 7, 32],
      ['U32', 0, 2 ** 32, 32],
      ['S64', -(2n ** 62n), 2n ** 62n, 64],
      ['U64', 10n, 13n, 64],
      ['S8', -128, 128, 32],
      ['U8', 0, 256, 32],
    ] as const;
    const all = await jit(
      (given: XlaOp) => cases.map(([dtype, low, high]) => random.randint(given, [20], low, high, { dtype })),
      { client },
    )(keyData(3));
    cases.forEach(([, low, high, width], i) => {
      const expected = model.randint(key, 20, BigInt(low), BigInt(high), width);
      expect([...(all[i] as Literal).data].map(BigInt)).toEqual(expected);
    });
    const bounds = await jit((given: XlaOp, high: XlaOp) => random.randint(given, [2, 3], 0, high), { client })(
      keyData(3),
      new Int32Array([1, 10, 100]),
    );
    expect(bounds.toArray()).toEqual([
      [0, expect.any(Number), expect.any(Number)],
      [0, expect.any(Number), expect.any(Number)],
    ]);
  });

  test('orders', async () => {
    const key = model.keyOf(9);
    const rows = Literal.from([[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]); // prettier-ignore
    const all = await jit(
      (given: XlaOp, x: XlaOp) => ({
        // From 1626 elements on a second sort follows.
        many: random.permutation(given, 2000),
        rows: random.permutation(given, x),
        columns: random.permutation(given, x, { axis: -1, independent: true }),
        some: random.choice(given, 100, [4], { replace: false }),
        someRows: random.choice(given, x, [2], { replace: false }),
        same: random.choice(given, x, [2, 2], { axis: 1 }),
        drawn: random.choice(given, 1000, [3, 2]),
        one: random.permutation(given, 1),
      }),
      { client },
    )(keyData(9), rows);
    expect([...all.many.data]).toEqual(model.permutation(key, 2000));
    const five = model.permutation(key, 5);
    expect(all.rows.toArray()).toEqual(five.map((row) => [2 * row, 2 * row + 1]));
    expect(all.someRows.toArray()).toEqual(five.slice(0, 2).map((row) => [2 * row, 2 * row + 1]));
    expect((all.columns.toArray() as number[][]).map((row) => [...row].sort())).toEqual(rows.toArray());
    expect([...all.some.data]).toEqual(model.permutation(key, 100).slice(0, 4));
    expect(all.same.shape.toString()).toBe('f32[5,2,2]');
    const columns = model.randint(key, 4, 0n, 2n, 32).map(Number);
    expect((all.same.toArray() as number[][][])[1]?.flat()).toEqual(columns.map((column) => 2 + column));
    expect([...all.drawn.data].map(BigInt)).toEqual(model.randint(key, 6, 0n, 1000n, 32));
    expect(all.one.toArray()).toEqual([0]);
  });

  test('categories', async () => {
    const key = model.keyOf(11);
    const logits = [[0.5, 1, -1], [2, 0, 0.25]]; // prettier-ignore
    const all = await jit(
      (given: XlaOp, x: XlaOp) => ({
        gumbel: random.gumbel(given, [64]),
        rows: random.categorical(given, x),
        many: random.categorical(given, x, { shape: [50, 2] }),
        columns: random.categorical(given, x, { axis: 0 }),
        different: random.categorical(given, x, { shape: [3, 2], replace: false }),
        weighted: random.choice(given, 3, [1000], { p: given.builder.constant([0.5, 0, 0.5]) }),
        weightedOnce: random.choice(given, 3, [2], { p: given.builder.constant([0.5, 0, 0.5]), replace: false }),
      }),
      { client },
    )(keyData(11), logits);
    const noise = model.gumbel(key, 300);
    // The inner logarithm is rounded to F32, which is much near 0.
    expectNear([...all.gumbel.data].map(Number), noise.slice(0, 64), 4, 1);
    const flat = logits.flat();
    const largest = (values: readonly number[]): number => values.indexOf(Math.max(...values));
    const row = (first: number): number =>
      largest([0, 1, 2].map((i) => (flat[(first + i) % 6] as number) + (noise[first + i] as number)));
    expect(all.rows.toArray()).toEqual([row(0), row(3)]);
    expect([...all.many.data]).toEqual(Array.from({ length: 100 }, (_, i) => row(3 * i)));
    const column = (i: number): number => largest([i, i + 3].map((at) => (flat[at] as number) + (noise[at] as number)));
    expect(all.columns.toArray()).toEqual([column(0), column(1), column(2)]);
    const drawn = all.different.toArray() as number[][];
    expect(drawn[0]).toEqual([row(0), row(3)]);
    for (const i of [0, 1]) expect(new Set(drawn.map((pair) => pair[i])).size).toBe(3);
    expect(new Set([...all.weighted.data])).toEqual(new Set([0, 2]));
    expect([...all.weightedOnce.data].sort()).toEqual([0, 2]);
  });

  test('normal, truncated normal and exponential numbers are where their distributions are', async () => {
    const { normal, truncated, exponential } = await jit(
      (given: XlaOp) => ({
        normal: random.normal(given, [2000], { dtype: 'F64' }),
        truncated: random.truncatedNormal(given, -0.5, 1, [2000]),
        exponential: random.exponential(given, [64]),
      }),
      { client },
    )(keyData(5));
    const values = [...normal.data].map(Number);
    const mean = values.reduce((sum, value) => sum + value, 0) / 2000;
    expect(Math.abs(mean)).toBeLessThan(0.1);
    expect(Math.abs(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2000 - 1)).toBeLessThan(0.1);
    const between = [...truncated.data].map(Number);
    expect(between.every((value) => value > -0.5 && value < 1)).toBe(true);
    expect(between.some((value) => value < -0.4) && between.some((value) => value > 0.9)).toBe(true);
    expectNear([...exponential.data].map(Number), model.uniform(model.keyOf(5), 64).map((unit) => -Math.log1p(-unit)), 4); // prettier-ignore
  });
});

test('the program of several draws has ThreeFry once', async () => {
  const lowered = await jit((key: XlaOp) => [random.bits(key, [5]), random.normal(key, [7, 3])], { client }).lower(
    keyData(0),
  );
  const text = lowered.toHloText();
  expect(text.match(/^[^\n]*threefry_xor[^\n]*\{$/gm)?.length).toBe(1);
  expect(text).toContain('map(');
});

describe('errors', () => {
  const refused = async (f: (key: XlaOp) => unknown, rule: string, message: RegExp): Promise<void> => {
    const code = /./;
    await expectError(() => jit(f as (key: XlaOp) => XlaOp, { client })(keyData(0)), { code, rule, message });
  };
  test('explain what to write', async () => {
    await refused(() => random.normal(0 as never, [3]), 'js.c5', /key is 0[^]*random\.key\(42\)/);
    await refused((key) => random.normal(random.split(key, [2]), [3]), 'js.c5', /key is u32\[2,2\]/);
    await refused((key) => random.normal(key, 3 as never), 'js.c5', /the shape is 3/);
    await refused((key) => random.normal(key, [3], { dtype: 'S32' }), 'js.c22', /dtype is "S32"/);
    await refused(
      (key) => random.uniform(key, [3], { minVal: 1 } as never),
      'js.c22',
      /unknown option "minVal"[^]*minval/,
    );
    await refused((key) => random.uniform(key, [3], 'F64' as never), 'js.c22', /\{ dtype, minval, maxval \}/);
    await refused((key) => random.normal(random.split(key) as never, [3]), 'js.c5', /the key is an array/);
    await refused(() => random.key(-1), 'js.c5', /the seed is -1/);
    await refused((key) => random.choice(key, 3, [4], { replace: false }), 'js.c22', /4 cannot be drawn from 3/);
    await refused((key) => random.permutation(key, 1.5), 'js.c5', /x is 1\.5/);
    await refused((key) => random.choice(key, 3, [], { p: key }), 'js.c22', /p is u32\[2\]/);
    await refused(
      (key) => random.categorical(key, key.builder.parameter(1, f32(2, 3), 'x'), { shape: [4] }),
      'js.c22',
      /the shape is \[4\]/,
    );
  });
  test('need a program', async () => {
    await expectError(() => random.key(0), { code: 'FAILED_PRECONDITION', rule: 'js.c93' });
  });
});
