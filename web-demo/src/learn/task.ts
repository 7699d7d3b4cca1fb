/** The tasks of a reader, their possible answers, and the engine's judgment of an answer. */

import { answerAtOnce, isMistakes, withResult, type Answer } from '../../../js/elements/model/answer.js';
import type { Question } from '../../../js/elements/model/question.js';

/** The answer that there is no result, or that no choice is legal. */
export const illegal = 'illegal';

/** The choice of `broadcast_dimensions` that leaves them out. */
export const leftOut = '{}';

/** Which shape does the result have, if there is one? */
export interface ShapeTask {
  readonly kind: 'shape';
  readonly question: Question;
  /** Shapes as texts; `illegal` can always be chosen, too. */
  readonly options: readonly string[];
}

/** Which number is in a cell of the result, if there is a result? */
export interface CellTask {
  readonly kind: 'cell';
  readonly question: Question;
  readonly index: readonly number[];
}

/** Which broadcast_dimensions lead to a result? */
export interface DimsTask {
  readonly kind: 'dims';
  /** It has no broadcast_dimensions. */
  readonly question: Question;
  /** Lists as texts; `illegal` can always be chosen, too, and means that none of them is right. */
  readonly options: readonly string[];
  /** The shape that the result must have. */
  readonly wanted: string;
  /** An element that the result must have, if the shape alone does not decide. */
  readonly element?: { readonly index: readonly number[]; readonly value: string };
}

/** Which size makes it legal, in place of a `?` in one of the shapes? `illegal` means that none does. */
export interface SizeTask {
  readonly kind: 'size';
  readonly question: Question;
}

/** Which number is in a cell of lhs? It is about one array; rhs is a scalar that nothing shows. */
export interface ReadTask {
  readonly kind: 'read';
  readonly question: Question;
  readonly index: readonly number[];
}

/** Which shape does lhs have? */
export interface NameTask {
  readonly kind: 'name';
  readonly question: Question;
  readonly options: readonly string[];
}

export type Task = ShapeTask | CellTask | DimsTask | SizeTask | ReadTask | NameTask;

/** True if a task is about one array, so that nothing can be illegal. */
export const isAboutOne = (task: Task): task is ReadTask | NameTask => task.kind === 'read' || task.kind === 'name';

/** True if a text is a possible answer: a text kept by an earlier version of the page may not be. */
export function isAnswer(task: Task, said: string): boolean {
  if (said === illegal) return !isAboutOne(task);
  if (task.kind === 'shape' || task.kind === 'dims' || task.kind === 'name') return task.options.includes(said);
  return task.kind === 'size' ? /^\d{1,6}$/.test(said) : !Number.isNaN(numberOf(said));
}

/** The engine's judgment of an answer. */
export interface Judgment {
  readonly right: boolean;
  /** The engine's answer to the question as the reader has put it: with the dimensions or the size that was chosen. */
  readonly answer: Answer;
}

/** The sizes to try if any may be legal; no task has larger ones. */
const trialSizes = [2, 3, 4, 5, 6, 7, 8, 9, 1, 0];

/** The question that an answer makes: dimensions and sizes that were chosen are put in. */
export function questionOf(task: Task, said: string): Question {
  const { question } = task;
  if (task.kind === 'dims') return { ...question, dims: said === leftOut || said === illegal ? '' : said };
  if (task.kind !== 'size') return question;
  const size = /^\d{1,6}$/.test(said) ? said : '2';
  return { ...question, lhs: question.lhs.replace('?', size), rhs: question.rhs.replace('?', size) };
}

/** Asks the engine for all but the result's elements. */
export function askEngine(question: Question): Answer {
  const answer = answerAtOnce(question);
  if (isMistakes(answer)) throw new TypeError(Object.values(answer.fields).join(' '));
  return answer;
}

/** Asks the engine, and runs the program if there is one. */
export const runEngine = (question: Question): Promise<Answer> =>
  withResult(askEngine(question), new AbortController().signal);

/** Judges an answer; the judgment comes only from the engine. */
export async function judge(task: Task, said: string): Promise<Judgment> {
  const question = questionOf(task, said);
  // The result is shown with its elements, whatever the task is about.
  const answer = await runEngine(question);
  return { answer, right: await isRight(task, said, answer) };
}

async function isRight(task: Task, said: string, answer: Answer): Promise<boolean> {
  switch (task.kind) {
    case 'shape':
      return said === (resultText(answer) ?? illegal);
    case 'cell': {
      const truth = answer.values?.result?.at(task.index);
      return truth === undefined ? said === illegal : said !== illegal && numberOf(said) === Number(truth);
    }
    case 'read':
      return numberOf(said) === Number(answer.values?.lhs.at(task.index));
    case 'name':
      return said === answer.question.lhs;
    case 'dims':
      if (said !== illegal) return reaches(task, answer);
      return !(await someOf(task.options, async (option) => (await judge(task, option)).right));
    case 'size':
      if (said !== illegal) return /^\d{1,6}$/.test(said) && answer.error === undefined;
      return !(await someOf(trialSizes, async (size) => (await judge(task, String(size))).right));
  }
}

/** A number as people write it: the comma of half the world is a point. */
export function numberOf(text: string): number {
  return text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
}

function reaches({ wanted, element }: DimsTask, answer: Answer): boolean {
  if (resultText(answer) !== wanted) return false;
  return element === undefined || answer.values?.result?.at(element.index) === element.value;
}

/** The result's shape as text, if there is a result. */
function resultText({ error, explanation }: Answer): string | undefined {
  return error === undefined ? explanation.result?.toString() : undefined;
}

async function someOf<T>(list: readonly T[], holds: (item: T) => Promise<boolean>): Promise<boolean> {
  for (const item of list) if (await holds(item)) return true;
  return false;
}

/** Finds a right answer by asking the engine about each possible one. */
export async function solve(task: Task): Promise<string> {
  if (task.kind === 'read') return askEngine(task.question).values?.lhs.at(task.index) ?? '';
  if (task.kind === 'cell') return (await runEngine(task.question)).values?.result?.at(task.index) ?? illegal;
  const candidates = task.kind === 'size' ? trialSizes.map(String) : task.options;
  for (const candidate of candidates) if ((await judge(task, candidate)).right) return candidate;
  return illegal;
}
