/** Literals as text: in XLA's form, and as arrays that are easy to read. */

import type { ElementType, TypedArray } from './element-type.js';
import { elementInfo, partType } from './element-type.js';
import { narrowEncoder } from './number-format.js';
import { valueDecoder } from './literal-data.js';
import type { Shape } from './shape.js';

/** The elements of an array in row-major order, its shape, and the number of elements along each dimension. */
export interface RowMajorArray {
  readonly shape: Shape;
  readonly sizes: readonly number[];
  readonly data: TypedArray;
}

/** Arrays of at most this number of elements are shown completely, larger ones in part. */
const shownElements = 1000;
/**
 * The number of elements of a larger array that are shown in XLA's form, and at each end of a dimension in the readable
 * one.
 */
const shownFirst = 10;
const shownAtEnds = 3;

/** XLA's text of an array: `f32[2] {1, 2}`, from rank 2 on a line for each row; with bounds `f32[<=9](2) {1, 2}`. */
export function arrayText({ shape, sizes: dimensions, data }: RowMajorArray): string {
  const sizes = shape.isStatic ? '' : `(${dimensions.join(',')})`;
  const head = `${shape.hasDefaultLayout ? shape.toString() : shape.toStringWithLayout()}${sizes}`;
  const { rank, elementCount } = shape.stored(dimensions);
  const format = elementFormat(shape.type as ElementType, data, rank > 0);
  if (rank === 0) return `${head} ${format(0)}`;
  if (elementCount === 0) return `${head} {}`;
  if (elementCount > shownElements) {
    const first = Array.from({ length: shownFirst }, (_, index) => format(index)).join(', ');
    return `${head} {${first}, ... ${elementCount - shownFirst} more elements}`;
  }
  let next = 0;
  const row = (size: number): string => Array.from({ length: size }, () => format(next++)).join(', ');
  if (rank === 1) return `${head} {${row(elementCount)}}`;
  const block = (dimension: number, comment: string): string => {
    const size = dimensions[dimension] ?? 0;
    if (dimension === rank - 1) return size === 1 ? `  {${row(size)}}` : `  { ${row(size)} }`;
    const inner = Array.from({ length: size }, (_, index) =>
      block(dimension + 1, rank > 3 ? ` /*i${dimension}=${index}*/` : ''),
    );
    return `{${comment}\n${inner.join(',\n')}\n}`;
  };
  return `${head} ${block(0, '')}`;
}

/** The array in brackets, its columns aligned; for a big one, only the ends of each dimension. */
export function arrayGrid({ shape, sizes: dimensions, data }: RowMajorArray): string {
  const { rank, elementCount } = shape.stored(dimensions);
  const format = elementFormat(shape.type as ElementType, data, false, true);
  if (rank === 0) return format(0);
  if (elementCount === 0) return '[]';
  const shorten = elementCount > shownElements;
  const indices = dimensions.map((size) => shownIndices(size, shorten));
  const cells = new Map<number, string>();
  const strides = dimensions.map((_, d) => dimensions.slice(d + 1).reduce((product, size) => product * size, 1));
  const visit = (dimension: number, offset: number): void => {
    for (const index of indices[dimension] ?? []) {
      if (index < 0) continue;
      const at = offset + index * (strides[dimension] ?? 1);
      if (dimension === rank - 1) cells.set(at, format(at));
      else visit(dimension + 1, at);
    }
  };
  visit(0, 0);
  const width = [...cells.values()].reduce((most, cell) => Math.max(most, cell.length), 0);
  const block = (dimension: number, offset: number): string => {
    const last = dimension === rank - 1;
    const parts = (indices[dimension] ?? []).map((index) => {
      if (index < 0) return '...';
      const at = offset + index * (strides[dimension] ?? 1);
      return last ? (cells.get(at) ?? '').padStart(rank > 1 ? width : 0) : block(dimension + 1, at);
    });
    // Blank lines between matrices, as many as there are dimensions above rows.
    const separator = last ? ', ' : `,${'\n'.repeat(Math.min(rank - 1 - dimension, 2))}${' '.repeat(dimension + 1)}`;
    return `[${parts.join(separator)}]`;
  };
  return block(0, 0);
}

/** The indices of a dimension to show; -1 means those left out. */
function shownIndices(size: number, shorten: boolean): number[] {
  if (!shorten || size <= 2 * shownAtEnds) return Array.from({ length: size }, (_, index) => index);
  const ends = Array.from({ length: shownAtEnds }, (_, index) => index);
  return [...ends, -1, ...ends.map((index) => size - shownAtEnds + index)];
}

/** The text of the element at an index. XLA writes truth values in arrays as digits, and complex numbers in pairs. */
function elementFormat(
  type: ElementType,
  data: TypedArray,
  digits: boolean,
  mathematical = false,
): (index: number) => string {
  const { kind, encoded } = elementInfo(type);
  const text = (value: unknown): string => valueText(value, partType(type));
  if (kind === 'complex') {
    return (index) => {
      const [re, im] = [text(data[2 * index]), text(data[2 * index + 1])];
      return mathematical ? `${re}${im.startsWith('-') ? '' : '+'}${im}i` : `(${re}, ${im})`;
    };
  }
  if (kind === 'pred' && digits) return (index) => String(data[index]);
  const decode = kind === 'pred' || encoded ? valueDecoder(type) : (entry: number | bigint) => entry;
  return (index) => text(decode(data[index] ?? 0));
}

/** Up to this magnitude, every integer is a value of F32 and is written in full. */
const largestPlainInteger = 2 ** 24;

/** Writes the fewest digits that name the value of its type: 0.1 and not 0.10000000149011612. */
function valueText(value: unknown, type: ElementType): string {
  if (Object.is(value, -0)) return '-0';
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  if (Number.isNaN(value)) return 'nan';
  if (typeof value !== 'number' || type === 'F64' || elementInfo(type).kind !== 'float') return String(value);
  if (Number.isInteger(value) && Math.abs(value) <= largestPlainInteger) return String(value);
  const round = elementInfo(type).encoded ? narrowEncoder(type) : Math.fround;
  const wanted = round(value);
  let short = value;
  for (let digits = 1; digits <= 9; digits++) {
    short = Number(value.toPrecision(digits));
    if (round(short) === wanted) break;
  }
  // Zeros in place of digits that are not told would claim to be exact: 1.2345679e+8, not 123456790.
  return Math.abs(short) > largestPlainInteger ? short.toExponential() : String(short);
}
