/** What the functions of random share: their builder, and checks of their arguments. */

import { describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { checkIsObject, checkKeys } from '../base/options.js';
import { describeArgument } from '../builder/builder-help.js';
import { builderAmong } from '../builder/function-calls.js';
import type { Operand } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import { XlaOp } from '../builder/xla-op.js';
import { withElementType, type ElementType, type WithElementType } from '../values/element-type.js';
import { Shape } from '../values/shape.js';

/**
 * The builder for a key.
 *
 * @throws HloomError `js.c5` for anything but an operation u32[2]
 */
export function keyBuilder(key: unknown, op: string): XlaBuilder {
  const isKey = key instanceof XlaOp && key.shape.toString() === 'u32[2]';
  if (isKey) return builderAmong([key], op);
  throw jsError('argumentKind', `the key is ${key instanceof XlaOp ? key.shape.toString() : describeArgument(key)}`, {
    op,
    help:
      'a key is an operation u32[2]: make one with random.key(42) where the function is traced, or pass ' +
      'Uint32Array.of(0, 42) to the function of jit; random.split(key) gives an array of keys',
  });
}

/**
 * The sizes of a result.
 *
 * @throws HloomError `js.c5` for anything but an array of sizes
 */
export function sizesOf(shape: unknown, op: string): readonly number[] {
  const isSize = (size: unknown): boolean => Number.isSafeInteger(size) && (size as number) >= 0;
  if (isArray(shape) && shape.every(isSize)) return shape as readonly number[];
  throw jsError('argumentKind', `the shape is ${describeValue(shape)}`, {
    op,
    help:
      shape instanceof Shape
        ? 'pass its sizes: x.shape.dimensions'
        : 'give the sizes of the result in an array, such as [2, 3]; [] is a scalar',
  });
}

/**
 * Checks an element type.
 *
 * @throws HloomError `js.c22` for one that is not in the list
 */
export function checkType(dtype: unknown, types: readonly ElementType[], op: string): void {
  if (types.includes(dtype as ElementType)) return;
  throw jsError('options', `dtype is ${describeValue(dtype)}`, {
    op,
    help: `use ${types.map((type) => `'${type}'`).join(', ')}`,
  });
}

/**
 * Options with the given names.
 *
 * @throws HloomError `js.c22` for anything else
 */
export function checkedOptions<O extends object>(
  options: O,
  names: readonly (keyof O & string)[],
  op: string,
): WithElementType<O> {
  checkIsObject(options, `write options with their names: { ${names.join(', ')} }`, op);
  checkKeys(options, names, 'option', op);
  return withElementType<O>(options);
}

/** An operand of the type as an operation of some sizes, repeated as NumPy does: its last dimensions are matched. */
export function spread(b: XlaBuilder, operand: Operand, dtype: ElementType, sizes: readonly number[]): XlaOp {
  const op = operand instanceof XlaOp ? operand : b.constant(operand, dtype);
  return op.shape.rank === 0 || isSameSizes(op.shape.dimensions, sizes) ? op : b.broadcastTo(op, sizes);
}

function isSameSizes(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((size, d) => size === b[d]);
}

/** The sizes of an operand; those of a number are []. */
export function operandSizes(operand: Operand): readonly number[] {
  return operand instanceof XlaOp ? operand.shape.dimensions : [];
}

/** The element type of an operand, or one for numbers. */
export function operandType(operand: Operand, otherwise: ElementType): ElementType {
  return operand instanceof XlaOp ? (operand.shape.type as ElementType) : otherwise;
}

/** The number of elements. */
export function countOf(sizes: readonly number[]): number {
  return Shape.array('PRED', sizes).elementCount;
}
