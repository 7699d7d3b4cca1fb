// jax-js: JAX's functions, compiled to WebAssembly by `jit`.
import { twentyOf } from '../workloads/elementwise.mjs';
import { learningRate } from '../workloads/models.mjs';
import { asTheyAre, channelsFirst, imageLast, interleaved } from './layouts.mjs';

/** For each op a function of the library and the workload that returns one of arrays; using an array consumes it. */
const ops = {
  dot:
    ({ np }) =>
    (a, b) =>
      np.matmul(a, b),
  batchDot:
    ({ np }) =>
    (a, b) =>
      np.matmul(a, b),
  matVec:
    ({ np }) =>
    (a, b) =>
      np.matmul(a, b),
  convolution:
    ({ lax }, { attributes }) =>
    (x, w) =>
      lax.convGeneralDilated(
        x,
        w,
        [1, 1],
        'SAME',
        attributes.depthwise ? { featureGroupCount: attributes.channels } : {},
      ),
  addRow:
    ({ np }) =>
    (x, v) =>
      np.add(x, v),
  call:
    ({ np }) =>
    (x, y) =>
      np.add(x, y),
  chain:
    ({ np }) =>
    (x, w, b) =>
      np.tanh(x.ref.mul(w).add(b)).mul(0.5).add(x),
  exp:
    ({ np }) =>
    (x) =>
      np.exp(x),
  tanh:
    ({ np }) =>
    (x) =>
      np.tanh(x),
  erf:
    ({ lax }) =>
    (x) =>
      lax.erf(x),
  gelu:
    ({ nn }) =>
    (x) =>
      nn.gelu(x, { approximate: false }),
  softmax:
    ({ nn }) =>
    (x) =>
      nn.softmax(x, -1),
  select:
    ({ np }) =>
    (p, x, y) =>
      np.where(p, x, y),
  twenty: () => (x) =>
    twentyOf(x, {
      neg: (y) => (y === x ? x.ref : y).mul(-1),
      add: (y, z) => y.add(z.ref),
      mul: (y, z) => y.mul(z.ref),
    }),
  sum:
    ({ np }, { attributes }) =>
    (x) =>
      np.sum(x, attributes.dimensions[0]),
  argmax:
    ({ np }, { attributes }) =>
    (x) =>
      np.argmax(x, attributes.dimension),
  cumsum:
    ({ np }) =>
    (x) =>
      np.cumsum(x),
  transpose:
    ({ np }, { attributes }) =>
    (x) =>
      np.transpose(x, attributes.permutation),
  concatenate:
    ({ np }, { attributes }) =>
    (a, b) =>
      np.concatenate([a, b], attributes.dimension),
  gatherRows:
    ({ np }) =>
    (table, index) =>
      np.take(table, index, 0),
  sort:
    ({ np }) =>
    (x) =>
      np.sort(x),
  argsort:
    ({ np }) =>
    (x) =>
      np.argsort(x),
  fft:
    ({ np }) =>
    (re, im) =>
      parts(np.fft.fft({ real: re, imag: im })),
  fft2:
    ({ np }) =>
    (re, im) =>
      parts(np.fft.fft2({ real: re, imag: im })),
  cholesky:
    ({ lax }) =>
    (a) =>
      lax.linalg.cholesky(a),
  triangularSolve:
    ({ lax }) =>
    (l, b) =>
      lax.linalg.triangularSolve(l, b, { leftSide: true, lower: true }),
  mlp:
    (jax) =>
    (x, ...given) =>
      perceptron(jax, x, given),
  mobilenet:
    (jax, { attributes }) =>
    (x, ...given) => {
      const { np, lax, nn } = jax;
      let [y, remembered, next] = [x, undefined, 0];
      for (const layer of attributes.layers) {
        if (layer.kind === 'remember') remembered = y.ref;
        else if (layer.kind === 'restore') y = y.add(remembered);
        else if (layer.kind === 'pool') y = np.mean(y, [2, 3]);
        else if (layer.kind === 'dense') y = np.matmul(y, given[next++]).add(given[next++]);
        else {
          const { stride, depthwise, from, to, clip } = layer;
          const groups = depthwise ? { featureGroupCount: from } : {};
          y = lax.convGeneralDilated(y, given[next++], [stride, stride], 'SAME', groups);
          y = y.add(given[next++].reshape([to, 1, 1]));
          if (clip) y = nn.relu6(y);
        }
      }
      return y;
    },
};
/** Operations that `jit` does not compile. */
const eager = new Set(['triangularSolve']);

const parts = ({ real, imag }) => [real, imag];

const perceptron = ({ np, nn }, x, [w1, b1, w2, b2, w3, b3]) => {
  const layer = (y, w, b) => np.matmul(y, w).add(b);
  return layer(nn.relu(layer(nn.relu(layer(x, w1, b1)), w2, b2)), w3, b3);
};

const notes = {
  convolution: 'images with channels first, the only order it has',
  while: 'a loop of JavaScript over a compiled body',
  mlpTrain: 'automatic differentiation',
  triangularSolve: 'not compiled, which it refuses',
};

/** Calls a compiled body repeatedly. */
function loop({ np, jit }, workload, inputs, place) {
  const body = jit((y) => y.add(1));
  const kept = np.array(inputs.x);
  const call = () => {
    let y = place === 'engine' ? kept.ref : np.array(inputs.x);
    for (let i = 0; i < workload.attributes.rounds; i++) y = body(y);
    return y;
  };
  return { call, kept: [kept] };
}

function training(jax, workload, inputs) {
  const { np, nn, jit, valueAndGrad, blockUntilReady } = jax;
  const [x, , ...given] = asTheyAre(workload, inputs);
  const labels = new Float32Array(inputs.labels.length * 10);
  inputs.labels.forEach((label, i) => (labels[10 * i + label] = 1));
  const [images, wanted] = [np.array(x.values).reshape(x.shape), np.array(labels).reshape([inputs.labels.length, 10])];
  const make = () => given.map(({ values, shape }) => np.array(values).reshape(shape));
  let state = make();
  const loss = (weights, y, z) => np.mean(np.sum(nn.logSoftmax(perceptron(jax, y, weights), -1).mul(z), -1).mul(-1));
  const update = jit((weights, y, z) => {
    const [value, gradients] = valueAndGrad(loss)(
      weights.map((one) => one.ref),
      y,
      z,
    );
    return [value, weights.map((one, i) => one.sub(gradients[i].mul(learningRate)))];
  });
  const step = async () => {
    const [value, next] = update(state, images.ref, wanted.ref);
    state = next;
    await blockUntilReady([value, ...state]);
    return value;
  };
  return {
    run: async () => (await step()).dispose(),
    async read() {
      const losses = [];
      for (let i = 0; i < 2; i++) losses.push((await (await step()).data())[0]);
      state.forEach((one) => one.dispose());
      state = make();
      return losses;
    },
    note: notes.mlpTrain,
  };
}

export const jax = {
  name: 'jax-js',
  title: 'jax-js',
  package: '@jax-js/jax',
  flags: ['--experimental-wasm-relaxed-simd'],
  // It makes Workers of the browser's kind, which Node.js does not have.
  threads: ({ browser }) => (browser ? [1, 2] : [1]),
  refuses: ({ op, parameters }) =>
    (op in ops || op === 'mlpTrain' || op === 'while') && parameters.every(({ type }) => type !== 'BF16')
      ? undefined
      : 'jax-js has no such function',
  async open({ threads, browser }) {
    if (browser) Object.defineProperty(navigator, 'hardwareConcurrency', { value: threads, configurable: true });
    const library = await import(browser ? '/node_modules/@jax-js/jax/dist/index.js' : '@jax-js/jax');
    await library.init('wasm');
    library.defaultDevice('wasm');
    const all = { ...library, np: library.numpy };
    const { np, jit, blockUntilReady } = all;
    const array = ({ values, shape, type }) => {
      const flat = np.array(type === 'PRED' ? Int32Array.from(values) : values);
      return (type === 'PRED' ? np.greater(flat, 0) : flat).reshape(shape);
    };
    return {
      async prepare(workload, inputs, place) {
        if (workload.op === 'mlpTrain') return training(all, workload, inputs);
        const isImage = workload.op === 'convolution' || workload.op === 'mobilenet';
        const given = (isImage ? channelsFirst : asTheyAre)(workload, inputs);
        const compile = () => {
          const written = ops[workload.op](all, workload);
          const f = eager.has(workload.op) ? written : jit(written);
          const kept = given.map((one) => (place === 'engine' || one.constant ? array(one) : undefined));
          const call = () => f(...given.map((one, i) => kept[i]?.ref ?? array(one)));
          return { call, kept: kept.filter((one) => one !== undefined) };
        };
        const { call, kept } = workload.op === 'while' ? loop(all, workload, inputs, place) : compile();
        const read = async () => {
          const result = call();
          if (!Array.isArray(result)) return result.data();
          return interleaved(...(await Promise.all(result.map((one) => one.data()))));
        };
        const run = async () => {
          const result = call();
          await blockUntilReady(result);
          for (const one of [result].flat()) one.dispose();
        };
        const toLast = async () => {
          const { size, features, channels, depthwise } = workload.attributes;
          return imageLast(await read(), [1, depthwise ? channels : features, size, size]);
        };
        return {
          run: place === 'engine' ? run : read,
          read: workload.op === 'convolution' ? toLast : read,
          note: notes[workload.op],
          dispose: () => kept.forEach((one) => one.dispose()),
        };
      },
    };
  },
};
