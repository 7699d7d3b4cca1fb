/** Indexing in NumPy's notation: `x[0]`, `x[1:, ::-1]`, `x[..., None]`, `x[i]`. */

import type { Operand } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import { XlaOp } from '../builder/xla-op.js';
import { countText, describeValue, isArray } from '../base/describe.js';
import { formulaError } from './formula-error.js';
import { builderFor, kindOf, typeOf } from './operands.js';
import { take } from './selection.js';

/** The item `...`, which is for all dimensions that have no index. */
export const ellipsis = { item: '...' } as const;

/** A slice, `start:stop:step`. A part that is left out is null. */
export class Slice {
  readonly start: unknown;
  readonly stop: unknown;
  readonly step: unknown;

  constructor(start: unknown, stop: unknown, step: unknown) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

/** The elements start, start + step and so on, `count` of them. */
interface Run {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** One item of an index, in its form: a new dimension, or what becomes of a dimension of the array. */
type Item =
  | { readonly kind: 'new' }
  | { readonly kind: 'slice'; readonly run: Run }
  | { readonly kind: 'number'; readonly run: Run }
  | { readonly kind: 'scalar'; readonly index: XlaOp }
  | { readonly kind: 'array'; readonly indices: XlaOp | readonly number[] };

/**
 * The elements at an index. Numbers and slices are static; an operation of one integer is a dynamic slice, and one of
 * several integers is as in {@link take}.
 *
 * @throws HloomError `js.c116` for an index that the array does not have, or that XLA cannot have
 */
export function indexed(x: unknown, items: readonly unknown[]): unknown {
  if (isArray(x)) return entryOf(x, items);
  const array = x as XlaOp;
  const b = builderFor(array, 'np.expr');
  const read = readItems(array, items);
  checkTogether(read);
  const axes = read.filter(({ kind }) => kind !== 'new');
  const sliced = dynamicSlices(b, staticSlices(b, array, axes), axes);
  const along = axes.findIndex(({ kind }) => kind === 'array');
  const gather = axes[along];
  const taken = gather?.kind === 'array' ? take(sliced, gather.indices, along) : sliced;
  // The dimensions of the array of indices.
  const sizes = taken.shape.dimensions.slice(along, along + taken.shape.rank - axes.length + 1);
  const result = read.flatMap((item) => {
    if (item.kind === 'new') return [1];
    if (item.kind === 'slice') return [item.run.count];
    return item.kind === 'array' ? sizes : [];
  });
  return result.length === taken.shape.rank && !read.some(({ kind }) => kind === 'new')
    ? taken
    : b.reshape(taken, result);
}

/** An entry, or several, of a list of JavaScript, such as the results of `linalg.qr(x)`, or a shape. */
function entryOf(list: readonly unknown[], items: readonly unknown[]): unknown {
  const [item] = items;
  if (items.length === 1 && item instanceof Slice) {
    const { start, step, count } = runOf(item, list.length);
    return Array.from({ length: count }, (_, index) => list[start + index * step]);
  }
  const number = integer(item);
  if (items.length !== 1 || number === undefined) {
    throw formulaError('a list has one index, an integer or a slice', 'write linalg.qr(x)[0]');
  }
  return list[placeOf(number, list.length, `a list of ${countText(list.length, 'entry').replace(/ys$/, 'ies')}`)];
}

/** A value that is an integer. */
function integer(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** The place of an index from 0 on; a negative one counts from the end. */
function placeOf(index: number, size: number, named: string): number {
  if (index >= -size && index < size) return index < 0 ? index + size : index;
  throw formulaError(
    `index ${index} is out of range for ${named}`,
    size === 0 ? 'nothing is there' : `the indices are 0 to ${size - 1}, or -1 to -${size} from the end`,
  );
}

/** The items for all dimensions, with a whole slice for each of `...`. */
function readItems(x: XlaOp, items: readonly unknown[]): Item[] {
  const { dimensions, rank } = x.shape;
  const shape = x.shape.toString();
  const used = items.filter((item) => item !== null && item !== ellipsis).length;
  const open = items.filter((item) => item === ellipsis).length;
  if (open > 1) throw formulaError("the index has '...' twice", 'write it once');
  if (used > rank) {
    throw formulaError(
      `${shape} has ${countText(rank, 'dimension')}, and the index ${used}`,
      'leave an index out; None adds a dimension of size 1',
    );
  }
  let axis = 0;
  const whole = (count: number): Item[] =>
    Array.from({ length: count }, () => {
      const size = dimensions[axis++] ?? 0;
      return { kind: 'slice', run: { start: 0, step: 1, count: size } };
    });
  const read = items.flatMap((item): Item[] => {
    if (item === null) return [{ kind: 'new' }];
    if (item === ellipsis) return whole(rank - used);
    const own = axis++;
    const size = dimensions[own] ?? 0;
    return [readItem(item, size, `dimension ${own} of ${shape}, which has size ${size}`)];
  });
  return [...read, ...whole(rank - axis)];
}

function readItem(item: unknown, size: number, named: string): Item {
  if (item instanceof Slice) return { kind: 'slice', run: runOf(item, size) };
  if (item instanceof XlaOp) return readOperation(item);
  if (isArray(item)) return { kind: 'array', indices: readList(item, size, named) };
  const number = integer(item);
  if (number !== undefined) return { kind: 'number', run: { start: placeOf(number, size, named), step: 1, count: 1 } };
  throw formulaError(
    `the index is ${describeValue(item)}`,
    'indices are integers, slices, None, lists of integers, and operations of integers',
  );
}

function readOperation(index: XlaOp): Item {
  builderFor(index, 'np.expr');
  const shape = index.shape.toString();
  const kind = kindOf(index);
  if (kind === 'pred') throw mask(shape);
  if (kind !== 'signed' && kind !== 'unsigned') {
    throw formulaError(`the index is ${shape}`, "convert it to integers: astype(i, 'S32')");
  }
  return index.shape.rank === 0 ? { kind: 'scalar', index } : { kind: 'array', indices: index };
}

function mask(named: string): unknown {
  return formulaError(
    `the index ${named} is a mask`,
    'sizes do not depend on values in XLA: np.where(mask, x, 0) keeps the size, and np.nonzero(mask, { size }) gives indices',
  );
}

function readList(list: readonly unknown[], size: number, named: string): readonly number[] {
  return list.map((entry) => {
    const number = integer(entry);
    if (number !== undefined) return placeOf(number, size, named);
    if (typeof entry === 'boolean') throw mask('of truth values');
    throw formulaError(`a list of indices has ${describeValue(entry)}`, 'write integers; others are operations');
  });
}

/**
 * Refuses arrays of indices whose dimensions NumPy would put first: those apart from another number. It does not
 * combine several arrays.
 */
function checkTogether(items: readonly Item[]): void {
  const arrays = items.filter(({ kind }) => kind === 'array');
  if (arrays.length > 1) {
    throw formulaError(
      'the index has several arrays',
      'index twice, or flatten the dimensions: take(ravel(x), i * n + j)',
    );
  }
  const places = items.flatMap(({ kind }, index) => (kind === 'new' || kind === 'slice' ? [] : [index]));
  const [first = 0, last = first] = [places[0], places.at(-1)];
  if (arrays.length === 0 || last - first + 1 === places.length) return;
  throw formulaError('a slice separates an array of indices from another index', 'index twice: x[0][:, i]');
}

/**
 * The elements of a slice. Bounds are as in Python: negative ones count from the end, and then they are clamped.
 *
 *     7::-3 of size 6 has the elements 5, 2;  :-1 of size 3 has 0, 1
 */
function runOf(slice: Slice, size: number): Run {
  const [start, stop, step = 1] = [slice.start, slice.stop, slice.step].map(partOf);
  if (step === 0) throw formulaError('the step of a slice is 0', 'write another step');
  // Downwards, -1 is the place before the first element.
  const [least, most] = step > 0 ? [0, size] : [-1, size - 1];
  const clamped = (bound: number): number => Math.min(most, Math.max(least, bound < 0 ? bound + size : bound));
  const from = start === undefined ? (step > 0 ? 0 : most) : clamped(start);
  const to = stop === undefined ? (step > 0 ? most : least) : clamped(stop);
  const count = Math.max(0, Math.ceil((to - from) / step));
  return count === 0 ? { start: 0, step: 1, count } : { start: from, step: count === 1 ? 1 : step, count };
}

function partOf(part: unknown): number | undefined {
  if (part === null || part === undefined) return undefined;
  const number = integer(part);
  if (number !== undefined) return number;
  const help =
    part instanceof XlaOp
      ? 'sizes do not depend on values in XLA: b.dynamicSlice(x, starts, sizes) takes a slice of a known size'
      : 'write integers, or leave them out';
  throw formulaError(
    `a part of a slice is ${part instanceof XlaOp ? part.shape.toString() : describeValue(part)}`,
    help,
  );
}

/** Cuts out all numbers and slices, and reverses dimensions of negative steps. */
function staticSlices(b: XlaBuilder, x: XlaOp, axes: readonly Item[]): XlaOp {
  const { dimensions } = x.shape;
  const runs = axes.map((item, axis) =>
    'run' in item ? item.run : { start: 0, step: 1, count: dimensions[axis] ?? 0 },
  );
  const lowest = runs.map(({ start, step, count }) => (step < 0 ? start + (count - 1) * step : start));
  // With 3 elements from 1 on by 2: 1, 3 and 5, which are below 6.
  const limits = runs.map(
    ({ step, count }, axis) => (lowest[axis] ?? 0) + Math.max(0, (count - 1) * Math.abs(step) + 1),
  );
  const strides = runs.map(({ step }) => Math.abs(step));
  const isWhole = runs.every(({ count }, axis) => count === dimensions[axis]);
  const cut = isWhole ? x : b.slice(x, lowest, limits, strides.every((stride) => stride === 1) ? {} : { strides });
  const reversed = runs.flatMap(({ step }, axis) => (step < 0 ? [axis] : []));
  return reversed.length === 0 ? cut : b.rev(cut, reversed);
}

/** Cuts out one element at each operation of one integer: below 0 it counts from the end, and then it is clamped. */
function dynamicSlices(b: XlaBuilder, x: XlaOp, axes: readonly Item[]): XlaOp {
  const scalars = axes.flatMap((item) => (item.kind === 'scalar' ? [item.index] : []));
  if (scalars.length === 0) return x;
  const types = new Set(scalars.map(typeOf));
  const sizes = x.shape.dimensions;
  const starts = axes.map((item, axis): Operand => {
    if (item.kind !== 'scalar') return 0;
    // A dynamic slice has indices of one type. That of a short one may not hold the size.
    const isShort = !['S32', 'S64', 'U32', 'U64'].includes(typeOf(item.index));
    const index = types.size > 1 ? b.convertElementType(item.index, 'S64') : item.index;
    const wide = types.size === 1 && isShort ? b.convertElementType(index, 'S32') : index;
    return kindOf(wide) === 'signed' ? b.select(b.lt(wide, 0), b.add(wide, sizes[axis] ?? 0), wide) : wide;
  });
  return b.dynamicSlice(
    x,
    starts,
    axes.map((item, axis) => (item.kind === 'scalar' ? 1 : (sizes[axis] ?? 0))),
  );
}
