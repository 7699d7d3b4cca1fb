import type { WrongCall } from './wrong-call.js';

export const nameCalls: readonly WrongCall[];
