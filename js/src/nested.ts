/** Nested arrays: their sizes, and their elements in row-major order. */

import { countText, describeValue } from './describe.js';
import { elementInfo, elementTypeOfArray, isTypedArray, type ElementType, type TypedArray } from './element-type.js';
import { describeThrown, jsError } from './errors.js';
import { inferElementType, isScalar, scalarConverter, type Scalar } from './values.js';

/** A number, bigint or boolean, or arrays of them nested to any depth; the innermost arrays may be typed arrays. */
export type NestedArray = Scalar | ArrayLike<number> | ArrayLike<bigint> | readonly NestedArray[];

const maxDepth = 255;

/** Whether a value is an array or a typed array: something with elements. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || isTypedArray(value);
}

/** The sizes that the first elements suggest; {@link flattenNested} then holds all others to them. */
export function nestedDimensions(value: unknown, op: string): number[] {
  const dimensions: number[] = [];
  let current = value;
  while (isArrayLike(current)) {
    if (dimensions.length === maxDepth) {
      throw jsError('depth', `the array is nested more than ${maxDepth} deep`, { op });
    }
    dimensions.push(current.length);
    current = current[0];
  }
  return dimensions;
}

/** The element type that the first element suggests; F32 where there is none. */
export function inferNestedType(value: unknown): ElementType {
  let current = value;
  while (Array.isArray(current)) current = current[0] as unknown;
  if (isTypedArray(current)) return elementTypeOfArray(current) ?? 'F32';
  return isScalar(current) ? inferElementType(current) : 'F32';
}

/**
 * The elements in row-major order, converted.
 *
 * @throws HloomError `js.c9` for ragged arrays, `js.c10` for values the type cannot hold, `js.c28` for what is no
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
    return new info.array(elements);
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
  readonly #op: string;
  readonly #convert: (value: Scalar, where: () => string) => number | bigint;
  readonly #path: number[] = [];
  readonly #where = (): string => pathText(this.#path);
  #position = 0;

  constructor(target: TypedArray, dimensions: readonly number[], type: ElementType, op: string) {
    this.#target = target;
    this.#dimensions = dimensions;
    this.#op = op;
    this.#convert = scalarConverter(type, op);
  }

  /** Recursion as deep as the rank, which nestedDimensions() has bounded. */
  visit(value: unknown, depth: number): void {
    if (depth === this.#dimensions.length) {
      if (!isScalar(value)) throw this.#notScalar(value);
      this.#target[this.#position++] = this.#convert(value, this.#where);
      return;
    }
    const size = this.#dimensions[depth] ?? 0;
    if (!isArrayLike(value) || value.length !== size) throw this.#ragged(value, size);
    for (let index = 0; index < size; index++) {
      this.#path.push(index);
      this.visit(value[index], depth + 1);
      this.#path.pop();
    }
  }

  #notScalar(value: unknown): Error {
    if (isArrayLike(value)) {
      return jsError('ragged', `the array is ragged at ${this.#where() || 'the top'}`, {
        op: this.#op,
        details: [`a single value belongs there, as at the first index; found ${describeValue(value)}`],
      });
    }
    const where = this.#where();
    return jsError('literalElement', `${describeValue(value)} is not a value${where === '' ? '' : ` (at ${where})`}`, {
      op: this.#op,
    });
  }

  #ragged(value: unknown, size: number): Error {
    const where = this.#where() || 'the top';
    return jsError('ragged', `the array is ragged at ${where}`, {
      op: this.#op,
      details: [`an array of ${countText(size, 'element')} belongs there; found ${describeValue(value)}`],
    });
  }
}

/** A path of indices as text: `[1][0]`. */
export function pathText(path: readonly number[]): string {
  return path.map((index) => `[${index}]`).join('');
}
