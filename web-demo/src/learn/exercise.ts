/** The parts of exercises. The engine decides which answers are right. */

import { defaults, dimensionText, type Question } from '../../../js/elements/model/question.js';
import type { Random } from './random.js';
import { leftOut, type CellTask, type DimsTask, type ShapeTask, type SizeTask, type Task } from './task.js';

/** A task, and the name of its trap, if it has one. */
export interface Exercise {
  readonly task: Task;
  readonly trap?: TrapName;
}

/** The traps: broadcasts that look legal and are illegal, or the reverse. */
export const traps = {
  otherSize: 'illegal',
  vectorOfOne: 'illegal',
  placedScalar: 'illegal',
  countedFromOne: 'illegal',
  lowerRankFirst: 'legal',
  equalRanks: 'legal',
  singleRow: 'illegal',
  sizeOne: 'legal',
  swappedSizes: 'illegal',
  wrongOrder: 'illegal',
  crossedInCube: 'illegal',
  twiceInCube: 'illegal',
  multiple: 'illegal',
  zero: 'legal',
  twoVectors: 'illegal',
  twoColumns: 'illegal',
  composedElsewhere: 'illegal',
  composedTooEarly: 'illegal',
  countedFromZero: 'legal',
} as const satisfies Readonly<Record<string, 'legal' | 'illegal'>>;

export type TrapName = keyof typeof traps;

/** `f32[2,3]`; a size may be `?`. */
export const shapeOf = (sizes: readonly (number | '?')[]): string => `f32[${sizes.join(',')}]`;

/** A question about two arrays that are counted up, or have the values that are given. */
export function ask(
  lhs: readonly (number | '?')[],
  rhs: readonly (number | '?')[],
  dims: readonly number[] = [],
  values: Partial<Pick<Question, 'lhsValues' | 'rhsValues'>> = {},
): Question {
  return { ...defaults, lhs: shapeOf(lhs), rhs: shapeOf(rhs), dims: dimensionText(dims), ...values };
}

/** The options in any order, each once. */
export function shapeTask(random: Random, question: Question, options: readonly (readonly number[])[]): ShapeTask {
  return { kind: 'shape', question, options: random.shuffled([...new Set(options.map(shapeOf))]) };
}

/** Any cell of a result of these sizes but the first, which is the same in too many arrays. */
export function cellTask(random: Random, question: Question, sizes: readonly number[]): CellTask {
  const index = sizes.map((size) => random.whole(0, size - 1));
  return { kind: 'cell', question, index: index.some((i) => i > 0) ? index : sizes.map((size) => size - 1) };
}

/** The options in the order of counting, as a person would look for one. */
export function dimsTask(
  question: Question,
  options: readonly (readonly number[])[],
  wanted: readonly number[],
): DimsTask {
  const texts = options.map((dims) => dimensionText(dims) || leftOut).sort();
  return { kind: 'dims', question: { ...question, dims: '' }, options: [...new Set(texts)], wanted: shapeOf(wanted) };
}

export const sizeTask = (question: Question): SizeTask => ({ kind: 'size', question });
