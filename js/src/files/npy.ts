/**
 * `.npy`: one array in a file, as `numpy.save` writes it. A magic, a version, a header that is a literal of Python, and
 * the elements:
 *
 *     \x93NUMPY 1 0 <length> {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
 */

import { checkNotDetached } from '../values/detached.js';
import { calledNow } from '../base/call-stack.js';
import { countText, describeValue, isPlainObject, quoted } from '../base/describe.js';
import { isElementType, type ElementType, type TypedArray } from '../values/element-type.js';
import { jsError } from '../base/errors.js';
import { internal } from '../base/internal.js';
import { helpUnlessLookAlike, isRevoked } from '../base/look-alike.js';
import { advice } from '../base/message.js';
import { bytesOf, takeTypedArray } from '../values/literal-data.js';
import { Literal } from '../values/literal.js';
import { allocateArray } from '../values/nested.js';
import { isArrayShape, Shape } from '../values/shape.js';
import { descrOf, storedType } from './npy-types.js';
import { parsePythonLiteral, PythonSyntax, type PythonValue } from './python-literal.js';

/** Options of {@link readNpy}. */
export interface NpyReadOptions {
  /**
   * The element type of a file that cannot name it: numpy has no names for the types of ml_dtypes, and stores raw bytes
   * (`V1`, `V2`). The default for two bytes is BF16. For any other file the type must be the file's.
   */
  readonly type?: ElementType;
}

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** numpy itself refuses longer headers unless told otherwise. */
const maxHeader = 2 ** 20;
/** The elements start at a multiple of this. */
const alignment = 64;
/** numpy leaves room for the first size to grow to 21 digits. */
const growthDigits = 21;

/**
 * Reads the bytes of a `.npy` file: every version of the header, both byte orders. An array in Fortran order becomes a
 * literal with the layout {0,1,...}; its elements are not moved.
 *
 * @throws HloomError `js.c40` for anything but such a file, `js.c41` for element types that XLA does not have, `js.c10`
 * for truth values other than 0 and 1
 */
export function readNpy(bytes: Uint8Array, options: NpyReadOptions = {}): Literal {
  return calledNow(readNpy, () => {
    const op = 'readNpy';
    const file = asBytes(bytes, op);
    const given = checkOptions(options, op);
    const { header, start } = headerOf(file, op);
    const { descr, fortran, sizes } = fieldsOf(header, op);
    const { type, bigEndian } = storedType(descr, given);
    const order = fortran ? sizes.map((_, dimension) => dimension) : undefined;
    const shape = Shape.array(type, sizes, order);
    checkLength(file.length - start, shape, op);
    const data = allocateArray(type, shape.elementCount, op);
    bytesOf(data).set(file.subarray(start));
    if (bigEndian) swapBytes(data);
    return Literal[internal](shape, takeTypedArray(data, shape, op, 'view'));
  });
}

/**
 * The bytes of a `.npy` file, as numpy writes them: little-endian, in C order, or in Fortran order if that is the
 * literal's layout. Padding is left out, as are the elements between the sizes of a dynamic value and its bounds. BF16
 * is written as `V2`; F8*, F4* and integers of fewer than 8 bits, a byte each, as `V1`, as in ml_dtypes. In Python,
 * `array.view(ml_dtypes.bfloat16)` restores the type.
 *
 * @throws HloomError `js.c25` for tuples and tokens
 */
export function writeNpy(literal: Literal): Uint8Array<ArrayBuffer> {
  return calledNow(writeNpy, () => {
    const op = 'writeNpy';
    if (!(literal instanceof Literal)) {
      const help = helpUnlessLookAlike(literal, 'use Literal.from(...)');
      throw jsError('argumentKind', `${describeValue(literal)} is not a Literal`, { op, help });
    }
    const { shape } = literal;
    if (!isArrayShape(shape)) {
      throw jsError('noData', `a .npy file holds one array, not ${shape.toString()}`, {
        op,
        operands: [shape.toString()],
        help: 'write the elements of a tuple to one .npz file: writeNpz({ a: tuple.elements[0], b: tuple.elements[1] })',
      });
    }
    const fortran = shape.rank > 1 && shape.layout.minorToMajor.every((dimension, index) => dimension === index);
    const header = headerText(descrOf(shape.type), fortran, literal.dynamicSizes);
    const order = [...shape.dimensions.keys()];
    const dense = literal.fit(Shape.array(shape.type, literal.dynamicSizes, fortran ? order : order.reverse()), op);
    const data = bytesOf(dense.data);
    const file = new Uint8Array(header.length + data.length);
    file.set(header);
    file.set(data, header.length);
    return file;
  });
}

/** @internal Checks that a caller passed bytes. */
export function asBytes(value: unknown, op: string): Uint8Array {
  if (ArrayBuffer.isView(value)) {
    checkNotDetached(value, op);
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  const tag = isRevoked(value) ? '' : Object.prototype.toString.call(value);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') {
    return new Uint8Array(value as ArrayBuffer);
  }
  throw jsError('argumentKind', `the bytes are ${describeValue(value)}`, {
    op,
    help: 'pass the bytes of the file, as in new Uint8Array(await response.arrayBuffer())',
  });
}

function checkOptions(options: unknown, op: string): ElementType | undefined {
  if (!isPlainObject(options)) throw jsError('options', `the options are ${describeValue(options)}`, { op });
  const unknown = Object.keys(options).find((key) => key !== 'type');
  if (unknown !== undefined) {
    throw jsError('options', `unknown option ${quoted(unknown)}`, { op, help: 'the option is type' });
  }
  if (options.type === undefined || isElementType(options.type)) return options.type;
  throw jsError('options', `${describeValue(options.type)} is not an element type`, {
    op,
    help: 'use a PrimitiveType name such as BF16 or F8E4M3FN',
  });
}

/** The header's text and the offset of the elements. */
function headerOf(file: Uint8Array, op: string): { header: string; start: number } {
  const wrong = magic.findIndex((byte, index) => file[index] !== byte);
  if (wrong >= 0) throw noNpy(file, wrong, op);
  const [major = 0, minor = 0] = [file[6], file[7]];
  if (file.length >= 8 && (major < 1 || major > 3 || minor !== 0)) {
    throw jsError('npyFormat', `the file has version ${major}.${minor} of the format`, {
      op,
      help: 'hloom reads the versions 1.0, 2.0 and 3.0, which are all that numpy writes',
    });
  }
  const lengthBytes = major === 1 ? 2 : 4;
  const before = 8 + lengthBytes;
  if (file.length < before) throw truncated(`ends after ${file.length} bytes, in its first lines`, op);
  let length = 0;
  for (let index = lengthBytes - 1; index >= 0; index--) length = length * 256 + (file[8 + index] ?? 0);
  if (length > maxHeader) throw jsError('npyFormat', `the header claims a length of ${length} bytes`, { op });
  if (file.length < before + length) {
    throw truncated(`ends after ${file.length} bytes, in its header of ${length} bytes`, op);
  }
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(file.subarray(before, before + length));
  return { header: text, start: before + length };
}

function fieldsOf(header: string, op: string): { descr: PythonValue; fortran: boolean; sizes: number[] } {
  const fields = parsedHeader(header, op);
  const missing = ['descr', 'fortran_order', 'shape'].find((key) => !fields.has(key));
  if (missing !== undefined) throw jsError('npyFormat', `the header has no '${missing}'`, { op });
  const fortran = fields.get('fortran_order');
  if (typeof fortran !== 'boolean') throw jsError('npyFormat', "'fortran_order' is neither True nor False", { op });
  const shape = fields.get('shape');
  if (!Array.isArray(shape) || !shape.every((size) => typeof size === 'bigint' && size >= 0n)) {
    throw jsError('npyFormat', "'shape' is not a tuple of sizes", { op });
  }
  const sizes = shape.map(Number);
  const huge = sizes.find((size) => size > Number.MAX_SAFE_INTEGER);
  if (huge !== undefined) throw jsError('npyFormat', `'shape' has the size ${huge}`, { op });
  return { descr: fields.get('descr') ?? null, fortran, sizes };
}

function parsedHeader(header: string, op: string): Map<string, PythonValue> {
  try {
    const value = parsePythonLiteral(header);
    if (value instanceof Map) return value;
    throw new PythonSyntax('it is not a dict');
  } catch (thrown) {
    if (!(thrown instanceof PythonSyntax)) throw thrown;
    throw jsError('npyFormat', `the header cannot be read: ${thrown.message}`, {
      op,
      details: [JSON.stringify(header.length > 200 ? `${header.slice(0, 200)}...` : header.trimEnd())],
    });
  }
}

/** This is checked before anything is allocated: a header may promise any size. */
function checkLength(found: number, shape: Shape, op: string): void {
  const wanted = shape.byteLength;
  if (found === wanted) return;
  const parts = { op, operands: [shape.toString()] };
  if (found < wanted) {
    throw jsError('npyFormat', `the file is cut off: ${shape.toString()} takes ${wanted} bytes, ${found} are there`, {
      ...parts,
      help: 'copy or download the file again, as binary data',
    });
  }
  throw jsError(
    'npyFormat',
    `${countText(found - wanted, 'byte')} ${found - wanted === 1 ? 'follows' : 'follow'} the ${wanted} of ${shape.toString()}`,
    {
      ...parts,
      help: 'a .npy file holds one array: save several with numpy.savez, in a .npz file',
    },
  );
}

function noNpy(file: Uint8Array, at: number, op: string): Error {
  if (file.length === at) return truncated(at === 0 ? 'is empty' : `ends after ${at} bytes, in its magic`, op);
  if (file[0] === 0x50 && file[1] === 0x4b) {
    return jsError('npyFormat', 'the file is a ZIP archive', {
      op,
      help: [advice('read_npz', 'a .npz file is read with readNpz')],
    });
  }
  return jsError('npyFormat', 'the file does not start with the bytes \\x93NUMPY', { op });
}

function truncated(where: string, op: string): Error {
  return jsError('npyFormat', `the file ${where}`, { op, help: 'copy or download the file again, as binary data' });
}

/** Turns each number around; a complex element is two. */
function swapBytes(data: TypedArray): void {
  const width = data.BYTES_PER_ELEMENT;
  const bytes = bytesOf(data);
  for (let start = 0; start < bytes.length; start += width) bytes.subarray(start, start + width).reverse();
}

/** Magic to line feed, byte for byte as in numpy. */
function headerText(descr: string, fortran: boolean, dimensions: readonly number[]): Uint8Array {
  const sizes = dimensions.length === 1 ? `${dimensions[0]},` : dimensions.join(', ');
  const grows = dimensions[fortran ? dimensions.length - 1 : 0];
  const room = grows === undefined ? '' : ' '.repeat(growthDigits - String(grows).length);
  const order = fortran ? 'True' : 'False';
  const text = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${sizes}), }${room}`;
  // From a whole multiple, numpy goes on to the next one.
  const lengthAfter = (before: number): number =>
    (Math.floor((before + text.length + 1) / alignment) + 1) * alignment - before;
  const long = lengthAfter(10) > 0xffff;
  const before = long ? 12 : 10;
  const length = lengthAfter(before);
  const bytes = new TextEncoder().encode(`${' '.repeat(before)}${text.padEnd(length - 1)}\n`);
  bytes.set([...magic, long ? 2 : 1, 0]);
  const view = new DataView(bytes.buffer);
  if (long) view.setUint32(8, length, true);
  else view.setUint16(8, length, true);
  return bytes;
}
