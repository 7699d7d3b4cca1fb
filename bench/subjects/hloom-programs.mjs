// The workloads as programs of hloom: for each op a function of the builder and the parameters that returns the result.
import { twentyOf } from '../workloads/elementwise.mjs';
import { forward } from './hloom-training.mjs';

/** Workloads that hloom cannot do yet, with the missing builder function. A test fails when one exists. */
export const lacking = {};

/** A computation of scalars of the given types. */
function computation({ XlaBuilder, Shape }, name, types, make) {
  const b = new XlaBuilder(name);
  return b.build(
    make(
      b,
      types.map((type, i) => b.parameter(i, Shape.array(type, []), `p${i}`)),
    ),
  );
}

const sum = (hloom) => computation(hloom, 'sum', ['F32', 'F32'], (b, [x, y]) => b.add(x, y));
const largest = (hloom) => computation(hloom, 'largest', ['F32', 'F32'], (b, [x, y]) => b.max(x, y));
const below = (hloom, ...more) => computation(hloom, 'below', ['F32', 'F32', ...more], (b, [x, y]) => b.lt(x, y));

/** The larger value with its index; of equal ones, the first. */
const largerOfTwo = (hloom) =>
  computation(hloom, 'larger', ['F32', 'S32', 'F32', 'S32'], (b, [x, i, y, j]) => {
    const first = b.or(b.gt(x, y), b.and(b.eq(x, y), b.lt(i, j)));
    return b.tuple([b.select(first, x, y), b.select(first, i, j)]);
  });

/** An index for each element of x, along a dimension. */
const indicesOf = (b, hloom, shape, dimension = 0) => b.iota(hloom.Shape.array('S32', shape), dimension);

/** A While of a tuple (counter, more) that runs until the counter is at the limit. */
function counting(b, hloom, { types, init, limit, step }) {
  const { XlaBuilder, tuple } = hloom;
  const state = tuple(...types);
  const condition = new XlaBuilder('condition');
  const before = condition.parameter(0, state, 'state');
  condition.lt(condition.getTupleElement(before, 0), limit(condition, before));
  const body = new XlaBuilder('body');
  const now = body.parameter(0, state, 'state');
  const counter = body.add(body.getTupleElement(now, 0), body.constant(1, 'S32'));
  body.tuple([counter, step(body, body.getTupleElement(now, 1))]);
  return b.while(condition.build(), body.build(), b.tuple(init));
}

/** An image with channels last and a kernel with a weight for each channel, or for each pair of channels. */
function convolved(b, image, kernel, { window, stride = 1, channels, depthwise }) {
  const weights = depthwise ? b.reshape(kernel, [window, window, 1, channels]) : kernel;
  return b.convGeneralDilated(image, weights, [stride, stride], 'SAME', {
    dimensionNumbers: 'b01f_01io->b01f',
    featureGroupCount: depthwise ? channels : 1,
  });
}

/** The network of mobile-net.mjs on an image. */
function mobileNet(b, [x, ...weights], { layers }, hloom) {
  let [y, remembered] = [x, undefined];
  const given = weights.values();
  const next = () => given.next().value;
  for (const layer of layers) {
    if (layer.kind === 'remember') remembered = y;
    else if (layer.kind === 'restore') y = b.add(y, remembered);
    else if (layer.kind === 'pool') y = meanOf(b, y, [1, 2], hloom);
    else if (layer.kind === 'dense') y = b.add(b.dot(y, next()), next(), { broadcastDimensions: [1] });
    else {
      y = b.add(convolved(b, y, next(), { ...layer, channels: layer.from }), next(), { broadcastDimensions: [3] });
      if (layer.clip) y = b.clamp(b.constant(0), y, b.constant(6));
    }
  }
  return y;
}

function meanOf(b, x, dimensions, hloom) {
  const sizes = x.shape.dimensions;
  const count = dimensions.reduce((product, dimension) => product * sizes[dimension], 1);
  return b.div(b.reduce(x, b.constant(0), sum(hloom), dimensions), b.constant(count));
}

/** The Fourier transform of all dimensions, of numbers in separate real and imaginary parts. */
const transformed = (b, [re, im], { attributes }) => b.fft(b.complex(re, im), 'FFT', attributes.shape);

export const programs = {
  add: (b, [x, y]) => b.add(x, y),
  call: (b, [x, y]) => b.add(x, y),
  addRow: (b, [x, v]) => b.add(x, v, { broadcastDimensions: [1] }),
  chain: (b, [x, w, v]) => b.add(b.mul(b.tanh(b.add(b.mul(x, w), v)), b.constant(0.5)), x),
  exp: (b, [x]) => b.exp(x),
  tanh: (b, [x]) => b.tanh(x),
  erf: (b, [x]) => b.erf(x),
  gelu: (b, [x]) => b.mul(b.mul(x, b.constant(0.5)), b.add(b.erf(b.mul(x, b.constant(Math.SQRT1_2))), b.constant(1))),
  softmax(b, [x], _, hloom) {
    const top = b.reduce(x, b.constant(-Infinity), largest(hloom), [1]);
    const powers = b.exp(b.sub(x, top, { broadcastDimensions: [0] }));
    return b.div(powers, b.reduce(powers, b.constant(0), sum(hloom), [1]), { broadcastDimensions: [0] });
  },
  select: (b, [p, x, y]) => b.select(p, x, y),
  twenty: (b, [x]) => twentyOf(x, { neg: (y) => b.neg(y), add: (y, z) => b.add(y, z), mul: (y, z) => b.mul(y, z) }),

  dot: (b, [x, y]) => b.dot(x, y),
  matVec: (b, [x, y]) => b.dot(x, y),
  batchDot: (b, [x, y]) => b.batchDot(x, y),
  mlp: (b, ops) => forward(b, ops).at(-1),
  convolution: (b, [x, w], { attributes }) => convolved(b, x, w, attributes),
  mobilenet: (b, ops, { attributes }, hloom) => mobileNet(b, ops, attributes, hloom),

  fft: (b, parts, workload) => transformed(b, parts, workload),
  fft2: (b, parts, workload) => transformed(b, parts, workload),
  cholesky: (b, [a]) => b.cholesky(a, true),
  threeFry: (b, [state], { attributes }) =>
    b.getTupleElement(b.rngBitGenerator('RNG_THREE_FRY', state, `u32[${attributes.count}]`), 1),
  triangularSolve: (b, [l, sides]) => b.triangularSolve(l, sides, true, true),

  sum: (b, [x], { attributes }, hloom) => b.reduce(x, b.constant(0), sum(hloom), attributes.dimensions),
  argmax(b, [x], { attributes, parameters }, hloom) {
    const places = indicesOf(b, hloom, parameters[0].shape, attributes.dimension);
    const starts = [b.constant(-Infinity), b.constant(0, 'S32')];
    const both = b.reduce([x, places], starts, largerOfTwo(hloom), [attributes.dimension]);
    return b.getTupleElement(both, 1);
  },
  // As JAX writes it: a window that reaches back to the first element.
  cumsum(b, [x], { parameters }, hloom) {
    const [count] = parameters[0].shape;
    return b.reduceWindow(x, b.constant(0), sum(hloom), [count], [1], [[count - 1, 0]]);
  },

  transpose: (b, [x], { attributes }) => b.transpose(x, attributes.permutation),
  concatenate: (b, [x, y], { attributes }) => b.concatInDim([x, y], attributes.dimension),
  gatherRows(b, [table, index], { attributes }) {
    const numbers = { offsetDims: [1], collapsedSliceDims: [0], startIndexMap: [0], indexVectorDim: 1 };
    return b.gather(table, index, numbers, [1, attributes.columns]);
  },

  sort: (b, [x], _, hloom) => b.sort([x], below(hloom)),
  argsort(b, [x], { parameters }, hloom) {
    const places = indicesOf(b, hloom, parameters[0].shape);
    return b.getTupleElement(b.sort([x, places], below(hloom, 'S32', 'S32'), { isStable: true }), 1);
  },
  topk: (b, [x], { attributes }) => b.topK(x, attributes.k),

  while(b, [x], { attributes }, hloom) {
    const last = counting(b, hloom, {
      types: [hloom.s32(), hloom.f32(8)],
      init: [b.constant(0, 'S32'), x],
      limit: (condition) => condition.constant(attributes.rounds, 'S32'),
      step: (body, y) => body.add(y, body.constant(1)),
    });
    return b.getTupleElement(last, 1);
  },
  whileScalar(b, [limit], _, hloom) {
    const last = counting(b, hloom, {
      types: [hloom.s32(), hloom.s32()],
      init: [b.constant(0, 'S32'), limit],
      limit: (condition, state) => condition.getTupleElement(state, 1),
      step: (_body, y) => y,
    });
    return b.getTupleElement(last, 0);
  },
  steps(b, [x], { attributes }) {
    let y = x;
    for (let i = 0; i < attributes.steps; i++) y = b.neg(y);
    return y;
  },
};
