// Random numbers of runs: they start from the client's seed, in every run and on every engine.
import { Client, XlaBuilder, f32, u32, u64, type ClientOptions } from 'hloom';
import { internal } from '../../../js/src/base/internal.js';
import { expectError } from '../support/expect-error.js';

interface Trapping {
  [internal]: { trap(): Promise<void> };
}

function uniforms(count: number) {
  const b = new XlaBuilder('uniforms');
  return b.build(b.rngUniform(0, 1, f32(count)));
}

async function drawn(options: ClientOptions, count = 5): Promise<number[]> {
  const client = await Client.create(options);
  const executable = await client.compile(uniforms(count));
  const first = await executable.run();
  expect((await executable.run()).toArray()).toEqual(first.toArray());
  client.dispose();
  return first.toArray();
}

/** The numbers that Philox gives for this key, with the counter {0, key}: what a run of this seed starts with. */
async function expected(seed: bigint, count = 5): Promise<number[]> {
  const b = new XlaBuilder('bits');
  const state = b.parameter(0, u64(3), 'state');
  b.getTupleElement(b.rngBitGenerator('RNG_PHILOX', state, u32(count)), 1);
  const client = await Client.create();
  const executable = await client.compile(b.build());
  const bits = (await executable.run([seed, 0n, seed])).toArray() as number[];
  client.dispose();
  return bits.map((word) => (word >>> 9) * 2 ** -23);
}

describe('seed', () => {
  test.each([0, 1, 12345, 2 ** 53 - 1, 0n, 2n ** 63n, 2n ** 64n - 1n])('%p is the key of the stream', async (seed) => {
    expect(await drawn({ seed })).toEqual(await expected(BigInt(seed)));
  });

  test('left out it is 0', async () => {
    expect(await drawn({})).toEqual(await expected(0n));
  });

  test('no number depends on where it is computed, or on how many threads', async () => {
    const count = 100_003;
    const numbers = await expected(7n, count);
    expect(await drawn({ seed: 7, worker: false }, count)).toEqual(numbers);
    expect(await drawn({ seed: 7, worker: true }, count)).toEqual(numbers);
    expect(await drawn({ seed: 7, threads: 2 }, count)).toEqual(numbers);
  });

  test('an engine that replaces a lost one has it too', async () => {
    const client = await Client.create({ seed: 99 });
    const executable = await client.compile(uniforms(5));
    await expectError(() => (client as unknown as Trapping)[internal].trap(), { code: 'ABORTED' });
    expect((await executable.run()).toArray()).toEqual(await expected(99n));
    client.dispose();
  });

  test.each([-1, 0.5, 2 ** 53, NaN, '1', null, -1n, 2n ** 64n])('%p is refused', async (seed) => {
    await expectError(() => Client.create({ seed } as never), { code: 'INVALID_ARGUMENT', rule: 'js.c22' });
  });
});

describe('many numbers', () => {
  const count = 1 << 20;

  async function numbers(make: (b: XlaBuilder) => void): Promise<Float32Array> {
    const b = new XlaBuilder('many');
    make(b);
    const client = await Client.create({ seed: 2024 });
    const { data } = await (await client.compile(b.build())).run();
    client.dispose();
    return data as Float32Array;
  }
  const mean = (data: Float32Array, f: (x: number) => number): number =>
    data.reduce((sum, x) => sum + f(x), 0) / data.length;

  // A mean of n numbers of deviation s is off by s / sqrt(n): the bounds are five times that.
  const bound = (deviation: number): number => (5 * deviation) / Math.sqrt(count);

  test('are uniform', async () => {
    const data = await numbers((b) => b.rngUniform(0, 1, f32(count)));
    expect(data.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(Math.abs(mean(data, (x) => x) - 1 / 2)).toBeLessThan(bound(Math.sqrt(1 / 12)));
    expect(Math.abs(mean(data, (x) => (x - 0.5) ** 2) - 1 / 12)).toBeLessThan(bound(Math.sqrt(1 / 180)));
    // In 256 classes of 4096 numbers each, chi-squared has mean 255 and deviation 22.6.
    const classes = new Float64Array(256);
    for (const x of data) classes[Math.floor(x * 256)]! += 1;
    const chi = classes.reduce((sum, n) => sum + (n - 4096) ** 2 / 4096, 0);
    expect(Math.abs(chi - 255)).toBeLessThan(5 * Math.sqrt(510));
    // Neighbors do not depend on each other.
    let products = 0;
    for (let i = 1; i < count; ++i) products += (data[i]! - 0.5) * (data[i - 1]! - 0.5);
    expect(Math.abs(products / (count - 1))).toBeLessThan(bound(1 / 12));
  });

  test('are normal', async () => {
    const data = await numbers((b) => b.rngNormal(3, 2, f32(count)));
    const z = data.map((x) => (x - 3) / 2);
    expect(Math.abs(mean(z, (x) => x))).toBeLessThan(bound(1));
    expect(Math.abs(mean(z, (x) => x ** 2) - 1)).toBeLessThan(bound(Math.sqrt(2)));
    expect(Math.abs(mean(z, (x) => x ** 3))).toBeLessThan(bound(Math.sqrt(15)));
    expect(Math.abs(mean(z, (x) => x ** 4) - 3)).toBeLessThan(bound(Math.sqrt(96)));
    // The distribution function at five places.
    for (const [place, below] of [
      [-2, 0.0227501],
      [-1, 0.1586553],
      [0, 0.5],
      [1, 0.8413447],
      [2, 0.9772499],
    ]) {
      const part = mean(z, (x) => (x < place! ? 1 : 0));
      expect(Math.abs(part - below!)).toBeLessThan(bound(Math.sqrt(below! * (1 - below!))));
    }
    // One of each pair is a sine, the other a cosine.
    let products = 0;
    for (let i = 0; i < count; i += 2) products += z[i]! * z[i + 1]!;
    expect(Math.abs(products / (count / 2))).toBeLessThan(bound(1) * Math.SQRT2);
  });
});
