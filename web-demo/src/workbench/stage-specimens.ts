/** `<hloom-stage>`: the stages of a broadcast, ranks, and broadcasts that are refused or too large. */

import { html } from 'lit';
import '../../../js/elements/stage.js';
import type { Question } from '../../../js/elements/model/question.js';
import { asking, computed, type Specimen } from './specimen.js';

async function specimen(id: string, title: string, question: Question, time = 3): Promise<Specimen> {
  const answer = await computed(question);
  return { id, title, content: html`<hloom-stage .answer=${answer} .time=${time}></hloom-stage>` };
}

export function stageSpecimens(): Promise<readonly Specimen[]> {
  const outer = asking('f32[3,1]', 'f32[1,4]');
  return Promise.all([
    specimen('given', 'Time 0: as given', outer, 0),
    specimen('placed', 'Time 1: placed', asking('f32[2,3]', 'f32[3]', '{1}'), 1),
    specimen('moving', 'Between 1 and 2: on the way', outer, 1.5),
    specimen('stretched', 'Time 2: stretched', outer, 2),
    specimen('combined', 'Time 3: combined', outer),
    specimen('illegal', 'Laid over: what does not match', asking('f32[2,3]', 'f32[3]', '{0}')),
    specimen('scalars', 'Two scalars', asking('f32[]', 'f32[]')),
    specimen('rank-3', 'Rank 3', asking('f32[2,3,4]', 'f32[3]', '{1}')),
    specimen('rank-5', 'Rank 5', asking('f32[2,2,2,2,2]', 'f32[2]', '{4}')),
    specimen('zero', 'No elements', asking('f32[0,3]', 'f32[3]', '{1}')),
    specimen('long', 'Many elements', asking('f32[200,300]', 'f32[300]', '{1}')),
    specimen('huge', 'Of many, those that are drawn', asking('f32[1000000,1000000]', 'f32[]')),
  ]);
}
