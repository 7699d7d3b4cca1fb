/** Elements by conditions and by indices. Indices below 0 count from the end, and those out of range are clamped. */
/* eslint-disable @typescript-eslint/no-unsafe-return -- results have the types that the signatures state */

import { calledWith } from '../builder/function-calls.js';
import type { Operand, OperandLike, TypeOfOperands } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import { XlaOp } from '../builder/xla-op.js';
import { jsError } from '../base/errors.js';
import { scalarHelp } from '../builder/builder-help.js';
import { type AxisOption, flat } from './arrays.js';
import {
  axisNumber,
  broadcastOperands,
  broadcastSizes,
  builderFor,
  builderOf,
  commonType,
  kindOf,
  optionsOf,
  sizesOf,
  stretched,
} from './operands.js';

/** x where the condition is true, or not 0, and y elsewhere; all three are broadcast. The indices of a condition: {@link nonzero}. */
export function where<L extends Operand, R extends OperandLike<L>>(
  condition: XlaOp,
  x: L,
  y: R,
): XlaOp<TypeOfOperands<L, R>> {
  return calledWith(where, 'np.where', arguments, 'condition, x, y', () => chosen(condition, x, y, 'np.where'));
}

function chosen(condition: XlaOp, x: Operand, y: Operand, op: string): XlaOp {
  const b = builderFor(condition, op);
  if (x === undefined || y === undefined) {
    throw jsError('callArguments', 'it takes a condition and two arrays', {
      op,
      help: 'np.nonzero(condition, { size }) gives the indices at which a condition is true',
    });
  }
  builderOf([condition, x, y], op);
  commonType([x, y], op);
  const sizes = broadcastSizes([condition, x, y].map(sizesOf), op);
  const truth = kindOf(condition) === 'pred' ? condition : b.ne(condition, 0);
  const full = (value: Operand): Operand => (value instanceof XlaOp ? stretched(b, value, sizes) : value);
  // A number beside a scalar would be one, too.
  if (x instanceof XlaOp || y instanceof XlaOp) return b.select(stretched(b, truth, sizes), full(x), full(y));
  throw jsError('numberOperand', 'x and y are both numbers', {
    op,
    help:
      "np.astype(condition, 'F32') is 1 where it is true and 0 elsewhere; for other numbers, make one of them an array: " +
      'np.fullLike(z, 2)',
  });
}

/** The first choice whose condition is true, and else the default (0). */
export function select(condlist: readonly XlaOp[], choicelist: readonly Operand[], options?: Operand): XlaOp {
  return calledWith(select, 'np.select', arguments, 'condlist, choicelist, default', () => {
    const op = 'np.select';
    const first = choicelist.find((choice) => choice instanceof XlaOp);
    if (condlist.length !== choicelist.length || first === undefined) {
      throw jsError('argumentKind', `${condlist.length} conditions have ${choicelist.length} choices`, {
        op,
        help: 'pass one choice for each condition, at least one of them an operation',
      });
    }
    const b = builderOf([first], op);
    const otherwise = options ?? (kindOf(first) === 'pred' ? false : 0);
    const start = otherwise instanceof XlaOp ? otherwise : b.fullLike(first, otherwise);
    return condlist.reduceRight(
      (rest, condition, index) => chosen(condition, choicelist[index] as Operand, rest, op),
      start,
    );
  });
}

/** Indices as an operation: a number and lists of numbers become constants. */
function indicesOf(b: XlaBuilder, indices: XlaOp | number | readonly number[], op: string): XlaOp {
  if (indices instanceof XlaOp && !['signed', 'unsigned'].includes(kindOf(indices))) {
    throw jsError('argumentKind', `the indices are ${indices.shape.toString()}`, {
      op,
      operands: [indices.shape.toString()],
      help: `indices are integers: np.astype(indices, 'S32')${scalarHelp([indices.shape.toString()])}`,
    });
  }
  return indices instanceof XlaOp ? indices : b.constant(indices, 'S32');
}

/** Indices in which negative ones count from the end. */
function fromStart(b: XlaBuilder, indices: XlaOp, size: number): XlaOp {
  return kindOf(indices) === 'signed' ? b.select(b.lt(indices, 0), b.add(indices, size), indices) : indices;
}

/**
 * The elements, or slices, at indices of an axis; without one, of the array as one dimension.
 *
 * @param indices - an operation of integers, a number, or a list of numbers. Indices out of range are clamped;
 * jax.numpy gives NaN for them
 */
export function take(x: XlaOp, indices: XlaOp | number | readonly number[], options?: AxisOption): XlaOp {
  return calledWith(take, 'np.take', arguments, 'x, indices, { axis }', () => {
    const op = 'np.take';
    const b = builderFor(x, op);
    const { axis } = optionsOf<{ readonly axis?: number }>(options, ['axis'], op);
    const operand = axis === undefined ? flat(b, x) : x;
    const along = axisNumber(axis ?? 0, operand.shape.rank, op);
    const places = fromStart(b, indicesOf(b, indices, op), operand.shape.dimensions[along] ?? 0);
    return b.torchIndexSelect(operand, places, along);
  });
}

/**
 * For each index the element at it along an axis, and at the index's own place along the other dimensions, which are
 * broadcast. It takes the indices of argsort and argmax.
 */
export function takeAlongAxis(x: XlaOp, indices: XlaOp, axis: number | { readonly axis: number }): XlaOp {
  return calledWith(takeAlongAxis, 'np.takeAlongAxis', arguments, 'x, indices, { axis }', () => {
    const op = 'np.takeAlongAxis';
    const b = builderFor(x, op);
    builderFor(indices, op);
    const given = optionsOf<{ readonly axis: number }>(axis, ['axis'], op);
    const along = axisNumber(given.axis, x.shape.rank, op);
    if (indices.shape.rank !== x.shape.rank) {
      throw jsError('argumentKind', `${x.shape.toString()} and ${indices.shape.toString()} have different ranks`, {
        op,
        operands: [x.shape.toString(), indices.shape.toString()],
        help: 'np.take takes indices of any rank; np.expandDims adds a dimension of size 1',
      });
    }
    const without = (sizes: readonly number[]): number[] => sizes.map((size, index) => (index === along ? 1 : size));
    const sizes = broadcastSizes([without(x.shape.dimensions), without(indices.shape.dimensions)], op);
    const as = (own: XlaOp): XlaOp =>
      stretched(
        b,
        own,
        sizes.map((size, index) => (index === along ? (own.shape.dimensions[index] ?? 1) : size)),
      );
    const operand = as(x);
    return b.torchGather(operand, as(fromStart(b, indices, x.shape.dimensions[along] ?? 0)), along);
  });
}

/** For indices of an array as one dimension those of an array of these sizes, one result for each dimension. */
export function unravelIndex(indices: XlaOp, sizes: readonly number[]): XlaOp[] {
  return calledWith(unravelIndex, 'np.unravelIndex', arguments, 'indices, sizes', () => {
    const b = builderFor(indices, 'np.unravelIndex');
    let rest = indices;
    const results: XlaOp[] = [];
    for (const size of [...sizes].reverse()) {
      results.unshift(b.rem(rest, size));
      rest = b.div(rest, size);
    }
    return results;
  });
}

/** The values of choices at the indices of an array, element by element: choices[index]. Indices are clamped. */
export function choose(indices: XlaOp, choices: readonly XlaOp[]): XlaOp {
  return calledWith(choose, 'np.choose', arguments, 'indices, choices', () => {
    const op = 'np.choose';
    const b = builderFor(indices, op);
    const all = broadcastOperands(choices, op);
    const sizes = broadcastSizes([indices, ...all].map(sizesOf), op);
    const place = stretched(b, indices, sizes);
    const [first, ...others] = all.map((choice) => stretched(b, choice, sizes)) as [XlaOp, ...XlaOp[]];
    return others.reduce((result, choice, index) => b.select(b.ge(place, index + 1), choice, result), first);
  });
}
