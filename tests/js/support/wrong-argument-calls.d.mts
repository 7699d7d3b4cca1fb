import type { WrongCall } from './wrong-call.js';

export const argumentCalls: readonly WrongCall[];
