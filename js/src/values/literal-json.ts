/** Array literals in JSON without loss: NaNs, infinities, -0 and 64-bit integers are kept, too. */

import { articled, describeValue, isArray } from '../base/describe.js';
import { elementInfo, partType, type ElementType, type TypedArray } from './element-type.js';
import { jsError } from '../base/errors.js';
import { bytesOf, valueDecoder } from './literal-data.js';
import { allocateArray } from './nested.js';
import { narrowNan } from './number-format.js';
import type { Shape } from './shape.js';
import { checkBounds } from './sizes.js';
import { scalarConverter } from './values.js';

/**
 * The result of {@link Literal.toJSON}, ready for `JSON.stringify`.
 *
 * `shape` is the text of the shape with its layout, such as `f32[2,3]{1,0}`. An array has `data`, its elements in the
 * order of the layout, without padding: numbers; 64-bit integers as strings of digits; booleans as 0 and 1; complex
 * numbers as alternating real and imaginary parts; the floats that JSON lacks as `"inf"`, `"-inf"`, `"-0"` and `"nan"`.
 * A NaN with other bits than the usual ones is `"nan:"` with its bits in hexadecimal digits. With dynamic dimensions it
 * has `dynamicSizes`, the number of elements along each dimension. A tuple has `elements` instead, and a token has
 * neither.
 */
export interface SerializedLiteral {
  readonly shape: string;
  readonly dynamicSizes?: readonly number[];
  readonly data?: readonly (number | string)[];
  readonly elements?: readonly SerializedLiteral[];
}

/** The elements of an array as JSON holds them. */
export function serializeData(data: TypedArray, type: ElementType): (number | string)[] {
  const info = elementInfo(type);
  if (info.bigint) return Array.from(data as BigInt64Array, String);
  if (info.kind !== 'float' && info.kind !== 'complex') return Array.from(data as Int32Array);
  const decode = valueDecoder(type);
  const bits = bitsOf(data);
  const usual = usualNan(type);
  return Array.from(data as Float64Array, (entry, index) => {
    const value = decode(entry) as number;
    if (Number.isNaN(value)) {
      const pattern = BigInt(bits[index] ?? 0);
      return pattern === usual ? 'nan' : `nan:${pattern.toString(16)}`;
    }
    if (Object.is(value, -0)) return '-0';
    if (Number.isFinite(value)) return value;
    return value > 0 ? 'inf' : '-inf';
  });
}

/**
 * The data of an array from its JSON.
 *
 * @throws HloomError `js.c28` for anything but data, `js.c8` for another number of elements than the shape's, `js.c10`
 * for values that the type cannot hold
 */
export function parseData(json: unknown, shape: Shape, op: string): TypedArray {
  const type = shape.type as ElementType;
  const info = elementInfo(type);
  if (!isArray(json)) {
    throw jsError('literalElement', `the data of ${shape.toString()} are ${describeValue(json)}, not an array`, {
      op,
      help: 'pass what structuredClone or Literal.toJSON made of a literal',
    });
  }
  const wanted = shape.elementCount * info.entries;
  if (json.length !== wanted) {
    throw jsError('elementCount', `${shape.toString()} takes ${wanted} numbers, the data have ${json.length}`, { op });
  }
  const data = allocateArray(type, shape.elementCount, op);
  const bits = bitsOf(data);
  const convert = scalarConverter(partType(type), op);
  const decode = valueDecoder(type);
  for (const [index, entry] of json.entries() as IterableIterator<[number, unknown]>) {
    const pattern = typeof entry === 'string' ? /^nan:([0-9a-f]{1,16})$/.exec(entry)?.[1] : undefined;
    if (pattern !== undefined) {
      const value = BigInt(`0x${pattern}`);
      (bits as { [index: number]: unknown })[index] = typeof bits[index] === 'bigint' ? value : Number(value);
      if (Number.isNaN(decode(data[index] ?? 0))) continue;
      throw jsError('notRepresentable', `${describeValue(entry)} is not a NaN of ${info.text} (at [${index}])`, { op });
    }
    data[index] = convert(parseEntry(entry, index, info.kind, op), () => `[${index}]`);
  }
  return data;
}

/**
 * The sizes of a value of a dynamic shape from its JSON; those of a static shape itself.
 *
 * @throws HloomError `js.c28` for anything but sizes, `js.c31` for one beyond its bound
 */
export function parseSizes(json: unknown, shape: Shape, op: string): readonly number[] {
  if (shape.isStatic) return shape.dimensions;
  const isSize = (size: unknown, d: number): boolean =>
    Number.isSafeInteger(size) &&
    (size as number) >= 0 &&
    (shape.isDynamicDimension(d) || size === shape.dimensions[d]);
  if (!isArray(json) || json.length !== shape.rank || !json.every(isSize)) {
    throw jsError('literalElement', `${describeValue(json)} are not the sizes of ${articled(shape.toString())}`, {
      op,
      help: 'pass what structuredClone or Literal.toJSON made of a literal, which has dynamicSizes',
    });
  }
  checkBounds(json as number[], shape, op);
  return json as number[];
}

function parseEntry(entry: unknown, index: number, kind: string, op: string): number | bigint {
  if (typeof entry === 'number') return entry;
  if (typeof entry === 'string') {
    if (kind === 'float' || kind === 'complex') {
      const special = { nan: NaN, inf: Infinity, '-inf': -Infinity, '-0': -0 }[entry];
      if (special !== undefined) return special;
    } else if (/^-?[0-9]+$/.test(entry)) {
      return BigInt(entry);
    }
  }
  throw jsError('literalElement', `${describeValue(entry)} is not a value (at [${index}])`, { op });
}

/** The data as unsigned integers of their width, in the same memory. */
function bitsOf(data: TypedArray): Uint8Array | Uint16Array | Uint32Array | BigUint64Array {
  const { buffer, byteOffset, byteLength } = bytesOf(data);
  switch (data.BYTES_PER_ELEMENT) {
    case 1:
      return new Uint8Array(buffer, byteOffset, byteLength);
    case 2:
      return new Uint16Array(buffer, byteOffset, byteLength / 2);
    case 4:
      return new Uint32Array(buffer, byteOffset, byteLength / 4);
    default:
      return new BigUint64Array(buffer, byteOffset, byteLength / 8);
  }
}

function usualNan(type: ElementType): bigint {
  if (elementInfo(type).encoded) return BigInt(narrowNan(type));
  return partType(type) === 'F32' ? 0x7fc00000n : 0x7ff8000000000000n;
}
