/** Building blocks that several chapters of `np` share. */

import { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaComputation } from '../builder/xla-computation.js';
import type { XlaOp } from '../builder/xla-op.js';
import { elementInfo, type ElementType } from '../values/element-type.js';
import { Shape } from '../values/shape.js';
import { axisNumbers, builderFor, kindOf, optionsOf, range, typeOf } from './operands.js';

/** One axis, alone or as an option. */
export type AxisOption = number | { readonly axis?: number | undefined };

/** All elements in one dimension; no operation if they are already. */
export function flat(b: XlaBuilder, x: XlaOp): XlaOp {
  return x.shape.rank === 1 ? x : b.reshape(x, [x.shape.elementCount]);
}

/** A transpose; no operation for the order that the dimensions have. */
export function permuted(b: XlaBuilder, x: XlaOp, order: readonly number[]): XlaOp {
  return order.length === x.shape.rank && order.every((axis, index) => axis === index) ? x : b.transpose(x, order);
}

/** The order of the dimensions after some have moved: [0, 1, 2] with 0 to 2 is [1, 2, 0]. */
export function movedOrder(rank: number, from: readonly number[], to: readonly number[]): number[] {
  const order = range(rank).filter((axis) => !from.includes(axis));
  const moves = to.map((place, index) => [place, from[index] as number] as const).sort(([a], [b]) => a - b);
  for (const [place, axis] of moves) order.splice(place, 0, axis);
  return order;
}

/** PRED as S32; other types stay as they are. */
export function counted(b: XlaBuilder, x: XlaOp): XlaOp {
  return kindOf(x) === 'pred' ? b.convertElementType(x, 'S32') : x;
}

/**
 * (key, key, more ...) -> PRED: whether the first key comes before the second one. The replacements of NaN and zeros
 * are those of JAX, which the engine knows: it sorts without calling the computation.
 */
function lessThan(types: readonly ElementType[]): XlaComputation {
  const b = new XlaBuilder('less');
  const parameters = types.flatMap((type, index) => {
    const shape = Shape.array(type);
    return [b.parameter(2 * index, shape, `lhs${index}`), b.parameter(2 * index + 1, shape, `rhs${index}`)];
  });
  const [lhs, rhs] = parameters as [XlaOp, XlaOp];
  if (elementInfo(types[0] as ElementType).kind !== 'float') return b.build(b.lt(lhs, rhs));
  const key = (x: XlaOp): XlaOp => {
    const number = b.select(b.eq(x, 0), 0, x);
    return b.select(b.ne(x, x), NaN, number);
  };
  return b.build(b.ltTotalOrder(key(lhs), key(rhs)));
}

/** The elements in ascending order along an axis. */
export function sorted(b: XlaBuilder, x: XlaOp, axis: number): XlaOp {
  return b.sort([x], lessThan([typeOf(x)]), { dimension: axis });
}

/** The elements in ascending order and the indices that they had, S32. */
export function sortedWithIndices(b: XlaBuilder, x: XlaOp, axis: number): [XlaOp, XlaOp] {
  const indices = b.iota(Shape.array('S32', x.shape.dimensions), axis);
  const both = b.sort([x, indices], lessThan([typeOf(x), 'S32']), { dimension: axis, isStable: true });
  return [b.getTupleElement(both, 0), b.getTupleElement(both, 1)];
}

/** The options of `np.diagonal` and `np.trace`. */
export interface DiagonalOptions {
  /** The diagonal: 1 is above the main one (default 0). */
  readonly offset?: number | undefined;
  /** The axis of rows (default 0). */
  readonly axis1?: number | undefined;
  /** The axis of columns (default 1). */
  readonly axis2?: number | undefined;
}

/** The diagonal that the options name. */
export function diagonalOf(x: XlaOp, options: number | DiagonalOptions | undefined, op: string): XlaOp {
  const b = builderFor(x, op);
  const { offset = 0, axis1 = 0, axis2 = 1 } = optionsOf<DiagonalOptions>(options, ['offset', 'axis1', 'axis2'], op);
  const { rank } = x.shape;
  const axes = axisNumbers([axis1, axis2], rank, op);
  const last = permuted(b, x, [...range(rank).filter((axis) => !axes.includes(axis)), ...axes]);
  return b.getMatrixDiagonal(last, { k: offset });
}
