/**
 * Random numbers of explicit keys, with the bits of jax.random: threefry keys and `jax_threefry_partitionable=True`,
 * which is JAX's default since version 0.5. Keys are operations u32[2].
 *
 *     const dropout = jit((key, x) => {
 *       const [own, next] = random.split(key);
 *       const kept = random.bernoulli(own, 0.9, x.shape.dimensions);
 *       return { x: np.where(kept, x, 0), key: next };
 *     });
 *     await dropout(Uint32Array.of(0, 42), x);   // with the key of seed 42
 */

export {
  bernoulli,
  exponential,
  gumbel,
  normal,
  truncatedNormal,
  uniform,
  type FloatOptions,
  type UniformOptions,
} from './floats.js';
export { randint, type IntegerOptions } from './integers.js';
export { bits, foldIn, key, split } from './keys.js';
export * from './names.js';
export {
  categorical,
  choice,
  permutation,
  type CategoricalOptions,
  type ChoiceOptions,
  type PermutationOptions,
} from './choices.js';
