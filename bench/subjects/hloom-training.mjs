// Perceptrons as programs of hloom: their results, and a step of their training with its gradients written out.
import { learningRate, perceptron } from '../workloads/models.mjs';

const { batch, sizes } = perceptron;
const classes = sizes.at(-1);

function folded({ XlaBuilder, f32 }, name) {
  const b = new XlaBuilder(name);
  return b.build(b[name](b.parameter(0, f32(), 'x'), b.parameter(1, f32(), 'y')));
}

/** The dense layers, with relu between them: the outputs of the layers, the input first. */
export function forward(b, [x, ...weights]) {
  const values = [x];
  for (let i = 0; i < weights.length; i += 2) {
    const y = b.add(b.dot(values.at(-1), weights[i]), weights[i + 1], { broadcastDimensions: [1] });
    values.push(i + 2 < weights.length ? b.max(y, b.constant(0)) : y);
  }
  return values;
}

/** The program of a step: from (images, labels, weights...) to (loss, updated weights...). */
function stepProgram(hloom, parameters) {
  const { XlaBuilder, Shape, s32 } = hloom;
  const b = new XlaBuilder('step');
  const ops = parameters.map(({ name, type, shape }, i) => b.parameter(i, Shape.array(type, shape), name));
  const [x, labels, ...weights] = ops;
  const sum = (value, dimensions) => b.reduce(value, b.constant(0), folded(hloom, 'add'), dimensions);
  const along = { broadcastDimensions: [0] };

  const values = forward(b, [x, ...weights]);
  const logits = values.at(-1);
  const wanted = b.convertElementType(b.eq(b.iota(s32(batch, classes), 1), labels, along), 'F32');
  const shifted = b.sub(logits, b.reduce(logits, b.constant(-Infinity), folded(hloom, 'max'), [1]), along);
  const total = sum(b.exp(shifted), [1]);
  const missed = b.sub(b.log(total), sum(b.mul(shifted, wanted), [1]));
  const loss = b.div(sum(missed, [0]), b.constant(batch));

  let gradient = b.div(b.sub(b.div(b.exp(shifted), total, along), wanted), b.constant(batch));
  const learned = (weight, slope) => b.sub(weight, b.mul(slope, b.constant(learningRate)));
  const next = [];
  for (let i = weights.length - 2; i >= 0; i -= 2) {
    const below = values[i / 2];
    // The transpose of the layer's input, times the gradient of its result.
    const slope = b.dotGeneral(below, gradient, { lhsContractingDimensions: [0], rhsContractingDimensions: [0] });
    next.unshift(learned(weights[i], slope), learned(weights[i + 1], sum(gradient, [0])));
    if (i === 0) break;
    const back = b.dotGeneral(gradient, weights[i], { lhsContractingDimensions: [1], rhsContractingDimensions: [1] });
    gradient = b.select(b.gt(below, b.constant(0)), back, b.broadcast(b.constant(0), [batch, sizes[i / 2]]));
  }
  return b.build(b.tuple([loss, ...next]));
}

/** Steps whose weights stay on the engine and are donated to the next one. */
export async function training({ hloom, create, threads, workload, inputs, browser }) {
  const client = await create({ threads });
  const executable = await client.compile(stepProgram(hloom, workload.parameters));
  const put = ({ name, type, shape }) => client.toDevice(inputs[name], hloom.Shape.array(type, shape));
  const [images, labels, ...kept] = workload.parameters;
  const data = await Promise.all([images, labels].map(put));
  const fresh = () => Promise.all(kept.map(put));
  let weights = await fresh();
  const options = { keep: true, donate: kept.map((_, i) => 2 + i) };
  const take = (result) => {
    const [loss, ...next] = result.elements;
    weights = next;
    return loss;
  };
  const step = browser
    ? async () => take(await executable.run(...data, ...weights, options))
    : () => take(executable.runSync(...data, ...weights, options));
  return {
    run: browser ? async () => (await step()).dispose() : () => step().dispose(),
    async read() {
      const losses = [];
      for (let i = 0; i < 2; i++) losses.push((await (await step()).toLiteral()).data[0]);
      weights.forEach((weight) => weight.dispose());
      weights = await fresh();
      return losses;
    },
    dispose: () => [...data, ...weights, executable].forEach((owned) => owned.dispose()),
    note: 'gradients written out, weights given up to the next step',
  };
}
