/** The data of array literals: typed arrays in the order of a shape's layout. */

import { isTypedArray, typedArrayName } from '../base/typed-array.js';
import { checkNotDetached } from './detached.js';
import { articled, countText, describeValue, isArray } from '../base/describe.js';
import { elementInfo, elementTypeOfArray, type ElementType, type TypedArray } from './element-type.js';
import { jsError } from '../base/errors.js';
import { flattenNested, nestedDimensions } from './nested.js';
import { narrowDecoder } from './number-format.js';
import { allocateStorage } from './padding.js';
import { isArrayShape, type ArrayShape, type Shape } from './shape.js';
import { checkBounds, completeSizes, sizesOfCount } from './sizes.js';
import { relayout } from './strided.js';
import { convertScalar } from './values.js';

/** The bytes under a typed array, not copied. */
export function bytesOf(data: TypedArray): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** The elements of an array, and how many there are along each dimension. */
export interface ArrayData {
  /** The elements in the order of the layout, without padding: the memory of `shape.stored(sizes).dense()`. */
  readonly data: TypedArray;
  readonly sizes: readonly number[];
}

/** The elements with the padding that their layout puts between them: the memory of `stored`; the array itself where there is none. */
export function withPadding(data: TypedArray, stored: Shape): TypedArray {
  return stored.hasPadding ? dataIn(data, stored.dense(), stored) : data;
}

/** Only the elements from the memory of `stored`; the memory itself if there is no padding. */
export function withoutPadding(memory: TypedArray, stored: Shape): TypedArray {
  return stored.hasPadding ? dataIn(memory, stored, stored.dense()) : memory;
}

/** A copy of the memory of `from` as the memory of `to`, which has the same type and sizes; both are static. */
export function dataIn(data: TypedArray, from: Shape, to: Shape): TypedArray {
  if (from === to || from.equals(to)) return data.slice();
  const target = allocateStorage(to, 'Literal');
  relayout(data, from, target, to);
  return target;
}

/** The use of a typed array: a copy, so that the caller can change its own at once, or a view of the caller's. */
export type TypedArrayUse = 'copy' | 'view';

/**
 * The elements of an array from a typed array of them, in the order of the layout and without padding.
 *
 * @param use - `view` only where the data are read, and gone, before the caller has its turn
 * @throws HloomError `js.c7` for the wrong class, `js.c8` for the wrong number of elements, `js.c10` for elements of
 * fewer than 8 bits with invalid bytes, `js.c25` for a shape without data, `js.c31` for more elements than a bound
 * allows
 */
export function takeTypedArray(array: unknown, shape: Shape, op: string, use: TypedArrayUse): ArrayData {
  const { data, sizes } = viewTypedArray(array, shape, op);
  return { data: use === 'copy' ? data.slice() : data, sizes };
}

/**
 * The elements of an array from nested arrays.
 *
 * @throws HloomError `js.c9` for ragged arrays, `js.c10` for values that the type cannot hold, `js.c28` for anything
 * but a value, `js.c8` for other sizes than the shape's, `js.c31` for more elements than a bound allows
 */
export function takeNested(value: unknown, shape: ArrayShape, op: string): ArrayData {
  const seen = nestedDimensions(value, shape.type, op);
  const sizes = completeSizes(seen, shape);
  // Report a ragged array first: its sizes are not what its author expects.
  const flat = flattenNested(value, seen, shape.type, op);
  if (sizes === undefined) {
    const found = `${elementInfo(shape.type).text}[${seen.join(',')}]`;
    throw jsError('elementCount', `the value has the sizes of ${found}, not of ${shape.toString()}`, {
      op,
      operands: [shape.toString()],
      help: 'give the value the sizes of the shape: nothing is broadcast or reshaped on the way in',
    });
  }
  checkBounds(sizes, shape, op);
  const dense = shape.stored(sizes).dense();
  return { data: dense.hasDefaultLayout ? flat : dataIn(flat, dense.withDefaultLayout(), dense), sizes };
}

/** A checked view of the caller's own typed array. */
function viewTypedArray(array: unknown, shape: Shape, op: string): ArrayData {
  if (!isArrayShape(shape)) {
    throw jsError('noData', `a typed array cannot be the value of ${shape.toString()}`, {
      op,
      operands: [shape.toString()],
    });
  }
  const info = elementInfo(shape.type);
  if (!isTypedArray(array) || !isClassOf(array, shape.type)) throw wrongClass(array, shape, op);
  checkNotDetached(array, op);
  const sizes = sizesOfCount(array.length / info.entries, shape, op);
  if (sizes === undefined) throw wrongLength(array.length, shape, op);
  const view = new info.array(array.buffer as ArrayBuffer, array.byteOffset, array.length);
  checkSmallElements(view, shape.type, op);
  return { data: view, sizes };
}

/** The element type of a typed array without a shape. */
export function typeOfArray(array: unknown, op: string): ElementType {
  const type = isTypedArray(array) ? elementTypeOfArray(array) : undefined;
  if (type !== undefined) return type;
  throw jsError('typedArrayClass', `${describeValue(array)} is the natural array of no element type`, {
    op,
    help: isArray(array)
      ? 'Literal.from(values, type) takes arrays of numbers'
      : 'pass a typed array of integers or floats, such as a Float32Array, an Int32Array or a BigInt64Array',
  });
}

/** The kind of the entries of a typed array, for messages: numbers, bigints or truth values. */
export function valueDecoder(type: ElementType): (entry: number | bigint) => number | bigint | boolean {
  const info = elementInfo(type);
  if (info.kind === 'pred') return (entry) => entry !== 0;
  if (!info.encoded) return (entry) => entry;
  const decode = narrowDecoder(type);
  return (entry) => decode(entry as number);
}

/** Returns whether all data of one type have the same bits, or with `nanEqual` are both NaN. */
export function sameData(a: TypedArray, b: TypedArray, type: ElementType, nanEqual: boolean): boolean {
  const mine = bytesOf(a);
  const theirs = bytesOf(b);
  const width = a.BYTES_PER_ELEMENT;
  const decode = valueDecoder(type);
  const isNan = (entry: number | bigint | undefined): boolean => entry !== undefined && Number.isNaN(decode(entry));
  for (let index = 0; index < mine.length; index++) {
    if (mine[index] === theirs[index]) continue;
    const entry = Math.floor(index / width);
    if (!nanEqual || !isNan(a[entry]) || !isNan(b[entry])) return false;
    index = (entry + 1) * width - 1;
  }
  return true;
}

/** A typed array of halves holds the bits of F16 as a Uint16Array does. */
function isClassOf(array: ArrayBufferView, type: ElementType): boolean {
  const name = typedArrayName(array);
  return name === elementInfo(type).array.name || (type === 'F16' && name === 'Float16Array');
}

function wrongClass(array: unknown, shape: ArrayShape, op: string): Error {
  const info = elementInfo(shape.type);
  const name = articled(info.array.name);
  const found = isTypedArray(array) ? articled(typedArrayName(array)) : describeValue(array);
  let holds = '';
  if (info.encoded) holds = ` of the bits of ${info.text}`;
  if (info.entries === 2) holds = ' of real and imaginary parts in turn';
  return jsError('typedArrayClass', `${shape.toString()} takes ${name}, not ${found}`, {
    op,
    operands: [shape.toString()],
    help: `pass ${name}${holds}, or a nested array, whose values are converted`,
  });
}

function wrongLength(length: number, shape: ArrayShape, op: string): Error {
  const info = elementInfo(shape.type);
  const count = shape.elementCount * info.entries;
  const elements = countText(shape.elementCount, 'element');
  const has = info.entries === 2 ? `${elements} of two parts, which are ${countText(count, 'number')}` : elements;
  const most = shape.isStatic ? '' : 'at most ';
  return jsError('elementCount', `${shape.toString()} has ${most}${has}, the array ${length}`, {
    op,
    operands: [shape.toString()],
    help: shape.isStatic
      ? `pass ${articled(info.array.name)} of ${countText(count, 'element')}`
      : 'pass whole rows: so many elements for each index of the dynamic dimension',
  });
}

/**
 * Checks that no element of fewer than 8 bits, and no truth value, has more in its byte than the type holds.
 *
 * @throws HloomError `js.c10` naming the first one that has
 */
export function checkSmallElements(data: TypedArray, type: ElementType, op: string): void {
  const { bits, min, max, encoded, text } = elementInfo(type);
  if (bits >= 8 && type !== 'PRED') return;
  const low = Number(min ?? 0n);
  const high = Number(max ?? 2n ** BigInt(bits) - 1n);
  let wrong = 0;
  // This is not findIndex(): calling a function for each of millions of PREDs takes longer than copying them.
  for (; wrong < data.length; wrong++) {
    const value = data[wrong] as number;
    if (value < low || value > high) break;
  }
  if (wrong === data.length) return;
  if (!encoded) convertScalar(data[wrong] ?? 0, type, `[${wrong}]`, op);
  throw jsError('notRepresentable', `${data[wrong] ?? 0} is not the bits of a value of ${text}`, {
    op,
    details: [
      `the byte at [${wrong}] is ${data[wrong] ?? 0}`,
      `the bits of ${text} are the integers from 0 to ${high}`,
    ],
    help: 'pass the bits of each element in the low bits of its byte, or a nested array, whose values are converted',
  });
}
