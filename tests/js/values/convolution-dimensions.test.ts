// The argument kinds convolution_dimension_numbers, window and group_count over a fake module: what reaches the core, and what is
// refused before.
import { expectError } from '../support/expect-error.js';
import { kinds } from '../../../js/src/generated/kinds.js';
import { caller, recordCalls } from '../support/recorded-call.js';

const lastArguments = recordCalls();

const convolve = caller(
  'Convolve',
  [{ name: 'dimension_numbers', js: 'dimensionNumbers', kind: kinds.convolution_dimension_numbers }],
  [
    { name: 'window', js: 'window', kind: kinds.window },
    { name: 'feature_group_count', js: 'featureGroupCount', kind: kinds.group_count },
  ],
);
const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };
const numbers = {
  inputBatchDimension: 0,
  inputFeatureDimension: 1,
  kernelInputFeatureDimension: 1,
  kernelOutputFeatureDimension: 0n,
  outputBatchDimension: 0,
  outputFeatureDimension: 1,
};

test('dimension numbers are labels', () => {
  convolve('b01f_01io->b01f');
  expect(lastArguments()).toEqual({ dimension_numbers: 'b01f_01io->b01f' });
});

test('or an object with XLA’s names, in which spatial dimensions may be left out', async () => {
  const encoded = {
    input_batch_dimension: '0',
    input_feature_dimension: '1',
    kernel_input_feature_dimension: '1',
    kernel_output_feature_dimension: '0',
    output_batch_dimension: '0',
    output_feature_dimension: '1',
  };
  convolve(numbers);
  expect(lastArguments()).toEqual({ dimension_numbers: encoded });
  convolve({ ...numbers, inputSpatialDimensions: [2, 3n] });
  expect(lastArguments()).toEqual({ dimension_numbers: { ...encoded, input_spatial_dimensions: ['2', '3'] } });
  await expectError(() => convolve({ ...numbers, inputSpatialDimension: [2] }), {
    ...refused,
    message: /dimensionNumbers has no field "inputSpatialDimension"/,
    help: /^did you mean inputSpatialDimensions\?$/,
  });
  await expectError(() => convolve({ inputBatchDimension: 0 }), {
    ...refused,
    message: /dimensionNumbers\.inputFeatureDimension is missing: an integer/,
  });
  await expectError(() => convolve({ ...numbers, kernelSpatialDimensions: [0.5] }), {
    ...refused,
    message: /dimensionNumbers\.kernelSpatialDimensions\[0\] is 0\.5, not an integer/,
  });
  for (const wrong of [7, null, ['b0f'], true, new Map()]) await expectError(() => convolve(wrong), refused);
});

test('a window is an array of its dimensions', async () => {
  convolve('bf_io->bf', {
    window: [{ size: 3 }, { size: 2n, stride: 2, paddingLow: -1, baseDilation: 3, windowReversal: true }],
  });
  expect(lastArguments()).toMatchObject({
    window: [{ size: '3' }, { size: '2', stride: '2', padding_low: '-1', base_dilation: '3', window_reversal: true }],
  });
  await expectError(() => convolve('bf_io->bf', { window: [{ stride: 2 }] }), {
    ...refused,
    message: /window\[0\]\.size is missing: an integer/,
  });
  await expectError(() => convolve('bf_io->bf', { window: [{ size: 3, pad: 1 }] }), {
    ...refused,
    message: /window\[0\] has no field "pad"/,
  });
});

test('a group count is an integer', async () => {
  convolve('bf_io->bf', { featureGroupCount: 32 });
  expect(lastArguments()).toMatchObject({ feature_group_count: '32' });
  await expectError(() => convolve('bf_io->bf', { featureGroupCount: 1.5 }), {
    ...refused,
    message: /featureGroupCount is 1\.5, not an integer/,
  });
});
