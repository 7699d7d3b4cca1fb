// All examples: `node examples/index.mjs`, or `npm start -- --once`, which builds the package first.
import { examples as broadcasting } from './broadcasting/index.mjs';
import { examples as customCall } from './operations/custom-call.mjs';
import { examples as dynamicSizes } from './operations/dynamic-sizes.mjs';
import { examples as gatherScatter } from './operations/gather-scatter.mjs';
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
  ...customCall,
];

/** Programs that print for themselves and are to be read one by one, in the order in which they build on each other. */
const programs = [
  ['A convolutional network reads digits', './learning/convolutional-network.mjs'],
  ['Softmax regression in 20 lines', './learning/softmax-regression.mjs'],
  ['Training a network whose gradient is written as HLO', './learning/training.mjs'],
];

await main(import.meta.url, examples, programs);
