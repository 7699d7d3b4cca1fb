// Whole networks: a perceptron, a step of its training, and a network of MobileNetV2's layers at 224x224.
import { indices, uniform } from '../measure/random.mjs';
import { dense, transposed } from '../measure/functions.mjs';
import { imageReference, mobileNetFlops, mobileNetLayers, mobileNetWeights } from './mobile-net.mjs';
import { floats } from './parameter.mjs';

export const perceptron = { batch: 128, sizes: [784, 512, 512, 10] };
const { batch, sizes } = perceptron;
export const learningRate = 0.01;

const layers = sizes.slice(1).map((outputs, layer) => [sizes[layer], outputs]);
const perceptronFlops = layers.reduce((sum, [inputs, outputs]) => sum + 2 * batch * inputs * outputs, 0);
const perceptronWeights = layers.flatMap(([inputs, outputs], layer) => [
  floats(`w${layer + 1}`, [inputs, outputs], 2 + 2 * layer, -0.05, 0.05, { constant: true }),
  floats(`b${layer + 1}`, [outputs], 3 + 2 * layer, -1, 1, { constant: true }),
]);

/** The outputs of the layers, the input first. */
function forward(inputs) {
  const values = [inputs.x];
  for (const [layer, [rows, columns]] of layers.entries()) {
    const [w, b] = [inputs[`w${layer + 1}`], inputs[`b${layer + 1}`]];
    values.push(dense(values[layer], w, b, [batch, rows, columns], layer + 1 < layers.length));
  }
  return values;
}

/** The mean cross entropy, and its gradient with respect to the last layer's results. */
function lossOf(logits, labels) {
  const classes = sizes.at(-1);
  const gradient = new Float64Array(logits.length);
  let loss = 0;
  for (let i = 0; i < batch; i++) {
    const row = logits.subarray(i * classes, (i + 1) * classes);
    const top = Math.max(...row);
    const sum = row.reduce((total, value) => total + Math.exp(value - top), 0);
    loss += (Math.log(sum) + top - row[labels[i]]) / batch;
    row.forEach((value, j) => {
      gradient[i * classes + j] = (Math.exp(value - top) / sum - (j === labels[i] ? 1 : 0)) / batch;
    });
  }
  return { loss, gradient };
}

/** The loss of a step, and the weights after it. */
function trainingStep(inputs) {
  const values = forward(inputs);
  const { loss, gradient: last } = lossOf(values.at(-1), inputs.labels);
  let gradient = last;
  const next = { ...inputs };
  for (let layer = layers.length; layer > 0; layer--) {
    const [rows, columns] = layers[layer - 1];
    const [below, w, b] = [values[layer - 1], inputs[`w${layer}`], inputs[`b${layer}`]];
    const dw = dense(transposed(below, [batch, rows]), gradient, undefined, [rows, batch, columns]);
    next[`w${layer}`] = Float64Array.from(w, (value, i) => value - learningRate * dw[i]);
    const db = new Float64Array(columns);
    gradient.forEach((value, i) => (db[i % columns] += value));
    next[`b${layer}`] = Float64Array.from(b, (value, i) => value - learningRate * db[i]);
    const back = dense(gradient, transposed(w, [rows, columns]), undefined, [batch, columns, rows]);
    gradient = back.map((value, i) => (below[i] > 0 ? value : 0));
  }
  return { loss, next };
}

const weightsOfImages = mobileNetWeights();

export const models = [
  {
    name: 'mlp',
    title: 'perceptron 784-512-512-10, 128 images',
    op: 'mlp',
    parameters: [floats('x', [batch, sizes[0]], 1), ...perceptronWeights],
    result: {
      count: batch * sizes.at(-1),
      want: (inputs) => {
        const y = forward(inputs).at(-1);
        return (i) => y[i];
      },
    },
    flops: perceptronFlops,
  },
  {
    name: 'mlp-train',
    title: 'a step of its training',
    op: 'mlpTrain',
    parameters: [
      floats('x', [batch, sizes[0]], 1),
      { name: 'labels', shape: [batch], type: 'S32', data: () => indices(batch, 8, sizes.at(-1)) },
      ...perceptronWeights,
    ],
    // The losses of the first two steps: the second one shows whether the gradients were right.
    result: {
      count: 2,
      want: (inputs) => {
        const first = trainingStep(inputs);
        const losses = [first.loss, lossOf(forward(first.next).at(-1), inputs.labels).loss];
        return (i) => losses[i];
      },
    },
    flops: 3 * perceptronFlops,
    places: ['engine'],
  },
  {
    name: 'mobilenet',
    title: 'MobileNetV2, one image',
    op: 'mobilenet',
    attributes: { layers: mobileNetLayers() },
    parameters: [
      { name: 'x', shape: [1, 224, 224, 3], type: 'F32', data: () => uniform(224 * 224 * 3, 9) },
      ...weightsOfImages,
    ],
    result: {
      count: 1000,
      want: (inputs) => {
        const y = imageReference(inputs);
        return (i) => y[i];
      },
    },
    flops: mobileNetFlops(),
  },
];
