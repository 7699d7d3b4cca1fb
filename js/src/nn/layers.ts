/**
 * Convolution, pooling and attention. jax.nn has only the last: `conv` is jax.lax.conv_general_dilated with the
 * dimensions of Flax, and the pools are those of flax.linen. Arrays are [batch, space ..., features].
 */

import { calledWith } from '../builder/function-calls.js';
import type { TensorFormat } from '../generated/argument-types.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { countText } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { binary, builderFor, checkFloats, commonType, namedOptions, range, stretched, typeOf } from '../np/operands.js';
import { Shape } from '../values/shape.js';

/** None, as much as gives ceil(size / stride) results, or the numbers before and after each dimension of space. */
export type Padding = 'SAME' | 'VALID' | readonly (readonly [number, number])[];

/** The options of {@link conv}. */
export interface ConvOptions {
  /** The steps of the window: one number for all dimensions of space, or one for each (default 1). */
  readonly strides?: number | readonly number[] | undefined;
  /** By default SAME, as in Flax. */
  readonly padding?: Padding | undefined;
  /** The distance of the elements of the kernel (default 1). */
  readonly dilation?: number | readonly number[] | undefined;
  /** The number of groups of features (default 1). */
  readonly featureGroupCount?: number | undefined;
}

function each(value: number | readonly number[], count: number): readonly number[] {
  return typeof value === 'number' ? range(count).map(() => value) : value;
}

/** The number of dimensions of space, at least one. */
function spaceOf(x: XlaOp, op: string): number {
  const count = x.shape.rank - 2;
  if (count >= 1) return count;
  throw jsError('argumentKind', `${x.shape.toString()} has no dimensions of space`, {
    op,
    operands: [x.shape.toString()],
    help: 'pass [batch, space ..., features], such as [1, 28, 28, 3]; np.expandDims adds dimensions',
  });
}

/**
 * A convolution of any number of dimensions of space.
 *
 * @param x - [batch, space ..., features]
 * @param kernel - [space ..., input features, output features]
 */
export function conv(x: XlaOp, kernel: XlaOp, options?: ConvOptions): XlaOp {
  return calledWith(conv, 'nn.conv', arguments, 'x, kernel, { strides, padding, dilation, featureGroupCount }', () => {
    const op = 'nn.conv';
    const b = builderFor(x, op);
    builderFor(kernel, op);
    commonType([x, kernel], op);
    const names = ['strides', 'padding', 'dilation', 'featureGroupCount'] as const;
    const {
      strides = 1,
      padding = 'SAME',
      dilation = 1,
      featureGroupCount = 1,
    } = namedOptions<ConvOptions>(options, names, op);
    const count = spaceOf(x, op);
    // Labels of two dimensions of space: b01f_01io->b01f.
    const space = range(count).join('');
    return b.convGeneralDilated(x, kernel, each(strides, count), padding, {
      dimensionNumbers: `b${space}f_${space}io->b${space}f`,
      rhsDilation: each(dilation, count),
      featureGroupCount,
    });
  });
}

/** The options of {@link maxPool} and {@link avgPool}. */
export interface PoolOptions {
  /** The steps of the window: one number, or one for each dimension of space; by default 1, as in Flax. */
  readonly strides?: number | readonly number[] | undefined;
  /** By default VALID. */
  readonly padding?: Padding | undefined;
}

/** The options of {@link avgPool}. */
export interface AvgPoolOptions extends PoolOptions {
  /** True counts the padding as elements with the value 0 (default true, as in Flax). */
  readonly countIncludePad?: boolean | undefined;
}

/**
 * The greatest elements of windows.
 *
 * @param windowShape - the sizes of the window: one number, or one for each dimension of space
 */
export function maxPool(x: XlaOp, windowShape: number | readonly number[], options?: PoolOptions): XlaOp {
  return calledWith(maxPool, 'nn.maxPool', arguments, 'x, windowShape, { strides, padding }', () => {
    const op = 'nn.maxPool';
    const b = builderFor(x, op);
    const { strides = 1, padding = 'VALID' } = namedOptions<PoolOptions>(options, ['strides', 'padding'], op);
    const { window, steps, pads, dataFormat } = poolArguments(x, windowShape, strides, padding, op);
    return b.maxPool(x, window, steps, pads, { dataFormat });
  });
}

/** The means of windows. Arguments as of {@link maxPool}. */
export function avgPool(x: XlaOp, windowShape: number | readonly number[], options?: AvgPoolOptions): XlaOp {
  return calledWith(avgPool, 'nn.avgPool', arguments, 'x, windowShape, { strides, padding, countIncludePad }', () => {
    const op = 'nn.avgPool';
    const b = builderFor(x, op);
    checkFloats(x, op);
    const names = ['strides', 'padding', 'countIncludePad'] as const;
    const { strides = 1, padding = 'VALID', countIncludePad = true } = namedOptions<AvgPoolOptions>(options, names, op);
    const { window, steps, pads, dataFormat } = poolArguments(x, windowShape, strides, padding, op);
    return b.avgPool(x, window, steps, pads, { dataFormat, countsIncludePadding: countIncludePad });
  });
}

function poolArguments(
  x: XlaOp,
  windowShape: number | readonly number[],
  strides: number | readonly number[],
  padding: Padding,
  op: string,
): { window: number[]; steps: number[]; pads: Padding; dataFormat: TensorFormat } {
  const count = spaceOf(x, op);
  // The window has size 1 along the batch and the features.
  const all = (inSpace: readonly number[]): number[] => [1, ...inSpace, 1];
  const dataFormat = {
    batchDimension: 0,
    featureDimension: count + 1,
    spatialDimensions: range(count, 1),
  };
  return { window: all(each(windowShape, count)), steps: all(each(strides, count)), pads: padding, dataFormat };
}

/** The options of {@link dotProductAttention}. */
export interface AttentionOptions {
  /** Added to the scores; it is broadcast to [batch, heads, queries, keys]. */
  readonly bias?: XlaOp | undefined;
  /** PRED: the keys that a query takes; it is broadcast likewise. */
  readonly mask?: XlaOp | undefined;
  /** The factor of the scores, by default `1 / sqrt(size of a head)`. */
  readonly scale?: number | undefined;
  /** True limits a query to the keys up to its own place (default false). */
  readonly isCausal?: boolean | undefined;
}

/**
 * Attention: the means of values, weighted by the softmax of the products of query and keys.
 *
 * @param query - [batch, queries, heads, size], or without batch
 * @param key - [batch, keys, heads, size]; fewer heads, which divide those of the query, are shared by groups of these
 * @param value - [batch, keys, heads, size of values]
 */
export function dotProductAttention(query: XlaOp, key: XlaOp, value: XlaOp, options?: AttentionOptions): XlaOp {
  return calledWith(
    dotProductAttention,
    'nn.dotProductAttention',
    arguments,
    'query, key, value, { bias, mask, scale, isCausal }',
    () => {
      const op = 'nn.dotProductAttention';
      const b = builderFor(query, op);
      for (const x of [key, value]) builderFor(x, op);
      commonType([query, key, value], op);
      const odd = [query, key, value].find(({ shape }) => ![3, 4].includes(shape.rank));
      if (odd !== undefined) {
        throw jsError('argumentKind', `${odd.shape.toString()} has ${countText(odd.shape.rank, 'dimension')}`, {
          op,
          operands: [odd.shape.toString()],
          help: 'the dimensions are [batch, length, heads, size], or [length, heads, size]: np.expandDims(x, 1) adds one head',
        });
      }
      const names = ['bias', 'mask', 'scale', 'isCausal'] as const;
      const { bias, mask, scale, isCausal = false } = namedOptions<AttentionOptions>(options, names, op);
      const isSingle = query.shape.rank === 3;
      const [q, k, v] = [query, key, value].map((x) => (isSingle ? batched(b, x) : x)) as [XlaOp, XlaOp, XlaOp];
      const heads = q.shape.dimensions[2] ?? 0;
      const size = q.shape.dimensions[3] ?? 1;
      const products = b.einsum(q, withHeads(b, k, heads, op), 'bqhd,bkhd->bhqk');
      let scores = b.mul(products, scale ?? 1 / Math.sqrt(size));
      if (bias !== undefined) scores = binary('add', scores, bias, op);
      const { dimensions } = scores.shape;
      // It is finite, as in jax.nn: a query without keys takes the mean of all.
      const least = b.broadcast(b.mul(b.maxFiniteValue(typeOf(scores)), -0.7), dimensions);
      if (mask !== undefined) scores = b.select(stretched(b, mask, dimensions), scores, least);
      if (isCausal) {
        const places = Shape.array('S32', dimensions);
        scores = b.select(b.ge(b.iota(places, 2), b.iota(places, 3)), scores, least);
      }
      const result = b.einsum(b.softmax(scores, [3]), withHeads(b, v, heads, op), 'bhqk,bkhd->bqhd');
      return isSingle ? b.reshape(result, result.shape.dimensions.slice(1)) : result;
    },
  );
}

function batched(b: XlaBuilder, x: XlaOp): XlaOp {
  return b.reshape(x, [1, ...x.shape.dimensions]);
}

/** Keys and values with as many heads as the query: each head is repeated for its group. */
function withHeads(b: XlaBuilder, x: XlaOp, heads: number, op: string): XlaOp {
  const [batch = 0, length = 0, own = 0, size = 0] = x.shape.dimensions;
  if (own === heads) return x;
  if (x.shape.rank !== 4 || own === 0 || heads % own !== 0) {
    throw jsError('argumentKind', `${x.shape.toString()} does not fit ${heads} heads`, {
      op,
      operands: [x.shape.toString()],
      help: 'pass [batch, keys, heads, size], with a number of heads that divides that of the query',
    });
  }
  const repeated = b.broadcastInDim(x, [batch, length, own, heads / own, size], [0, 1, 2, 4]);
  return b.reshape(repeated, [batch, length, heads, size]);
}
