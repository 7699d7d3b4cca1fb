/** Layouts worth a look. */

import { defaults, type Question } from './model/question.js';

export interface Example {
  readonly title: string;
  readonly question: Question;
  readonly illegal?: boolean;
}

const of = (shape: string, more: Partial<Question> = {}): Question => ({ ...defaults, shape, ...more });

export const exampleGroups: readonly { readonly title: string; readonly examples: readonly Example[] }[] = [
  {
    title: 'From XLA’s text on layouts',
    examples: [
      { title: 'Row-major: dim 0 is major', question: of('f32[2,3]{1,0}') },
      { title: 'Column-major: dim 0 is minor', question: of('f32[2,3]{0,1}') },
      { title: 'Padded to 3 and 5 with zeros', question: of('f32[2,3]{0,1:PAD(3,5)ZERO_PAD}') },
    ],
  },
  {
    title: 'More dimensions',
    examples: [
      { title: 'A stack of matrices', question: of('f32[2,3,4]{2,1,0}') },
      { title: 'Its slices interleaved', question: of('f32[2,3,4]{0,2,1}', { cells: 'index' }) },
      { title: 'Images, channels last', question: of('u8[2,3,2,4]{1,3,2,0}', { transpose: '{0,2,3,1}' }) },
      { title: 'Five dimensions', question: of('s32[2,2,2,2,2]{0,1,2,3,4}') },
      { title: 'A big matrix', question: of('f32[1000,500]{1,0}') },
    ],
  },
  {
    title: 'Corners',
    examples: [
      { title: 'A scalar', question: of('f64[]') },
      { title: 'No elements', question: of('f32[0,3]{1,0}') },
      { title: 'Four bits an element', question: of('s4[2,3]{1,0}') },
      { title: 'Padded with the minimum', question: of('s8[3,2]{0,1:PAD(4,2)LOWEST_PAD}', { cells: 'values' }) },
      { title: 'A dynamic dimension', question: of('f32[<=4,2]{1,0}') },
    ],
  },
  {
    title: 'Errors',
    examples: [
      { title: 'A dimension named twice', question: of('f32[2,3]{0,0}'), illegal: true },
      { title: 'Less room than elements', question: of('f32[2,3]{0,1:PAD(1,5)ZERO_PAD}'), illegal: true },
      { title: 'Padding a complex array with its minimum', question: of('c64[2]{0:PAD(3)LOWEST_PAD}'), illegal: true },
    ],
  },
];
