import { iterateBy } from '../base/iterate.js';
import { isDetached } from './detached.js';
import { atCaller, calledNow, methodOf } from '../base/call-stack.js';
import { describeValue, isArray, isPlainObject, shortened } from '../base/describe.js';
import {
  elementInfo,
  spelledElementType,
  type ElementType,
  type ElementTypeName,
  type TypedArray,
} from './element-type.js';
import { elementTypeHelp } from './element-type-help.js';
import { asCalled, HloomError, inElement, jsError } from '../base/errors.js';
import { inspectSymbol, internal } from '../base/internal.js';
import { helpUnlessLookAlike } from '../base/look-alike.js';
import type { LayoutLike } from './layout.js';
import { bytesOf, checkSmallElements, dataIn, sameData, takeNested, takeTypedArray } from './literal-data.js';
import { typeOfArray, valueDecoder, withPadding, type ArrayData, type TypedArrayUse } from './literal-data.js';
import { serializeData, type SerializedLiteral } from './literal-json.js';
import { isLiteralLike, readLiteral, type LiteralLike, type LiteralParts } from './literal-like.js';
import { arrayGrid, arrayText, type RowMajorArray } from './literal-text.js';
import { flattenNested, inferNestedType, nest, nestedDimensions, type NestedArray } from './nested.js';
import { checkMade, checkOwner, checkReceivers } from '../base/receiver.js';
import { isArrayShape, Shape, shapeHelp, type ArrayShape } from './shape.js';
import { checkBounds, completeSizes } from './sizes.js';
import type { ArrayOf, DataOf, ElementOf, IteratorOf, LiteralFrom, Rectangular, TypeOfNested } from './typed.js';

/**
 * The result of {@link Literal.toArray}: a scalar, or arrays nested as deep as the rank; a complex number is `[re,
 * im]`, and a tuple an array.
 */
export type LiteralValue = number | bigint | boolean | null | LiteralValue[];

/** The result of {@link Literal.item}; for a complex number, both parts. */
export type ItemValue = number | bigint | boolean | readonly [re: number, im: number];

/** Options of {@link Literal.equals}. */
export interface EqualsOptions {
  /** True if a NaN is equal to every other NaN of the type, even with different bits. */
  readonly nanEqual?: boolean;
}

/** A typed array of 16-bit floats: TypeScript knows the class only from its newest library on. */
export type Float16ArrayLike = ArrayBufferView & ArrayLike<number> & Iterable<number>;

/** Beyond this many elements nested arrays could exhaust the JavaScript heap, which ends the process. */
const maxNestedElements = 2 ** 26;

/**
 * A value: an array of an element type, a tuple of values, or a token. Its own properties describe it completely:
 * `assert.deepStrictEqual` and Jest's `toEqual` find two literals equal exactly when their shapes with their layouts,
 * their sizes and their elements are equal. It shares its data with no other literal. Writing to the data changes this
 * literal, but not programs or runs that it was passed to before. `structuredClone`, `postMessage` and JSON turn a
 * literal into plain objects, which {@link Literal.from} reads.
 *
 *     Literal.from([[1, 2, 3], [4, 5, 6]]);              // f32[2,3]
 *     Literal.from([1, 2, 3], 'S32');                    // s32[3]
 *     Literal.from([[1, -1], [0, 2]], 'C64');            // c64[2]: 1-i and 2i
 *     Literal.from([1, 2], f32('<=10'));                 // f32[<=10], two elements of at most ten
 *     Literal.fromTypedArray(new Uint8Array(6), u8(2, 3));
 *     Literal.tuple(Literal.from(1), Literal.from(true));
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export class Literal<T = any, D = any> {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static readonly name: string = 'Literal';
  /** The elements of a tuple, in order: `const [values, indices] = result`. Only tuples have it. */
  declare readonly [Symbol.iterator]: IteratorOf<T, Literal>;
  /** The shape, with the layout of the data. */
  readonly shape: Shape<T, D>;
  /** The number of elements along each dimension: its size, or along a dynamic dimension any number up to the bound. */
  readonly dynamicSizes: readonly number[];
  /** The elements of a tuple, the same literals that it was made of; empty for arrays and tokens. */
  readonly elements: readonly Literal[];
  readonly #data: TypedArray | undefined;
  /** The static shape whose memory the data are: that of the value's own sizes, without padding. */
  readonly #dense: Shape;

  private constructor(shape: Shape, array: ArrayData | undefined, elements: readonly Literal[]) {
    checkMade(shape instanceof Shape && Array.isArray(elements), 'Literal', 'Literal.from, fromTypedArray or tuple');
    this.shape = shape as Shape<T, D>;
    this.dynamicSizes = shape.isStatic ? shape.dimensions : Object.freeze([...(array?.sizes ?? [])]);
    this.elements = Object.freeze([...elements]);
    if (shape.isTuple) iterateBy(this, (tuple) => tuple.elements.values());
    this.#data = array?.data;
    this.#dense = array === undefined ? shape : shape.stored(array.sizes).dense();
    // The data are an own property, because comparing, copying and printing objects uses own properties. A tuple has
    // the getter below.
    if (array !== undefined) Object.defineProperty(this, 'data', { value: array.data, enumerable: true });
    Object.freeze(this);
  }

  /** @internal Returns whether a value is a `Literal`, which a Proxy of one is not: see look-alike.ts. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #dense in value;
  }

  /**
   * Makes a literal of a value or of nested arrays, in row-major layout unless the shape has another one; or of another
   * literal, or of the result of `structuredClone`, `postMessage` or JSON for one. All data are copied.
   *
   * Floats are rounded to the nearest value of the type, ties to even; beyond the largest one they become infinity, or
   * NaN or the largest value in formats without it. Integers must fit.
   *
   * @param value - a number, bigint, boolean or complex number (`[re, im]` or `{ re, im }`), or rectangular nested
   * arrays of them; or a literal or its clone
   * @param type - the element type, or the shape, whose layout and dynamic dimensions the literal then has; by default
   * the first value decides: number F32, bigint S64, boolean PRED, `{ re, im }` C64. A literal must have this type, or
   * takes the layout and the bounds of this shape.
   * @throws HloomError `js.c9` for ragged arrays and `js.c10` for values that the type cannot hold, both with the path
   * of the offender; `js.c28` for anything but a value; `js.c13` for more elements than an array can have; `js.c8` for
   * other sizes than the shape's, `js.c31` for one beyond its bound; `js.c24` for a literal of another type or shape,
   * `js.c60` for one whose data were transferred
   */
  static from<
    const V extends NestedArray | Literal | LiteralLike,
    N extends ElementTypeName | Shape | undefined = undefined,
  >(value: V & Rectangular<V>, type?: N): LiteralFrom<V, N>;
  static from(value: NestedArray | Literal | LiteralLike, type?: ElementTypeName | Shape): Literal {
    const op = 'Literal.from';
    if (isLiteralLike(value)) return Literal.#read(value, type, op);
    if (type instanceof Shape) return new Literal(type, takeNested(value, arrayShape(type, op), op), []);
    const elementType = elementTypeGiven(type, op) ?? inferNestedType(value);
    const sizes = nestedDimensions(value, elementType, op);
    const data = flattenNested(value, sizes, elementType, op);
    return new Literal(Shape.array(elementType, sizes), { data, sizes }, []);
  }

  /**
   * Makes a literal of a copy of a typed array.
   *
   * @param array - what {@link Literal.data} gives: the elements, in the order of the shape's layout (row-major unless the
   * shape states otherwise), without padding. A Float16Array is taken for F16 too.
   * @param shape - the shape, or only its sizes: the element type is then the array's (a `Uint8Array` is U8). With one
   * dynamic dimension, its size follows from the length of the array.
   * @throws HloomError `js.c7` for the wrong class of array, `js.c8` for the wrong number of elements, `js.c10` for
   * bytes of PRED and of types of fewer than 8 bits that hold none of their values, `js.c31` for more elements than a
   * bound allows
   */
  static fromTypedArray<T, D>(array: TypedArray | Float16ArrayLike, shape: Shape<T, D>): Literal<T, D>;
  static fromTypedArray<A extends TypedArray, const D extends readonly number[]>(
    array: A,
    shape: D,
  ): Literal<TypeOfNested<A>, D>;
  static fromTypedArray(array: TypedArray | Float16ArrayLike, shape: Shape | readonly number[]): Literal;
  static fromTypedArray(array: TypedArray | Float16ArrayLike, shape: Shape | readonly number[]): Literal {
    const op = 'Literal.fromTypedArray';
    const full =
      shape instanceof Shape ? shape : asCalled(op, () => Shape.array(typeOfArray(array, op), sizesFor(shape, op)));
    return new Literal(full, takeTypedArray(array, full, op, 'copy'), []);
  }

  /** Makes a tuple of these elements. */
  static tuple(...elements: Literal[]): Literal {
    // This is not wrapped like the others: the stack has room for that many arguments only once.
    return calledNow(methodOf(Literal, 'tuple'), () => {
      for (const [index, element] of elements.entries()) {
        if (!(element instanceof Literal)) {
          throw jsError('literalElement', `element ${index} of the tuple is ${describeValue(element)}, not a Literal`, {
            op: 'Literal.tuple',
            help: helpUnlessLookAlike(
              element,
              isArray(element) && (element as readonly unknown[])[0] instanceof Literal
                ? 'pass the literals one by one: Literal.tuple(...literals)'
                : 'make each element with Literal.from',
            ),
          });
        }
      }
      return asCalled('Literal.tuple', () => tupleOf(elements));
    });
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
    return Literal.#of(readLiteral(json, 'Literal.fromJSON'));
  }

  static #read(value: Literal | LiteralLike, type: ElementTypeName | Shape | undefined, op: string): Literal {
    const wanted = type instanceof Shape ? undefined : elementTypeGiven(type, op);
    const literal = value instanceof Literal ? value.#copy(op) : Literal.#of(readLiteral(value, op));
    if (type instanceof Shape) return literal.fit(type, op);
    if (wanted === undefined || wanted === literal.shape.type) return literal;
    throw jsError(
      'literalShape',
      `the literal is ${literal.shape.toString()}, not of type ${elementInfo(wanted).text}`,
      {
        op,
        operands: [literal.shape.toString()],
        help: 'leave the type out; convertElementType of a program converts values, and Literal.from(literal.toArray(), type)',
      },
    );
  }

  static #of({ shape, array, elements }: LiteralParts): Literal {
    return new Literal(
      shape,
      array,
      elements.map((part) => Literal.#of(part)),
    );
  }

  /** @internal Makes a literal that owns the data, or has the elements, from now on, without a copy or a check. */
  static [internal](shape: Shape, array: ArrayData | undefined, elements: readonly Literal[] = []): Literal {
    return new Literal(shape, array, elements);
  }

  /**
   * @internal The memory as the core keeps it, padding included; undefined for literals that are not arrays. Do not
   * write to it: it may be the data themselves.
   */
  [internal](op: string): TypedArray | undefined {
    return this.#data === undefined ? undefined : this.#padded(op);
  }

  /**
   * The elements of an array: the literal's own typed array, an enumerable property of its own, and the same object each
   * time. Writing to it changes the literal.
   *
   * It is the natural typed array of the element type, in the order of the shape's layout; padding is left out, and for
   * a dynamic shape, the data have only the elements of the value. PRED has a `Uint8Array` of 0 and 1; integers of
   * fewer than 8 bits take a byte each; F16 and BF16 have a `Uint16Array` and F8* and F4* a `Uint8Array` of bits; C64
   * has a `Float32Array` and C128 a `Float64Array` of real and imaginary parts in turn.
   *
   * @throws HloomError `js.c25` for tuples and tokens
   */
  get data(): DataOf<T> {
    checkOwner(this instanceof Literal, this, 'literal', 'data');
    throw this.#noData('Literal.data');
  }

  /**
   * Returns the value of a scalar: a bigint for S64 and U64, a boolean for PRED, `[re, im]` for a complex number,
   * otherwise a number.
   *
   * @throws HloomError `js.c63` for everything else, including arrays of one element
   */
  item(): ElementOf<T>;
  item<R>(): R;
  item(): unknown {
    if (this.shape.isScalar) return this.toArray();
    throw this.#notScalar('Literal.item', `${this.shape.toString()} is not a scalar`);
  }

  /**
   * Converts the literal to a primitive value: in `literal + 1`, `literal < 2` or `Number(literal)` the value of {@link
   * Literal.item}, in `${literal}` the text of {@link Literal.toString}.
   *
   * @throws HloomError `js.c63` for a number if the literal is not a real scalar
   */
  [Symbol.toPrimitive](hint: string): string | number | bigint | boolean {
    if (hint === 'string') return this.toString();
    const value = this.shape.isScalar ? this.item() : undefined;
    if (value !== undefined && typeof value !== 'object') return value;
    const refused = this.#notScalar('Literal', `${this.shape.toString()} is not a number`);
    throw atCaller(refused, methodOf(Literal, Symbol.toPrimitive));
  }

  /**
   * Returns a copy of the elements of an F16 as a `Float16Array`, in the order of the shape's layout.
   *
   * @throws HloomError `js.c29` if the JavaScript engine has no such class, `js.c7` for other types, `js.c25` for
   * literals without data
   */
  toFloat16Array(): Float16ArrayLike {
    const op = 'Literal.toFloat16Array';
    const data = this.#own(op);
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
   * Returns a copy of the raw bytes, little-endian, in the order of the shape's layout and with its padding. For a
   * dynamic shape these are only the elements of the value, without gaps.
   *
   * @throws HloomError `js.c25` for tuples and tokens
   */
  bytes(): Uint8Array {
    return bytesOf(this.#padded('Literal.bytes')).slice();
  }

  /**
   * Returns the value as nested arrays in index order, for any layout. They have numbers for floats of every format and
   * integers up to 32 bits, bigints for S64 and U64, booleans for PRED, `[re, im]` for complex numbers; a tuple is an
   * array of its elements, a token null.
   *
   * @throws HloomError `js.c13` if there would be more arrays than JavaScript can hold
   */
  toArray(): ArrayOf<T, D>;
  toArray<R>(): R;
  toArray(): unknown {
    if (this.#data === undefined) {
      return this.shape.isToken ? null : this.elements.map((element) => element.toArray());
    }
    if (this.#data.length > maxNestedElements) {
      throw jsError('tooBig', `${this.#data.length} elements are too many for nested arrays`, {
        op: 'Literal.toArray',
        operands: [this.shape.toString()],
        help: 'read .data, which is one typed array',
      });
    }
    const { data, sizes } = this.#rowMajor('Literal.toArray');
    const type = this.shape.type as ElementType;
    const flat: LiteralValue[] = Array.from<number | bigint, LiteralValue>(data, valueDecoder(type));
    // The parts of complex numbers are one more dimension, the innermost.
    return nest(flat, elementInfo(type).entries === 2 ? [...sizes, 2] : sizes, 'Literal.toArray');
  }

  /**
   * Returns a literal of the same value in another layout: `literal.relayout([0, 1])`.
   *
   * @param layout - the order of the dimensions, a {@link Layout} with padding, or a shape of the same type and sizes,
   * which can set the layouts of all arrays of a tuple; row-major by default, also for the arrays of a tuple
   * @throws HloomError `js.c12` and `js.c30` for a layout that does not fit, `js.c24` for another shape, `js.c25` for a
   * layout if this is not an array
   */
  relayout(layout: LayoutLike | Shape = this.shape.withDefaultLayout()): Literal {
    const op = 'Literal.relayout';
    if (!(layout instanceof Shape)) {
      return this.#placed(
        asCalled(op, () => arrayShape(this.shape, op).withLayout(layout)),
        op,
      );
    }
    if (layout !== this.shape && this.shape.toString() !== layout.toString()) {
      throw otherShape(this.shape, layout, op);
    }
    return this.fit(layout, op, 'copy');
  }

  /**
   * Returns a literal of the same value with a static shape: f32[<=10,3] with 7 rows becomes f32[7,3], without padding.
   */
  toStatic(): Literal {
    const op = 'Literal.toStatic';
    if (this.shape.isStatic) return this.#copy(op);
    if (this.#data === undefined) return tupleOf(this.elements.map((element) => element.toStatic()));
    return this.#placed(this.#dense, op);
  }

  /**
   * Returns a literal of the same value with a bounded shape: f32[7,3] becomes f32[<=10,3] with 7 rows, in the layout
   * of that shape.
   *
   * @throws HloomError `js.c24` for a shape of another type, rank, or other static sizes; `js.c31` if it is too big for
   * a bound
   */
  toBoundedDynamic(shape: Shape): Literal {
    return this.fit(shape, 'Literal.toBoundedDynamic', 'copy');
  }

  /**
   * @internal The same value as one of this shape: its layout, its bounds.
   *
   * @param use - `view` where the data may be this literal's own, `copy` where they must not
   */
  fit(shape: Shape, op: string, use: TypedArrayUse = 'view'): Literal {
    checkShapeArgument(shape, op);
    if (this.shape.isTuple && shape.isTuple && this.elements.length === shape.tupleShapes.length) {
      const elements = this.elements.map((element, i) =>
        inElement(i, () => element.fit(shape.tupleShapes[i] as Shape, op, use)),
      );
      return elements.every((element, i) => element === this.elements[i]) ? this : tupleOf(elements);
    }
    if (this.shape.equals(shape)) {
      if (use === 'copy') return this.#copy(op);
      if (this.#data !== undefined) this.#own(op);
      return this;
    }
    const sizes = this.shape.type === shape.type && this.#data ? completeSizes(this.dynamicSizes, shape) : undefined;
    if (sizes === undefined || sizes.length !== this.shape.rank) throw otherShape(this.shape, shape, op);
    checkBounds(sizes, shape, op);
    return this.#placed(shape, op);
  }

  /**
   * Returns whether shape, layout and every bit are the same: -0 is not 0, and NaNs are equal if their bits are.
   *
   * @param options - `{ nanEqual: true }` makes all NaNs equal
   */
  equals(other: Literal, options: EqualsOptions = {}): boolean {
    const op = 'Literal.equals';
    checkEqualsArguments(other, options);
    if (!this.shape.equals(other.shape)) return false;
    if (this.#data === undefined) {
      return this.elements.every((element, index) => element.equals(other.elements[index] as Literal, options));
    }
    if (this.dynamicSizes.some((size, d) => size !== other.dynamicSizes[d])) return false;
    const type = this.shape.type as ElementType;
    return sameData(this.#own(op), other.#own(op), type, options.nanEqual === true);
  }

  /** The value for `JSON.stringify`, without loss; {@link Literal.from} reads it. */
  toJSON(): SerializedLiteral {
    const shape = this.shape.toStringWithLayout();
    if (this.#data !== undefined) {
      const data = serializeData(this.#own('Literal.toJSON'), this.shape.type as ElementType);
      return { shape, ...(this.shape.isStatic ? {} : { dynamicSizes: this.dynamicSizes }), data };
    }
    return this.shape.isTuple ? { shape, elements: this.elements.map((element) => element.toJSON()) } : { shape };
  }

  /**
   * XLA's text form: `f32[2,2] {\n { 1, 2 },\n { 3, 4 }\n}`; with dynamic dimensions and the sizes of the value,
   * `f32[<=10](2) {1, 2}`; for a big literal, only its first elements.
   */
  toString(): string {
    if (this.#data !== undefined) return arrayText(this.#rowMajor('Literal.toString'));
    if (this.shape.isToken) return 'token';
    return this.elements.length === 0 ? '()' : `(\n${this.elements.map(String).join(',\n')}\n)`;
  }

  /**
   * Returns only the values, in brackets and with aligned columns, for people: `[[1, 2],\n [3, 4]]`. For a big literal,
   * it shows the ends of each dimension.
   */
  toPrettyString(): string {
    if (this.#data !== undefined) return arrayGrid(this.#rowMajor('Literal.toPrettyString'));
    if (this.shape.isToken) return 'token';
    return `(${this.elements.map((element) => element.toPrettyString()).join(',\n')})`;
  }

  /** Prints a literal even if it has no value any more, so that the reason is visible. */
  [inspectSymbol](): string {
    if (!(this instanceof Literal)) return describeValue(this);
    try {
      return `Literal ${this.toString()}`;
    } catch (thrown) {
      if (!(thrown instanceof HloomError)) throw thrown;
      return `Literal ${this.shape.toString()} (${thrown.headline})`;
    }
  }

  /** The elements in row-major order: the data themselves where that is their order. */
  #rowMajor(op: string): RowMajorArray {
    const data = this.#own(op);
    const dense = this.#dense;
    const rowMajor = dense.hasDefaultLayout ? data : dataIn(data, dense, dense.withDefaultLayout());
    return { shape: this.shape, sizes: this.dynamicSizes, data: rowMajor };
  }

  /** The elements with the padding of the layout: the data themselves where there is none. */
  #padded(op: string): TypedArray {
    return withPadding(this.#own(op), this.shape.stored(this.dynamicSizes));
  }

  /** A copy in the layout of another shape, into which the elements fit. */
  #placed(shape: Shape, op: string): Literal {
    const sizes = this.dynamicSizes;
    const data = dataIn(this.#own(op), this.#dense, shape.stored(sizes).dense());
    return new Literal(shape, { data, sizes }, []);
  }

  #copy(op: string): Literal {
    if (this.#data !== undefined) return this.#placed(this.shape, op);
    return new Literal(
      this.shape,
      undefined,
      this.elements.map((element) => element.#copy(op)),
    );
  }

  /** The data, which the user may have written to or transferred. */
  #own(op: string): TypedArray {
    const data = this.#data;
    if (data === undefined) throw this.#noData(op);
    if (isDetached(data)) {
      const shape = this.shape.toString();
      throw jsError('detached', `the data of the literal ${shape} were transferred, and are gone`, {
        op,
        operands: [shape],
      });
    }
    checkSmallElements(data, this.shape.type as ElementType, op);
    return data;
  }

  #noData(op: string): Error {
    return jsError('noData', `a ${this.shape.isToken ? 'token' : 'tuple'} has no data of its own`, {
      op,
      operands: [this.shape.toString()],
    });
  }

  #notScalar(op: string, headline: string): Error {
    return jsError('notScalar', headline, { op, operands: [this.shape.toString()] });
  }

  // In the class, so that a bundler can leave it out together with the class.
  static {
    checkReceivers(this, 'literal', ['from', 'fromTypedArray', 'fromJSON']);
  }
}

/** @internal Makes a tuple. This makes no call with as many arguments as the tuple has elements: engines limit them. */
export function tupleOf(elements: readonly Literal[]): Literal {
  return Literal[internal](Shape.tuple(elements.map(({ shape }) => shape)), undefined, elements);
}

function checkEqualsArguments(other: unknown, options: unknown): void {
  const op = 'Literal.equals';
  if (!(other instanceof Literal)) {
    throw jsError('argumentKind', `the other value is ${describeValue(other)}, not a Literal`, {
      op,
      help: helpUnlessLookAlike(
        other,
        'make a literal of it, as in Literal.from([1, 2]), or compare what toArray() gives',
      ),
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
  throw jsError('argumentKind', `the shape is ${describeValue(shape)}`, { op, help: shapeHelp(shape) });
}

function sizesFor(sizes: unknown, op: string): readonly number[] {
  if (isArray(sizes)) return sizes as number[];
  throw jsError('shape', `the shape is ${describeValue(sizes)}`, {
    op,
    help: shapeHelp(sizes, 'pass a Shape, or the sizes as an array: [2, 3]'),
  });
}

function elementTypeGiven(type: unknown, op: string): ElementType | undefined {
  const element = spelledElementType(type);
  if (type === undefined || element !== undefined) return element;
  throw jsError('shape', `${describeValue(type)} is not an element type`, {
    op,
    help: isArray(type)
      ? 'nested arrays have their sizes already; a typed array takes them in Literal.fromTypedArray(array, [2, 3])'
      : elementTypeHelp(type),
  });
}

function arrayShape(shape: Shape, op: string): ArrayShape {
  if (isArrayShape(shape)) return shape;
  throw jsError('noData', `${shape.toString()} is not an array`, {
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
