/** Operands, axes and options of the functions of `np` and `nn`: their checks, and NumPy's broadcasting. */

import { builderAmong, calledAs, notAnOperand, type Given } from '../builder/function-calls.js';
import { describeArgument, scalarHelp, tracedHelp } from '../builder/builder-help.js';
import { recordingBuilder } from '../builder/current-builder.js';
import { isNumberOperand, type Operand } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import { XlaOp } from '../builder/xla-op.js';
import type { Called } from '../base/call-stack.js';
import { describeList, describeValue, isArray, isPlainObject } from '../base/describe.js';
import { type HloomError, jsError } from '../base/errors.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import {
  elementInfo,
  type ElementKind,
  type ElementType,
  withElementType,
  type WithElementType,
} from '../values/element-type.js';
import { Shape } from '../values/shape.js';

/** One axis, several, or all of them if it is left out. */
export type Axis = number | readonly number[] | undefined;

/**
 * The builder that a function adds to: the innermost one that records, or else that of the first operation.
 *
 * @throws HloomError `js.c5` for anything but operations and numbers, `js.c83` if all of them are numbers, `js.c93` if
 * there are none
 */
export function builderOf(operands: readonly unknown[], op: string): XlaBuilder {
  for (const [index, value] of operands.entries()) {
    if (!(value instanceof XlaOp) && !isNumberOperand(value)) throw notAnOperand(value, `argument ${index}`, true, op);
  }
  if (recordingBuilder() === undefined && operands.length > 0 && operands.every(isNumberOperand)) {
    throw jsError('numberOperand', 'all operands are numbers', { op });
  }
  return builderAmong(operands, op);
}

/**
 * The builder that a function with one operation adds to.
 *
 * @throws HloomError `js.c5` for anything but an array of a program
 */
export function builderFor(x: XlaOp, op: string): XlaBuilder {
  const given: unknown = x;
  if (!(given instanceof XlaOp)) throw notAnOperand(given, 'the operand', false, op);
  if (!given.shape.isArray) {
    throw jsError('argumentKind', `the operand is ${given.shape.toString()}, which is not an array`, {
      op,
      operands: [given.shape.toString()],
      help: given.shape.isTuple ? 'getTupleElement takes an array out of a tuple' : 'pass an array',
    });
  }
  return recordingBuilder() ?? given.builder;
}

/** The element type of an array. */
export function typeOf(x: XlaOp): ElementType {
  return x.shape.type as ElementType;
}

/** The kind of an array's element type. */
export function kindOf(x: XlaOp): ElementKind {
  return elementInfo(typeOf(x)).kind;
}

/** The sizes of an operand; a number is a scalar. */
export function sizesOf(x: Operand): readonly number[] {
  return x instanceof XlaOp ? x.shape.dimensions : [];
}

/**
 * The element type that the operands share.
 *
 * @throws HloomError `js.c94` if they have several
 */
export function commonType(operands: readonly Operand[], op: string): ElementType | undefined {
  const arrays = operands.filter((x) => x instanceof XlaOp);
  const [first] = arrays;
  const other = arrays.find((x) => x.shape.type !== first?.shape.type);
  if (first === undefined || other === undefined) return first && typeOf(first);
  throw jsError(
    'operandTypes',
    `${first.shape.toString()} and ${other.shape.toString()} have different element types`,
    {
      op,
      operands: arrays.map((x) => x.shape.toString()),
      help: `convert one of them: np.astype(x, '${typeOf(first)}')${scalarHelp(arrays.map((x) => x.shape.toString()))}`,
    },
  );
}

/**
 * Refuses integers.
 *
 * @throws HloomError `js.c96`
 */
export function checkFloats(x: Operand, op: string): void {
  if (!(x instanceof XlaOp) || kindOf(x) === 'float' || kindOf(x) === 'complex') return;
  throw jsError('floatsOnly', `${x.shape.toString()} is not of floating-point or complex numbers`, {
    op,
    operands: [x.shape.toString()],
    help: `convert it first: np.astype(x, 'F32')${op === 'np.divide' ? '; np.floorDivide divides integers' : ''}`,
  });
}

/**
 * The sizes to which NumPy broadcasts: shapes align at their last dimensions, and sizes are equal or 1.
 *
 *     [3, 1] and [1, 4] give [3, 4];  [2, 3] and [3] give [2, 3]
 *
 * @throws HloomError `js.c95` if they do not fit
 */
export function broadcastSizes(shapes: readonly (readonly number[])[], op: string): number[] {
  const rank = Math.max(0, ...shapes.map((sizes) => sizes.length));
  return Array.from({ length: rank }, (_, dimension) => {
    let size = 1;
    for (const sizes of shapes) {
      const own = sizes[dimension - rank + sizes.length] ?? 1;
      if (own === 1 || own === size) continue;
      if (size !== 1) throw noAlignment(shapes, rank - dimension, op);
      size = own;
    }
    return size;
  });
}

function noAlignment(shapes: readonly (readonly number[])[], fromEnd: number, op: string): HloomError {
  const texts = shapes.map((sizes) => `[${sizes.join(', ')}]`);
  const sizes = shapes.map((own) => own.at(-fromEnd)).filter((size) => size !== undefined);
  return jsError('alignment', `arrays of the sizes ${texts.join(' and ')} cannot be broadcast together`, {
    op,
    details: [`dimension -${fromEnd} has the sizes ${sizes.join(' and ')}`],
  });
}

/** Broadcasts an array to sizes that {@link broadcastSizes} gave. */
export function stretched(b: XlaBuilder, x: XlaOp, sizes: readonly number[]): XlaOp {
  const own = x.shape.dimensions;
  if (own.length === sizes.length && own.every((size, index) => size === sizes[index])) return x;
  return b.broadcastInDim(
    x,
    sizes,
    own.map((_, index) => index + sizes.length - own.length),
  );
}

/**
 * All operands with the sizes of the result; numbers become arrays of the type of the others.
 *
 * @throws HloomError as {@link binary}
 */
export function broadcastOperands(operands: readonly Operand[], op: string): XlaOp[] {
  const b = builderOf(operands, op);
  const type = commonType(operands, op);
  const sizes = broadcastSizes(operands.map(sizesOf), op);
  if (type === undefined) throw jsError('numberOperand', 'all operands are numbers', { op });
  return operands.map((x) => (x instanceof XlaOp ? stretched(b, x, sizes) : b.full(Shape.array(type, sizes), x)));
}

/** The binary builder functions that take broadcastDimensions. */
type BinaryName =
  | 'add'
  | 'and'
  | 'atan2'
  | 'complex'
  | 'div'
  | 'eq'
  | 'ge'
  | 'gt'
  | 'le'
  | 'lt'
  | 'max'
  | 'min'
  | 'mul'
  | 'ne'
  | 'or'
  | 'pow'
  | 'rem'
  | 'shiftLeft'
  | 'shiftRightArithmetic'
  | 'shiftRightLogical'
  | 'sub'
  | 'xor';

/**
 * Calls a binary builder function with NumPy's broadcasting.
 *
 * @throws HloomError `js.c94` for operands of different element types, `js.c95` for sizes that do not fit, and those of
 * {@link builderOf}
 */
export function binary(name: BinaryName, x1: Operand, x2: Operand, op: string): XlaOp {
  const b = builderOf([x1, x2], op);
  commonType([x1, x2], op);
  const [lhs, rhs] = [sizesOf(x1), sizesOf(x2)];
  broadcastSizes([lhs, rhs], op);
  if (lhs.length === rhs.length) return b[name](x1, x2);
  const [low, high] = [lhs.length, rhs.length].sort((a, b) => a - b) as [number, number];
  return b[name](x1, x2, { broadcastDimensions: Array.from({ length: low }, (_, index) => high - low + index) });
}

/** A call of a binary function that users call. */
export function binaryCall(
  called: Called,
  op: string,
  given: Given,
  name: BinaryName,
  x1: Operand,
  x2: Operand,
): XlaOp {
  return calledAs(called, op, given, () => binary(name, x1, x2, op));
}

/** PRED: whether a floating-point number has a minus sign, which -0 has. */
export function signBit(x: XlaOp, op: string): XlaOp {
  const b = builderFor(x, op);
  // 1 / -0 is -Infinity.
  return b.lt(b.select(b.eq(x, 0), b.div(b.onesLike(x), x), x), 0);
}

/**
 * The number of an axis from 0 on; a negative one counts from the end.
 *
 * @throws HloomError `js.c61` for an axis that does not exist
 */
export function axisNumber(axis: number, rank: number, op: string): number {
  if (Number.isInteger(axis) && axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  if (!Number.isInteger(axis)) {
    throw jsError('dimension', `the axis is ${describeArgument(axis)}`, {
      op,
      help:
        tracedHelp(axis) ??
        ((axis as unknown) === null ? 'for all axes, leave it out' : 'pass a whole number, as in { axis: -1 }'),
    });
  }
  throw jsError('dimension', `axis ${describeValue(axis)} is out of range`, {
    op,
    help: rank === 0 ? 'a scalar has none' : `the axes are 0 to ${rank - 1}, or -1 to -${rank} from the end`,
  });
}

/**
 * The numbers of axes from 0 on, in the order in which they are given; all of them by default.
 *
 * @throws HloomError `js.c61` for an axis that does not exist, or that is named twice
 */
export function axisNumbers(axis: Axis, rank: number, op: string): number[] {
  if (axis === undefined) return Array.from({ length: rank }, (_, index) => index);
  const axes = (isArray(axis) ? axis : [axis]).map((one) => axisNumber(one as number, rank, op));
  if (new Set(axes).size === axes.length) return axes;
  throw jsError('dimension', `an axis of ${describeList(axis as number[])} is named twice`, {
    op,
    help: 'name each axis once',
  });
}

/**
 * The options of a call. Anything but an object in braces is the first one of them: `np.sum(x, -1)`.
 *
 * @throws HloomError `js.c22` for unknown options
 */
export function optionsOf<T extends object>(
  given: unknown,
  names: readonly (keyof T & string)[],
  op: string,
): WithElementType<T> {
  const [first = ''] = names;
  if (given === undefined) return {} as WithElementType<T>;
  if (!isPlainObject(given)) return withElementType({ [first]: given } as T);
  checkKeys(given, names, 'option', op);
  return withElementType(given as T);
}

/**
 * Options that are always an object in braces.
 *
 * @throws HloomError `js.c22` for anything else, and for unknown options
 */
export function namedOptions<T extends object>(
  given: unknown,
  names: readonly (keyof T & string)[],
  op: string,
): WithElementType<T> {
  if (given === undefined) return {} as WithElementType<T>;
  checkIsObject(given, `write them in braces: { ${names.join(', ')} }`, op);
  checkKeys(given, names, 'option', op);
  return withElementType(given as T);
}

/**
 * Refuses anything but whole numbers from `least` on.
 *
 * @throws HloomError `js.c5`
 */
export function checkCount(value: unknown, name: string, op: string, least = 0): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  throw jsError('argumentKind', `${name} is ${describeArgument(value)}`, {
    op,
    help: tracedHelp(value) ?? `pass a whole number from ${least} on`,
  });
}

/** Numbers from `start` on, `count` of them. */
export function range(count: number, start = 0): number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}

/** The product of sizes. */
export function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}

/** `1 axis`, `2 axes`. */
export function axesText(count: number): string {
  return count === 1 ? '1 axis' : `${count} axes`;
}
