/** The places of an array's cells on the page, in units of cells. */

import { keyOf, placeOf, placeOfDots, places, shownIndices, type Axis } from './axis.js';

/** The place of a cell; `depth` is 0 in front, and deeper cells are covered. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** The layout of an array's cells. */
export interface BlockLayout {
  readonly axes: readonly Axis[];
  readonly width: number;
  readonly height: number;
  /** The place of the cell at an index, or `undefined` if it is not drawn. */
  readonly at: (index: readonly number[]) => Place | undefined;
  /** The places of dots for omitted indices. */
  readonly dots: readonly Place[];
  /** The slice in front, if every dimension but the last two goes behind the page: its index along these. */
  readonly front?: readonly number[];
}

/** The number of an index on the edge of a block. */
export interface EdgeLabel {
  readonly dimension: number;
  readonly index: number;
  /** The place along the edge, in units of cells. */
  readonly at: number;
}

/** The indices on the edges of a block: over or under its columns, and at the left of its rows. */
export interface Edges {
  readonly columns: readonly EdgeLabel[];
  readonly rows: readonly EdgeLabel[];
  /** True if the columns are numbered under the block, because slices behind cover the room over it. */
  readonly isBelow: boolean;
}

/** The distance by which each slice is moved from the one before. */
export const sliceOffset = 0.32;
/** The most that all slices of a fan are moved together. */
const fanned = 0.64;
/** The room between the panes of arrays of rank 4 and 5. */
export const paneGap = 0.5;
/**
 * The distance by which each page of panes is moved from the one before: the edges of at most two show in the room
 * between panes.
 */
export const pageOffset = 0.16;

/** True if one dimension goes behind the page, so that a slider chooses the slice in front. */
export const isLeafed = (rank: number): boolean => rank === 3 || rank === 5;

/**
 * Lays out an array: a scalar as one cell, a vector as a row, a matrix as rows; rank 3 as slices behind each other,
 * rank 4 as a grid of matrices, rank 5 as such grids behind each other, with visible edges.
 *
 * @param front - the drawn slice in front, if one dimension goes behind the page
 */
export function layOut(axes: readonly Axis[], front = 0): BlockLayout {
  const rank = axes.length;
  const planes = axes.slice(-2);
  const [height, width] = rank === 0 ? [1, 1] : rank === 1 ? [1, size(planes[0])] : [size(planes[0]), size(planes[1])];
  const layout =
    rank <= 2 ? flat(axes) : rank === 3 ? stacked(axes, front, height, width) : paned(axes, front, height, width);
  const dots = dotsOf(axes, layout.at);
  return { ...layout, axes, dots: rank < 4 ? dots : [...dots, ...paneDots(axes, layout.at, height, width)] };
}

/**
 * Lays out an array so that each of its matrices is a slice: of rank 3 and more, all dimensions but the last two go behind
 * the page, in row-major order. Of `f32[2,3,4,5]` with `front` [1,0], slice [1,0] is in front, then [1,1], [1,2], [0,0].
 *
 * @param front - the slice in front: a place among the shown indices of each outer dimension. An array of lower rank
 *   takes the last ones; where it has fewer indices, it starts again.
 */
export function fanOut(axes: readonly Axis[], front: readonly number[] = []): BlockLayout {
  const outer = axes.slice(0, -2);
  if (outer.length === 0) return layOut(axes);
  const counts = outer.map(({ shown }) => Math.max(1, shown.length));
  const numberOf = (places: readonly number[]): number =>
    places.reduce((number, place, dimension) => number * (counts[dimension] ?? 1) + place, 0);
  const all = counts.reduce((product, count) => product * count, 1);
  const behind = all - 1;
  const offset = Math.min(sliceOffset, fanned / Math.max(1, behind));
  const inFront = counts.map((count, dimension) => (front.at(dimension - counts.length) ?? 0) % count);
  const [rows, columns] = axes.slice(-2);
  const at: BlockLayout['at'] = (index) => {
    const slice = outer.map(({ shown }, dimension) => shown.indexOf(index[dimension] ?? -1));
    const place = placesOf(axes.slice(-2), index.slice(-2));
    if (place === undefined || slice.includes(-1)) return undefined;
    const depth = (numberOf(slice) - numberOf(inFront) + all) % all;
    const [row = 0, column = 0] = place;
    return { x: column + depth * offset, y: row + (behind - depth) * offset, depth };
  };
  return {
    axes,
    at,
    width: size(columns) + behind * offset,
    height: size(rows) + behind * offset,
    dots: dotsOf(axes, at),
    front: outer.map(({ shown }, dimension) => shown[inFront[dimension] ?? 0] ?? 0),
  };
}

type Placer = Pick<BlockLayout, 'width' | 'height' | 'at'>;

const size = (axis: Axis | undefined): number => (axis === undefined ? 1 : places(axis));

/** The places of an index along each axis. */
function placesOf(axes: readonly Axis[], index: readonly number[]): number[] | undefined {
  const found = axes.map((axis, dimension) => placeOf(axis, index[dimension] ?? -1));
  return found.includes(undefined) ? undefined : (found as number[]);
}

function flat(axes: readonly Axis[]): Placer {
  const [rows, columns] = axes.length === 2 ? axes : [undefined, axes[0]];
  return {
    width: size(columns),
    height: size(rows),
    at: (index) => {
      const found = placesOf(axes, index);
      return found && { x: found.at(-1) ?? 0, y: found.at(-2) ?? 0, depth: 0 };
    },
  };
}

/** The depth of a slice when `front` is in front: those before it come after the last one. */
function depthOf(axis: Axis | undefined, place: number, front: number): number {
  if (axis === undefined) return 0;
  const count = size(axis);
  const first = placeOf(axis, axis.shown[front % axis.shown.length] ?? 0) ?? 0;
  return (place - first + count) % count;
}

function stacked(axes: readonly Axis[], front: number, height: number, width: number): Placer {
  const behind = size(axes[0]) - 1;
  return {
    width: width + behind * sliceOffset,
    height: height + behind * sliceOffset,
    at: (index) => {
      const found = placesOf(axes, index);
      if (found === undefined) return undefined;
      const [slice = 0, row = 0, column = 0] = found;
      const depth = depthOf(axes[0], slice, front);
      return { x: column + depth * sliceOffset, y: row + (behind - depth) * sliceOffset, depth };
    },
  };
}

function paned(axes: readonly Axis[], front: number, height: number, width: number): Placer {
  const [down, across] = axes.slice(-4, -2).map((axis, d) => panesAlong(axis, d === 0 ? height : width));
  const behind = axes.length === 5 ? size(axes[0]) - 1 : 0;
  return {
    width: (across?.length ?? 0) + behind * pageOffset,
    height: (down?.length ?? 0) + behind * pageOffset,
    at: (index) => {
      const found = placesOf(axes, index);
      if (found === undefined) return undefined;
      const [paneRow = 0, paneColumn = 0, row = 0, column = 0] = found.slice(-4);
      const depth = axes.length === 5 ? depthOf(axes[0], found[0] ?? 0, front) : 0;
      return {
        x: (across?.start(paneColumn) ?? 0) + column + depth * pageOffset,
        y: (down?.start(paneRow) ?? 0) + row + (behind - depth) * pageOffset,
        depth,
      };
    },
  };
}

/**
 * The beginnings of panes along a dimension. Omitted panes only take the room of their dots: of panes that are 4 cells
 * wide, the third begins at 9; behind the first one and dots it begins at 6, as 4.5 for the pane and 1.5 for them.
 */
function panesAlong(axis: Axis, span: number): { readonly start: (place: number) => number; readonly length: number } {
  const dots = placeOfDots(axis) ?? Infinity;
  const start = (place: number): number => place * (span + paneGap) - (place > dots ? span - 1 : 0);
  return { start, length: start(size(axis)) - paneGap };
}

/** Dots for omitted panes, in the middle of their gap. */
function paneDots(axes: readonly Axis[], at: BlockLayout['at'], height: number, width: number): Place[] {
  const [down, across] = [axes.length - 4, axes.length - 3];
  return [down, across].flatMap((dimension) => {
    const axis = axes[dimension];
    const dots = axis && placeOfDots(axis);
    if (axis === undefined || dots === undefined) return [];
    const corners = axes.map((other, d) =>
      d === dimension ? only(axis.shown[dots - 1] ?? 0) : d < axes.length - 2 ? other : only(other.shown[0] ?? 0),
    );
    return shownIndices(corners).flatMap((index) => {
      const place = at(index);
      if (place === undefined || place.depth > 0) return [];
      const { x, y, depth } = place;
      return dimension === across
        ? [{ x: x + width + paneGap, y: y + (height - 1) / 2, depth }]
        : [{ x: x + (width - 1) / 2, y: y + height + paneGap, depth }];
    });
  });
}

/** A plane has dots in every row and column that continues; those of outer dimensions are stated in words. */
function dotsOf(axes: readonly Axis[], at: BlockLayout['at']): Place[] {
  const found: Place[] = [];
  for (const dimension of [axes.length - 1, axes.length - 2]) {
    const axis = axes[dimension];
    const dots = axis && placeOfDots(axis);
    if (axis === undefined || dots === undefined) continue;
    const before = axis.shown[dots - 1] ?? 0;
    for (const index of shownIndices(axes.map((other, d) => (d === dimension ? only(before) : other)))) {
      const place = at(index.map((i, d) => (d === dimension ? before : i)));
      if (place === undefined || place.depth > 0) continue;
      found.push(dimension === axes.length - 1 ? { ...place, x: place.x + 1 } : { ...place, y: place.y + 1 });
    }
  }
  return found;
}

const only = (index: number): Axis => ({ size: 1, shown: [index], omitted: 0 });

/** The cells of a layout by their keys, for pictures that do not move. */
export function cellPlaces({ axes, at }: BlockLayout): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const index of shownIndices(axes)) {
    const place = at(index);
    if (place !== undefined) found.set(keyOf(index), place);
  }
  return found;
}

/** The indices on the edges of a block: those of the last two dimensions, in front. Of panes, the outer ones. */
export function edgesOf({ axes, at, front }: Pick<BlockLayout, 'axes' | 'at' | 'front'>): Edges {
  const rank = axes.length;
  if (front !== undefined) {
    const [row = 0, column = 0] = axes.slice(-2).map(({ shown }) => shown[0]);
    const along = (dimension: number, index: (i: number) => readonly number[], way: 'x' | 'y'): EdgeLabel[] =>
      (axes[dimension]?.shown ?? []).flatMap((i) => {
        const place = at([...front, ...index(i)]);
        return place === undefined ? [] : [{ dimension, index: i, at: place[way] }];
      });
    return {
      columns: along(rank - 1, (i) => [row, i], 'x'),
      rows: along(rank - 2, (i) => [i, column], 'y'),
      isBelow: true,
    };
  }
  const labels = (dimension: number, pane: number, along: 'x' | 'y'): EdgeLabel[] => {
    const axis = axes[dimension];
    if (axis === undefined || axis.size === 0) return [];
    const paneAxis = rank > 3 ? axes[pane] : undefined;
    const panes = paneAxis?.shown ?? [undefined];
    return panes.flatMap((one) =>
      axis.shown.flatMap((index) => {
        const corner = axes.map(({ shown }, d) =>
          d === dimension ? index : d === pane ? (one ?? 0) : (shown[0] ?? 0),
        );
        const place = frontmost(axes, at, corner);
        return place === undefined ? [] : [{ dimension, index, at: place[along] }];
      }),
    );
  };
  return { columns: labels(rank - 1, rank - 3, 'x'), rows: labels(rank - 2, rank - 4, 'y'), isBelow: rank >= 3 };
}

/** The place of a corner in the slice in front. */
function frontmost(axes: readonly Axis[], at: BlockLayout['at'], corner: readonly number[]): Place | undefined {
  if (!isLeafed(axes.length)) return at(corner);
  const slices = axes[0]?.shown.map((slice) => at([slice, ...corner.slice(1)])) ?? [];
  return slices.find((place) => place?.depth === 0);
}
