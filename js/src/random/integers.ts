/** Random integers. */

import { calledWith } from '../builder/function-calls.js';
import { jsError } from '../base/errors.js';
import type { Operand } from '../builder/number-operand.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { elementInfo, type ElementType, type ElementTypeName } from '../values/element-type.js';
import { randomBits, splitKeys } from './keys.js';
import { checkedOptions, checkType, keyBuilder, sizesOf, spread } from './operands.js';

/** Options of {@link randint}. */
export interface IntegerOptions {
  /** An integer type of 8, 16, 32 or 64 bits; S32 by default. */
  readonly dtype?: ElementTypeName;
}

const integerTypes = ['S8', 'S16', 'S32', 'S64', 'U8', 'U16', 'U32', 'U64'] as const;

/**
 * Makes random integers of [minval, maxval). If maxval is not greater than minval, all are minval.
 *
 * Integers of 8 and 16 bits are drawn with 32, as jax.random does in its current versions.
 *
 * @param shape - the sizes of the result
 * @param minval - a number, or an operation of the dtype, which is repeated as NumPy does
 * @param maxval - the same; a number may be the greatest one of the dtype plus 1
 */
export function randint(
  key: XlaOp,
  shape: readonly number[],
  minval: Operand,
  maxval: Operand,
  options: IntegerOptions = {},
): XlaOp {
  return calledWith(randint, 'random.randint', arguments, 'key, shape, minval, maxval, { dtype }', () => {
    const op = 'random.randint';
    const b = keyBuilder(key, op);
    if (maxval === undefined) {
      throw jsError('callArguments', 'maxval is missing', { op, help: 'write random.randint(key, [2, 3], 0, 10)' });
    }
    const { dtype = 'S32' } = checkedOptions(options, ['dtype'], op);
    checkType(dtype, integerTypes, op);
    return randomIntegers(b, key, sizesOf(shape, op), minval, maxval, dtype);
  });
}

/** Random integers of [minval, maxval). */
export function randomIntegers(
  b: XlaBuilder,
  key: XlaOp,
  sizes: readonly number[],
  minval: Operand,
  maxval: Operand,
  dtype: ElementType,
): XlaOp {
  if (elementInfo(dtype).bits < 32) {
    const wide = (bound: Operand): Operand => (isNumber(bound) ? bound : b.convertElementType(bound as XlaOp, 'S32'));
    return b.convertElementType(randomIntegers(b, key, sizes, wide(minval), wide(maxval), 'S32'), dtype);
  }
  const { bits, max = 0n } = elementInfo(dtype);
  const unsigned = bits === 64 ? 'U64' : 'U32';
  // The type cannot hold its greatest number plus 1. Then `most` is the greatest number, and the count grows by 1 instead.
  const isBeyond = isNumber(maxval) && BigInt(maxval) > max;
  const least = spread(b, minval, dtype, sizes);
  const most = spread(b, isBeyond ? max : maxval, dtype, sizes);
  const isRange = b.gt(most, least);
  const one = b.constant(1, unsigned);
  const difference = b.bitcastConvertType(b.sub(most, least), unsigned);
  const span = b.select(isRange, isBeyond ? b.add(difference, one) : difference, b.fullLike(difference, 1));
  const [upper, lower] = splitKeys(b, key, 2).map((part) => randomBits(b, part, sizes, unsigned)) as [XlaOp, XlaOp];
  // The two draws are one integer of twice as many bits: upper * 2^bits + lower, whose remainder is taken in steps.
  const half = b.rem(b.fullLike(span, 2n ** BigInt(bits / 2)), span);
  const multiplier = b.rem(b.mul(half, half), span);
  const offset = b.rem(b.add(b.mul(b.rem(upper, span), multiplier), b.rem(lower, span)), span);
  return b.add(least, b.bitcastConvertType(offset, dtype));
}

function isNumber(bound: Operand): bound is number | bigint {
  return typeof bound === 'number' || typeof bound === 'bigint';
}
