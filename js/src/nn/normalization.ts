/** Softmax and its kin, one-hot vectors, and normalization. */

import { calledWith } from '../builder/function-calls.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import type { ElementTypeName } from '../values/element-type.js';
import {
  type Axis,
  axisNumber,
  axisNumbers,
  binary,
  builderFor,
  checkCount,
  checkFloats,
  optionsOf,
} from '../np/operands.js';

function read(x: XlaOp, options: Axis | { readonly axis?: Axis }, otherwise: Axis, op: string): [XlaBuilder, number[]] {
  const b = builderFor(x, op);
  checkFloats(x, op);
  const { axis = otherwise } = optionsOf<{ readonly axis?: Axis }>(options, ['axis'], op);
  return [b, axisNumbers(axis, x.shape.rank, op)];
}

/** Axes alone, or as an option. */
export type AxesOption = Axis | { readonly axis?: Axis };

/** `exp(x)` divided by its sum along axes, by default the last. */
export function softmax(x: XlaOp, options?: AxesOption): XlaOp {
  return calledWith(softmax, 'nn.softmax', arguments, 'x, { axis }', () => {
    const [b, axes] = read(x, options, -1, 'nn.softmax');
    return b.softmax(x, axes);
  });
}

/** The logarithm of {@link softmax}, without underflow. */
export function logSoftmax(x: XlaOp, options?: AxesOption): XlaOp {
  return calledWith(logSoftmax, 'nn.logSoftmax', arguments, 'x, { axis }', () => {
    const [b, axes] = read(x, options, -1, 'nn.logSoftmax');
    const shifted = b.sub(x, b.reduceMax(x, axes, { keepDims: true }));
    return b.sub(shifted, b.log(b.sum(b.exp(shifted), axes, { keepDims: true })));
  });
}

/** The options of {@link logsumexp}. */
export interface LogsumexpOptions {
  /** The axes to reduce, by default all. */
  readonly axis?: Axis;
  readonly keepdims?: boolean | undefined;
}

/** `log(sum(exp(x)))` without overflow. It has none of jax.nn's weights b. */
export function logsumexp(x: XlaOp, options?: Axis | LogsumexpOptions): XlaOp {
  return calledWith(logsumexp, 'nn.logsumexp', arguments, 'x, { axis, keepdims }', () => {
    const { axis, keepdims = false } = optionsOf<LogsumexpOptions>(options, ['axis', 'keepdims'], 'nn.logsumexp');
    const [b, axes] = read(x, { axis }, undefined, 'nn.logsumexp');
    return b.logSumExp(x, axes, { keepDims: keepdims });
  });
}

/** The options of {@link oneHot}. */
export interface OneHotOptions {
  /** The dimension of the result that holds the vectors (default -1). */
  readonly axis?: number | undefined;
  /** The element type (default F32). */
  readonly dtype?: ElementTypeName | undefined;
}

/** A vector for each integer, with 1 at it and 0 elsewhere; an integer below 0 or from numClasses on gives zeros. */
export function oneHot(x: XlaOp, numClasses: number, options?: OneHotOptions): XlaOp {
  return calledWith(oneHot, 'nn.oneHot', arguments, 'x, numClasses, { axis, dtype }', () => {
    const op = 'nn.oneHot';
    const b = builderFor(x, op);
    const { axis = -1, dtype = 'F32' } = optionsOf<OneHotOptions>(options, ['axis', 'dtype'], op);
    const place = axisNumber(axis, x.shape.rank + 1, op);
    return b.oneHot(x, checkCount(numClasses, 'numClasses', op), { axis: place, elementType: dtype });
  });
}

/** The options of {@link standardize} and {@link layerNorm}. */
export interface NormalizationOptions {
  /** The axes over which mean and variance are taken (default -1). */
  readonly axis?: Axis;
  /** The number that is added to the variance (default 1e-5). */
  readonly epsilon?: number | undefined;
}

/** Subtracts the mean and divides by the standard deviation. jax.nn.standardize clips no variance here. */
export function standardize(x: XlaOp, options?: Axis | NormalizationOptions): XlaOp {
  return calledWith(standardize, 'nn.standardize', arguments, 'x, { axis, epsilon }', () =>
    normalized(x, options, 'nn.standardize'),
  );
}

function normalized(x: XlaOp, options: Axis | NormalizationOptions, op: string): XlaOp {
  const { axis, epsilon = 1e-5 } = optionsOf<NormalizationOptions>(options, ['axis', 'epsilon'], op);
  const [b, axes] = read(x, { axis }, -1, op);
  const centered = b.sub(x, b.mean(x, axes, { keepDims: true }));
  const variance = b.mean(b.square(centered), axes, { keepDims: true });
  return b.mul(centered, b.rsqrt(b.add(variance, epsilon)));
}

/** The options of {@link layerNorm}. */
export interface LayerNormOptions extends NormalizationOptions {
  /** Multiplied with the result; it is broadcast. */
  readonly scale?: XlaOp | undefined;
  /** Added to the result; it is broadcast. */
  readonly bias?: XlaOp | undefined;
}

/** Layer normalization. jax.nn has none: scale and bias are as in flax.linen.LayerNorm, whose epsilon is 1e-6. */
export function layerNorm(x: XlaOp, options?: Axis | LayerNormOptions): XlaOp {
  return calledWith(layerNorm, 'nn.layerNorm', arguments, 'x, { axis, epsilon, scale, bias }', () => {
    const op = 'nn.layerNorm';
    const given = optionsOf<LayerNormOptions>(options, ['axis', 'epsilon', 'scale', 'bias'], op);
    const { axis, epsilon, scale, bias } = given;
    const result = normalized(x, { axis, epsilon }, op);
    const scaled = scale === undefined ? result : binary('mul', result, scale, op);
    return bias === undefined ? scaled : binary('add', scaled, bias, op);
  });
}

/** The options of {@link rmsNorm}. */
export interface RmsNormOptions extends NormalizationOptions {
  readonly scale?: XlaOp | undefined;
}

/** Divides by the root of the mean square, without subtracting the mean. jax.nn has none. */
export function rmsNorm(x: XlaOp, options?: Axis | RmsNormOptions): XlaOp {
  return calledWith(rmsNorm, 'nn.rmsNorm', arguments, 'x, { axis, epsilon, scale }', () => {
    const op = 'nn.rmsNorm';
    const { axis, epsilon = 1e-5, scale } = optionsOf<RmsNormOptions>(options, ['axis', 'epsilon', 'scale'], op);
    const [b, axes] = read(x, { axis }, -1, op);
    const result = b.mul(x, b.rsqrt(b.add(b.mean(b.square(x), axes, { keepDims: true }), epsilon)));
    return scale === undefined ? result : binary('mul', result, scale, op);
  });
}
