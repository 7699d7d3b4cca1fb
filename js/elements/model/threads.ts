/** Threads: lines whose pattern identifies a dimension of the result. */

/** The patterns by dimension; a sixth dimension begins again. */
export const patterns = ['solid', 'dotted', 'dashed', 'double', 'wave'] as const;
export type Pattern = (typeof patterns)[number];

export function patternOf(dimension: number): Pattern {
  return patterns[dimension % patterns.length] ?? 'solid';
}

export const dashes: Readonly<Record<Pattern, string>> = {
  solid: '',
  dotted: '0.1 6',
  dashed: '9 5',
  double: '',
  wave: '',
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point of the curve that leaves `from` and reaches `to` upright. */
function onCurve(from: Point, to: Point, t: number): Point {
  const middle = (from.y + to.y) / 2;
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return { x: (a + b) * from.x + (c + d) * to.x, y: a * from.y + (b + c) * middle + d * to.y };
}

/** The path of a thread, as of an SVG `d`; the part from `start` to `end` of it, from 0 to 1. */
export function threadPath(from: Point, to: Point, pattern: Pattern, start = 0, end = 1): string {
  const count = 40;
  const points = Array.from({ length: count + 1 }, (_, i) => onCurve(from, to, start + ((end - start) * i) / count));
  const swing = pattern === 'wave' ? 3 : 0;
  return points
    .map(({ x, y }, i) => {
      const wave = swing * Math.sin((i / count) * (end - start) * 12 * Math.PI);
      return `${i === 0 ? 'M' : 'L'}${(x + wave).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** The distance of the two lines of a double thread. */
export const doubleGap = 5;
