/** The ties of the operands' dimensions to the result's dimensions, and changes to them. */

import type { Explanation, Shape } from 'hloom';
import { dimensionText, placements, type Question } from './question.js';
import type { SideName } from './scene.js';

/** A wire from a dimension of an operand; `to` is the result's dimension, if it is tied to one. */
export interface Wire {
  readonly side: SideName;
  readonly from: number;
  readonly to: number | undefined;
  /** True if it can be tied to another dimension: a wire of the operand of lower rank. */
  readonly movable: boolean;
  readonly state: 'kept' | 'stretched' | 'broken' | 'loose';
}

/** The operand whose dimensions broadcast_dimensions places, if the ranks differ. */
export function lowerSide(lhs: Shape, rhs: Shape): SideName | undefined {
  if (lhs.rank === rhs.rank) return undefined;
  return lhs.rank < rhs.rank ? 'lhs' : 'rhs';
}

/** The number of columns of the picture: the higher rank. */
export const columnsOf = (lhs: Shape, rhs: Shape): number => Math.max(lhs.rank, rhs.rank);

/** The place of each dimension of the operand of lower rank; for a text that is not a list, none. */
export function placesOf(question: Question, rank: number): (number | undefined)[] {
  let dims: (number | undefined)[];
  try {
    dims = placements(question.dims);
  } catch {
    dims = [];
  }
  return Array.from({ length: rank }, (_, dimension) => dims[dimension]);
}

/** All wires of a question. */
export function wiresOf(question: Question, explanation: Explanation): Wire[] {
  const { lhs, rhs } = explanation;
  const lower = lowerSide(lhs, rhs);
  const columns = columnsOf(lhs, rhs);
  return (['lhs', 'rhs'] as const).flatMap((side) => {
    const { rank } = explanation[side];
    const movable = side === lower;
    const places = movable ? placesOf(question, rank) : Array.from({ length: rank }, (_, d) => d);
    return places.map((place, from): Wire => {
      const to = place !== undefined && place >= 0 && place < columns ? place : undefined;
      return { side, from, to, movable, state: stateOf(explanation, side, from, to, places) };
    });
  });
}

function stateOf(
  { dimensions, ok }: Explanation,
  side: SideName,
  from: number,
  to: number | undefined,
  places: readonly (number | undefined)[],
): Wire['state'] {
  if (to === undefined) return 'loose';
  const found = dimensions[to];
  if (found === undefined) {
    // Nothing was matched: the cause is a thread that crosses another one, or shares its end.
    const crossed = places.some(
      (other, d) => other !== undefined && d !== from && (d < from ? other >= to : other <= to),
    );
    return !ok && crossed ? 'broken' : 'kept';
  }
  if (found.verdict === 'mismatch') return 'broken';
  return found[side].expanded ? 'stretched' : 'kept';
}

/** Ties a dimension of the operand of lower rank to a dimension of the result, or unties it. */
export function tied(question: Question, rank: number, from: number, to: number | undefined): Question {
  const places = placesOf(question, rank);
  places[from] = to;
  return { ...question, dims: dimensionText(places) };
}

/** Sets broadcast_dimensions for other ranks: none if the ranks are equal or one is a scalar's. */
export function withShape(question: Question, side: SideName, shape: Shape, other: Shape): Question {
  const changed = { ...question, [side]: shape.toString() };
  const lower = side === 'lhs' ? lowerSide(shape, other) : lowerSide(other, shape);
  if (lower === undefined) return { ...changed, dims: '' };
  const [low, high] = [Math.min(shape.rank, other.rank), Math.max(shape.rank, other.rank)];
  const places = placesOf(question, low).map((place) => (place !== undefined && place < high ? place : undefined));
  return { ...changed, dims: dimensionText(places) };
}
