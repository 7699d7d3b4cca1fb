/** Plays the time of a broadcast, from one stage to another. */

/** The time for one stage, in milliseconds: an element travels for half of it. */
const stageDuration = 700;

const movesLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Tells each time between two stages, one a frame; with reduced motion only the last one.
 *
 * @returns a function that stops it
 */
export function play(from: number, to: number, tell: (time: number) => void, end: () => void): () => void {
  if (movesLess()) {
    tell(to);
    end();
    return () => undefined;
  }
  const started = performance.now();
  let frame = 0;
  const step = (now: number): void => {
    const time = Math.min(to, from + Math.max(0, now - started) / stageDuration);
    tell(time);
    if (time < to) frame = requestAnimationFrame(step);
    else end();
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
