/** `<hloom-alignment>`: chips in their columns, on none, crossed, or on a size that does not match. */

import { html } from 'lit';
import '../../../js/elements/alignment.js';
import type { Question } from '../../../js/elements/model/question.js';
import { answered, asking, type Specimen } from './specimen.js';

function specimen(id: string, title: string, question: Question, fixed = false): Specimen {
  const { explanation } = answered(question);
  const content = html`<hloom-alignment
    .question=${question}
    .explanation=${explanation}
    ?fixed=${fixed}
  ></hloom-alignment>`;
  return { id, title, content };
}

export const alignmentSpecimens = (): readonly Specimen[] => [
  specimen('legal', 'A vector on dimension 1', asking('f32[2,3]', 'f32[3]', '{1}')),
  specimen('stretched', 'Both stretch', asking('f32[2,1]', 'f32[1,3]')),
  specimen('loose', 'On no dimension yet', asking('f32[2,3]', 'f32[3]')),
  specimen('half-loose', 'One of two has its dimension', asking('f32[2,3,4]', 'f32[3,4]', '{1,?}')),
  specimen('crossed', 'Crossed', asking('f32[2,3,3,5]', 'f32[3,3]', '{2,1}')),
  specimen('mismatch', 'Sizes that do not match', asking('f32[2,3]', 'f32[3]', '{0}')),
  specimen('scalar', 'A scalar', asking('f32[2,3]', 'f32[]')),
  specimen('scalars', 'Two scalars', asking('f32[]', 'f32[]')),
  specimen('five', 'Five dimensions', asking('f32[2,3,4,3,2]', 'f32[2,3,4,3,2]')),
  specimen('fixed', 'Fixed', asking('f32[2,3]', 'f32[3]', '{1}'), true),
  specimen('dynamic', 'A dynamic dimension', asking('f32[<=4,3]', 'f32[3]', '{1}')),
];
