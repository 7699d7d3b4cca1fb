// nn: activations, normalization, layers.
import * as nn from '../../../js/src/nn/index.js';
import * as np from '../../../js/src/np/index.js';
import type { XlaOp } from '../../../js/src/builder/xla-op.js';
import { expectError } from '../support/expect-error.js';
import { checkCases, constant, prepare, recorded, type Case } from '../np/programs.js';

prepare();

const x = [-4, -1.5, -0.5, 0, 0.5, 1.5, 4];
const of = (f: (x: XlaOp) => XlaOp, expected: (x: number) => number): Case => [
  () => f(constant(x)),
  'f32[7]',
  x.map(expected),
];
const sigmoid = (v: number): number => 1 / (1 + Math.exp(-v));
const softplus = (v: number): number => Math.log1p(Math.exp(v));
const hard = (v: number): number => Math.min(Math.max(v + 3, 0), 6) / 6;

/** erf by its series, which converges for all numbers. */
function erf(v: number): number {
  let [term, sum] = [v, v];
  for (let n = 1; n < 100; n++) {
    term *= (-v * v) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

test('activations', async () => {
  await checkCases({
    relu: of(nn.relu, (v) => Math.max(v, 0)),
    relu6: [() => nn.relu6(constant([-1, 3, 7])), 'f32[3]', [0, 3, 6]],
    gelu: of(nn.gelu, (v) => 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)))),
    'gelu by erf': of((op) => nn.gelu(op, { approximate: false }), (v) => 0.5 * v * (1 + erf(v / Math.SQRT2))), // prettier-ignore
    silu: of(nn.silu, (v) => v * sigmoid(v)),
    sigmoid: of(nn.sigmoid, sigmoid),
    logSigmoid: of(nn.logSigmoid, (v) => -softplus(-v)),
    softplus: of(nn.softplus, softplus),
    'softplus of great numbers': [() => nn.softplus(constant([1000, -1000])), 'f32[2]', [1000, 0]],
    softSign: of(nn.softSign, (v) => v / (1 + Math.abs(v))),
    elu: of((op) => nn.elu(op, 2), (v) => (v > 0 ? v : 2 * Math.expm1(v))), // prettier-ignore
    selu: of(nn.selu, (v) => 1.0507009873554805 * (v > 0 ? v : 1.6732632423543772 * Math.expm1(v))),
    celu: of((op) => nn.celu(op, { alpha: 2 }), (v) => Math.max(v, 0) + Math.min(0, 2 * Math.expm1(v / 2))), // prettier-ignore
    leakyRelu: of(nn.leakyRelu, (v) => (v >= 0 ? v : 0.01 * v)),
    hardTanh: of(nn.hardTanh, (v) => Math.min(Math.max(v, -1), 1)),
    hardSigmoid: of(nn.hardSigmoid, hard),
    hardSilu: of(nn.hardSilu, (v) => v * hard(v)),
    mish: of(nn.mish, (v) => v * Math.tanh(softplus(v))),
    glu: [() => nn.glu(constant([1, 2, 0, 3])), 'f32[2]', [0.5, 2 * sigmoid(3)]],
  });
});

const rows = [[1, 2, 3], [-1, 0, 4]]; // prettier-ignore
const exps = rows.map((row) => row.map(Math.exp));
const total = (row: number[]): number => row.reduce((all, value) => all + value, 0);
const normalized = rows.map((row) => {
  const mean = total(row) / 3;
  const variance = total(row.map((value) => (value - mean) ** 2)) / 3;
  return row.map((value) => (value - mean) / Math.sqrt(variance + 1e-5));
});

test('normalization', async () => {
  await checkCases({
    softmax: [() => nn.softmax(constant(rows)), 'f32[2,3]', exps.map((row) => row.map((e) => e / total(row)))],
    'softmax of columns': [() => np.sum(nn.softmax(constant(rows), 0), 0), 'f32[3]', [1, 1, 1]],
    logSoftmax: [() => nn.logSoftmax(constant(rows)), 'f32[2,3]', exps.map((row) => row.map((e) => Math.log(e / total(row))))], // prettier-ignore
    logsumexp: [() => nn.logsumexp(constant(rows)), 'f32[]', Math.log(total(exps.flat()))],
    'logsumexp of rows': [() => nn.logsumexp(constant(rows), { axis: 1, keepdims: true }), 'f32[2,1]', exps.map((row) => [Math.log(total(row))])], // prettier-ignore
    oneHot: [() => nn.oneHot(constant([2, 0, 5], 'S32'), 3), 'f32[3,3]', [[0, 0, 1], [1, 0, 0], [0, 0, 0]]], // prettier-ignore
    'oneHot first': [() => nn.oneHot(constant([1], 'S32'), 2, { axis: 0, dtype: 'PRED' }), 'pred[2,1]', [[false], [true]]], // prettier-ignore
    standardize: [() => nn.standardize(constant(rows)), 'f32[2,3]', normalized],
    layerNorm: [
      () => nn.layerNorm(constant(rows), { scale: constant([1, 2, 3]), bias: constant([1, 1, 1]) }),
      'f32[2,3]',
      normalized.map((row) => row.map((value, index) => value * (index + 1) + 1)),
    ],
    rmsNorm: [() => nn.rmsNorm(constant([[3, 4]]), { epsilon: 0 }), 'f32[1,2]', [[3, 4].map((value) => value / Math.sqrt(12.5))]], // prettier-ignore
  });
});

/** Attention of one head by loops: queries, keys and values are rows. */
function attention(
  q: number[][],
  k: number[][],
  v: number[][],
  keep: (query: number, key: number) => boolean,
): number[][] {
  return q.map((query, i) => {
    const weights = k.map((key, j) =>
      keep(i, j)
        ? Math.exp(total(query.map((value, index) => value * (key[index] ?? 0))) / Math.sqrt(query.length))
        : 0,
    );
    return (v[0] ?? []).map((_, column) => total(weights.map((w, j) => w * (v[j]?.[column] ?? 0))) / total(weights));
  });
}

test('layers', async () => {
  const q = [[1, 0], [0.5, -1], [2, 1]]; // prettier-ignore
  const v = [[1, 2], [3, 4], [5, 6]]; // prettier-ignore
  /** [1, length, 1, size] */
  const head = (values: number[][]): XlaOp => constant([values.map((row) => [row])]);
  const twoHeads = (values: number[][]): XlaOp => constant([values.map((row) => [row, row])]);
  const shown = (values: number[][]): number[][][][] => [values.map((row) => [row])];
  const image = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]; // prettier-ignore
  const picture = (): XlaOp => np.expandDims(constant(image), [0, -1]);
  const flat = (op: XlaOp): XlaOp => np.squeeze(op, [0, -1]);
  await checkCases({
    dotProductAttention: [
      () => nn.dotProductAttention(head(q), head(q), head(v)),
      'f32[1,3,1,2]',
      shown(attention(q, q, v, () => true)),
    ],
    'causal attention': [() => nn.dotProductAttention(head(q), head(q), head(v), { isCausal: true }), 'f32[1,3,1,2]', shown(attention(q, q, v, (i, j) => j <= i))], // prettier-ignore
    'masked attention': [
      () => nn.dotProductAttention(head(q), head(q), head(v), { mask: constant([true, false, true], 'PRED') }),
      'f32[1,3,1,2]',
      shown(attention(q, q, v, (_, j) => j !== 1)),
    ],
    'attention of a query without keys': [
      () => nn.dotProductAttention(head(q), head(q), head(v), { mask: constant([false, false, false], 'PRED') }),
      'f32[1,3,1,2]',
      shown(q.map(() => [3, 4])),
    ],
    'attention with bias, and without batch': [
      () => nn.dotProductAttention(np.squeeze(head(q), 0), np.squeeze(head(q), 0), np.squeeze(head(v), 0), { bias: constant([0, -1e9, 0]) }), // prettier-ignore
      'f32[3,1,2]',
      attention(q, q, v, (_, j) => j !== 1).map((row) => [row]),
    ],
    'attention of two heads with one key': [() => nn.dotProductAttention(twoHeads(q), head(q), head(v)), 'f32[1,3,2,2]', [attention(q, q, v, () => true).map((row) => [row, row])]], // prettier-ignore
    conv: [() => flat(nn.conv(picture(), np.ones([3, 3, 1, 1]))), 'f32[3,3]', [[12, 21, 16], [27, 45, 33], [24, 39, 28]]], // prettier-ignore
    'conv with strides': [() => flat(nn.conv(picture(), np.ones([2, 2, 1, 1]), { padding: 'VALID', strides: 1 })), 'f32[2,2]', [[12, 16], [24, 28]]], // prettier-ignore
    'conv of one dimension, dilated': [
      () =>
        nn.conv(constant([[[1], [2], [3], [4]]]), constant([[[1, 10]], [[1, 0]]]), { padding: 'VALID', dilation: 2 }),
      'f32[1,2,2]',
      [[[4, 10], [6, 20]]], // prettier-ignore
    ],
    maxPool: [() => flat(nn.maxPool(picture(), 2)), 'f32[2,2]', [[5, 6], [8, 9]]], // prettier-ignore
    'maxPool with strides': [() => flat(nn.maxPool(picture(), [2, 2], { strides: 2, padding: 'SAME' })), 'f32[2,2]', [[5, 6], [8, 9]]], // prettier-ignore
    avgPool: [() => flat(nn.avgPool(picture(), 2, { strides: [2, 2], padding: 'SAME' })), 'f32[2,2]', [[3, 2.25], [3.75, 2.25]]], // prettier-ignore
    'avgPool without padding': [
      () => flat(nn.avgPool(picture(), 2, { strides: 2, padding: 'SAME', countIncludePad: false })),
      'f32[2,2]',
      [[3, 4.5], [7.5, 9]], // prettier-ignore
    ],
  });
});

test('wrong calls', async () => {
  const code = 'INVALID_ARGUMENT';
  const wrong = (f: () => unknown, rule: string, message: RegExp): Promise<unknown> =>
    expectError(() => recorded(f), { code, rule, message });
  await wrong(() => nn.softmax(constant([1, 2], 'S32')), 'js.c96', /nn\.softmax: .*\n.*np\.astype/);
  await wrong(() => nn.maxPool(constant([[1]]), 2), 'js.c5', /no dimensions of space/);
  await wrong(() => nn.avgPool(constant([[[1]]]), 2, 2 as never), 'js.c22', /{ strides, padding, countIncludePad }/);
  await wrong(() => (nn as unknown as Record<string, () => void>)['log_softmax']?.(), 'js.c82', /use nn\.logSoftmax/);
});
