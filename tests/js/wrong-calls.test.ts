// Hundreds of wrong calls: each is an HloomError with a rule and a help, which names the function that was called, the
// argument that is wrong, and what to write.
import { argumentCalls } from './support/wrong-argument-calls.mjs';
import { attributeCalls } from './support/wrong-attribute-calls.mjs';
import { testWrongCalls } from './support/wrong-call.js';
import { nameCalls } from './support/wrong-name-calls.mjs';
import { operationCalls } from './support/wrong-operation-calls.mjs';
import { productCalls } from './support/wrong-product-calls.mjs';
import { programCalls } from './support/wrong-program-calls.mjs';
import { valueCalls } from './support/wrong-value-calls.mjs';

describe('names and objects', () => {
  testWrongCalls(nameCalls);
});
describe('arguments of builder functions', () => {
  testWrongCalls(argumentCalls);
  testWrongCalls(attributeCalls);
});
describe('operations', () => {
  testWrongCalls(operationCalls);
});
describe('convolutions, products and reductions', () => {
  testWrongCalls(productCalls);
});
describe('shapes and literals', () => {
  testWrongCalls(valueCalls);
});
describe('programs', () => {
  testWrongCalls(programCalls);
});
