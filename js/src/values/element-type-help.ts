/** The help for wrong names of element types. */

import { elementTypeFromText, elementTypes, isElementType, type ElementType } from './element-type.js';
import { suggestion } from '../base/suggest.js';

/** The names of the element types in NumPy, TensorFlow, MLIR and C; for names with sizes, only the letters. */
const otherFamilies: Readonly<Record<string, string>> = {
  bfloat: 'BF',
  complex: 'C',
  f: 'F',
  float: 'F',
  i: 'S',
  int: 'S',
  sint: 'S',
  ui: 'U',
  uint: 'U',
};
const otherNames: Readonly<Record<string, ElementType>> = {
  bool: 'PRED',
  boolean: 'PRED',
  byte: 'U8',
  double: 'F64',
  float: 'F32',
  half: 'F16',
  i1: 'PRED',
  int: 'S32',
  long: 'S64',
  number: 'F32',
  bigint: 'S64',
  complex: 'C64',
};

/** Returns the element type of a name of another library, or of a name with another spelling. */
export function elementTypeMeant(text: string): ElementType | undefined {
  const lower = text.trim().toLowerCase();
  const own = elementTypeFromText(lower);
  if (own !== undefined) return own;
  // A shape was given where its element type belongs.
  if (/^[a-z]\w*\[/.test(lower)) return elementTypeMeant(lower.slice(0, lower.indexOf('[')));
  const [, letters = '', digits = ''] = /^([a-z]+)([0-9]+)$/.exec(lower) ?? [];
  const sized = `${otherFamilies[letters] ?? ''}${digits}`;
  if (Object.hasOwn(otherNames, lower)) return otherNames[lower];
  // These are names such as NumPy's float8_e4m3fn, and the classes of typed arrays: Int32Array, BigUint64Array.
  const eighth = lower.replace(/^float([48])_/, 'f$1').toUpperCase();
  const array = lower.replace(/^big/, '').replace(/array$/, '');
  if (array !== lower && lower.endsWith('array')) return elementTypeMeant(array);
  return [sized, eighth].find(isElementType);
}

/** Returns the help for a value that should be an element type. */
export function elementTypeHelp(value: unknown): string {
  const text = typeof value === 'function' ? value.name : value;
  const otherwise = 'use the name of an element type, such as F32, S64 or PRED';
  if (typeof text !== 'string' || text.length > 40) return otherwise;
  const meant = elementTypeMeant(text);
  return meant === undefined ? suggestion(text.toUpperCase(), elementTypes, otherwise) : `did you mean '${meant}'?`;
}
