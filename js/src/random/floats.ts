/** Random floats: uniform, and the distributions that are made of uniform numbers. */

import { calledWith } from '../builder/function-calls.js';
import { describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import type { Operand } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import type { ElementType, ElementTypeName, WithElementType } from '../values/element-type.js';
import { randomBits } from './keys.js';
import { checkedOptions, checkType, keyBuilder, operandSizes, operandType, sizesOf, spread } from './operands.js';

/** The options of distributions of floats. */
export interface FloatOptions {
  /** F16, BF16, F32 or F64; F32 by default. */
  readonly dtype?: ElementTypeName;
}

/** Options of {@link uniform}. */
export interface UniformOptions extends FloatOptions {
  /** The least number, 0 by default; with {@link UniformOptions.maxval}, a number or an operation of the dtype. */
  readonly minval?: Operand;
  /** All numbers are below it, unless rounding lifts one to it; 1 by default. */
  readonly maxval?: Operand;
}

interface FloatFormat {
  /** The bits of the fraction. */
  readonly fraction: number;
  /** The bits that are drawn: BF16 takes 8, as its fraction needs no more. */
  readonly drawn: ElementType;
  readonly drawnBits: number;
  /** The unsigned type of the same width, and the bits of 1. */
  readonly unsigned: ElementType;
  readonly one: number | bigint;
}

const formats: Partial<Record<ElementType, FloatFormat>> = {
  F16: { fraction: 10, drawn: 'U16', drawnBits: 16, unsigned: 'U16', one: 0x3c00 },
  BF16: { fraction: 7, drawn: 'U8', drawnBits: 8, unsigned: 'U16', one: 0x3f80 },
  F32: { fraction: 23, drawn: 'U32', drawnBits: 32, unsigned: 'U32', one: 0x3f80_0000 },
  F64: { fraction: 52, drawn: 'U64', drawnBits: 64, unsigned: 'U64', one: 0x3ff0_0000_0000_0000n },
};

/** @throws HloomError `js.c22` for a type that is not a floating-point type */
function formatOf(dtype: ElementType, op: string): FloatFormat {
  checkType(dtype, Object.keys(formats) as ElementType[], op);
  return formats[dtype] as FloatFormat;
}

/**
 * Makes uniform random numbers of [minval, maxval).
 *
 * @param shape - the sizes of the result; a scalar by default
 */
export function uniform(key: XlaOp, shape: readonly number[] = [], options: UniformOptions = {}): XlaOp {
  return calledWith(uniform, 'random.uniform', arguments, 'key, shape, { dtype, minval, maxval }', () => {
    const op = 'random.uniform';
    const b = keyBuilder(key, op);
    const { dtype = 'F32', minval = 0, maxval = 1 } = checkedOptions(options, ['dtype', 'minval', 'maxval'], op);
    return uniformNumbers(b, key, sizesOf(shape, op), { dtype, minval, maxval }, op);
  });
}

/** Uniform numbers: random bits are the fraction of a float in [1, 2), from which 1 is subtracted. */
export function uniformNumbers(
  b: XlaBuilder,
  key: XlaOp,
  sizes: readonly number[],
  { dtype, minval, maxval }: Required<WithElementType<UniformOptions>>,
  op: string,
): XlaOp {
  const { fraction, drawn, drawnBits, unsigned, one } = formatOf(dtype, op);
  let words = randomBits(b, key, sizes, drawn);
  if (drawn !== unsigned) words = b.convertElementType(words, unsigned);
  const pattern = b.or(b.shiftRightLogical(words, drawnBits - fraction), one);
  const units = b.sub(b.bitcastConvertType(pattern, dtype), 1);
  if (minval === 0 && maxval === 1) return units;
  const least = spread(b, minval, dtype, sizes);
  const scaled = b.mul(units, b.sub(spread(b, maxval, dtype, sizes), least));
  // Rounding may lead below the least number.
  return b.max(least, b.add(scaled, least));
}

/** The greatest number below 1 of each type. */
const belowOne: Partial<Record<ElementType, number>> = {
  F16: 1 - 2 ** -11,
  BF16: 1 - 2 ** -8,
  F32: 1 - 2 ** -24,
  F64: 1 - 2 ** -53,
};

/**
 * Makes random numbers of the normal distribution with mean 0 and standard deviation 1.
 *
 * @param shape - the sizes of the result; a scalar by default
 */
export function normal(key: XlaOp, shape: readonly number[] = [], options: FloatOptions = {}): XlaOp {
  return calledWith(normal, 'random.normal', arguments, 'key, shape, { dtype }', () => {
    const op = 'random.normal';
    const b = keyBuilder(key, op);
    const { dtype = 'F32' } = checkedOptions(options, ['dtype'], op);
    const sizes = sizesOf(shape, op);
    formatOf(dtype, op);
    const range = { dtype, minval: -(belowOne[dtype] as number), maxval: 1 };
    return b.mul(b.erfInv(uniformNumbers(b, key, sizes, range, op)), Math.SQRT2);
  });
}

/**
 * Makes random numbers of the normal distribution within an open interval.
 *
 * @param lower - the lower bound, a number or an operation of the dtype
 * @param upper - the upper bound
 * @param shape - the sizes of the result; by default those of the bounds, which are then equal
 */
export function truncatedNormal(
  key: XlaOp,
  lower: Operand,
  upper: Operand,
  shape?: readonly number[],
  options: FloatOptions = {},
): XlaOp {
  return calledWith(truncatedNormal, 'random.truncatedNormal', arguments, 'key, lower, upper, shape, { dtype }', () => {
    const op = 'random.truncatedNormal';
    const b = keyBuilder(key, op);
    const { dtype = operandType(lower, operandType(upper, 'F32')) } = checkedOptions(options, ['dtype'], op);
    formatOf(dtype, op);
    const own = [operandSizes(lower), operandSizes(upper)].sort((x, y) => y.length - x.length)[0] ?? [];
    const sizes = sizesOf(shape ?? own, op);
    const [low, high] = [spread(b, lower, dtype, sizes), spread(b, upper, dtype, sizes)];
    const root = b.constant(Math.SQRT2, dtype);
    const [minval, maxval] = [b.erf(b.div(low, root)), b.erf(b.div(high, root))];
    const numbers = b.mul(b.erfInv(uniformNumbers(b, key, sizes, { dtype, minval, maxval }, op)), root);
    const towards = (bound: XlaOp, end: number): XlaOp => b.nextAfter(bound, b.fullLike(bound, end));
    return b.clamp(towards(low, Infinity), numbers, towards(high, -Infinity));
  });
}

/**
 * Makes random numbers of the exponential distribution with mean 1.
 *
 * @param shape - the sizes of the result; a scalar by default
 */
export function exponential(key: XlaOp, shape: readonly number[] = [], options: FloatOptions = {}): XlaOp {
  return calledWith(exponential, 'random.exponential', arguments, 'key, shape, { dtype }', () => {
    const op = 'random.exponential';
    const b = keyBuilder(key, op);
    const { dtype = 'F32' } = checkedOptions(options, ['dtype'], op);
    const units = uniformNumbers(b, key, sizesOf(shape, op), { dtype, minval: 0, maxval: 1 }, op);
    return b.neg(b.log1p(b.neg(units)));
  });
}

/**
 * Makes random numbers of the standard Gumbel distribution.
 *
 * @param shape - the sizes of the result; a scalar by default
 */
export function gumbel(key: XlaOp, shape: readonly number[] = [], options: FloatOptions = {}): XlaOp {
  return calledWith(gumbel, 'random.gumbel', arguments, 'key, shape, { dtype }', () => {
    const op = 'random.gumbel';
    const b = keyBuilder(key, op);
    const { dtype = 'F32' } = checkedOptions(options, ['dtype'], op);
    return gumbelNumbers(b, key, sizesOf(shape, op), dtype, op);
  });
}

/** Gumbel numbers, as jax.random makes them in its mode "low". */
export function gumbelNumbers(
  b: XlaBuilder,
  key: XlaOp,
  sizes: readonly number[],
  dtype: ElementType,
  op: string,
): XlaOp {
  formatOf(dtype, op);
  const range = { dtype, minval: b.minPositiveNormalValue(dtype), maxval: 1 };
  return b.neg(b.log(b.neg(b.log(uniformNumbers(b, key, sizes, range, op)))));
}

/**
 * Makes random truth values, true with a probability.
 *
 * @param p - the probability, a number (0.5 by default) or an operation of a floating-point type
 * @param shape - the sizes of the result; by default those of `p`, which is repeated as NumPy does
 */
export function bernoulli(key: XlaOp, p: Operand = 0.5, shape?: readonly number[]): XlaOp {
  return calledWith(bernoulli, 'random.bernoulli', arguments, 'key, p, shape', () => {
    const op = 'random.bernoulli';
    const b = keyBuilder(key, op);
    if (isArray(p)) {
      throw jsError('argumentKind', `p is ${describeValue(p)}`, {
        op,
        help: 'the probability comes before the shape: random.bernoulli(key, 0.5, [2, 3])',
      });
    }
    const dtype = operandType(p, 'F32');
    const sizes = sizesOf(shape ?? operandSizes(p), op);
    const units = uniformNumbers(b, key, sizes, { dtype, minval: 0, maxval: 1 }, op);
    return b.lt(units, spread(b, p, dtype, sizes));
  });
}
