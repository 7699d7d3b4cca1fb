/** The lines of 64 bytes in which a processor reads memory. */

import type { Shape } from 'hloom';
import { elementBytes, type Slot } from './memory.js';

export const lineBytes = 64;

/** A cache line under the slots `from` to `to`. */
export interface CacheLine {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** The lines of the drawn slots: those of 4 bytes at the places 0 to 17 are in the lines 0, under 16 slots, and 1. */
export function linesOf(slots: readonly Slot[], bytes: number): CacheLine[] {
  const found: CacheLine[] = [];
  for (const [at, slot] of slots.entries()) {
    if (slot.kind === 'gap') continue;
    const line = Math.floor((slot.place * bytes) / lineBytes);
    const last = found.at(-1);
    // What is left out between two places of one line belongs to it, too.
    if (last?.line === line) found[found.length - 1] = { ...last, to: at };
    else found.push({ line, from: at, to: at });
  }
  return found;
}

/**
 * The number of lines that the elements along a dimension are in, where all other indices are 0. Along the columns of
 * `f32[3,16]{1,0}`, 16 elements of 4 bytes are in 1 line; along its rows, 3 elements that are 64 bytes apart are in 3.
 */
export function linesAlong(shape: Shape, dimension: number): number {
  const size = shape.dimensions[dimension] ?? 0;
  const step = (shape.strides[dimension] ?? 0) * elementBytes(shape);
  if (size === 0) return 0;
  return step >= lineBytes ? size : Math.floor(((size - 1) * step) / lineBytes) + 1;
}
