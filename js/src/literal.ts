import { describeValue, isPlainObject, shortened } from './describe.js';
import { elementInfo, isElementType, type ElementType, type TypedArray } from './element-type.js';
import { elementTypeHelp } from './element-type-help.js';
import { asCalled, jsError } from './errors.js';
import { inspectSymbol, internal } from './internal.js';
import type { LayoutLike } from './layout.js';
import { bytesOf, dataIn, sameData, takeNested, takeTypedArray, typeOfArray, valueDecoder } from './literal-data.js';
import type { ArrayData, ArrayShape } from './literal-data.js';
import { checkSerialized, parseData, parseSizes, serializeData, type SerializedLiteral } from './literal-json.js';
import { arrayGrid, arrayText, type RowMajorArray } from './literal-text.js';
import { flattenNested, inferNestedType, nest, nestedDimensions, type NestedArray } from './nested.js';
import { checkMade, checkReceivers } from './receiver.js';
import { Shape } from './shape.js';
import { checkBounds, completeSizes } from './sizes.js';

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
 *     Literal.from([1, 2], f32('<=10'));                 // f32[<=10], two elements of at most ten
 *     Literal.fromTypedArray(new Uint8Array(6), u8(2, 3));
 *     Literal.tuple(Literal.from(1), Literal.from(true));
 */
export class Literal {
  /** The shape, with the layout of the data. */
  readonly shape: Shape;
  /** How many elements there are along each dimension: its size, or along a dynamic one any number up to the bound. */
  readonly dynamicSizes: readonly number[];
  /** The elements of a tuple; empty for arrays and tokens. */
  readonly elements: readonly Literal[];
  /** The memory of `#stored`: with its padding, of a dynamic shape only the elements that there are. */
  readonly #data: TypedArray | undefined;
  /** The static shape whose memory the data are: the shape itself, if it is static. */
  readonly #stored: Shape;

  private constructor(shape: Shape, array: ArrayData | undefined, elements: readonly Literal[]) {
    checkMade(shape instanceof Shape && Array.isArray(elements), 'Literal', 'Literal.from, fromTypedArray or tuple');
    this.shape = shape;
    this.dynamicSizes = shape.isStatic ? shape.dimensions : Object.freeze([...(array?.sizes ?? [])]);
    this.#data = array?.data;
    this.#stored = array === undefined ? shape : shape.stored(array.sizes);
    this.elements = Object.freeze([...elements]);
  }

  /**
   * Makes a literal of a value or of nested arrays, in row-major layout unless a shape says otherwise.
   *
   * Floats are rounded to the nearest value of the type, ties to even; past the largest they become what the format
   * has: infinity, else NaN, else the largest. Integers must fit.
   *
   * @param nested - a number, bigint, boolean or complex number (`[re, im]` or `{ re, im }`), or rectangular nested
   * arrays of them
   * @param type - the element type, or the shape, whose layout and dynamic dimensions the literal then has; left out, the
   * first value tells: number F32, bigint S64, boolean PRED, `{ re, im }` C64
   * @throws HloomError `js.c9` for ragged arrays and `js.c10` for values that the type cannot hold, both with the
   * path of the offender; `js.c28` for what is no value; `js.c13` for more elements than an array can have; `js.c8` for
   * other sizes than the shape's, `js.c31` for one beyond its bound
   */
  static from(nested: NestedArray, type?: ElementType | Shape): Literal {
    const op = 'Literal.from';
    if (type instanceof Shape) return new Literal(type, takeNested(nested, arrayShape(type, op), op), []);
    checkType(type, op);
    const elementType = type ?? inferNestedType(nested);
    const sizes = nestedDimensions(nested, elementType, op);
    const data = flattenNested(nested, sizes, elementType, op);
    return new Literal(Shape.array(elementType, sizes), { data, sizes }, []);
  }

  /**
   * Makes a literal of a copy of a typed array.
   *
   * @param array - what {@link Literal.data} gives: the elements, in the order of the shape's layout (row-major unless the
   * shape says otherwise), without padding. A Float16Array is taken for F16 too.
   * @param shape - the shape, or only its sizes: the element type is then the array's (a `Uint8Array` is U8). With one
   * dynamic dimension, the length of the array tells how many elements there are along it.
   * @throws HloomError `js.c7` for the wrong class of array, `js.c8` for the wrong number of elements, `js.c10` for
   * bytes of PRED and of types of fewer than 8 bits that hold none of their values, `js.c31` for more elements than a
   * bound allows
   */
  static fromTypedArray(array: TypedArray | Float16ArrayLike, shape: Shape | readonly number[]): Literal {
    const op = 'Literal.fromTypedArray';
    const full =
      shape instanceof Shape ? shape : asCalled(op, () => Shape.array(typeOfArray(array, op), sizesFor(shape, op)));
    return new Literal(full, takeTypedArray(array, full, op, 'copy'), []);
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
   * @throws HloomError `js.c28` for anything else, `js.c21` for the text of a shape, `js.c8`, `js.c10` and `js.c31` for
   * data that do not fit it
   */
  static fromJSON(json: SerializedLiteral): Literal {
    checkSerialized(json);
    const shape = Shape.parse(json.shape);
    if (shape.isArray()) {
      const sizes = parseSizes(json.dynamicSizes, shape);
      const stored = shape.stored(sizes);
      const dense = stored.dense();
      const data = parseData(json.data, dense);
      return new Literal(shape, { data: dense === stored ? data : dataIn(data, dense, stored), sizes }, []);
    }
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

  /** @internal Makes an array literal that owns the data from now on, without a copy or a check. */
  static [internal](shape: Shape, array: ArrayData): Literal {
    return new Literal(shape, array, []);
  }

  /** @internal The memory itself; never hand it out. */
  [internal](): TypedArray | undefined {
    return this.#data;
  }

  /**
   * A copy of the elements in the natural typed array of the element type, in the order of the shape's layout and without
   * its padding; of a dynamic shape those that there are. PRED gives a `Uint8Array` of 0 and 1; integers of fewer than 8 bits take a byte each; F16 and BF16 give a `Uint16Array`
   * and F8* and F4* a `Uint8Array` of bits; C64 gives a `Float32Array` and C128 a `Float64Array` of real and imaginary
   * parts in turn.
   *
   * @throws HloomError `js.c25` for tuples and tokens
   */
  get data(): TypedArray {
    const data = this.#dense('data');
    return data === this.#data ? data.slice() : data;
  }

  /**
   * A copy of the elements of an F16 as a `Float16Array`, in the order of the shape's layout.
   *
   * @throws HloomError `js.c29` where the JavaScript engine has no such class, `js.c7` for other types, `js.c25` for
   * what has no data
   */
  toFloat16Array(): Float16ArrayLike {
    const op = 'Literal.toFloat16Array';
    const data = this.#dense('toFloat16Array');
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
   * A copy of the raw bytes, little-endian, in the order of the shape's layout and with its padding. Of a dynamic shape
   * only the elements that there are, close together.
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
    const { data, sizes } = this.#rowMajor('toArray');
    const type = this.shape.type as ElementType;
    const flat: LiteralValue[] = Array.from<number | bigint, LiteralValue>(data, valueDecoder(type));
    // The parts of complex numbers are one more dimension, the innermost.
    return nest(flat, elementInfo(type).entries === 2 ? [...sizes, 2] : sizes, 'Literal.toArray');
  }

  /**
   * The same value in another layout: `literal.relayout([0, 1])`.
   *
   * @param layout - the order of the dimensions, a {@link Layout} with padding, or a shape of the same type and sizes,
   * which is the way to give a tuple the layouts of all its arrays
   * @throws HloomError `js.c12` and `js.c30` for a layout that does not fit, `js.c24` for a shape that is another,
   * `js.c25` for the layout of what is no array
   */
  relayout(layout: LayoutLike | Shape): Literal {
    const op = 'Literal.relayout';
    if (!(layout instanceof Shape)) {
      return this.#placed(asCalled(op, () => arrayShape(this.shape, op).withLayout(layout)));
    }
    if (this.shape.toString() !== layout.toString()) throw otherShape(this.shape, layout, op);
    return this.fit(layout, op);
  }

  /** The same value in its own sizes: f32[<=10,3] with 7 rows becomes f32[7,3]. Padding goes. */
  toStatic(): Literal {
    if (this.shape.isStatic) return this;
    if (this.#data === undefined) return Literal.tuple(...this.elements.map((element) => element.toStatic()));
    return this.#placed(this.#stored);
  }

  /**
   * The same value as one of a shape with bounds: f32[7,3] becomes f32[<=10,3] with 7 rows, in the layout of that shape.
   *
   * @throws HloomError `js.c24` for a shape of another type, rank, or other static sizes; `js.c31` where it is too big for
   * a bound
   */
  toBoundedDynamic(shape: Shape): Literal {
    return this.fit(shape, 'Literal.toBoundedDynamic');
  }

  /** @internal The same value as one of this shape: its layout, its bounds. */
  fit(shape: Shape, op: string): Literal {
    checkShapeArgument(shape, op);
    if (this.shape.equals(shape)) return this;
    const tuples = this.shape.isTuple() && shape.isTuple() && this.elements.length === shape.tupleShapes.length;
    if (tuples)
      return Literal.tuple(...this.elements.map((element, i) => element.fit(shape.tupleShapes[i] as Shape, op)));
    const sizes = this.shape.type === shape.type && this.#data ? completeSizes(this.dynamicSizes, shape) : undefined;
    if (sizes === undefined || sizes.length !== this.shape.rank) throw otherShape(this.shape, shape, op);
    checkBounds(sizes, shape, op);
    return this.#placed(shape);
  }

  /**
   * Whether shape, layout and every bit are the same: -0 is not 0, and NaNs are equal where their bits are.
   *
   * @param options - `{ nanEqual: true }` makes all NaNs equal
   */
  equals(other: Literal, options: EqualsOptions = {}): boolean {
    checkEqualsArguments(other, options);
    if (!this.shape.equals(other.shape)) return false;
    if (this.#data === undefined) {
      return this.elements.every((element, index) => element.equals(other.elements[index] as Literal, options));
    }
    if (this.dynamicSizes.some((size, d) => size !== other.dynamicSizes[d])) return false;
    const type = this.shape.type as ElementType;
    return sameData(this.#dense('equals'), other.#dense('equals'), type, options.nanEqual === true);
  }

  /** The value for `JSON.stringify`, without loss; {@link Literal.fromJSON} reads it. */
  toJSON(): SerializedLiteral {
    const shape = this.shape.toStringWithLayout();
    if (this.#data !== undefined) {
      const data = serializeData(this.#dense('toJSON'), this.shape.type as ElementType);
      return { shape, ...(this.shape.isStatic ? {} : { dynamicSizes: this.dynamicSizes }), data };
    }
    return this.shape.isTuple() ? { shape, elements: this.elements.map((element) => element.toJSON()) } : { shape };
  }

  /**
   * XLA's text form: `f32[2,2] {\n  { 1, 2 },\n  { 3, 4 }\n}`; with dynamic dimensions and the sizes of the value,
   * `f32[<=10](2) {1, 2}`; of a big literal only the first elements.
   */
  toString(): string {
    if (this.#data !== undefined) return arrayText(this.#rowMajor('toString'));
    if (this.shape.isToken()) return 'token';
    return this.elements.length === 0 ? '()' : `(\n${this.elements.map(String).join(',\n')}\n)`;
  }

  /**
   * The values alone, in brackets and with aligned columns, for people: `[[1, 2],\n [3, 4]]`. Of a big literal the ends
   * of each dimension.
   */
  toPrettyString(): string {
    if (this.#data !== undefined) return arrayGrid(this.#rowMajor('toPrettyString'));
    if (this.shape.isToken()) return 'token';
    return `(${this.elements.map((element) => element.toPrettyString()).join(',\n')})`;
  }

  [inspectSymbol](): string {
    return `Literal ${this.toString()}`;
  }

  /** The elements in row-major order: the data itself where that is its order. */
  #rowMajor(op: string): RowMajorArray {
    const data = this.#own(op);
    const stored = this.#stored;
    const rowMajor = stored.hasDefaultLayout() ? data : dataIn(data, stored, stored.withDefaultLayout());
    return { shape: this.shape, sizes: this.dynamicSizes, data: rowMajor };
  }

  /** The elements in the order of the layout, without padding: the data itself where there is none. */
  #dense(op: string): TypedArray {
    const data = this.#own(op);
    return this.#stored.hasPadding() ? dataIn(data, this.#stored, this.#stored.dense()) : data;
  }

  /** A copy in the memory of another shape, into which the elements fit. */
  #placed(shape: Shape): Literal {
    const sizes = this.dynamicSizes;
    return new Literal(shape, { data: dataIn(this.#own('fit'), this.#stored, shape.stored(sizes)), sizes }, []);
  }

  #own(op: string): TypedArray {
    if (this.#data !== undefined) return this.#data;
    throw jsError('noData', `a ${this.shape.isToken() ? 'token' : 'tuple'} has no data of its own`, {
      op: `Literal.${op}`,
      operands: [this.shape.toString()],
    });
  }
}

checkReceivers(Literal, 'literal');

function checkEqualsArguments(other: unknown, options: unknown): void {
  const op = 'Literal.equals';
  if (!(other instanceof Literal)) {
    throw jsError('argumentKind', `the other value is ${describeValue(other)}, not a Literal`, {
      op,
      help: 'make a literal of it, as in Literal.from([1, 2]), or compare what toArray() gives',
    });
  }
  const unknown = isPlainObject(options) ? Object.keys(options).find((key) => key !== 'nanEqual') : '';
  if (unknown === undefined) return;
  throw jsError('options', `the options are ${unknown === '' ? describeValue(options) : `{ ${shortened(unknown)} }`}`, {
    op,
    help: 'the option is { nanEqual: true }',
  });
}

function checkShapeArgument(shape: unknown, op: string): void {
  if (shape instanceof Shape) return;
  throw jsError('argumentKind', `the shape is ${describeValue(shape)}`, {
    op,
    help: typeof shape === 'string' ? 'read the text with Shape.parse' : 'pass a Shape, such as f32(2, 3)',
  });
}

function sizesFor(sizes: unknown, op: string): readonly number[] {
  if (Array.isArray(sizes)) return sizes as number[];
  throw jsError('shape', `the shape is ${describeValue(sizes)}`, {
    op,
    help:
      typeof sizes === 'string' ? 'read the text with Shape.parse' : 'pass a Shape, or the sizes as an array: [2, 3]',
  });
}

function checkType(type: unknown, op: string): void {
  if (type === undefined || isElementType(type)) return;
  throw jsError('shape', `${describeValue(type)} is not an element type`, {
    op,
    help: elementTypeHelp(type),
  });
}

function arrayShape(shape: Shape, op: string): ArrayShape {
  if (shape.isArray()) return shape;
  throw jsError('noData', `${shape.toString()} is no array`, {
    op,
    operands: [shape.toString()],
    help: 'a tuple is made of its elements, with Literal.tuple, and takes layouts as a shape',
  });
}

function otherShape(found: Shape, wanted: Shape, op: string): Error {
  return jsError('literalShape', `the literal is ${found.toString()}, not ${wanted.toString()}`, {
    op,
    operands: [found.toString(), wanted.toString()],
    ...(op === 'Literal.relayout'
      ? { help: 'a relayout keeps type and sizes: give the same shape with another layout' }
      : {}),
  });
}
