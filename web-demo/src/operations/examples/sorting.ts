import { only, variants, type Examples } from './examples.js';

export const sorting: Examples = {
  sort: variants(
    { operands: 'f32[6] 3 1 4 1 5 9', comparator: '(l, r) => lt(l, r)' },
    {
      descending: { comparator: '(l, r) => gt(l, r)' },
      'two arrays together': {
        operands: 'f32[5] 3 1 4 1 5; s32[5] 10 20 30 40 50',
        comparator: '(l, r) => lt(l[0], r[0])',
        isStable: 'true',
      },
      'down the columns': { operands: 'f32[3,2] 3 6 1 5 2 4', dimension: '0' },
      'by the distance from 4': { comparator: '(l, r) => lt(abs(sub(l, 4)), abs(sub(r, 4)))' },
    },
  ),
  topK: variants(
    { operand: 'f32[6] 3 1 4 1 5 9', k: '3' },
    {
      'the smallest': { largest: 'false' },
      'of each row': { operand: 'f32[2,4] 3 1 4 1 5 9 2 6', k: '2' },
      'more than there are': { k: '7' },
    },
  ),
  topKWithPartitions: only({ input: 'f32[8] 3 1 4 1 5 9 2 6', k: '3', numPartitions: '2' }),
  approxTopK: only({
    operands: 'f32[8] 3 1 4 1 5 9 2 6',
    initValues: 'f32[] -inf',
    topK: '3',
    reductionDim: '0',
    comparator: '(l, r) => gt(l, r)',
  }),
};
