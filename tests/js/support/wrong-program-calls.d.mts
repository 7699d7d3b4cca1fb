import type { WrongCall } from './wrong-call.js';

export const programCalls: readonly WrongCall[];
