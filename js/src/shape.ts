import { countText, describeValue } from './describe.js';
import { elementInfo, isElementType, type ElementType } from './element-type.js';
import { jsError } from './errors.js';
import { inspectSymbol } from './internal.js';
import {
  defaultLayout,
  layoutFromJson,
  layoutOf,
  layoutText,
  layoutToJson,
  withoutPadding,
  type Layout,
  type LayoutLike,
} from './layout.js';
import { parseShape } from './shape-text.js';
import { readSizes, sizesText, type DimensionSize } from './sizes.js';
import { storedSizes } from './strided.js';
import { int64FromJson, type ShapeJson } from './wire.js';

/** What a {@link Shape} can be: an array of an element type, a tuple, a token, or an opaque. */
export type ShapeType = ElementType | 'TUPLE' | 'TOKEN' | 'OPAQUE_TYPE';

/** Tuples deeper than this are refused, so that no recursion over a shape grows with the input. */
export const maxShapeDepth = 255;

/** What the JSON of a shape may refer to. */
export interface KnownShapes {
  /** The shapes of operations, by their ids. */
  readonly shapes?: ReadonlyMap<number, Shape>;
  /** The tuples that were read so far. */
  tuples?: Shape[];
}

/** More arrays, tokens and tuples in a tuple are refused, as the core does: a tuple may repeat another again and again. */
const maxShapeParts = 2 ** 21;

/**
 * The shape of a value: an element type with sizes and a layout, a tuple of shapes, a token, or an opaque. Immutable.
 *
 *     f32(2, 3).toString();                       // 'f32[2,3]'
 *     tuple(s32(), f32(10)).toString();           // '(s32[], f32[10])'
 *     Shape.parse('f32[2,3]{0,1}').layout;        // { minorToMajor: [0, 1] }
 *     f32('<=10', 3).isDynamicDimension(0);       // true: values have 0 to 10 rows
 */
export class Shape {
  /** The element type of an array, or `'TUPLE'`, `'TOKEN'` or `'OPAQUE_TYPE'`. */
  readonly type: ShapeType;
  /** The size of each dimension, of a dynamic one its bound; empty for scalars and for what is no array. */
  readonly dimensions: readonly number[];
  /** Of each dimension whether it is dynamic: its size a bound, and only a value says how many elements there are. */
  readonly dynamicDimensions: readonly boolean[];
  /** The order in memory, the padding, and what XLA says of other machines; `undefined` for what is no array. */
  readonly layout: Layout | undefined;
  /** The shapes of a tuple's elements; empty for everything else. */
  readonly tupleShapes: readonly Shape[];
  /** How deep tuples are nested in it: no recursion over a shape goes deeper. */
  readonly #depth: number;
  /** How many shapes it consists of, itself included: whoever walks it visits as many. */
  readonly #parts: number;

  private constructor(
    type: ShapeType,
    dimensions: readonly number[],
    dynamicDimensions: readonly boolean[],
    layout: Layout | undefined,
    tupleShapes: readonly Shape[],
  ) {
    this.type = type;
    this.dimensions = Object.freeze([...dimensions]);
    this.dynamicDimensions = Object.freeze([...dynamicDimensions]);
    this.layout = layout;
    this.tupleShapes = Object.freeze([...tupleShapes]);
    this.#depth = type === 'TUPLE' ? 1 + tupleShapes.reduce((depth, shape) => Math.max(depth, shape.#depth), 0) : 0;
    this.#parts = tupleShapes.reduce((parts, shape) => parts + shape.#parts, 1);
    Object.freeze(this);
  }

  /**
   * The shape of an array.
   *
   * @param type - the element type, for example `'F32'`
   * @param dimensions - the sizes, or as `'<=10'` the bounds of dynamic dimensions; none for a scalar
   * @param layout - row-major when left out
   * @throws HloomError `js.c11` for a size that is no integer from 0 to 2^53 - 1, `js.c12` for a layout that is no
   * permutation of the dimensions, `js.c30` for padding that does not fit, `js.c35` for other properties that cannot be
   */
  static array(type: ElementType, dimensions: readonly DimensionSize[] = [], layout?: LayoutLike): Shape {
    if (!isElementType(type)) {
      throw jsError('shape', `${JSON.stringify(type)} is not an element type`, {
        op: 'Shape.array',
        help: 'use a PrimitiveType name such as F32, S64 or PRED',
      });
    }
    if (!Array.isArray(dimensions)) {
      throw jsError('shape', `the sizes are ${describeValue(dimensions)}, not an array`, { op: 'Shape.array' });
    }
    const { sizes, dynamic } = readSizes(dimensions, elementInfo(type).text);
    return Shape.#array(type, sizes, dynamic, layout);
  }

  /**
   * The shape of a tuple of these elements.
   *
   * @throws HloomError `js.c11` for an element that is no shape, `js.c20` for tuples nested too deeply, `js.c90` for more
   * than 2,097,152 shapes in one
   */
  static tuple(shapes: readonly Shape[]): Shape {
    for (const [index, shape] of shapes.entries()) {
      if (!(shape instanceof Shape)) {
        throw jsError('shape', `element ${index} of the tuple is ${describeValue(shape)}, not a shape`, {
          op: 'Shape.tuple',
          help: 'use shapes as the elements, as in tuple(f32(2), s32())',
        });
      }
      if (shape.#depth === maxShapeDepth) {
        throw jsError('depth', `the tuple is nested more than ${maxShapeDepth} deep`, { op: 'Shape.tuple' });
      }
    }
    if (shapes.reduce((parts, shape) => parts + shape.#parts, 1) > maxShapeParts) {
      throw jsError('parts', `the tuple has more than ${maxShapeParts} parts`, { op: 'Shape.tuple' });
    }
    return new Shape('TUPLE', [], [], undefined, shapes);
  }

  /** The shape of a token: it orders side effects and has no data. */
  static token(): Shape {
    return new Shape('TOKEN', [], [], undefined, []);
  }

  /** The shape of an opaque: a value that programs hand on and nobody looks into. */
  static opaque(): Shape {
    return new Shape('OPAQUE_TYPE', [], [], undefined, []);
  }

  /**
   * Reads XLA's text form: `f32[2,3]`, `f32[2,3]{0,1}`, `f32[<=10,3]`, `(s32[], f32[10])`, `token[]`, `opaque[]`; and
   * that of padded layouts, which XLA has none for: `f32[2,3]{0,1:PAD(3,5)ZERO_PAD}`. What else XLA's layouts say is kept:
   * `f32[8,128]{1,0:T(8,128)S(1)}`.
   *
   * @throws HloomError `js.c21` for anything else, naming the position; `js.c12`, `js.c30` and `js.c35` for layouts that do
   * not fit
   */
  static parse(text: string): Shape {
    return parseShape(text, Shape, maxShapeDepth);
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
    if (!this.isArray()) return { type: this.type };
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

  /** Whether this is an array (a scalar is one, of rank 0), and not a tuple, a token or an opaque. */
  isArray(): this is Shape & { readonly type: ElementType; readonly layout: Layout } {
    return this.layout !== undefined;
  }

  isTuple(): boolean {
    return this.type === 'TUPLE';
  }

  isToken(): boolean {
    return this.type === 'TOKEN';
  }

  isOpaque(): boolean {
    return this.type === 'OPAQUE_TYPE';
  }

  /** The number of dimensions. */
  get rank(): number {
    return this.dimensions.length;
  }

  /** Whether no dimension is dynamic; of a tuple, none of its elements. */
  get isStatic(): boolean {
    return !this.dynamicDimensions.includes(true) && this.tupleShapes.every((shape) => shape.isStatic);
  }

  /**
   * Whether a dimension is dynamic. Negative numbers count from the end.
   *
   * @throws HloomError `js.c11` for a dimension that there is not
   */
  isDynamicDimension(dimension: number): boolean {
    const dynamic = Number.isInteger(dimension) ? this.dynamicDimensions.at(dimension) : undefined;
    if (dynamic !== undefined) return dynamic;
    const has = countText(this.rank, 'dimension');
    throw jsError('shape', `${this.toString()} has no dimension ${describeValue(dimension)}`, {
      op: 'Shape.isDynamicDimension',
      operands: [this.toString()],
      help: this.rank === 0 ? 'it has none' : `it has ${has}, numbered from 0, or from -1 backwards`,
    });
  }

  /**
   * The number of elements: the product of the sizes (above 2^53 the nearest float). With dynamic dimensions it is the
   * greatest number that there can be. What is no array has 0.
   */
  get elementCount(): number {
    // A zero decides alone: the product of the others may be infinite.
    if (!this.isArray() || this.dimensions.includes(0)) return 0;
    return this.dimensions.reduce((product, size) => product * size, 1);
  }

  /**
   * Bytes of the data with their padding, elements of fewer than 8 bits a byte each; with dynamic dimensions those of the
   * bounds; of a tuple, those of all elements together.
   */
  get byteLength(): number {
    if (this.isArray()) {
      const sizes = storedSizes(this);
      return sizes.includes(0) ? 0 : sizes.reduce((product, size) => product * size, elementInfo(this.type).bytes);
    }
    return this.tupleShapes.reduce((sum, shape) => sum + shape.byteLength, 0);
  }

  /** Whether the layout is row-major and says nothing else, like padding or tiles; true for tuples whose elements' all are. */
  hasDefaultLayout(): boolean {
    if (this.layout === undefined) return this.tupleShapes.every((shape) => shape.hasDefaultLayout());
    return layoutText(this.layout) === layoutText(defaultLayout(this.rank));
  }

  /** Whether the layout pads a dimension; of a tuple, whether one of its elements' does. */
  hasPadding(): boolean {
    return this.layout?.paddedDimensions !== undefined || this.tupleShapes.some((shape) => shape.hasPadding());
  }

  /** The same shape with row-major layouts that say nothing else. */
  withDefaultLayout(): Shape {
    return this.#mapArrays((shape) => shape.withLayout(defaultLayout(shape.rank)));
  }

  /**
   * The same array in another layout: `f32(2, 3).withLayout([0, 1])`, or
   * `f32(2, 3).withLayout({ minorToMajor: [0, 1], paddedDimensions: [3, 5], paddingValue: 'ZERO_PAD' })`.
   *
   * @throws HloomError `js.c12` for what is no order of the dimensions, `js.c30` for padding that does not fit, `js.c35` for
   * other properties that cannot be, `js.c25` for what is no array
   */
  withLayout(layout: LayoutLike): Shape {
    if (this.isArray()) return Shape.#array(this.type, this.dimensions, this.dynamicDimensions, layout);
    throw jsError('noData', `${this.toString()} has no layout of its own`, {
      op: 'Shape.withLayout',
      operands: [this.toString()],
      help: 'only arrays have a layout: give it to those in .tupleShapes',
    });
  }

  /** The same shape with its bounds as sizes. */
  toStatic(): Shape {
    return this.isStatic ? this : this.#mapArrays((shape) => Shape.array(shape.type, shape.dimensions, shape.layout));
  }

  /** @internal How a value lies in memory that has these sizes: of a dynamic shape only its elements, close together. */
  stored(sizes: readonly number[]): Shape {
    if (!this.isArray() || this.isStatic) return this;
    return Shape.array(this.type, sizes, withoutPadding(this.layout));
  }

  /** @internal The same array without its padding. */
  dense(): Shape {
    return this.layout === undefined || !this.hasPadding() ? this : this.withLayout(withoutPadding(this.layout));
  }

  #mapArrays(map: (shape: Shape & { readonly type: ElementType; readonly layout: Layout }) => Shape): Shape {
    if (this.isArray()) return map(this);
    return this.type === 'TUPLE' ? Shape.tuple(this.tupleShapes.map((shape) => shape.#mapArrays(map))) : this;
  }

  /** Whether types, sizes, which dimensions are dynamic, and layouts are the same. */
  equals(other: Shape): boolean {
    return this.toStringWithLayout() === other.toStringWithLayout();
  }

  /** Whether types and sizes are the same, whatever the layouts, and whether a size is a bound or not. */
  compatible(other: Shape): boolean {
    return this.toStatic().toString() === other.toStatic().toString();
  }

  /** XLA's text form without the layout, for example `f32[2,3]` or `f32[<=10,3]`. */
  toString(): string {
    if (this.isArray()) {
      return `${elementInfo(this.type).text}[${sizesText(this.dimensions, this.dynamicDimensions)}]`;
    }
    if (this.type !== 'TUPLE') return this.isToken() ? 'token[]' : 'opaque[]';
    return `(${this.tupleShapes.map((shape) => shape.toString()).join(', ')})`;
  }

  /** XLA's text form with the layout, for example `f32[2,3]{1,0}`; of padding as {@link Shape.parse} reads it. */
  toStringWithLayout(): string {
    if (this.isArray()) {
      const layout = layoutText(this.layout);
      return layout === '{}' ? this.toString() : `${this.toString()}${layout}`;
    }
    if (this.type !== 'TUPLE') return this.toString();
    return `(${this.tupleShapes.map((shape) => shape.toStringWithLayout()).join(', ')})`;
  }

  [inspectSymbol](): string {
    return `Shape ${this.hasDefaultLayout() ? this.toString() : this.toStringWithLayout()}`;
  }
}
