// The argument kind result_accuracy over a fake module: what reaches the core, and what is refused before.
import { kinds } from '../../../js/src/generated/kinds.js';
import { expectError } from '../support/expect-error.js';
import { caller, recordCalls } from '../support/recorded-call.js';

const lastArguments = recordCalls();
const exp = caller('Exp', [], [{ name: 'result_accuracy', js: 'resultAccuracy', kind: kinds.result_accuracy }]);

test.each([
  [{ mode: 'HIGHEST' }, { mode: 'HIGHEST' }],
  [{ mode: 'DEFAULT', tolerance: undefined }, { mode: 'DEFAULT' }],
  [{ tolerance: {} }, { tolerance: {} }],
  [
    { tolerance: { atol: 1.5, rtol: Infinity, ulps: 2n ** 62n } },
    { tolerance: { atol: 1.5, rtol: 'Infinity', ulps: '4611686018427387904' } },
  ],
  // The core refuses negative values.
  [{ tolerance: { rtol: -1, ulps: undefined } }, { tolerance: { rtol: -1 } }],
])('%p', (given, expected) => {
  exp({ resultAccuracy: given });
  expect(lastArguments()).toEqual({ result_accuracy: expected });
});

test.each([
  ['HIGHEST'],
  [{}],
  [null],
  [{ mode: 'highest' }],
  [{ mode: 'HIGHEST', tolerance: {} }],
  [{ tolerance: { tol: 1 } }],
  [{ tolerance: { atol: '1' } }],
  [{ tolerance: { ulps: 0.5 } }],
  [{ precision: 'HIGHEST' }],
])('%p is no accuracy', async (wrong) => {
  await expectError(() => exp({ resultAccuracy: wrong }), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
});
