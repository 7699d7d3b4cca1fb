/** The layout of an array on the page, with every slice in sight as far as there is room. */

import { axisOf, type Axis } from '../../../../js/elements/model/axis.js';
import { layOut, type BlockLayout } from '../../../../js/elements/model/geometry.js';

/** The direction of a dimension on the page. */
export type Way = 'right' | 'down' | 'panes right' | 'panes down' | 'behind';

export interface Block extends BlockLayout {
  /** For each dimension. */
  readonly ways: readonly Way[];
}

const single: Axis = { size: 1, shown: [0], omitted: 0 };

/** The maximum number of places of a dimension, by the rank and by the number of dimensions after it. */
function mostPlaces(rank: number, after: number, columns: number): number {
  if (rank === 1) return Math.max(4, columns);
  if (rank === 2) return after === 0 ? Math.max(4, Math.min(12, columns)) : 8;
  if (rank === 3) return after < 2 ? 5 : 4;
  return rank === 4 && after < 2 ? 4 : 3;
}

/**
 * The drawn part of each dimension.
 *
 * @param sizes - the sizes in memory, padding included
 * @param columns - the number of cells that fit in a row
 */
export function axesIn(sizes: readonly number[], columns: number): Axis[] {
  const rank = sizes.length;
  return sizes.map((size, dimension) => axisOf(size, mostPlaces(rank, rank - 1 - dimension, columns)));
}

/**
 * Lays out an array as the other elements do, but with a third dimension as panes next to or below each other, because
 * memory runs through every slice.
 *
 * @param front - the slice of a fifth dimension in front
 */
export function blockOf(axes: readonly Axis[], columns: number, front = 0): Block {
  const rank = axes.length;
  if (rank !== 3) return { ...layOut(axes, front), ways: waysOf(rank) };
  const [slices = single, rows = single, cells = single] = axes;
  const across = layOut([single, slices, rows, cells]);
  const isAcross = across.width <= columns;
  const panes = isAcross ? across : layOut([slices, single, rows, cells]);
  return {
    ...panes,
    axes,
    at: ([slice = -1, row = -1, cell = -1]) => panes.at(isAcross ? [0, slice, row, cell] : [slice, 0, row, cell]),
    ways: [isAcross ? 'panes right' : 'panes down', 'down', 'right'],
  };
}

/** The directions of the last dimensions. */
const ways: readonly Way[] = ['behind', 'panes down', 'panes right', 'down', 'right'];

const waysOf = (rank: number): readonly Way[] => ways.slice(Math.max(0, ways.length - rank));
