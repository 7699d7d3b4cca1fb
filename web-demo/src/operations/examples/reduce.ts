import { only, variants, type Examples } from './examples.js';

const matrix = 'f32[3,4] 1 2 3 4 5 6 7 8 9 10 11 12';
const small = 'f32[2,3] 1 2 3 4 5 6';
const truths = 'pred[2,3] true false true true true true';
const along = variants(
  { operand: matrix, dimensions: '[1]' },
  {
    'down the columns': { dimensions: '[0]' },
    'keep the dimension': { keepDims: 'true' },
    everything: { dimensions: '[0, 1]' },
  },
);
const batch = { scale: 'f32[3] 1 1 1', offset: 'f32[3] 0 0 10' };

export const reduce: Examples = {
  reduce: variants(
    { operand: matrix, initValue: 'f32[] 0', computation: 'add', dimensionsToReduce: '[1]' },
    {
      'down the columns': { dimensionsToReduce: '[0]' },
      everything: { dimensionsToReduce: '[0, 1]' },
      'the largest': { computation: 'max', initValue: 'f32[] -inf' },
      'a sum of squares': { computation: '(sum, x) => add(sum, mul(x, x))' },
      'no such dimension': { dimensionsToReduce: '[2]' },
    },
  ),
  reduceAll: only({ operand: matrix, initValue: 'f32[] 0', computation: 'add' }),
  scan: only({
    $hlo: `HloModule running_sum
step {
  value = f32[] parameter(0)
  sum = f32[] parameter(1)
  next = f32[] add(value, sum)
  ROOT both = (f32[], f32[]) tuple(next, next)
}
ENTRY main {
  x = f32[5] parameter(0)
  first = f32[] parameter(1)
  ROOT sums = (f32[5], f32[]) scan(x, first), dimensions={0}, num_carries=1, to_apply=step
}`,
    x: 'f32[5] 1 2 3 4 5',
    first: 'f32[] 0',
  }),
  sum: along,
  prod: along,
  reduceMax: along,
  reduceMin: along,
  mean: along,
  any: only({ operand: truths, dimensions: '[1]' }),
  all: only({ operand: truths, dimensions: '[1]' }),
  argMax: variants({ input: 'f32[2,4] 1 9 9 2 5 nan 7 0', axis: '1' }, { 'down the columns': { axis: '0' } }),
  argMin: only({ input: 'f32[2,4] 4 1 1 2 5 3 7 0', axis: '1' }),
  argMinMax: only({ input: 'f32[2,4] 4 1 1 2 5 3 7 0', axis: '1', isMin: 'true' }),
  softmax: variants(
    { operand: 'f32[2,3] 1 2 3 1 1 1', dimensions: '[1]' },
    { 'large numbers': { operand: 'f32[2,3] 1000 1001 1002 0 0 0' } },
  ),
  logSumExp: only({ operand: 'f32[2,3] 1 2 3 1000 1000 1000', dimensions: '[1]' }),
  batchNormTraining: only({ operand: small, ...batch, epsilon: '0', featureIndex: '1' }),
  batchNormInference: only({
    operand: small,
    ...batch,
    mean: 'f32[3] 2 3 4',
    variance: 'f32[3] 4 4 4',
    epsilon: '0',
    featureIndex: '1',
  }),
  batchNormGrad: only({
    operand: small,
    scale: 'f32[3] 1 1 1',
    batchMean: 'f32[3] 2.5 3.5 4.5',
    batchVar: 'f32[3] 2.25 2.25 2.25',
    gradOutput: 'f32[2,3] 1 0 0 0 2 0',
    epsilon: '0.75',
    featureIndex: '1',
  }),
};
