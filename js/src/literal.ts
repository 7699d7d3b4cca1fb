import { countText, describeValue } from './describe.js';
import {
  elementInfo,
  elementTypeOfArray,
  isElementType,
  isTypedArray,
  typedArrayName,
  type ElementType,
  type TypedArray,
} from './element-type.js';
import { jsError } from './errors.js';
import { inspectSymbol, internal } from './internal.js';
import { relayout } from './layout.js';
import { literalText } from './literal-text.js';
import { allocateArray, flattenNested, inferNestedType, nestedDimensions, type NestedArray } from './nested.js';
import { Shape } from './shape.js';
import { convertScalar } from './values.js';

/** What {@link Literal.toArray} gives: a scalar, or arrays nested as deep as the rank; a tuple gives an array. */
export type LiteralValue = number | bigint | boolean | null | LiteralValue[];

/** Beyond this many elements nested arrays could exhaust the JavaScript heap, which ends the process. */
const maxNestedElements = 2 ** 26;

/**
 * A value: an array of an element type, a tuple of values, or a token. Immutable; owns its data.
 *
 *     Literal.from([[1, 2, 3], [4, 5, 6]]);              // f32[2,3]
 *     Literal.from([1, 2, 3], 'S32');                    // s32[3]
 *     Literal.fromTypedArray(new Uint8Array(6), u8(2, 3));
 *     Literal.tuple(Literal.from(1), Literal.from(true));
 */
export class Literal {
  /** The shape, with the layout of the data. */
  readonly shape: Shape;
  /** The elements of a tuple; empty for arrays and tokens. */
  readonly elements: readonly Literal[];
  readonly #data: TypedArray | undefined;

  private constructor(shape: Shape, data: TypedArray | undefined, elements: readonly Literal[]) {
    this.shape = shape;
    this.#data = data;
    this.elements = Object.freeze([...elements]);
  }

  /**
   * Makes a literal of a value or of nested arrays, in row-major layout.
   *
   * @param nested - a number, bigint or boolean, or rectangular nested arrays of them
   * @param type - the element type; left out, the first value tells: number F32, bigint S64, boolean PRED
   * @throws HloomError `js.c9` for ragged arrays and `js.c10` for values that the type cannot hold, both with the
   * path of the offender; `js.c28` for what is no value; `js.c13` for more elements than an array can have
   */
  static from(nested: NestedArray, type?: ElementType): Literal {
    const op = 'Literal.from';
    checkType(type, op);
    const dimensions = nestedDimensions(nested, op);
    const shape = Shape.array(type ?? inferNestedType(nested), dimensions);
    return new Literal(shape, flattenNested(nested, dimensions, shape.type as ElementType, op), []);
  }

  /**
   * Makes a literal of a copy of a typed array.
   *
   * @param array - the elements, in the order of the shape's layout (row-major unless the shape says otherwise)
   * @param shape - the shape, or only its sizes: the element type is then the array's (a `Uint8Array` is U8)
   * @throws HloomError `js.c7` for the wrong class of array, `js.c8` for the wrong number of elements, `js.c10` for
   * bytes of a PRED other than 0 and 1
   */
  static fromTypedArray(array: TypedArray, shape: Shape | readonly number[]): Literal {
    const op = 'Literal.fromTypedArray';
    const full = shape instanceof Shape ? shape : Shape.array(typeOfArray(array, op), shape);
    return new Literal(full, copyTypedArray(array, full, op), []);
  }

  /** Makes a tuple of these elements. */
  static tuple(...elements: Literal[]): Literal {
    for (const [index, element] of elements.entries()) {
      if (!(element instanceof Literal)) {
        throw jsError('literalElement', `element ${index} of the tuple is ${describeValue(element)}, not a Literal`, {
          op: 'Literal.tuple',
          help: 'make each element with Literal.from',
        });
      }
    }
    return new Literal(Shape.tuple(elements.map((element) => element.shape)), undefined, elements);
  }

  /** Makes a token. */
  static token(): Literal {
    return new Literal(Shape.token(), undefined, []);
  }

  /** @internal Makes an array literal that owns `data` from now on, without a copy or a check. */
  static [internal](shape: Shape, data: TypedArray): Literal {
    return new Literal(shape, data, []);
  }

  /** @internal The data itself; never hand it out. */
  [internal](): TypedArray | undefined {
    return this.#data;
  }

  /**
   * A copy of the elements in the natural typed array of the element type (PRED: `Uint8Array` of 0 and 1, S64:
   * `BigInt64Array`), in the order of the shape's layout.
   *
   * @throws HloomError `js.c25` for tuples and tokens
   */
  get data(): TypedArray {
    return this.#own('data').slice();
  }

  /**
   * A copy of the raw bytes, little-endian and dense, in the order of the shape's layout.
   *
   * @throws HloomError `js.c25` for tuples and tokens
   */
  bytes(): Uint8Array {
    return bytesOf(this.#own('bytes')).slice();
  }

  /**
   * The value as JavaScript writes it: nested arrays in index order, whatever the layout. Numbers for floats and
   * integers up to 32 bits, bigints for S64, booleans for PRED; a tuple gives an array of its elements, a token null.
   *
   * @throws HloomError `js.c13` where there are more arrays to make than JavaScript can hold
   */
  toArray(): LiteralValue {
    if (this.#data === undefined) {
      return this.shape.isToken() ? null : this.elements.map((element) => element.toArray());
    }
    if (this.#data.length > maxNestedElements) {
      throw jsError('tooBig', `${this.#data.length} elements are too many for nested arrays`, {
        op: 'Literal.toArray',
        operands: [this.shape.toString()],
        help: 'read .data, which is one typed array',
      });
    }
    const rowMajor = this.rowMajor();
    const flat: LiteralValue[] =
      this.shape.type === 'PRED'
        ? Array.from(rowMajor as Uint8Array, (value) => value !== 0)
        : Array.from<number | bigint>(rowMajor);
    return nest(flat, this.shape.dimensions);
  }

  /** @internal The elements in row-major order: the data itself where that is its order. */
  rowMajor(): TypedArray {
    const data = this.#own('rowMajor');
    return this.shape.hasDefaultLayout() ? data : dataIn(this, this.shape.withDefaultLayout());
  }

  /** The same value in another layout. */
  withLayout(minorToMajor: readonly number[]): Literal {
    this.#own('withLayout');
    const shape = Shape.array(this.shape.type as ElementType, this.shape.dimensions, minorToMajor);
    return new Literal(shape, dataIn(this, shape), []);
  }

  /** Whether shape, layout and every bit are the same. */
  equals(other: Literal): boolean {
    if (!this.shape.equals(other.shape)) return false;
    if (this.#data === undefined) {
      return this.elements.every((element, index) => element.equals(other.elements[index] as Literal));
    }
    const mine = bytesOf(this.#data);
    const theirs = bytesOf(other.#own('equals'));
    for (let index = 0; index < mine.length; index++) {
      if (mine[index] !== theirs[index]) return false;
    }
    return true;
  }

  /** XLA's text form: `f32[2,2] {\n  { 1, 2 },\n  { 3, 4 }\n}`; of a big literal only the first thousand elements. */
  toString(): string {
    return literalText(this);
  }

  [inspectSymbol](): string {
    return `Literal ${this.toString()}`;
  }

  #own(op: string): TypedArray {
    if (this.#data !== undefined) return this.#data;
    throw jsError('noData', `a ${this.shape.isToken() ? 'token' : 'tuple'} has no data of its own`, {
      op: `Literal.${op}`,
      operands: [this.shape.toString()],
    });
  }
}

/** The bytes under a typed array, not copied. */
export function bytesOf(data: TypedArray): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** A copy of the elements of an array literal in the layout of `shape`, which must have the same type and sizes. */
export function dataIn(literal: Literal, shape: Shape): TypedArray {
  const data = literal[internal]();
  if (data === undefined) return literal.data; // throws
  if (literal.shape.equals(shape)) return data.slice();
  const target = allocateArray(shape.type as ElementType, shape.elementCount, 'Literal');
  relayout(data, literal.shape, target, shape);
  return target;
}

/** A checked copy of a typed array as the data of `shape`. */
export function copyTypedArray(array: unknown, shape: Shape, op: string): TypedArray {
  if (!shape.isArray()) {
    throw jsError('noData', `a typed array cannot be the value of ${shape.toString()}`, {
      op,
      operands: [shape.toString()],
    });
  }
  const info = elementInfo(shape.type);
  if (!isTypedArray(array) || typedArrayName(array) !== info.array.name) {
    const found = isTypedArray(array) ? `a ${typedArrayName(array)}` : describeValue(array);
    throw jsError('typedArrayClass', `${shape.toString()} takes a ${info.array.name}, not ${found}`, {
      op,
      operands: [shape.toString()],
      help: `pass a ${info.array.name}, or a nested array, whose values are converted`,
    });
  }
  if (array.length !== shape.elementCount) {
    throw jsError(
      'elementCount',
      `${shape.toString()} has ${countText(shape.elementCount, 'element')}, the array ${array.length}`,
      {
        op,
        operands: [shape.toString()],
        help: `pass a ${info.array.name} of ${countText(shape.elementCount, 'element')}`,
      },
    );
  }
  const copy = allocateArray(shape.type, array.length, op);
  copy.set(array as never);
  if (shape.type === 'PRED') checkPred(copy as Uint8Array, op);
  return copy;
}

function checkPred(data: Uint8Array, op: string): void {
  const wrong = data.findIndex((byte) => byte > 1);
  if (wrong >= 0) convertScalar(data[wrong] ?? 0, 'PRED', `[${wrong}]`, op);
}

function typeOfArray(array: unknown, op: string): ElementType {
  const type = isTypedArray(array) ? elementTypeOfArray(array) : undefined;
  if (type !== undefined) return type;
  throw jsError('typedArrayClass', `${describeValue(array)} is the natural array of no element type`, {
    op,
    help: 'pass a Float32Array, Float64Array, Int32Array, BigInt64Array, Uint8Array or Uint32Array',
  });
}

function checkType(type: unknown, op: string): void {
  if (type === undefined || isElementType(type)) return;
  throw jsError('shape', `${describeValue(type)} is not an element type`, {
    op,
    help: 'use a PrimitiveType name such as F32, S64 or PRED',
  });
}

/** Groups row-major elements into nested arrays, from the innermost dimension outwards: no recursion. */
function nest(flat: LiteralValue[], dimensions: readonly number[]): LiteralValue {
  let level = flat;
  for (let d = dimensions.length - 1; d >= 0; d--) {
    const size = dimensions[d] ?? 0;
    const groups = dimensions.slice(0, d).reduce((product, outer) => product * outer, 1);
    if (!(groups < 2 ** 32)) {
      throw jsError('tooBig', `${groups} nested arrays do not fit JavaScript`, { op: 'Literal.toArray' });
    }
    const current = level;
    level = Array.from({ length: groups }, (_, group) => current.slice(group * size, (group + 1) * size));
  }
  return level[0] ?? [];
}
