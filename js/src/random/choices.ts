/** Random choices and orders. */

import { calledWith } from '../builder/function-calls.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { describeArgument } from '../builder/builder-help.js';
import { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaComputation } from '../builder/xla-computation.js';
import { XlaOp } from '../builder/xla-op.js';
import type { ElementType } from '../values/element-type.js';
import { Shape } from '../values/shape.js';
import { gumbelNumbers, uniformNumbers } from './floats.js';
import { randomIntegers } from './integers.js';
import { randomBits, splitKeys } from './keys.js';
import { checkedOptions, countOf, keyBuilder, sizesOf, spread } from './operands.js';

/** Options of {@link categorical}. */
export interface CategoricalOptions {
  /** The dimension of the categories; the last one by default. */
  readonly axis?: number;
  /** The sizes of the result, which end with those of the logits without `axis`; by default these. */
  readonly shape?: readonly number[];
  /** False to draw each category at most once: the sizes before those of the logits say how many. */
  readonly replace?: boolean;
}

/**
 * Draws categories, S32, each with the probability of `softmax(logits, axis)`.
 *
 * @param logits - the logarithms of the probabilities, up to a constant
 */
export function categorical(key: XlaOp, logits: XlaOp, options: CategoricalOptions = {}): XlaOp {
  return calledWith(categorical, 'random.categorical', arguments, 'key, logits, { axis, shape, replace }', () => {
    const op = 'random.categorical';
    const b = keyBuilder(key, op);
    const given = checkedOptions(options, ['axis', 'shape', 'replace'], op);
    const { dimensions, rank } = arrayShape(logits, 'logits', op);
    const axis = axisOf(given.axis ?? -1, logits.shape, op);
    const categories = dimensions[axis] as number;
    const batch = dimensions.filter((_, d) => d !== axis);
    const shape = sizesOf(given.shape ?? batch, op);
    const prefix = shape.slice(0, shape.length - batch.length);
    if (shape.length < batch.length || batch.some((size, d) => size !== shape[prefix.length + d])) {
      throw jsError('options', `the shape is [${shape.join(', ')}]`, {
        op,
        operands: [logits.shape.toString()],
        help: `it ends with the sizes of the logits without dimension ${axis}: [..., ${batch.join(', ')}]`,
      });
    }
    const dtype = logits.shape.type as ElementType;
    if (given.replace ?? true) {
      const sizes = [...prefix, ...dimensions];
      const noise = gumbelNumbers(b, key, sizes, dtype, op);
      return b.argMax(b.add(noise, spread(b, logits, dtype, sizes)), prefix.length + axis);
    }
    const count = countOf(prefix);
    checkCount(count, categories, op);
    const noisy = b.add(gumbelNumbers(b, key, dimensions, dtype, op), logits);
    const others = Array.from({ length: rank }, (_, d) => d).filter((d) => d !== axis);
    const indices = b.getTupleElement(b.topK(b.transpose(noisy, [...others, axis]), count), 1);
    const back = [batch.length, ...batch.keys()];
    return b.reshape(b.transpose(indices, back), shape);
  });
}

/** Options of {@link permutation}. */
export interface PermutationOptions {
  /** The dimension along which the array is shuffled; the first one by default. */
  readonly axis?: number;
  /** True to shuffle each line along the dimension by itself. */
  readonly independent?: boolean;
}

/**
 * Puts an array in a random order.
 *
 * @param x - the array, or the number n for the integers 0 to n - 1, S32
 */
export function permutation(key: XlaOp, x: number | XlaOp, options: PermutationOptions = {}): XlaOp {
  return calledWith(permutation, 'random.permutation', arguments, 'key, x, { axis, independent }', () => {
    const op = 'random.permutation';
    const b = keyBuilder(key, op);
    const { axis: given = 0, independent = false } = checkedOptions(options, ['axis', 'independent'], op);
    if (!(x instanceof XlaOp)) return shuffled(b, key, b.iota('S32', countOfIntegers(x, 'x', op)), 0);
    const { rank } = arrayShape(x, 'x', op);
    const axis = axisOf(given, x.shape, op);
    if (rank === 1 || independent) return shuffled(b, key, x, axis);
    const order = shuffled(b, key, b.iota('S32', x.shape.dimensions[axis] as number), 0);
    return b.torchIndexSelect(x, order, axis);
  });
}

/**
 * Sorts by random keys of 32 bits. Equal keys keep their order, so that a few sorts follow each other, until such keys
 * hardly matter: jax.random does the same.
 */
function shuffled(b: XlaBuilder, key: XlaOp, x: XlaOp, axis: number): XlaOp {
  const { dimensions, type, elementCount } = x.shape;
  const rounds = Math.ceil((3 * Math.log(Math.max(1, elementCount))) / Math.log(2 ** 32 - 1));
  const comparator = rounds === 0 ? undefined : firstIsLess(type as ElementType);
  let [next, order] = [key, x];
  for (let round = 0; round < rounds; round++) {
    const [rest, part] = splitKeys(b, next, 2) as [XlaOp, XlaOp];
    const sorted = b.sort([randomBits(b, part, dimensions, 'U32'), order], comparator as XlaComputation, {
      dimension: axis,
      isStable: true,
    });
    [next, order] = [rest, b.getTupleElement(sorted, 1)];
  }
  return order;
}

/** (u32, u32, type, type) -> pred: whether the first key is less than the second. */
function firstIsLess(type: ElementType): XlaComputation {
  const b = new XlaBuilder('first_is_less');
  const [lhs, rhs] = [b.parameter(0, 'u32[]', 'lhs'), b.parameter(1, 'u32[]', 'rhs')];
  b.parameter(2, Shape.array(type), 'lhs_value');
  b.parameter(3, Shape.array(type), 'rhs_value');
  const computation = b.build(b.lt(lhs, rhs));
  b.dispose();
  return computation;
}

/** Options of {@link choice}. */
export interface ChoiceOptions {
  /** False to draw each element at most once. */
  readonly replace?: boolean;
  /** The probability of each element, an operation of rank 1 of a floating-point type; equal ones by default. */
  readonly p?: XlaOp;
  /** The dimension along which elements are chosen; the first one by default. */
  readonly axis?: number;
}

/**
 * Chooses elements of an array.
 *
 * @param a - the array, or the number n for the integers 0 to n - 1, S32
 * @param shape - the sizes of the choices, which replace the dimension `axis`; one choice by default
 */
export function choice(
  key: XlaOp,
  a: number | XlaOp,
  shape: readonly number[] = [],
  options: ChoiceOptions = {},
): XlaOp {
  return calledWith(choice, 'random.choice', arguments, 'key, a, shape, { replace, p, axis }', () => {
    const op = 'random.choice';
    const b = keyBuilder(key, op);
    const { replace = true, p, axis: given = 0 } = checkedOptions(options, ['replace', 'p', 'axis'], op);
    const sizes = sizesOf(shape, op);
    const array = a instanceof XlaOp ? a : undefined;
    const dimensions = array === undefined ? [] : arrayShape(array, 'a', op).dimensions;
    const axis = array === undefined ? 0 : axisOf(given, array.shape, op);
    const n = array === undefined ? countOfIntegers(a, 'a', op) : (dimensions[axis] as number);
    const draws = countOf(sizes);
    if (!replace) checkCount(draws, n, op);
    if (p !== undefined) checkProbabilities(p, n, op);
    const result = [...dimensions.slice(0, axis), ...sizes, ...dimensions.slice(axis + 1)];
    if (p === undefined && !replace) {
      const order = array === undefined ? permutation(key, n) : permutation(key, array, { axis });
      return b.reshape(b.sliceInDim(order, 0, draws, 1, axis), result);
    }
    const indices =
      p === undefined
        ? randomIntegers(b, key, [draws], 0, n, 'S32')
        : replace
          ? weighted(b, key, p, draws, op)
          : mostLikely(b, key, p, draws, op);
    return b.reshape(array === undefined ? indices : b.torchIndexSelect(array, indices, axis), result);
  });
}

/** Indices by their probabilities: the numbers of cumulative probabilities that are below a uniform number. */
function weighted(b: XlaBuilder, key: XlaOp, p: XlaOp, draws: number, op: string): XlaOp {
  const [n = 0] = p.shape.dimensions;
  const dtype = p.shape.type as ElementType;
  const sum = b.createScalarAddComputation(dtype);
  const cumulative = b.reduceWindow(p, 0, sum, [n], [1], [[n - 1, 0]]);
  const total = b.reshape(b.slice(cumulative, [n - 1], [n]), []);
  const units = uniformNumbers(b, key, [draws], { dtype, minval: 0, maxval: 1 }, op);
  const wanted = b.mul(b.sub(b.fullLike(units, 1), units), total);
  const isBelow = b.lt(b.broadcastInDim(cumulative, [draws, n], [1]), b.broadcastInDim(wanted, [draws, n], [0]));
  return b.reduce(b.convertElementType(isBelow, 'S32'), 0, b.createScalarAddComputation('S32'), [1]);
}

/** Different indices: those of the greatest logarithms of probabilities with Gumbel numbers added. */
function mostLikely(b: XlaBuilder, key: XlaOp, p: XlaOp, draws: number, op: string): XlaOp {
  const noisy = b.add(gumbelNumbers(b, key, p.shape.dimensions, p.shape.type as ElementType, op), b.log(p));
  return b.getTupleElement(b.topK(noisy, draws), 1);
}

function arrayShape(x: unknown, name: string, op: string): Shape {
  if (x instanceof XlaOp && x.shape.isArray && x.shape.rank > 0) return x.shape;
  throw jsError('argumentKind', `${name} is ${x instanceof XlaOp ? x.shape.toString() : describeArgument(x)}`, {
    op,
    help: 'pass an operation of rank 1 or more',
  });
}

function axisOf(axis: number, shape: Shape, op: string): number {
  if (!Number.isInteger(axis)) {
    throw jsError('options', `axis is ${describeValue(axis)}`, { op, help: 'use the number of a dimension' });
  }
  return shape.getDimensionNumber(axis);
}

function countOfIntegers(n: unknown, name: string, op: string): number {
  if (Number.isSafeInteger(n) && (n as number) >= 0) return n as number;
  throw jsError('argumentKind', `${name} is ${describeValue(n)}`, {
    op,
    help: 'pass an operation, or the number n for the integers 0 to n - 1',
  });
}

function checkCount(count: number, among: number, op: string): void {
  if (count <= among) return;
  throw jsError('options', `${count} cannot be drawn from ${among} without replacement`, {
    op,
    help: 'draw fewer, or leave replace out',
  });
}

function checkProbabilities(p: unknown, n: number, op: string): void {
  if (p instanceof XlaOp && p.shape.rank === 1 && p.shape.dimensions[0] === n) return;
  throw jsError('options', `p is ${p instanceof XlaOp ? p.shape.toString() : describeValue(p)}`, {
    op,
    help: `pass an operation of floats with a probability for each of the ${n} elements, such as f32[${n}]`,
  });
}
