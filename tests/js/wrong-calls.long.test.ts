// Wrong calls with names of megabytes: messages stay short.
import { testWrongCalls } from './support/wrong-call.js';
import { takesLong, wrongCalls } from './support/wrong-call-tables.js';

describe.each(wrongCalls.filter(([, calls]) => calls.some(takesLong)))('%s', (_, calls) => {
  testWrongCalls(calls.filter(takesLong));
});
