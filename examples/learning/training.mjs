// A training loop: a network with one hidden layer learns XOR, which no straight line divides, then two moons. The
// step, with its gradient derived by hand, is written as HLO: examples/programs/mlp_step.hlo. The weights stay on the
// engine; only batches go there. examples/cpp/training.cc is the same in C++.
import { readFileSync } from 'node:fs';
import { defaultClient, f32, jit, nn, np, parseHlo } from 'hloom';

const units = 16;
const batchSize = 100;
const steps = 1000;
const rate = 1;

const client = await defaultClient();
const step = await client.compile(parseHlo(readFileSync(new URL('../programs/mlp_step.hlo', import.meta.url), 'utf8')));
/** The network alone: the forward half of the step. */
const network = jit(([w1, b1, w2, b2], points) => {
  const hidden = np.tanh(np.add(np.matmul(points, w1), b1));
  return nn.sigmoid(np.matmul(hidden, w2).add(b2));
});
const random = generator(1);
await learnXor();
await learnMoons();

/** Numbers in [0, 1) that look random and are the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The weights before the first step, on the engine: w1, b1, w2, b2. */
function firstWeights() {
  const around0 = (count) => Float32Array.from({ length: count }, () => 2 * random() - 1);
  const [w1, w2] = [around0(2 * units), around0(units)];
  return [
    client.toDevice(w1, f32(2, units)),
    ...[new Float32Array(units), w2, 0].map((value) => client.toDevice(value)),
  ];
}

/** Trains on what `nextBatch` gives, and reports some of the steps. Returns the weights, which are on the engine. */
async function train(nextBatch, report) {
  let weights = firstWeights();
  for (let n = 1; n <= steps; n++) {
    const { points, classes } = nextBatch();
    // The old weights are given up, so that the step may compute the new ones in their memory.
    const next = await step.run(...weights, points, classes, rate, { keep: true, donate: [0, 1, 2, 3] });
    const loss = next.elements[4];
    weights = next.elements.slice(0, 4);
    if (n === 1 || n === 10 || n === 100 || n === steps) {
      const lossText = (await loss.toLiteral()).item().toFixed(4);
      console.log(`${String(n).padStart(5)}  ${lossText}  ${await report(weights)}`);
    }
    loss.dispose();
  }
  return weights;
}

/** XOR: four points, so often that they fill a batch. Nothing moves in this loop: the batch is on the engine, too. */
async function learnXor() {
  const corners = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
  const times = Array.from({ length: batchSize / 4 });
  const batch = {
    points: client.toDevice(times.flatMap(() => corners)),
    classes: client.toDevice(times.flatMap(() => [0, 1, 1, 0])),
  };
  console.log('XOR: the chance of class 1\n step    loss    (0,0)  (0,1)  (1,0)  (1,1)');
  const report = async (weights) => {
    const chances = await network(weights, corners);
    return Array.from(chances.data, (chance) => chance.toFixed(2).padStart(7)).join('');
  };
  await train(() => batch, report);
}

/** Points of two moons that reach into each other, with their classes by turns. */
function moons() {
  const classes = Float32Array.from({ length: batchSize }, (_, i) => i % 2);
  const points = Array.from(classes, (moon) => {
    const angle = Math.PI * random();
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const [dx, dy] = [0.3 * (random() - 0.5), 0.3 * (random() - 0.5)];
    return moon === 0 ? [x - 0.5 + dx, y - 0.25 + dy] : [0.5 - x + dx, 0.25 - y + dy];
  });
  return { points, classes };
}

/** Two moons: each step gets points that it has not seen before. */
async function learnMoons() {
  const unseen = moons();
  console.log('\nTwo moons: how many of 100 points that it was not trained on it gets right\n step    loss    right');
  const report = async (weights) => {
    const { data } = await network(weights, unseen.points);
    const right = unseen.classes.filter((moon, i) => moon === (data[i] > 0.5 ? 1 : 0)).length;
    return String(right).padStart(7);
  };
  await drawPlane(await train(moons, report), unseen);
}

/** Draws the plane from (-2,1.2) to (2,-1.2): dotted where the network predicts class 1, and the points as o and x. */
async function drawPlane(weights, { points, classes }) {
  const [rows, columns] = [13, 41];
  const cells = Array.from({ length: rows * columns }, (_, i) => [
    (i % columns) / 10 - 2,
    1.2 - Math.floor(i / columns) / 5,
  ]);
  const chances = await network(weights, cells);
  const characters = Array.from(chances.data, (chance) => (chance > 0.5 ? '.' : ' '));
  for (const [i, [x, y]] of points.entries()) {
    const [column, row] = [Math.round(10 * (x + 2)), Math.round(5 * (1.2 - y))];
    characters[row * columns + column] = 'ox'[classes[i]];
  }
  for (let row = 0; row < rows; row++) {
    console.log(`  ${characters.slice(row * columns, (row + 1) * columns).join('')}`.trimEnd());
  }
}
