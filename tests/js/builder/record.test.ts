// The argument kinds record and record[] over a fake module: what reaches the core, and what is refused before.
import type { FieldRow, Form } from '../../../js/src/builder/kinds.js';
import { kinds } from '../../../js/src/generated/kinds.js';
import { expectError } from '../support/expect-error.js';
import { caller, recordCalls } from '../support/recorded-call.js';

const lastArguments = recordCalls();

const fields: readonly FieldRow[] = [
  { name: 'offset_dims', js: 'offsetDims', kind: kinds['int64[]'], required: true },
  { name: 'batching_dims', js: 'batchingDims', kind: kinds['int64[]'], required: false },
  { name: 'index_vector_dim', js: 'indexVectorDim', kind: kinds.int64, required: true },
];
const record: Form = { type: 'record', fields };
const records: Form = { type: 'list', element: record, meaning: 'an array of objects' };
const pick = caller(
  'Pick',
  [{ name: 'dimension_numbers', js: 'dimensionNumbers', kind: record }],
  [{ name: 'sorted', js: 'sorted', kind: kinds.bool }],
);
const pickAll = caller('PickAll', [{ name: 'all_numbers', js: 'allNumbers', kind: records }]);
const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };

test('fields have camel case here and XLA’s names in the core', () => {
  pick({ offsetDims: [1, 2n ** 62n], indexVectorDim: 2 });
  expect(lastArguments()).toEqual({
    dimension_numbers: { offset_dims: ['1', '4611686018427387904'], index_vector_dim: '2' },
  });
  pick({ indexVectorDim: -1, batchingDims: [], offsetDims: [] });
  expect(lastArguments()).toEqual({
    dimension_numbers: { offset_dims: [], batching_dims: [], index_vector_dim: '-1' },
  });
  pick({ offsetDims: [0], batchingDims: undefined, indexVectorDim: 0 }, { sorted: true });
  expect(lastArguments()).toEqual({
    dimension_numbers: { offset_dims: ['0'], index_vector_dim: '0' },
    sorted: true,
  });
});

test('what is no such object', async () => {
  for (const wrong of [1, [1], null, 'offsetDims', new Map()]) {
    const error = await expectError(() => pick(wrong), refused);
    expect(error.message).toContain('not an object with offsetDims, batchingDims, indexVectorDim');
  }
  await expectError(() => pick({ offsetDims: [1] }), {
    ...refused,
    message: /dimensionNumbers\.indexVectorDim is missing: an integer/,
  });
  await expectError(() => pick({ offsetDims: 1, indexVectorDim: 0 }), {
    ...refused,
    message: /dimensionNumbers\.offsetDims is 1, not an array of integers/,
  });
  await expectError(() => pick({ offsetDims: [0.5], indexVectorDim: 0 }), {
    ...refused,
    message: /dimensionNumbers\.offsetDims\[0\] is 0\.5, not an integer/,
  });
  await expectError(() => pick({ offsetDims: [], indexVectorDim: 0, offset_dims: [] }), {
    ...refused,
    message: /dimensionNumbers has no field "offset_dims"/,
    help: /^did you mean offsetDims\?$/,
  });
});

test('several records', async () => {
  pickAll([]);
  expect(lastArguments()).toEqual({ all_numbers: [] });
  pickAll([
    { offsetDims: [1], indexVectorDim: 2 },
    { offsetDims: [], batchingDims: [3], indexVectorDim: 0 },
  ]);
  expect(lastArguments()).toEqual({
    all_numbers: [
      { offset_dims: ['1'], index_vector_dim: '2' },
      { offset_dims: [], batching_dims: ['3'], index_vector_dim: '0' },
    ],
  });
  await expectError(() => pickAll({ offsetDims: [], indexVectorDim: 0 }), {
    ...refused,
    message: /allNumbers is a plain object, not an array of objects/,
  });
  await expectError(() => pickAll([{ offsetDims: [], indexVectorDim: 0 }, 1]), {
    ...refused,
    message: /allNumbers\[1\] is 1, not an object with offsetDims, batchingDims, indexVectorDim/,
  });
  await expectError(() => pickAll([{ offsetDims: [] }]), {
    ...refused,
    message: /allNumbers\[0\]\.indexVectorDim is missing: an integer/,
  });
});
