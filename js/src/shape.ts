import { describeValue } from './describe.js';
import { elementInfo, isElementType, type ElementType } from './element-type.js';
import { jsError } from './errors.js';
import { inspectSymbol } from './internal.js';
import { parseShape } from './shape-text.js';
import { int64FromJson, type ShapeJson } from './wire.js';

/** What a {@link Shape} can be: an array of an element type, a tuple, a token, or an opaque. */
export type ShapeType = ElementType | 'TUPLE' | 'TOKEN' | 'OPAQUE_TYPE';

/** The order of the dimensions in memory. */
export interface Layout {
  /** The dimension numbers from the fastest to the slowest varying. Row-major is `[rank-1, ..., 0]`. */
  readonly minorToMajor: readonly number[];
}

/** Tuples deeper than this are refused, so that no recursion over a shape grows with the input. */
export const maxShapeDepth = 255;

/**
 * The shape of a value: an element type with sizes and a layout, a tuple of shapes, a token, or an opaque. Immutable.
 *
 *     f32(2, 3).toString();                       // 'f32[2,3]'
 *     tuple(s32(), f32(10)).toString();           // '(s32[], f32[10])'
 *     Shape.parse('f32[2,3]{0,1}').layout;        // { minorToMajor: [0, 1] }
 */
export class Shape {
  /** The element type of an array, or `'TUPLE'`, `'TOKEN'` or `'OPAQUE_TYPE'`. */
  readonly type: ShapeType;
  /** The size of each dimension, in elements; empty for scalars and for what is no array. */
  readonly dimensions: readonly number[];
  /** The order in memory; `undefined` for what is no array. */
  readonly layout: Layout | undefined;
  /** The shapes of a tuple's elements; empty for everything else. */
  readonly tupleShapes: readonly Shape[];
  /** How deep tuples are nested in it: no recursion over a shape goes deeper. */
  readonly #depth: number;

  private constructor(
    type: ShapeType,
    dimensions: readonly number[],
    layout: Layout | undefined,
    tupleShapes: readonly Shape[],
  ) {
    this.type = type;
    this.dimensions = Object.freeze([...dimensions]);
    this.layout = layout;
    this.tupleShapes = Object.freeze([...tupleShapes]);
    this.#depth = type === 'TUPLE' ? 1 + tupleShapes.reduce((depth, shape) => Math.max(depth, shape.#depth), 0) : 0;
    Object.freeze(this);
  }

  /**
   * The shape of an array.
   *
   * @param type - the element type, for example `'F32'`
   * @param dimensions - the sizes; none for a scalar
   * @param minorToMajor - the layout; row-major when left out
   * @throws HloomError `js.c11` for a size that is no integer from 0 to 2^53 - 1, `js.c12` for a layout that is no
   * permutation of the dimensions
   */
  static array(type: ElementType, dimensions: readonly number[] = [], minorToMajor?: readonly number[]): Shape {
    if (!isElementType(type)) {
      throw jsError('shape', `${JSON.stringify(type)} is not an element type`, {
        op: 'Shape.array',
        help: 'use a PrimitiveType name such as F32, S64 or PRED',
      });
    }
    if (!Array.isArray(dimensions)) {
      throw jsError('shape', `the sizes are ${describeValue(dimensions)}, not an array`, { op: 'Shape.array' });
    }
    for (const [index, size] of dimensions.entries()) {
      if (Number.isSafeInteger(size) && size >= 0) continue;
      throw jsError('shape', `dimension ${index} cannot have the size ${describeValue(size)}`, {
        op: elementInfo(type).text,
      });
    }
    return new Shape(type, dimensions, layoutOf(type, dimensions.length, minorToMajor), []);
  }

  /**
   * The shape of a tuple of these elements.
   *
   * @throws HloomError `js.c11` for an element that is no shape, `js.c20` for tuples nested too deeply
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
    return new Shape('TUPLE', [], undefined, shapes);
  }

  /** The shape of a token: it orders side effects and has no data. */
  static token(): Shape {
    return new Shape('TOKEN', [], undefined, []);
  }

  /** The shape of an opaque: a value that programs hand on and nobody looks into. */
  static opaque(): Shape {
    return new Shape('OPAQUE_TYPE', [], undefined, []);
  }

  /**
   * Reads XLA's text form: `f32[2,3]`, `f32[2,3]{0,1}`, `(s32[], f32[10])`, `token[]`, `opaque[]`.
   *
   * @throws HloomError `js.c21` for anything else, naming the position
   */
  static parse(text: string): Shape {
    return parseShape(text, Shape, maxShapeDepth);
  }

  /** @internal Reads the form that the core speaks. */
  static fromJson(json: ShapeJson, depth = 0): Shape {
    if (depth > maxShapeDepth) throw jsError('depth', 'the tuple is nested too deeply', { op: 'Shape' });
    if (json.type === 'TUPLE') {
      return Shape.tuple((json.tuple_shapes ?? []).map((element) => Shape.fromJson(element, depth + 1)));
    }
    if (json.type === 'TOKEN') return Shape.token();
    if (json.type === 'OPAQUE_TYPE') return Shape.opaque();
    const dimensions = (json.dimensions ?? []).map(int64FromJson);
    return Shape.array(json.type as ElementType, dimensions, json.layout?.minor_to_major.map(int64FromJson));
  }

  /** @internal The form that the core speaks. */
  toJson(): ShapeJson {
    if (this.type === 'TUPLE') return { type: 'TUPLE', tuple_shapes: this.tupleShapes.map((shape) => shape.toJson()) };
    if (!this.isArray()) return { type: this.type };
    return {
      type: this.type,
      dimensions: this.dimensions.map(String),
      layout: { minor_to_major: this.layout.minorToMajor.map(String) },
    };
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

  /** The number of elements: the product of the sizes (above 2^53 the nearest float). What is no array has 0. */
  get elementCount(): number {
    // A zero decides alone: the product of the others may be infinite.
    if (!this.isArray() || this.dimensions.includes(0)) return 0;
    return this.dimensions.reduce((product, size) => product * size, 1);
  }

  /** Bytes of the dense data, elements of fewer than 8 bits a byte each; of a tuple, those of all elements together. */
  get byteLength(): number {
    if (this.isArray()) return this.elementCount * elementInfo(this.type).bytes;
    return this.tupleShapes.reduce((sum, shape) => sum + shape.byteLength, 0);
  }

  /** Whether the layout is row-major; true for tuples whose elements all are. */
  hasDefaultLayout(): boolean {
    if (this.layout === undefined) return this.tupleShapes.every((shape) => shape.hasDefaultLayout());
    return this.layout.minorToMajor.every((dimension, index) => dimension === this.rank - 1 - index);
  }

  /** The same shape with row-major layouts. */
  withDefaultLayout(): Shape {
    if (this.isArray()) return Shape.array(this.type, this.dimensions);
    return this.type === 'TUPLE' ? Shape.tuple(this.tupleShapes.map((shape) => shape.withDefaultLayout())) : this;
  }

  /** Whether types, sizes and layouts are the same. */
  equals(other: Shape): boolean {
    return this.compatible(other) && this.toStringWithLayout() === other.toStringWithLayout();
  }

  /** Whether types and sizes are the same, whatever the layouts. */
  compatible(other: Shape): boolean {
    return this.toString() === other.toString();
  }

  /** XLA's text form without the layout, for example `f32[2,3]`. */
  toString(): string {
    if (this.isArray()) return `${elementInfo(this.type).text}[${this.dimensions.join(',')}]`;
    if (this.type !== 'TUPLE') return this.isToken() ? 'token[]' : 'opaque[]';
    return `(${this.tupleShapes.map((shape) => shape.toString()).join(', ')})`;
  }

  /** XLA's text form with the layout, for example `f32[2,3]{1,0}`. */
  toStringWithLayout(): string {
    if (this.isArray()) {
      return this.rank === 0 ? this.toString() : `${this.toString()}{${this.layout.minorToMajor.join(',')}}`;
    }
    if (this.type !== 'TUPLE') return this.toString();
    return `(${this.tupleShapes.map((shape) => shape.toStringWithLayout()).join(', ')})`;
  }

  [inspectSymbol](): string {
    return `Shape ${this.hasDefaultLayout() ? this.toString() : this.toStringWithLayout()}`;
  }
}

function layoutOf(type: ElementType, rank: number, minorToMajor: readonly number[] | undefined): Layout {
  const order = minorToMajor ?? Array.from({ length: rank }, (_, index) => rank - 1 - index);
  const isPermutation = order.length === rank && new Set(order).size === rank && order.every((d) => d in order);
  if (!isPermutation) {
    throw jsError('layout', `{${order.join(',')}} does not order the ${rank} dimensions of the shape`, {
      op: elementInfo(type).text,
    });
  }
  return Object.freeze({ minorToMajor: Object.freeze([...order]) });
}
