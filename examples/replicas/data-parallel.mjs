// Data-parallel training: four replicas have the same weights and a quarter of the batch each. Every step adds up their
// gradients by an all-reduce, so that all replicas take the step that one device would take with the whole batch.
import { Client, f32, jit, np } from 'hloom';

const [points, units, replicas, steps, rate] = [64, 8, 4, 200, 0.2];

/**
 * (w1, b1, w2, b2, inputs, outputs) -> (the weights after a step, loss): forward, the gradient by hand, the sum over all
 * devices, the update.
 */
const step = jit((w1, b1, w2, b2, x, y) => {
  const h = np.tanh(np.add(np.matmul(x, w1), b1));
  const error = np.matmul(h, w2).add(b2).sub(y);
  // The loss is the mean of error^2 over the whole batch, of which this device has a part.
  const slope = error.mul(2 / points);
  const into = np.outer(slope, w2).mul(np.subtract(1, h.square()));
  const gradients = [np.matmul(np.transpose(x), into), into.sum(0), np.matmul(slope, h), slope.sum()];
  const loss = error.square().sum().div(points).crossReplicaSum();
  const next = [w1, b1, w2, b2].map((weight, i) => weight.sub(gradients[i].crossReplicaSum().mul(rate)));
  return [...next, loss];
});

const client = await Client.create();
const random = generator(7);
const batch = makeBatch();
const weights = [around0(2 * units), new Float32Array(units), around0(units), 0];
const shapes = [f32(2, units), f32(units), f32(units), f32()];
const alone = await train(1);
const together = await train(replicas);
report();
client.dispose();

/** Numbers in [0, 1) that look random and are the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function around0(count) {
  return Float32Array.from({ length: count }, () => 2 * random() - 1);
}

/** Points of a square, and the product of their coordinates, which the network is to learn. */
function makeBatch() {
  const inputs = around0(2 * points);
  const outputs = Float32Array.from({ length: points }, (_, i) => inputs[2 * i] * inputs[2 * i + 1]);
  return { inputs, outputs };
}

/** The losses, and the weights of each device after the last step. Between the steps, weights stay on the engine. */
async function train(devices) {
  const count = points / devices;
  const { computation } = await step.lower(...shapes, f32(count, 2), f32(count));
  const executable = await client.compile(computation, { replicas: devices });
  const parts = Array.from({ length: devices }, (_, device) => [
    client.toDevice(batch.inputs.slice(device * 2 * count, (device + 1) * 2 * count), f32(count, 2)),
    client.toDevice(batch.outputs.slice(device * count, (device + 1) * count)),
  ]);
  let state = parts.map(() => weights.map((weight, i) => client.toDevice(weight, shapes[i])));
  const losses = [];
  for (let n = 0; n < steps; n++) {
    const lists = state.map((own, device) => [...own, ...parts[device]]);
    const results = await executable.runReplicated(lists, { keep: true, donate: [0, 1, 2, 3] });
    state = results.map(({ elements }) => elements.slice(0, 4));
    losses.push((await results[0].elements[4].toLiteral()).item());
    for (const { elements } of results) elements[4].dispose();
  }
  const learned = await Promise.all(state.map((own) => Promise.all(own.map((weight) => weight.toLiteral()))));
  executable.dispose();
  return { losses, learned };
}

function report() {
  console.log(' step  loss alone  loss on four replicas');
  for (const n of [1, 10, 50, 100, steps]) {
    const [one, four] = [alone, together].map(({ losses }) => losses[n - 1].toFixed(6));
    console.log(`${String(n).padStart(5)}  ${one.padStart(10)}  ${four.padStart(21)}`);
  }
  const [first, ...others] = together.learned;
  const same = others.every((own) => own.every((weight, i) => weight.equals(first[i])));
  let farthest = 0;
  for (const [i, weight] of alone.learned[0].entries()) {
    weight.data.forEach((value, j) => (farthest = Math.max(farthest, Math.abs(value - first[i].data[j]))));
  }
  console.log(`\nThe replicas have ${same ? 'equal' : 'DIFFERENT'} weights, to the last bit.`);
  console.log(
    `They differ from those of one device by ${farthest.toExponential(1)} at most: sums are rounded in another order.`,
  );
  if (!same || farthest > 1e-4) throw new Error('the replicas did not learn what one device learns');
}
