// The argument kind result_accuracy over a fake module: what reaches the core, and what is refused before.
import { BuilderBase } from '../../../js/src/builder/builder-base.js';
import { callBuilder, type FunctionRow } from '../../../js/src/builder/builder-call.js';
import { kinds } from '../../../js/src/generated/kinds.js';
import { init } from '../../../js/src/builder/builder-instance.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { expectError } from '../support/expect-error.js';
import { FakePlatform, type FakeModule } from '../support/fake-core.js';

const platform = new FakePlatform();
let lastArguments: Record<string, unknown>;

beforeAll(async () => {
  installPlatform(platform);
  await init();
  const fake = platform.modules[0] as FakeModule;
  const call = fake.call.bind(fake);
  fake.call = (method, json) => {
    if (method === 'builder.call')
      lastArguments = (JSON.parse(json) as { arguments: Record<string, unknown> }).arguments;
    return call(method, json);
  };
});

const exp: FunctionRow = {
  js: 'exp',
  overloads: [
    {
      name: 'Exp',
      overload: 0,
      required: [],
      optional: [{ name: 'result_accuracy', js: 'resultAccuracy', kind: kinds.result_accuracy }],
    },
  ],
};

test.each([
  [{ mode: 'HIGHEST' }, { mode: 'HIGHEST' }],
  [{ mode: 'DEFAULT', tolerance: undefined }, { mode: 'DEFAULT' }],
  [{ tolerance: {} }, { tolerance: {} }],
  [
    { tolerance: { atol: 1.5, rtol: Infinity, ulps: 2n ** 62n } },
    { tolerance: { atol: 1.5, rtol: 'Infinity', ulps: '4611686018427387904' } },
  ],
  // What is negative is for the core to refuse.
  [{ tolerance: { rtol: -1, ulps: undefined } }, { tolerance: { rtol: -1 } }],
])('%p', (given, expected) => {
  callBuilder(new BuilderBase('test'), exp, [{ resultAccuracy: given }]);
  expect(lastArguments).toEqual({ result_accuracy: expected });
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
  const call = (): unknown => callBuilder(new BuilderBase('test'), exp, [{ resultAccuracy: wrong }]);
  await expectError(call, { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
});
