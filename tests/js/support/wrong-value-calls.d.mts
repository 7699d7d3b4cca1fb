import type { WrongCall } from './wrong-call.js';

export const valueCalls: readonly WrongCall[];
