import type { WrongCall } from './wrong-call.js';

export const attributeCalls: readonly WrongCall[];
