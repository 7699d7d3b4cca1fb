import { atCaller, methodOf } from '../base/call-stack.js';
import { describeValue, isArray } from '../base/describe.js';
import { textOnly } from '../base/primitive.js';
import { elementInfo, spelledElementType, type ElementType, type ElementTypeName } from './element-type.js';
import { elementTypeHelp } from './element-type-help.js';
import { asCalled, jsError } from '../base/errors.js';
import { maxShapeParts, maxTupleDepth as maxShapeDepth } from '../generated/limits.js';
import { dimensionNumber, indexToLinear, linearToIndex } from './index-util.js';
import { inspectSymbol } from '../base/internal.js';
import { helpUnlessLookAlike } from '../base/look-alike.js';
import {
  defaultLayout,
  isDefaultLayout,
  layoutFromJson,
  layoutOf,
  layoutText,
  layoutToJson,
  withoutPadding,
  type Layout,
  type LayoutLike,
} from './layout.js';
import { checkMade, checkReceivers } from '../base/receiver.js';
import { readShape, type ShapeLike } from './shape-like.js';
import { parseShape } from './shape-text.js';
import { readSizes, sizesText, type DimensionSize } from './sizes.js';
import { storedSizes, strides } from './strided.js';
import type { SizesFrom, SizesOf, Spelled, TypeOf } from './typed.js';
import { int64FromJson, type ShapeJson } from '../base/wire.js';

/** The kinds of a {@link Shape}: an array of an element type, a tuple, a token, an opaque, or a buffer. */
export type ShapeType = ElementType | 'TUPLE' | 'TOKEN' | 'OPAQUE_TYPE' | 'BUFFER';

/** The shape of an array, for TypeScript. */
export type ArrayShape = Shape & { readonly type: ElementType; readonly layout: Layout };

/** Returns whether a shape is that of an array; a getter such as `isArray` cannot narrow the type. */
export function isArrayShape(shape: Shape): shape is ArrayShape {
  return shape.isArray;
}

/** The values that the JSON of a shape may refer to. */
export interface KnownShapes {
  /** The shapes of operations, by their ids. */
  readonly shapes?: ReadonlyMap<number, Shape>;
  /** The tuples that were read so far. */
  tuples?: Shape[];
}

/**
 * The shape of a value: an element type with sizes and a layout, a tuple of shapes, a token, an opaque, or a buffer.
 * Immutable. Its own properties describe it completely: two shapes are deeply equal exactly when {@link Shape.equals}
 * returns true, and {@link Shape.from} reads the results of `structuredClone` and JSON for a shape.
 *
 *     f32(2, 3).toString();                       // 'f32[2,3]'
 *     tuple(s32(), f32(10)).toString();           // '(s32[], f32[10])'
 *     Shape.parse('f32[2,3]{0,1}').layout;        // { minorToMajor: [0, 1] }
 *     f32('<=10', 3).isDynamicDimension(0);       // true: values have 0 to 10 rows
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export class Shape<T = any, D = any> {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static readonly name: string = 'Shape';
  /** The element type of an array, or `'TUPLE'`, `'TOKEN'`, `'OPAQUE_TYPE'` or `'BUFFER'`. */
  readonly type: TypeOf<T>;
  /** The size of each dimension, for a dynamic one its bound; empty for scalars and for shapes that are not arrays. */
  readonly dimensions: SizesOf<D>;
  /**
   * For each dimension, whether it is dynamic: then its size is a bound, and each value has its own number of elements.
   */
  readonly dynamicDimensions: readonly boolean[];
  /**
   * The order in memory, the padding, and XLA's properties of other machines; `undefined` for shapes that are not
   * arrays.
   */
  readonly layout: Layout | undefined;
  /** The shapes of a tuple's elements; empty for everything else. */
  readonly tupleShapes: readonly Shape[];
  /** The shape of the array that a buffer holds; everything else has no such property. */
  declare readonly bufferShape?: Shape;
  /** The depth of nested tuples, which limits the recursion over a shape. */
  readonly #depth: number;
  /** The number of shapes in it, itself included, which a walk over it visits. */
  readonly #parts: number;

  private constructor(
    type: ShapeType,
    dimensions: readonly number[],
    dynamicDimensions: readonly boolean[],
    layout: Layout | undefined,
    tupleShapes: readonly Shape[],
    bufferShape?: Shape,
  ) {
    checkMade(Array.isArray(tupleShapes), 'Shape', 'f32(2, 3) and the like, tuple(...), Shape.array or Shape.parse');
    this.type = type as TypeOf<T>;
    this.dimensions = Object.freeze([...dimensions]) as SizesOf<D>;
    this.dynamicDimensions = Object.freeze([...dynamicDimensions]);
    this.layout = layout;
    this.tupleShapes = Object.freeze([...tupleShapes]);
    if (bufferShape !== undefined) this.bufferShape = bufferShape;
    this.#depth = type === 'TUPLE' ? 1 + tupleShapes.reduce((depth, shape) => Math.max(depth, shape.#depth), 0) : 0;
    this.#parts = tupleShapes.reduce((parts, shape) => parts + shape.#parts, 1);
    Object.freeze(this);
  }

  /** @internal Returns whether a value is a `Shape`, which a Proxy of one is not: see look-alike.ts. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #depth in value;
  }

  /**
   * The shape of an array.
   *
   * @param type - the element type, for example `'F32'`
   * @param dimensions - the sizes, or as `'<=10'` the bounds of dynamic dimensions; none for a scalar
   * @param layout - row-major when left out
   * @throws HloomError `js.c11` for a size that is not an integer from 0 to 2^53 - 1, `js.c12` for a layout that is not
   * a permutation of the dimensions, `js.c30` for padding that does not fit, `js.c35` for other invalid properties
   */
  static array<N extends ElementTypeName, const A extends readonly DimensionSize[] = []>(
    type: N,
    dimensions?: A,
    layout?: LayoutLike,
  ): Shape<Spelled<N>, SizesFrom<A>>;
  static array(type: ElementTypeName, dimensions: readonly DimensionSize[] = [], layout?: LayoutLike): Shape {
    const element = spelledElementType(type);
    if (element === undefined) {
      throw jsError('shape', `${describeValue(type)} is not an element type`, {
        op: 'Shape.array',
        help: elementTypeHelp(type),
      });
    }
    if (!isArray(dimensions)) {
      throw jsError('shape', `the sizes are ${describeValue(dimensions)}, not an array`, { op: 'Shape.array' });
    }
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- the arguments have these types
    return asCalled('Shape.array', () => {
      const { sizes, dynamic } = readSizes(dimensions, elementInfo(element).text);
      return Shape.#array(element, sizes, dynamic, layout);
    });
  }

  /**
   * The shape of a tuple of these elements.
   *
   * @throws HloomError `js.c11` for an element that is not a shape, `js.c20` for tuples nested too deeply, `js.c90` for
   * more than 2,097,152 shapes in one
   */
  static tuple(shapes: readonly Shape[]): Shape {
    if (!isArray(shapes)) {
      throw jsError('shape', `the elements are ${describeValue(shapes)}, not an array of shapes`, {
        op: 'Shape.tuple',
        help: 'pass an array, as in Shape.tuple([f32(2), s32()]), or write tuple(f32(2), s32())',
      });
    }
    for (const [index, shape] of shapes.entries()) {
      if (!(shape instanceof Shape)) {
        throw jsError('shape', `element ${index} of the tuple is ${describeValue(shape)}, not a shape`, {
          op: 'Shape.tuple',
          help: helpUnlessLookAlike(shape, 'use shapes as the elements, as in tuple(f32(2), s32())'),
        });
      }
      if (shape.#depth === maxShapeDepth) {
        throw jsError('depth', `the tuple is nested more than ${maxShapeDepth} deep`, { op: 'Shape.tuple' });
      }
    }
    if (shapes.reduce((parts: number, shape: Shape) => parts + shape.#parts, 1) > maxShapeParts) {
      throw jsError('parts', `the tuple has more than ${maxShapeParts} parts`, { op: 'Shape.tuple' });
    }
    return new Shape('TUPLE', [], [], undefined, shapes);
  }

  /** The shape of a token: it orders side effects and has no data. */
  static token(): Shape {
    return new Shape('TOKEN', [], [], undefined, []);
  }

  /** The shape of an opaque: a value that programs forward without reading it. */
  static opaque(): Shape {
    return new Shape('OPAQUE_TYPE', [], [], undefined, []);
  }

  /**
   * The shape of a buffer, `b(f32[4])`: memory that holds an array, for custom calls of XLA's back ends to write to in place.
   * Programs with buffers are read and written, but not run.
   *
   * @throws HloomError `js.c11` for what is not the shape of an array
   */
  static buffer(array: Shape): Shape {
    if (array instanceof Shape && array.isArray) return new Shape('BUFFER', [], [], undefined, [], array);
    const given = array instanceof Shape ? array.toString() : describeValue(array);
    throw jsError('shape', `a buffer cannot hold ${given}`, {
      op: 'Shape.buffer',
      help: helpUnlessLookAlike(array, 'a buffer holds one array, as in Shape.buffer(f32(4))'),
    });
  }

  /**
   * Reads XLA's text form: `f32[2,3]`, `f32[2,3]{0,1}`, `f32[<=10,3]`, `(s32[], f32[10])`, `token[]`, `opaque[]`,
   * `b(f32[4])`; and hloom's own form for padded layouts: `f32[2,3]{0,1:PAD(3,5)ZERO_PAD}`. The other properties of
   * XLA's layouts are kept: `f32[8,128]{1,0:T(8,128)S(1)}`.
   *
   * @throws HloomError `js.c21` for anything else, naming the position; `js.c12`, `js.c30` and `js.c35` for layouts that do
   * not fit
   */
  static parse(text: string): Shape {
    return asCalled('Shape.parse', () => parseShape(text, Shape, maxShapeDepth));
  }

  /**
   * Makes a shape from any of its forms: its text, or the result of `structuredClone`, `postMessage` or JSON for a
   * shape. A shape is returned unchanged.
   *
   * @throws HloomError `js.c11` for anything but a shape, and what {@link Shape.parse} and {@link Shape.array} throw
   */
  static from(value: Shape | ShapeLike | string): Shape {
    if (value instanceof Shape) return value;
    return typeof value === 'string' ? Shape.parse(value) : readShape(value, Shape, maxShapeDepth);
  }

  /** @internal Reads the form that the core speaks. */
  static fromJson(json: ShapeJson, depth = 0, known: KnownShapes = {}): Shape {
    if (json.op !== undefined) return known.shapes?.get(json.op) as Shape;
    if (depth > maxShapeDepth) throw jsError('depth', 'the tuple is nested too deeply', { op: 'Shape' });
    if (json.type === 'TUPLE') {
      const tuples = (known.tuples ??= []);
      const shapes = (json.tuple_shapes ?? []).map((element) =>
        typeof element === 'number' ? (tuples[element] as Shape) : Shape.fromJson(element, depth + 1, known),
      );
      const shape = Shape.tuple(shapes);
      tuples.push(shape);
      return shape;
    }
    if (json.type === 'TOKEN') return Shape.token();
    if (json.type === 'OPAQUE_TYPE') return Shape.opaque();
    const [held] = json.tuple_shapes ?? [];
    if (json.type === 'BUFFER' && typeof held === 'object') return Shape.buffer(Shape.fromJson(held, depth + 1));
    const sizes = (json.dimensions ?? []).map(int64FromJson);
    const dynamic = json.dynamic_dimensions ?? sizes.map(() => false);
    return Shape.#array(json.type as ElementType, sizes, dynamic, json.layout && layoutFromJson(json.layout));
  }

  /** @internal The form that the core speaks. */
  toJson(tuples = new Map<Shape, number>()): ShapeJson {
    if (this.type === 'TUPLE') {
      const shapes = this.tupleShapes.map((shape) => tuples.get(shape) ?? shape.toJson(tuples));
      tuples.set(this, tuples.size);
      return { type: 'TUPLE', tuple_shapes: shapes };
    }
    if (this.bufferShape !== undefined) return { type: 'BUFFER', tuple_shapes: [this.bufferShape.toJson(tuples)] };
    if (!isArrayShape(this)) return { type: (this as Shape).type };
    return {
      type: this.type,
      dimensions: this.dimensions.map(String),
      ...(this.isStatic ? {} : { dynamic_dimensions: this.dynamicDimensions }),
      layout: layoutToJson(this.layout),
    };
  }

  static #array(
    type: ElementType,
    sizes: readonly number[],
    dynamic: readonly boolean[],
    layout: LayoutLike = defaultLayout(sizes.length),
  ): Shape {
    return new Shape(type, sizes, dynamic, layoutOf(type, sizes, layout), []);
  }

  /**
   * True if this is an array (including a scalar, an array of rank 0), and not a tuple, a token, an opaque or a buffer.
   */
  get isArray(): boolean {
    return this.layout !== undefined;
  }

  /** True if this is an array of rank 0. */
  get isScalar(): boolean {
    return this.isArray && this.rank === 0;
  }

  get isTuple(): boolean {
    return this.type === 'TUPLE';
  }

  get isToken(): boolean {
    return this.type === 'TOKEN';
  }

  get isOpaque(): boolean {
    return this.type === 'OPAQUE_TYPE';
  }

  get isBuffer(): boolean {
    return this.type === 'BUFFER';
  }

  /** The number of dimensions. */
  get rank(): number {
    return (this as Shape).dimensions.length;
  }

  /** The number of dimensions whose size, or bound, is greater than 1. */
  get trueRank(): number {
    return (this as Shape).dimensions.filter((size) => size > 1).length;
  }

  /** True if no dimension is dynamic; for a tuple, if no element has a dynamic one. */
  get isStatic(): boolean {
    if (this.bufferShape !== undefined) return this.bufferShape.isStatic;
    return !this.dynamicDimensions.includes(true) && this.tupleShapes.every((shape) => shape.isStatic);
  }

  /** True if a dimension is dynamic; for a tuple, if an element has a dynamic one. */
  get isDynamic(): boolean {
    return !this.isStatic;
  }

  /**
   * Returns whether a dimension is dynamic. Negative numbers count from the end.
   *
   * @throws HloomError `js.c61` for a dimension that does not exist
   */
  isDynamicDimension(dimension: number): boolean {
    return this.dynamicDimensions[dimensionNumber(this, dimension, 'Shape.isDynamicDimension')] === true;
  }

  /**
   * The number of a dimension from 0 on: `f32(2, 3).getDimensionNumber(-1)` is 1.
   *
   * @throws HloomError `js.c61` for a dimension that does not exist
   */
  getDimensionNumber(dimension: number): number {
    return dimensionNumber(this, dimension, 'Shape.getDimensionNumber');
  }

  /**
   * The size of a dimension, for a dynamic one its bound. Negative numbers count from the end.
   *
   * @throws HloomError `js.c61` for a dimension that does not exist
   */
  getDimension(dimension: number): number {
    return (this as Shape).dimensions[dimensionNumber(this, dimension, 'Shape.getDimension')] ?? 0;
  }

  /**
   * For each dimension, the distance in memory between two neighbors along it, counted in elements, padding included
   * (above 2^53 the nearest float). Dynamic dimensions count with their bounds, although the memory of a value has only
   * its elements.
   */
  get strides(): readonly number[] {
    return Object.freeze(strides(this));
  }

  /** {@link Shape.strides} in bytes; elements of fewer than 8 bits take a byte each. */
  get byteStrides(): readonly number[] {
    const { bytes } = isArrayShape(this) ? elementInfo(this.type) : { bytes: 0 };
    return Object.freeze(strides(this).map((stride) => stride * bytes));
  }

  /**
   * Returns the position in memory of the element at an index, counted in elements: `f32(2, 3)` has the element `[1,
   * 2]` at 5. Padding counts: it is the position of the element in {@link Literal.bytes}, and in {@link Literal.data}
   * if the layout has no padding.
   *
   * @param index - a number for each dimension, from 0 to below its size
   * @throws HloomError `js.c62` for any other index, `js.c25` for anything but an array
   */
  multidimensionalIndexToLinearIndex(index: readonly number[]): number {
    return indexToLinear(this, index);
  }

  /**
   * Returns the index of the element at a position in memory: the inverse of {@link
   * Shape.multidimensionalIndexToLinearIndex}. For a position in the padding, the index is at or beyond the size of a
   * dimension.
   *
   * @throws HloomError `js.c62` for a position outside of the array's memory, `js.c25` for anything but an array
   */
  linearIndexToMultidimensionalIndex(linearIndex: number): number[] {
    return linearToIndex(this, linearIndex);
  }

  /**
   * The number of elements: the product of the sizes (above 2^53 the nearest float). For dynamic dimensions it is the
   * maximum. Shapes that are not arrays have 0.
   */
  get elementCount(): number {
    // A zero decides alone: the product of the others may be infinite.
    const { dimensions } = this as Shape;
    if (!this.isArray || dimensions.includes(0)) return 0;
    return dimensions.reduce((product, size) => product * size, 1);
  }

  /**
   * The size of the data in bytes, with padding; elements of fewer than 8 bits take a byte each, dynamic dimensions
   * count with their bounds, and a tuple has the sum over all elements.
   */
  get byteLength(): number {
    if (isArrayShape(this)) {
      const sizes = storedSizes(this);
      return sizes.includes(0) ? 0 : sizes.reduce((product, size) => product * size, elementInfo(this.type).bytes);
    }
    return this.tupleShapes.reduce((sum, shape) => sum + shape.byteLength, 0);
  }

  /**
   * True if the layout is row-major without other properties, such as padding or tiles; for a tuple, if this holds for
   * all its elements.
   */
  get hasDefaultLayout(): boolean {
    if (this.bufferShape !== undefined) return this.bufferShape.hasDefaultLayout;
    if (this.layout === undefined) return this.tupleShapes.every((shape) => shape.hasDefaultLayout);
    return isDefaultLayout(this.layout);
  }

  /** True if the layout pads a dimension; for a tuple, if the layout of an element does. */
  get hasPadding(): boolean {
    if (this.bufferShape !== undefined) return this.bufferShape.hasPadding;
    return this.layout?.paddedDimensions !== undefined || this.tupleShapes.some((shape) => shape.hasPadding);
  }

  /** Returns the same shape with row-major layouts without other properties. */
  withDefaultLayout(): Shape {
    return this.hasDefaultLayout ? this : this.#mapArrays((shape) => shape.withLayout(defaultLayout(shape.rank)));
  }

  /**
   * Returns the same array in another layout: `f32(2, 3).withLayout([0, 1])`, or `f32(2, 3).withLayout({ minorToMajor:
   * [0, 1], paddedDimensions: [3, 5], paddingValue: 'ZERO_PAD' })`.
   *
   * @throws HloomError `js.c12` for anything but an order of the dimensions, `js.c30` for padding that does not fit,
   * `js.c35` for other invalid properties, `js.c25` for anything but an array
   */
  withLayout(layout: LayoutLike): Shape {
    if (isArrayShape(this)) {
      const { type, dimensions, dynamicDimensions } = this;
      return asCalled('Shape.withLayout', () => Shape.#array(type, dimensions, dynamicDimensions, layout));
    }
    throw jsError('noData', `${this.toString()} has no layout of its own`, {
      op: 'Shape.withLayout',
      operands: [this.toString()],
      help: 'only arrays have a layout: give it to those in .tupleShapes',
    });
  }

  /** Returns the same shape with its bounds as sizes. */
  toStatic(): Shape {
    return this.isStatic ? this : this.#mapArrays((shape) => Shape.array(shape.type, shape.dimensions, shape.layout));
  }

  /** @internal The shape of the memory of a value of these sizes: only its elements, without gaps. */
  stored(sizes: readonly number[]): Shape {
    if (!isArrayShape(this) || this.isStatic) return this;
    return Shape.array(this.type, sizes, withoutPadding(this.layout));
  }

  /** @internal The same array without its padding. */
  dense(): Shape {
    return this.layout === undefined || !this.hasPadding ? this : this.withLayout(withoutPadding(this.layout));
  }

  #mapArrays(map: (shape: ArrayShape) => Shape): Shape {
    if (isArrayShape(this)) return map(this);
    if (this.bufferShape !== undefined) return Shape.buffer(this.bufferShape.#mapArrays(map));
    return this.type === 'TUPLE' ? Shape.tuple(this.tupleShapes.map((shape) => shape.#mapArrays(map))) : this;
  }

  /** Returns whether types, sizes, dynamic dimensions and layouts are the same. */
  equals(other: Shape): boolean {
    checkShape(other, 'Shape.equals');
    return this === other || this.toStringWithLayout() === other.toStringWithLayout();
  }

  /** Returns whether types and sizes are the same; layouts, and whether a size is a bound, do not matter. */
  compatible(other: Shape): boolean {
    checkShape(other, 'Shape.compatible');
    return this.toStatic().toString() === other.toStatic().toString();
  }

  /** XLA's text form without the layout, for example `f32[2,3]` or `f32[<=10,3]`. */
  toString(): string {
    if (isArrayShape(this)) {
      return `${elementInfo(this.type).text}[${sizesText(this.dimensions, this.dynamicDimensions)}]`;
    }
    if (this.bufferShape !== undefined) return `b(${this.bufferShape.toString()})`;
    if (this.type !== 'TUPLE') return this.isToken ? 'token[]' : 'opaque[]';
    return `(${this.tupleShapes.map((shape) => shape.toString()).join(', ')})`;
  }

  /**
   * XLA's text form with the layout, for example `f32[2,3]{1,0}`; padding is written as {@link Shape.parse} reads it.
   */
  toStringWithLayout(): string {
    if (isArrayShape(this)) {
      const layout = layoutText(this.layout);
      return layout === '{}' ? this.toString() : `${this.toString()}${layout}`;
    }
    if (this.bufferShape !== undefined) return `b(${this.bufferShape.toStringWithLayout()})`;
    if (this.type !== 'TUPLE') return this.toString();
    return `(${this.tupleShapes.map((shape) => shape.toStringWithLayout()).join(', ')})`;
  }

  /**
   * The text of {@link Shape.toString}, in `${shape}`.
   *
   * @throws HloomError `js.c84` if JavaScript would compute with it, as in `shape / 2`, which would be NaN
   */
  [Symbol.toPrimitive](hint: string): string {
    const help = 'read shape.dimensions[0], a size, or shape.elementCount';
    return textOnly(this, hint, methodOf(Shape, Symbol.toPrimitive), 'a shape', help);
  }

  [inspectSymbol](): string {
    if (!(this instanceof Shape)) return describeValue(this);
    return `Shape ${this.hasDefaultLayout ? this.toString() : this.toStringWithLayout()}`;
  }

  // In the class, so that a bundler can leave it out together with the class.
  static {
    refuseIndices(this.prototype);
    checkReceivers(this, 'shape', ['array', 'tuple', 'buffer', 'parse', 'from']);
  }
}

/**
 * In libraries of other languages `x.shape[0]` is a size. Here it would be undefined, and computations with it NaN. The
 * properties are not enumerable, so printing, comparing or cloning a shape does not access them.
 */
function refuseIndices(prototype: object): void {
  for (const key of ['length', ...Array.from({ length: 8 }, (_, index) => String(index))]) {
    const get = function (this: unknown): undefined {
      if (!(this instanceof Shape)) return undefined;
      throw atCaller(noSuchIndex(this, key), get);
    };
    Object.defineProperty(prototype, key, { get, configurable: true });
  }
}

function noSuchIndex(shape: Shape, key: string): Error {
  const text = shape.toString();
  const parts = shape.isTuple ? 'tupleShapes' : 'dimensions';
  const isLength = key === 'length';
  return jsError('shapeIndex', `${text} is a shape, which has no ${isLength ? key : `element [${key}]`}`, {
    op: 'Shape',
    operands: [text],
    help: `read shape.${parts}${isLength ? '.length' : `[${key}]`}`,
  });
}

/** Checks that an argument is a shape. */
function checkShape(other: unknown, op: string): void {
  if (other instanceof Shape) return;
  throw jsError('argumentKind', `the other shape is ${describeValue(other)}`, { op, help: shapeHelp(other) });
}

/** Returns the help for a value that should be a shape and cannot be read as one. */
export function shapeHelp(value: unknown, otherwise = 'pass a Shape, such as f32(2, 3)'): string {
  return typeof value === 'string' ? 'read the text with Shape.parse' : helpUnlessLookAlike(value, otherwise);
}
