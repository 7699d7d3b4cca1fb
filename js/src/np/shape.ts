/** Shapes: the same elements in other dimensions, in another order, repeated, or joined. */
/* eslint-disable @typescript-eslint/no-unsafe-return -- results have the types that the signatures state */

import { calledAs, calledWith } from '../builder/function-calls.js';
import type { OneType, Operand, TypeOfOp } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { countText, describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { Shape } from '../values/shape.js';
import { type AxisOption, diagonalOf, type DiagonalOptions, flat, movedOrder, permuted } from './arrays.js';
import {
  axesText,
  type Axis,
  axisNumber,
  axisNumbers,
  broadcastSizes,
  builderFor,
  checkCount,
  commonType,
  optionsOf,
  product,
  range,
  stretched,
  typeOf,
} from './operands.js';

/** Axes, alone or as an option. */
export type AxesOption = Axis | { readonly axis?: Axis };

function axisFrom(option: AxisOption | undefined, otherwise: number, op: string): number {
  return optionsOf<{ readonly axis?: number }>(option, ['axis'], op).axis ?? otherwise;
}

function axesFrom(option: AxesOption, op: string): Axis {
  return optionsOf<{ readonly axis?: Axis }>(option, ['axis'], op).axis;
}

/** The sizes of an array, as a list of numbers. */
export function shape(x: XlaOp): readonly number[] {
  return calledAs(shape, 'np.shape', arguments, () => {
    builderFor(x, 'np.shape');
    return x.shape.dimensions;
  });
}

/** The number of dimensions. */
export function ndim(x: XlaOp): number {
  return calledAs(ndim, 'np.ndim', arguments, () => {
    builderFor(x, 'np.ndim');
    return x.shape.rank;
  });
}

/** The number of elements, or the size of one dimension. */
export function size(x: XlaOp, options?: AxisOption): number {
  return calledWith(size, 'np.size', arguments, 'x, { axis }', () => {
    builderFor(x, 'np.size');
    const { axis } = optionsOf<{ readonly axis?: number }>(options, ['axis'], 'np.size');
    if (axis === undefined) return x.shape.elementCount;
    return x.shape.dimensions[axisNumber(axis, x.shape.rank, 'np.size')] ?? 0;
  });
}

/**
 * The elements, in row-major order, with other sizes. One size may be -1, which is inferred.
 *
 * @param sizes - one array: `np.reshape(x, [2, -1])`, or one number for one dimension
 */
export function reshape(x: XlaOp, sizes: number | readonly number[], ...more: never[]): XlaOp {
  return calledAs(reshape, 'np.reshape', [], () => {
    const op = 'np.reshape';
    const b = builderFor(x, op);
    const numbers = [sizes, ...more];
    const example = numbers.every(Number.isInteger) && more.length > 0 ? numbers.join(', ') : '2, 3';
    checkOneList(sizes ?? null, more, `np.reshape(x, [${example}])`, op);
    return b.reshape(x, inferredSizes(x, typeof sizes === 'number' ? [sizes] : sizes, op));
  });
}

/** Refuses sizes or axes that are written as several arguments. */
function checkOneList(list: unknown, more: readonly unknown[], example: string, op: string): void {
  if (more.length === 0 && (list === undefined || typeof list === 'number' || isArray(list))) return;
  const help = list instanceof Shape ? 'read its sizes: y.shape.dimensions' : `put them into one array: ${example}`;
  if (more.length === 0) throw jsError('argumentKind', `the second argument is ${describeValue(list)}`, { op, help });
  throw jsError('callArguments', `it takes two arguments, not ${2 + more.length}`, { op, help });
}

function inferredSizes(x: XlaOp, sizes: readonly number[], op: string): readonly number[] {
  const count = sizes.filter((size) => size === -1).length;
  if (count === 0) return sizes;
  const known = product(sizes.filter((size) => size !== -1));
  const inferred = x.shape.elementCount / known;
  if (count === 1 && Number.isInteger(inferred)) return sizes.map((size) => (size === -1 ? inferred : size));
  const text = `[${sizes.join(', ')}]`;
  throw jsError('argumentKind', `${x.shape.toString()} cannot be reshaped to ${text}`, {
    op,
    operands: [x.shape.toString()],
    help:
      count > 1
        ? 'only one size can be inferred: write -1 once'
        : `the other sizes multiply to ${known}, which does not divide ${countText(x.shape.elementCount, 'element')}`,
  });
}

/** All elements in one dimension. */
export function ravel(x: XlaOp): XlaOp {
  return calledAs(ravel, 'np.ravel', arguments, () => flat(builderFor(x, 'np.ravel'), x));
}

/** The dimensions in another order, by default reversed. */
export function transpose(x: XlaOp, axes?: readonly number[], ...more: never[]): XlaOp {
  return calledAs(transpose, 'np.transpose', [], () => {
    const b = builderFor(x, 'np.transpose');
    checkOneList(axes, more, 'np.transpose(x, [1, 0])', 'np.transpose');
    const { rank } = x.shape;
    return permuted(b, x, axes === undefined ? range(rank).reverse() : axisNumbers(axes, rank, 'np.transpose'));
  });
}

/** Exchanges the last two dimensions. */
export function matrixTranspose(x: XlaOp): XlaOp {
  return calledAs(matrixTranspose, 'np.matrixTranspose', arguments, () => {
    const b = builderFor(x, 'np.matrixTranspose');
    return permuted(b, x, swappedOrder(x.shape.rank, -1, -2, 'np.matrixTranspose'));
  });
}

/** Exchanges two dimensions. */
export function swapaxes(x: XlaOp, axis1: number, axis2: number): XlaOp {
  return calledWith(swapaxes, 'np.swapaxes', arguments, 'x, axis1, axis2', () => {
    const b = builderFor(x, 'np.swapaxes');
    return permuted(b, x, swappedOrder(x.shape.rank, axis1, axis2, 'np.swapaxes'));
  });
}

function swappedOrder(rank: number, axis1: number, axis2: number, op: string): number[] {
  const [first, second] = [axisNumber(axis1, rank, op), axisNumber(axis2, rank, op)];
  return range(rank).map((axis) => (axis === first ? second : axis === second ? first : axis));
}

/** Moves dimensions to other places; the others keep their order. */
export function moveaxis(x: XlaOp, source: number | readonly number[], destination: number | readonly number[]): XlaOp {
  return calledWith(moveaxis, 'np.moveaxis', arguments, 'x, source, destination', () => {
    const b = builderFor(x, 'np.moveaxis');
    const { rank } = x.shape;
    const from = axisNumbers(source, rank, 'np.moveaxis');
    const to = axisNumbers(destination, rank, 'np.moveaxis');
    if (from.length !== to.length) {
      throw jsError('argumentKind', `${from.length} axes have ${countText(to.length, 'destination')}`, {
        op: 'np.moveaxis',
        help: 'give one destination for each axis',
      });
    }
    return permuted(b, x, movedOrder(rank, from, to));
  });
}

/** Adds dimensions of size 1 at places of the result. */
export function expandDims(x: XlaOp, axis: number | readonly number[]): XlaOp {
  return calledWith(expandDims, 'np.expandDims', arguments, 'x, axis', () => {
    const b = builderFor(x, 'np.expandDims');
    if (axis === undefined) {
      throw jsError('dimension', 'the axis is missing', {
        op: 'np.expandDims',
        help: 'pass the place of the new dimension: np.expandDims(x, 0)',
      });
    }
    return b.reshape(x, expandedSizes(x.shape.dimensions, axis, 'np.expandDims'));
  });
}

/** [2, 3] with 1 is [2, 1, 3]. */
function expandedSizes(sizes: readonly number[], axis: number | readonly number[], op: string): number[] {
  const rank = sizes.length + (isArray(axis) ? axis.length : 1);
  const axes = axisNumbers(axis, rank, op);
  const others = [...sizes];
  return range(rank).map((place) => (axes.includes(place) ? 1 : (others.shift() as number)));
}

/** Removes dimensions of size 1: those that are named, or all. */
export function squeeze(x: XlaOp, axis?: AxesOption): XlaOp {
  return calledWith(squeeze, 'np.squeeze', arguments, 'x, { axis }', () => {
    const op = 'np.squeeze';
    const b = builderFor(x, op);
    const sizes = x.shape.dimensions;
    const given = axesFrom(axis, op);
    const axes =
      given === undefined
        ? range(sizes.length).filter((one) => sizes[one] === 1)
        : axisNumbers(given, sizes.length, op);
    const wide = axes.find((one) => sizes[one] !== 1);
    if (wide !== undefined) {
      throw jsError('dimension', `axis ${wide} of ${x.shape.toString()} has size ${String(sizes[wide])}, not 1`, {
        op,
        operands: [x.shape.toString()],
        help: 'name axes of size 1, or none to remove all of these',
      });
    }
    return b.reshape(
      x,
      sizes.filter((_, one) => !axes.includes(one)),
    );
  });
}

/** The builder and the common type's check of a list of arrays. */
function arraysBuilder(arrays: readonly XlaOp[], op: string): XlaBuilder {
  if (!isArray(arrays) || arrays.length === 0) {
    throw jsError('argumentKind', `the arrays are ${describeValue(arrays)}`, {
      op,
      help: 'pass one array of operations: [x, y]',
    });
  }
  const builders = arrays.map((x) => builderFor(x, op));
  commonType(arrays, op);
  return builders[0] as XlaBuilder;
}

/** Joins arrays along a dimension that they have (default 0). */
export function concatenate<const A extends readonly XlaOp[]>(
  arrays: A & OneType<A>,
  axis?: AxisOption,
): XlaOp<TypeOfOp<A[number]>> {
  return calledWith(concatenate, 'np.concatenate', arguments, 'arrays, { axis }', () =>
    joined(arrays, axisFrom(axis, 0, 'np.concatenate'), 'np.concatenate'),
  );
}

function joined(arrays: readonly XlaOp[], axis: number, op: string): XlaOp {
  const b = arraysBuilder(arrays, op);
  return b.concatInDim(arrays, axisNumber(axis, arrays[0]?.shape.rank ?? 0, op));
}

/** Joins arrays of the same sizes along a new dimension (default 0). */
export function stack<const A extends readonly XlaOp[]>(
  arrays: A & OneType<A>,
  axis?: AxisOption,
): XlaOp<TypeOfOp<A[number]>> {
  return calledWith(stack, 'np.stack', arguments, 'arrays, { axis }', () => {
    const op = 'np.stack';
    const b = arraysBuilder(arrays, op);
    const place = axisNumber(axisFrom(axis, 0, op), (arrays[0]?.shape.rank ?? 0) + 1, op);
    return b.concatInDim(
      arrays.map((x) => b.reshape(x, expandedSizes(x.shape.dimensions, place, op))),
      place,
    );
  });
}

/** Joins arrays along the first dimension; vectors become rows. */
export function vstack<const A extends readonly XlaOp[]>(arrays: A & OneType<A>): XlaOp<TypeOfOp<A[number]>> {
  return calledWith(vstack, 'np.vstack', arguments, 'arrays', () => {
    const b = arraysBuilder(arrays, 'np.vstack');
    return joined(
      arrays.map((x) => withRank(b, x, 2)),
      0,
      'np.vstack',
    );
  });
}

/** Joins arrays along the second dimension, and vectors along their only one. */
export function hstack<const A extends readonly XlaOp[]>(arrays: A & OneType<A>): XlaOp<TypeOfOp<A[number]>> {
  return calledWith(hstack, 'np.hstack', arguments, 'arrays', () => {
    const b = arraysBuilder(arrays, 'np.hstack');
    const all = arrays.map((x) => withRank(b, x, 1));
    return joined(all, all[0]?.shape.rank === 1 ? 0 : 1, 'np.hstack');
  });
}

/** Joins arrays along the third dimension; vectors become [1, n, 1] and matrices [m, n, 1]. */
export function dstack<const A extends readonly XlaOp[]>(arrays: A & OneType<A>): XlaOp<TypeOfOp<A[number]>> {
  return calledWith(dstack, 'np.dstack', arguments, 'arrays', () => {
    const b = arraysBuilder(arrays, 'np.dstack');
    return joined(
      arrays.map((x) => withRank(b, x, 3)),
      2,
      'np.dstack',
    );
  });
}

/** Joins vectors as the columns of a matrix, and matrices along the second dimension. */
export function columnStack<const A extends readonly XlaOp[]>(arrays: A & OneType<A>): XlaOp<TypeOfOp<A[number]>> {
  return calledWith(columnStack, 'np.columnStack', arguments, 'arrays', () => {
    const b = arraysBuilder(arrays, 'np.columnStack');
    return joined(
      arrays.map((x) => (x.shape.rank < 2 ? b.reshape(x, [x.shape.elementCount, 1]) : x)),
      1,
      'np.columnStack',
    );
  });
}

/** Dimensions of size 1 up to a rank, at NumPy's places: [n] is [1, n] and [1, n, 1], and [m, n] is [m, n, 1]. */
function withRank(b: XlaBuilder, x: XlaOp, rank: 1 | 2 | 3): XlaOp {
  const sizes = x.shape.dimensions;
  if (sizes.length >= rank) return x;
  const [m = 1, n] = sizes;
  if (rank === 3) return b.reshape(x, n === undefined ? [1, m, 1] : [m, n, 1]);
  return b.reshape(x, rank === 2 ? [1, m] : [m]);
}

/** At least one dimension. */
export function atleast1d(x: XlaOp): XlaOp {
  return calledAs(atleast1d, 'np.atleast1d', arguments, () => withRank(builderFor(x, 'np.atleast1d'), x, 1));
}

/** At least two dimensions: a vector becomes a row. */
export function atleast2d(x: XlaOp): XlaOp {
  return calledAs(atleast2d, 'np.atleast2d', arguments, () => withRank(builderFor(x, 'np.atleast2d'), x, 2));
}

/** At least three dimensions: [n] becomes [1, n, 1], and [m, n] becomes [m, n, 1]. */
export function atleast3d(x: XlaOp): XlaOp {
  return calledAs(atleast3d, 'np.atleast3d', arguments, () => withRank(builderFor(x, 'np.atleast3d'), x, 3));
}

/** The elements of both arrays in one dimension, or the arrays joined along an axis. */
export function append(x: XlaOp, values: XlaOp, options?: AxisOption): XlaOp {
  return calledWith(append, 'np.append', arguments, 'x, values, { axis }', () => {
    const op = 'np.append';
    const { axis } = optionsOf<{ readonly axis?: number }>(options, ['axis'], op);
    if (axis !== undefined) return joined([x, values], axis, op);
    const b = arraysBuilder([x, values], op);
    return joined([flat(b, x), flat(b, values)], 0, op);
  });
}

/** Cuts an array into equal parts: a number of them, or at the indices of a list. */
export function split(x: XlaOp, indicesOrSections: number | readonly number[], axis?: AxisOption): XlaOp[] {
  return calledWith(split, 'np.split', arguments, 'x, indicesOrSections, { axis }', () =>
    parts(x, indicesOrSections, axisFrom(axis, 0, 'np.split'), true, 'np.split'),
  );
}

/** Cuts an array into parts, of which the first may be longer by 1 than the others. */
export function arraySplit(x: XlaOp, indicesOrSections: number | readonly number[], axis?: AxisOption): XlaOp[] {
  return calledWith(arraySplit, 'np.arraySplit', arguments, 'x, indicesOrSections, { axis }', () =>
    parts(x, indicesOrSections, axisFrom(axis, 0, 'np.arraySplit'), false, 'np.arraySplit'),
  );
}

/** The slices at each index of an axis (default 0), without that dimension. */
export function unstack(x: XlaOp, axis?: AxisOption): XlaOp[] {
  return calledWith(unstack, 'np.unstack', arguments, 'x, { axis }', () => {
    const op = 'np.unstack';
    const b = builderFor(x, op);
    const along = axisNumber(axisFrom(axis, 0, op), x.shape.rank, op);
    const sizes = x.shape.dimensions.filter((_, index) => index !== along);
    return range(x.shape.dimensions[along] ?? 0).map((index) =>
      b.reshape(b.sliceInDim(x, index, index + 1, 1, along), sizes),
    );
  });
}

/** Cuts an array along its first dimension. */
export function vsplit(x: XlaOp, indicesOrSections: number | readonly number[]): XlaOp[] {
  return calledWith(vsplit, 'np.vsplit', arguments, 'x, indicesOrSections', () =>
    parts(x, indicesOrSections, 0, true, 'np.vsplit'),
  );
}

/** Cuts an array along its second dimension, and a vector along its only one. */
export function hsplit(x: XlaOp, indicesOrSections: number | readonly number[]): XlaOp[] {
  return calledWith(hsplit, 'np.hsplit', arguments, 'x, indicesOrSections', () => {
    builderFor(x, 'np.hsplit');
    return parts(x, indicesOrSections, x.shape.rank === 1 ? 0 : 1, true, 'np.hsplit');
  });
}

function parts(x: XlaOp, cuts: number | readonly number[], axis: number, equal: boolean, op: string): XlaOp[] {
  const b = builderFor(x, op);
  const along = axisNumber(axis, x.shape.rank, op);
  const size = x.shape.dimensions[along] ?? 0;
  let starts: number[];
  if (typeof cuts !== 'object') {
    checkCount(cuts, 'the number of parts', op, 1);
    if (equal && size % cuts !== 0) {
      throw jsError('argumentKind', `size ${size} cannot be cut into ${cuts} equal parts`, {
        op,
        operands: [x.shape.toString()],
        help: 'np.arraySplit cuts into parts of different sizes',
      });
    }
    const [each, longer] = [Math.floor(size / cuts), size % cuts];
    starts = range(cuts).map((index) => index * each + Math.min(index, longer));
  } else {
    const place = (cut: number): number => Math.min(size, Math.max(0, cut < 0 ? cut + size : cut));
    starts = [0, ...cuts.map(place)];
  }
  return starts.map((start, index) => {
    const end = Math.max(start, starts[index + 1] ?? size);
    return b.sliceInDim(x, start, end, 1, along);
  });
}

/** Repeats an array along its dimensions. */
export function tile(x: XlaOp, reps: number | readonly number[]): XlaOp {
  return calledWith(tile, 'np.tile', arguments, 'x, reps', () => {
    const b = builderFor(x, 'np.tile');
    const counts = (isArray(reps) ? reps : [reps]).map((count) => checkCount(count, 'a repetition', 'np.tile'));
    const rank = Math.max(counts.length, x.shape.rank);
    const before = <T>(list: readonly T[], value: T): T[] => [
      ...Array.from({ length: rank - list.length }, () => value),
      ...list,
    ];
    const [sizes, times] = [before(x.shape.dimensions, 1), before(counts, 1)];
    // [2, 3] twice and once: [2, 3] is broadcast to [2, 2, 1, 3], which is reshaped to [4, 3].
    const repeated = b.broadcastInDim(
      b.reshape(x, sizes),
      sizes.flatMap((size, index) => [times[index] ?? 1, size]),
      range(rank).map((index) => 2 * index + 1),
    );
    return b.reshape(
      repeated,
      sizes.map((size, index) => size * (times[index] ?? 1)),
    );
  });
}

/**
 * Repeats each element: a number of times, or as often as a list has it for its index.
 *
 * @param options - the axis; without one the array is first made one-dimensional
 */
export function repeat(x: XlaOp, repeats: number | readonly number[], options?: AxisOption): XlaOp {
  return calledWith(repeat, 'np.repeat', arguments, 'x, repeats, { axis }', () => {
    const op = 'np.repeat';
    const b = builderFor(x, op);
    const { axis } = optionsOf<{ readonly axis?: number }>(options, ['axis'], op);
    const operand = axis === undefined ? flat(b, x) : x;
    const sizes = operand.shape.dimensions;
    const along = axisNumber(axis ?? 0, sizes.length, op);
    const size = sizes[along] ?? 0;
    if (typeof repeats !== 'number' && repeats.length !== 1) {
      if (repeats.length !== size) {
        throw jsError('argumentKind', `${countText(repeats.length, 'number')} of repetitions for size ${size}`, {
          op,
          help: 'give one number for each index, or one for all',
        });
      }
      return picked(
        b,
        operand,
        repeats.flatMap((count, index) => Array.from({ length: checkCount(count, 'a repetition', op) }, () => index)),
        along,
      );
    }
    const count = checkCount(typeof repeats === 'number' ? repeats : repeats[0], 'a repetition', op);
    const repeated = b.broadcastInDim(
      operand,
      [...sizes.slice(0, along + 1), count, ...sizes.slice(along + 1)],
      range(sizes.length).map((index) => (index > along ? index + 1 : index)),
    );
    return b.reshape(
      repeated,
      sizes.map((own, index) => (index === along ? own * count : own)),
    );
  });
}

/** The elements at constant indices of a dimension, in their order. */
function picked(b: XlaBuilder, x: XlaOp, indices: readonly number[], axis: number): XlaOp {
  if (indices.length === 0) return b.sliceInDim(x, 0, 0, 1, axis);
  return b.torchIndexSelect(x, b.constant(indices, 'S32'), axis);
}

/** Shifts elements along axes; those that leave at the end come in at the start. Shifts are numbers. */
export function roll(x: XlaOp, shift: number | readonly number[], options?: AxesOption): XlaOp {
  return calledWith(roll, 'np.roll', arguments, 'x, shift, { axis }', () => {
    const op = 'np.roll';
    const b = builderFor(x, op);
    const axis = axesFrom(options, op);
    const shifts = typeof shift === 'number' ? [shift] : shift;
    if (axis === undefined) {
      const all = shifts.reduce((sum, one) => sum + one, 0);
      return b.reshape(rolled(b, flat(b, x), all, 0), x.shape.dimensions);
    }
    const axes = isArray(axis) ? axis : [axis];
    const count = Math.max(axes.length, shifts.length);
    return range(count).reduce((moved, index) => {
      const by = (shifts.length === 1 ? shifts[0] : shifts[index]) ?? 0;
      const along = (axes.length === 1 ? axes[0] : axes[index]) as number;
      return rolled(b, moved, by, axisNumber(along, x.shape.rank, op));
    }, x);
  });
}

function rolled(b: XlaBuilder, x: XlaOp, shift: number, axis: number): XlaOp {
  const size = x.shape.dimensions[axis] ?? 0;
  if (size === 0) return x;
  // Shifting 5 elements by 2 begins with the element at 3.
  const start = ((-shift % size) + size) % size;
  if (start === 0) return x;
  return b.concatInDim([b.sliceInDim(x, start, size, 1, axis), b.sliceInDim(x, 0, start, 1, axis)], axis);
}

/** Reverses the order of the elements along axes, by default all. */
export function flip(x: XlaOp, axis?: AxesOption): XlaOp {
  return calledWith(flip, 'np.flip', arguments, 'x, { axis }', () => {
    const b = builderFor(x, 'np.flip');
    return b.rev(x, axisNumbers(axesFrom(axis, 'np.flip'), x.shape.rank, 'np.flip'));
  });
}

/** Reverses the second dimension. */
export function fliplr(x: XlaOp): XlaOp {
  return calledAs(fliplr, 'np.fliplr', arguments, () => {
    const b = builderFor(x, 'np.fliplr');
    return b.rev(x, [axisNumber(1, x.shape.rank, 'np.fliplr')]);
  });
}

/** Reverses the first dimension. */
export function flipud(x: XlaOp): XlaOp {
  return calledAs(flipud, 'np.flipud', arguments, () => {
    const b = builderFor(x, 'np.flipud');
    return b.rev(x, [axisNumber(0, x.shape.rank, 'np.flipud')]);
  });
}

/** The options of {@link rot90}. */
export interface Rot90Options {
  /** The number of quarter turns, from the first axis towards the second (default 1). */
  readonly k?: number | undefined;
  /** The plane of the turn (default [0, 1]). */
  readonly axes?: readonly [number, number] | undefined;
}

/** Turns an array by 90 degrees. */
export function rot90(x: XlaOp, options?: number | Rot90Options): XlaOp {
  return calledWith(rot90, 'np.rot90', arguments, 'x, { k, axes }', () => {
    const op = 'np.rot90';
    const b = builderFor(x, op);
    const { k = 1, axes = [0, 1] } = optionsOf<Rot90Options>(options, ['k', 'axes'], op);
    const { rank } = x.shape;
    const [first, second] = axisNumbers(axes, rank, op) as [number, number];
    const turns = ((k % 4) + 4) % 4;
    if (turns === 0) return x;
    if (turns === 2) return b.rev(x, [first, second]);
    const order = swappedOrder(rank, first, second, op);
    return turns === 1 ? b.transpose(b.rev(x, [second]), order) : b.rev(b.transpose(x, order), [second]);
  });
}

/** Repeats an array along new dimensions, and along those of size 1. */
export function broadcastTo(x: XlaOp, sizes: number | readonly number[]): XlaOp {
  return calledWith(broadcastTo, 'np.broadcastTo', arguments, 'x, sizes', () => {
    const op = 'np.broadcastTo';
    const b = builderFor(x, op);
    const target = typeof sizes === 'number' ? [sizes] : sizes;
    const all = broadcastSizes([x.shape.dimensions, target], op);
    if (all.length === target.length && all.every((size, index) => size === target[index]))
      return stretched(b, x, target);
    throw jsError('alignment', `${x.shape.toString()} does not fit into the sizes [${target.join(', ')}]`, {
      op,
      operands: [x.shape.toString()],
    });
  });
}

/** The arrays, each broadcast to the sizes of all. Their element types may differ. */
export function broadcastArrays(...arrays: readonly XlaOp[]): XlaOp[] {
  return calledAs(broadcastArrays, 'np.broadcastArrays', [], () => {
    const op = 'np.broadcastArrays';
    const builders = arrays.map((x) => builderFor(x, op));
    const sizes = broadcastSizes(
      arrays.map((x) => x.shape.dimensions),
      op,
    );
    return arrays.map((x, index) => stretched(builders[index] as XlaBuilder, x, sizes));
  });
}

/** The sizes to which shapes are broadcast: lists of numbers. */
export function broadcastShapes(...shapes: readonly (readonly number[])[]): number[] {
  return calledAs(broadcastShapes, 'np.broadcastShapes', [], () => broadcastSizes(shapes, 'np.broadcastShapes'));
}

/** The mode of {@link pad}. */
export interface PadOptions {
  /** The added elements: a constant, the nearest element, reflections without and with the edge, or the other end. */
  readonly mode?: 'constant' | 'edge' | 'reflect' | 'symmetric' | 'wrap' | undefined;
  /** The constant (default 0). */
  readonly constantValues?: Operand | undefined;
}

/**
 * Adds elements around an array.
 *
 * @param padWidth - the number of elements before and after: for all axes a number or [before, after], or a pair for each
 */
export function pad(
  x: XlaOp,
  padWidth: number | readonly [number, number] | readonly (readonly [number, number])[],
  options?: PadOptions['mode'] | PadOptions,
): XlaOp {
  return calledWith(pad, 'np.pad', arguments, 'x, padWidth, { mode, constantValues }', () => {
    const op = 'np.pad';
    const b = builderFor(x, op);
    const { mode = 'constant', constantValues } = optionsOf<PadOptions>(options, ['mode', 'constantValues'], op);
    const widths = padWidths(padWidth, x.shape.rank, op);
    if (mode === 'constant') return b.pad(x, constantValues ?? (typeOf(x) === 'PRED' ? false : 0), widths);
    const place = padModes[mode];
    if (place === undefined) {
      throw jsError('options', `the mode is ${describeValue(mode)}`, {
        op,
        help: `the modes are constant, ${Object.keys(padModes).join(', ')}`,
      });
    }
    return widths.reduce((padded, [low, high], axis) => {
      const size = x.shape.dimensions[axis] ?? 0;
      if (low === 0 && high === 0) return padded;
      return picked(
        b,
        padded,
        range(size + low + high, -low).map((index) => place(index, size)),
        axis,
      );
    }, x);
  });
}

const modulo = (x: number, y: number): number => ((x % y) + y) % y;

/** The element that a place outside of an array repeats. Comments have the elements of places -1 and -2 for size 3. */
const padModes: Readonly<Record<string, (index: number, size: number) => number>> = {
  // 0, 0
  edge: (index, size) => Math.min(Math.max(index, 0), size - 1),
  // 1, 2
  reflect: (index, size) => {
    if (size === 1) return 0;
    const place = modulo(index, 2 * size - 2);
    return place < size ? place : 2 * size - 2 - place;
  },
  // 0, 1
  symmetric: (index, size) => {
    const place = modulo(index, 2 * size);
    return place < size ? place : 2 * size - 1 - place;
  },
  // 2, 1
  wrap: modulo,
};

function padWidths(given: unknown, rank: number, op: string): [number, number][] {
  const pair = (value: unknown): [number, number] => {
    const [low, high] = isArray(value) ? (value.length === 1 ? [value[0], value[0]] : value) : [value, value];
    return [checkCount(low, 'a width', op), checkCount(high, 'a width', op)];
  };
  const perAxis = isArray(given) && isArray(given[0]) ? given : undefined;
  if (perAxis === undefined) return range(rank).map(() => pair(given));
  if (perAxis.length === 1) return range(rank).map(() => pair(perAxis[0]));
  if (perAxis.length === rank) return perAxis.map(pair);
  throw jsError('argumentKind', `${countText(perAxis.length, 'pair')} of widths for ${axesText(rank)}`, {
    op,
    help: 'give [before, after] for each axis',
  });
}

/** A diagonal of matrices, which becomes the last dimension. */
export function diagonal(x: XlaOp, options?: number | DiagonalOptions): XlaOp {
  return calledWith(diagonal, 'np.diagonal', arguments, 'x, { offset, axis1, axis2 }', () =>
    diagonalOf(x, options, 'np.diagonal'),
  );
}
