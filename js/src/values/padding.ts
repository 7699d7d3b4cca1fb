/** The memory of arrays, including the padding of their layouts. */

import { elementInfo, type ElementType, type TypedArray } from './element-type.js';
import type { PaddingValue } from './layout.js';
import { allocateArray } from './nested.js';
import { narrowEncoder, narrowExtreme } from './number-format.js';
import type { Shape } from './shape.js';
import { storedSizes } from './strided.js';

/**
 * Returns the memory of an array: elements that are still 0, and the padding with the values of its layout.
 *
 * @throws HloomError `js.c13` where the engine cannot hold so many elements
 */
export function allocateStorage(shape: Shape, op: string): TypedArray {
  const type = shape.type as ElementType;
  const sizes = storedSizes(shape);
  const stored = sizes.includes(0) ? 0 : sizes.reduce((product, size) => product * size, 1);
  const storage = allocateArray(type, stored, op);
  const value = shape.layout?.paddingValue ?? 'ZERO_PAD';
  if (value === 'ZERO_PAD' || value === 'UNKNOWN_PAD') return storage;
  const entry = paddingEntry(type, value);
  // This also fills the elements, which the caller overwrites.
  if (elementInfo(type).kind !== 'complex') storage.fill(entry as never);
  else for (let index = 0; index < storage.length; index += 2) storage[index] = entry;
  return storage;
}

/** Returns the value of a padding element in the natural typed array; for a complex type, the real part. */
function paddingEntry(type: ElementType, value: PaddingValue): number | bigint {
  const { kind, encoded, bigint, min = 0n, max = 0n } = elementInfo(type);
  if (kind === 'float' && value !== 'ONE_PAD') {
    if (encoded) return narrowExtreme(type, value === 'LOWEST_PAD');
    return value === 'LOWEST_PAD' ? -Infinity : Infinity;
  }
  if (value === 'ONE_PAD') {
    if (encoded) return narrowEncoder(type)(1);
    return bigint ? 1n : 1;
  }
  const extreme = value === 'LOWEST_PAD' ? min : max;
  return bigint ? extreme : Number(extreme);
}
