/** Names of jax.numpy that np does not have: functions, and element types, which are texts. Each throws an error. */

import { absentName, elementTypeName, otherNpName } from '../builder/other-names.js';

/** @internal */
export const apply_along_axis = /* @__PURE__ */ absentName('apply_along_axis');
/** @internal */
export const apply_over_axes = /* @__PURE__ */ absentName('apply_over_axes');
/** @internal */
export const array_repr = /* @__PURE__ */ absentName('array_repr');
/** @internal */
export const array_str = /* @__PURE__ */ absentName('array_str');
/** @internal */
export const bartlett = /* @__PURE__ */ absentName('bartlett');
/** @internal */
export const bfloat16 = /* @__PURE__ */ elementTypeName('bfloat16', 'BF16');
/** @internal */
export const blackman = /* @__PURE__ */ absentName('blackman');
/** @internal */
export const bool_ = /* @__PURE__ */ elementTypeName('bool_', 'PRED');
/** @internal */
export const can_cast = /* @__PURE__ */ otherNpName(
  'can_cast',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const cdouble = /* @__PURE__ */ elementTypeName('cdouble', 'C128');
/** @internal */
export const character = /* @__PURE__ */ otherNpName(
  'character',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const complex128 = /* @__PURE__ */ elementTypeName('complex128', 'C128');
/** @internal */
export const complex64 = /* @__PURE__ */ elementTypeName('complex64', 'C64');
/** @internal */
export const complex_ = /* @__PURE__ */ elementTypeName('complex_', 'C64');
/** @internal */
export const complexfloating = /* @__PURE__ */ otherNpName(
  'complexfloating',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const csingle = /* @__PURE__ */ elementTypeName('csingle', 'C64');
/** @internal */
const delete_ = /* @__PURE__ */ otherNpName('delete', 'use np.take(...) with the indices that stay');
/** @internal */
export { delete_ as delete };
/** @internal */
export const diag_indices = /* @__PURE__ */ otherNpName('diag_indices', 'use np.diagonal(...)');
/** @internal */
export const diag_indices_from = /* @__PURE__ */ otherNpName('diag_indices_from', 'use np.diagonal(...)');
/** @internal */
export const double = /* @__PURE__ */ elementTypeName('double', 'F64');
/** @internal */
export const ediff1d = /* @__PURE__ */ otherNpName('ediff1d', 'write np.diff(np.ravel(x))');
/** @internal */
export const einsum_path = /* @__PURE__ */ absentName('einsum_path');
/** @internal */
export const finfo = /* @__PURE__ */ otherNpName(
  'finfo',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const flexible = /* @__PURE__ */ otherNpName(
  'flexible',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const float16 = /* @__PURE__ */ elementTypeName('float16', 'F16');
/** @internal */
export const float32 = /* @__PURE__ */ elementTypeName('float32', 'F32');
/** @internal */
export const float64 = /* @__PURE__ */ elementTypeName('float64', 'F64');
/** @internal */
export const float_ = /* @__PURE__ */ elementTypeName('float_', 'F32');
/** @internal */
export const floating = /* @__PURE__ */ otherNpName(
  'floating',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const frexp = /* @__PURE__ */ absentName('frexp');
/** @internal */
export const from_dlpack = /* @__PURE__ */ absentName('from_dlpack');
/** @internal */
export const frombuffer = /* @__PURE__ */ absentName('frombuffer');
/** @internal */
export const fromfile = /* @__PURE__ */ absentName('fromfile');
/** @internal */
export const fromfunction = /* @__PURE__ */ absentName('fromfunction');
/** @internal */
export const fromiter = /* @__PURE__ */ absentName('fromiter');
/** @internal */
export const frompyfunc = /* @__PURE__ */ absentName('frompyfunc');
/** @internal */
export const fromstring = /* @__PURE__ */ absentName('fromstring');
/** @internal */
export const gcd = /* @__PURE__ */ absentName('gcd');
/** @internal */
export const half = /* @__PURE__ */ elementTypeName('half', 'F16');
/** @internal */
export const hamming = /* @__PURE__ */ absentName('hamming');
/** @internal */
export const hanning = /* @__PURE__ */ absentName('hanning');
/** @internal */
export const histogram2d = /* @__PURE__ */ absentName('histogram2d');
/** @internal */
export const histogram_bin_edges = /* @__PURE__ */ absentName('histogram_bin_edges');
/** @internal */
export const histogramdd = /* @__PURE__ */ absentName('histogramdd');
/** @internal */
export const iinfo = /* @__PURE__ */ otherNpName(
  'iinfo',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const indices = /* @__PURE__ */ otherNpName('indices', 'use np.meshgrid(...)');
/** @internal */
export const inexact = /* @__PURE__ */ otherNpName(
  'inexact',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const int16 = /* @__PURE__ */ elementTypeName('int16', 'S16');
/** @internal */
export const int32 = /* @__PURE__ */ elementTypeName('int32', 'S32');
/** @internal */
export const int4 = /* @__PURE__ */ elementTypeName('int4', 'S4');
/** @internal */
export const int64 = /* @__PURE__ */ elementTypeName('int64', 'S64');
/** @internal */
export const int8 = /* @__PURE__ */ elementTypeName('int8', 'S8');
/** @internal */
export const int_ = /* @__PURE__ */ elementTypeName('int_', 'S32');
/** @internal */
export const integer = /* @__PURE__ */ otherNpName(
  'integer',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const intersect1d = /* @__PURE__ */ absentName('intersect1d');
/** @internal */
export const iscomplexobj = /* @__PURE__ */ otherNpName('iscomplexobj', 'read x.shape.type');
/** @internal */
export const isdtype = /* @__PURE__ */ otherNpName(
  'isdtype',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const isrealobj = /* @__PURE__ */ otherNpName('isrealobj', 'read x.shape.type');
/** @internal */
export const isscalar = /* @__PURE__ */ absentName('isscalar');
/** @internal */
export const issubdtype = /* @__PURE__ */ otherNpName(
  'issubdtype',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const iterable = /* @__PURE__ */ absentName('iterable');
/** @internal */
export const kaiser = /* @__PURE__ */ absentName('kaiser');
/** @internal */
export const lcm = /* @__PURE__ */ absentName('lcm');
/** @internal */
export const mask_indices = /* @__PURE__ */ absentName('mask_indices');
/** @internal */
export const modf = /* @__PURE__ */ otherNpName('modf', 'write [np.subtract(x, np.trunc(x)), np.trunc(x)]');
/** @internal */
export const nanmedian = /* @__PURE__ */ absentName('nanmedian');
/** @internal */
export const nanpercentile = /* @__PURE__ */ absentName('nanpercentile');
/** @internal */
export const nanquantile = /* @__PURE__ */ absentName('nanquantile');
/** @internal */
export const ndarray = /* @__PURE__ */ otherNpName(
  'ndarray',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const number = /* @__PURE__ */ otherNpName(
  'number',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const object_ = /* @__PURE__ */ otherNpName(
  'object_',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const packbits = /* @__PURE__ */ absentName('packbits');
/** @internal */
export const piecewise = /* @__PURE__ */ absentName('piecewise');
/** @internal */
export const place = /* @__PURE__ */ absentName('place');
/** @internal */
export const poly = /* @__PURE__ */ absentName('poly');
/** @internal */
export const polyadd = /* @__PURE__ */ otherNpName('polyadd', 'use np.add(...)');
/** @internal */
export const polyder = /* @__PURE__ */ absentName('polyder');
/** @internal */
export const polydiv = /* @__PURE__ */ absentName('polydiv');
/** @internal */
export const polyfit = /* @__PURE__ */ absentName('polyfit');
/** @internal */
export const polyint = /* @__PURE__ */ absentName('polyint');
/** @internal */
export const polymul = /* @__PURE__ */ otherNpName('polymul', 'use np.convolve(...)');
/** @internal */
export const polysub = /* @__PURE__ */ otherNpName('polysub', 'use np.subtract(...)');
/** @internal */
export const promote_types = /* @__PURE__ */ otherNpName(
  'promote_types',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const put = /* @__PURE__ */ absentName('put');
/** @internal */
export const ravel_multi_index = /* @__PURE__ */ absentName('ravel_multi_index');
/** @internal */
export const resize = /* @__PURE__ */ otherNpName('resize', 'use np.tile(...) and np.reshape(...)');
/** @internal */
export const result_type = /* @__PURE__ */ otherNpName(
  'result_type',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const roots = /* @__PURE__ */ absentName('roots');
/** @internal */
export const set_printoptions = /* @__PURE__ */ absentName('set_printoptions');
/** @internal */
export const setdiff1d = /* @__PURE__ */ absentName('setdiff1d');
/** @internal */
export const setxor1d = /* @__PURE__ */ absentName('setxor1d');
/** @internal */
export const signedinteger = /* @__PURE__ */ otherNpName(
  'signedinteger',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const single = /* @__PURE__ */ elementTypeName('single', 'F32');
/** @internal */
export const sort_complex = /* @__PURE__ */ otherNpName('sort_complex', 'use np.sort(...)');
/** @internal */
export const spacing = /* @__PURE__ */ absentName('spacing');
/** @internal */
export const tril_indices_from = /* @__PURE__ */ otherNpName('tril_indices_from', 'use np.tril(...)');
/** @internal */
export const trim_zeros = /* @__PURE__ */ absentName('trim_zeros');
/** @internal */
export const triu_indices_from = /* @__PURE__ */ otherNpName('triu_indices_from', 'use np.triu(...)');
/** @internal */
export const ufunc = /* @__PURE__ */ absentName('ufunc');
/** @internal */
export const uint = /* @__PURE__ */ elementTypeName('uint', 'U32');
/** @internal */
export const uint16 = /* @__PURE__ */ elementTypeName('uint16', 'U16');
/** @internal */
export const uint32 = /* @__PURE__ */ elementTypeName('uint32', 'U32');
/** @internal */
export const uint4 = /* @__PURE__ */ elementTypeName('uint4', 'U4');
/** @internal */
export const uint64 = /* @__PURE__ */ elementTypeName('uint64', 'U64');
/** @internal */
export const uint8 = /* @__PURE__ */ elementTypeName('uint8', 'U8');
/** @internal */
export const unique_all = /* @__PURE__ */ otherNpName('unique_all', 'use np.unique(...)');
/** @internal */
export const unique_counts = /* @__PURE__ */ otherNpName('unique_counts', 'use np.unique(...)');
/** @internal */
export const unique_inverse = /* @__PURE__ */ otherNpName('unique_inverse', 'use np.unique(...)');
/** @internal */
export const unpackbits = /* @__PURE__ */ absentName('unpackbits');
/** @internal */
export const unsignedinteger = /* @__PURE__ */ otherNpName(
  'unsignedinteger',
  "element types are texts, such as 'F32'; that of x is x.shape.type",
);
/** @internal */
export const unwrap = /* @__PURE__ */ absentName('unwrap');
/** @internal */
export const vectorize = /* @__PURE__ */ absentName('vectorize');
/** @internal */
export const newaxis = /* @__PURE__ */ otherNpName('newaxis', 'use np.expandDims(...)');
