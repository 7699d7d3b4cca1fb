/** Literals as plain objects: the results of structuredClone, postMessage and JSON. */

import { isTypedArray } from '../base/typed-array.js';
import { checkNotDetached } from './detached.js';
import { describeValue, hasProperty, isArray } from '../base/describe.js';
import { type TypedArray } from './element-type.js';
import { inElement, jsError } from '../base/errors.js';
import { helpUnlessLookAlike, lookAlikeOf } from '../base/look-alike.js';
import { takeTypedArray, type ArrayData } from './literal-data.js';
import { parseData, parseSizes, type SerializedLiteral } from './literal-json.js';
import { isArrayLike } from './nested.js';
import { isArrayShape, Shape } from './shape.js';
import type { ShapeLike } from './shape-like.js';

/** The result of `structuredClone(literal)`, and the object that a Worker receives for a posted literal. */
export interface ClonedLiteral {
  readonly shape: ShapeLike;
  /** For a dynamic shape: the number of elements along each dimension. */
  readonly dynamicSizes?: readonly number[];
  /** For an array: {@link Literal.data}. */
  readonly data?: TypedArray;
  /** For a tuple: its elements. */
  readonly elements?: readonly ClonedLiteral[];
}

/** A literal as a plain object, which {@link Literal.from} reads. */
export type LiteralLike = ClonedLiteral | SerializedLiteral;

/** The contents of a literal: an array has data, a tuple elements. */
export interface LiteralParts {
  readonly shape: Shape;
  readonly array?: ArrayData;
  readonly elements: readonly LiteralParts[];
}

/** Returns whether a value should be read as such an object, and not as nested arrays. */
export function isLiteralLike(value: unknown): value is LiteralLike {
  return typeof value === 'object' && value !== null && !isArrayLike(value) && hasProperty(value, 'shape');
}

/**
 * Reads such an object. Data are copied.
 *
 * @throws HloomError `js.c28` for anything else, what {@link Shape.from} throws for its shape, `js.c7`, `js.c8`,
 * `js.c10` and `js.c31` for data that do not fit it, `js.c24` for elements of other shapes than the tuple's
 */
export function readLiteral(value: unknown, op: string): LiteralParts {
  return readPart(value, undefined, op);
}

/** The depth of the first shape limits the recursion, even if an object contains itself. */
function readPart(value: unknown, wanted: Shape | undefined, op: string): LiteralParts {
  if (lookAlikeOf(value) !== undefined) throw noLiteral(value, op);
  // Each field may be of any kind.
  const like: { readonly [key in keyof ClonedLiteral]?: unknown } = isLiteralLike(value) ? value : {};
  if (typeof like.shape !== 'string' && (typeof like.shape !== 'object' || like.shape === null)) {
    throw noLiteral(value, op);
  }
  const shape = Shape.from(like.shape as ShapeLike | string);
  // An operation of a builder has a shape too.
  if (isArrayShape(shape) && like.data === undefined) throw noLiteral(value, op);
  if (wanted !== undefined && !shape.equals(wanted)) {
    const texts = [shape, wanted].map((either) => either.toStringWithLayout());
    throw jsError('literalShape', `the element is ${texts[0] ?? ''}, not ${texts[1] ?? ''}`, { op });
  }
  if (isArrayShape(shape)) return { shape, array: readArray(like, shape, op), elements: [] };
  if (shape.isToken) return { shape, elements: [] };
  const { elements } = like;
  if (shape.isTuple && isArray(elements) && elements.length === shape.tupleShapes.length) {
    return {
      shape,
      elements: shape.tupleShapes.map((element, i) => inElement(i, () => readPart(elements[i], element, op))),
    };
  }
  const wrong = shape.isTuple
    ? `the elements of ${shape.toString()} are ${describeValue(elements)}, not an array of ${shape.tupleShapes.length}`
    : `${shape.toString()} has no value that an object could be`;
  throw jsError('literalElement', wrong, { op, help });
}

function readArray(
  { data, dynamicSizes }: { data?: unknown; dynamicSizes?: unknown },
  shape: Shape,
  op: string,
): ArrayData {
  const sizes = parseSizes(dynamicSizes, shape, op);
  const dense = shape.stored(sizes).dense();
  if (!isTypedArray(data)) return { data: parseData(data, dense, op), sizes };
  checkNotDetached(data, op);
  return { data: takeTypedArray(data, dense, op, 'copy').data, sizes };
}

const help =
  'pass what structuredClone or Literal.toJSON made of a literal, as in { shape: "f32[2]{0}", data: [1, 2] }';

function noLiteral(value: unknown, op: string): Error {
  return jsError('literalElement', `${describeValue(value)} is neither a literal nor a copy of one`, {
    op,
    help: helpUnlessLookAlike(value, help),
  });
}
