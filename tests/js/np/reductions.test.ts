// np: reductions, and running ones.
import * as nn from '../../../js/src/nn/index.js';
import * as np from '../../../js/src/np/index.js';
import { XlaBuilder } from '../../../js/src/builder/xla-builder.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { Shape } from '../../../js/src/values/shape.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare } from './programs.js';

prepare();

const matrix = (): XlaOp => constant([[1, 2, 3], [4, 5, 9]]); // prettier-ignore
const integers = (): XlaOp => constant([[3, 1, 2], [0, 5, 5]], 'S32'); // prettier-ignore
const truth = (): XlaOp => constant([true, false, true], 'PRED');
const gaps = (): XlaOp => constant([[1, NaN, 3], [NaN, NaN, NaN]]); // prettier-ignore

test('reductions', async () => {
  await checkCases({
    sum: [() => np.sum(matrix()), 'f32[]', 24],
    'sum of an axis': [() => np.sum(matrix(), -1), 'f32[2]', [6, 18]],
    'sum that keeps its axes': [() => np.sum(matrix(), { axis: [0], keepdims: true }), 'f32[1,3]', [[5, 7, 12]]],
    'sum of PRED': [() => np.sum(truth()), 's32[]', 2],
    prod: [() => np.prod(integers(), 0), 's32[3]', [0, 5, 10]],
    max: [() => np.max(matrix(), [0, 1]), 'f32[]', 9],
    min: [() => np.min(integers(), 1), 's32[2]', [1, 0]],
    ptp: [() => np.ptp(matrix(), { axis: 1, keepdims: true }), 'f32[2,1]', [[2], [5]]],
    all: [() => np.all(integers(), 1), 'pred[2]', [true, false]],
    any: [() => np.any(truth()), 'pred[]', true],
    countNonzero: [() => np.countNonzero(integers(), 1), 's32[2]', [3, 2]],
    mean: [() => np.mean(matrix(), 0), 'f32[3]', [2.5, 3.5, 6]],
    average: [() => np.average(matrix(), { axis: 1, weights: constant([3, 1, 0]) }), 'f32[2]', [1.25, 4.25]],
    var: [() => np.var(matrix()), 'f32[]', 40 / 6],
    'var of a sample': [() => np.var(matrix(), { axis: 1, ddof: 1 }), 'f32[2]', [1, 7]],
    'var of complex numbers': [() => np.var(constant([{ re: 1, im: 1 }, { re: 1, im: -1 }], 'C64')), 'f32[]', 1], // prettier-ignore
    std: [() => np.std(matrix(), 1), 'f32[2]', [Math.sqrt(2 / 3), Math.sqrt(14 / 3)]],
    median: [() => np.median(constant([[3, 1, 2, 9], [4, 4, 0, 1]]), 1), 'f32[2]', [2.5, 2.5]], // prettier-ignore
    'median of all': [() => np.median(matrix(), { keepdims: true }), 'f32[1,1]', [[3.5]]],
    'median with NaN': [() => np.median(gaps(), 1), 'f32[2]', [NaN, NaN]],
    quantile: [() => np.quantile(matrix(), [0, 0.25, 1], 0), 'f32[3,3]', [[1, 2, 3], [1.75, 2.75, 4.5], [4, 5, 9]]], // prettier-ignore
    'quantile lower': [() => np.quantile(constant([1, 2, 4]), 0.75, { method: 'lower' }), 'f32[]', 2],
    'quantile higher': [() => np.quantile(constant([1, 2, 4]), 0.75, { method: 'higher' }), 'f32[]', 4],
    'quantile midpoint': [() => np.quantile(constant([1, 2, 4]), 0.6, { method: 'midpoint' }), 'f32[]', 3],
    'quantile nearest': [() => np.quantile(constant([1, 2, 4]), 0.75, { method: 'nearest' }), 'f32[]', 4],
    percentile: [() => np.percentile(constant([0, 10]), 30), 'f32[]', 3],
    argmax: [() => np.argmax(integers()), 's32[]', 4],
    'argmax of an axis': [() => np.argmax(integers(), 0), 's32[3]', [0, 1, 1]],
    'argmax that keeps its axes': [() => np.argmax(integers(), { keepdims: true }), 's32[1,1]', [[4]]],
    argmin: [() => np.argmin(gaps(), { axis: 1, keepdims: true }), 's32[2,1]', [[1], [0]]],
    nansum: [() => np.nansum(gaps(), 1), 'f32[2]', [4, 0]],
    nanprod: [() => np.nanprod(gaps(), 1), 'f32[2]', [3, 1]],
    nanmean: [() => np.nanmean(gaps(), 1), 'f32[2]', [2, NaN]],
    nanvar: [() => np.nanvar(constant([1, NaN, 3])), 'f32[]', 1],
    nanstd: [() => np.nanstd(constant([1, NaN, 5]), { ddof: 1 }), 'f32[]', Math.sqrt(8)],
    nanmax: [() => np.nanmax(gaps(), 1), 'f32[2]', [3, NaN]],
    nanmin: [() => np.nanmin(gaps(), 0), 'f32[3]', [1, NaN, 3]],
    bincount: [() => np.bincount(constant([0, 2, 2, 7], 'S32'), 4), 's32[4]', [1, 0, 2, 0]],
    'bincount of weights': [
      () => np.bincount(constant([1, 1, 0], 'S32'), { length: 2, weights: constant([0.5, 2, 1]) }),
      'f32[2]',
      [1, 2.5],
    ],
    cov: [() => np.cov(constant([[1, 2, 3], [2, 0, 4]])), 'f32[2,2]', [[1, 1], [1, 4]]], // prettier-ignore
    'cov of columns': [() => np.cov(constant([[1], [3]]), { rowvar: false, ddof: 0 }), 'f32[1,1]', [[1]]],
    corrcoef: [() => np.corrcoef(constant([[1, 2, 3], [2, 0, 4]])), 'f32[2,2]', [[1, 0.5], [0.5, 1]]], // prettier-ignore
  });
});

test('running reductions and differences', async () => {
  await checkCases({
    cumsum: [() => np.cumsum(matrix()), 'f32[6]', [1, 3, 6, 10, 15, 24]],
    'cumsum of an axis': [() => np.cumsum(integers(), 1), 's32[2,3]', [[3, 4, 6], [0, 5, 10]]], // prettier-ignore
    'cumsum of PRED': [() => np.cumsum(truth()), 's32[3]', [1, 1, 2]],
    cumprod: [() => np.cumprod(matrix(), { axis: 0 }), 'f32[2,3]', [[1, 2, 3], [4, 10, 27]]], // prettier-ignore
    cummax: [() => np.cummax(integers(), -1), 's32[2,3]', [[3, 3, 3], [0, 5, 5]]], // prettier-ignore
    cummin: [() => np.cummin(integers(), -1), 's32[2,3]', [[3, 1, 1], [0, 0, 0]]], // prettier-ignore
    diff: [() => np.diff(matrix()), 'f32[2,2]', [[1, 1], [1, 4]]], // prettier-ignore
    'diff twice': [() => np.diff(matrix(), 2), 'f32[2,1]', [[0], [3]]],
    'diff of rows': [() => np.diff(matrix(), { axis: 0 }), 'f32[1,3]', [[3, 3, 6]]],
    'diff of PRED': [() => np.diff(truth()), 'pred[2]', [true, true]],
    trapezoid: [() => np.trapezoid(matrix(), { dx: 2 }), 'f32[2]', [8, 23]],
  });
});

test('wrong calls', async () => {
  const b = new XlaBuilder('np');
  const x = b.parameter(0, Shape.parse('f32[2,3]'), 'x');
  const s = b.parameter(1, Shape.parse('s32[2,3]'), 's');
  const code = 'INVALID_ARGUMENT';
  await expectError(() => np.mean(s), {
    code,
    rule: 'js.c96',
    message: /np\.mean: s32\[2,3\] .*\n.*np\.astype\(x, 'F32'\)/,
  });
  await expectError(() => np.sum(x, 2), { code, rule: 'js.c61', message: /np\.sum: axis 2 is out of range\n/ });
  await expectError(() => np.sum(x, { axis: 0, keepDims: true } as never), { code, rule: 'js.c22', help: /keepdims/ });
  // As in jax.numpy, and a variable instead of an axis: TypeScript refuses it by itself.
  for (const f of [np.mean, np.argmax, np.sort, nn.logsumexp] as ((...args: unknown[]) => XlaOp)[]) {
    await expectError(() => f(x, -1, { keepdims: true }), {
      code,
      rule: 'js.c4',
      help: /into one object: (np|nn)\.\w+\(x, \{ axis, \w+ \}\)$/,
    });
  }
  await expectError(() => np.quantile(x, 2), { code, rule: 'js.c5', help: /from 0 to 1$/ });
  await expectError(() => np.percentile(x, 200), { code, rule: 'js.c5', help: /from 0 to 100$/ });
  await expectError(() => np.bincount(s, undefined as never), { code, rule: 'js.c22' });
});
