import { only, variants, type Examples } from './examples.js';

const table = 'f32[4,3] 0 1 2 10 11 12 20 21 22 30 31 32';

export const indexing: Examples = {
  gather: variants(
    {
      input: table,
      startIndices: 's32[3] 2 0 2',
      'dimensionNumbers.offsetDims': '[1]',
      'dimensionNumbers.collapsedSliceDims': '[0]',
      'dimensionNumbers.startIndexMap': '[0]',
      'dimensionNumbers.indexVectorDim': '1',
      sliceSizes: '[1, 3]',
    },
    {
      'a start past the end': { startIndices: 's32[3] 2 9 -4' },
      'blocks at points': {
        startIndices: 's32[2,2] 0 0 2 1',
        'dimensionNumbers.offsetDims': '[1, 2]',
        'dimensionNumbers.collapsedSliceDims': '[]',
        'dimensionNumbers.startIndexMap': '[0, 1]',
        sliceSizes: '[2, 2]',
      },
      'single elements': {
        startIndices: 's32[3,2] 0 0 1 2 3 1',
        'dimensionNumbers.offsetDims': '[]',
        'dimensionNumbers.collapsedSliceDims': '[0, 1]',
        'dimensionNumbers.startIndexMap': '[0, 1]',
        sliceSizes: '[1, 1]',
      },
      'slice too large': { sliceSizes: '[1, 4]' },
    },
  ),
  scatter: variants(
    {
      input: 'f32[4,3] 0 0 0 0 0 0 0 0 0 0 0 0',
      scatterIndices: 's32[3] 2 0 2',
      updates: 'f32[3,3] 1 2 3 10 20 30 100 200 300',
      updateComputation: 'add',
      'dimensionNumbers.updateWindowDims': '[1]',
      'dimensionNumbers.insertedWindowDims': '[0]',
      'dimensionNumbers.scatterDimsToOperandDims': '[0]',
      'dimensionNumbers.indexVectorDim': '1',
    },
    {
      'the last one wins': { updateComputation: '(old, update) => update' },
      'out of bounds: left out': { scatterIndices: 's32[3] 2 9 1' },
      maximum: { updateComputation: 'max' },
    },
  ),
  dynamicSlice: variants(
    { operand: table, startIndices: 's32[] 1; s32[] 0', sliceSizes: '[2, 2]' },
    { 'a start past the end': { startIndices: 's32[] 9; s32[] 2' } },
  ),
  dynamicUpdateSlice: variants(
    { operand: table, update: 'f32[2,2] 100 200 300 400', startIndices: 's32[] 1; s32[] 0' },
    { 'a start past the end': { startIndices: 's32[] 9; s32[] 2' } },
  ),
  torchGather: only({ input: table, index: 's32[2,3] 0 1 2 3 3 3', dim: '0' }),
  torchScatterDense: only({
    input: 'f32[2,3] 0 0 0 0 0 0',
    index: 's32[2,3] 0 1 1 0 0 1',
    src: 'f32[2,3] 1 2 3 10 20 30',
    dim: '0',
    combiner: 'add',
  }),
  torchIndexSelect: only({ input: table, index: 's32[2] 2 0', dim: '1' }),
};
