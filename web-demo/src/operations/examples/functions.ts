/** Example calls of the functions of `np`, `nn` and `random`, and of loops: `call | array | array ...`, where an array is `x: f32[3] 1 2 3`. */

import type { Texts } from '../model/program.js';

const matrix = 'x: f32[2,3] 1 2 3 4 5 6';
const fractions = 'x: f32[2,3] -2 -0.5 0 0.25 1 3';
const units = 'x: f32[2,3] -1 -0.5 0 0.25 0.5 0.9';
const positive = 'x: f32[2,3] 0.25 0.5 1 2 4 10';
const integers = 'x: s32[2,3] 3 1 2 0 5 7';
const special = 'x: f32[2,3] nan inf -inf 0 -0 1';
const gaps = 'x: f32[2,3] 1 nan 3 4 5 nan';
const complex = 'x: c64[3] 1+2i -i 3';
const truths = 'x: pred[2,3] true false true true true true';
const two = 'x: f32[2,3] 1 2 3 4 5 6 | y: f32[3] 3 2 1';
const whole = 'x: s32[2,3] 12 7 5 -4 9 8 | y: s32[3] 3 2 1';
const flags = 'x: pred[2,2] true true false false | y: pred[2] true false';
const pair = 'x: f32[2,3] 1 2 3 4 5 6 | y: f32[2,3] 10 20 30 40 50 60';
const square = 'a: f32[3,3] 4 1 0 1 3 1 0 1 2';
const small = 'a: f32[2,2] 4 1 1 3';
const vectors = 'x: f32[3] 1 2 3 | y: f32[3] 4 5 6';
const signal = 'x: f32[8] 0 1 0 -1 0 1 0 -1';
const spectrum = 'x: c64[8] 0 0 -4i 0 0 0 4i 0';
const half = 'x: c64[5] 0 0 -4i 0 0';
const plane = 'x: f32[4,4] 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1';
const planes = 'x: c64[4,4] count';
const halves = 'x: c64[4,3] count';
const key = 'key: u32[2] 0 42';

/** The arguments of each function, for those that are called like others. */
const shared: readonly (readonly [arguments_: string, arrays: string, names: string])[] = [
  [
    'x',
    fractions,
    'abs negative sign exp expm1 square sin cos tan arctan sinh cosh tanh arcsinh floor ceil exp2 trunc rint sinc',
  ],
  ['x', positive, 'log log1p sqrt cbrt reciprocal log2 log10'],
  ['x', units, 'arcsin arccos arctanh'],
  ['x', special, 'isnan isinf isfinite isposinf isneginf signbit nanToNum'],
  ['x', complex, 'real imag conj angle'],
  ['x', integers, 'bitwiseNot bitwiseCount'],
  ['x', 'x: f32[4] 0 90 180 360', 'deg2rad'],
  ['x', 'x: f32[3] 0 1.5707964 3.1415927', 'rad2deg'],
  ['x', 'x: f32[3] 1 2 10', 'arccosh'],
  ['x', truths, 'logicalNot'],
  [
    'x, y',
    two,
    'add subtract multiply power fmod maximum minimum arctan2 equal notEqual less lessEqual greater greaterEqual divide floorDivide remainder divmod fmax fmin hypot logaddexp logaddexp2 nextafter',
  ],
  ['x, y', whole, 'bitwiseAnd bitwiseOr bitwiseXor leftShift rightShift'],
  ['x, y', flags, 'logicalAnd logicalOr logicalXor'],
  ['x, y', 'x: f32[3] 1 2 3 | y: f32[3] -1 0 -5', 'copysign heaviside'],
  ['x, y', 'x: f32[3] 1 2 3 | y: f32[3] 1 2.0000001 4', 'isclose allclose arrayEqual'],
  ['x, 1', matrix, 'sum prod max min ptp mean std var median cumsum cumprod'],
  ['x, 1', integers, 'all any countNonzero argmax argmin cummax cummin'],
  ['x, 1', gaps, 'nansum nanprod nanmean nanvar nanstd nanmax nanmin'],
  [
    'x',
    matrix,
    'shape ndim size ravel matrixTranspose transpose fliplr flipud rot90 atleast3d zerosLike onesLike unstack trapezoid diff',
  ],
  ['x', 'x: f32[] 7', 'atleast1d atleast2d'],
  ['[x, y]', pair, 'concatenate stack vstack hstack dstack'],
  ['[x, y]', vectors, 'columnStack'],
  ['x, 1', matrix, 'vsplit'],
  ['x', 'x: f32[3,3] 1 2 3 4 5 6 7 8 9', 'tril triu diag diagonal trace'],
  ['x', 'x: f32[2,4] 1 2 3 4 2 0 4 1', 'cov corrcoef'],
  ['x', 'x: f32[6] 3 1 2 9 4 1', 'sort argsort'],
  ['x, y', 'x: f32[2,3] 1 2 3 4 5 6 | y: f32[3,2] 1 0 0 1 2 2', 'matmul dot'],
  ['x, y', vectors, 'vdot inner vecdot outer cross'],
  ['x, y', 'x: f32[2,2] 1 2 3 4 | y: f32[2,2] 1 0 0 1', 'kron'],
];

const apart: Readonly<Record<string, string>> = {
  round: `x, 1 | ${fractions}`,
  astype: `x, 'S32' | ${fractions}`,
  clip: `x, 0, 2 | ${fractions}`,
  array: '[[1, 2], [3, 4]]',
  zeros: '[2, 3]',
  ones: '[2, 3]',
  full: '[2, 3], 7',
  fullLike: `x, 7 | ${matrix}`,
  arange: '6',
  linspace: '0, 1, 5',
  logspace: '0, 3, 4',
  geomspace: '1, 8, 4',
  eye: '3',
  identity: '3',
  tri: '3',
  meshgrid: `x, y | x: f32[3] 1 2 3 | y: f32[2] 10 20`,
  reshape: `x, [3, 2] | ${matrix}`,
  swapaxes: `x, 0, 1 | ${matrix}`,
  moveaxis: `x, 0, -1 | x: f32[2,3,2] count`,
  expandDims: `x, 0 | ${matrix}`,
  squeeze: `x | x: f32[1,3,1] 1 2 3`,
  append: `x, y, { axis: 0 } | x: f32[2,3] 1 2 3 4 5 6 | y: f32[1,3] 7 8 9`,
  split: `x, 3, 1 | ${matrix}`,
  arraySplit: `x, 2 | x: f32[5] 1 2 3 4 5`,
  hsplit: `x, 3 | ${matrix}`,
  vsplit: `x, 2 | ${matrix}`,
  tile: `x, [2, 2] | ${matrix}`,
  repeat: `x, 2, { axis: 1 } | ${matrix}`,
  roll: `x, 1, { axis: 1 } | ${matrix}`,
  flip: `x, 1 | ${matrix}`,
  broadcastTo: `x, [2, 3] | x: f32[3] 1 2 3`,
  broadcastArrays: `x, y | ${two}`,
  broadcastShapes: '[2, 1], [3]',
  pad: `x, 1, { mode: 'reflect' } | x: f32[3,3] 1 2 3 4 5 6 7 8 9`,
  average: `x, { axis: 1, weights: y } | ${two}`,
  quantile: `x, 0.5, { axis: 1 } | ${matrix}`,
  percentile: `x, 50, { axis: 1 } | ${matrix}`,
  bincount: `x, { length: 4 } | x: s32[6] 0 2 2 3 1 2`,
  where: `c, x, y | c: pred[2,3] true false true false true false | ${pair}`,
  select: `[c, d], [x, y] | c: pred[3] true false false | d: pred[3] true true false | ${vectors}`,
  take: `x, i, { axis: 1 } | x: f32[2,3] 1 2 3 4 5 6 | i: s32[2] 2 0`,
  takeAlongAxis: `x, i, { axis: 1 } | x: f32[2,3] 1 2 3 4 5 6 | i: s32[2,1] 2 0`,
  unravelIndex: `i, [2, 3] | i: s32[3] 0 4 5`,
  choose: `i, [x, y] | i: s32[3] 0 1 0 | ${vectors}`,
  searchsorted: `a, v | a: f32[4] 1 3 5 7 | v: f32[3] 0 4 7`,
  digitize: `x, bins | x: f32[4] 0.5 2 3 9 | bins: f32[3] 1 3 5`,
  nonzero: `x, { size: 4 } | ${integers}`,
  argwhere: `x, { size: 4 } | ${integers}`,
  flatnonzero: `x, { size: 4 } | ${integers}`,
  unique: `x, { size: 4 } | x: s32[6] 3 1 3 2 1 5`,
  isin: `x, y | x: s32[2,3] 3 1 2 0 5 7 | y: s32[2] 1 5`,
  tensordot: `x, y, { axes: 1 } | x: f32[2,3] 1 2 3 4 5 6 | y: f32[3,2] 1 0 0 1 2 2`,
  einsum: `'ij,jk->ik', x, y | x: f32[2,3] 1 2 3 4 5 6 | y: f32[3,2] 1 0 0 1 2 2`,
  polyval: `p, x | p: f32[3] 1 0 -1 | x: f32[4] 0 1 2 3`,
  interp: `x, xp, fp | x: f32[4] 0.5 1 2.5 9 | xp: f32[3] 0 1 3 | fp: f32[3] 0 10 30`,
  convolve: `x, y | x: f32[4] 1 2 3 4 | y: f32[3] 1 0 -1`,
  gradient: `x | x: f32[5] 0 1 4 9 16`,
  'linalg.cholesky': `a | ${square}`,
  'linalg.det': `a | ${square}`,
  'linalg.slogdet': `a | ${square}`,
  'linalg.solve': `a, b | ${square} | b: f32[3] 1 2 3`,
  'linalg.inv': `a | ${small}`,
  'linalg.qr': `a | ${square}`,
  'linalg.svd': `a | ${small}`,
  'linalg.svdvals': `a | ${square}`,
  'linalg.eigh': `a | ${square}`,
  'linalg.eigvalsh': `a | ${square}`,
  'linalg.pinv': `a | a: f32[3,2] 1 2 3 4 5 6`,
  'linalg.lstsq': `a, b | a: f32[4,2] 1 0 1 1 1 2 1 3 | b: f32[4] 1 3 5 7`,
  'linalg.matrixRank': `a | a: f32[3,3] 1 2 3 2 4 6 0 0 1`,
  'linalg.cond': `a | ${small}`,
  'linalg.matrixPower': `a, 3 | ${small}`,
  'linalg.multiDot': `[a, b, c] | a: f32[2,3] 1 2 3 4 5 6 | b: f32[3,2] 1 0 0 1 2 2 | c: f32[2,2] 0 1 1 0`,
  'linalg.norm': `x, { axis: 1 } | ${matrix}`,
  'fft.fft': `x | ${signal}`,
  'fft.rfft': `x | ${signal}`,
  'fft.ifft': `x | ${spectrum}`,
  'fft.irfft': `x | ${half}`,
  'fft.fft2': `x | ${plane}`,
  'fft.rfft2': `x | ${plane}`,
  'fft.fftn': `x | ${plane}`,
  'fft.rfftn': `x | ${plane}`,
  'fft.ifft2': `x | ${planes}`,
  'fft.ifftn': `x | ${planes}`,
  'fft.irfft2': `x | ${halves}`,
  'fft.irfftn': `x | ${halves}`,
  'fft.fftfreq': '8',
  'fft.rfftfreq': '8',
  'fft.fftshift': `x | x: f32[5] 0 1 2 -2 -1`,
  'fft.ifftshift': `x | x: f32[5] -2 -1 0 1 2`,
};

const layers: Readonly<Record<string, string>> = {
  glu: `x | x: f32[2,4] 1 2 3 4 5 6 7 8`,
  softmax: `x | ${matrix}`,
  logSoftmax: `x | ${matrix}`,
  logsumexp: `x, 1 | ${matrix}`,
  oneHot: `x, 4 | x: s32[3] 2 0 3`,
  standardize: `x | ${matrix}`,
  layerNorm: `x | ${matrix}`,
  rmsNorm: `x | ${matrix}`,
  conv: `x, kernel, { padding: 'SAME' } | x: f32[1,4,4,1] count | kernel: f32[3,3,1,1] 0 1 0 1 -4 1 0 1 0`,
  maxPool: `x, [2, 2], { strides: 2 } | x: f32[1,4,4,1] count`,
  avgPool: `x, [2, 2], { strides: 2 } | x: f32[1,4,4,1] count`,
  dotProductAttention: `query, key, value, { isCausal: true } | query: f32[1,3,1,2] random 1 | key: f32[1,3,1,2] random 2 | value: f32[1,3,1,2] random 3`,
};

const numbers: Readonly<Record<string, string>> = {
  key: '42',
  split: `key, 3 | ${key}`,
  foldIn: `key, 7 | ${key}`,
  bits: `key, [2, 3] | ${key}`,
  uniform: `key, [4, 8] | ${key}`,
  normal: `key, [4, 8] | ${key}`,
  truncatedNormal: `key, -1, 1, [4, 8] | ${key}`,
  exponential: `key, [4, 8] | ${key}`,
  gumbel: `key, [4, 8] | ${key}`,
  bernoulli: `key, 0.25, [4, 8] | ${key}`,
  randint: `key, [4, 8], 0, 10 | ${key}`,
  categorical: `key, logits | ${key} | logits: f32[4,3] 0 0 5 5 0 0 0 5 0 1 1 1`,
  permutation: `key, x | ${key} | x: f32[6] 1 2 3 4 5 6`,
  choice: `key, 10, [4] | ${key}`,
};

const loops: Readonly<Record<string, string>> = {
  foriLoop: `0, 5, (i, v) => np.add(v, np.square(v)), x | x: f32[3] 0.1 0.2 0.3`,
  whileLoop: `(v) => np.less(v, 100), (v) => np.multiply(v, 2), x | x: f32[] 3`,
  cond: `p, (v) => np.multiply(v, 10), (v) => np.negative(v), x | p: pred[] true | x: f32[3] 1 2 3`,
  scan: `(sum, v) => [np.add(sum, v), np.add(sum, v)], first, x | first: f32[] 0 | x: f32[5] 1 2 3 4 5`,
};

const np = new Map([
  ...shared.flatMap(([given, arrays, names]) =>
    names.split(' ').map((name) => [name, `${given} | ${arrays}`] as const),
  ),
  ...Object.entries(apart),
]);

/** The texts of the first page of a function; those of its arrays come first. */
export function functionExample(id: string): Texts {
  const [namespace = '', ...path] = id.split('.');
  const name = path.join('.');
  const tables = { nn: layers, random: numbers, hloom: loops };
  const found =
    namespace === 'np'
      ? np.get(name)
      : (tables[namespace as keyof typeof tables][name] ?? (namespace === 'nn' ? `x | ${fractions}` : undefined));
  const [given = '', ...arrays] = (found ?? 'x | x: f32[3] 1 2 3').split(' | ');
  const texts: [string, string][] = arrays.map((text) => {
    const at = text.indexOf(': ');
    return [text.slice(0, at), text.slice(at + 2)];
  });
  return { ...Object.fromEntries(texts), $program: `${id}(${given})` };
}
