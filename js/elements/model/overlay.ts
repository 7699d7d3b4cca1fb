/** An illegal broadcast drawn as it was asked for: one operand laid over the other one, with what does not fit. */

import type { Explanation } from 'hloom';
import { axesFor, keyOf, shownIndices } from './axis.js';
import { layOut, type BlockLayout } from './geometry.js';
import type { Cell } from './picture.js';
import type { SideName } from './scene.js';
import { cellText, type Elements } from './values.js';

export interface Overlay {
  /** The operand on top. */
  readonly top: SideName;
  readonly layout: BlockLayout;
  readonly cells: readonly Cell[];
}

/** The most dimensions with which the one operand can be seen on the other. */
const mostDimensions = 3;

/**
 * Lays the operand of lower rank, or rhs, over the other one. A vector of 3 on dimension 0 of a matrix of 2 rows covers
 * its first column and hangs over by one cell; a vector of 1 fewer than there are rows leaves one bare.
 *
 * @param most - the number of characters that fit in a cell
 * @returns nothing if no dimensions meet, or if they are too many to be seen
 */
export function overlayOf(
  explanation: Explanation,
  elements: Readonly<Partial<Record<SideName, Elements>>>,
  columns: number,
  front: number,
  most?: number,
): Overlay | undefined {
  const { dimensions, lhs, rhs } = explanation;
  const mismatches = dimensions.filter(({ verdict }) => verdict === 'mismatch').length;
  if (mismatches === 0 || dimensions.length > mostDimensions) return undefined;
  // With several mismatches, the overhang of one slice would cover that of the slice behind it.
  if (mismatches > 1 && dimensions.length > 2) return undefined;
  const top: SideName = lhs.rank < rhs.rank ? 'lhs' : 'rhs';
  const base: SideName = top === 'lhs' ? 'rhs' : 'lhs';
  const covering = dimensions.map((found) => Math.max(found.lhs.size, found.rhs.size));
  const layout = layOut(axesFor(covering, columns), front);
  const source = (side: SideName, index: readonly number[]): number[] => {
    const own = new Array<number>(explanation[side].rank).fill(0);
    for (const { dimension, [side]: found } of dimensions) {
      if (found.dimension !== undefined) own[found.dimension] = index[dimension] ?? 0;
    }
    return own;
  };
  /** True if an operand, not yet repeated, reaches an index; `along` tells which dimensions count. */
  const reaches = (side: SideName, index: readonly number[], along: (dimension: number) => boolean): boolean =>
    dimensions.every(({ dimension, [side]: found }) => {
      if (!along(dimension)) return true;
      return (index[dimension] ?? 0) < (found.dimension === undefined ? 1 : found.size);
    });
  const broken = new Set(dimensions.filter(({ verdict }) => verdict === 'mismatch').map(({ dimension }) => dimension));
  const cells = shownIndices(layout.axes).flatMap((index): Cell[] => {
    const place = layout.at(index);
    const onTop = reaches(top, index, () => true);
    const onBase = reaches(base, index, (dimension) => broken.has(dimension));
    if (place === undefined || (!onTop && !onBase)) return [];
    const isBare = !onTop && reaches(top, index, (dimension) => !broken.has(dimension));
    const text = onTop ? (elements[top]?.at(source(top, index)) ?? '') : '';
    const isAmiss = isBare || !onBase;
    const cell = { ...place, index, key: keyOf(index), text: cellText(text, most), opacity: 1 };
    return [{ ...cell, side: onTop ? top : base, isAmiss, isEmpty: !onTop && !isAmiss }];
  });
  return { top, layout, cells };
}
