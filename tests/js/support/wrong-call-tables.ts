// The tables of wrong calls, by their groups.
import { argumentCalls } from './wrong-argument-calls.mjs';
import { attributeCalls } from './wrong-attribute-calls.mjs';
import type { WrongCall } from './wrong-call.js';
import { nameCalls } from './wrong-name-calls.mjs';
import { operationCalls } from './wrong-operation-calls.mjs';
import { productCalls } from './wrong-product-calls.mjs';
import { programCalls } from './wrong-program-calls.mjs';
import { valueCalls } from './wrong-value-calls.mjs';

export const wrongCalls: readonly (readonly [group: string, calls: readonly WrongCall[]])[] = [
  ['names and objects', nameCalls],
  ['arguments of builder functions', [...argumentCalls, ...attributeCalls]],
  ['operations', operationCalls],
  ['convolutions, products and reductions', productCalls],
  ['shapes and literals', valueCalls],
  ['programs', programCalls],
];

/** Calls with names of megabytes take longer than all others together. */
export const takesLong = ({ call }: WrongCall): boolean => /\bbig\b/.test(String(call));
