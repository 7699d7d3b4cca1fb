/** The keys that move along memory, and the hops above it. */

import type { Pattern, Point } from '../../../../js/elements/model/threads.js';

/**
 * The slot that a key leads to, or `undefined` for a key that does not move. Gaps are passed over.
 */
export function movedTo(
  stops: readonly number[],
  columns: number,
  at: number | undefined,
  key: string,
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const step = steps[key];
  if (step === undefined) return undefined;
  if (at === undefined) return stops[0];
  if (Math.abs(step) === 1) return stops[stops.indexOf(at) + step] ?? at;
  // A row above or below may have a gap there, or end before.
  const wanted = at + step;
  const beyond = step > 0 ? wanted > (stops.at(-1) ?? 0) + columns : wanted < 0;
  if (beyond) return at;
  const isNearer = (a: number, b: number): boolean => Math.abs(a - wanted) < Math.abs(b - wanted);
  const nearest = stops.reduce((best, stop) => (isNearer(stop, best) ? stop : best), at);
  return Math.sign(nearest - at) === Math.sign(step) ? nearest : at;
}

/** The height of a wave. */
const swing = 2.5;
const count = 48;

/**
 * The arc of a hop, as of an SVG `d`: it leaves upwards and lands from above, in the pattern of its
 * dimension.
 */
export function arcPath(from: Point, to: Point, height: number, pattern: Pattern, shift = 0): string {
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count;
    const lift = 4 * t * (1 - t) * height;
    const wave = pattern === 'wave' ? swing * Math.sin(t * 10 * Math.PI) : 0;
    const x = from.x + (to.x - from.x) * t;
    const y = from.y + (to.y - from.y) * t - lift + wave + shift;
    return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}
