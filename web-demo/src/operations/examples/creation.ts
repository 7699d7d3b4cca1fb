import { only, variants, type Example, type Examples } from './examples.js';

const matrix = 'f32[2,3] 1 2 3 4 5 6';
const ofType = (type: string): readonly Example[] => only({ type });

export const creation: Examples = {
  parameter: only({ $program: 'add(x, 0)', x: matrix }),
  constantLiteral: only({ literal: '[[1, 2], [3, 4]]' }),
  iota: variants(
    { shape: 's32[3,4]', iotaDimension: '1' },
    { 'down the rows': { iotaDimension: '0' }, 'no such dimension': { iotaDimension: '2' } },
  ),
  zero: ofType('S32'),
  one: ofType('C64'),
  constantR0WithType: only({ type: 'BF16', value: '0.1' }),
  scalarLike: only({ $program: 'add(x, scalarLike(x, 0.5))', x: matrix }),
  minValue: ofType('F32'),
  maxValue: ofType('S8'),
  minFiniteValue: ofType('F16'),
  maxFiniteValue: ofType('BF16'),
  epsilon: ofType('F32'),
  minPositiveNormalValue: ofType('F32'),
  nanValue: ofType('F64'),
  zeros: only({ shape: 'f32[2,3]' }),
  ones: only({ shape: 's32[4]' }),
  full: only({ shape: 'f32[2,3]', value: '0.5' }),
  zerosLike: only({ prototype: matrix }),
  onesLike: only({ prototype: matrix }),
  fullLike: only({ prototype: matrix, value: '-1' }),
  oneHot: variants(
    { indices: 's32[4] 2 0 1 2', depth: '3' },
    { 'an index past the end': { indices: 's32[4] 2 0 7 -1' } },
  ),
};
