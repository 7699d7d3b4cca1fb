/** Finds changes that make an illegal broadcast legal; each fix is tried before it is offered. */

import { explainBroadcast, HloomError, isElementType, Shape, type ElementType, type Explanation } from 'hloom';
import { buildProgram } from './computing.js';
import { dimensionText, type Question } from './question.js';
import { columnsOf, lowerSide } from './wiring.js';

/** A change that makes the question legal, and the label of its button. */
export interface Fix {
  readonly label: string;
  readonly question: Question;
}

const mostFixes = 4;

/** The fixes that were found, so that an answer that is drawn again is not searched again. */
const foundFixes = new WeakMap<Explanation, readonly Fix[]>();

/** Returns the fixes of an illegal question, smallest changes first; none for a legal one. */
export function fixesOf(question: Question, explanation: Explanation): readonly Fix[] {
  const found = foundFixes.get(explanation) ?? findFixes(question, explanation);
  foundFixes.set(explanation, found);
  return found;
}

function findFixes(question: Question, explanation: Explanation): readonly Fix[] {
  if (isLegal(question)) return [];
  const candidates = explanation.ok
    ? operationFixes(question, explanation)
    : [
        ...withoutDimensions(question, explanation),
        ...placementFixes(question, explanation),
        ...sizeFixes(question, explanation),
        ...typeFixes(question, explanation),
      ];
  const small = legalOnes(candidates);
  return small.length > 0 ? small : legalOnes(shapeFixes(question, explanation));
}

function legalOnes(candidates: readonly Fix[]): Fix[] {
  const found = new Map<string, Fix>();
  for (const fix of candidates) {
    if (!found.has(fix.label) && isLegal(fix.question)) found.set(fix.label, fix);
    if (found.size === mostFixes) break;
  }
  return [...found.values()];
}

/** True if the shapes fit, and the operation takes their types. */
function isLegal({ lhs, rhs, dims, op }: Question): boolean {
  try {
    const explanation = explainBroadcast(lhs, rhs, (dims.match(/-?\d+/g) ?? []).map(Number));
    if (explanation.ok) buildProgram(explanation, op).dispose();
    return explanation.ok;
  } catch (thrown) {
    if (thrown instanceof HloomError) return false;
    throw thrown;
  }
}

function withoutDimensions(question: Question, { lhs, rhs }: Explanation): Fix[] {
  if (question.dims === '' || (lowerSide(lhs, rhs) !== undefined && !lhs.isScalar && !rhs.isScalar)) return [];
  return [{ label: 'Leave broadcast_dimensions out', question: { ...question, dims: '' } }];
}

/** Every way to tie the operand of lower rank with its dimensions in order. */
function placementFixes(question: Question, { lhs, rhs }: Explanation): Fix[] {
  const side = lowerSide(lhs, rhs);
  if (side === undefined) return [];
  const columns = columnsOf(lhs, rhs);
  const low = side === 'lhs' ? lhs : rhs;
  if (low.rank === 0 || columns > 8) return [];
  return choices(columns, low.rank).map((dims) => ({
    label: `Move ${side} to ${dims.length === 1 ? 'dimension' : 'dimensions'} ${dims.join(' and ')}`,
    question: { ...question, dims: dimensionText(dims) },
  }));
}

/** The increasing lists of `count` numbers below `below`. */
function choices(below: number, count: number, from = 0): number[][] {
  if (count === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= below - count; first++) {
    for (const rest of choices(below, count - 1, first + 1)) found.push([first, ...rest]);
  }
  return found;
}

/** Makes the sizes that do not fit equal, or one of them 1. */
function sizeFixes(question: Question, { dimensions, lhs, rhs }: Explanation): Fix[] {
  const shapes = { lhs, rhs };
  return dimensions
    .filter(({ verdict }) => verdict === 'mismatch')
    .flatMap((found) =>
      (['rhs', 'lhs'] as const).flatMap((side) => {
        const { dimension } = found[side];
        const wanted = found[side === 'lhs' ? 'rhs' : 'lhs'].size;
        if (dimension === undefined) return [];
        return [wanted, 1].map((size) => {
          const changed = resized(shapes[side], dimension, size).toString();
          return { label: `Change ${side} to ${changed}`, question: { ...question, [side]: changed } };
        });
      }),
    );
}

export function resized(shape: Shape, dimension: number, size: number): Shape {
  return reshaped(
    shape,
    shape.dimensions.map((old, d) => (d === dimension ? size : old)),
  );
}

/** A shape of the same type with other dimensions. Dynamic ones stay dynamic. */
export function reshaped(shape: Shape, dimensions: readonly number[]): Shape {
  if (!isElementType(shape.type)) throw new TypeError(`${shape.toString()} has no dimensions to change`);
  return withSizes(shape.type, shape, dimensions);
}

/** The same dimensions with elements of another type. */
export const retyped = (shape: Shape, type: ElementType): Shape => withSizes(type, shape, shape.dimensions);

function withSizes(type: ElementType, { dynamicDimensions }: Shape, sizes: readonly number[]): Shape {
  return Shape.array(
    type,
    sizes.map((size, dimension) => (dynamicDimensions[dimension] === true ? (`<=${size}` as const) : size)),
  );
}

function typeFixes(question: Question, { lhs, rhs }: Explanation): Fix[] {
  if (!isElementType(lhs.type) || !isElementType(rhs.type) || lhs.type === rhs.type) return [];
  return [
    {
      label: `Change rhs to ${lhs.type.toLowerCase()}`,
      question: { ...question, rhs: retyped(rhs, lhs.type).toString() },
    },
    {
      label: `Change lhs to ${rhs.type.toLowerCase()}`,
      question: { ...question, lhs: retyped(lhs, rhs.type).toString() },
    },
  ];
}

/** The types to try if the operation does not take the elements. */
const usualTypes: readonly ElementType[] = ['F32', 'S32', 'PRED', 'C64'];

function operationFixes(question: Question, { lhs, rhs }: Explanation): Fix[] {
  return usualTypes.map((type) => ({
    label: `Change both to ${type.toLowerCase()}`,
    question: {
      ...question,
      lhs: Shape.array(type, lhs.dimensions).toString(),
      rhs: Shape.array(type, rhs.dimensions).toString(),
    },
  }));
}

/** For cases in which one change is not enough: the whole shape of the other operand. */
function shapeFixes(question: Question, { lhs, rhs }: Explanation): Fix[] {
  const [left, right] = [lhs, rhs].map((shape) => shape.toString());
  return [
    { label: `Change rhs to ${left}`, question: { ...question, rhs: left ?? '', dims: '' } },
    { label: `Change lhs to ${right}`, question: { ...question, lhs: right ?? '', dims: '' } },
  ];
}
