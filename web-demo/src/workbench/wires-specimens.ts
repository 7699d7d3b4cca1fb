/** `<hloom-wires>`: threads that hold, hang loose, cross each other, or are broken. */

import { html } from 'lit';
import '../../../js/elements/wires.js';
import type { Question } from '../../../js/elements/model/question.js';
import { answered, asking, type Specimen } from './specimen.js';

function specimen(id: string, title: string, question: Question, fixed = false): Specimen {
  const { explanation } = answered(question);
  const content = html`<hloom-wires .question=${question} .explanation=${explanation} ?fixed=${fixed}></hloom-wires>`;
  return { id, title, content };
}

export const wiresSpecimens = (): readonly Specimen[] => [
  specimen('legal', 'A vector tied to dimension 1', asking('f32[2,3]', 'f32[3]', '{1}')),
  specimen('stretched', 'Both stretch', asking('f32[2,1]', 'f32[1,3]')),
  specimen('loose', 'Not tied yet', asking('f32[2,3]', 'f32[3]')),
  specimen('half-loose', 'One of two is tied', asking('f32[2,3,4]', 'f32[3,4]', '{1,?}')),
  specimen('crossed', 'Threads that cross', asking('f32[2,3,3,5]', 'f32[3,3]', '{2,1}')),
  specimen('mismatch', 'Sizes that do not fit', asking('f32[2,3]', 'f32[3]', '{0}')),
  specimen('scalar', 'A scalar has no threads', asking('f32[2,3]', 'f32[]')),
  specimen('scalars', 'Two scalars', asking('f32[]', 'f32[]')),
  specimen('patterns', 'Five dimensions, five patterns', asking('f32[2,3,4,3,2]', 'f32[2,3,4,3,2]')),
  specimen('fixed', 'Fixed', asking('f32[2,3]', 'f32[3]', '{1}'), true),
  specimen('dynamic', 'A dynamic dimension', asking('f32[<=4,3]', 'f32[3]', '{1}')),
];
