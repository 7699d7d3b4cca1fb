import type { BroadcastExample } from '../support/run-example.mjs';

export const examples: readonly BroadcastExample[];
