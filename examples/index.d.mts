import type { Example } from './support/run-example.mjs';

export const examples: readonly Example[];
