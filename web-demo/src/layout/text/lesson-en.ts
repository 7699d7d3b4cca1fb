/** The texts of the lesson, in English. */

import { Shape } from 'hloom';
import type { Choice, Step } from '../model/lesson.js';
import { countText, placeText } from './en.js';

export const lessonTexts = {
  title: 'Four short questions',
  intro: 'Say what you expect, then see what the engine does.',
  next: 'Next question',
  again: 'Ask again',
  open: 'Open it in the lab',
  done: 'Quiz complete. Now try any shape under Memory.',
  right: '✓ Correct.',
  wrong: '✕ Not quite.',
} as const;

interface StepText {
  readonly title: string;
  readonly text: string;
  readonly question: string;
}

export const stepTexts: Readonly<Record<string, StepText>> = {
  order: {
    title: 'The meaning of minor_to_major',
    text: 'Memory is a line, an array is not. minor_to_major lists the dimensions from the one whose index changes fastest along that line, the most minor, to the slowest, the most major. {1,0} says: first along dimension 1, and after each row the next one.',
    question: 'Which element of f32[2,3]{1,0} is at place 3?',
  },
  columns: {
    title: 'Column-major',
    text: 'The same array with {0,1}: now dimension 0 is the most minor. The array does not change, nor does any index. Only the places do.',
    question: 'Which element of f32[2,3]{0,1} is at place 3?',
  },
  padding: {
    title: 'Padding',
    text: 'padded_dimensions gives each dimension more room in memory than it has elements: here 3 and 5 for the sizes 2 and 3. The rest is filled with padding_value, here zeros, and strides count it.',
    question: 'Which element is at place 5?',
  },
  transpose: {
    title: 'A transpose that moves nothing',
    text: 'A transpose of f32[2,3]{1,0} gives an f32[3,2]. Its elements may be in memory in either order.',
    question: 'In which layout of the result does every element keep its place?',
  },
};

/** The feedback to the learner: right or wrong, and the reason. */
export function feedback(step: Step, chosen: Choice, right: Choice): string {
  return step.kind === 'place' ? placeFeedback(step, chosen, right) : transposeFeedback(chosen, right);
}

function placeFeedback(
  { shape: text, place }: Extract<Step, { kind: 'place' }>,
  chosen: Choice,
  right: Choice,
): string {
  const shape = Shape.parse(text);
  const isElement = right.index?.every((i, d) => i < (shape.dimensions[d] ?? 0)) === true;
  const why = isElement
    ? `The engine puts ${right.text} there: ${placeText(shape, right.index)}.`
    : `The engine finds padding there: place ${place} is [${right.index?.join(',')}], and dimension 0 has size ${shape.dimensions[0]}.`;
  if (chosen.isRight) return why;
  const there =
    chosen.index === undefined
      ? ''
      : ` ${chosen.text} is at place ${shape.multidimensionalIndexToLinearIndex(chosen.index)}.`;
  const other =
    chosen.shape === undefined || chosen.shape.equals(shape)
      ? ''
      : ` Your answer would be right for ${chosen.shape.toStringWithLayout()}.`;
  return `${why}${there}${other}`;
}

function transposeFeedback(chosen: Choice, right: Choice): string {
  const why = `In ${right.text} each dimension has the rank in memory that it had before: 0 elements move, and the transpose is a bitcast.`;
  return chosen.isRight
    ? why
    : `In ${chosen.text}, ${countText(chosen.moved ?? 0)} elements would have to move. ${why}`;
}

/** The text while the learner's answer is drawn. */
export const expectedText = (shape: Shape): string => `This is your answer: ${shape.toStringWithLayout()}.`;
