/** Names of jax.random and of other libraries: each throws an error with what does it here. */

import { absentName, otherNpName } from '../builder/other-names.js';

/** @internal */
export const PRNGKey = /* @__PURE__ */ otherNpName('PRNGKey', 'use random.key(...)', 'random');
/** @internal */
export const ball = /* @__PURE__ */ otherNpName('ball', 'start from random.normal(...)', 'random');
/** @internal */
export const beta = /* @__PURE__ */ absentName('beta', 'random');
/** @internal */
export const binomial = /* @__PURE__ */ absentName('binomial', 'random');
/** @internal */
export const cauchy = /* @__PURE__ */ otherNpName('cauchy', 'start from random.uniform(...)', 'random');
/** @internal */
export const chisquare = /* @__PURE__ */ otherNpName('chisquare', 'start from random.normal(...)', 'random');
/** @internal */
export const clone = /* @__PURE__ */ otherNpName('clone', 'use the key itself', 'random');
/** @internal */
export const default_rng = /* @__PURE__ */ otherNpName('default_rng', 'use random.key(...)', 'random');
/** @internal */
export const dirichlet = /* @__PURE__ */ absentName('dirichlet', 'random');
/** @internal */
export const double_sided_maxwell = /* @__PURE__ */ otherNpName(
  'double_sided_maxwell',
  'start from random.normal(...)',
  'random',
);
/** @internal */
export const f = /* @__PURE__ */ absentName('f', 'random');
/** @internal */
export const fold_in = /* @__PURE__ */ otherNpName('fold_in', 'use random.foldIn(...)', 'random');
/** @internal */
export const gamma = /* @__PURE__ */ absentName('gamma', 'random');
/** @internal */
export const generalized_normal = /* @__PURE__ */ absentName('generalized_normal', 'random');
/** @internal */
export const geometric = /* @__PURE__ */ otherNpName('geometric', 'start from random.uniform(...)', 'random');
/** @internal */
export const integers = /* @__PURE__ */ otherNpName('integers', 'use random.randint(...)', 'random');
/** @internal */
export const keyData = /* @__PURE__ */ otherNpName(
  'keyData',
  'use the key itself: it is an operation u32[2]',
  'random',
);
/** @internal */
export const key_data = /* @__PURE__ */ otherNpName(
  'key_data',
  'use the key itself: it is an operation u32[2]',
  'random',
);
/** @internal */
export const key_impl = /* @__PURE__ */ otherNpName('key_impl', 'keys are those of threefry2x32', 'random');
/** @internal */
export const laplace = /* @__PURE__ */ otherNpName('laplace', 'start from random.uniform(...)', 'random');
/** @internal */
export const loggamma = /* @__PURE__ */ absentName('loggamma', 'random');
/** @internal */
export const logistic = /* @__PURE__ */ otherNpName('logistic', 'start from random.uniform(...)', 'random');
/** @internal */
export const lognormal = /* @__PURE__ */ otherNpName('lognormal', 'write np.exp(random.normal(key, shape))', 'random');
/** @internal */
export const maxwell = /* @__PURE__ */ otherNpName('maxwell', 'start from random.normal(...)', 'random');
/** @internal */
export const multinomial = /* @__PURE__ */ otherNpName('multinomial', 'count random.categorical(...)', 'random');
/** @internal */
export const multivariate_normal = /* @__PURE__ */ otherNpName(
  'multivariate_normal',
  'start from random.normal(...)',
  'random',
);
/** @internal */
export const orthogonal = /* @__PURE__ */ otherNpName('orthogonal', 'start from random.normal(...)', 'random');
/** @internal */
export const pareto = /* @__PURE__ */ otherNpName('pareto', 'start from random.exponential(...)', 'random');
/** @internal */
export const poisson = /* @__PURE__ */ absentName('poisson', 'random');
/** @internal */
export const prngKey = /* @__PURE__ */ otherNpName('prngKey', 'use random.key(...)', 'random');
/** @internal */
export const rademacher = /* @__PURE__ */ otherNpName('rademacher', 'start from random.bernoulli(...)', 'random');
/** @internal */
export const rand = /* @__PURE__ */ otherNpName('rand', 'use random.uniform(...)', 'random');
/** @internal */
export const randInt = /* @__PURE__ */ otherNpName('randInt', 'use random.randint(...)', 'random');
/** @internal */
export const rand_int = /* @__PURE__ */ otherNpName('rand_int', 'use random.randint(...)', 'random');
/** @internal */
export const randn = /* @__PURE__ */ otherNpName('randn', 'use random.normal(...)', 'random');
/** @internal */
export const random = /* @__PURE__ */ otherNpName('random', 'use random.uniform(...)', 'random');
/** @internal */
export const rayleigh = /* @__PURE__ */ otherNpName('rayleigh', 'start from random.uniform(...)', 'random');
/** @internal */
export const rbg_key = /* @__PURE__ */ otherNpName('rbg_key', 'use random.key(...)', 'random');
/** @internal */
export const seed = /* @__PURE__ */ otherNpName('seed', 'use random.key(...)', 'random');
/** @internal */
export const shuffle = /* @__PURE__ */ otherNpName('shuffle', 'use random.permutation(...)', 'random');
/** @internal */
export const standard_normal = /* @__PURE__ */ otherNpName('standard_normal', 'use random.normal(...)', 'random');
/** @internal */
export const t = /* @__PURE__ */ absentName('t', 'random');
/** @internal */
export const threefry2x32_key = /* @__PURE__ */ otherNpName('threefry2x32_key', 'use random.key(...)', 'random');
/** @internal */
export const triangular = /* @__PURE__ */ otherNpName('triangular', 'start from random.uniform(...)', 'random');
/** @internal */
export const truncated_normal = /* @__PURE__ */ otherNpName(
  'truncated_normal',
  'use random.truncatedNormal(...)',
  'random',
);
/** @internal */
export const unsafe_rbg_key = /* @__PURE__ */ otherNpName('unsafe_rbg_key', 'use random.key(...)', 'random');
/** @internal */
export const wald = /* @__PURE__ */ absentName('wald', 'random');
/** @internal */
export const weibull_min = /* @__PURE__ */ otherNpName('weibull_min', 'start from random.uniform(...)', 'random');
/** @internal */
export const wrap_key_data = /* @__PURE__ */ otherNpName(
  'wrap_key_data',
  'use the data itself: a key is an operation u32[2]',
  'random',
);
