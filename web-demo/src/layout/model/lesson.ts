/**
 * The lesson on layouts: questions whose right answers, and the reasons for them, are the engine's.
 */

import { Shape } from 'hloom';
import { isPadding, letter, storedShape } from './memory.js';
import { ordersOf } from './orders.js';
import { movedCount, transposeOf, type Transpose } from './transpose.js';

/** The question of a step: the element at a place, or the layout that makes a transpose free. */
export type Step =
  | {
      readonly id: string;
      readonly kind: 'place';
      readonly shape: string;
      readonly place: number;
    }
  | {
      readonly id: string;
      readonly kind: 'transpose';
      readonly shape: string;
      readonly permutation: readonly number[];
    };

export const steps: readonly Step[] = [
  { id: 'order', kind: 'place', shape: 'f32[2,3]{1,0}', place: 3 },
  { id: 'columns', kind: 'place', shape: 'f32[2,3]{0,1}', place: 3 },
  { id: 'padding', kind: 'place', shape: 'f32[2,3]{0,1:PAD(3,5)ZERO_PAD}', place: 5 },
  { id: 'transpose', kind: 'transpose', shape: 'f32[2,3]{1,0}', permutation: [1, 0] },
];

/** An answer that can be chosen. */
export interface Choice {
  readonly text: string;
  readonly isRight: boolean;
  /** The drawn shape: its memory makes the answer right; nothing if no layout does. */
  readonly shape: Shape | undefined;
  /** The element at the place, for a question of a place: an index of the stored shape. */
  readonly index: readonly number[] | undefined;
  /** The number of elements that a transpose moves, for a question of that. */
  readonly moved: number | undefined;
}

/** The choices of a step, in the order in which they are offered. `init()` must have run. */
export function choicesOf(step: Step): Choice[] {
  const shape = Shape.parse(step.shape);
  return step.kind === 'place' ? placeChoices(shape, step.place) : layoutChoices(transposeOf(shape, step.permutation));
}

function placeChoices(shape: Shape, place: number): Choice[] {
  const stored = storedShape(shape);
  const answer = stored.linearIndexToMultidimensionalIndex(place);
  const inOrder = shape.withDefaultLayout();
  const elements = Array.from({ length: shape.elementCount }, (_, number): Choice => {
    const index = inOrder.linearIndexToMultidimensionalIndex(number);
    const isRight = String(index) === String(answer);
    return { text: letter(number), isRight, shape: shapeWith(shape, index, place), index, moved: undefined };
  });
  if (!shape.hasPadding) return elements;
  const isRight = isPadding(shape, answer);
  return [...elements, { text: 'padding', isRight, shape, index: isRight ? answer : undefined, moved: undefined }];
}

/**
 * The shape in a layout in which an element is at a place: this one, or one with another order, with or without
 * padding.
 */
function shapeWith(shape: Shape, index: readonly number[], place: number): Shape | undefined {
  const { minorToMajor = [], ...padding } = shape.layout ?? {};
  const orders = ordersOf(minorToMajor);
  const layouts = [...orders.map((order) => ({ ...padding, minorToMajor: order })), ...orders];
  return layouts
    .map((layout) => shape.withLayout(layout))
    .find((candidate) => candidate.multidimensionalIndexToLinearIndex(index) === place);
}

function layoutChoices(transpose: Transpose): Choice[] {
  return ordersOf(transpose.plain.layout?.minorToMajor ?? []).map((order): Choice => {
    const shape = transpose.plain.withLayout(order);
    const moved = movedCount(transpose, shape);
    return { text: shape.toStringWithLayout(), isRight: moved === 0, shape, index: undefined, moved };
  });
}
