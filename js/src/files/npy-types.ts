/** Element types and the `descr` of .npy headers. */

import { elementInfo, elementTypes, type ElementType } from '../values/element-type.js';
import { jsError } from '../base/errors.js';
import { advice } from '../base/message.js';
import type { PythonValue } from './python-literal.js';

/** The storage of a file's elements. */
export interface StoredType {
  readonly type: ElementType;
  readonly bigEndian: boolean;
}

const op = 'readNpy';

/** numpy's own types, by kind and width. */
const numpyTypes: Readonly<Record<string, ElementType>> = {
  b1: 'PRED',
  i1: 'S8',
  i2: 'S16',
  i4: 'S32',
  i8: 'S64',
  u1: 'U8',
  u2: 'U16',
  u4: 'U32',
  u8: 'U64',
  f2: 'F16',
  f4: 'F32',
  f8: 'F64',
  c8: 'C64',
  c16: 'C128',
  // The descr that ml_dtypes writes only for float8_e5m2; numpy cannot read it.
  f1: 'F8E5M2',
};

/** numpy's names for types that are not supported, with the fix. */
const refused: readonly (readonly [RegExp, string, string])[] = [
  [
    /^O/,
    'Python objects',
    'they are pickled, which only Python can read; save an array of numbers: array.astype("f4")',
  ],
  [/^[SaU]/, 'text', 'programs compute with numbers; save numbers, such as indices into a table of the texts'],
  [/^[Mm]8/, 'dates', 'save the number behind them: array.astype("i8")'],
  [/^f(12|16)$/, 'long doubles, whose format depends on the machine', 'save array.astype("f8")'],
  [/^c(24|32)$/, 'complex long doubles, whose format depends on the machine', 'save array.astype("c16")'],
];

/** Types without a name in numpy: ml_dtypes stores them as raw bytes (V1, V2), which do not identify the type. */
function isRaw(type: ElementType): boolean {
  const { bits, encoded } = elementInfo(type);
  return bits < 8 || (encoded && type !== 'F16');
}

/**
 * The stored type that a header names.
 *
 * @param given - the element type from the caller; needed if the file does not have it
 * @throws HloomError `js.c41`
 */
export function storedType(descr: PythonValue, given: ElementType | undefined): StoredType {
  if (typeof descr !== 'string') {
    throw jsError('npyType', 'the elements of the array are records', {
      op,
      help: 'save each field as an array of its own: np.savez("fields.npz", x=array["x"], y=array["y"])',
    });
  }
  const [, order = '', code = ''] = /^([<>|=]?)(.*)$/s.exec(descr) ?? [];
  const width = /^V([0-9]+)$/.exec(code)?.[1];
  const type = width === undefined ? (numpyTypes[code] ?? mlType(descr)) : rawType(Number(width), given);
  if (type === undefined) throw unknownType(descr, code);
  if (given !== undefined && given !== type) throw otherType(type, given);
  return { type, bigEndian: order === '>' };
}

/** The header's name of a type: numpy's, or V1 and V2 as in ml_dtypes. */
export function descrOf(type: ElementType): string {
  const { bytes } = elementInfo(type);
  if (isRaw(type)) return `<V${bytes}`;
  const code = Object.keys(numpyTypes).find((name) => numpyTypes[name] === type) ?? '';
  return `${bytes === 1 ? '|' : '<'}${code}`;
}

/** Headers may name a type of ml_dtypes as ml_dtypes does: bfloat16, float8_e4m3fn, int4. */
function mlType(name: string): ElementType | undefined {
  return elementTypes.find((type) => isRaw(type) && mlName(type) === name);
}

function mlName(type: ElementType): string {
  return elementInfo(type)
    .text.replace(/^bf/, 'bfloat')
    .replace(/^f([0-9])e/, 'float$1_e')
    .replace(/^u/, 'uint')
    .replace(/^s/, 'int');
}

/** Two bytes without a name can only be BF16; one byte can be a dozen types. */
function rawType(width: number, given: ElementType | undefined): ElementType | undefined {
  const candidates = elementTypes.filter((type) => isRaw(type) && elementInfo(type).bytes === width);
  if (given !== undefined && candidates.includes(given)) return given;
  if (candidates.length === 1) return candidates[0];
  if (candidates.length === 0) return undefined;
  const one = given === undefined ? 'the file does not name one' : `${elementInfo(given).text} is none of them`;
  throw jsError('npyType', `the elements are raw bytes of width ${width}, and ${one}`, {
    op,
    details: [`of that width are ${candidates.map((type) => elementInfo(type).text).join(', ')}`],
    help: [advice('say_type', 'say which type it is, as in readNpy(bytes, { type: "F8E4M3FN" })')],
  });
}

function unknownType(descr: string, code: string): Error {
  const why = refused.find(([pattern]) => pattern.test(code));
  const shown = JSON.stringify(descr.length > 40 ? `${descr.slice(0, 40)}...` : descr);
  if (why !== undefined) return jsError('npyType', `the elements are ${why[1]} (${shown})`, { op, help: why[2] });
  return jsError('npyType', `${shown} is not an element type`, { op });
}

function otherType(type: ElementType, given: ElementType): Error {
  const { text } = elementInfo(type);
  return jsError('npyType', `the file has elements of ${text}, not of ${elementInfo(given).text}`, {
    op,
    help: `convert it where it was made, or leave the type out and take ${text}`,
  });
}
