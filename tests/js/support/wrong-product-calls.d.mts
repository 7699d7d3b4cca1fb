import type { WrongCall } from './wrong-call.js';

export const productCalls: readonly WrongCall[];
