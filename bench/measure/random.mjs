// Inputs: the same numbers in every process and for every library.

/** `count` floats, evenly spread over [low, high), from a seed. */
export function uniform(count, seed, low = -1, high = 1) {
  const values = new Float32Array(count);
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  for (let i = 0; i < count; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    values[i] = low + (high - low) * ((state >>> 0) / 2 ** 32);
  }
  return values;
}

/** `count` integers of [0, limit). */
export function indices(count, seed, limit) {
  return Int32Array.from(uniform(count, seed, 0, limit), (x) => Math.min(Math.floor(x), limit - 1));
}

/** Weights as in a new layer: their spread preserves the size of the values that pass through. */
export function weights(count, seed, fan) {
  const bound = Math.sqrt(6 / fan);
  return uniform(count, seed, -bound, bound);
}
