/** Names of other libraries, and other spellings: each throws an error with the name that the function has in `np`. */

import { otherNpName } from '../builder/other-names.js';

/** @internal */
export const absolute = /* @__PURE__ */ otherNpName('absolute', 'use np.abs(...)');
/** @internal */
export const acos = /* @__PURE__ */ otherNpName('acos', 'use np.arccos(...)');
/** @internal */
export const acosh = /* @__PURE__ */ otherNpName('acosh', 'use np.arccosh(...)');
/** @internal */
export const amax = /* @__PURE__ */ otherNpName('amax', 'use np.max(...)');
/** @internal */
export const amin = /* @__PURE__ */ otherNpName('amin', 'use np.min(...)');
/** @internal */
export const and = /* @__PURE__ */ otherNpName('and', 'use np.logicalAnd(...)');
/** @internal */
export const arg_max = /* @__PURE__ */ otherNpName('arg_max', 'use np.argmax(...)');
/** @internal */
export const arg_min = /* @__PURE__ */ otherNpName('arg_min', 'use np.argmin(...)');
/** @internal */
export const arg_where = /* @__PURE__ */ otherNpName('arg_where', 'use np.argwhere(...)');
/** @internal */
export const argMax = /* @__PURE__ */ otherNpName('argMax', 'use np.argmax(...)');
/** @internal */
export const argMin = /* @__PURE__ */ otherNpName('argMin', 'use np.argmin(...)');
/** @internal */
export const argWhere = /* @__PURE__ */ otherNpName('argWhere', 'use np.argwhere(...)');
/** @internal */
export const around = /* @__PURE__ */ otherNpName('around', 'use np.round(...)');
/** @internal */
export const array_equal = /* @__PURE__ */ otherNpName('array_equal', 'use np.arrayEqual(...)');
/** @internal */
export const array_equiv = /* @__PURE__ */ otherNpName('array_equiv', 'write np.all(np.equal(x, y))');
/** @internal */
export const array_split = /* @__PURE__ */ otherNpName('array_split', 'use np.arraySplit(...)');
/** @internal */
export const as_type = /* @__PURE__ */ otherNpName('as_type', 'use np.astype(...)');
/** @internal */
export const asarray = /* @__PURE__ */ otherNpName('asarray', 'use np.array(...)');
/** @internal */
export const asin = /* @__PURE__ */ otherNpName('asin', 'use np.arcsin(...)');
/** @internal */
export const asinh = /* @__PURE__ */ otherNpName('asinh', 'use np.arcsinh(...)');
/** @internal */
export const asnumpy = /* @__PURE__ */ otherNpName(
  'asnumpy',
  'run the program: await executable.run(...) gives a Literal',
);
/** @internal */
export const asType = /* @__PURE__ */ otherNpName('asType', 'use np.astype(...)');
/** @internal */
export const atan = /* @__PURE__ */ otherNpName('atan', 'use np.arctan(...)');
/** @internal */
export const atan2 = /* @__PURE__ */ otherNpName('atan2', 'use np.arctan2(...)');
/** @internal */
export const atanh = /* @__PURE__ */ otherNpName('atanh', 'use np.arctanh(...)');
/** @internal */
export const atleast_1d = /* @__PURE__ */ otherNpName('atleast_1d', 'use np.atleast1d(...)');
/** @internal */
export const atleast_2d = /* @__PURE__ */ otherNpName('atleast_2d', 'use np.atleast2d(...)');
/** @internal */
export const atleast_3d = /* @__PURE__ */ otherNpName('atleast_3d', 'use np.atleast3d(...)');
/** @internal */
export const bit_count = /* @__PURE__ */ otherNpName('bit_count', 'use np.bitwiseCount(...)');
/** @internal */
export const bitCount = /* @__PURE__ */ otherNpName('bitCount', 'use np.bitwiseCount(...)');
/** @internal */
export const bitwise_and = /* @__PURE__ */ otherNpName('bitwise_and', 'use np.bitwiseAnd(...)');
/** @internal */
export const bitwise_count = /* @__PURE__ */ otherNpName('bitwise_count', 'use np.bitwiseCount(...)');
/** @internal */
export const bitwise_invert = /* @__PURE__ */ otherNpName('bitwise_invert', 'use np.bitwiseNot(...)');
/** @internal */
export const bitwise_left_shift = /* @__PURE__ */ otherNpName('bitwise_left_shift', 'use np.leftShift(...)');
/** @internal */
export const bitwise_not = /* @__PURE__ */ otherNpName('bitwise_not', 'use np.bitwiseNot(...)');
/** @internal */
export const bitwise_or = /* @__PURE__ */ otherNpName('bitwise_or', 'use np.bitwiseOr(...)');
/** @internal */
export const bitwise_right_shift = /* @__PURE__ */ otherNpName('bitwise_right_shift', 'use np.rightShift(...)');
/** @internal */
export const bitwise_xor = /* @__PURE__ */ otherNpName('bitwise_xor', 'use np.bitwiseXor(...)');
/** @internal */
export const bitwiseInvert = /* @__PURE__ */ otherNpName('bitwiseInvert', 'use np.bitwiseNot(...)');
/** @internal */
export const bitwiseLeftShift = /* @__PURE__ */ otherNpName('bitwiseLeftShift', 'use np.leftShift(...)');
/** @internal */
export const bitwiseRightShift = /* @__PURE__ */ otherNpName('bitwiseRightShift', 'use np.rightShift(...)');
/** @internal */
export const block = /* @__PURE__ */ otherNpName('block', 'use np.concatenate(...), once for each axis');
/** @internal */
export const broadcast_arrays = /* @__PURE__ */ otherNpName('broadcast_arrays', 'use np.broadcastArrays(...)');
/** @internal */
export const broadcast_shapes = /* @__PURE__ */ otherNpName('broadcast_shapes', 'use np.broadcastShapes(...)');
/** @internal */
export const broadcast_to = /* @__PURE__ */ otherNpName('broadcast_to', 'use np.broadcastTo(...)');
/** @internal */
export const cast = /* @__PURE__ */ otherNpName('cast', 'use np.astype(...)');
/** @internal */
export const ceiling = /* @__PURE__ */ otherNpName('ceiling', 'use np.ceil(...)');
/** @internal */
export const cholesky = /* @__PURE__ */ otherNpName('cholesky', 'use np.linalg.cholesky(...)');
/** @internal */
export const clamp = /* @__PURE__ */ otherNpName('clamp', 'use np.clip(...)');
/** @internal */
export const column_stack = /* @__PURE__ */ otherNpName('column_stack', 'use np.columnStack(...)');
/** @internal */
export const compress = /* @__PURE__ */ otherNpName(
  'compress',
  'write np.take(x, np.flatnonzero(condition, { size }), axis)',
);
/** @internal */
export const concat = /* @__PURE__ */ otherNpName('concat', 'use np.concatenate(...)');
/** @internal */
export const conjugate = /* @__PURE__ */ otherNpName('conjugate', 'use np.conj(...)');
/** @internal */
export const constant = /* @__PURE__ */ otherNpName('constant', 'use np.array(...)');
/** @internal */
export const convert_element_type = /* @__PURE__ */ otherNpName('convert_element_type', 'use np.astype(...)');
/** @internal */
export const convertElementType = /* @__PURE__ */ otherNpName('convertElementType', 'use np.astype(...)');
/** @internal */
export const copy = /* @__PURE__ */ otherNpName('copy', 'operations never change: use the operation itself');
/** @internal */
export const correlate = /* @__PURE__ */ otherNpName('correlate', "write np.convolve(x, np.flip(y), 'valid')");
/** @internal */
export const count_nonzero = /* @__PURE__ */ otherNpName('count_nonzero', 'use np.countNonzero(...)');
/** @internal */
export const cumulative_max = /* @__PURE__ */ otherNpName('cumulative_max', 'use np.cummax(...)');
/** @internal */
export const cumulative_prod = /* @__PURE__ */ otherNpName('cumulative_prod', 'use np.cumprod(...)');
/** @internal */
export const cumulative_sum = /* @__PURE__ */ otherNpName('cumulative_sum', 'use np.cumsum(...)');
/** @internal */
export const cumulativeMax = /* @__PURE__ */ otherNpName('cumulativeMax', 'use np.cummax(...)');
/** @internal */
export const cumulativeProd = /* @__PURE__ */ otherNpName('cumulativeProd', 'use np.cumprod(...)');
/** @internal */
export const cumulativeSum = /* @__PURE__ */ otherNpName('cumulativeSum', 'use np.cumsum(...)');
/** @internal */
export const degrees = /* @__PURE__ */ otherNpName('degrees', 'use np.rad2deg(...)');
/** @internal */
export const det = /* @__PURE__ */ otherNpName('det', 'use np.linalg.det(...)');
/** @internal */
export const diagflat = /* @__PURE__ */ otherNpName('diagflat', 'use np.diag(...)');
/** @internal */
export const div = /* @__PURE__ */ otherNpName('div', 'use np.divide(...)');
/** @internal */
export const dsplit = /* @__PURE__ */ otherNpName('dsplit', 'write np.split(x, parts, 2)');
/** @internal */
export const dtype = /* @__PURE__ */ otherNpName('dtype', 'read x.shape.type');
/** @internal */
export const eigh = /* @__PURE__ */ otherNpName('eigh', 'use np.linalg.eigh(...)');
/** @internal */
export const empty = /* @__PURE__ */ otherNpName('empty', 'use np.zeros(...)');
/** @internal */
export const empty_like = /* @__PURE__ */ otherNpName('empty_like', 'use np.zerosLike(...)');
/** @internal */
export const emptyLike = /* @__PURE__ */ otherNpName('emptyLike', 'use np.zerosLike(...)');
/** @internal */
export const eq = /* @__PURE__ */ otherNpName('eq', 'use np.equal(...)');
/** @internal */
export const erf = /* @__PURE__ */ otherNpName('erf', 'write x.builder.erf(x)');
/** @internal */
export const expand_dims = /* @__PURE__ */ otherNpName('expand_dims', 'use np.expandDims(...)');
/** @internal */
export const expit = /* @__PURE__ */ otherNpName('expit', 'use nn.sigmoid(...)');
/** @internal */
export const extract = /* @__PURE__ */ otherNpName('extract', 'write np.take(x, np.flatnonzero(condition, { size }))');
/** @internal */
export const fabs = /* @__PURE__ */ otherNpName('fabs', 'use np.abs(...)');
/** @internal */
export const fft2 = /* @__PURE__ */ otherNpName('fft2', 'use np.fft.fft2(...)');
/** @internal */
export const fill = /* @__PURE__ */ otherNpName('fill', 'use np.full(...)');
/** @internal */
export const fill_diagonal = /* @__PURE__ */ otherNpName(
  'fill_diagonal',
  "write np.where(np.eye(n, { dtype: 'PRED' }), value, x)",
);
/** @internal */
export const fix = /* @__PURE__ */ otherNpName('fix', 'use np.trunc(...)');
/** @internal */
export const flatten = /* @__PURE__ */ otherNpName('flatten', 'use np.ravel(...)');
/** @internal */
export const float_power = /* @__PURE__ */ otherNpName('float_power', "write np.power(np.astype(x, 'F64'), y)");
/** @internal */
export const floatPower = /* @__PURE__ */ otherNpName('floatPower', "write np.power(np.astype(x, 'F64'), y)");
/** @internal */
export const floor_div = /* @__PURE__ */ otherNpName('floor_div', 'use np.floorDivide(...)');
/** @internal */
export const floor_divide = /* @__PURE__ */ otherNpName('floor_divide', 'use np.floorDivide(...)');
/** @internal */
export const floorDiv = /* @__PURE__ */ otherNpName('floorDiv', 'use np.floorDivide(...)');
/** @internal */
export const full_like = /* @__PURE__ */ otherNpName('full_like', 'use np.fullLike(...)');
/** @internal */
export const gather = /* @__PURE__ */ otherNpName('gather', 'use np.take(...)');
/** @internal */
export const ge = /* @__PURE__ */ otherNpName('ge', 'use np.greaterEqual(...)');
/** @internal */
export const gelu = /* @__PURE__ */ otherNpName('gelu', 'use nn.gelu(...)');
/** @internal */
export const greater_equal = /* @__PURE__ */ otherNpName('greater_equal', 'use np.greaterEqual(...)');
/** @internal */
export const greater_than = /* @__PURE__ */ otherNpName('greater_than', 'use np.greater(...)');
/** @internal */
export const greaterThan = /* @__PURE__ */ otherNpName('greaterThan', 'use np.greater(...)');
/** @internal */
export const gt = /* @__PURE__ */ otherNpName('gt', 'use np.greater(...)');
/** @internal */
export const histogram = /* @__PURE__ */ otherNpName('histogram', 'write np.bincount(np.digitize(x, edges), length)');
/** @internal */
export const i0 = /* @__PURE__ */ otherNpName('i0', 'write np.multiply(x.builder.besselI0e(x), np.exp(np.abs(x)))');
/** @internal */
export const ifft = /* @__PURE__ */ otherNpName('ifft', 'use np.fft.ifft(...)');
/** @internal */
export const insert = /* @__PURE__ */ otherNpName(
  'insert',
  'cut with np.split(...), and join with np.concatenate(...)',
);
/** @internal */
export const inv = /* @__PURE__ */ otherNpName('inv', 'use np.linalg.inv(...)');
/** @internal */
export const invert = /* @__PURE__ */ otherNpName('invert', 'use np.bitwiseNot(...)');
/** @internal */
export const invert_matrix = /* @__PURE__ */ otherNpName('invert_matrix', 'use np.linalg.inv(...)');
/** @internal */
export const invertMatrix = /* @__PURE__ */ otherNpName('invertMatrix', 'use np.linalg.inv(...)');
/** @internal */
export const iota = /* @__PURE__ */ otherNpName('iota', 'use np.arange(...)');
/** @internal */
export const irfft = /* @__PURE__ */ otherNpName('irfft', 'use np.fft.irfft(...)');
/** @internal */
export const is_finite = /* @__PURE__ */ otherNpName('is_finite', 'use np.isfinite(...)');
/** @internal */
export const is_inf = /* @__PURE__ */ otherNpName('is_inf', 'use np.isinf(...)');
/** @internal */
export const is_na_n = /* @__PURE__ */ otherNpName('is_na_n', 'use np.isnan(...)');
/** @internal */
export const is_nan = /* @__PURE__ */ otherNpName('is_nan', 'use np.isnan(...)');
/** @internal */
export const iscomplex = /* @__PURE__ */ otherNpName('iscomplex', 'write np.notEqual(np.imag(x), 0)');
/** @internal */
export const isFinite = /* @__PURE__ */ otherNpName('isFinite', 'use np.isfinite(...)');
/** @internal */
export const isInf = /* @__PURE__ */ otherNpName('isInf', 'use np.isinf(...)');
/** @internal */
export const isNan = /* @__PURE__ */ otherNpName('isNan', 'use np.isnan(...)');
/** @internal */
export const isNaN = /* @__PURE__ */ otherNpName('isNaN', 'use np.isnan(...)');
/** @internal */
export const isreal = /* @__PURE__ */ otherNpName('isreal', 'write np.equal(np.imag(x), 0)');
/** @internal */
export const ix_ = /* @__PURE__ */ otherNpName('ix_', 'write np.take(x, indices, axis) for each axis');
/** @internal */
export const ldexp = /* @__PURE__ */ otherNpName('ldexp', 'write np.multiply(x, np.exp2(y))');
/** @internal */
export const le = /* @__PURE__ */ otherNpName('le', 'use np.lessEqual(...)');
/** @internal */
export const left_shift = /* @__PURE__ */ otherNpName('left_shift', 'use np.leftShift(...)');
/** @internal */
export const less_equal = /* @__PURE__ */ otherNpName('less_equal', 'use np.lessEqual(...)');
/** @internal */
export const less_than = /* @__PURE__ */ otherNpName('less_than', 'use np.less(...)');
/** @internal */
export const lessThan = /* @__PURE__ */ otherNpName('lessThan', 'use np.less(...)');
/** @internal */
export const lexsort = /* @__PURE__ */ otherNpName('lexsort', 'use np.argsort(...), from the last key to the first');
/** @internal */
export const load = /* @__PURE__ */ otherNpName('load', 'use readNpy(...)');
/** @internal */
export const log_softmax = /* @__PURE__ */ otherNpName('log_softmax', 'use nn.logSoftmax(...)');
/** @internal */
export const log_sum_exp = /* @__PURE__ */ otherNpName('log_sum_exp', 'use nn.logsumexp(...)');
/** @internal */
export const logical_and = /* @__PURE__ */ otherNpName('logical_and', 'use np.logicalAnd(...)');
/** @internal */
export const logical_not = /* @__PURE__ */ otherNpName('logical_not', 'use np.logicalNot(...)');
/** @internal */
export const logical_or = /* @__PURE__ */ otherNpName('logical_or', 'use np.logicalOr(...)');
/** @internal */
export const logical_xor = /* @__PURE__ */ otherNpName('logical_xor', 'use np.logicalXor(...)');
/** @internal */
export const logistic = /* @__PURE__ */ otherNpName('logistic', 'use nn.sigmoid(...)');
/** @internal */
export const logSoftmax = /* @__PURE__ */ otherNpName('logSoftmax', 'use nn.logSoftmax(...)');
/** @internal */
export const logsumexp = /* @__PURE__ */ otherNpName('logsumexp', 'use nn.logsumexp(...)');
/** @internal */
export const logSumExp = /* @__PURE__ */ otherNpName('logSumExp', 'use nn.logsumexp(...)');
/** @internal */
export const lt = /* @__PURE__ */ otherNpName('lt', 'use np.less(...)');
/** @internal */
export const mat_mul = /* @__PURE__ */ otherNpName('mat_mul', 'use np.matmul(...)');
/** @internal */
export const matMul = /* @__PURE__ */ otherNpName('matMul', 'use np.matmul(...)');
/** @internal */
export const matrix_transpose = /* @__PURE__ */ otherNpName('matrix_transpose', 'use np.matrixTranspose(...)');
/** @internal */
export const matvec = /* @__PURE__ */ otherNpName('matvec', 'use np.matmul(...), or np.einsum(...) for batches');
/** @internal */
export const mod = /* @__PURE__ */ otherNpName('mod', 'use np.remainder(...)');
/** @internal */
export const mul = /* @__PURE__ */ otherNpName('mul', 'use np.multiply(...)');
/** @internal */
export const nan_to_num = /* @__PURE__ */ otherNpName('nan_to_num', 'use np.nanToNum(...)');
/** @internal */
export const nanargmax = /* @__PURE__ */ otherNpName(
  'nanargmax',
  'write np.argmax(np.where(np.isnan(x), -Infinity, x))',
);
/** @internal */
export const nanargmin = /* @__PURE__ */ otherNpName(
  'nanargmin',
  'write np.argmin(np.where(np.isnan(x), Infinity, x))',
);
/** @internal */
export const nancumprod = /* @__PURE__ */ otherNpName('nancumprod', 'write np.cumprod(np.where(np.isnan(x), 1, x))');
/** @internal */
export const nancumsum = /* @__PURE__ */ otherNpName('nancumsum', 'write np.cumsum(np.where(np.isnan(x), 0, x))');
/** @internal */
export const ne = /* @__PURE__ */ otherNpName('ne', 'use np.notEqual(...)');
/** @internal */
export const neg = /* @__PURE__ */ otherNpName('neg', 'use np.negative(...)');
/** @internal */
export const non_zero = /* @__PURE__ */ otherNpName('non_zero', 'use np.nonzero(...)');
/** @internal */
export const nonZero = /* @__PURE__ */ otherNpName('nonZero', 'use np.nonzero(...)');
/** @internal */
export const norm = /* @__PURE__ */ otherNpName('norm', 'use np.linalg.norm(...)');
/** @internal */
export const not = /* @__PURE__ */ otherNpName('not', 'use np.logicalNot(...)');
/** @internal */
export const not_equal = /* @__PURE__ */ otherNpName('not_equal', 'use np.notEqual(...)');
/** @internal */
export const one_hot = /* @__PURE__ */ otherNpName('one_hot', 'use nn.oneHot(...)');
/** @internal */
export const oneHot = /* @__PURE__ */ otherNpName('oneHot', 'use nn.oneHot(...)');
/** @internal */
export const ones_like = /* @__PURE__ */ otherNpName('ones_like', 'use np.onesLike(...)');
/** @internal */
export const or = /* @__PURE__ */ otherNpName('or', 'use np.logicalOr(...)');
/** @internal */
export const permute = /* @__PURE__ */ otherNpName('permute', 'use np.transpose(...)');
/** @internal */
export const permute_dims = /* @__PURE__ */ otherNpName('permute_dims', 'use np.transpose(...)');
/** @internal */
export const permuteDims = /* @__PURE__ */ otherNpName('permuteDims', 'use np.transpose(...)');
/** @internal */
export const positive = /* @__PURE__ */ otherNpName('positive', 'the operation itself is +x');
/** @internal */
export const pow = /* @__PURE__ */ otherNpName('pow', 'use np.power(...)');
/** @internal */
export const product = /* @__PURE__ */ otherNpName('product', 'use np.prod(...)');
/** @internal */
export const put_along_axis = /* @__PURE__ */ otherNpName(
  'put_along_axis',
  'write x.builder.torchScatterDense(x, indices, values, axis, computation)',
);
/** @internal */
export const qr = /* @__PURE__ */ otherNpName('qr', 'use np.linalg.qr(...)');
/** @internal */
export const radians = /* @__PURE__ */ otherNpName('radians', 'use np.deg2rad(...)');
/** @internal */
export const reduce_max = /* @__PURE__ */ otherNpName('reduce_max', 'use np.max(...)');
/** @internal */
export const reduce_mean = /* @__PURE__ */ otherNpName('reduce_mean', 'use np.mean(...)');
/** @internal */
export const reduce_min = /* @__PURE__ */ otherNpName('reduce_min', 'use np.min(...)');
/** @internal */
export const reduce_sum = /* @__PURE__ */ otherNpName('reduce_sum', 'use np.sum(...)');
/** @internal */
export const reduceMax = /* @__PURE__ */ otherNpName('reduceMax', 'use np.max(...)');
/** @internal */
export const reduceMean = /* @__PURE__ */ otherNpName('reduceMean', 'use np.mean(...)');
/** @internal */
export const reduceMin = /* @__PURE__ */ otherNpName('reduceMin', 'use np.min(...)');
/** @internal */
export const reduceSum = /* @__PURE__ */ otherNpName('reduceSum', 'use np.sum(...)');
/** @internal */
export const relu = /* @__PURE__ */ otherNpName('relu', 'use nn.relu(...)');
/** @internal */
export const rem = /* @__PURE__ */ otherNpName('rem', 'use np.fmod(...)');
/** @internal */
export const rev = /* @__PURE__ */ otherNpName('rev', 'use np.flip(...)');
/** @internal */
export const reverse = /* @__PURE__ */ otherNpName('reverse', 'use np.flip(...)');
/** @internal */
export const rfft = /* @__PURE__ */ otherNpName('rfft', 'use np.fft.rfft(...)');
/** @internal */
export const right_shift = /* @__PURE__ */ otherNpName('right_shift', 'use np.rightShift(...)');
/** @internal */
export const rollaxis = /* @__PURE__ */ otherNpName('rollaxis', 'use np.moveaxis(...)');
/** @internal */
export const round_ = /* @__PURE__ */ otherNpName('round_', 'use np.round(...)');
/** @internal */
export const row_stack = /* @__PURE__ */ otherNpName('row_stack', 'use np.vstack(...)');
/** @internal */
export const rowStack = /* @__PURE__ */ otherNpName('rowStack', 'use np.vstack(...)');
/** @internal */
export const rsqrt = /* @__PURE__ */ otherNpName('rsqrt', 'write np.reciprocal(np.sqrt(x))');
/** @internal */
export const save = /* @__PURE__ */ otherNpName('save', 'use writeNpy(...)');
/** @internal */
export const savez = /* @__PURE__ */ otherNpName('savez', 'use writeNpz(...)');
/** @internal */
export const scalar = /* @__PURE__ */ otherNpName('scalar', 'use np.array(...)');
/** @internal */
export const sigmoid = /* @__PURE__ */ otherNpName('sigmoid', 'use nn.sigmoid(...)');
/** @internal */
export const softmax = /* @__PURE__ */ otherNpName('softmax', 'use nn.softmax(...)');
/** @internal */
export const solve = /* @__PURE__ */ otherNpName('solve', 'use np.linalg.solve(...)');
/** @internal */
export const sqr = /* @__PURE__ */ otherNpName('sqr', 'use np.square(...)');
/** @internal */
export const sub = /* @__PURE__ */ otherNpName('sub', 'use np.subtract(...)');
/** @internal */
export const svd = /* @__PURE__ */ otherNpName('svd', 'use np.linalg.svd(...)');
/** @internal */
export const take_along_axis = /* @__PURE__ */ otherNpName('take_along_axis', 'use np.takeAlongAxis(...)');
/** @internal */
export const tensor = /* @__PURE__ */ otherNpName('tensor', 'use np.array(...)');
/** @internal */
export const tensor_dot = /* @__PURE__ */ otherNpName('tensor_dot', 'use np.tensordot(...)');
/** @internal */
export const tensorDot = /* @__PURE__ */ otherNpName('tensorDot', 'use np.tensordot(...)');
/** @internal */
export const top_k = /* @__PURE__ */ otherNpName('top_k', 'write x.builder.topK(x, k)');
/** @internal */
export const topK = /* @__PURE__ */ otherNpName('topK', 'write x.builder.topK(x, k)');
/** @internal */
export const topk = /* @__PURE__ */ otherNpName('topk', 'write x.builder.topK(x, k)');
/** @internal */
export const tril_indices = /* @__PURE__ */ otherNpName('tril_indices', 'write np.nonzero(np.tri(n), { size })');
/** @internal */
export const triu_indices = /* @__PURE__ */ otherNpName(
  'triu_indices',
  'write np.nonzero(np.triu(np.ones([n, n])), { size })',
);
/** @internal */
export const true_divide = /* @__PURE__ */ otherNpName('true_divide', 'use np.divide(...)');
/** @internal */
export const trueDivide = /* @__PURE__ */ otherNpName('trueDivide', 'use np.divide(...)');
/** @internal */
export const union1d = /* @__PURE__ */ otherNpName('union1d', 'write np.unique(np.concatenate([x, y]), { size })');
/** @internal */
export const unique_values = /* @__PURE__ */ otherNpName('unique_values', 'use np.unique(...)');
/** @internal */
export const unravel_index = /* @__PURE__ */ otherNpName('unravel_index', 'use np.unravelIndex(...)');
/** @internal */
export const unsqueeze = /* @__PURE__ */ otherNpName('unsqueeze', 'use np.expandDims(...)');
/** @internal */
export const vander = /* @__PURE__ */ otherNpName('vander', 'write np.power(np.expandDims(x, 1), np.arange(n))');
/** @internal */
export const vecmat = /* @__PURE__ */ otherNpName('vecmat', 'use np.matmul(...), or np.einsum(...) for batches');
/** @internal */
export const xor = /* @__PURE__ */ otherNpName('xor', 'use np.logicalXor(...)');
/** @internal */
export const zeros_like = /* @__PURE__ */ otherNpName('zeros_like', 'use np.zerosLike(...)');
