/**
 * Arrays split over a mesh of devices, and the collectives that a product of two of them needs.
 *
 * The mesh has axes X and Y. `A[I_X, J]` splits dimension I over the devices along X and repeats the array along Y;
 * `A[I_XY, J]` splits I over all devices, X first.
 */

export type Axis = 'X' | 'Y';
export const axes: readonly Axis[] = ['X', 'Y'];

export interface Mesh {
  readonly X: number;
  readonly Y: number;
}

/** The dimensions of an array with the axes that split each, the slower one first. */
export interface Sharding {
  readonly name: string;
  readonly dimensions: readonly { readonly name: string; readonly axes: readonly Axis[] }[];
}

export const deviceCount = ({ X, Y }: Mesh): number => X * Y;
/** Devices are numbered along Y first: in a mesh of 2x4, device 5 has X = 1 and Y = 1. */
export const coordinates = ({ Y }: Mesh, device: number): Mesh => ({ X: Math.floor(device / Y), Y: device % Y });

export const shardingText = ({ name, dimensions }: Sharding): string =>
  `${name}[${dimensions.map((dimension) => dimension.name + (dimension.axes.length === 0 ? '' : `_${dimension.axes.join('')}`)).join(', ')}]`;

/**
 * Reads `A[I_X, J]`.
 *
 * @throws Error if it is not the notation of this array
 */
export function parseSharding(text: string, { name, dimensions }: Sharding): Sharding {
  const plain = dimensions.map((dimension) => dimension.name).join(', ');
  const help = `Write ${name}[${plain}] with the axes behind a dimension: ${name}[${plain.replace(',', '_X,')}].`;
  const [, head, body = ''] = /^\s*([A-Z])\s*\[([^\]]*)\]\s*$/.exec(text) ?? [];
  const parts = body.split(',').map((part) => /^\s*([A-Z])(?:_([XY]+))?\s*$/.exec(part));
  if (head !== name || parts.length !== dimensions.length) throw new Error(help);
  const used = new Set<string>();
  return {
    name,
    dimensions: dimensions.map((dimension, at) => {
      const [, letter, split = ''] = parts[at] ?? [];
      if (letter !== dimension.name) throw new Error(help);
      for (const axis of split) {
        if (used.has(axis)) throw new Error(`${axis} splits ${name} twice. An axis splits one dimension of an array.`);
        used.add(axis);
      }
      return { name: dimension.name, axes: [...split] as Axis[] };
    }),
  };
}

/** The sharding with an axis on another dimension, behind the axes there; -1 repeats the array along the axis. */
export function withAxis(sharding: Sharding, axis: Axis, to: number): Sharding {
  return {
    ...sharding,
    dimensions: sharding.dimensions.map((dimension, at) => {
      const others = dimension.axes.filter((one) => one !== axis);
      return { ...dimension, axes: at === to ? [...others, axis] : others };
    }),
  };
}

export const placeOfAxis = ({ dimensions }: Sharding, axis: Axis): number =>
  dimensions.findIndex((dimension) => dimension.axes.includes(axis));

export const shards = (mesh: Mesh, split: readonly Axis[]): number =>
  split.reduce((product, axis) => product * mesh[axis], 1);

/** The number of a device's shard along a dimension: with axes X and Y it is x times the size of Y, plus y. */
export const shardNumber = (mesh: Mesh, split: readonly Axis[], device: number): number =>
  split.reduce((number, axis) => number * mesh[axis] + coordinates(mesh, device)[axis], 0);

/** The devices that differ only in their places along these axes, in the order of their shards. */
export function groupsAlong(mesh: Mesh, along: readonly Axis[]): number[][] {
  const groups = new Map<string, number[]>();
  const devices = Array.from({ length: deviceCount(mesh) }, (_, device) => device);
  for (const device of devices.sort((a, b) => shardNumber(mesh, along, a) - shardNumber(mesh, along, b) || a - b)) {
    const at = coordinates(mesh, device);
    const key = axes
      .filter((axis) => !along.includes(axis))
      .map((axis) => at[axis])
      .join();
    groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  return [...groups.values()];
}

/** The sizes of dimensions: the least multiples of all their shards from 4 on. */
export function sizesFor(mesh: Mesh, shardings: readonly Sharding[]): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const { name, axes: split } of shardings.flatMap(({ dimensions }) => dimensions)) {
    sizes[name] = leastCommon(sizes[name] ?? 1, shards(mesh, split));
  }
  return Object.fromEntries(
    Object.entries(sizes).map(([name, least]) => [name, least * Math.max(1, Math.ceil(4 / least))]),
  );
}

function leastCommon(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** The part of a dimension that a device holds. */
export function rangeOf(
  mesh: Mesh,
  split: readonly Axis[],
  size: number,
  device: number,
): { readonly start: number; readonly size: number } {
  const part = size / shards(mesh, split);
  return { start: shardNumber(mesh, split, device) * part, size: part };
}

/** A step of the product. `target` is the array that changes; it has the sharding `after` then. */
export interface Step {
  readonly kind: 'all-gather' | 'all-reduce' | 'reduce-scatter' | 'all-to-all' | 'slice' | 'multiply';
  readonly target: string;
  /** The dimension that is gathered, scattered or sliced; the one that an all-to-all splits. */
  readonly dimension: number;
  /** The dimension that an all-to-all concatenates. */
  readonly from?: number;
  readonly axes: readonly Axis[];
  readonly after: Sharding;
  /** Axes along which devices hold parts of sums. */
  readonly partial: readonly Axis[];
  readonly reason: string;
}

const commonPrefix = (a: readonly Axis[], b: readonly Axis[]): Axis[] => {
  const end = a.findIndex((axis, at) => axis !== b[at]);
  return a.slice(0, end < 0 ? a.length : end);
};

const axesOf = ({ dimensions }: Sharding, at: number): readonly Axis[] => dimensions[at]?.axes ?? [];

const withAxes = (sharding: Sharding, at: number, split: readonly Axis[]): Sharding => ({
  ...sharding,
  dimensions: sharding.dimensions.map((dimension, d) => (d === at ? { ...dimension, axes: split } : dimension)),
});

const named = (list: readonly Axis[]): string => list.join(' and ');

/** The steps of C = A · B: what must be gathered, the product of the parts, and what brings C into its place. */
export function planProduct(a: Sharding, b: Sharding, wanted: Sharding): Step[] {
  const steps: Step[] = [];
  const gather = (
    sharding: Sharding,
    dimension: number,
    keep: number,
    partial: readonly Axis[],
    reason: string,
  ): Sharding => {
    const split = axesOf(sharding, dimension);
    if (split.length === keep) return sharding;
    const after = withAxes(sharding, dimension, split.slice(0, keep));
    steps.push({
      kind: 'all-gather',
      target: sharding.name,
      dimension,
      axes: split.slice(keep),
      after,
      partial,
      reason,
    });
    return after;
  };
  // Both must hold the same part of the contracted dimension J.
  const inner = commonPrefix(axesOf(a, 1), axesOf(b, 0));
  const split = 'A and B split J differently, and a product needs the same part of J of both.';
  let left = gather(a, 1, inner.length, [], split);
  let right = gather(b, 0, inner.length, [], split);
  // An axis that splits I and K would leave out blocks of the result.
  const both = axesOf(left, 0).findIndex((axis) => axesOf(right, 1).includes(axis));
  if (both >= 0) {
    const axis = axesOf(left, 0)[both] as Axis;
    const keep = axesOf(right, 1).indexOf(axis);
    right = gather(right, 1, keep, [], `${axis} splits I and K: a device would have only blocks on the diagonal.`);
  }
  left = { ...left };
  let now: Sharding = {
    ...wanted,
    dimensions: wanted.dimensions.map(({ name }, at) => ({
      name,
      axes: at === 0 ? axesOf(left, 0) : axesOf(right, 1),
    })),
  };
  steps.push({
    kind: 'multiply',
    target: now.name,
    dimension: 0,
    axes: [],
    after: now,
    partial: inner,
    reason:
      inner.length === 0
        ? 'Each device has all that its block of C needs.'
        : `J is split over ${named(inner)}: each device has a part of the sum.`,
  });
  let partial: Axis[] = inner;
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const dimension of [0, 1]) {
      const next = axesOf(wanted, dimension)[axesOf(now, dimension).length];
      if (next === undefined || !partial.includes(next) || !isPrefix(axesOf(now, dimension), axesOf(wanted, dimension)))
        continue;
      partial = partial.filter((axis) => axis !== next);
      now = withAxes(now, dimension, [...axesOf(now, dimension), next]);
      const reason = `C is split over ${next} too: each device needs the sum of one part only.`;
      steps.push({ kind: 'reduce-scatter', target: now.name, dimension, axes: [next], after: now, partial, reason });
      isMore = true;
    }
  }
  if (partial.length > 0) {
    const reason = `All devices along ${named(partial)} need the whole sum.`;
    steps.push({ kind: 'all-reduce', target: now.name, dimension: 0, axes: partial, after: now, partial: [], reason });
  }
  return [...steps, ...planMove(now, wanted)];
}

const isPrefix = (a: readonly Axis[], b: readonly Axis[]): boolean => a.every((axis, at) => axis === b[at]);

/** Brings an array from one sharding into another one. */
function planMove(from: Sharding, to: Sharding): Step[] {
  const steps: Step[] = [];
  let now = from;
  const { name } = to;
  for (const [dimension, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const moving = axesOf(now, other).at(-1);
    const isMove =
      moving !== undefined &&
      isSame([...axesOf(now, dimension), moving], axesOf(to, dimension)) &&
      isSame(axesOf(now, other).slice(0, -1), axesOf(to, other));
    if (!isMove) continue;
    now = withAxes(withAxes(now, other, axesOf(to, other)), dimension, axesOf(to, dimension));
    const reason = `${moving} changes the dimension that it splits.`;
    steps.push({
      kind: 'all-to-all',
      target: name,
      dimension,
      from: other,
      axes: [moving],
      after: now,
      partial: [],
      reason,
    });
  }
  for (const dimension of [0, 1]) {
    const [before, wanted] = [axesOf(now, dimension), axesOf(to, dimension)];
    const keep = commonPrefix(before, wanted);
    if (keep.length === before.length) continue;
    now = withAxes(now, dimension, keep);
    const reason = `C is not split over ${named(before.slice(keep.length))} there.`;
    steps.push({
      kind: 'all-gather',
      target: name,
      dimension,
      axes: before.slice(keep.length),
      after: now,
      partial: [],
      reason,
    });
  }
  for (const dimension of [0, 1]) {
    const [before, wanted] = [axesOf(now, dimension), axesOf(to, dimension)];
    if (before.length === wanted.length) continue;
    now = withAxes(now, dimension, wanted);
    const reason = 'Each device has more than its part, and keeps that: no byte moves.';
    steps.push({
      kind: 'slice',
      target: name,
      dimension,
      axes: wanted.slice(before.length),
      after: now,
      partial: [],
      reason,
    });
  }
  return steps;
}

const isSame = (a: readonly Axis[], b: readonly Axis[]): boolean => a.length === b.length && isPrefix(a, b);
