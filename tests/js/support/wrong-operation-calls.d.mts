import type { WrongCall } from './wrong-call.js';

export const operationCalls: readonly WrongCall[];
