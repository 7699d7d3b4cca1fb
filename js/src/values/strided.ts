/** Converts between the order of the elements in memory and row-major order. */

import { elementInfo, isElementType, type TypedArray } from './element-type.js';
import type { Shape } from './shape.js';

/** The size in memory of each dimension: with its padding. */
export function storedSizes(shape: Shape): readonly number[] {
  return shape.layout?.paddedDimensions ?? shape.dimensions;
}

/** For each dimension, the distance in memory between two neighbors along it, counted in elements. */
export function strides(shape: Shape): number[] {
  const result = new Array<number>(shape.rank).fill(1);
  const sizes = storedSizes(shape);
  let stride = 1;
  for (const dimension of shape.layout?.minorToMajor ?? []) {
    result[dimension] = stride;
    stride *= sizes[dimension] ?? 1;
  }
  return result;
}

/** One loop over two arrays: the number of steps, and the number of entries per step in each array. */
interface Loop {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The loops through all entries of two arrays of the same sizes, the one with the shortest steps in `to` innermost.
 * Dimensions of size 1 have no loop, and neighboring dimensions that are contiguous in both arrays share one.
 */
function loopsThrough(from: Shape, to: Shape): Loop[] {
  const { entries } = isElementType(from.type) ? elementInfo(from.type) : { entries: 1 };
  const fromStrides = strides(from);
  const toStrides = strides(to);
  const loops = from.dimensions.map((size, d): Loop => {
    return { size, from: (fromStrides[d] ?? 0) * entries, to: (toStrides[d] ?? 0) * entries };
  });
  loops.push({ size: entries, from: 1, to: 1 });
  const merged: Loop[] = [];
  for (const loop of loops.filter(({ size }) => size !== 1).sort((a, b) => b.to - a.to)) {
    const outer = merged.at(-1);
    const isOne = outer?.from === loop.from * loop.size && outer.to === loop.to * loop.size;
    if (isOne) merged.pop();
    merged.push(isOne ? { ...loop, size: loop.size * outer.size } : loop);
  }
  return merged;
}

/** Up to this number of entries, copying one by one is faster. */
const shortRun = 32;

/** Copies the entries of the innermost loop. */
function copyRun(source: TypedArray, at: number, target: TypedArray, to: number, run: Loop): void {
  if (run.from === 1 && run.to === 1 && run.size > shortRun) {
    target.set(source.subarray(at, at + run.size) as never, to);
    return;
  }
  for (let i = 0; i < run.size; i++) target[to + i * run.to] = source[at + i * run.from] as never;
}

/**
 * Copies all elements from the layout of one shape to that of another of the same sizes; memory between the elements
 * does not change. The outer loops count like an odometer.
 */
export function relayout(source: TypedArray, from: Shape, target: TypedArray, to: Shape): void {
  if (from.elementCount === 0) return;
  const loops = loopsThrough(from, to);
  const run = loops.pop() ?? { size: 1, from: 1, to: 1 };
  const index = new Array<number>(loops.length).fill(0);
  let fromOffset = 0;
  let toOffset = 0;
  for (;;) {
    copyRun(source, fromOffset, target, toOffset, run);
    let d = loops.length - 1;
    for (; d >= 0; d--) {
      const loop = loops[d] as Loop;
      const next = (index[d] as number) + 1;
      fromOffset += loop.from;
      toOffset += loop.to;
      index[d] = next;
      if (next < loop.size) break;
      index[d] = 0;
      fromOffset -= next * loop.from;
      toOffset -= next * loop.to;
    }
    if (d < 0) return;
  }
}
