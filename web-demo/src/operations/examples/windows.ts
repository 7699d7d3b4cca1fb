import { only, variants, type Examples } from './examples.js';

const picture = 'f32[4,4] count';
const image = 'f32[1,1,4,4] count';
const signal = 'f32[1,1,5] 1 2 3 4 5';
const pooled = { kernelSize: '[1, 2, 1]', stride: '[1, 2, 1]' };

const convolution = variants(
  { lhs: image, rhs: 'f32[1,1,2,2] 1 0 0 1', windowStrides: '[1, 1]', padding: 'VALID' },
  {
    'same size': { padding: 'SAME' },
    'steps of two': { windowStrides: '[2, 2]' },
    'edges only': { rhs: 'f32[1,1,1,2] -1 1' },
  },
);

export const windows: Examples = {
  reduceWindow: variants(
    {
      operand: picture,
      initValue: 'f32[] 0',
      computation: 'add',
      windowDimensions: '[2, 2]',
      windowStrides: '[1, 1]',
      padding: 'VALID',
    },
    {
      'with padding': { padding: 'SAME' },
      'steps of two': { windowStrides: '[2, 2]' },
      'holes in the window': { windowDilations: '[1, 2]' },
      'holes in the array': { operand: 'f32[2,3] count', baseDilations: '[2, 2]' },
      'a running maximum': {
        computation: 'max',
        initValue: 'f32[] -inf',
        windowDimensions: '[1, 3]',
        padding: '[[0, 0], [2, 0]]',
      },
      'stride 0': { windowStrides: '[0, 1]' },
    },
  ),
  reduceWindowWithGeneralPadding: only({
    operand: 'f32[2,3] count',
    initValue: 'f32[] 0',
    computation: 'add',
    windowDimensions: '[2, 2]',
    windowStrides: '[1, 1]',
    baseDilations: '[1, 2]',
    windowDilations: '[1, 1]',
    padding: '[[0, 1], [1, 0]]',
  }),
  selectAndScatter: only({
    operand: 'f32[4,4] 7 2 5 3 3 8 1 1 4 0 9 6 2 5 2 7',
    select: '(a, b) => ge(a, b)',
    windowDimensions: '[2, 2]',
    windowStrides: '[2, 2]',
    padding: 'VALID',
    source: 'f32[2,2] 10 20 30 40',
    initValue: 'f32[] 0',
    scatter: 'add',
  }),
  selectAndScatterWithGeneralPadding: only({
    operand: 'f32[4] 7 2 5 3',
    select: '(a, b) => ge(a, b)',
    windowDimensions: '[3]',
    windowStrides: '[2]',
    padding: '[[1, 0]]',
    source: 'f32[2] 10 20',
    initValue: 'f32[] 0',
    scatter: 'add',
  }),
  maxPool: only({ operand: 'f32[1,6,1] 1 3 2 0 5 4', ...pooled, padding: 'VALID' }),
  avgPool: only({ operand: 'f32[1,5,1] 1 3 2 0 5', ...pooled, padding: 'SAME' }),
  avgPoolGrad: only({ outBackprop: 'f32[1,2,1] 6 12', gradientsSize: '[1, 4, 1]', ...pooled, padding: 'VALID' }),
  conv: convolution,
  convWithGeneralPadding: only({ lhs: signal, rhs: 'f32[1,1,3] 1 2 1', windowStrides: '[2]', padding: '[[1, 1]]' }),
  convWithGeneralDimensions: only({
    lhs: 'f32[1,3,3,1] count',
    rhs: 'f32[2,1,1,1] 1 10',
    windowStrides: '[1, 1]',
    padding: 'SAME',
    dimensionNumbers: 'b01f_01io->b01f',
  }),
  convGeneral: only({
    lhs: 'f32[2,3,1] 1 2 3 4 5 6',
    rhs: 'f32[2,1,1] 1 -1',
    windowStrides: '[1]',
    padding: '[[0, 0]]',
    dimensionNumbers: 'b0f_0io->b0f',
  }),
  convGeneralDilated: variants(
    { lhs: signal, rhs: 'f32[1,1,3] 1 10 100', windowStrides: '[1]', padding: '[[1, 1]]', rhsDilation: '[2]' },
    {
      transposed: {
        lhs: 'f32[1,1,3] 1 2 3',
        padding: '[[2, 2]]',
        lhsDilation: '[2]',
        rhsDilation: '',
        windowReversal: '[true]',
      },
      'without holes': { rhsDilation: '' },
      'in a plane': {
        lhs: image,
        rhs: 'f32[1,1,2,2] 1 2 3 4',
        windowStrides: '[1, 1]',
        padding: '[[1, 0], [0, 1]]',
        rhsDilation: '[1, 2]',
      },
    },
  ),
  dynamicConvForward: only({
    $program: "dynamicConvForward(setDimensionSize(lhs, live, 1), rhs, [2], [[0, 1]], 'b0f_0io->b0f', 'PADDING_SAME')",
    lhs: 'f32[1,5,1] 1 2 3 4 5',
    rhs: 'f32[2,1,1] 1 1',
    live: 's32[] 3',
  }),
  dynamicConvInputGrad: only({
    $program:
      "dynamicConvInputGrad(inputSizes, setDimensionSize(lhs, live, 1), rhs, [1], [[1, 1]], 'b0f_0io->b0f', 'PADDING_SAME', { lhsDilation: [2] })",
    inputSizes: 's32[3] 1 4 1',
    lhs: 'f32[1,3,1] 7 8 9',
    rhs: 'f32[2,1,1] 1 2',
    live: 's32[] 2',
  }),
  dynamicConvKernelGrad: only({
    $program:
      "dynamicConvKernelGrad(setDimensionSize(activations, live, 1), setDimensionSize(gradients, live, 0), [1], [[0, 1]], 'f0b_0io->0bf', 'PADDING_SAME')",
    activations: 'f32[1,5,1] 1 2 3 4 5',
    gradients: 'f32[5,1,1] 1 2 3 4 5',
    live: 's32[] 3',
  }),
};
