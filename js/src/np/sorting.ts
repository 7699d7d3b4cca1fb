/** Sorting and searching. NaNs come last, as in NumPy, whatever their sign; 0 and -0 are equal. */

import { calledWith } from '../builder/function-calls.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { Shape } from '../values/shape.js';
import { flat, sorted, sortedWithIndices } from './arrays.js';
import { axisNumber, builderFor, commonType, kindOf, optionsOf, typeOf } from './operands.js';

/** The options of {@link sort} and {@link argsort}. */
export interface SortOptions {
  /** The axis to sort along (default -1). */
  readonly axis?: number | undefined;
  /** True puts the greatest element first (default false). */
  readonly descending?: boolean | undefined;
}

const sortNames = ['axis', 'descending'] as const;

/** The elements in order along an axis, by default the last. Complex numbers are refused, which NumPy sorts. */
export function sort(x: XlaOp, options?: number | SortOptions): XlaOp {
  return calledWith(sort, 'np.sort', arguments, 'x, { axis, descending }', () => {
    const b = builderFor(x, 'np.sort');
    const { axis = -1, descending = false } = optionsOf<SortOptions>(options, sortNames, 'np.sort');
    const along = axisNumber(axis, x.shape.rank, 'np.sort');
    const ascending = sorted(b, x, along);
    return descending ? b.rev(ascending, [along]) : ascending;
  });
}

/** S32: the indices that sort an array along an axis, by default the last. Equal elements keep their order. */
export function argsort(x: XlaOp, options?: number | SortOptions): XlaOp {
  return calledWith(argsort, 'np.argsort', arguments, 'x, { axis, descending }', () => {
    const b = builderFor(x, 'np.argsort');
    const { axis = -1, descending = false } = optionsOf<SortOptions>(options, sortNames, 'np.argsort');
    const along = axisNumber(axis, x.shape.rank, 'np.argsort');
    if (!descending) return sortedWithIndices(b, x, along)[1];
    // Sorting the reversed array and reversing the order keeps the order of equal elements.
    const [, indices] = sortedWithIndices(b, b.rev(x, [along]), along);
    return b.sub((x.shape.dimensions[along] ?? 0) - 1, b.rev(indices, [along]));
  });
}

/** The side of {@link searchsorted}: before the elements that are equal to a value, or after them. */
export type SideOption = 'left' | 'right' | { readonly side?: 'left' | 'right' | undefined };

/** S32: the places at which values keep a vector sorted. */
export function searchsorted(a: XlaOp, v: XlaOp, options?: SideOption): XlaOp {
  return calledWith(searchsorted, 'np.searchsorted', arguments, 'a, v, { side }', () => {
    const op = 'np.searchsorted';
    const { side = 'left' } = optionsOf<{ readonly side?: 'left' | 'right' }>(options, ['side'], op);
    return places(a, v, side === 'right', op);
  });
}

/** S32: the number of the bin of each element, where bins are an ascending vector of their ends. */
export function digitize(x: XlaOp, bins: XlaOp, options?: boolean | { readonly right?: boolean | undefined }): XlaOp {
  return calledWith(digitize, 'np.digitize', arguments, 'x, bins, { right }', () => {
    const op = 'np.digitize';
    const { right = false } = optionsOf<{ readonly right?: boolean }>(options, ['right'], op);
    return places(bins, x, !right, op);
  });
}

/** A binary search, whose steps are unrolled: one for each bit of the number of elements. */
function places(a: XlaOp, v: XlaOp, after: boolean, op: string): XlaOp {
  const b = builderFor(a, op);
  builderFor(v, op);
  commonType([a, v], op);
  if (a.shape.rank !== 1) {
    throw jsError('argumentKind', `${a.shape.toString()} is not a vector`, { op, help: 'pass a sorted vector' });
  }
  const [size = 0] = a.shape.dimensions;
  const shape = Shape.array('S32', v.shape.dimensions);
  let low = b.full(shape, 0);
  let high = b.full(shape, size);
  // NaN is greater than all numbers, as in NumPy.
  const less = (x: XlaOp, y: XlaOp): XlaOp =>
    kindOf(x) === 'float' ? b.or(b.lt(x, y), b.and(b.ne(y, y), b.eq(x, x))) : b.lt(x, y);
  for (let step = 0; 2 ** step <= size; step++) {
    const middle = b.div(b.add(low, high), 2);
    const element = b.torchIndexSelect(a, middle, 0);
    const isBefore = after ? b.not(less(v, element)) : less(element, v);
    const goesUp = b.and(isBefore, b.lt(low, high));
    low = b.select(goesUp, b.add(middle, 1), low);
    high = b.select(goesUp, high, middle);
  }
  return low;
}

/** The number of results, which XLA must know, and the value of those that are not there. */
export interface SizeOptions {
  readonly size: number;
  /** By default 0, for {@link unique} the least element. */
  readonly fillValue?: number | undefined;
}

function readSize(options: number | SizeOptions, op: string): SizeOptions {
  const given = optionsOf<SizeOptions>(options, ['size', 'fillValue'], op);
  const size: unknown = given.size;
  if (Number.isSafeInteger(size) && (size as number) >= 0) return given;
  throw jsError('options', size === undefined ? 'it has no size' : `the size is ${describeValue(size)}`, {
    op,
    help: `sizes do not depend on values in XLA: pass the number of results, ${op}(x, { size: 10 })`,
  });
}

/** The indices at which a vector of PRED is true, in ascending order: `size` of them, with a fill value at the end. */
function trueIndices(b: XlaBuilder, mask: XlaOp, size: number, fill: number): XlaOp {
  const count = mask.shape.elementCount;
  // Sorting by "false" keeps the order of the indices, and those of true come first.
  const [, order] = sortedWithIndices(b, b.convertElementType(b.not(mask), 'S32'), 0);
  const length = Math.min(size, count);
  const first = b.padInDim(b.sliceInDim(order, 0, length, 1, 0), fill, 0, 0, size - length);
  const found = b.sum(b.convertElementType(mask, 'S32'), [0]);
  return b.select(b.lt(b.iota('S32', size), found), first, b.full(Shape.array('S32', [size]), fill));
}

/**
 * S32: the indices of the elements that are true, or not 0: an array for each dimension. The size is required:
 * `np.nonzero(x, { size: 10 })`; indices beyond it are left out, and a fill value (default 0) follows if there are fewer.
 */
export function nonzero(x: XlaOp, options: number | SizeOptions): XlaOp[] {
  return calledWith(nonzero, 'np.nonzero', arguments, 'x, { size, fillValue }', () => {
    const op = 'np.nonzero';
    const b = builderFor(x, op);
    const { size, fillValue = 0 } = readSize(options, op);
    const truth = flat(b, kindOf(x) === 'pred' ? x : b.ne(x, 0));
    const indices = trueIndices(b, truth, size, -1);
    const isFilled = b.lt(indices, 0);
    let place = b.max(indices, 0);
    const { dimensions } = x.shape;
    const results: XlaOp[] = [];
    for (const own of [...dimensions].reverse()) {
      const index = b.rem(place, Math.max(own, 1));
      place = b.div(place, Math.max(own, 1));
      results.unshift(b.select(isFilled, b.fullLike(index, fillValue), index));
    }
    return results;
  });
}

/** S32: the indices of {@link nonzero} as rows, one for each element that is true, or not 0. The size is required. */
export function argwhere(x: XlaOp, options: number | SizeOptions): XlaOp {
  return calledWith(argwhere, 'np.argwhere', arguments, 'x, { size, fillValue }', () => {
    const indices = nonzero(x, options);
    const b = builderFor(x, 'np.argwhere');
    return b.concatInDim(
      indices.map((index) => b.reshape(index, [index.shape.elementCount, 1])),
      1,
    );
  });
}

/** S32: the indices of the elements that are true, or not 0, in the array as one dimension. The size is required. */
export function flatnonzero(x: XlaOp, options: number | SizeOptions): XlaOp {
  return calledWith(flatnonzero, 'np.flatnonzero', arguments, 'x, { size, fillValue }', () => {
    const op = 'np.flatnonzero';
    const b = builderFor(x, op);
    const { size, fillValue = 0 } = readSize(options, op);
    return trueIndices(b, flat(b, kindOf(x) === 'pred' ? x : b.ne(x, 0)), size, fillValue);
  });
}

/**
 * The different elements in ascending order. The size is required: `np.unique(x, { size: 10 })`; elements beyond it are
 * left out, and a fill value follows if there are fewer, by default the least element. It has none of NumPy's further
 * results.
 */
export function unique(x: XlaOp, options: number | SizeOptions): XlaOp {
  return calledWith(unique, 'np.unique', arguments, 'x, { size, fillValue }', () => {
    const op = 'np.unique';
    const b = builderFor(x, op);
    const { size, fillValue } = readSize(options, op);
    const ascending = sorted(b, flat(b, x), 0);
    const count = x.shape.elementCount;
    if (count === 0) return b.full(Shape.array(typeOf(x), [size]), fillValue ?? 0);
    const [left, right] = [b.sliceInDim(ascending, 0, count - 1, 1, 0), b.sliceInDim(ascending, 1, count, 1, 0)];
    const differs = kindOf(x) === 'float' ? b.and(b.ne(left, right), b.eq(left, left)) : b.ne(left, right);
    const isFirst = b.concatInDim([b.constant([true]), differs], 0);
    const indices = trueIndices(b, isFirst, size, -1);
    const values = b.torchIndexSelect(ascending, b.max(indices, 0), 0);
    return fillValue === undefined ? values : b.select(b.lt(indices, 0), b.fullLike(values, fillValue), values);
  });
}

/** PRED: whether each element is one of the test elements. */
export function isin(x: XlaOp, testElements: XlaOp): XlaOp {
  return calledWith(isin, 'np.isin', arguments, 'x, testElements', () => {
    const b = builderFor(x, 'np.isin');
    builderFor(testElements, 'np.isin');
    commonType([x, testElements], 'np.isin');
    const { rank, dimensions } = x.shape;
    const tests = flat(b, testElements);
    const sizes = [...dimensions, testElements.shape.elementCount];
    const wide = b.broadcastInDim(
      x,
      sizes,
      dimensions.map((_, index) => index),
    );
    return b.any(b.eq(wide, tests, { broadcastDimensions: [rank] }), [rank]);
  });
}
