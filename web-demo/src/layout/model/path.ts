/** The order of an array's cells in memory, and the terms that add up to a place. */

import type { Slot } from './memory.js';

/** How late each drawn cell comes in memory, from 0 for the first one to 1 for the last one. */
export function tintsOf(slots: readonly Slot[]): ReadonlyMap<string, number> {
  const drawn = slots.filter((slot) => slot.kind !== 'gap');
  return new Map(drawn.map(({ key }, at) => [key, at / Math.max(1, drawn.length - 1)]));
}

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
