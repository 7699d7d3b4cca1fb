// TensorFlow.js with its WebAssembly backend. Operations are computed one by one, when they are called.
import { twentyOf } from '../workloads/elementwise.mjs';
import { learningRate } from '../workloads/models.mjs';
import { asTheyAre, interleaved } from './layouts.mjs';

const dtypes = { F32: 'float32', S32: 'int32', PRED: 'bool' };
const tag = (address) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${address} did not load`));
    script.src = address;
    document.head.append(script);
  });

async function load({ threads, browser }) {
  if (!browser) {
    const { createRequire } = await import('node:module');
    const require = createRequire(import.meta.url);
    const tf = require('@tensorflow/tfjs-core');
    require('@tensorflow/tfjs-backend-wasm');
    return tf;
  }
  // It uses at most half of the processors that the browser reports.
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 * threads, configurable: true });
  const at = '/node_modules/@tensorflow';
  await tag(`${at}/tfjs-core/dist/tf-core.min.js`);
  await tag(`${at}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const { tf } = globalThis;
  tf.wasm.setWasmPaths(`${at}/tfjs-backend-wasm/dist/`);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', threads > 1);
  if (threads > 1) tf.wasm.setThreadsCount(threads);
  return tf;
}

const mlp = (tf, layer) => (x, w1, b1, w2, b2, w3, b3) =>
  layer(layer(layer(x, w1, b1, 'relu'), w2, b2, 'relu'), w3, b3, 'linear');

const convolve = (tf, x, filter, bias, { stride, depthwise, clip }) => {
  const all = { x, filter, bias, strides: stride, pad: 'same', activation: clip ? 'relu6' : 'linear' };
  return depthwise ? tf.fused.depthwiseConv2d(all) : tf.fused.conv2d(all);
};

/** For each op a function of TensorFlow.js and the workload that returns one of tensors. */
const ops = {
  dot: (tf) => (a, b) => tf.matMul(a, b),
  batchDot: (tf) => (a, b) => tf.matMul(a, b),
  matVec:
    (tf, { attributes }) =>
    (a, b) =>
      tf.matMul(a, tf.reshape(b, [attributes.k, 1])),
  convolution:
    (tf, { attributes }) =>
    (x, w) =>
      attributes.depthwise ? tf.depthwiseConv2d(x, w, 1, 'same') : tf.conv2d(x, w, 1, 'same'),
  addRow: (tf) => (x, v) => tf.add(x, v),
  call: (tf) => (x, y) => tf.add(x, y),
  chain: (tf) => (x, w, b) => tf.add(tf.mul(tf.tanh(tf.add(tf.mul(x, w), b)), 0.5), x),
  exp: (tf) => (x) => tf.exp(x),
  tanh: (tf) => (x) => tf.tanh(x),
  erf: (tf) => (x) => tf.erf(x),
  gelu: (tf) => (x) => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1)),
  softmax: (tf) => (x) => tf.softmax(x, -1),
  select: (tf) => (p, x, y) => tf.where(p, x, y),
  twenty: (tf) => (x) =>
    twentyOf(x, { neg: (y) => tf.neg(y), add: (y, z) => tf.add(y, z), mul: (y, z) => tf.mul(y, z) }),
  sum:
    (tf, { attributes }) =>
    (x) =>
      tf.sum(x, attributes.dimensions),
  argmax:
    (tf, { attributes }) =>
    (x) =>
      tf.argMax(x, attributes.dimension),
  cumsum: (tf) => (x) => tf.cumsum(x),
  transpose:
    (tf, { attributes }) =>
    (x) =>
      tf.transpose(x, attributes.permutation),
  concatenate:
    (tf, { attributes }) =>
    (a, b) =>
      tf.concat([a, b], attributes.dimension),
  gatherRows: (tf) => (table, index) => tf.gather(table, index),
  sort: (tf) => (x) => tf.reverse(tf.topk(x, x.size, true).values),
  argsort: (tf) => (x) => tf.reverse(tf.topk(x, x.size, true).indices),
  topk:
    (tf, { attributes }) =>
    (x) =>
      tf.topk(x, attributes.k, true).values,
  fft: (tf) => (re, im) => tf.fft(tf.complex(re, im)),
  fft2: (tf) => (re, im) => tf.transpose(tf.fft(tf.transpose(tf.fft(tf.complex(re, im))))),
  while:
    (tf, { attributes }) =>
    (x) => {
      let y = tf.clone(x);
      for (let i = 0; i < attributes.rounds; i++) {
        const next = tf.add(y, 1);
        y.dispose();
        y = next;
      }
      return y;
    },
  mlp: (tf) => mlp(tf, (a, b, bias, activation) => tf.fused.matMul({ a, b, bias, activation })),
  mobilenet:
    (tf, { attributes }) =>
    (x, ...given) => {
      let [y, remembered, next] = [x, undefined, 0];
      for (const layer of attributes.layers) {
        if (layer.kind === 'remember') remembered = y;
        else if (layer.kind === 'restore') y = tf.add(y, remembered);
        else if (layer.kind === 'pool') y = tf.mean(y, [1, 2]);
        else {
          const [w, bias] = [given[next++], given[next++]];
          y = layer.kind === 'dense' ? tf.fused.matMul({ a: y, b: w, bias }) : convolve(tf, y, w, bias, layer);
        }
      }
      return y;
    },
};
const notes = {
  sort: 'has no sort: topk of all, reversed',
  argsort: 'has no argsort: topk of all, reversed',
  while: 'a loop of JavaScript',
};

/** Training changes its variables with every step: `read` starts anew. */
function training(tf, workload, inputs) {
  const [x, , ...given] = asTheyAre(workload, inputs);
  const images = tf.tensor(x.values, x.shape);
  const wanted = tf.cast(tf.oneHot(tf.tensor(inputs.labels, [inputs.labels.length], 'int32'), 10), 'float32');
  const make = () => given.map(({ values, shape }) => tf.variable(tf.tensor(values, shape)));
  let variables = make();
  const logits = mlp(tf, (a, b, bias, activation) => {
    const y = tf.add(tf.matMul(a, b), bias);
    return activation === 'relu' ? tf.relu(y) : y;
  });
  const loss = () => tf.mean(tf.neg(tf.sum(tf.mul(wanted, tf.logSoftmax(logits(images, ...variables))), -1)));
  const step = (isRead) =>
    tf.tidy(() => {
      const { value, grads } = tf.variableGrads(loss, variables);
      for (const variable of variables) variable.assign(tf.sub(variable, tf.mul(learningRate, grads[variable.name])));
      return isRead ? value.dataSync()[0] : 0;
    });
  return {
    run: () => void step(false),
    read() {
      const losses = [step(true), step(true)];
      tf.dispose(variables);
      variables = make();
      return losses;
    },
    note: 'automatic differentiation',
  };
}

async function toArray(tf, result) {
  if (result.dtype !== 'complex64') return result.dataSync();
  return interleaved(tf.real(result).dataSync(), tf.imag(result).dataSync());
}

export const tensorFlow = {
  name: 'tfjs',
  title: 'TensorFlow.js',
  package: '@tensorflow/tfjs-core',
  flags: [],
  threads: ({ browser }) => (browser ? [1, 2] : [1]),
  refuses: ({ op, parameters }) =>
    (op in ops || op === 'mlpTrain') && parameters.every(({ type }) => type in dtypes)
      ? undefined
      : 'TensorFlow.js has no such operation',
  async open(options) {
    const tf = await load(options);
    tf.enableProdMode();
    await tf.setBackend('wasm');
    await tf.ready();
    if (options.threads > 1 && tf.wasm.getThreadsCount() !== options.threads) {
      throw new Error(`it takes ${tf.wasm.getThreadsCount()} threads instead of ${options.threads}`);
    }
    const tensor = ({ values, shape, type }) => tf.tensor(values, shape, dtypes[type]);
    return {
      async prepare(workload, inputs, place) {
        if (workload.op === 'mlpTrain') {
          await import(
            options.browser
              ? '/node_modules/.generated/tfjs-gradients.mjs'
              : '../node_modules/.generated/tfjs-gradients.mjs'
          );
          return training(tf, workload, inputs);
        }
        const compute = ops[workload.op](tf, workload);
        const given = asTheyAre(workload, inputs);
        const kept = given.map((parameter) =>
          place === 'engine' || parameter.constant ? tensor(parameter) : undefined,
        );
        const call = () => tf.tidy(() => compute(...given.map((parameter, i) => kept[i] ?? tensor(parameter))));
        const read = () => {
          const result = call();
          const values = toArray(tf, result);
          result.dispose();
          return values;
        };
        return {
          run: place === 'engine' ? () => call().dispose() : read,
          read,
          note: notes[workload.op],
          dispose: () => tf.dispose(kept.filter((one) => one !== undefined)),
        };
      },
    };
  },
};
