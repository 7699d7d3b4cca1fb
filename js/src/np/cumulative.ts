/** Running sums and their like, and differences. */

import { calledWith } from '../builder/function-calls.js';
import { type AxisOption, counted, flat } from './arrays.js';
import { axisNumber, builderFor, checkCount, kindOf, optionsOf, typeOf } from './operands.js';
import type { XlaOp } from '../builder/xla-op.js';

/** A running reduction along an axis; without one, of the array as one dimension. */
function running(x: XlaOp, options: AxisOption | undefined, name: keyof typeof foldings, op: string): XlaOp {
  const b = builderFor(x, op);
  const { axis } = optionsOf<{ readonly axis?: number }>(options, ['axis'], op);
  const operand = counted(b, axis === undefined ? flat(b, x) : x);
  const { dimensions, rank } = operand.shape;
  const along = axisNumber(axis ?? 0, rank, op);
  const size = dimensions[along] ?? 0;
  if (size === 0) return operand;
  const type = typeOf(operand);
  const one = dimensions.map(() => 1);
  const init = {
    add: () => b.zero(type),
    multiply: () => b.one(type),
    max: () => b.minValue(type),
    min: () => b.maxValue(type),
  };
  // A window of all elements up to each element; the engine takes one step for each of them.
  return b.reduceWindowWithGeneralPadding(
    operand,
    init[name](),
    b[foldings[name]](type),
    dimensions.map((_, index) => (index === along ? size : 1)),
    one,
    one,
    one,
    dimensions.map((_, index) => [index === along ? size - 1 : 0, 0]),
  );
}

const foldings = {
  add: 'createScalarAddComputation',
  multiply: 'createScalarMultiplyComputation',
  max: 'createScalarMaxComputation',
  min: 'createScalarMinComputation',
} as const;

/** The sums of the elements up to each one. PRED gives S32. */
export function cumsum(x: XlaOp, options?: AxisOption): XlaOp {
  return calledWith(cumsum, 'np.cumsum', arguments, 'x, { axis }', () => running(x, options, 'add', 'np.cumsum'));
}

/** The products of the elements up to each one. */
export function cumprod(x: XlaOp, options?: AxisOption): XlaOp {
  return calledWith(cumprod, 'np.cumprod', arguments, 'x, { axis }', () =>
    running(x, options, 'multiply', 'np.cumprod'),
  );
}

/** The greatest of the elements up to each one. It is jax.lax.cummax; NumPy has it as maximum.accumulate. */
export function cummax(x: XlaOp, options?: AxisOption): XlaOp {
  return calledWith(cummax, 'np.cummax', arguments, 'x, { axis }', () => running(x, options, 'max', 'np.cummax'));
}

/** The least of the elements up to each one. It is jax.lax.cummin; NumPy has it as minimum.accumulate. */
export function cummin(x: XlaOp, options?: AxisOption): XlaOp {
  return calledWith(cummin, 'np.cummin', arguments, 'x, { axis }', () => running(x, options, 'min', 'np.cummin'));
}

/** The options of {@link diff}. */
export interface DiffOptions {
  /** The number of times that differences are taken (default 1). */
  readonly n?: number | undefined;
  /** The axis (default -1). */
  readonly axis?: number | undefined;
}

/** The differences of neighbors: element i + 1 minus element i. For PRED: whether they differ. */
export function diff(x: XlaOp, options?: number | DiffOptions): XlaOp {
  return calledWith(diff, 'np.diff', arguments, 'x, { n, axis }', () => {
    const op = 'np.diff';
    const b = builderFor(x, op);
    const { n = 1, axis = -1 } = optionsOf<DiffOptions>(options, ['n', 'axis'], op);
    checkCount(n, 'n', op);
    const along = axisNumber(axis, x.shape.rank, op);
    let result = x;
    for (let step = 0; step < n; step++) {
      const size = result.shape.dimensions[along] ?? 0;
      const later = b.sliceInDim(result, Math.min(1, size), size, 1, along);
      const earlier = b.sliceInDim(result, 0, Math.max(0, size - 1), 1, along);
      result = kindOf(x) === 'pred' ? b.ne(later, earlier) : b.sub(later, earlier);
    }
    return result;
  });
}

/** The options of {@link trapezoid}. */
export interface TrapezoidOptions {
  /** The distance of neighbors (default 1). */
  readonly dx?: number | undefined;
  /** The axis (default -1). */
  readonly axis?: number | undefined;
}

/** The integral along an axis by trapezoids of equal width. */
export function trapezoid(y: XlaOp, options?: TrapezoidOptions): XlaOp {
  return calledWith(trapezoid, 'np.trapezoid', arguments, 'y, { dx, axis }', () => {
    const op = 'np.trapezoid';
    const b = builderFor(y, op);
    const { dx = 1, axis = -1 } = optionsOf<TrapezoidOptions>(options, ['dx', 'axis'], op);
    const along = axisNumber(axis, y.shape.rank, op);
    const size = y.shape.dimensions[along] ?? 0;
    const later = b.sliceInDim(y, Math.min(1, size), size, 1, along);
    const earlier = b.sliceInDim(y, 0, Math.max(0, size - 1), 1, along);
    return b.mul(b.sum(b.add(later, earlier), [along]), dx / 2);
  });
}
