/** A component in one of its states. */

import type { TemplateResult } from 'lit';
import { answerAtOnce, isMistakes, withResult, type Answer } from '../../../js/elements/model/answer.js';
import { defaults, type Question } from '../../../js/elements/model/question.js';

export interface Specimen {
  /** The specimen's name within its component; with the component's name, it names the picture that tests compare. */
  readonly id: string;
  readonly title: string;
  readonly content: TemplateResult;
}

/** A question in short. */
export function asking(lhs: string, rhs: string, dims = '', more: Partial<Question> = {}): Question {
  return { ...defaults, lhs, rhs, dims, ...more };
}

/** The engine's answer, without the elements of the result. */
export function answered(question: Question): Answer {
  const answer = answerAtOnce(question);
  if (isMistakes(answer))
    throw new Error(`a specimen asks what cannot be understood: ${JSON.stringify(answer.fields)}`);
  return answer;
}

/** The engine's answer, with the elements of the result if there are any. */
export const computed = (question: Question): Promise<Answer> =>
  withResult(answered(question), new AbortController().signal);
