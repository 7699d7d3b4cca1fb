/**
 * NumPy's broadcasting, for those who want it: wrappers of the binary builder functions that align operands of
 * different rank at their last dimensions. The builder itself stays strict; what these functions do is to say its
 * `broadcastDimensions` for you.
 *
 *     numpy.add(b, matrix, vector);   // b.add(matrix, vector, { broadcastDimensions: [1] })
 */

export * from './generated/numpy-functions.js';
export { broadcastDimensions } from './numpy-align.js';
