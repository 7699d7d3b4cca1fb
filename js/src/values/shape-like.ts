/** Shapes as plain objects: the results of structuredClone, postMessage and JSON. */

import { countText, describeValue, everyEntry, isArray } from '../base/describe.js';
import { isElementType } from './element-type.js';
import { jsError } from '../base/errors.js';
import { lookAlikeHelp } from '../base/look-alike.js';
import type { Layout } from './layout.js';
import type { Shape, ShapeType } from './shape.js';
import type { ShapeFactory } from './shape-text.js';
import type { DimensionSize } from './sizes.js';

/** The own properties of a {@link Shape}, which {@link Shape.from} reads. */
export interface ShapeLike {
  readonly type: ShapeType;
  /** A scalar's, when left out. */
  readonly dimensions?: readonly number[];
  /** All are static when left out. */
  readonly dynamicDimensions?: readonly boolean[];
  /** It is row-major when left out. */
  readonly layout?: Layout | undefined;
  readonly tupleShapes?: readonly ShapeLike[];
  /** Only a buffer has it, and must have it. */
  readonly bufferShape?: ShapeLike | undefined;
}

const op = 'Shape.from';

/**
 * Reads such an object.
 *
 * @throws HloomError `js.c11` for anything else, `js.c20` and `js.c90` for too deep or too many tuples, `js.c12`,
 * `js.c30` and `js.c35` for a layout that does not fit
 */
export function readShape(value: unknown, make: ShapeFactory, maxDepth: number): Shape {
  // A clone may have an object in several places. It is read once; otherwise thirty nested tuples that each contain a
  // tuple twice would never end.
  const known = new Map<object, Shape>();
  const read = (like: unknown, depth: number): Shape => {
    const seeming = lookAlikeHelp(like);
    if (typeof like !== 'object' || like === null || seeming !== undefined) {
      throw noShape(`${describeValue(like)} is not a shape`, seeming);
    }
    const before = known.get(like);
    if (before !== undefined) return before;
    const shape = one(like, depth);
    known.set(like, shape);
    return shape;
  };
  // Each field may be of any kind.
  const one = (like: Partial<Record<keyof ShapeLike, unknown>>, depth: number): Shape => {
    if (like.type === 'TOKEN') return make.token();
    if (like.type === 'OPAQUE_TYPE') return make.opaque();
    if (like.type === 'BUFFER') return readBuffer(like.bufferShape, make);
    if (like.type !== 'TUPLE') return readArray(like, make);
    const { tupleShapes = [] } = like;
    if (!isArray(tupleShapes)) throw noShape(`the tupleShapes are ${describeValue(tupleShapes)}, not an array`);
    if (depth === maxDepth) throw jsError('depth', `the tuple is nested more than ${maxDepth} deep`, { op });
    return make.tuple(tupleShapes.map((element) => read(element, depth + 1)));
  };
  return read(value, 0);
}

function readBuffer(held: unknown, make: ShapeFactory): Shape {
  if (typeof held === 'object' && held !== null) return make.buffer(readArray(held, make));
  throw noShape(`the bufferShape of a buffer is ${describeValue(held)}`);
}

function readArray(like: Partial<Record<keyof ShapeLike, unknown>>, make: ShapeFactory): Shape {
  const { type, dimensions = [], dynamicDimensions = [], layout } = like;
  if (!isElementType(type)) throw noShape(`${describeValue(type)} is not the type of a shape`);
  if (!isArray(dimensions)) throw noShape(`the dimensions are ${describeValue(dimensions)}, not an array`);
  const isFlag = (flag: unknown): boolean => typeof flag === 'boolean';
  const flags = isArray(dynamicDimensions) && everyEntry(dynamicDimensions, isFlag) ? dynamicDimensions : undefined;
  if (flags === undefined || (flags.length > 0 && flags.length !== dimensions.length)) {
    throw noShape(
      `the dynamicDimensions of ${countText(dimensions.length, 'dimension')} are ${describeValue(dynamicDimensions)}, not a truth value for each`,
    );
  }
  const bounded = (size: unknown, d: number): unknown =>
    flags[d] === true && typeof size === 'number' ? `<=${size}` : size;
  const sizes = flags.length === 0 ? dimensions : dimensions.map(bounded);
  return make.array(type, sizes as DimensionSize[], layout as Layout | undefined);
}

function noShape(headline: string, help?: string): Error {
  return jsError('shape', headline, {
    op,
    help: help ?? 'pass a shape, its text such as "f32[2,3]", or what structuredClone or JSON made of a shape',
  });
}
