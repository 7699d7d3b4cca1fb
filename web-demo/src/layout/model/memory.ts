/** The memory of an array: the index at each place, of an element or of padding. */

import { Literal, Shape, type ElementType } from 'hloom';
import { keyOf, shownIndices, type Axis } from '../../../../js/elements/model/axis.js';
import { cellText, Elements, operandValues } from '../../../../js/elements/model/values.js';
import type { CellKind } from './question.js';

/** Memory of more places than these has no values: they would take too long to make. */
export const maxValues = 2 ** 16;

/** The shape of an array that has the padding as elements: its memory is the same. */
export function storedShape(shape: Shape): Shape {
  const { minorToMajor = [], paddedDimensions = shape.dimensions } = shape.layout ?? {};
  return Shape.array(shape.type as ElementType, paddedDimensions, minorToMajor);
}

/** The bytes of one element in memory. */
export const elementBytes = (shape: Shape): number => Shape.array(shape.type as ElementType).byteLength;

/** True if an index of the stored shape is in the padding. */
export const isPadding = (shape: Shape, index: readonly number[]): boolean =>
  index.some((i, dimension) => i >= (shape.dimensions[dimension] ?? 0));

/** A place in memory, or an omitted range of places. */
export type Slot =
  | {
      readonly kind: 'element' | 'padding';
      /** Names the slot: the index. */
      readonly key: string;
      readonly index: readonly number[];
      readonly place: number;
    }
  | {
      readonly kind: 'gap';
      readonly key: string;
      /** The first omitted place, and the number of them. */
      readonly place: number;
      readonly count: number;
    };

/**
 * The memory in order, as far as its indices are drawn.
 *
 * @param shape - a static array
 * @param axes - the drawn part of each dimension of its stored shape
 */
export function slotsOf(shape: Shape, axes: readonly Axis[]): Slot[] {
  const stored = storedShape(shape);
  const found = shownIndices(axes).map((index): Slot => {
    const isElement = !isPadding(shape, index);
    // The engine's places are those of the shape itself; the padding's places are those of the shape with the padding
    // as elements.
    const place = (isElement ? shape : stored).multidimensionalIndexToLinearIndex(index);
    return { kind: isElement ? 'element' : 'padding', key: keyOf(index), index, place };
  });
  return withGaps(
    found.sort((a, b) => a.place - b.place),
    stored.elementCount,
  );
}

function withGaps(slots: readonly Slot[], end: number): Slot[] {
  let next = 0;
  const gapBefore = (place: number): Slot[] =>
    place > next ? [{ kind: 'gap', key: `gap ${next}`, place: next, count: place - next }] : [];
  const result = slots.flatMap((slot) => {
    const gap = gapBefore(slot.place);
    next = slot.place + 1;
    return [...gap, slot];
  });
  return [...result, ...gapBefore(end)];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The letter of an element by its number in row-major order, for arrays with at most as many elements as there are
 * letters.
 */
export const letter = (number: number): string => letters.charAt(number);

/** The texts in the cells of an array, for any layout. */
export interface Names {
  readonly shape: Shape;
  /** The text in a cell, by its index in the stored shape. */
  at(index: readonly number[]): string;
}

/** The texts in the cells of an array, of the kind that the reader chose. */
export class Naming implements Names {
  readonly shape: Shape;
  readonly kind: CellKind;
  #read: { readonly values: Elements | undefined } | undefined;

  /** @param shape - a static array */
  constructor(shape: Shape, kind: CellKind) {
    this.shape = shape;
    // Without enough letters, elements are named by their indices.
    this.kind = kind === 'letters' && shape.elementCount > letters.length ? 'index' : kind;
  }

  /** The memory is computed when a value is first read. */
  get #values(): Elements | undefined {
    this.#read ??= { values: memoryOf(this.shape) };
    return this.#read.values;
  }

  at(index: readonly number[]): string {
    if (isPadding(this.shape, index)) return this.#padding;
    if (this.kind === 'values') return this.#values === undefined ? '' : cellText(this.#values.at(index));
    return this.kind === 'letters' ? this.letter(index) : this.#indexText(index);
  }

  /** The letter of an element; nothing if there are more elements than letters. */
  letter(index: readonly number[]): string {
    if (this.shape.elementCount > letters.length) return '';
    return letter(this.shape.withDefaultLayout().multidimensionalIndexToLinearIndex(index));
  }

  /** The value in memory, in full: that of an element, if the array has any, or the padding's value. */
  value(index: readonly number[]): string {
    return isPadding(this.shape, index) ? fillOf(this.shape) : (this.#values?.at(index) ?? '');
  }

  #indexText(index: readonly number[]): string {
    return index.join(this.shape.dimensions.every((size) => size <= 10) ? '' : ',');
  }

  get #padding(): string {
    return this.shape.layout?.paddingValue === 'UNKNOWN_PAD' ? '?' : cellText(fillOf(this.shape));
  }
}

/** The engine's padding value for a shape: the padding of one element with one place of padding behind it. */
function fillOf({ type, layout }: Shape): string {
  const { paddingValue } = layout ?? {};
  const fill = { minorToMajor: [0], paddedDimensions: [2], ...(paddingValue && { paddingValue }) };
  return memoryOf(Shape.array(type as ElementType, [1], fill))?.at([1]) ?? '';
}

/** A literal of elements that count up, in the layout of the shape. */
export const countedLiteral = (shape: Shape): Literal => operandValues('lhs', shape, 'count').relayout(shape);

/**
 * The whole memory of an array as the engine fills it, padding included, by the indices of the
 * stored shape.
 */
function memoryOf(shape: Shape): Elements | undefined {
  const stored = storedShape(shape);
  if (stored.elementCount > maxValues) return undefined;
  const literal = countedLiteral(shape);
  const bytes = literal.bytes();
  const TypedArray = literal.data.constructor as new (buffer: ArrayBufferLike) => typeof literal.data;
  return new Elements(Literal.fromTypedArray(new TypedArray(bytes.buffer), stored));
}
