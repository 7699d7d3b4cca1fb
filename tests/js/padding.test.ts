// The argument kinds padding_config, int64_pair[] and padding over a fake module: what reaches the core, and what is refused before.
import { BuilderBase } from '../../js/src/builder-base.js';
import { callBuilder, type FunctionRow } from '../../js/src/builder-call.js';
import { init } from '../../js/src/builder-instance.js';
import { installPlatform } from '../../js/src/platform.js';
import { expectError } from './support/expect-error.js';
import { FakePlatform, type FakeModule } from './support/fake-host.js';

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

const pad: FunctionRow = {
  js: 'pad',
  overloads: [
    {
      name: 'Pad',
      overload: 0,
      required: [{ name: 'padding_config', js: 'paddingConfig', kind: 'padding_config' }],
      optional: [],
    },
  ],
};

test('each dimension is [low, high] or [low, high, interior]', () => {
  const builder = new BuilderBase('test');
  callBuilder(builder, pad, [
    [
      [1, -2],
      [0, 2n ** 62n, 3],
    ],
  ]);
  expect(lastArguments).toEqual({
    padding_config: [
      ['1', '-2'],
      ['0', '4611686018427387904', '3'],
    ],
  });
  callBuilder(builder, pad, [[]]);
  expect(lastArguments).toEqual({ padding_config: [] });
});

test.each([[1], [[1, 2]], [[[1]]], [[[1, 2, 3, 4]]], [[[1, 2.5]]], [[['1', 2]]], [[[2 ** 60, 0]]], [[[2n ** 63n, 0]]]])(
  '%p is no padding',
  async (wrong) => {
    const call = (): unknown => callBuilder(new BuilderBase('test'), pad, [wrong]);
    await expectError(call, { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
  },
);

function rowOf(kind: 'int64_pair[]' | 'padding'): FunctionRow {
  const padding = { name: 'padding', js: 'padding', kind };
  return { js: 'window', overloads: [{ name: 'Window', overload: 0, required: [padding], optional: [] }] };
}

test.each(['SAME', 'VALID'])('%p is a padding of a window', (padding) => {
  callBuilder(new BuilderBase('test'), rowOf('padding'), [padding]);
  expect(lastArguments).toEqual({ padding });
});

test.each(['padding', 'int64_pair[]'] as const)('pairs are of the kind %p', (kind) => {
  callBuilder(new BuilderBase('test'), rowOf(kind), [
    [
      [1, -2],
      [0, 2n ** 62n],
    ],
  ]);
  expect(lastArguments).toEqual({
    padding: [
      ['1', '-2'],
      ['0', '4611686018427387904'],
    ],
  });
  callBuilder(new BuilderBase('test'), rowOf(kind), [[]]);
  expect(lastArguments).toEqual({ padding: [] });
});

test.each([['same'], [1], [[1, 2]], [[[1]]], [[[1, 2, 3]]], [[[1, 2.5]]], [[[2n ** 63n, 0]]]])(
  '%p is no padding of a window',
  async (wrong) => {
    for (const kind of ['padding', 'int64_pair[]'] as const) {
      const call = (): unknown => callBuilder(new BuilderBase('test'), rowOf(kind), [wrong]);
      await expectError(call, { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
    }
  },
);

test('SAME is no list of pairs', async () => {
  const call = (): unknown => callBuilder(new BuilderBase('test'), rowOf('int64_pair[]'), ['SAME']);
  await expectError(call, { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
});
