/** Keys, and random bits. */

import { builderAmong, calledWith } from '../builder/function-calls.js';
import { describeValue, isArray } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import { XlaOp } from '../builder/xla-op.js';
import { elementInfo, type ElementType, type ElementTypeName } from '../values/element-type.js';
import { Literal } from '../values/literal.js';
import { checkedOptions, checkType, countOf, keyBuilder, sizesOf } from './operands.js';
import { threefryAt, threefryWords } from './threefry.js';

/**
 * Makes a key: the upper and the lower 32 bits of a seed, u32[2].
 *
 * jax.random differs: its keys have a type of their own, and without `jax_enable_x64` only the lower 32 bits of a seed
 * count.
 *
 * @param seed - an integer from 0 to 2^64 - 1, beyond 2^53 a bigint; or an operation, a scalar of an integer type
 * @throws HloomError `js.c5` for other seeds, `js.c93` for a number where no function is being traced
 */
export function key(seed: number | bigint | XlaOp): XlaOp {
  return calledWith(key, 'random.key', arguments, 'seed', () => {
    const op = 'random.key';
    const b = builderAmong([seed], op);
    if (seed instanceof XlaOp) return keyOfOperation(b, seed, op);
    const isSeed =
      typeof seed === 'bigint' ? BigInt.asUintN(64, seed) === seed : Number.isSafeInteger(seed) && seed >= 0;
    if (!isSeed) throw wrongSeed(describeValue(seed), op);
    const wide = BigInt(seed);
    const words = Uint32Array.of(Number(wide >> 32n), Number(wide & 0xffff_ffffn));
    return b.constant(Literal.fromTypedArray(words, [2]));
  });
}

function keyOfOperation(b: XlaBuilder, seed: XlaOp, op: string): XlaOp {
  const { shape } = seed;
  const { kind, bits } = shape.isScalar ? elementInfo(shape.type as ElementType) : { kind: 'float', bits: 0 };
  if (kind !== 'signed' && kind !== 'unsigned') throw wrongSeed(shape.toString(), op);
  const word = (x: XlaOp): XlaOp => b.reshape(b.convertElementType(x, 'U32'), [1]);
  const upper = bits === 64 ? word(b.shiftRightLogical(seed, 32)) : b.constant([0], 'U32');
  return b.concatInDim([upper, word(seed)], 0);
}

function wrongSeed(seed: string, op: string): Error {
  return jsError('argumentKind', `the seed is ${seed}`, {
    op,
    help: 'use an integer from 0 to 2^64 - 1, beyond 2^53 as a bigint, or an operation of an integer type, such as s32[]',
  });
}

/**
 * Splits a key into new ones: `const [a, b] = random.split(key)`. Key number i is what {@link foldIn} makes of `i`.
 *
 * jax.random differs: it gives one array of keys. Here a number gives a JavaScript array of keys, and sizes an operation.
 *
 * @param n - the number of new keys, 2 by default; or sizes: `[100]` gives one operation u32[100,2], whose rows are keys
 */
export function split(key: XlaOp, n?: 2): [XlaOp, XlaOp];
export function split(key: XlaOp, n: 3): [XlaOp, XlaOp, XlaOp];
export function split(key: XlaOp, n: number): XlaOp[];
export function split(key: XlaOp, n: readonly number[]): XlaOp;
export function split(key: XlaOp, n: number | readonly number[] = 2): XlaOp | XlaOp[] {
  return calledWith(split, 'random.split', arguments, 'key, n', () => {
    const op = 'random.split';
    const b = keyBuilder(key, op);
    const sizes = sizesOf(isArray(n) ? n : [n], op);
    if (!isArray(n)) return splitKeys(b, key, sizes[0] as number);
    return b.reshape(wordsOf(b, threefryWords(b, key, countOf(sizes), 'pair')), [...sizes, 2]);
  });
}

/**
 * Makes a new key of a key and a number, u32[2].
 *
 * @param data - an integer from 0 to 2^32 - 1, or an operation, a scalar of an integer type
 */
export function foldIn(key: XlaOp, data: number | XlaOp): XlaOp {
  return calledWith(foldIn, 'random.foldIn', arguments, 'key, data', () => {
    const b = keyBuilder(key, 'random.foldIn');
    const position = data instanceof XlaOp ? b.convertElementType(data, 'U32') : b.constant(data, 'U32');
    return b.reshape(wordsOf(b, threefryAt(b, key, b.reshape(position, [1]), 'pair')), [2]);
  });
}

/** u64[n] as u32[n,2], the upper half first. */
function wordsOf(b: XlaBuilder, pairs: XlaOp): XlaOp {
  // The lower half comes first in memory.
  return b.rev(b.bitcastConvertType(pairs, 'U32'), [1]);
}

/**
 * Makes random bits: unsigned integers, all equally likely.
 *
 * @param shape - the sizes of the result; a scalar by default
 * @param options.dtype - U8, U16, U32 or U64; U32 by default
 */
export function bits(
  key: XlaOp,
  shape: readonly number[] = [],
  options: { readonly dtype?: ElementTypeName } = {},
): XlaOp {
  return calledWith(bits, 'random.bits', arguments, 'key, shape, { dtype }', () => {
    const op = 'random.bits';
    const b = keyBuilder(key, op);
    const { dtype = 'U32' } = checkedOptions(options, ['dtype'], op);
    checkType(dtype, ['U8', 'U16', 'U32', 'U64'], op);
    return randomBits(b, key, sizesOf(shape, op), dtype);
  });
}

/** Random bits of an unsigned type. */
export function randomBits(b: XlaBuilder, key: XlaOp, sizes: readonly number[], dtype: ElementType): XlaOp {
  const words = threefryWords(b, key, countOf(sizes), dtype === 'U64' ? 'pair' : 'xor');
  const narrow = dtype === 'U8' || dtype === 'U16' ? b.convertElementType(words, dtype) : words;
  return b.reshape(narrow, sizes);
}

/** The rows of a split, as keys. */
export function splitKeys(b: XlaBuilder, key: XlaOp, n: number): XlaOp[] {
  const words = wordsOf(b, threefryWords(b, key, n, 'pair'));
  return Array.from({ length: n }, (_, i) => b.reshape(b.slice(words, [i, 0], [i + 1, 2]), [2]));
}
