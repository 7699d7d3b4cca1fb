/**
 * `np`: NumPy's functions on operations, with the names, the order of arguments and the defaults of jax.numpy, in
 * camelCase. Shapes are broadcast as NumPy does. Optional arguments are in one object, and a lone one may be written
 * without it: `np.sum(x, -1)`, `np.sum(x, { axis: -1, keepdims: true })`.
 *
 * Operands have one element type, or are numbers: nothing is converted but by {@link astype}.
 */

export type { AxisOption, DiagonalOptions } from './arrays.js';
export * from './absent-names.js';
export * from './binary.js';
export * from './creation.js';
export * from './cumulative.js';
export * from './curves.js';
export * from './elementwise.js';
export { expr, type FormulaValue } from './expression.js';
export * as fft from './fft-names.js';
export * as linalg from './linalg-names.js';
export * from './names.js';
export type { Axis } from './operands.js';
export * from './products.js';
export * from './reductions.js';
export * from './selection.js';
export * from './shape.js';
export * from './sorting.js';
