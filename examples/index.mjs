// All examples: `node examples/index.mjs`, or `npm start -- --once`, which builds the package first.
import { examples as broadcasting } from './broadcasting/index.mjs';
import { examples as dynamicSizes } from './operations/dynamic-sizes.mjs';
import { examples as gatherScatter } from './operations/gather-scatter.mjs';
import { examples as whileLoop } from './operations/while-loop.mjs';
import { main } from './support/main.mjs';

export const examples = [...broadcasting, ...whileLoop, ...dynamicSizes, ...gatherScatter];

await main(import.meta.url, examples);
