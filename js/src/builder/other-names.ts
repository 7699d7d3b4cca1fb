/**
 * The names of builder functions in other libraries: `b.subtract` is `b.sub` here. Calling such a name throws an
 * HloomError with the right name, instead of JavaScript's error that it is not a function.
 *
 * The names are methods that are not enumerable, and not a Proxy around the builder: code that inspects a builder, such
 * as `await`, `console.log` and Jest's matchers, finds only its real properties. The declarations omit them, so that
 * TypeScript refuses them by itself.
 */

import { atCaller } from '../base/call-stack.js';
import { jsError } from '../base/errors.js';

/** The replacement of a name: a function of the builder, or a text if there is no single function. */
type Instead = string | { readonly write: string };

const channels = 'conv(...) where features come before space, convWithGeneralDimensions(...) where they come last';

/** The names of NumPy, JAX, TensorFlow and StableHLO that are not another spelling of XLA's. */
const builderNames: Readonly<Record<string, Instead>> = {
  absolute: 'abs',
  amax: 'reduceMax',
  amin: 'reduceMin',
  arange: 'iota',
  arccos: 'acos',
  arcsin: 'asin',
  arctan: 'atan',
  arctan2: 'atan2',
  argmax: 'argMax',
  argmin: 'argMin',
  argument: 'parameter',
  asType: 'convertElementType',
  astype: 'convertElementType',
  average: 'mean',
  averagePool: 'avgPool',
  averagePooling: 'avgPool',
  avgPool1d: 'avgPool',
  avgPool2d: 'avgPool',
  avgPool3d: 'avgPool',
  batchNorm: 'batchNormTraining',
  batchNormalization: 'batchNormTraining',
  betainc: 'regularizedIncompleteBeta',
  bitcast: 'bitcastConvertType',
  bitcastConvert: 'bitcastConvertType',
  bitwiseAnd: 'and',
  bitwiseNot: 'not',
  bitwiseOr: 'or',
  bitwiseXor: 'xor',
  axisIndex: 'replicaId',
  case: 'conditional',
  cast: 'convertElementType',
  ceiling: 'ceil',
  clip: 'clamp',
  clipByValue: 'clamp',
  compile: { write: 'await client.compile(builder.build())' },
  concat: 'concatInDim',
  concatenate: 'concatInDim',
  cond: 'conditional',
  conjugate: 'conj',
  const: 'constant',
  conv1d: { write: channels },
  conv2d: { write: channels },
  conv3d: { write: channels },
  convTranspose: {
    write: 'convGeneralDilated(x, w, strides of 1, padding, { lhsDilation, ... }): docs/operations/convolution.md',
  },
  convert: 'convertElementType',
  convolution: 'convGeneralDilated',
  convolve: 'conv',
  cosine: 'cos',
  countLeadingZeros: 'clz',
  countNonzero: { write: "sum(convertElementType(ne(x, 0), 'S32'))" },
  cumsum: 'scan',
  depthwiseConv2d: { write: 'conv(x, w, strides, padding, { featureGroupCount }) with as many groups as features' },
  det: { write: 'sLogDet(a), whose tuple is the sign and the logarithm of the modulus' },
  diag: 'getMatrixDiagonal',
  diagonal: 'getMatrixDiagonal',
  divide: 'div',
  eigh: 'selfAdjointEig',
  equal: 'eq',
  expandDims: 'reshape',
  erfinv: 'erfInv',
  exponential: 'exp',
  exponentialMinusOne: 'expm1',
  eye: 'identityMatrix',
  fill: 'full',
  flatten: 'reshape',
  fft2: { write: "fft(x, 'FFT', [rows, columns])" },
  fftn: { write: "fft(x, 'FFT', lengths)" },
  flip: 'rev',
  floorDivide: { write: 'floor(div(x, y))' },
  gammainc: 'igamma',
  gammaincc: 'igammac',
  gammaln: 'lgamma',
  greater: 'gt',
  greaterEqual: 'ge',
  greaterThan: 'gt',
  greaterThanOrEqual: 'ge',
  householderProduct: 'productOfElementaryHouseholderReflectors',
  i0e: 'besselI0e',
  i1e: 'besselI1e',
  if: 'conditional',
  ifElse: 'conditional',
  ifft: { write: "fft(x, 'IFFT', [length])" },
  igammaGrad: 'igammaGradA',
  indexSelect: 'torchIndexSelect',
  input: 'parameter',
  incompleteBeta: 'regularizedIncompleteBeta',
  inv: { write: 'triangularSolve with the factors that luDecomposition gives' },
  invert: 'not',
  irfft: { write: "fft(x, 'IRFFT', [length])" },
  isinf: 'isInf',
  isnan: 'isNan',
  isneginf: 'isNegInf',
  isposinf: 'isPosInf',
  less: 'lt',
  lessEqual: 'le',
  lessThan: 'lt',
  lessThanOrEqual: 'le',
  logPlusOne: 'log1p',
  logSoftmax: { write: 'sub(x, logSumExp(x, dimensions, { keepDims: true }))' },
  logicalAnd: 'and',
  logicalNot: 'not',
  logicalOr: 'or',
  logicalXor: 'xor',
  logsumexp: 'logSumExp',
  lstsq: { write: 'qrExplicit(a, false), then triangularSolve of its triangle' },
  lu: 'luDecomposition',
  matMul: { write: 'dot(x, y) for vectors and matrices, batchDot(x, y) for batches of matrices' },
  matmul: { write: 'dot(x, y) for vectors and matrices, batchDot(x, y) for batches of matrices' },
  maxPool1d: 'maxPool',
  maxPool2d: 'maxPool',
  maxPool3d: 'maxPool',
  maxPooling: 'maxPool',
  maximum: 'max',
  minimum: 'min',
  minus: 'sub',
  mod: { write: 'rem(x, y), whose sign is that of x; elsewhere it is that of y' },
  multiply: 'mul',
  negate: 'neg',
  negative: 'neg',
  notEqual: 'ne',
  onehot: 'oneHot',
  outer: { write: "einsum(x, y, 'a,b->ab')" },
  permute: 'transpose',
  placeholder: 'parameter',
  plus: 'add',
  popcnt: 'populationCount',
  power: 'pow',
  polyGamma: 'polygamma',
  pbroadcast: 'collectiveBroadcast',
  pmax: { write: 'allReduce(x, computation) with a computation that gives the maximum of two scalars' },
  pmean: { write: 'crossReplicaSum(x), divided by the number of replicas' },
  pmin: { write: 'allReduce(x, computation) with a computation that gives the minimum of two scalars' },
  ppermute: 'collectivePermute',
  product: 'prod',
  psi: 'digamma',
  psum: 'crossReplicaSum',
  psumScatter: 'reduceScatter',
  ravel: 'reshape',
  reduceAny: 'any',
  reduceLogsumexp: 'logSumExp',
  reduceMean: 'mean',
  reduceProd: 'prod',
  reduceSum: 'sum',
  relu: { write: 'max(x, 0)' },
  remainder: 'rem',
  repeat: 'broadcastInDim',
  reverse: 'rev',
  rfft: { write: "fft(x, 'RFFT', [length])" },
  roll: { write: 'np.roll(x, shift, { axis })' },
  roundNearestAfz: 'round',
  run: { write: 'const executable = await client.compile(builder.build()), then await executable.run(...)' },
  sigmoid: 'logistic',
  sine: 'sin',
  solve: { write: 'triangularSolve with the factors that luDecomposition or cholesky gives' },
  squeeze: 'reshape',
  stack: { write: 'concatInDim of operands that reshape has given a dimension of size 1' },
  scatterReduce: 'torchScatterDense',
  subtract: 'sub',
  swapaxes: 'transpose',
  take: 'gather',
  takeAlongAxis: 'torchGather',
  tangent: 'tan',
  tensordot: 'dotGeneral',
  thomas: 'tridiagonalSolver',
  tile: { write: 'np.tile(x, reps)' },
  times: 'mul',
  trace: { write: "einsum(x, 'aa->')" },
  tridiagonalMatmul: 'tridiagonalMatMul',
  tridiagonalSolve: 'tridiagonalSolver',
  tril: 'lowerTriangle',
  triu: 'upperTriangle',
  trueDivide: 'div',
  variable: 'parameter',
  where: 'select',
  whileLoop: 'while',
};

/** Methods that users call on a client, an executable or a computation, but that belong to another of these classes. */
const runNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: {
    execute: 'const executable = await client.compile(computation), then await executable.run(...)',
    run: 'const executable = await client.compile(computation), then await executable.run(...)',
  },
  computation: {
    compile: 'await client.compile(computation)',
    execute: 'const executable = await client.compile(computation), then await executable.run(...)',
    run: 'const executable = await client.compile(computation), then await executable.run(...)',
  },
  'value on an engine': {
    array: 'const literal = await value.toLiteral(), then literal.toArray()',
    arraySync: 'const literal = await value.toLiteral(), then literal.toArray()',
    data: 'const literal = await value.toLiteral(), then literal.data',
    dataSync: 'const literal = await value.toLiteral(), then literal.data',
    item: 'const literal = await value.toLiteral(), then literal.item()',
    numpy: 'const literal = await value.toLiteral(), then literal.data',
    toArray: 'const literal = await value.toLiteral(), then literal.toArray()',
    tolist: 'const literal = await value.toLiteral(), then literal.toArray()',
  },
  literal: {
    array: 'literal.toArray()',
    arraySync: 'literal.toArray()',
    astype: 'Literal.from(literal.toArray(), type)',
    dataSync: 'literal.data',
    numpy: 'literal.data, the typed array, or literal.toArray()',
    reshape: 'Literal.fromTypedArray(literal.data, sizes)',
    tolist: 'literal.toArray()',
  },
  executable: {
    call: 'await executable.run(...)',
    compile: 'await executable.run(...): it is compiled',
    execute: 'await executable.run(...)',
  },
};

/** `broadcastInDim` as broadcast_in_dim and as BroadcastInDim. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Methods that users call on an operation, which has no values yet. */
const valueNames: readonly string[] = ['arraySync', 'dataSync', 'item', 'numpy', 'toArray', 'tolist'];

/** The replacements of a builder's other names, in all spellings. */
function otherBuilderNames(own: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, help: string): void => {
    for (const written of [name, snakeCase(name), pascalCase(name)]) if (!names.has(written)) names.set(written, help);
  };
  for (const [name, instead] of Object.entries(builderNames)) {
    add(name, typeof instead === 'string' ? `use ${instead}(...)` : `write ${instead.write}`);
  }
  for (const name of own) add(name, `use ${name}(...)`);
  return names;
}

/** Adds methods with these names to a class, which throw `js.c82` with these helps; existing methods stay. */
function addNames(prototype: object, object: string, names: Iterable<readonly [name: string, help: string]>): void {
  for (const [name, help] of names) {
    if (name in prototype) continue;
    const value = (): never => {
      throw atCaller(jsError('otherName', `${object} has no method of this name`, { op: name, help }), value);
    };
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

/** Makes builders answer to the names of other libraries, and operations to those of builder functions. */
export function addOtherBuilderNames(builder: object, operation: object, functions: readonly string[]): void {
  const others = [...otherBuilderNames(functions)];
  addNames(builder, 'a builder', others);
  const own = functions.map((name) => [name, ''] as const);
  const isMethod = (name: string): boolean => name in operation;
  const helped = [...own, ...others].map(([name, help]) => {
    const [, called = ''] = /^use (\w+)\(/.exec(help) ?? [];
    if (isMethod(called)) return [name, `use x.${called}(...)`] as const;
    if (help.startsWith('write ')) return [name, help] as const;
    return [name, `call the builder's function: ${help === '' ? `b.${name}(...)` : help}`] as const;
  });
  addNames(operation, 'an operation', helped);
  const run = 'an operation has no values: compile the program, and run it with await executable.run(...)';
  addNames(
    operation,
    'an operation',
    valueNames.map((name) => [name, run] as const),
  );
}

/** Makes a client, an executable or a computation answer to the methods of the others. */
export function addOtherRunNames(prototype: object, object: keyof typeof runNames): void {
  const names = Object.entries(runNames[object] ?? {}).map(([name, write]) => [name, `write ${write}`] as const);
  addNames(prototype, `${/^[aeio]/.test(object) ? 'an' : 'a'} ${object}`, names);
}

/**
 * A function of `np` or `nn` with a name of another library, which throws an error with what does it here.
 *
 * @param help - such as `use np.expandDims(...)`
 */
export function otherNpName(name: string, help: string, space = 'np'): () => never {
  const refuse = (): never => {
    throw atCaller(jsError('otherName', 'unknown function', { op: `${space}.${name}`, help }), refuse);
  };
  return refuse;
}
