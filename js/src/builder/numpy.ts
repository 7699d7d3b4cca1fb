/**
 * NumPy's broadcasting: wrappers of the binary builder functions that align operands of different rank at their last
 * dimensions. The builder itself stays strict; these functions fill in its `broadcastDimensions` for you.
 *
 *     numpy.add(b, matrix, vector);   // b.add(matrix, vector, { broadcastDimensions: [1] })
 */

import { otherNumpyName } from './other-names.js';

export * from '../generated/numpy-functions.js';
export { broadcastDimensions } from './numpy-align.js';

// NumPy's own names: each throws an error with the name that it has here.
/** @internal */
export const subtract = /* @__PURE__ */ otherNumpyName('subtract');
/** @internal */
export const multiply = /* @__PURE__ */ otherNumpyName('multiply');
/** @internal */
export const divide = /* @__PURE__ */ otherNumpyName('divide');
/** @internal */
export const power = /* @__PURE__ */ otherNumpyName('power');
/** @internal */
export const remainder = /* @__PURE__ */ otherNumpyName('remainder');
/** @internal */
export const mod = /* @__PURE__ */ otherNumpyName('mod');
/** @internal */
export const maximum = /* @__PURE__ */ otherNumpyName('maximum');
/** @internal */
export const minimum = /* @__PURE__ */ otherNumpyName('minimum');
/** @internal */
export const equal = /* @__PURE__ */ otherNumpyName('equal');
/** @internal */
export const notEqual = /* @__PURE__ */ otherNumpyName('notEqual');
/** @internal */
export const less = /* @__PURE__ */ otherNumpyName('less');
/** @internal */
export const lessEqual = /* @__PURE__ */ otherNumpyName('lessEqual');
/** @internal */
export const greater = /* @__PURE__ */ otherNumpyName('greater');
/** @internal */
export const greaterEqual = /* @__PURE__ */ otherNumpyName('greaterEqual');
/** @internal */
export const logicalAnd = /* @__PURE__ */ otherNumpyName('logicalAnd');
/** @internal */
export const logicalOr = /* @__PURE__ */ otherNumpyName('logicalOr');
/** @internal */
export const logicalXor = /* @__PURE__ */ otherNumpyName('logicalXor');
/** @internal */
export const bitwiseAnd = /* @__PURE__ */ otherNumpyName('bitwiseAnd');
/** @internal */
export const bitwiseOr = /* @__PURE__ */ otherNumpyName('bitwiseOr');
/** @internal */
export const bitwiseXor = /* @__PURE__ */ otherNumpyName('bitwiseXor');
