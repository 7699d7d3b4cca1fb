import { only, variants, type Examples } from './examples.js';

const lhs = 'f32[2,3] 1 2 3 4 5 6';
const rhs = 'f32[3,2] 1 10 2 20 3 30';

export const products: Examples = {
  dot: variants(
    { lhs, rhs },
    {
      'matrix and vector': { rhs: 'f32[3] 1 10 100' },
      'two vectors': { lhs: 'f32[3] 1 2 3', rhs: 'f32[3] 1 10 100' },
      'inner sizes differ': { rhs: lhs },
    },
  ),
  dotGeneral: variants(
    {
      lhs,
      rhs,
      'dimensionNumbers.lhsContractingDimensions': '[1]',
      'dimensionNumbers.rhsContractingDimensions': '[0]',
    },
    {
      'rows with rows': { rhs: 'f32[2,3] 1 10 100 0 1 0', 'dimensionNumbers.rhsContractingDimensions': '[1]' },
      'a batch': {
        lhs: 'f32[2,2,2] 1 2 3 4 5 6 7 8',
        rhs: 'f32[2,2,2] 1 0 0 1 10 0 0 10',
        'dimensionNumbers.lhsContractingDimensions': '[2]',
        'dimensionNumbers.rhsContractingDimensions': '[1]',
        'dimensionNumbers.lhsBatchDimensions': '[0]',
        'dimensionNumbers.rhsBatchDimensions': '[0]',
      },
      'everything with everything': {
        'dimensionNumbers.lhsContractingDimensions': '[]',
        'dimensionNumbers.rhsContractingDimensions': '[]',
        lhs: 'f32[2] 1 2',
        rhs: 'f32[3] 10 20 30',
      },
      'sizes that differ': { 'dimensionNumbers.rhsContractingDimensions': '[1]' },
    },
  ),
  raggedDot: only({
    lhs,
    rhs: 'f32[2,3] 1 1 1 1 0 0',
    groupSizes: 's32[2] 1 1',
    dimensionNumbers:
      '{ dotDimensionNumbers: { lhsContractingDimensions: [1], rhsContractingDimensions: [1] }, lhsRaggedDimensions: [0], rhsGroupDimensions: [0] }',
  }),
  scaledDot: only({
    lhs,
    rhs: 'f32[3] 1 1 1',
    lhsScale: 'f32[2,1] 2 0.5',
    rhsScale: 'f32[1] 10',
    'dimensionNumbers.lhsContractingDimensions': '[1]',
    'dimensionNumbers.rhsContractingDimensions': '[0]',
  }),
  batchDot: only({ x: 'f32[2,2,2] 1 0 0 1 0 1 1 0', y: 'f32[2,2,2] 1 2 3 4 5 6 7 8' }),
  einsum: variants(
    { x: lhs, y: rhs, einsumConfig: 'ab,bc->ac' },
    {
      'transposed at once': { einsumConfig: 'ab,bc->ca' },
      'summed away': { einsumConfig: 'ab,bc->a' },
      'a letter from nowhere': { einsumConfig: 'ab,bc->ad' },
    },
  ),
};
