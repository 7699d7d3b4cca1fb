/** Single values: the element type that they suggest, and whether an element type can hold them. */

import { bigintText, hasProperty, isHugeBigint } from '../base/describe.js';
import { elementInfo, type ElementType } from './element-type.js';
import { jsError } from '../base/errors.js';
import type { MessagePart } from '../base/message.js';
import { narrowDecoder, narrowEncoder } from './number-format.js';

/** The JavaScript value of one element. */
export type Scalar = number | bigint | boolean;

/** A complex number; `[re, im]` is another way to write it. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** Returns whether a value is a complex number written as an object: it has both parts and nothing else. */
export function isComplexObject(value: unknown): value is Record<'re' | 'im', unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return hasProperty(value, 're') && hasProperty(value, 'im') && Object.keys(value).length === 2;
}

/** Returns whether a value is a scalar. */
export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** The element type that a value suggests: number F32, bigint S64, boolean PRED. */
export function inferElementType(value: Scalar): ElementType {
  if (typeof value === 'bigint') return 'S64';
  return typeof value === 'boolean' ? 'PRED' : 'F32';
}

/**
 * The value as the natural typed array of the type takes it: of F16, BF16, F8* and F4* their bits.
 *
 * @param type - of complex numbers the type of their parts
 * @param where - the index of the value, for example `[1][0]`, for the error
 * @throws HloomError `js.c10` if the type cannot hold it exactly. Floats hold every number (rounded, as they always
 * are) but only those bigints that they hold exactly.
 */
export function convertScalar(value: Scalar, type: ElementType, where: string, op: string): number | bigint {
  const info = elementInfo(type);
  if (info.kind === 'float') {
    if (typeof value === 'number') return info.encoded ? narrowEncoder(type)(value) : value;
    if (typeof value === 'bigint' && isExactFloat(value, type)) {
      return info.encoded ? narrowEncoder(type)(Number(value)) : Number(value);
    }
  } else if (info.kind === 'pred') {
    if (value === true || value === 1 || value === 1n) return 1;
    if (value === false || value === 0 || value === 0n) return 0;
  } else if (typeof value !== 'boolean') {
    const integer = toInteger(value);
    if (integer !== undefined && integer >= (info.min ?? 0n) && integer <= (info.max ?? 0n)) {
      return info.bigint ? integer : Number(integer);
    }
  }
  throw notRepresentable(value, type, where, op);
}

/**
 * A converter for many numbers: without a bigint a value, and with the same verdicts as {@link convertScalar}, to
 * which it hands over whatever is not a plain number in range.
 */
export function scalarConverter(
  type: ElementType,
  op: string,
): (value: Scalar, where: () => string) => number | bigint {
  const info = elementInfo(type);
  if (info.bigint || info.kind === 'pred') return (value, where) => convertScalar(value, type, where(), op);
  if (info.kind === 'float') {
    const encode = info.encoded ? narrowEncoder(type) : (value: number): number => value;
    return (value, where) => (typeof value === 'number' ? encode(value) : convertScalar(value, type, where(), op));
  }
  const min = Number(info.min);
  const max = Number(info.max);
  return (value, where) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : convertScalar(value, type, where(), op);
}

function toInteger(value: number | bigint): bigint | undefined {
  if (typeof value === 'bigint') return value;
  // Beyond 2^53 a number no longer determines the integer that was meant.
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

function isExactFloat(value: bigint, type: ElementType): boolean {
  const number = Number(value);
  const float = elementInfo(type).encoded
    ? narrowDecoder(type)(narrowEncoder(type)(number))
    : type === 'F32'
      ? Math.fround(number)
      : number;
  return Number.isFinite(float) && BigInt(float) === value;
}

function notRepresentable(value: Scalar, type: ElementType, where: string, op: string): Error {
  const info = elementInfo(type);
  const shown = scalarText(value);
  const details = [[where === '' ? 'the value is ' : `the value at ${where} is `, shown], ...rangeDetails(type)];
  let help: string;
  if (info.kind === 'pred') {
    help = 'truth values are true, false, 1 and 0';
  } else if (info.kind === 'float') {
    help = typeof value === 'boolean' ? 'write 1 or 0' : 'convert it with Number(...) if rounding is meant';
  } else {
    help = helpForInteger(value, info.bigint);
  }
  return jsError('notRepresentable', [shown, ` is not a value of ${info.text}`], { op, details, help });
}

/** A value in a message, where a bigint is marked. */
export function scalarText(value: Scalar): string | MessagePart {
  if (typeof value !== 'bigint') return String(value);
  return isHugeBigint(value) ? bigintText(value) : ['integer', String(value)];
}

/** The detail that tells the range of an integer type; none for other types. */
export function rangeDetails(type: ElementType): string[] {
  const { kind, text, min, max } = elementInfo(type);
  return kind === 'signed' || kind === 'unsigned' ? [`${text} holds the integers from ${min} to ${max}`] : [];
}

function helpForInteger(value: Scalar, bigint: boolean): string {
  if (typeof value === 'boolean') return 'write 1 or 0';
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && bigint) {
    return 'a number is exact up to 2^53 only: write the value as a bigint, as in 9007199254740993n';
  }
  if (typeof value === 'number' && !Number.isInteger(value)) return 'round it before, or use a float type';
  if (!bigint && value < 0) return 'use a wider element type, or a signed one';
  if (bigint) return 'no element type holds more: use a float type if rounding is meant';
  return 'use a wider element type';
}
