/** Nested arrays: their sizes, and their elements in row-major order. */

import { isTypedArray } from '../base/typed-array.js';
import { checkNotDetached } from './detached.js';
import { countText, describeValue, isArray } from '../base/describe.js';
import { elementInfo, elementTypeOfArray, partType, type ElementType, type TypedArray } from './element-type.js';
import { describeThrown, jsError } from '../base/errors.js';
import { lookAlikeHelp } from '../base/look-alike.js';
import type { MessagePart } from '../base/message.js';
import {
  inferElementType,
  isComplexObject,
  isScalar,
  scalarConverter,
  scalarText,
  type Complex,
  type Scalar,
} from './values.js';

/**
 * A number, bigint, boolean or complex number (`{ re, im }` or `[re, im]`), or arrays of them nested to any depth; the
 * innermost arrays may be typed arrays.
 */
export type NestedArray = Scalar | Complex | ArrayLike<number> | ArrayLike<bigint> | readonly NestedArray[];

const maxDepth = 255;

/** Returns whether a value is an array or a typed array: something with elements. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return isArray(value) || isTypedArray(value);
}

/**
 * The sizes that the first elements suggest; {@link flattenNested} then holds all others to them. In a complex type, an
 * innermost array of plain numbers is one element and no dimension: `[[1, 2], [3, 4]]` are two complex numbers.
 */
export function nestedDimensions(value: unknown, type: ElementType, op: string): number[] {
  const dimensions: number[] = [];
  let current = value;
  while (isArrayLike(current)) {
    if (dimensions.length === maxDepth) {
      throw jsError('depth', `the array is nested more than ${maxDepth} deep`, { op });
    }
    if (isTypedArray(current)) checkNotDetached(current, op);
    dimensions.push(current.length);
    current = current[0];
  }
  if (elementInfo(type).kind === 'complex' && isScalar(current)) dimensions.pop();
  return dimensions;
}

/** The element type that the first element suggests; F32 where there is none. */
export function inferNestedType(value: unknown): ElementType {
  let current = value;
  // An array may contain itself; nestedDimensions() reports it.
  for (let depth = 0; depth <= maxDepth && isArray(current); depth++) current = current[0];
  if (isTypedArray(current)) return elementTypeOfArray(current) ?? 'F32';
  if (isComplexObject(current)) return 'C64';
  return isScalar(current) ? inferElementType(current) : 'F32';
}

/**
 * The elements in row-major order, converted.
 *
 * @throws HloomError `js.c9` for ragged arrays, `js.c10` for values the type cannot hold, `js.c28` for anything but a
 * value at all; each names the path of the offender
 */
export function flattenNested(
  value: unknown,
  dimensions: readonly number[],
  type: ElementType,
  op: string,
): TypedArray {
  const elements = dimensions.includes(0) ? 0 : dimensions.reduce((product, size) => product * size, 1);
  const target = allocateArray(type, elements, op);
  new Flattener(target, dimensions, type, op).visit(value, 0);
  return target;
}

/**
 * A zeroed natural typed array.
 *
 * @throws HloomError `js.c13` where the engine cannot hold so many elements
 */
export function allocateArray(type: ElementType, elements: number, op: string): TypedArray {
  const info = elementInfo(type);
  try {
    return new info.array(elements * info.entries);
  } catch (thrown) {
    throw jsError('tooBig', `${elements} elements of ${info.text} do not fit one JavaScript array`, {
      op,
      details: [
        `${elements} elements of ${info.bytes} bytes are ${elements * info.bytes} bytes`,
        describeThrown(thrown),
      ],
      cause: thrown,
    });
  }
}

class Flattener {
  readonly #target: TypedArray;
  readonly #dimensions: readonly number[];
  readonly #type: ElementType;
  readonly #op: string;
  readonly #complex: boolean;
  readonly #convert: (value: Scalar, where: () => string) => number | bigint;
  readonly #path: number[] = [];
  readonly #where = (): string => pathText(this.#path);
  #position = 0;

  constructor(target: TypedArray, dimensions: readonly number[], type: ElementType, op: string) {
    this.#target = target;
    this.#dimensions = dimensions;
    this.#type = type;
    this.#op = op;
    this.#complex = elementInfo(type).kind === 'complex';
    this.#convert = scalarConverter(partType(type), op);
  }

  /** The recursion is as deep as the rank, which nestedDimensions() has bounded. */
  visit(value: unknown, depth: number): void {
    if (depth === this.#dimensions.length) {
      if (this.#complex) {
        this.#complexElement(value);
        return;
      }
      if (!isScalar(value)) throw this.#notScalar(value);
      this.#target[this.#position++] = this.#convert(value, this.#where);
      return;
    }
    const size = this.#dimensions[depth] ?? 0;
    if (isTypedArray(value)) checkNotDetached(value, this.#op);
    if (!isArrayLike(value) || value.length !== size) throw this.#ragged(value, size);
    if (depth + 1 === this.#dimensions.length && this.#takesWhole(value)) {
      this.#target.set(value as never, this.#position);
      this.#position += size;
      return;
    }
    for (let index = 0; index < size; index++) {
      this.#path.push(index);
      this.visit(value[index], depth + 1);
      this.#path.pop();
    }
  }

  /** Returns whether an array holds what its elements would be converted to: it is then copied in one go. */
  #takesWhole(value: unknown): boolean {
    return isTypedArray(value) && !this.#complex && elementTypeOfArray(value) === this.#type;
  }

  /** `{ re, im }`, `[re, im]`, or a real number alone. */
  #complexElement(value: unknown): void {
    let parts: ArrayLike<unknown>;
    if (isComplexObject(value)) parts = [value.re, value.im];
    else parts = isArrayLike(value) ? value : [value, 0];
    if (parts.length !== 2 || !isScalar(parts[0]) || !isScalar(parts[1])) throw this.#notComplex(value);
    this.#target[this.#position++] = this.#convert(parts[0], this.#where);
    this.#target[this.#position++] = this.#convert(parts[1], this.#where);
  }

  #notComplex(value: unknown): Error {
    const at = this.#where() === '' ? '' : ` (at ${this.#where()})`;
    return jsError('literalElement', `${describeValue(value)} is not a complex number${at}`, {
      op: this.#op,
      help: 'write a complex number as [re, im] or { re, im }, with numbers as its parts',
    });
  }

  #notScalar(value: unknown): Error {
    if (isComplexObject(value)) {
      return jsError('notRepresentable', `a complex number is not a value of ${elementInfo(this.#type).text}`, {
        op: this.#op,
        details: [`the value${this.#where() === '' ? '' : ` at ${this.#where()}`} is ${describeValue(value)}`],
        help: 'use the element type C64 or C128, or pass the real part alone',
      });
    }
    if (isArrayLike(value)) {
      return jsError('ragged', `the array is ragged at ${this.#where() || 'the top'}`, {
        op: this.#op,
        details: [`a single value belongs there, as at the first index; found ${describeValue(value)}`],
      });
    }
    const where = this.#where();
    return jsError('literalElement', `${describeValue(value)} is not a value${where === '' ? '' : ` (at ${where})`}`, {
      op: this.#op,
      ...valueHelp(value),
    });
  }

  #ragged(value: unknown, size: number): Error {
    const where = this.#where() || 'the top';
    return jsError('ragged', `the array is ragged at ${where}`, {
      op: this.#op,
      details: [[`an array of ${countText(size, 'element')} belongs there; found `, elementText(value)]],
    });
  }
}

/** Anything in the place of a value, in a message. */
function elementText(value: unknown): string | MessagePart {
  return isScalar(value) ? scalarText(value) : describeValue(value);
}

/** Returns the help for something that is not a value, if there is one. */
function valueHelp(value: unknown): { readonly help: string } | undefined {
  const seeming = lookAlikeHelp(value);
  if (seeming !== undefined) return { help: seeming };
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) {
    return { help: `write the number itself, or convert the text: Number(${JSON.stringify(value.slice(0, 20))})` };
  }
  if (value instanceof Promise) return { help: 'await the promise, and pass what it gives' };
  if (tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer')
    return { help: 'pass a typed array on the buffer, new Float32Array(buffer)' };
  if (tag === 'DataView') return { help: 'pass a typed array in the place of the DataView' };
  if (tag === 'Set' || tag === 'Map')
    return { help: `make an array of the values: [...${tag.toLowerCase()}.values()]` };
  return undefined;
}

/** A path of indices as text: `[1][0]`. */
function pathText(path: readonly number[]): string {
  return path.map((index) => `[${index}]`).join('');
}

/**
 * Groups row-major elements into nested arrays, from the innermost dimension outwards and without recursion.
 *
 * @throws HloomError `js.c13` where there are more arrays to make than JavaScript can hold
 */
export function nest<T>(flat: (T | unknown[])[], dimensions: readonly number[], op: string): T | never[] {
  let level = flat;
  for (let d = dimensions.length - 1; d >= 0; d--) {
    const size = dimensions[d] ?? 0;
    const groups = dimensions.slice(0, d).reduce((product, outer) => product * outer, 1);
    if (!(groups < 2 ** 32)) throw jsError('tooBig', `${groups} nested arrays do not fit JavaScript`, { op });
    const current = level;
    level = Array.from({ length: groups }, (_, group) => current.slice(group * size, (group + 1) * size));
  }
  return (level[0] ?? []) as T | never[];
}
