// The argument kind record over a fake module: what reaches the core, and what is refused before.
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

const pick: FunctionRow = {
  js: 'pick',
  overloads: [
    {
      name: 'Pick',
      overload: 0,
      required: [
        {
          name: 'dimension_numbers',
          js: 'dimensionNumbers',
          kind: 'record',
          fields: [
            { name: 'offset_dims', js: 'offsetDims', kind: 'int64[]', required: true },
            { name: 'batching_dims', js: 'batchingDims', kind: 'int64[]', required: false },
            { name: 'index_vector_dim', js: 'indexVectorDim', kind: 'int64', required: true },
          ],
        },
      ],
      optional: [{ name: 'sorted', js: 'sorted', kind: 'bool' }],
    },
  ],
};

const call = (...args: unknown[]): unknown => callBuilder(new BuilderBase('test'), pick, args);

test('fields have camel case here and XLA’s names in the core', () => {
  call({ offsetDims: [1, 2n ** 62n], indexVectorDim: 2 });
  expect(lastArguments).toEqual({
    dimension_numbers: { offset_dims: ['1', '4611686018427387904'], index_vector_dim: '2' },
  });
  call({ indexVectorDim: -1, batchingDims: [], offsetDims: [] });
  expect(lastArguments).toEqual({
    dimension_numbers: { offset_dims: [], batching_dims: [], index_vector_dim: '-1' },
  });
  call({ offsetDims: [0], batchingDims: undefined, indexVectorDim: 0 }, { sorted: true });
  expect(lastArguments).toEqual({
    dimension_numbers: { offset_dims: ['0'], index_vector_dim: '0' },
    sorted: true,
  });
});

test('what is no such object', async () => {
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };
  for (const wrong of [1, [1], null, 'offsetDims', new Map()]) {
    const error = await expectError(() => call(wrong), refused);
    expect(error.message).toContain('not an object with offsetDims, batchingDims, indexVectorDim');
  }
  await expectError(() => call({ offsetDims: [1] }), {
    ...refused,
    message: /dimensionNumbers\.indexVectorDim is undefined, not an integer/,
  });
  await expectError(() => call({ offsetDims: 1, indexVectorDim: 0 }), {
    ...refused,
    message: /dimensionNumbers\.offsetDims is 1, not an array of integers/,
  });
  await expectError(() => call({ offsetDims: [0.5], indexVectorDim: 0 }), {
    ...refused,
    message: /dimensionNumbers\.offsetDims\[0\] is 0\.5, not an integer/,
  });
  await expectError(() => call({ offsetDims: [], indexVectorDim: 0, offset_dims: [] }), {
    ...refused,
    message: /dimensionNumbers has no field "offset_dims"/,
    help: /its fields are offsetDims, batchingDims, indexVectorDim/,
  });
});
