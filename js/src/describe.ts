/** Values of any kind that users pass: what they are, in code and in words. */

import { isTypedArray, typedArrayName } from './element-type.js';

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

/** A few words about any value. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${countText(value.length, 'element')}`;
  if (isTypedArray(value)) return `a ${typedArrayName(value)} of ${countText(value.length, 'element')}`;
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object') return `an object (${value.constructor?.name ?? 'no class'})`;
  return typeof value === 'symbol' ? value.toString() : `${value as number | boolean}`;
}
