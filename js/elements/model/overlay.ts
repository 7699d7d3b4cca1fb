/** An illegal broadcast drawn as it was asked for: one operand laid over the other one, with what does not fit. */

import type { Explanation } from 'hloom';
import type { Answer } from './answer.js';
import { axesFor, keyOf, shownIndices } from './axis.js';
import type { BlockLayout } from './geometry.js';
import type { Cell } from './picture.js';
import type { Lay, SideName } from './scene.js';
import { cellText, type Elements } from './values.js';

export interface Overlay {
  /** The operand on top. */
  readonly top: SideName;
  readonly layout: BlockLayout;
  readonly cells: readonly Cell[];
  /** True if the operand on top has no place on the other one, and is drawn beside it. */
  readonly isAstray: boolean;
}

/** The room between an operand and one that has no place on it, in cells. */
const astrayGap = 0.5;

/** The rules about the numbers in broadcast_dimensions: they are checked before any sizes meet. */
const placementRules = ['broadcast.c3', 'broadcast.c4', 'broadcast.c5', 'broadcast.c7'];

/** The operands of a picture: the one on top, the one below it, and where the dimensions of the first go. */
interface Pair {
  readonly top: SideName;
  readonly base: SideName;
  readonly explanation: Explanation;
  readonly elements: Elements | undefined;
  readonly columns: number;
  readonly lay: Lay;
}

/**
 * Lays the operand of lower rank, or rhs, over the other one. A vector of 3 on dimension 0 of a matrix of 2 rows covers
 * its first column and hangs over by one cell; a vector of 1 fewer than there are rows leaves one bare. A matrix whose
 * dimensions are in the wrong order lies there turned around. A vector on a dimension that does not exist is beside the
 * matrix.
 *
 * @returns nothing if nothing says where the one operand goes, or if more than sizes and places is wrong
 */
export function overlayOf({ explanation, values }: Answer, columns: number, lay: Lay): Overlay | undefined {
  const { dimensions, lhs, rhs, error } = explanation;
  if (!lhs.isArray || !rhs.isArray) return undefined;
  const top: SideName = lhs.rank < rhs.rank ? 'lhs' : 'rhs';
  const base: SideName = top === 'lhs' ? 'rhs' : 'lhs';
  const pair: Pair = { top, base, explanation, elements: values?.[top], columns, lay };
  if (dimensions.some(({ verdict }) => verdict === 'mismatch')) return meeting(pair);
  if (error === undefined || !placementRules.includes(error.rule)) return undefined;
  return turned(pair) ?? astray(pair);
}

/** The sizes that both operands together cover. */
export function coveredSizes({ dimensions, lhs, rhs }: Explanation): readonly number[] {
  if (dimensions.length === 0) return (lhs.rank < rhs.rank ? rhs : lhs).dimensions;
  return dimensions.map((found) => Math.max(found.lhs.size, found.rhs.size));
}

/** Sizes that meet and differ: what hangs over is hatched, and so is what stays bare. */
function meeting({ top, base, explanation, elements, columns, lay }: Pair): Overlay {
  const { dimensions } = explanation;
  const layout = lay(axesFor(coveredSizes(explanation), columns));
  const source = (index: readonly number[]): number[] => {
    const own = new Array<number>(explanation[top].rank).fill(0);
    for (const { dimension, [top]: found } of dimensions) {
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
  // With several mismatches, the overhang of one slice would cover that of the slice behind it.
  const isFlat = dimensions.length > 2 && broken.size > 1;
  const cells = shownIndices(layout.axes).flatMap((index): Cell[] => {
    const place = layout.at(index);
    const onTop = reaches(top, index, () => true);
    const onBase = reaches(base, index, (dimension) => broken.has(dimension));
    if (place === undefined || (!onTop && !onBase) || (isFlat && place.depth > 0)) return [];
    const isBare = !onTop && reaches(top, index, (dimension) => !broken.has(dimension));
    const text = onTop ? (elements?.at(source(index)) ?? '') : '';
    const isAmiss = isBare || !onBase;
    const cell = { ...place, index, key: keyOf(index), text: cellText(text), opacity: 1 };
    return [{ ...cell, side: onTop ? top : base, isAmiss, isEmpty: !onTop && !isAmiss }];
  });
  return { top, layout, cells, isAstray: false };
}

/**
 * Dimensions that exist, each once, in the wrong order: the operand is turned around. Of `f32[4,3]` on {2,1}, element
 * [i,j] is at [0,j,i].
 */
function turned({ top, base, explanation, elements, columns, lay }: Pair): Overlay | undefined {
  const dims = explanation.broadcastDimensions;
  const own = explanation[top].dimensions;
  const below = explanation[base].dimensions;
  const isPlaced = dims.length === own.length && new Set(dims).size === dims.length;
  if (!isPlaced || dims.some((dimension) => dimension < 0 || dimension >= below.length)) return undefined;
  const sizes = below.map((_, dimension) => {
    const from = dims.indexOf(dimension);
    return from < 0 ? 1 : (own[from] ?? 1);
  });
  const layout = lay(
    axesFor(
      below.map((size, dimension) => Math.max(size, sizes[dimension] ?? 1)),
      columns,
    ),
  );
  const cells = shownIndices(layout.axes).flatMap((index): Cell[] => {
    const place = layout.at(index);
    const onTop = index.every((i, dimension) => i < (sizes[dimension] ?? 1));
    const onBase = index.every((i, dimension) => i < (below[dimension] ?? 1));
    if (place === undefined || (!onTop && !onBase)) return [];
    const text = onTop ? (elements?.at(dims.map((dimension) => index[dimension] ?? 0)) ?? '') : '';
    const cell = { ...place, index, key: keyOf(index), text: cellText(text), opacity: 1 };
    return [{ ...cell, side: onTop ? top : base, isAmiss: onTop, isEmpty: !onTop }];
  });
  return { top, layout, cells, isAstray: false };
}

/** Dimensions that do not exist, that two would share, or that are not said: the operand is beside the other one. */
function astray({ top, base, explanation, elements, columns, lay }: Pair): Overlay {
  const [below, own] = [base, top].map((side) => lay(axesFor(explanation[side].dimensions, columns)));
  if (below === undefined || own === undefined) throw new TypeError('two operands have two layouts');
  // A row has room below; everything else has it at the right.
  const isBelow = own.height === 1;
  const [right, down] = isBelow ? [0, below.height + astrayGap] : [below.width + astrayGap, below.height - own.height];
  const shift = Math.max(0, -down);
  const empty = shownIndices(below.axes).flatMap((index): Cell[] => {
    const place = below.at(index);
    if (place === undefined || place.depth > 0) return [];
    const at = { ...place, y: place.y + shift };
    return [{ ...at, index, key: keyOf(index), text: '', opacity: 1, side: base, isEmpty: true }];
  });
  const lost = shownIndices(own.axes).flatMap((index): Cell[] => {
    const place = own.at(index);
    if (place === undefined || place.depth > 0) return [];
    const at = { ...place, x: place.x + right, y: place.y + Math.max(0, down) };
    const text = cellText(elements?.at(index) ?? '');
    return [{ ...at, index, key: `astray ${keyOf(index)}`, text, opacity: 1, side: top, isAmiss: true }];
  });
  const layout: BlockLayout = {
    ...below,
    width: isBelow ? Math.max(below.width, own.width) : right + own.width,
    height: isBelow ? down + own.height : Math.max(below.height, own.height),
    at: (index) => {
      const place = below.at(index);
      return place && { ...place, y: place.y + shift };
    },
    dots: [],
  };
  return { top, layout, cells: [...empty, ...lost], isAstray: true };
}
