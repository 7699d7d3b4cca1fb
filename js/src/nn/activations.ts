/** Activation functions: of each element. Unlike those of jax.nn, they refuse integers, which np.astype converts. */

import { calledAs, calledWith } from '../builder/function-calls.js';
import type { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaOp } from '../builder/xla-op.js';
import { axisNumber, builderFor, checkFloats, optionsOf } from '../np/operands.js';

function floatsOf(x: XlaOp, op: string): XlaBuilder {
  const b = builderFor(x, op);
  checkFloats(x, op);
  return b;
}

/** `max(x, 0)`. Integers are allowed. */
export function relu(x: XlaOp): XlaOp {
  return calledAs(relu, 'nn.relu', arguments, () => builderFor(x, 'nn.relu').max(x, 0));
}

/** `min(max(x, 0), 6)`. Integers are allowed. */
export function relu6(x: XlaOp): XlaOp {
  return calledAs(relu6, 'nn.relu6', arguments, () => {
    const b = builderFor(x, 'nn.relu6');
    return b.min(b.max(x, 0), 6);
  });
}

/**
 * x times the share of the normal distribution below x.
 *
 * @param options - `{ approximate: false }` computes with erf; by default tanh approximates it, as in jax.nn
 */
export function gelu(x: XlaOp, options?: boolean | { readonly approximate?: boolean | undefined }): XlaOp {
  return calledWith(gelu, 'nn.gelu', arguments, 'x, { approximate }', () => {
    const b = floatsOf(x, 'nn.gelu');
    const { approximate = true } = optionsOf<{ readonly approximate?: boolean }>(options, ['approximate'], 'nn.gelu');
    if (!approximate) return b.mul(b.mul(x, 0.5), b.erfc(b.mul(x, -Math.SQRT1_2)));
    const inside = b.mul(b.add(x, b.mul(b.mul(b.mul(x, x), x), 0.044715)), Math.sqrt(2 / Math.PI));
    return b.mul(x, b.mul(b.add(b.tanh(inside), 1), 0.5));
  });
}

/** `x sigmoid(x)`. */
export function silu(x: XlaOp): XlaOp {
  return calledAs(silu, 'nn.silu', arguments, () => {
    const b = floatsOf(x, 'nn.silu');
    return b.mul(x, b.logistic(x));
  });
}

/** `1 / (1 + exp(-x))`. */
export function sigmoid(x: XlaOp): XlaOp {
  return calledAs(sigmoid, 'nn.sigmoid', arguments, () => floatsOf(x, 'nn.sigmoid').logistic(x));
}

/** `log(sigmoid(x))`, without underflow. */
export function logSigmoid(x: XlaOp): XlaOp {
  return calledAs(logSigmoid, 'nn.logSigmoid', arguments, () => {
    const b = floatsOf(x, 'nn.logSigmoid');
    return b.neg(smoothMax(b, b.neg(x)));
  });
}

/** `log(1 + exp(x))`, without overflow. */
export function softplus(x: XlaOp): XlaOp {
  return calledAs(softplus, 'nn.softplus', arguments, () => smoothMax(floatsOf(x, 'nn.softplus'), x));
}

function smoothMax(b: XlaBuilder, x: XlaOp): XlaOp {
  return b.add(b.max(x, 0), b.log1p(b.exp(b.neg(b.abs(x)))));
}

/** `x / (1 + |x|)`. */
export function softSign(x: XlaOp): XlaOp {
  return calledAs(softSign, 'nn.softSign', arguments, () => {
    const b = floatsOf(x, 'nn.softSign');
    return b.div(x, b.add(b.abs(x), 1));
  });
}

/** A number, alone or as the option alpha. */
export type AlphaOption = number | { readonly alpha?: number | undefined };

/** x where it is positive, and `alpha (exp(x) - 1)` elsewhere; alpha is 1 by default. */
export function elu(x: XlaOp, options?: AlphaOption): XlaOp {
  return calledWith(elu, 'nn.elu', arguments, 'x, { alpha }', () => {
    const b = floatsOf(x, 'nn.elu');
    const { alpha = 1 } = optionsOf<{ readonly alpha?: number }>(options, ['alpha'], 'nn.elu');
    return exponentialUnit(b, x, alpha);
  });
}

/** x where it is positive, `alpha (exp(x) - 1)` elsewhere; expm1 of min(x, 0) does not overflow. */
function exponentialUnit(b: XlaBuilder, x: XlaOp, alpha: number): XlaOp {
  return b.select(b.gt(x, 0), x, b.mul(b.expm1(b.min(x, 0)), alpha));
}

/** {@link elu} with the two constants that keep mean and variance. */
export function selu(x: XlaOp): XlaOp {
  return calledAs(selu, 'nn.selu', arguments, () => {
    const b = floatsOf(x, 'nn.selu');
    return b.mul(exponentialUnit(b, x, 1.6732632423543772), 1.0507009873554805);
  });
}

/** `max(x, 0) + min(0, alpha (exp(x / alpha) - 1))`; alpha is 1 by default. */
export function celu(x: XlaOp, options?: AlphaOption): XlaOp {
  return calledWith(celu, 'nn.celu', arguments, 'x, { alpha }', () => {
    const b = floatsOf(x, 'nn.celu');
    const { alpha = 1 } = optionsOf<{ readonly alpha?: number }>(options, ['alpha'], 'nn.celu');
    return b.add(b.max(x, 0), b.mul(b.expm1(b.div(b.min(x, 0), alpha)), alpha));
  });
}

/** x where it is positive, and a multiple of x elsewhere; the slope is 0.01 by default. */
export function leakyRelu(x: XlaOp, options?: number | { readonly negativeSlope?: number | undefined }): XlaOp {
  return calledWith(leakyRelu, 'nn.leakyRelu', arguments, 'x, { negativeSlope }', () => {
    const b = floatsOf(x, 'nn.leakyRelu');
    type Options = { readonly negativeSlope?: number };
    const { negativeSlope = 0.01 } = optionsOf<Options>(options, ['negativeSlope'], 'nn.leakyRelu');
    return b.select(b.ge(x, 0), x, b.mul(x, negativeSlope));
  });
}

/** x limited to -1 to 1. */
export function hardTanh(x: XlaOp): XlaOp {
  return calledAs(hardTanh, 'nn.hardTanh', arguments, () => floatsOf(x, 'nn.hardTanh').clamp(-1, x, 1));
}

/** `relu6(x + 3) / 6`. */
export function hardSigmoid(x: XlaOp): XlaOp {
  return calledAs(hardSigmoid, 'nn.hardSigmoid', arguments, () => {
    const b = floatsOf(x, 'nn.hardSigmoid');
    return hardStep(b, x);
  });
}

/** `x hardSigmoid(x)`. */
export function hardSilu(x: XlaOp): XlaOp {
  return calledAs(hardSilu, 'nn.hardSilu', arguments, () => {
    const b = floatsOf(x, 'nn.hardSilu');
    return b.mul(x, hardStep(b, x));
  });
}

function hardStep(b: XlaBuilder, x: XlaOp): XlaOp {
  return b.div(b.clamp(0, b.add(x, 3), 6), 6);
}

/** `x tanh(softplus(x))`. */
export function mish(x: XlaOp): XlaOp {
  return calledAs(mish, 'nn.mish', arguments, () => {
    const b = floatsOf(x, 'nn.mish');
    return b.mul(x, b.tanh(smoothMax(b, x)));
  });
}

/** The first half of an axis times the sigmoid of the second half; the axis is -1 by default. */
export function glu(x: XlaOp, options?: number | { readonly axis?: number | undefined }): XlaOp {
  return calledWith(glu, 'nn.glu', arguments, 'x, { axis }', () => {
    const b = floatsOf(x, 'nn.glu');
    const { axis = -1 } = optionsOf<{ readonly axis?: number }>(options, ['axis'], 'nn.glu');
    const along = axisNumber(axis, x.shape.rank, 'nn.glu');
    const size = x.shape.dimensions[along] ?? 0;
    const half = Math.floor(size / 2);
    return b.mul(b.sliceInDim(x, 0, half, 1, along), b.logistic(b.sliceInDim(x, half, size, 1, along)));
  });
}
