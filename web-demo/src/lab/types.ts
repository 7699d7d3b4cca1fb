/** The element types that can be chosen, most common first. */

import type { ElementType } from 'hloom';

export const usualTypes: readonly ElementType[] = ['F32', 'F64', 'F16', 'BF16', 'S32', 'S64', 'U8', 'PRED', 'C64'];

export const otherTypes: readonly ElementType[] = [
  'C128',
  'S1',
  'S2',
  'S4',
  'S8',
  'S16',
  'U1',
  'U2',
  'U4',
  'U16',
  'U32',
  'U64',
  'F8E5M2',
  'F8E4M3',
  'F8E4M3FN',
  'F8E4M3B11FNUZ',
  'F8E3M4',
  'F8E5M2FNUZ',
  'F8E4M3FNUZ',
  'F8E8M0FNU',
  'F4E2M1FN',
];
