/**
 * Dimension numbers, and the conversions between an index of several numbers and the position in memory: XLA's
 * IndexUtil.
 */

import { countText, describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import type { Shape } from './shape.js';
import { storedSizes, strides } from './strided.js';

/**
 * The number of a dimension from 0 on. Negative numbers count from the end, as in Python.
 *
 * @throws HloomError `js.c61` for a dimension that does not exist
 */
export function dimensionNumber(shape: Shape, dimension: number, op: string): number {
  const { rank } = shape;
  if (Number.isInteger(dimension) && dimension >= -rank && dimension < rank) {
    return dimension < 0 ? dimension + rank : dimension;
  }
  throw jsError('dimension', `${shape.toString()} has no dimension ${describeValue(dimension)}`, {
    op,
    operands: [shape.toString()],
    help: rank === 0 ? 'it has none' : `it has ${countText(rank, 'dimension')}, numbered from 0, or from -1 backwards`,
  });
}

/**
 * Returns the position of an element in memory, counted in elements.
 *
 * @throws HloomError `js.c62` for anything but an index of an element, `js.c25` for anything but an array
 */
export function indexToLinear(shape: Shape, index: readonly number[]): number {
  const op = 'Shape.multidimensionalIndexToLinearIndex';
  checkArray(shape, op);
  if (!isArray(index) || index.length !== shape.rank) {
    throw noIndex(shape, `${describeValue(index)} is not an index of ${shape.toString()}`, op, [
      `it has ${countText(shape.rank, 'dimension')}`,
    ]);
  }
  const shown = `{${index.map(describeValue).join(',')}}`;
  for (const [dimension, at] of index.entries() as IterableIterator<[number, unknown]>) {
    const size = shape.dimensions[dimension] ?? 0;
    if (Number.isInteger(at) && (at as number) >= 0 && (at as number) < size) continue;
    throw noIndex(shape, `${shown} is not an index of ${shape.toString()}`, op, [
      size === 0
        ? `dimension ${dimension} has the size 0 and no elements`
        : `dimension ${dimension} is indexed by 0 to ${size - 1}, not by ${describeValue(at)}`,
    ]);
  }
  const linear = strides(shape).reduce((sum, stride, dimension) => sum + stride * (index[dimension] ?? 0), 0);
  if (Number.isSafeInteger(linear)) return linear;
  throw noIndex(shape, `the place of element ${shown} is beyond 2^53`, op, []);
}

/**
 * Returns the index of the element at a position in memory; in the padding, the index is at or beyond the size of a
 * dimension.
 *
 * @throws HloomError `js.c62` for a position outside of the memory, `js.c25` for anything but an array
 */
export function linearToIndex(shape: Shape, linear: number): number[] {
  const op = 'Shape.linearIndexToMultidimensionalIndex';
  checkArray(shape, op);
  const sizes = storedSizes(shape);
  const places = sizes.includes(0) ? 0 : sizes.reduce((product, size) => product * size, 1);
  if (!Number.isSafeInteger(linear) || linear < 0 || linear >= places) {
    throw noIndex(shape, `${shape.toString()} has no place ${describeValue(linear)} in memory`, op, [
      places === 0 ? 'it has no elements' : `the places are 0 to ${places - 1}`,
    ]);
  }
  const index = new Array<number>(shape.rank).fill(0);
  let rest = linear;
  for (const dimension of shape.layout?.minorToMajor ?? []) {
    const size = sizes[dimension] ?? 1;
    index[dimension] = rest % size;
    rest = (rest - (rest % size)) / size;
  }
  return index;
}

function checkArray(shape: Shape, op: string): void {
  if (shape.isArray) return;
  throw jsError('noData', `${shape.toString()} is not an array`, {
    op,
    operands: [shape.toString()],
    help: 'only the elements of arrays have an index: ask those in .tupleShapes',
  });
}

function noIndex(shape: Shape, headline: string, op: string, details: readonly string[]): Error {
  return jsError('index', headline, { op, operands: [shape.toString()], details });
}
