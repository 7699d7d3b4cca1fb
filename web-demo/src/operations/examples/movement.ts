import { only, variants, type Examples } from './examples.js';

const matrix = 'f32[2,3] 1 2 3 4 5 6';
const square = 'f32[3,3] 1 2 3 4 5 6 7 8 9';
const line = 'f32[6] 0 10 20 30 40 50';

export const movement: Examples = {
  broadcast: only({ operand: 'f32[3] 1 2 3', broadcastSizes: '[2]' }),
  broadcastInDim: variants(
    { operand: 'f32[3] 1 2 3', outDimSize: '[2, 3]', broadcastDimensions: '[1]' },
    {
      'as a column': { outDimSize: '[3, 2]', broadcastDimensions: '[0]' },
      'stretch size 1': { operand: 'f32[1,3] 1 2 3', broadcastDimensions: '[0, 1]' },
      'wrong dimension': { broadcastDimensions: '[0]' },
    },
  ),
  reshape: variants(
    { operand: matrix, newSizes: '[3, 2]' },
    { 'to a vector': { newSizes: '[6]' }, 'another count': { newSizes: '[4, 2]' } },
  ),
  reshapeWithInferredDimension: only({
    $program: 'reshapeWithInferredDimension(setDimensionSize(operand, live, 0), [2, 3], 0)',
    operand: 's32[6] 0 1 2 3 4 5',
    live: 's32[] 3',
  }),
  collapse: only({ operand: 'f32[2,2,2] 1 2 3 4 5 6 7 8', dimensions: '[0, 1]' }),
  transpose: variants(
    { operand: matrix, permutation: '[1, 0]' },
    {
      'three dimensions': { operand: 'f32[2,2,3] count', permutation: '[2, 0, 1]' },
      'stay as they are': { permutation: '[0, 1]' },
      'one missing': { permutation: '[1]' },
      'one twice': { permutation: '[1, 1]' },
    },
  ),
  rev: variants({ operand: matrix, dimensions: '[1]' }, { 'both dimensions': { dimensions: '[0, 1]' } }),
  slice: variants(
    { operand: 'f32[4,5] count', startIndices: '[1, 0]', limitIndices: '[3, 5]', strides: '[1, 2]' },
    { 'one row': { limitIndices: '[2, 5]', strides: '' }, 'past the end': { limitIndices: '[5, 5]' } },
  ),
  sliceInDim: only({ operand: 'f32[2,5] count', startIndex: '1', limitIndex: '5', stride: '2', dimno: '1' }),
  pad: variants(
    { operand: matrix, paddingValue: 'f32[] 0', paddingConfig: '[[1, 0], [0, 2, 1]]' },
    {
      'negative: cut off': { paddingConfig: '[[0, 0], [-1, 1]]' },
      'only between': { paddingConfig: '[[0, 0, 1], [0, 0, 1]]' },
    },
  ),
  padInDim: only({ operand: matrix, paddingValue: 'f32[] 0', dimno: '1', padLo: '2', padHi: '-1' }),
  concatInDim: variants(
    { operands: 'f32[2,2] 1 2 3 4; f32[2,3] 10 20 30 40 50 60', dimension: '1' },
    { 'wrong dimension': { dimension: '0' } },
  ),
  concatScalars: only({ scalars: 'f32[] 4; f32[] 5; f32[] 6' }),
  getDimensionSize: only({ operand: matrix, dimension: '1' }),
  setDimensionSize: only({ operand: matrix, size: 's32[] 2', dimension: '1' }),
  removeDynamicDimension: only({
    $program: 'removeDynamicDimension(setDimensionSize(operand, size, 1), 1)',
    operand: matrix,
    size: 's32[] 2',
  }),
  dynamicReshape: only({
    $program: 'dynamicReshape(setDimensionSize(operand, one, 0), [three], [6], [true])',
    operand: matrix,
    one: 's32[] 1',
    three: 's32[] 3',
  }),
  sliceInMinorDims: only({ x: 'f32[2,4] count', start: '[1]', end: '[3]' }),
  dynamicSliceInMinorDims: only({ x: 'f32[2,4] count', starts: 's32[] 1', sizes: '[2]' }),
  dynamicUpdateSliceInMinorDims: only({ x: 'f32[2,3] count', update: 'f32[2,1] 100 200', starts: 's32[] 1' }),
  updateSliceInMinorDims: only({ x: 'f32[2,3] count', update: 'f32[2,1] 100 200', start: '[1]' }),
  updateSlice: only({ x: square, update: 'f32[2,2] 10 20 30 40', start: '[1, 0]' }),
  dynamicStridedSlice: only({ input: line, baseIndices: 's32[] 1', windowSizes: '[4]', strides: '[2]' }),
  broadcastTo: only({ input: 'f32[2] 1 2', outputDims: '[3, 2]' }),
  identityMatrix: only({ type: 'F32', m: '3', n: '3' }),
  getMatrixDiagonal: only({ x: 'f32[3,4] count', k: '1' }),
  setMatrixDiagonal: only({ matrix: square, diag: 'f32[3] 10 50 90' }),
  getDiagonalMask: only({ x: square, diagonal: '1' }),
  triangleMask: only({ x: square }),
  triangle: only({ x: square, lower: 'true' }),
  upperTriangle: only({ x: square }),
  lowerTriangle: only({ x: square }),
  symmetrize: only({ x: square }),
  transposeInMinorDims: only({ x: matrix }),
  bitcast: only({
    $hlo: 'HloModule m\nENTRY main {\n  x = f32[2,3]{1,0} parameter(0)\n  ROOT y = f32[3,2]{0,1} bitcast(x)\n}',
    x: matrix,
  }),
};
