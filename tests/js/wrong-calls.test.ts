// Hundreds of wrong calls: each is an HloomError with a rule and a help, which names the function that was called, the
// argument that is wrong, and what to write. wrong-calls.long.test.ts has those with names of megabytes.
import { testWrongCalls } from './support/wrong-call.js';
import { takesLong, wrongCalls } from './support/wrong-call-tables.js';

describe.each(wrongCalls)('%s', (_, calls) => {
  testWrongCalls(calls.filter((call) => !takesLong(call)));
});
