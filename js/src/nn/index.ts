/** `nn`: functions of neural networks on operations, with the names and defaults of jax.nn in camelCase. */

export * from './activations.js';
export * from './layers.js';
export * from './names.js';
export * from './normalization.js';
