// A network of two layers learns two spirals. It trains in a Worker of this page.
import { Client, XlaBuilder, f32, Literal } from 'hloom';

const [points, hidden, steps, side] = [120, 24, 600, 40];

// Two spirals, and the class of each point.
const places = [];
const classes = [];
for (let i = 0; i < points; i++) {
  const kind = i % 2;
  const turn = 0.6 + (i / points) * 5;
  const angle = turn + kind * Math.PI;
  places.push([(turn / 6) * Math.cos(angle), (turn / 6) * Math.sin(angle)]);
  classes.push([kind === 0 ? 1 : -1]);
}

/** The network: tanh(tanh(x w1 + b1) w2 + b2) w3. */
function forward(b, x, rows, [w1, b1, w2, b2, w3]) {
  const layer = (input, w, bias) => b.tanh(b.add(b.dot(input, w), b.broadcastInDim(bias, [rows, hidden], [1])));
  const first = layer(x, w1, b1);
  const second = layer(first, w2, b2);
  return { first, second, score: b.dot(second, w3) };
}

const shapes = [f32(2, hidden), f32(hidden), f32(hidden, hidden), f32(hidden), f32(hidden, 1)];

/** One step of gradient descent: weights in, weights and the loss out. */
function trainingStep() {
  const b = new XlaBuilder('training_step');
  const weights = shapes.map((shape, i) => b.parameter(i, shape, ['w1', 'b1', 'w2', 'b2', 'w3'][i]));
  const x = b.parameter(5, f32(points, 2), 'x');
  const y = b.parameter(6, f32(points, 1), 'y');
  const { first, second, score } = forward(b, x, points, weights);
  const t = (a) => b.transpose(a, [1, 0]);
  const zero = b.constant(0, 'F32');
  const sumRows = (a) => b.reduce(a, zero, 'add', [0]);
  const error = b.sub(score, y);
  const loss = b.div(b.reduce(b.mul(error, error), zero, 'add', [0, 1]), b.constant(points, 'F32'));
  // Backwards, layer by layer: tanh has the derivative 1 - tanh².
  const slope = (a) => b.sub(b.constant(1, 'F32'), b.mul(a, a));
  const d3 = b.div(error, b.constant(points / 2, 'F32'));
  const d2 = b.mul(b.dot(d3, t(weights[4])), slope(second));
  const d1 = b.mul(b.dot(d2, t(weights[2])), slope(first));
  const gradients = [b.dot(t(x), d1), sumRows(d1), b.dot(t(first), d2), sumRows(d2), b.dot(t(second), d3)];
  const rate = b.constant(0.25, 'F32');
  const next = weights.map((w, i) => b.sub(w, b.mul(gradients[i], rate)));
  return b.build(b.tuple([...next, loss]));
}

/** The score of every point of a grid. */
function boundary() {
  const b = new XlaBuilder('boundary');
  const weights = shapes.map((shape, i) => b.parameter(i, shape));
  const grid = b.parameter(5, f32(side * side, 2));
  return b.build(b.reshape(forward(b, grid, side * side, weights).score, [side, side]));
}

const client = await Client.create({ threads: 1, worker: false });
const step = trainingStep();
const [train, look] = [await client.compile(step), await client.compile(boundary())];

let seed = 7;
const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647) * 2 - 1;
const start = (shape) => {
  const values = Array.from({ length: shape.elementCount }, () => random() * Math.sqrt(2 / shape.dimensions[0]));
  return Literal.fromTypedArray(new Float32Array(values), shape);
};
let weights = shapes.map(start);
const grid = Array.from({ length: side * side }, (_, i) => [
  ((i % side) / side) * 2.2 - 1.1,
  (Math.floor(i / side) / side) * 2.2 - 1.1,
]);

// The graph of one step is shown beside this text.
program(step, ...weights, places, classes);

for (let i = 0; i <= steps; i++) {
  const result = await train.run(...weights, places, classes);
  weights = result.elements.slice(0, 5);
  if (i % 10 === 0) {
    plot('loss', i, result.elements[5].item());
    image('decision boundary', await look.run(...weights, grid), { points: places, classes });
  }
}
console.log('The weights of the last layer:', weights[4].toString());

/* global program, plot, image -- functions that the playground adds */
