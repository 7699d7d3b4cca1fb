/** `np.linalg`: its functions, and the other names of jax.numpy.linalg, which throw errors. */

import { otherNpName } from '../builder/other-names.js';

export * from './linalg.js';

/** @internal */
export const cross = /* @__PURE__ */ otherNpName('cross', 'use np.cross(...)', 'np.linalg');
/** @internal */
export const diagonal = /* @__PURE__ */ otherNpName('diagonal', 'use np.diagonal(...)', 'np.linalg');
/** @internal */
export const dot = /* @__PURE__ */ otherNpName('dot', 'use np.dot(...)', 'np.linalg');
/** @internal */
export const eig = /* @__PURE__ */ otherNpName(
  'eig',
  'use np.linalg.eigh(...) for matrices that are equal to their transposes',
  'np.linalg',
);
/** @internal */
export const eigvals = /* @__PURE__ */ otherNpName(
  'eigvals',
  'use np.linalg.eigvalsh(...) for matrices that are equal to their transposes',
  'np.linalg',
);
/** @internal */
export const inverse = /* @__PURE__ */ otherNpName('inverse', 'use np.linalg.inv(...)', 'np.linalg');
/** @internal */
export const matmul = /* @__PURE__ */ otherNpName('matmul', 'use np.matmul(...)', 'np.linalg');
/** @internal */
export const matrixNorm = /* @__PURE__ */ otherNpName('matrixNorm', 'use np.linalg.norm(...)', 'np.linalg');
/** @internal */
export const matrixTranspose = /* @__PURE__ */ otherNpName(
  'matrixTranspose',
  'use np.matrixTranspose(...)',
  'np.linalg',
);
/** @internal */
export const matrix_norm = /* @__PURE__ */ otherNpName('matrix_norm', 'use np.linalg.norm(...)', 'np.linalg');
/** @internal */
export const matrix_power = /* @__PURE__ */ otherNpName('matrix_power', 'use np.linalg.matrixPower(...)', 'np.linalg');
/** @internal */
export const matrix_rank = /* @__PURE__ */ otherNpName('matrix_rank', 'use np.linalg.matrixRank(...)', 'np.linalg');
/** @internal */
export const matrix_transpose = /* @__PURE__ */ otherNpName(
  'matrix_transpose',
  'use np.matrixTranspose(...)',
  'np.linalg',
);
/** @internal */
export const multi_dot = /* @__PURE__ */ otherNpName('multi_dot', 'use np.linalg.multiDot(...)', 'np.linalg');
/** @internal */
export const outer = /* @__PURE__ */ otherNpName('outer', 'use np.outer(...)', 'np.linalg');
/** @internal */
export const tensordot = /* @__PURE__ */ otherNpName('tensordot', 'use np.tensordot(...)', 'np.linalg');
/** @internal */
export const tensorinv = /* @__PURE__ */ otherNpName(
  'tensorinv',
  'use np.linalg.inv(...) after np.reshape(...)',
  'np.linalg',
);
/** @internal */
export const tensorsolve = /* @__PURE__ */ otherNpName(
  'tensorsolve',
  'use np.linalg.solve(...) after np.reshape(...)',
  'np.linalg',
);
/** @internal */
export const trace = /* @__PURE__ */ otherNpName('trace', 'use np.trace(...)', 'np.linalg');
/** @internal */
export const vecdot = /* @__PURE__ */ otherNpName('vecdot', 'use np.vecdot(...)', 'np.linalg');
/** @internal */
export const vectorNorm = /* @__PURE__ */ otherNpName('vectorNorm', 'use np.linalg.norm(...)', 'np.linalg');
/** @internal */
export const vector_norm = /* @__PURE__ */ otherNpName('vector_norm', 'use np.linalg.norm(...)', 'np.linalg');
