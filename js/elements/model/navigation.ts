/** Keys that move through the elements of an array. */

import type { Axis } from './axis.js';

/** For each key, the dimension that it moves along, counted from the last one, and how far. */
const steps: Readonly<Record<string, readonly [fromLast: number, step: number]>> = {
  ArrowRight: [1, 1],
  ArrowLeft: [1, -1],
  ArrowDown: [2, 1],
  ArrowUp: [2, -1],
  PageDown: [3, 1],
  PageUp: [3, -1],
};

/**
 * Returns the index that a key leads to, or `undefined` for a key that does not move. The arrows move along the last
 * two dimensions, PageUp and PageDown along the one before. A move past the end goes on in the dimension before, so
 * that each element is reached with one key; Home and End go to the ends of a row.
 */
export function moved(axes: readonly Axis[], index: readonly number[], key: string): readonly number[] | undefined {
  const last = axes.length - 1;
  if (key === 'Home' || key === 'End') {
    const shown = axes[last]?.shown ?? [];
    return index.map((i, dimension) => (dimension === last ? ((key === 'Home' ? shown[0] : shown.at(-1)) ?? i) : i));
  }
  const step = steps[key];
  if (step === undefined) return undefined;
  const [fromLast, by] = step;
  const next = [...index];
  for (let dimension = axes.length - fromLast; dimension >= 0; dimension--) {
    const shown = axes[dimension]?.shown ?? [];
    const at = shown.indexOf(index[dimension] ?? 0) + by;
    const found = shown[at];
    if (found !== undefined) {
      next[dimension] = found;
      return next;
    }
    next[dimension] = (by > 0 ? shown[0] : shown.at(-1)) ?? 0;
  }
  return index;
}
