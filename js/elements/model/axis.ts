/** The drawn indices along a dimension, and their places; long dimensions show their beginning and their end. */

/** The drawn form of a dimension. */
export interface Axis {
  readonly size: number;
  /** The indices drawn, in increasing order. */
  readonly shown: readonly number[];
  /** The number of omitted indices. They are before the last drawn one. */
  readonly omitted: number;
}

/**
 * Chooses the drawn indices of a dimension, in `most` places; one of them is for the dots. Dots stand for three indices
 * or more: an axis that has one index too many is drawn in full, in one place more.
 *
 *     axisOf(3, 6)     shows 0 1 2
 *     axisOf(7, 6)     shows 0 1 2 3 4 5 6
 *     axisOf(8, 6)     shows 0 1 2 3 ... 7
 *     axisOf(1000, 6)  shows 0 1 2 3 ... 999
 */
export function axisOf(size: number, most: number): Axis {
  if (size <= most + 1) return { size, shown: upTo(size), omitted: 0 };
  const first = Math.max(1, most - 2);
  return { size, shown: [...upTo(first), size - 1], omitted: size - 1 - first };
}

/** The number of places of an axis: one for each index, and one for the dots. */
export function places(axis: Axis): number {
  return axis.shown.length + (axis.omitted > 0 ? 1 : 0);
}

/** The place of an index, or `undefined` if it is not drawn. */
export function placeOf(axis: Axis, index: number): number | undefined {
  const at = axis.shown.indexOf(index);
  if (at < 0) return undefined;
  return axis.omitted > 0 && at === axis.shown.length - 1 ? at + 1 : at;
}

/** The place of the dots, if there are any. */
export function placeOfDots(axis: Axis): number | undefined {
  return axis.omitted > 0 ? axis.shown.length - 1 : undefined;
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Every index made of the shown indices of the axes, in row-major order; for no axes, the empty index. */
export function shownIndices(axes: readonly Axis[]): number[][] {
  return axes.reduce<number[][]>((outer, { shown }) => outer.flatMap((index) => shown.map((i) => [...index, i])), [[]]);
}

export const keyOf = (index: readonly number[]): string => index.join(',');

/** States what is left out, or nothing: `994 more along dimension 1`. */
export function omission(axes: readonly Axis[]): string {
  const parts = axes.flatMap(({ omitted }, dimension) =>
    omitted === 0 ? [] : [`${omitted.toLocaleString('en')} more along dimension ${dimension}`],
  );
  return parts.join(', ');
}

/** The axes of an array of this rank, with room for `columns` cells in a row. */
export function axesFor(dimensions: readonly number[], columns: number): Axis[] {
  const { length } = dimensions;
  const plane = length <= 2 ? Math.min(8, columns) : length === 3 ? Math.min(6, columns) : 4;
  const outer = length === 3 ? 5 : 3;
  // On a phone, three panes side by side have room for three cells each.
  const across = length > 3 && columns <= 6 ? 3 : plane;
  return dimensions.map((size, dimension) =>
    axisOf(size, dimension === length - 1 ? across : dimension === length - 2 ? plane : outer),
  );
}
