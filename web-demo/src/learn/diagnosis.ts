/** Looks a wrong answer up: the element that it is, the dimensions that would give it, or what was forgotten. */

import type { Answer } from '../../../js/elements/model/answer.js';
import { axesFor, keyOf, shownIndices } from '../../../js/elements/model/axis.js';
import { dimensionText } from '../../../js/elements/model/question.js';
import { sideNames, sourceIndex } from '../../../js/elements/model/scene.js';
import type { Elements } from '../../../js/elements/model/values.js';
import { lowerSide } from '../../../js/elements/model/wiring.js';
import { errorText, elementText, inPageNotation, reasonText } from '../../../js/elements/text.js';
import { sentence } from '../../../js/elements/model/question.js';
import { illegal, leftOut, numberOf, runEngine, type CellTask, type Judgment, type Task } from './task.js';
import { texts } from './text/en.js';

export interface Diagnosis {
  readonly text: string;
  /** The cell of the result that has the answered value. */
  readonly elsewhere?: readonly number[];
}

/** @param judgment - the engine's judgment of the answer, which is wrong */
export async function diagnose(task: Task, said: string, judgment: Judgment): Promise<Diagnosis> {
  const { answer } = judgment;
  switch (task.kind) {
    case 'cell':
      return cell(task, said, answer);
    case 'read':
      return { text: read(task.index, said, answer.values?.lhs) };
    case 'name':
      return { text: texts.diagnoses.otherShape(sizesOf(said), sizesOf(task.question.lhs).length) };
    case 'shape':
      return { text: shape(said, answer) };
    case 'dims':
      return { text: dims(task.wanted, said, answer) };
    case 'size':
      return { text: said === illegal ? texts.diagnoses.someSize : refusal(answer) };
  }
}

const sizesOf = (shape: string): number[] => (/\[(.*)\]/.exec(shape)?.[1] ?? '').match(/\d+/g)?.map(Number) ?? [];

/** The indices of an array in row-major order; lessons have small ones. */
const indicesOf = ({ shape }: Elements): number[][] => shownIndices(axesFor(shape.dimensions, Infinity));

/** The indices at which an array has a value. */
function found(elements: Elements | undefined, value: number): number[][] {
  if (elements === undefined) return [];
  return indicesOf(elements).filter((index) => Number(elements.at(index)) === value);
}

function read(index: readonly number[], said: string, elements: Elements | undefined): string {
  const [other] = found(elements, numberOf(said));
  if (other === undefined) return texts.diagnoses.nowhere(said, 'lhs');
  return texts.diagnoses.otherElement(said, elementText('lhs', other), index);
}

async function cell(task: CellTask, said: string, answer: Answer): Promise<Diagnosis> {
  const { values, explanation } = answer;
  const { diagnoses } = texts;
  if (said === illegal) return { text: diagnoses.isLegal };
  const value = numberOf(said);
  const other = await otherDimensions(task, value, answer);
  if (other !== undefined) return { text: diagnoses.otherDimensions(said, other) };
  if (values?.result === undefined) return { text: diagnoses.checkSizes };
  const [elsewhere] = found(values.result, value);
  if (elsewhere !== undefined) {
    return { text: diagnoses.otherElement(said, elementText('result', elsewhere), task.index), elsewhere };
  }
  for (const side of sideNames) {
    const source = sourceIndex(explanation, side, task.index);
    if (Number(values[side].at(source)) === value) {
      return { text: diagnoses.nothingAdded(said, elementText(side, source)) };
    }
  }
  for (const left of indicesOf(values.lhs)) {
    const right = indicesOf(values.rhs).find(
      (index) => Number(values.lhs.at(left)) + Number(values.rhs.at(index)) === value,
    );
    if (right !== undefined) {
      return { text: diagnoses.otherPair(said, elementText('lhs', left), elementText('rhs', right), task.index) };
    }
  }
  return { text: diagnoses.noSum(said) };
}

/** The dimensions with which the element would have the value. */
async function otherDimensions(
  { question, index }: CellTask,
  value: number,
  answer: Answer,
): Promise<string | undefined> {
  const { lhs, rhs } = answer.explanation;
  const side = lowerSide(lhs, rhs);
  if (side === undefined || answer.explanation[side].rank !== 1) return undefined;
  for (let dimension = 0; dimension < Math.max(lhs.rank, rhs.rank); dimension++) {
    const dims = dimensionText([dimension]);
    const other = await runEngine({ ...question, dims });
    if (other.error === undefined && Number(other.values?.result?.at(index)) === value) return dims;
  }
  return undefined;
}

function shape(said: string, answer: Answer): string {
  const { diagnoses } = texts;
  const truth = answer.error === undefined ? answer.explanation.result : undefined;
  if (said === illegal) return diagnoses.isLegal;
  if (truth === undefined) {
    const differs = answer.explanation.dimensions.some(({ verdict }) => verdict === 'mismatch');
    return differs ? diagnoses.checkDimensions : diagnoses.checkPlacement;
  }
  const sizes = sizesOf(said);
  if (sizes.length !== truth.rank) return diagnoses.otherRank(sizes.length, truth.rank);
  const wrong = sizes.findIndex((size, dimension) => size !== truth.dimensions[dimension]);
  const reason = answer.explanation.dimensions[wrong];
  const [left, right] = sideNames.map((side) =>
    reason?.[side].dimension === undefined ? undefined : reason[side].size,
  );
  return diagnoses.otherSize(wrong, sizes[wrong] ?? 0, left, right);
}

function dims(wanted: string, said: string, answer: Answer): string {
  const { diagnoses } = texts;
  if (said === illegal) return diagnoses.oneFits;
  const chosen = said === leftOut ? diagnoses.without : diagnoses.with(said);
  if (answer.error !== undefined) return `${diagnoses.refused(chosen)} ${refusal(answer)}`;
  const result = answer.result?.toString() ?? '';
  return result === wanted ? diagnoses.otherValues(chosen) : diagnoses.otherResult(chosen, result);
}

/** The engine's refusal as sentences of the page. */
export function refusal({ explanation, error }: Answer): string {
  const broken = explanation.dimensions.filter(({ verdict }) => verdict === 'mismatch');
  if (broken.length > 0) return broken.map((one) => texts.onDimension(one.dimension, reasonText(one))).join(' ');
  if (error === undefined) return '';
  const lines = [error.headline, ...error.details].map((line) => sentence(inPageNotation(line)));
  return errorText(error.rule, explanation) || lines.join(' ');
}

/** The key of the cell of a task that asks for one. */
export const askedKey = (task: Task): string | undefined =>
  task.kind === 'cell' || task.kind === 'read'
    ? keyOf(task.index)
    : task.kind === 'dims' && task.element !== undefined
      ? keyOf(task.element.index)
      : undefined;
