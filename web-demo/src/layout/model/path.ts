/** The way that memory takes through the cells of an array: from each place to the next. */

import { keyOf } from '../../../../js/elements/model/axis.js';
import type { BlockLayout, Place } from '../../../../js/elements/model/geometry.js';
import type { Slot } from './memory.js';

/** A step from one drawn place in memory to the next one. */
export interface PathStep {
  readonly from: Place;
  readonly to: Place;
  /** The keys of the two cells. */
  readonly keys: readonly [from: string, to: string];
  /**
   * `next`: to the neighbor along the most minor dimension. `turn`: that dimension begins again. `jump`: over omitted
   * places.
   */
  readonly kind: 'next' | 'turn' | 'jump';
}

/** Cells behind others have no part of the path: the reader could not see it. */
export function pathOf(slots: readonly Slot[], layout: BlockLayout): PathStep[] {
  const drawn = slots.filter((slot) => slot.kind !== 'gap');
  return drawn.slice(1).flatMap((slot, i): PathStep[] => {
    const before = drawn[i];
    if (before === undefined) return [];
    const [from, to] = [layout.at(before.index), layout.at(slot.index)];
    if (from === undefined || to === undefined || from.depth > 0 || to.depth > 0) return [];
    const kind =
      slot.place !== before.place + 1 ? 'jump' : differences(before.index, slot.index) === 1 ? 'next' : 'turn';
    return [{ from, to, keys: [keyOf(before.index), keyOf(slot.index)], kind }];
  });
}

const differences = (a: readonly number[], b: readonly number[]): number => a.filter((i, d) => i !== b[d]).length;

/**
 * One term of a place: the index along a dimension times its stride, drawn as a hop over memory.
 */
export interface Hop {
  readonly dimension: number;
  readonly index: number;
  readonly stride: number;
  /** The places between which it goes. */
  readonly from: number;
  readonly to: number;
}

/**
 * The hops from the first place to an index, dimension by dimension; those of an index of 0 have no length, and are
 * left out.
 */
export function hopsTo(index: readonly number[], strides: readonly number[]): Hop[] {
  let from = 0;
  return index.flatMap((i, dimension): Hop[] => {
    const stride = strides[dimension] ?? 0;
    if (i === 0) return [];
    const hop = { dimension, index: i, stride, from, to: from + i * stride };
    from = hop.to;
    return [hop];
  });
}
