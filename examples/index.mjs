// All examples: `node examples/index.mjs`, or `npm start -- --once`, which builds the package first.
import { examples as broadcasting } from './broadcasting/index.mjs';
import { examples as customCall } from './operations/custom-call.mjs';
import { examples as dynamicSizes } from './operations/dynamic-sizes.mjs';
import { examples as gatherScatter } from './operations/gather-scatter.mjs';
import { examples as linearAlgebra } from './operations/linear-algebra.mjs';
import { examples as signalsAndChance } from './operations/signals-and-chance.mjs';
import { examples as sorting } from './operations/sorting.mjs';
import { examples as whileLoop } from './operations/while-loop.mjs';
import { examples as windows } from './operations/windows.mjs';
import { main } from './support/main.mjs';

export const examples = [
  ...broadcasting,
  ...whileLoop,
  ...dynamicSizes,
  ...gatherScatter,
  ...sorting,
  ...windows,
  ...linearAlgebra,
  ...signalsAndChance,
  ...customCall,
];

/** Programs that print for themselves and are to be read one by one, in the order in which they build on each other. */
const programs = [
  {
    title: 'A convolutional network reads digits',
    text:
      'Two kernels find the strokes that go across and those that go down: # where one is certain, + where it is vague. ' +
      'Pooling asks in which part of the picture they are, and the last layer which digit has these strokes. The ' +
      'third picture leaves a stroke open, and so the answer.',
    file: './learning/convolutional-network.mjs',
  },
  {
    title: 'Softmax regression in 20 lines',
    text:
      'From which of three clouds is a point? Each step moves the weights against the gradient of the loss. The clouds ' +
      'overlap: no weights get all points right.',
    file: './learning/softmax-regression.mjs',
  },
  {
    title: 'Training, with the gradient written as HLO',
    text:
      'A network with 16 hidden units learns two tasks by the same step, examples/programs/mlp_step.hlo. Its weights ' +
      'stay on the engine. In the picture o and x are points of the two moons; dotted is what the network takes for ' +
      'the moon of x.',
    file: './learning/training.mjs',
  },
  {
    title: 'Data-parallel training on four replicas',
    text:
      'Each replica has a quarter of the batch, and all have the same weights. An all-reduce adds up their gradients, so ' +
      'that each takes the step that one device would take with the whole batch.',
    file: './replicas/data-parallel.mjs',
  },
  {
    title: 'Two layers in four parts',
    text:
      'No partition has all of the weights: each has eight columns of the first layer and eight rows of the second one. ' +
      'An all-gather gives each the whole input, and a reduce-scatter adds up what they make and hands out its rows.',
    file: './replicas/tensor-parallel.mjs',
  },
  {
    title: 'A pipeline of four stages',
    text:
      'Each replica has one stage, and hands what it has made to the next one by a collective-permute, round after round. ' +
      'So four micro-batches are on their way at a time.',
    file: './replicas/ring-pipeline.mjs',
  },
  {
    title: 'A training step from JAX',
    text:
      'jax.value_and_grad has made the gradient, and JAX has printed the step as StableHLO: examples/jax/mlp_step.mlir. The ' +
      'network learns |x - y|. Each step overwrites the parameters of the one before.',
    file: './jax/mlp-step.mjs',
  },
  {
    title: 'A block of a transformer from JAX',
    text:
      'Layer norm, causal attention with two heads and an MLP, in the form that JAX prints: ' +
      'examples/jax/transformer_block.mlir. The same block in plain JavaScript gives the same numbers.',
    file: './jax/transformer-block.mjs',
  },
];

await main(import.meta.url, examples, programs);
