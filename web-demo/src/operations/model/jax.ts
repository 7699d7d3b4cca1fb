/**
 * The calls of jax.lax that do what functions of the builder do. `{name}` is the value of an argument, `{name|None}` has
 * a text for one that is left out, `{name=true}` stands for nothing and needs that value, `{name#3}` has lists of three
 * numbers, `{name@field}` is an array of index vectors along the dimension in this field, and `{name!}` is a bare word.
 * `{name&sizes}` and `{name&dtype}` are the parts of a shape, `{name~}` are the labels of a convolution, `{name^}` is a
 * word as it is, and `{name*}` stands for nothing, since JAX knows the value. `{name?floating}` is a type of that kind,
 * and `{name:first}` has a test or a part of a value by its name. The first of several calls that has a place for all
 * arguments counts.
 */

/** Functions of the same arguments, with the name in jax.lax where it is another one. */
const sameNames =
  'neg exp abs acos acosh asin asinh atanh cbrt ceil clz cos cosh erf expm1 floor imag log log1p logistic real round ' +
  'rsqrt sign sin sinh sqrt tan tanh atan conj square reciprocal isFinite:is_finite not:bitwise_not ' +
  'populationCount:population_count';
const ofX = 'erfc erfInv:erf_inv lgamma digamma besselI0e:bessel_i0e besselI1e:bessel_i1e';
const binary =
  'add sub mul div max min pow rem atan2 complex eq ne ge gt le lt and:bitwise_and or:bitwise_or ' +
  'xor:bitwise_xor shiftLeft:shift_left shiftRightArithmetic:shift_right_arithmetic ' +
  'shiftRightLogical:shift_right_logical';

function calls(names: string, args: string): Record<string, string> {
  return Object.fromEntries(
    names.split(' ').map((pair) => {
      const [own = '', name = own] = pair.split(':');
      return [own, `lax.${name}(${args})`];
    }),
  );
}

const convolution = 'lax.conv_general_dilated({lhs}, {rhs}, {windowStrides}, {padding}';
const groups = ', feature_group_count={featureGroupCount|1}, batch_group_count={batchGroupCount|1})';
const reduceWindow =
  'lax.reduce_window({operand}, {initValue}, {computation}, {windowDimensions}, {windowStrides}, {padding}';

/** With the group of each device, or with all devices in one. */
const onDevices = (call: string): string[] => [`${call})`, `${call}, axis_index_groups={replicaGroups})`];

const jaxCalls: Readonly<Record<string, string | readonly string[]>> = {
  ...calls(sameNames, '{operand}'),
  ...calls(ofX, '{x}'),
  ...calls(binary, '{lhs}, {rhs}'),
  roundNearestEven: 'lax.round({operand}, lax.RoundingMethod.TO_NEAREST_EVEN)',
  igamma: 'lax.igamma({a}, {x})',
  igammac: 'lax.igammac({a}, {x})',
  zeta: 'lax.zeta({x}, {q})',
  polygamma: 'lax.polygamma({n}, {x})',
  nextAfter: 'lax.nextafter({from}, {to})',
  select: 'lax.select({pred}, {onTrue}, {onFalse})',
  clamp: 'lax.clamp({min}, {operand}, {max})',
  convertElementType: 'lax.convert_element_type({operand}, {newElementType})',
  bitcastConvertType: 'lax.bitcast_convert_type({operand}, {newElementType})',
  reducePrecision: 'lax.reduce_precision({operand}, {exponentBits}, {mantissaBits})',
  broadcast: 'lax.broadcast({operand}, {broadcastSizes})',
  broadcastInDim: 'lax.broadcast_in_dim({operand}, {outDimSize}, broadcast_dimensions={broadcastDimensions})',
  reshape: 'lax.reshape({operand}, {newSizes})',
  transpose: 'lax.transpose({operand}, permutation={permutation})',
  rev: 'lax.rev({operand}, {dimensions})',
  slice: 'lax.slice({operand}, {startIndices}, {limitIndices}, {strides|None})',
  sliceInDim: 'lax.slice_in_dim({operand}, {startIndex}, {limitIndex}, stride={stride}, axis={dimno})',
  pad: 'lax.pad({operand}, {paddingValue}, {paddingConfig#3})',
  concatInDim: 'lax.concatenate({operands}, dimension={dimension})',
  dynamicSlice: 'lax.dynamic_slice({operand}, {startIndices}, slice_sizes={sliceSizes})',
  dynamicUpdateSlice: 'lax.dynamic_update_slice({operand}, {update}, {startIndices})',
  gather:
    'lax.gather({input}, {startIndices@dimensionNumbers.indexVectorDim}, lax.GatherDimensionNumbers(offset_dims={dimensionNumbers.offsetDims}, ' +
    'collapsed_slice_dims={dimensionNumbers.collapsedSliceDims}, start_index_map={dimensionNumbers.startIndexMap}), ' +
    "slice_sizes={sliceSizes}, mode='clip')",
  scatter:
    'lax.scatter_{updateComputation!}({input}, {scatterIndices@dimensionNumbers.indexVectorDim}, {updates}, lax.ScatterDimensionNumbers(' +
    'update_window_dims={dimensionNumbers.updateWindowDims}, inserted_window_dims={dimensionNumbers.insertedWindowDims}, ' +
    'scatter_dims_to_operand_dims={dimensionNumbers.scatterDimsToOperandDims}))',
  sum: 'jnp.sum({operand}, axis={dimensions})',
  prod: 'jnp.prod({operand}, axis={dimensions})',
  mean: 'jnp.mean({operand}, axis={dimensions})',
  reduceMax: 'jnp.max({operand}, axis={dimensions})',
  reduceMin: 'jnp.min({operand}, axis={dimensions})',
  argMax: 'jnp.argmax({input}, axis={axis})',
  argMin: 'jnp.argmin({input}, axis={axis})',
  reduce: 'lax.reduce({operand}, {initValue}, {computation}, dimensions={dimensionsToReduce})',
  reduceWindow: [
    `${reduceWindow})`,
    `${reduceWindow}, base_dilation={baseDilations|None}, window_dilation={windowDilations|None})`,
  ],
  reduceWindowWithGeneralPadding: `${reduceWindow}, base_dilation={baseDilations}, window_dilation={windowDilations})`,
  conv: 'lax.conv({lhs}, {rhs}, {windowStrides}, {padding})',
  convWithGeneralPadding: [`${convolution})`, `${convolution}${groups}`],
  convWithGeneralDimensions: [
    `${convolution}, dimension_numbers={dimensionNumbers~})`,
    `${convolution}, dimension_numbers={dimensionNumbers~}${groups}`,
  ],
  convGeneral: [
    `${convolution}, dimension_numbers={dimensionNumbers~})`,
    `${convolution}, dimension_numbers={dimensionNumbers~}${groups}`,
  ],
  convGeneralDilated: [
    `${convolution})`,
    `${convolution}, lhs_dilation={lhsDilation|None}, rhs_dilation={rhsDilation|None})`,
    `${convolution}, lhs_dilation={lhsDilation|None}, rhs_dilation={rhsDilation|None}, dimension_numbers={dimensionNumbers~}${groups}`,
  ],
  dot: 'lax.dot({lhs}, {rhs})',
  dotGeneral:
    'lax.dot_general({lhs}, {rhs}, (({dimensionNumbers.lhsContractingDimensions}, ' +
    '{dimensionNumbers.rhsContractingDimensions}), ({dimensionNumbers.lhsBatchDimensions|()}, ' +
    '{dimensionNumbers.rhsBatchDimensions|()})))',
  einsum: 'jnp.einsum({einsumConfig}, {x}, {y})',
  topK: 'lax.top_k({operand}, {k})',
  fft: 'lax.fft({operand}, {fftType}, {fftLength})',
  batchDot: 'jnp.matmul({x}, {y})',
  iota: ['lax.iota({type}, {size})', 'lax.broadcasted_iota({shape&dtype}, {shape&sizes}, {iotaDimension})'],
  zeros: 'jnp.zeros({shape&sizes}, {shape&dtype})',
  ones: 'jnp.ones({shape&sizes}, {shape&dtype})',
  full: 'jnp.full({shape&sizes}, {value})',
  zerosLike: 'jnp.zeros_like({prototype})',
  onesLike: 'jnp.ones_like({prototype})',
  fullLike: 'jnp.full_like({prototype}, {value})',
  identityMatrix: 'jnp.eye({m}, {n}, dtype={type})',
  oneHot: 'jax.nn.one_hot({indices}, {depth})',
  any: ['jnp.any({operand}, axis={dimensions})', 'jnp.any({operand})'],
  all: ['jnp.all({operand}, axis={dimensions})', 'jnp.all({operand})'],
  argMinMax: ['jnp.argmin({input}, axis={axis}){isMin=true}', 'jnp.argmax({input}, axis={axis}){isMin=false}'],
  reduceAll: 'lax.reduce({operand}, {initValue}, {computation}, tuple(range({operand}.ndim)))',
  softmax: 'jax.nn.softmax({operand}, axis={dimensions})',
  logSumExp: ['jax.nn.logsumexp({operand}, axis={dimensions})', 'jax.nn.logsumexp({operand})'],
  compare: ['eq', 'ne', 'ge', 'gt', 'le', 'lt'].map(
    (name) => `lax.${name}({lhs}, {rhs}){direction=${name.toUpperCase()}}`,
  ),
  optimizationBarrier: 'lax.optimization_barrier({operand})',
  isInf: 'jnp.isinf({operand})',
  isPosInf: 'jnp.isposinf({operand})',
  isNegInf: 'jnp.isneginf({operand})',
  isNan: 'jnp.isnan({operand})',
  roundToEven: 'lax.round({x}, lax.RoundingMethod.TO_NEAREST_EVEN)',
  igammaGradA: 'lax.igamma_grad_a({a}, {x})',
  randomGammaGrad: 'lax.random_gamma_grad({a}, {x})',
  regularizedIncompleteBeta: 'lax.betainc({a}, {b}, {x})',
  rngUniform: 'lax.rng_uniform({a}, {b}, {shape&sizes})',
  rngBitGenerator:
    'lax.rng_bit_generator({initialState}, {shape&sizes}, dtype={shape&dtype}, algorithm=lax.RandomAlgorithm.{algorithm^})',
  broadcastTo: 'jnp.broadcast_to({input}, {outputDims})',
  torchIndexSelect: 'jnp.take({input}, {index}, axis={dim})',
  transposeInMinorDims: 'jnp.swapaxes({x}, -2, -1)',
  getMatrixDiagonal: 'jnp.diagonal({x}, offset={k|0}, axis1=-2, axis2=-1)',
  triangle: ['jnp.tril({x}){lower=true}', 'jnp.triu({x}){lower=false}'],
  upperTriangle: 'jnp.triu({x})',
  lowerTriangle: 'jnp.tril({x})',
  sLogDet: 'jnp.linalg.slogdet({a})',
  logDet: 'jnp.linalg.slogdet({a})[1]',
  selfAdjointEig: 'lax.linalg.eigh({a})',
  productOfElementaryHouseholderReflectors: 'lax.linalg.householder_product({a}, {taus})',
  crossReplicaSum: onDevices("lax.psum({operand}, 'i'"),
  allReduce: ['add:psum', 'max:pmax', 'min:pmin'].flatMap((pair) => {
    const [computation = '', name = ''] = pair.split(':');
    return onDevices(`lax.${name}({operand}, 'i'{computation=${computation}}`);
  }),
  allGather: onDevices("lax.all_gather({operand}, 'i', axis={allGatherDimension}, tiled=True{shardCount*}"),
  reduceScatter: onDevices(
    "lax.psum_scatter({operand}, 'i', scatter_dimension={scatterDimension}, tiled=True{computation=add}{shardCount*}",
  ),
  allToAll: onDevices(
    "lax.all_to_all({operand}, 'i', split_axis={splitDimension}, concat_axis={concatDimension}, tiled=True{splitCount*}",
  ),
  collectivePermute: "lax.ppermute({operand}, 'i', {sourceTargetPairs})",
  cholesky: 'lax.linalg.cholesky({a}){lower=true}',
  qrExplicit: 'lax.linalg.qr({a}, full_matrices={fullMatrices})',
  luDecomposition: 'lax.linalg.lu({a})',
  svd: 'jnp.linalg.svd({a}, full_matrices=False)',
  tridiagonalSolver:
    'jnp.swapaxes(lax.linalg.tridiagonal_solve({lowerDiagonal}[..., 0, :], {mainDiagonal}[..., 0, :], ' +
    '{upperDiagonal}[..., 0, :], jnp.swapaxes({rhs}, -1, -2)), -1, -2)',
  constantLiteral: 'jnp.array({literal})',
  constantR0WithType: 'jnp.asarray({value}, dtype={type})',
  zero: 'jnp.zeros((), {type})',
  one: 'jnp.ones((), {type})',
  minValue: ['jnp.asarray(-jnp.inf, {type?floating})', 'jnp.asarray(jnp.iinfo({type}).min, {type})'],
  maxValue: ['jnp.asarray(jnp.inf, {type?floating})', 'jnp.asarray(jnp.iinfo({type}).max, {type})'],
  minFiniteValue: ['jnp.finfo({type?floating}).min', 'jnp.asarray(jnp.iinfo({type}).min, {type})'],
  maxFiniteValue: ['jnp.finfo({type?floating}).max', 'jnp.asarray(jnp.iinfo({type}).max, {type})'],
  epsilon: 'jnp.finfo({type}).eps',
  minPositiveNormalValue: 'jnp.finfo({type}).tiny',
  nanValue: 'jnp.asarray(jnp.nan, {type})',
  mulhi: 'lax.mulhi({lhs}, {rhs})',
  tuple: '{elements}',
  copy: 'jnp.copy({operand})',
  collapse: 'lax.collapse({operand}, {dimensions:first}, {dimensions:after})',
  padInDim:
    'lax.pad({operand}, {paddingValue}, [({padLo}, {padHi}, 0) if d == {dimno} else (0, 0, 0) for d in range({operand}.ndim)])',
  getDimensionSize: 'jnp.int32({operand}.shape[{dimension}])',
  customCall: 'jax.ffi.ffi_call({callTargetName}, jax.ShapeDtypeStruct({shape&sizes}, {shape&dtype}))(*{operands})',
  sort: ['lax.sort({operands}, dimension={dimension|-1}, num_keys=1){comparator=lt}'],
  topKWithPartitions: 'lax.top_k({input}, {k}){numPartitions*}',
  approxTopK: 'lax.approx_max_k({operands}[0], {topK}, reduction_dimension={reductionDim}){initValues*}{comparator=gt}',
  maxPool: 'lax.reduce_window({operand}, -jnp.inf, lax.max, {kernelSize}, {stride}, {padding})',
  raggedDot:
    'lax.ragged_dot_general({lhs}, {rhs}, {groupSizes}, lax.RaggedDotDimensionNumbers(' +
    '(({dimensionNumbers.dotDimensionNumbers.lhsContractingDimensions}, {dimensionNumbers.dotDimensionNumbers.rhsContractingDimensions}), ' +
    '({dimensionNumbers.dotDimensionNumbers.lhsBatchDimensions|()}, {dimensionNumbers.dotDimensionNumbers.rhsBatchDimensions|()})), ' +
    '{dimensionNumbers.lhsRaggedDimensions}, {dimensionNumbers.rhsGroupDimensions}))',
  scaledDot:
    'lax.scaled_dot({lhs}, {rhs}, lhs_scale={lhsScale}, rhs_scale={rhsScale}, dimension_numbers=(({dimensionNumbers.lhsContractingDimensions}, ' +
    '{dimensionNumbers.rhsContractingDimensions}), ({dimensionNumbers.lhsBatchDimensions|()}, {dimensionNumbers.rhsBatchDimensions|()})))',
  batchNormInference:
    'jax.nn.standardize({operand}, mean={mean}, variance={variance}, epsilon={epsilon}) * {scale} + {offset}{featureIndex*}',
  setMatrixDiagonal: 'jnp.fill_diagonal({matrix}, {diag}, inplace=False)',
  getDiagonalMask: 'jnp.eye(*{x}.shape[-2:], k={diagonal|0}, dtype=bool)',
  triangleMask: 'jnp.tri(*{x}.shape[-2:], k={diagonal|0}, dtype=bool)',
  symmetrize: ['jnp.tril({x}) + jnp.swapaxes(jnp.tril({x}, -1), -1, -2)'],
  sliceInMinorDims: '{x}[..., *map(slice, {start}, {end})]',
  updateSliceInMinorDims:
    '{x}.at[..., *map(lambda s, n: slice(s, s + n), {start}, {update}.shape[-len({start}):])].set({update})',
  updateSlice: 'lax.dynamic_update_slice({x}, {update}, {start})',
  torchGather: 'jnp.take_along_axis({input}, {index}, axis={dim})',
  isNegZero: '({operand} == 0) & jnp.signbit({operand})',
  maybeConjugate: ['jnp.conj({x}){conjugate=true}', '{x}{conjugate=false}'],
  concatScalars: 'jnp.stack({scalars})',
  allGatherTuple: onDevices("lax.all_gather({operands}, 'i', axis={allGatherDimension}, tiled=True{shardCount*}"),
  allReduceTuple: ['add:psum', 'max:pmax', 'min:pmin'].flatMap((pair) => {
    const [computation = '', name = ''] = pair.split(':');
    return onDevices(`lax.${name}({operands}, 'i'{computation=${computation}}`);
  }),
  raggedAllToAll: [
    "lax.ragged_all_to_all({input}, {output}, {inputOffsets}, {sendSizes}, {outputOffsets}, {recvSizes}, axis_name='i')",
    "lax.ragged_all_to_all({input}, {output}, {inputOffsets}, {sendSizes}, {outputOffsets}, {recvSizes}, axis_name='i', axis_index_groups={replicaGroups})",
  ],
  multiCollectivePermute: "lax.ppermute({operands}, 'i', {sourceTargetPairs})",
  triangularSolve: 'lax.linalg.triangular_solve({a}, {b}, left_side={leftSide}, lower={lower})',
};

/** Computations by their names. */
const computations: ReadonlySet<string> = new Set(['add', 'mul', 'max', 'min']);
/** The types of jax.numpy. */
const types: Readonly<Record<string, string>> = {
  PRED: 'bool_',
  BF16: 'bfloat16',
  ...Object.fromEntries(
    ['8', '16', '32', '64'].flatMap((bits) => [
      [`S${bits}`, `int${bits}`],
      [`U${bits}`, `uint${bits}`],
      [`F${bits}`, `float${bits}`],
    ]),
  ),
  C64: 'complex64',
  C128: 'complex128',
};

/** A parameter may have the name of a word of Python. */
export const pythonName = (name: string): string => (name === 'from' ? 'from_' : name);

/** A value in Python; `undefined` for one that has no short form. */
export function pythonOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') {
    if (computations.has(value)) return `lax.${value}`;
    return types[value] === undefined ? `'${value}'` : `jnp.${types[value]}`;
  }
  if (!Array.isArray(value)) return undefined;
  const parts = value.map(pythonOf);
  return parts.includes(undefined) ? undefined : `(${parts.join(', ')}${parts.length === 1 ? ',' : ''})`;
}

/** An argument of a call: its value, and the names and ranks of the parameters that it is made of. */
export interface JaxArgument {
  readonly value: unknown;
  readonly parameters: readonly { readonly name: string; readonly rank: number; readonly isList: boolean }[];
}

const placeholder = /\{(\w+(?:\.\w+)*)(?:\|([^}]*)|=(\w+)|#(3)|@([\w.]+)|&(\w+)|([!~^*]|[?:]\w+))?\}/g;

export const hasJaxCall = (id: string): boolean => jaxCalls[id] !== undefined;

/** The call of jax.lax for a function with these arguments; `undefined` if it has none that does the same. */
export function jaxCall(id: string, args: ReadonlyMap<string, JaxArgument>): string | undefined {
  for (const template of [jaxCalls[id] ?? []].flat()) {
    const written = callOf(template, args);
    if (written !== undefined) return written;
  }
  return undefined;
}

/** `f32[2,3]`: its sizes as a tuple, or its type. */
function shapePart(value: unknown, part: string): string | undefined {
  const [, type = '', sizes = ''] = /^(\w+)\[([\d,]*)\]/.exec(String(value)) ?? [];
  if (part === 'dtype') return pythonOf(type.toUpperCase());
  return pythonOf(sizes === '' ? [] : sizes.split(',').map(Number));
}

/** `b01f_01io->b01f` is `('N01C', '01IO', 'N01C')`. */
function convolutionLabels(value: unknown): string | undefined {
  const parts = /^(\w+)_(\w+)->(\w+)$/.exec(String(value))?.slice(1);
  const letters: Readonly<Record<string, string>> = { b: 'N', f: 'C', i: 'I', o: 'O' };
  return parts && pythonOf(parts.map((labels) => labels.replaceAll(/[bfio]/g, (letter) => letters[letter] ?? letter)));
}

/** Texts of single values, by the mark of their placeholder. */
const marks: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  '!': (value) => (typeof value === 'string' && computations.has(value) ? value : undefined),
  '~': convolutionLabels,
  '^': (value) => (typeof value === 'string' ? value : undefined),
  '*': () => '',
  '?floating': (value) => (/^B?F\d/.test(String(value)) ? pythonOf(value) : undefined),
  ':first': (value) => (Array.isArray(value) ? String(Math.min(...value.map(Number))) : undefined),
  ':after': (value) => (Array.isArray(value) ? String(Math.max(...value.map(Number)) + 1) : undefined),
};

function callOf(template: string, args: ReadonlyMap<string, JaxArgument>): string | undefined {
  const valueAt = (path: string): unknown => {
    const [name = '', ...fields] = path.split('.');
    return fields.reduce(
      (value, field) => (value as Readonly<Record<string, unknown>> | undefined)?.[field],
      args.get(name)?.value,
    );
  };
  const used = new Set<string>();
  let isComplete = true;
  const written = template.replaceAll(
    placeholder,
    (
      _,
      path: string,
      fallback?: string,
      needed?: string,
      triple?: string,
      along?: string,
      part?: string,
      mark?: string,
    ) => {
      used.add(path);
      const value = valueAt(path);
      if (needed !== undefined) {
        isComplete &&= String(value) === needed;
        return '';
      }
      const parameters = args.get(path)?.parameters ?? [];
      const [first] = parameters;
      if (first !== undefined) {
        if (along !== undefined) {
          used.add(along);
          const dimension = valueAt(along);
          isComplete &&= dimension === first.rank || dimension === first.rank - 1;
          return dimension === first.rank ? `${pythonName(first.name)}[..., None]` : pythonName(first.name);
        }
        return first.isList
          ? `(${parameters.map(({ name }) => pythonName(name)).join(', ')},)`
          : pythonName(first.name);
      }
      if (value === undefined && fallback !== undefined) return fallback;
      const special = part === undefined ? undefined : shapePart(value, part);
      const marked = mark === undefined ? special : marks[mark]?.(value);
      if (part !== undefined || mark !== undefined) {
        isComplete &&= marked !== undefined;
        return marked ?? '';
      }
      const list =
        triple === undefined
          ? value
          : (value as readonly (readonly number[])[]).map((one) => [...one, 0, 0].slice(0, 3));
      const text = pythonOf(list);
      isComplete &&= text !== undefined;
      return text ?? '';
    },
  );
  return isComplete && isAllUsed(args, used) ? written : undefined;
}

/** An argument that the call does not have would be lost. */
function isAllUsed(args: ReadonlyMap<string, JaxArgument>, used: ReadonlySet<string>): boolean {
  return [...args].every(([name, { value }]) => {
    const fields = [...used].filter((path) => path.startsWith(`${name}.`));
    if (fields.length === 0) return used.has(name);
    return Object.keys(value as object).every((field) =>
      fields.some((path) => `${path}.`.startsWith(`${name}.${field}.`)),
    );
  });
}
