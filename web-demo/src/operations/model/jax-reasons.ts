/** Why functions have no code in JAX, a sentence each. */

const dynamic = 'JAX has no dynamic sizes: shapes are static, and jax.jit compiles again for other sizes.';
const order = 'jax.lax has no public comparison in the total order: its comparisons follow IEEE 754.';
const transfer =
  'JAX has no public call for it: jax.device_put, jax.device_get and callbacks move values to and from the host.';
const layouts = 'jax.ffi.ffi_call replaces custom calls in JAX, and has no place for this argument.';
const bits = 'jax.random has generators of its own, whose keys and states differ: these bits have no call in JAX.';
const expanded = 'jax.lax has no single call for it: the expansion in the HLO tab is made of operations that it has.';
const pass = "jax.lax has no such operation: passes of XLA's compiler make it.";
const gradient = 'jax.lax has no public call for it: jax.grad of a pooling by lax.reduce_window makes it.';
const asynchronous =
  "jax.lax has only the operation as a whole: passes of XLA's compiler split it into start and done.";

const byName: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      [
        ['eqTotalOrder neTotalOrder geTotalOrder gtTotalOrder leTotalOrder ltTotalOrder compare', order],
        [
          'reshapeWithInferredDimension setDimensionSize removeDynamicDimension dynamicReshape dynamicConvForward ' +
            'dynamicConvInputGrad dynamicConvKernelGrad',
          dynamic,
        ],
        [
          'infeed infeedWithToken outfeed outfeedWithToken send sendWithToken sendToHost recv recvWithToken recvFromHost',
          transfer,
        ],
        [
          'customCallWithComputation customCallWithLayout customCallWithComputationAndLayouts customCallWithConvDnums',
          layouts,
        ],
        [
          'threeFryBitGenerator philoxBitGenerator scramblePhiloxKey philoxIncreaseCounter uniformFloatingPointDistribution ' +
            'uniformIntDistribution normalFloatingPointDistribution',
          bits,
        ],
        ['selectAndScatter selectAndScatterWithGeneralPadding createScalarGeComputation avgPoolGrad', gradient],
        ['add-dependency bitcast domain fusion rng-get-and-update-state', pass],
        [
          'all-gather-start all-gather-done all-reduce-start all-reduce-done collective-permute-start ' +
            'collective-permute-done async-start async-update async-done copy-start copy-done',
          asynchronous,
        ],
      ] as const
    ).flatMap(([names, reason]) => names.split(' ').map((name) => [name, reason])),
  ),
  partitionId:
    'JAX programs ask for a place along an axis of the mesh, lax.axis_index, and not for a number of the device.',
  stochasticConvertType: 'jax.lax has no public conversion that rounds by random bits.',
  rngNormal: 'jax.random.normal needs a key and has other bits: a generator with a hidden state has no call in JAX.',
  qr: 'JAX returns Q itself, lax.linalg.qr, and not the Householder reflectors.',
  createScalarIdentityWithZeroComputation: 'lax.reduce takes any function, and none with this name.',
  createScalarComparisonComputation: 'lax.sort takes no comparator: it sorts all keys in ascending order.',
  sort: 'lax.sort takes no comparator: it sorts in ascending order.',
  scan: 'lax.scan(step, first, x) is this loop in JAX, with a function for the computation. JAX reads no HLO text.',
  avgPool: 'JAX has no pooling: divide lax.reduce_window with lax.add by the size of the window.',
  batchNormTraining: 'JAX has no batch normalization: jax.nn.standardize has the first part, and Flax has the layer.',
  batchNormGrad: 'JAX has no batch normalization: jax.grad of the forward function gives its gradient.',
  dequantize: 'JAX has no such decoding of packed words.',
  collectiveBroadcast:
    'The documented functions of jax.lax have no broadcast between devices: lax.all_gather, and an index, give the same.',
  allToAllTuple: 'lax.all_to_all splits one array: stack the arrays of the devices first.',
  'nn.layerNorm': 'jax.nn has no layer normalization: Flax has flax.linen.LayerNorm.',
  'nn.rmsNorm': 'jax.nn has no RMS normalization: Flax has flax.linen.RMSNorm.',
  'nn.conv': 'jax.nn has no convolution: use jax.lax.conv_general_dilated, or flax.linen.Conv.',
  'nn.maxPool': 'jax.nn has no pooling: use jax.lax.reduce_window, or flax.linen.max_pool.',
  'nn.avgPool': 'jax.nn has no pooling: use jax.lax.reduce_window, or flax.linen.avg_pool.',
};

/** The reason for a function that has no call in JAX, or none with these arguments. */
export const jaxReason = (id: string, hasCall: boolean): string =>
  byName[id] ?? (hasCall ? 'jax.lax has the function, but no call with exactly these arguments.' : expanded);

/** True for functions of layers that JAX does not have. */
export const isTwinless = (id: string): boolean => id.startsWith('nn.') && byName[id] !== undefined;
