/** Values of any kind that users pass: what they are, in code and in words. */

import { isTypedArray, typedArrayName } from './typed-array.js';

/** Whether a value is an object written in braces, in this or another realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A string that the core can read: half a surrogate pair is no character in UTF-8. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}

/** A count with its noun: `1 element`, `2 elements`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A size as the core writes it: `3.8 MiB (4000000 bytes)`. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const unit = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return unit === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** unit).toFixed(1)} ${units[unit] ?? ''} (${bytes} bytes)`;
}

/** How many characters of somebody's text a message shows: more make it no clearer. */
const longestQuote = 60;

/** Somebody's text as messages show it: in quotes, and cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** A name as messages show it: without quotes, and cut where it is long. */
export function shortened(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}...` : text;
}

/** The longest sentence of a message, and how much of a longer one's end is shown. */
const longestSentence = 2000;
const shownEnd = 300;

/** A sentence as messages show it: one of many thousands of characters is cut in the middle. */
export function shownSentence(text: string): string {
  if (text.length <= longestSentence) return text;
  return `${text.slice(0, longestSentence - shownEnd)} ... ${text.slice(-shownEnd)}`;
}

/** The text of a bigint. One with hundreds of digits, which cost time to write, is only said to have that many. */
export function bigintText(value: bigint): string {
  const huge = value >= 2n ** 256n || value <= -(2n ** 256n);
  return huge ? 'a bigint of more than 77 digits' : `${value}n`;
}

/** A few words about any value. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${countText(value.length, 'element')}`;
  if (isTypedArray(value)) return `a ${typedArrayName(value)} of ${countText(value.length, 'element')}`;
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'bigint') return bigintText(value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${shortened(value.name)}`;
  if (typeof value === 'object') return describeObject(value);
  return typeof value === 'symbol' ? shortened(value.toString()) : `${value as number | boolean}`;
}

function describeObject(value: object): string {
  if (isPlainObject(value)) return 'a plain object';
  // An object may have anything as its constructor, and bundlers rename classes that name themselves: _Shape.
  const constructor: unknown = value.constructor;
  const name = typeof constructor === 'function' ? constructor.name.replace(/^_+/, '') : '';
  if (name === '') return 'an object without a class';
  return `${/^([AEIO]|Xla)/.test(name) ? 'an' : 'a'} ${shortened(name)}`;
}
