/** Converts between the order of the elements in memory and row-major order. */

import { elementInfo, isElementType, type TypedArray } from './element-type.js';
import type { Shape } from './shape.js';

/** The size in memory of each dimension: with its padding. */
export function storedSizes(shape: Shape): readonly number[] {
  return shape.layout?.paddedDimensions ?? shape.dimensions;
}

/** For each dimension, how many elements lie between two neighbours along it in memory. */
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

/**
 * Copies all elements from the layout of one shape to that of another of the same sizes; what lies between them stays.
 * Walks the indices in row-major order like an odometer.
 */
export function relayout(source: TypedArray, from: Shape, target: TypedArray, to: Shape): void {
  const { dimensions, rank } = from;
  const fromStrides = strides(from);
  const toStrides = strides(to);
  const complex = isElementType(from.type) && elementInfo(from.type).entries === 2;
  const index = new Array<number>(rank).fill(0);
  let fromOffset = 0;
  let toOffset = 0;
  for (let remaining = from.elementCount; remaining > 0; remaining--) {
    if (complex) {
      target[2 * toOffset] = source[2 * fromOffset] as never;
      target[2 * toOffset + 1] = source[2 * fromOffset + 1] as never;
    } else {
      target[toOffset] = source[fromOffset] as never;
    }
    for (let d = rank - 1; d >= 0; d--) {
      const next = (index[d] ?? 0) + 1;
      fromOffset += fromStrides[d] ?? 0;
      toOffset += toStrides[d] ?? 0;
      if (next < (dimensions[d] ?? 0)) {
        index[d] = next;
        break;
      }
      index[d] = 0;
      fromOffset -= next * (fromStrides[d] ?? 0);
      toOffset -= next * (toStrides[d] ?? 0);
    }
  }
}
