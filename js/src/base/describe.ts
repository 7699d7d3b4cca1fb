/** Describes values of any kind that users pass, in code and in words. */

import { isRevoked, lookAlikeOf } from './look-alike.js';
import { isTypedArray, typedArrayName } from './typed-array.js';

/** Returns whether a value is an object written in braces, in this or another realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const prototype = Object.getPrototypeOf(value) as object | null;
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    // This is a Proxy, revoked or with a trap that throws.
    return false;
  }
}

/** Returns whether a value is an array. Array.isArray() throws for a revoked Proxy. */
export function isArray(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Returns whether a test holds for every entry of an array, its holes included. Unlike every() it ends at the first
 * entry or hole that fails the test: an array of holes may have four billion entries.
 */
export function everyEntry(values: readonly unknown[], test: (entry: unknown, index: number) => boolean): boolean {
  for (let index = 0; index < values.length; index++) if (!test(values[index], index)) return false;
  return true;
}

/** Returns true for promises and for other objects that `await` waits for. Throws if a user's getter throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof (value as Partial<PromiseLike<unknown>>).then === 'function';
}

/** Returns whether an object has a property; false for a Proxy that throws. */
export function hasProperty<K extends string>(value: object, name: K): value is Record<K, unknown> {
  try {
    return name in value;
  } catch {
    return false;
  }
}

/** A string that the core can read: UTF-8 has no form for half a surrogate pair. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}

/** A count with its noun: `1 element`, `2 elements`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A name with the article that fits its pronunciation: `an executable`, `an Int8Array`, `a Uint8Array`, `an
 * XlaBuilder`, `an f32[2,3]`, `an s8[4]`, `a u8[4]`.
 */
export function articled(name: string): string {
  return `${/^([aeio]|xla|[fs]\d)/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** A size as the core writes it: `3.8 MiB (4000000 bytes)`. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const unit = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return unit === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** unit).toFixed(1)} ${units[unit] ?? ''} (${bytes} bytes)`;
}

/** The number of characters of a user's text that a message shows: more do not help. */
const longestQuote = 60;

/** A user's text as messages show it: in quotes, and shortened if it is long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** A name as messages show it: without quotes, and shortened if it is long. */
export function shortened(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}...` : text;
}

/** The maximum length of a sentence in a message, and the length of the end that is shown of a longer one. */
const longestSentence = 2000;
const shownEnd = 300;

/** A sentence as messages show it: a very long one is shortened in the middle. */
export function shownSentence(text: string): string {
  if (text.length <= longestSentence) return text;
  return `${text.slice(0, longestSentence - shownEnd)} ... ${text.slice(-shownEnd)}`;
}

/** The text of a bigint. For one with hundreds of digits, which take time to write, it is only the number of digits. */
export function bigintText(value: bigint): string {
  return isHugeBigint(value) ? 'a bigint of more than 77 digits' : `${value}n`;
}

/** Returns whether the text of a bigint is only the number of digits. */
export function isHugeBigint(value: bigint): boolean {
  return value >= 2n ** 256n || value <= -(2n ** 256n);
}

/** The maximum number of entries of a user's list that a message shows. */
const longestList = 32;

/** A list that should have been one of numbers, as messages show it: `[1, 0]`, `[a plain object]`. */
export function describeList(values: readonly unknown[]): string {
  // An array may have holes, and join() of users' values may throw.
  const shown = Array.from(values.slice(0, longestList), describeValue);
  return `[${shown.join(', ')}${values.length > longestList ? `, ... ${values.length} in all` : ''}]`;
}

/** A few words about any value. It may be a Proxy, for which every operation may throw. */
export function describeValue(value: unknown): string {
  try {
    return describeReadable(value);
  } catch {
    return isRevoked(value) ? 'a revoked Proxy' : 'an object that cannot be read';
  }
}

function describeReadable(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${countText(value.length, 'element')}`;
  if (isTypedArray(value)) return `${articled(typedArrayName(value))} of ${countText(value.length, 'element')}`;
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'bigint') return bigintText(value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') {
    // A class may have a static member of that name.
    const name: unknown = value.name;
    return typeof name === 'string' && name !== '' ? `the function ${shortened(name)}` : 'a function';
  }
  if (typeof value === 'object') return describeObject(value);
  return typeof value === 'symbol' ? shortened(value.toString()) : `${value as number | boolean}`;
}

function describeObject(value: object): string {
  if (isPlainObject(value)) return 'a plain object';
  const seeming = lookAlikeOf(value);
  if (seeming !== undefined) return `a Proxy or a look-alike of ${articled(shortened(seeming))}`;
  // An object may have anything as its constructor, and bundlers rename classes that name themselves: _Shape.
  const constructor: unknown = value.constructor;
  const given: unknown = typeof constructor === 'function' ? constructor.name : '';
  const name = typeof given === 'string' ? given.replace(/^_+/, '') : '';
  if (name === '') return 'an object without a class';
  return articled(shortened(name));
}
