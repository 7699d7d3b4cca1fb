import { describeValue } from './describe.js';
import { elementInfo, isElementType, type ElementType, type TypedArray } from './element-type.js';
import { jsError } from './errors.js';
import { inspectSymbol, internal } from './internal.js';
import { bytesOf, copyTypedArray, dataIn, sameData, typeOfArray, valueDecoder } from './literal-data.js';
import { checkSerialized, parseData, serializeData, type SerializedLiteral } from './literal-json.js';
import { arrayGrid, arrayText } from './literal-text.js';
import { flattenNested, inferNestedType, nestedDimensions, type NestedArray } from './nested.js';
import { Shape } from './shape.js';

/**
 * What {@link Literal.toArray} gives: a scalar, or arrays nested as deep as the rank; a complex number is `[re, im]`, and
 * a tuple an array.
 */
export type LiteralValue = number | bigint | boolean | null | LiteralValue[];

/** Options of {@link Literal.equals}. */
export interface EqualsOptions {
  /** Whether a NaN is equal to every other NaN of the type, whatever its bits. */
  readonly nanEqual?: boolean;
}

/** A typed array of 16-bit floats: TypeScript knows the class only from its newest library on. */
export type Float16ArrayLike = ArrayBufferView & ArrayLike<number> & Iterable<number>;

/** Beyond this many elements nested arrays could exhaust the JavaScript heap, which ends the process. */
const maxNestedElements = 2 ** 26;

/**
 * A value: an array of an element type, a tuple of values, or a token. Immutable; owns its data.
 *
 *     Literal.from([[1, 2, 3], [4, 5, 6]]);              // f32[2,3]
 *     Literal.from([1, 2, 3], 'S32');                    // s32[3]
 *     Literal.from([[1, -1], [0, 2]], 'C64');            // c64[2]: 1-i and 2i
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
   * Floats are rounded to the nearest value of the type, ties to even; past the largest they become what the format
   * has: infinity, else NaN, else the largest. Integers must fit.
   *
   * @param nested - a number, bigint, boolean or complex number (`[re, im]` or `{ re, im }`), or rectangular nested
   * arrays of them
   * @param type - the element type; left out, the first value tells: number F32, bigint S64, boolean PRED, `{ re, im }`
   * C64
   * @throws HloomError `js.c9` for ragged arrays and `js.c10` for values that the type cannot hold, both with the
   * path of the offender; `js.c28` for what is no value; `js.c13` for more elements than an array can have
   */
  static from(nested: NestedArray, type?: ElementType): Literal {
    const op = 'Literal.from';
    checkType(type, op);
    const elementType = type ?? inferNestedType(nested);
    const dimensions = nestedDimensions(nested, elementType, op);
    return new Literal(Shape.array(elementType, dimensions), flattenNested(nested, dimensions, elementType, op), []);
  }

  /**
   * Makes a literal of a copy of a typed array.
   *
   * @param array - what {@link Literal.data} gives: the elements, in the order of the shape's layout (row-major unless the
   * shape says otherwise). A Float16Array is taken for F16 too.
   * @param shape - the shape, or only its sizes: the element type is then the array's (a `Uint8Array` is U8)
   * @throws HloomError `js.c7` for the wrong class of array, `js.c8` for the wrong number of elements, `js.c10` for
   * bytes of PRED and of types of fewer than 8 bits that hold none of their values
   */
  static fromTypedArray(array: TypedArray | Float16ArrayLike, shape: Shape | readonly number[]): Literal {
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

  /**
   * Makes the literal that {@link Literal.toJSON} described.
   *
   * @throws HloomError `js.c28` for anything else, `js.c21` for the text of a shape, `js.c8` and `js.c10` for data that
   * do not fit it
   */
  static fromJSON(json: SerializedLiteral): Literal {
    checkSerialized(json);
    const shape = Shape.parse(json.shape);
    if (shape.isArray()) return new Literal(shape, parseData(json.data, shape), []);
    if (shape.isToken()) return Literal.token();
    const elements: unknown = json.elements;
    if (!shape.isTuple() || !Array.isArray(elements) || elements.length !== shape.tupleShapes.length) {
      throw jsError('literalElement', `${describeValue(elements)} are not the elements of ${json.shape}`, {
        op: 'Literal.fromJSON',
        help: 'pass what Literal.toJSON gave',
      });
    }
    // As deep as the tuples of the shape, whose text has been read: no deeper than shapes may be.
    const literal = Literal.tuple(...elements.map((element) => Literal.fromJSON(element as SerializedLiteral)));
    if (literal.shape.equals(shape)) return literal;
    throw jsError('literalShape', `the elements have the shapes of ${literal.shape.toString()}, not ${json.shape}`, {
      op: 'Literal.fromJSON',
    });
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
   * A copy of the elements in the natural typed array of the element type, in the order of the shape's layout. PRED
   * gives a `Uint8Array` of 0 and 1; integers of fewer than 8 bits take a byte each; F16 and BF16 give a `Uint16Array`
   * and F8* and F4* a `Uint8Array` of bits; C64 gives a `Float32Array` and C128 a `Float64Array` of real and imaginary
   * parts in turn.
   *
   * @throws HloomError `js.c25` for tuples and tokens
   */
  get data(): TypedArray {
    return this.#own('data').slice();
  }

  /**
   * A copy of the elements of an F16 as a `Float16Array`, in the order of the shape's layout.
   *
   * @throws HloomError `js.c29` where the JavaScript engine has no such class, `js.c7` for other types, `js.c25` for
   * what has no data
   */
  toFloat16Array(): Float16ArrayLike {
    const op = 'Literal.toFloat16Array';
    const data = this.#own('toFloat16Array');
    if (this.shape.type !== 'F16') {
      throw jsError('typedArrayClass', `${this.shape.toString()} has no elements of 16-bit floats`, {
        op,
        operands: [this.shape.toString()],
        help: 'read .data or toArray(); only F16 has the format of a Float16Array',
      });
    }
    const { Float16Array } = globalThis as { Float16Array?: new (buffer: ArrayBufferLike) => Float16ArrayLike };
    if (Float16Array !== undefined) return new Float16Array(data.slice().buffer);
    throw jsError('float16Array', 'this JavaScript engine has no Float16Array', { op });
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
   * The value as JavaScript writes it: nested arrays in index order, whatever the layout. Numbers for floats of every
   * format and integers up to 32 bits, bigints for S64 and U64, booleans for PRED, `[re, im]` for complex numbers; a
   * tuple gives an array of its elements, a token null.
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
    const type = this.shape.type as ElementType;
    const flat: LiteralValue[] = Array.from<number | bigint, LiteralValue>(rowMajor, valueDecoder(type));
    // The parts of complex numbers are one more dimension, the innermost.
    return nest(flat, elementInfo(type).entries === 2 ? [...this.shape.dimensions, 2] : this.shape.dimensions);
  }

  /** @internal The elements in row-major order: the data itself where that is its order. */
  rowMajor(): TypedArray {
    const data = this.#own('rowMajor');
    return this.shape.hasDefaultLayout() ? data : dataIn(data, this.shape, this.shape.withDefaultLayout());
  }

  /** The same value in another layout. */
  withLayout(minorToMajor: readonly number[]): Literal {
    const data = this.#own('withLayout');
    const shape = Shape.array(this.shape.type as ElementType, this.shape.dimensions, minorToMajor);
    return new Literal(shape, dataIn(data, this.shape, shape), []);
  }

  /**
   * Whether shape, layout and every bit are the same: -0 is not 0, and NaNs are equal where their bits are.
   *
   * @param options - `{ nanEqual: true }` makes all NaNs equal
   */
  equals(other: Literal, options: EqualsOptions = {}): boolean {
    if (!this.shape.equals(other.shape)) return false;
    if (this.#data === undefined) {
      return this.elements.every((element, index) => element.equals(other.elements[index] as Literal, options));
    }
    return sameData(this.#data, other.#own('equals'), this.shape.type as ElementType, options.nanEqual === true);
  }

  /** The value for `JSON.stringify`, without loss; {@link Literal.fromJSON} reads it. */
  toJSON(): SerializedLiteral {
    const shape = this.shape.toStringWithLayout();
    if (this.#data !== undefined) {
      return { shape, data: serializeData(this.#data, this.shape.type as ElementType) };
    }
    return this.shape.isTuple() ? { shape, elements: this.elements.map((element) => element.toJSON()) } : { shape };
  }

  /** XLA's text form: `f32[2,2] {\n  { 1, 2 },\n  { 3, 4 }\n}`; of a big literal only the first elements. */
  toString(): string {
    if (this.#data !== undefined) return arrayText({ shape: this.shape, data: this.rowMajor() });
    if (this.shape.isToken()) return 'token';
    return this.elements.length === 0 ? '()' : `(\n${this.elements.map(String).join(',\n')}\n)`;
  }

  /**
   * The values alone, in brackets and with aligned columns, for people: `[[1, 2],\n [3, 4]]`. Of a big literal the ends
   * of each dimension.
   */
  toPrettyString(): string {
    if (this.#data !== undefined) return arrayGrid({ shape: this.shape, data: this.rowMajor() });
    if (this.shape.isToken()) return 'token';
    return `(${this.elements.map((element) => element.toPrettyString()).join(',\n')})`;
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
