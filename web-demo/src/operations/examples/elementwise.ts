import { only, variants, type Example, type Examples } from './examples.js';

const matrix = 'f32[2,3] 1 2 3 4 5 6';
const signed = 'f32[5] -2.5 -0.5 0 0.5 1.5';
const unit = 'f32[5] -1 -0.5 0 0.5 1';
const positive = 'f32[5] 0.25 1 2 4 9';
const angles = 'f32[6] 0 0.5 1 1.5708 2 3.1416';
const odd = 'f32[5] 1 inf -inf nan 0';
const truths = { lhs: 'pred[2,2] true true false false', rhs: 'pred[2,2] true false true false' };
const bits = { lhs: 's32[4] 12 10 6 255', rhs: 's32[4] 10 6 3 15' };
const complex = 'c64[4] 1+2i 3-1i -2i 4';

/** Functions of one argument, with the array that shows their range. */
const unary: Readonly<Record<string, string>> = {
  neg: signed,
  exp: signed,
  isFinite: odd,
  abs: signed,
  acos: unit,
  acosh: 'f32[4] 1 1.5 2 4',
  asin: unit,
  asinh: signed,
  atanh: 'f32[5] -0.9 -0.5 0 0.5 0.9',
  cbrt: 'f32[5] -8 -1 0 1 27',
  ceil: signed,
  clz: 's32[4] 0 1 255 1024',
  cos: angles,
  cosh: signed,
  erf: signed,
  expm1: signed,
  floor: signed,
  imag: complex,
  log: positive,
  log1p: positive,
  logistic: 'f32[5] -4 -1 0 1 4',
  not: 'pred[4] true false true false',
  populationCount: 's32[4] 0 7 255 -1',
  real: complex,
  round: 'f32[6] -1.5 -0.5 0.4 0.5 1.5 2.5',
  roundNearestEven: 'f32[6] -1.5 -0.5 0.4 0.5 1.5 2.5',
  rsqrt: positive,
  sign: signed,
  sin: angles,
  sinh: signed,
  sqrt: positive,
  tan: 'f32[5] -1 -0.5 0 0.5 1',
  tanh: 'f32[5] -4 -1 0 1 4',
  atan: signed,
  conj: complex,
  isInf: odd,
  isPosInf: odd,
  isNegInf: odd,
  isNan: odd,
  isNegZero: 'f32[3] 0 -0 -1',
  square: signed,
  reciprocal: 'f32[4] 4 0.5 -2 0',
};

/** Special functions, whose argument is `x`. */
const special: Readonly<Record<string, string>> = {
  roundToEven: 'f32[6] -1.5 -0.5 0.4 0.5 1.5 2.5',
  erfc: 'f32[5] -2 -1 0 1 2',
  erfInv: 'f32[5] -0.9 -0.5 0 0.5 0.9',
  lgamma: 'f32[5] 0.5 1 2 5 -1',
  digamma: 'f32[5] 0.5 1 2 5 -1',
  besselI0e: 'f32[4] 0 1 10 -100',
  besselI1e: 'f32[4] 0 1 10 -100',
};

const both = (lhs: string, rhs: string): readonly Example[] => only({ lhs, rhs });
const compared = both('f32[5] 1 2 3 nan 5', 'f32[5] 3 2 1 nan 4');
const zeros = both('f32[4] -0 0 nan 1', 'f32[4] 0 -0 nan 2');
const arithmetic = variants(
  { lhs: matrix, rhs: 'f32[3] 10 20 30', broadcastDimensions: '[1]' },
  {
    'same shape': { rhs: 'f32[2,3] 10 20 30 40 50 60', broadcastDimensions: '' },
    'a scalar': { rhs: 'f32[] 100', broadcastDimensions: '' },
    'as a column': { rhs: 'f32[2] 10 20', broadcastDimensions: '[0]' },
    'no dimensions given': { broadcastDimensions: '' },
    'two types': { rhs: 's32[3] 10 20 30' },
  },
);

const oneOf = (name: string, all: Readonly<Record<string, string>>): Examples =>
  Object.fromEntries(Object.entries(all).map(([id, text]) => [id, only({ [name]: text })]));

export const elementwise: Examples = {
  ...oneOf('operand', unary),
  ...oneOf('x', special),
  add: arithmetic,
  sub: arithmetic,
  mul: arithmetic,
  div: arithmetic,
  max: both(matrix, 'f32[2,3] 6 5 4 3 2 1'),
  min: both(matrix, 'f32[2,3] 6 5 4 3 2 1'),
  and: variants(truths, { 'bit by bit': bits }),
  or: variants(truths, { 'bit by bit': bits }),
  xor: variants(truths, { 'bit by bit': bits }),
  pow: both('f32[4] 2 3 4 -1', 'f32[4] 3 2 0.5 3'),
  rem: both('f32[4] 7 -7 7 -7', 'f32[4] 3 3 -3 -3'),
  shiftLeft: both('s32[4] 1 2 3 -1', 's32[4] 4 3 2 1'),
  shiftRightArithmetic: both('s32[4] 16 -16 7 -7', 's32[4] 2 2 1 1'),
  shiftRightLogical: both('s32[4] 16 -16 7 -7', 's32[4] 2 2 1 1'),
  atan2: both('f32[4] 1 1 -1 -1', 'f32[4] 1 -1 -1 1'),
  complex: both('f32[3] 1 2 3', 'f32[3] 10 20 30'),
  mulhi: both('s32[3] 1073741824 65536 3', 's32[3] 8 65536 5'),
  select: variants(
    { pred: 'pred[2,3] true false true false true false', onTrue: matrix, onFalse: 'f32[2,3] 10 20 30 40 50 60' },
    { 'one truth value': { pred: 'pred[] false' }, 'sizes that differ': { onFalse: 'f32[3] 10 20 30' } },
  ),
  clamp: variants(
    { min: 'f32[] 2', operand: matrix, max: 'f32[] 5' },
    { 'bounds for each': { min: 'f32[2,3] 2 2 2 5 5 5', max: 'f32[2,3] 3 3 3 9 9 9' } },
  ),
  eq: compared,
  ne: compared,
  ge: compared,
  gt: compared,
  le: compared,
  lt: compared,
  eqTotalOrder: zeros,
  neTotalOrder: zeros,
  geTotalOrder: zeros,
  gtTotalOrder: zeros,
  leTotalOrder: zeros,
  ltTotalOrder: zeros,
  compare: only({ lhs: 'f32[4] -0 0 nan 1', rhs: 'f32[4] 0 -0 nan 2', direction: 'GE', compareType: 'TOTALORDER' }),
  convertElementType: variants(
    { operand: signed, newElementType: 'S32' },
    {
      'to 8 bits': { operand: 's32[4] 1 127 128 300', newElementType: 'S8' },
      'to truth values': { newElementType: 'PRED' },
    },
  ),
  bitcastConvertType: only({ operand: 'f32[2] 1 -2', newElementType: 'U8' }),
  stochasticConvertType: only({
    operand: 'f32[4] 2.5 2.5 2.5 2.5',
    random: 'u32[4] 1 1000000000 3000000000 4294967295',
    newElementType: 'S8',
  }),
  reducePrecision: only({ operand: 'f32[4] 3.14159 1000000 0.1 -2', exponentBits: '5', mantissaBits: '3' }),
  map: only({ operands: 'f32[2,3] 1 2 3 4 5 6', computation: '(a) => add(mul(a, a), 1)', dimensions: '[0, 1]' }),
  dequantize: only({ input: 'u32[1] 4227327', type: 'U8', range: '{ min: -1, max: 1 }' }),
  maybeConjugate: only({ x: complex, conjugate: 'true' }),
  nextAfter: only({ from: 'f32[3] 1 0 -1', to: 'f32[3] 2 -1 -1' }),
  igamma: only({ a: 'f32[4] 0.5 1 2 4', x: 'f32[4] 1 1 3 3' }),
  igammac: only({ a: 'f32[4] 0.5 1 2 4', x: 'f32[4] 1 1 3 3' }),
  igammaGradA: only({ a: 'f32[2] 0.5 2', x: 'f32[2] 1 3' }),
  randomGammaGrad: only({ a: 'f32[2] 0.5 2', x: 'f32[2] 1 3' }),
  regularizedIncompleteBeta: only({ a: 'f32[3] 0.5 2 2', b: 'f32[3] 3 4 2', x: 'f32[3] 0.1 0.9 0.5' }),
  zeta: only({ x: 'f32[3] 2 3 1.5', q: 'f32[3] 1 0.5 100' }),
  polygamma: only({ n: 'f32[3] 0 1 2', x: 'f32[3] 1 1 0.5' }),
};
