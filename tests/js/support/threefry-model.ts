// jax.random in plain JavaScript, with threefry keys and jax_threefry_partitionable=True: slow and obvious on purpose. It
// shares no code with the package, and is the oracle of its module random.

export type Key = readonly [number, number];

/** ThreeFry-2x32 with 20 rounds, as in the paper: the two words of a counter. */
export function threefry2x32([k0, k1]: Key, [c0, c1]: Key): Key {
  const keys = [k0, k1, (k0 ^ k1 ^ 0x1bd11bda) >>> 0];
  const distances = [13, 15, 26, 6, 17, 29, 16, 24];
  let x = (c0 + k0) >>> 0;
  let y = (c1 + k1) >>> 0;
  for (let round = 0; round < 20; round++) {
    const distance = distances[round % 8] as number;
    x = (x + y) >>> 0;
    y = (((y << distance) | (y >>> (32 - distance))) ^ x) >>> 0;
    if (round % 4 !== 3) continue;
    const injection = (round + 1) / 4;
    x = (x + (keys[injection % 3] as number)) >>> 0;
    y = (y + (keys[(injection + 1) % 3] as number) + injection) >>> 0;
  }
  return [x, y];
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export const keyOf = (seed: number | bigint): Key => [Number(BigInt(seed) >> 32n), Number(BigInt(seed) & 0xffffffffn)];
export const split = (key: Key, n = 2): Key[] => upTo(n).map((i) => threefry2x32(key, [0, i]));
export const foldIn = (key: Key, data: number): Key => threefry2x32(key, [0, data]);

export const bits32 = (key: Key, n: number): number[] => split(key, n).map(([x, y]) => (x ^ y) >>> 0);
export const bits64 = (key: Key, n: number): bigint[] => split(key, n).map(([x, y]) => (BigInt(x) << 32n) | BigInt(y));

/** F32 numbers of [0, 1): the upper 23 bits. */
export const uniform = (key: Key, n: number): number[] => bits32(key, n).map((bits) => (bits >>> 9) * 2 ** -23);

/** Integers of 32 or 64 bits of [minval, maxval), as bigints. */
export function randint(key: Key, n: number, minval: bigint, maxval: bigint, width: 32 | 64): bigint[] {
  const [first, second] = split(key) as [Key, Key];
  const draw = (part: Key): bigint[] => (width === 64 ? bits64(part, n) : bits32(part, n).map(BigInt));
  const [upper, lower] = [draw(first), draw(second)];
  const span = maxval > minval ? maxval - minval : 1n;
  const wrap = (x: bigint): bigint => BigInt.asUintN(width, x);
  // Products and sums wrap around, as those of unsigned integers do. A span of all integers wraps to 0, of which a
  // remainder is the number itself.
  const rem = (x: bigint): bigint => (wrap(span) === 0n ? x : x % wrap(span));
  const half = rem(1n << BigInt(width / 2));
  const multiplier = rem(wrap(half * half));
  return upTo(n).map((i) => {
    const scaled = wrap(rem(upper[i] as bigint) * multiplier);
    return minval + rem(wrap(scaled + rem(lower[i] as bigint)));
  });
}

/** The order in which values come after sorts by random keys; of arrays of `size` elements, whose first n are keys. */
export function permutation(key: Key, n: number): number[] {
  let order = upTo(n);
  let next = key;
  const rounds = Math.ceil((3 * Math.log(Math.max(1, n))) / Math.log(2 ** 32 - 1));
  for (let round = 0; round < rounds; round++) {
    const [rest, part] = split(next) as [Key, Key];
    const keys = bits32(part, n);
    const places = upTo(n).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
    order = places.map((place) => order[place] as number);
    next = rest;
  }
  return order;
}

/** Gumbel numbers, in 64 bits; the uniform ones below them are rounded to F32 as XLA does. */
export const gumbel = (key: Key, n: number): number[] => {
  const tiny = Math.fround(2 ** -126);
  const scale = Math.fround(1 - tiny);
  return uniform(key, n).map((unit) => {
    const number = Math.max(tiny, Math.fround(Math.fround(unit * scale) + tiny));
    return -Math.log(-Math.log(number));
  });
};
