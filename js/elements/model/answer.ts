/** The answer to a question: the explanation, the program and its values. */

import { HloomError, explainBroadcast, type Explanation, type Shape } from 'hloom';
import { axesFor } from './axis.js';
import { buildProgram, compute, painted } from './computing.js';
import type { OperationName } from './operations.js';
import { parse, sentences, type FieldName, type Question } from './question.js';
import type { SideName } from './scene.js';
import { drawnValues, Elements, maxElements, operandValues } from './values.js';

export interface Values {
  readonly lhs: Elements;
  readonly rhs: Elements;
  /** `undefined` if there is no result, or not yet. */
  readonly result: Elements | undefined;
}

export interface Answer {
  readonly question: Question;
  readonly explanation: Explanation;
  readonly op: OperationName;
  /**
   * The shape of the operation's result: that of the broadcast, except for its type, which the operation may change.
   */
  readonly result: Shape | undefined;
  /** The program as HLO text; empty if there is none. */
  readonly hlo: string;
  /** The reason why the operation cannot be built, although the shapes may fit, as for a type that cannot be added. */
  readonly error: HloomError | undefined;
  /** `undefined` if the operands are not arrays, or have sizes that are not known. */
  readonly values: Values | undefined;
  /** The mistakes in typed elements, which counted ones replace; `undefined` if there are none. */
  readonly misfits: Misfits | undefined;
}

export type Misfits = Readonly<Partial<Record<ValuesName, string>>>;
export type ValuesName = `${SideName}Values`;

/** The mistakes in the texts of a question. */
export interface Mistakes {
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
}

const looseText = 'There is nothing to tie at the ?. Leave it out.';

/**
 * The synchronous part of an answer: everything except the result's elements. {@link withResult} computes those in the
 * engine.
 */
export function answerAtOnce(question: Question): Answer | Mistakes {
  const parsed = parse(question);
  if (!parsed.ok) return { fields: parsed.errors };
  const explanation = explained(parsed.lhs, parsed.rhs, parsed.dims);
  if ('fields' in explanation) return explanation;
  // The thread of a ? hangs loose, which a legal question does not allow.
  if (explanation.ok && question.dims.includes('?')) return { fields: { dims: looseText } };
  const base = { question, explanation, op: question.op, ...operandsOf(question, explanation) };
  if (!explanation.ok) return { ...base, result: undefined, hlo: '', error: explanation.error };
  try {
    const program = buildProgram(explanation, question.op);
    const hlo = program.toHloText();
    const { result } = program.programShape;
    program.dispose();
    return { ...base, result, hlo, error: undefined };
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    return refused(base, thrown);
  }
}

/** A shape whose size cannot be counted has no explanation: the fault is in its text. */
function explained(lhs: Shape, rhs: Shape, dims: readonly number[]): Explanation | Mistakes {
  try {
    return explainBroadcast(lhs, rhs, dims);
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    const isFault = (shape: Shape): boolean => {
      try {
        explainBroadcast(shape, shape);
        return false;
      } catch {
        return true;
      }
    };
    return { fields: { [isFault(lhs) || !isFault(rhs) ? 'lhs' : 'rhs']: sentences(thrown) } };
  }
}

/** The rest of an answer whose operation is refused, although the shapes fit. */
export const refused = (answer: Omit<Answer, 'result' | 'hlo' | 'error'>, error: HloomError): Answer => ({
  ...answer,
  result: undefined,
  hlo: '',
  error,
});

export const isMistakes = (answer: Answer | Mistakes): answer is Mistakes => 'fields' in answer;

/**
 * The elements of the operands. Typed elements are kept while sizes change, so that they come back when they fit again;
 * until then the operand counts, because the broadcast does not depend on elements.
 */
function operandsOf(question: Question, explanation: Explanation): Pick<Answer, 'values' | 'misfits'> {
  const { lhs, rhs, result } = explanation;
  const shapes = [lhs, rhs, result ?? lhs];
  if (!shapes.every((shape) => shape.isArray && shape.isStatic)) return { values: undefined, misfits: undefined };
  const isLarge = shapes.some(({ elementCount }) => elementCount > maxElements);
  const misfits: Partial<Record<ValuesName, string>> = {};
  const elements = (name: SideName, shape: Shape): Elements => {
    try {
      if (isLarge) {
        const drawn = drawnIndices(explanation, name);
        return new Elements(drawnValues(name, shape, drawn, question[`${name}Values`]), drawn);
      }
      return new Elements(operandValues(name, shape, question[`${name}Values`]));
    } catch (thrown) {
      misfits[`${name}Values`] = sentences(thrown);
      if (isLarge) {
        const drawn = drawnIndices(explanation, name);
        return new Elements(drawnValues(name, shape, drawn, 'count'), drawn);
      }
      return new Elements(operandValues(name, shape, 'count'));
    }
  };
  const values = { lhs: elements('lhs', lhs), rhs: elements('rhs', rhs), result: undefined };
  return { values, misfits: Object.keys(misfits).length === 0 ? undefined : misfits };
}

/** The most places in a row of a picture; with fewer, fewer of the same indices are drawn. */
const mostColumns = 8;

/** Arrays of a higher rank have no picture. */
export const mostDrawn = 5;

/** The indices that are drawn along each dimension; of an array without a picture, one element. */
const indicesOf = (dimensions: readonly number[]): (readonly number[])[] =>
  dimensions.length > mostDrawn
    ? dimensions.map(() => [0])
    : axesFor(dimensions, mostColumns).map(({ shown }) => shown);

/** The indices of an operand that are drawn, by dimension. */
function drawnIndices(explanation: Explanation, operand: SideName): number[][] {
  const { [operand]: shape, result, dimensions } = explanation;
  if (result === undefined) return indicesOf(shape.dimensions).map((shown) => [...shown]);
  const axes = indicesOf(result.dimensions);
  return shape.dimensions.map((_, own) => {
    const found = dimensions.find(({ [operand]: side }) => side.dimension === own);
    return found === undefined || found[operand].expanded ? [0] : [...(axes[found.dimension] ?? [0])];
  });
}

/** Runs the program, if there is one, after the answer is drawn, and adds the elements of the result. */
export async function withResult(answer: Answer, signal: AbortSignal): Promise<Answer> {
  const { values, explanation, error, op } = answer;
  if (values === undefined || error !== undefined) return answer;
  await painted();
  signal.throwIfAborted();
  const { drawn } = values.lhs;
  // Of arrays that are too large, the drawn elements broadcast like the whole: only the sizes are smaller.
  const shapes = drawn === undefined ? explanation : { ...explanation, lhs: values.lhs.shape, rhs: values.rhs.shape };
  const program = buildProgram(shapes, op);
  try {
    const result = await compute(program, [values.lhs.literal, values.rhs.literal], signal);
    const axes = drawn && indicesOf(explanation.result?.dimensions ?? []);
    return { ...answer, values: { ...values, result: new Elements(result, axes) } };
  } finally {
    program.dispose();
  }
}
