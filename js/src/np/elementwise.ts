/** Functions of each element of an array. Integers are not converted to floats as in jax.numpy: np.astype does it. */
/* eslint-disable @typescript-eslint/no-explicit-any -- what an argument of the type any has: see typed.ts */

import { calledAs, calledWith } from '../builder/function-calls.js';
import type { Operand } from '../builder/number-operand.js';
import type { XlaOp } from '../builder/xla-op.js';
import { jsError } from '../base/errors.js';
import { spelledElementType, type ElementTypeName } from '../values/element-type.js';
import { binary, builderFor, checkFloats, kindOf, optionsOf, signBit, typeOf } from './operands.js';

/** The absolute value; of complex numbers the modulus. */
export function abs(x: XlaOp): XlaOp {
  return calledAs(abs, 'np.abs', arguments, () => {
    const b = builderFor(x, 'np.abs');
    return kindOf(x) === 'unsigned' ? x : b.abs(x);
  });
}

/** `-x`. */
export function negative<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(negative, 'np.negative', arguments, () => builderFor(x, 'np.negative').neg(x));
}

/** -1, 0 or 1 with the sign of x; of a complex number `x / |x|`. */
export function sign<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(sign, 'np.sign', arguments, () => {
    const b = builderFor(x, 'np.sign');
    return kindOf(x) === 'unsigned' ? b.min(x, 1) : b.sign(x);
  });
}

/** `e ** x`. Integers are refused, which jax.numpy converts to F32. */
export function exp<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(exp, 'np.exp', arguments, () => floatsOf(x, 'np.exp').exp(x));
}

/** `exp(x) - 1`, accurate near 0. Integers are refused, which jax.numpy converts to F32. */
export function expm1<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(expm1, 'np.expm1', arguments, () => floatsOf(x, 'np.expm1').expm1(x));
}

/** The natural logarithm. Integers are refused, which jax.numpy converts to F32. */
export function log<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(log, 'np.log', arguments, () => floatsOf(x, 'np.log').log(x));
}

/** `log(1 + x)`, accurate near 0. Integers are refused, which jax.numpy converts to F32. */
export function log1p<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(log1p, 'np.log1p', arguments, () => floatsOf(x, 'np.log1p').log1p(x));
}

/** The square root. Integers are refused, which jax.numpy converts to F32. */
export function sqrt<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(sqrt, 'np.sqrt', arguments, () => floatsOf(x, 'np.sqrt').sqrt(x));
}

/** The cube root. Integers are refused, which jax.numpy converts to F32. */
export function cbrt<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(cbrt, 'np.cbrt', arguments, () => floatsOf(x, 'np.cbrt').cbrt(x));
}

/** `x * x`. */
export function square<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(square, 'np.square', arguments, () => builderFor(x, 'np.square').square(x));
}

/** `1 / x`. Integers are refused, which jax.numpy converts to F32. */
export function reciprocal<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(reciprocal, 'np.reciprocal', arguments, () => floatsOf(x, 'np.reciprocal').reciprocal(x));
}

/** The sine. Integers are refused, which jax.numpy converts to F32. */
export function sin<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(sin, 'np.sin', arguments, () => floatsOf(x, 'np.sin').sin(x));
}

/** The cosine. Integers are refused, which jax.numpy converts to F32. */
export function cos<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(cos, 'np.cos', arguments, () => floatsOf(x, 'np.cos').cos(x));
}

/** The tangent. Integers are refused, which jax.numpy converts to F32. */
export function tan<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(tan, 'np.tan', arguments, () => floatsOf(x, 'np.tan').tan(x));
}

/** The inverse sine. Integers are refused, which jax.numpy converts to F32. */
export function arcsin<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(arcsin, 'np.arcsin', arguments, () => floatsOf(x, 'np.arcsin').asin(x));
}

/** The inverse cosine. Integers are refused, which jax.numpy converts to F32. */
export function arccos<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(arccos, 'np.arccos', arguments, () => floatsOf(x, 'np.arccos').acos(x));
}

/** The inverse tangent. Integers are refused, which jax.numpy converts to F32. */
export function arctan<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(arctan, 'np.arctan', arguments, () => floatsOf(x, 'np.arctan').atan(x));
}

/** The hyperbolic sine. Integers are refused, which jax.numpy converts to F32. */
export function sinh<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(sinh, 'np.sinh', arguments, () => floatsOf(x, 'np.sinh').sinh(x));
}

/** The hyperbolic cosine. Integers are refused, which jax.numpy converts to F32. */
export function cosh<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(cosh, 'np.cosh', arguments, () => floatsOf(x, 'np.cosh').cosh(x));
}

/** The hyperbolic tangent. Integers are refused, which jax.numpy converts to F32. */
export function tanh<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(tanh, 'np.tanh', arguments, () => floatsOf(x, 'np.tanh').tanh(x));
}

/** The inverse hyperbolic sine. Integers are refused, which jax.numpy converts to F32. */
export function arcsinh<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(arcsinh, 'np.arcsinh', arguments, () => floatsOf(x, 'np.arcsinh').asinh(x));
}

/** The inverse hyperbolic cosine. Integers are refused, which jax.numpy converts to F32. */
export function arccosh<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(arccosh, 'np.arccosh', arguments, () => floatsOf(x, 'np.arccosh').acosh(x));
}

/** The inverse hyperbolic tangent. Integers are refused, which jax.numpy converts to F32. */
export function arctanh<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(arctanh, 'np.arctanh', arguments, () => floatsOf(x, 'np.arctanh').atanh(x));
}

/** The greatest integer that is not above x. Integers stay as they are. */
export function floor<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(floor, 'np.floor', arguments, () => {
    const b = builderFor(x, 'np.floor');
    return isInteger(x) ? x : b.floor(x);
  });
}

/** The least integer that is not below x. Integers stay as they are. */
export function ceil<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(ceil, 'np.ceil', arguments, () => {
    const b = builderFor(x, 'np.ceil');
    return isInteger(x) ? x : b.ceil(x);
  });
}

/** The bits of integers inverted; of PRED the negation. */
export function bitwiseNot<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(bitwiseNot, 'np.bitwiseNot', arguments, () => builderFor(x, 'np.bitwiseNot').not(x));
}

/** The real part. */
export function real(x: XlaOp): XlaOp {
  return calledAs(real, 'np.real', arguments, () => {
    const b = builderFor(x, 'np.real');
    return kindOf(x) === 'complex' ? b.real(x) : x;
  });
}

/** The imaginary part; 0 for real numbers. */
export function imag(x: XlaOp): XlaOp {
  return calledAs(imag, 'np.imag', arguments, () => {
    const b = builderFor(x, 'np.imag');
    return kindOf(x) === 'complex' ? b.imag(x) : b.zerosLike(x);
  });
}

/** The number of bits that are 1. */
export function bitwiseCount<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(bitwiseCount, 'np.bitwiseCount', arguments, () =>
    builderFor(x, 'np.bitwiseCount').populationCount(x),
  );
}

/** `2 ** x`. */
export function exp2<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(exp2, 'np.exp2', arguments, () => floatsOf(x, 'np.exp2').pow(2, x));
}

/** The logarithm to base 2. */
export function log2<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(log2, 'np.log2', arguments, () => {
    const b = floatsOf(x, 'np.log2');
    return b.div(b.log(x), Math.LN2);
  });
}

/** The logarithm to base 10. */
export function log10<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(log10, 'np.log10', arguments, () => {
    const b = floatsOf(x, 'np.log10');
    return b.div(b.log(x), Math.LN10);
  });
}

/** The integer next to x towards 0. */
export function trunc<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(trunc, 'np.trunc', arguments, () => {
    const b = builderFor(x, 'np.trunc');
    return isInteger(x) ? x : b.select(b.lt(x, 0), b.ceil(x), b.floor(x));
  });
}

/** The nearest integer, and the even one of two that are equally near. */
export function rint<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(rint, 'np.rint', arguments, () => {
    const b = builderFor(x, 'np.rint');
    return isInteger(x) ? x : b.roundNearestEven(x);
  });
}

/** Rounds to a number of decimals, halves to the even neighbor. Integers stay as they are, also for negative decimals. */
export function round(x: XlaOp, options?: number | { readonly decimals?: number | undefined }): XlaOp {
  return calledWith(round, 'np.round', arguments, 'x, { decimals }', () => {
    const b = builderFor(x, 'np.round');
    const { decimals = 0 } = optionsOf<{ readonly decimals?: number }>(options, ['decimals'], 'np.round');
    if (isInteger(x)) return x;
    if (decimals === 0) return b.roundNearestEven(x);
    const factor = 10 ** Math.abs(decimals);
    return decimals > 0
      ? b.div(b.roundNearestEven(b.mul(x, factor)), factor)
      : b.mul(b.roundNearestEven(b.div(x, factor)), factor);
  });
}

/** PRED: whether an element is NaN. */
export function isnan(x: XlaOp): XlaOp {
  return calledAs(isnan, 'np.isnan', arguments, () => builderFor(x, 'np.isnan').ne(x, x));
}

/** PRED: whether an element is infinite; a complex one, if one of its parts is. */
export function isinf(x: XlaOp): XlaOp {
  return calledAs(isinf, 'np.isinf', arguments, () => {
    const b = builderFor(x, 'np.isinf');
    if (kindOf(x) === 'complex') return b.eq(b.max(b.abs(b.real(x)), b.abs(b.imag(x))), Infinity);
    return kindOf(x) === 'float' ? b.isInf(x) : b.ne(x, x);
  });
}

/** PRED: whether an element is neither infinite nor NaN. */
export function isfinite(x: XlaOp): XlaOp {
  return calledAs(isfinite, 'np.isfinite', arguments, () => {
    const b = builderFor(x, 'np.isfinite');
    if (kindOf(x) === 'complex') return b.and(b.isFinite(b.real(x)), b.isFinite(b.imag(x)));
    return kindOf(x) === 'float' ? b.isFinite(x) : b.eq(x, x);
  });
}

/** PRED: whether an element is Infinity. */
export function isposinf(x: XlaOp): XlaOp {
  return calledAs(isposinf, 'np.isposinf', arguments, () => floatsOf(x, 'np.isposinf').isPosInf(x));
}

/** PRED: whether an element is -Infinity. */
export function isneginf(x: XlaOp): XlaOp {
  return calledAs(isneginf, 'np.isneginf', arguments, () => floatsOf(x, 'np.isneginf').isNegInf(x));
}

/** PRED: whether an element has a minus sign, which -0 has. */
export function signbit(x: XlaOp): XlaOp {
  return calledAs(signbit, 'np.signbit', arguments, () => {
    const b = builderFor(x, 'np.signbit');
    return kindOf(x) === 'float' ? signBit(x, 'np.signbit') : b.lt(x, 0);
  });
}

/** `sin(pi x) / (pi x)`, and 1 at 0. */
export function sinc<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- see typed.ts
  return calledAs(sinc, 'np.sinc', arguments, () => {
    const b = floatsOf(x, 'np.sinc');
    const isZero = b.eq(x, 0);
    const angle = b.mul(b.select(isZero, b.onesLike(x), x), Math.PI);
    return b.select(isZero, b.onesLike(x), b.div(b.sin(angle), angle));
  });
}

/** Degrees to radians. */
export function deg2rad<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(deg2rad, 'np.deg2rad', arguments, () => floatsOf(x, 'np.deg2rad').mul(x, Math.PI / 180));
}

/** Radians to degrees. */
export function rad2deg<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(rad2deg, 'np.rad2deg', arguments, () => floatsOf(x, 'np.rad2deg').mul(x, 180 / Math.PI));
}

/** The complex conjugate; real numbers stay as they are. */
export function conj<T = any, D = any>(x: XlaOp<T, D>): XlaOp<T, D> {
  return calledAs(conj, 'np.conj', arguments, () => {
    const b = builderFor(x, 'np.conj');
    return kindOf(x) === 'complex' ? b.conj(x) : x;
  });
}

/** The angle of complex numbers in radians; `{ deg: true }` gives degrees. */
export function angle(x: XlaOp, options?: boolean | { readonly deg?: boolean | undefined }): XlaOp {
  return calledWith(angle, 'np.angle', arguments, 'x, { deg }', () => {
    const b = floatsOf(x, 'np.angle');
    const { deg = false } = optionsOf<{ readonly deg?: boolean }>(options, ['deg'], 'np.angle');
    const isComplex = kindOf(x) === 'complex';
    const radians = b.atan2(isComplex ? b.imag(x) : b.zerosLike(x), isComplex ? b.real(x) : x);
    return deg ? b.mul(radians, 180 / Math.PI) : radians;
  });
}

/** PRED: whether an element is false, or 0. */
export function logicalNot(x: XlaOp): XlaOp {
  return calledAs(logicalNot, 'np.logicalNot', arguments, () => {
    const b = builderFor(x, 'np.logicalNot');
    return kindOf(x) === 'pred' ? b.not(x) : b.eq(x, 0);
  });
}

/** The numbers that replace NaN and the infinities. */
export interface NanToNumOptions {
  /** By default 0. */
  readonly nan?: number | undefined;
  /** By default the greatest finite number of the type. */
  readonly posinf?: number | undefined;
  /** By default the least finite number of the type. */
  readonly neginf?: number | undefined;
}

/** Replaces NaN and the infinities. */
export function nanToNum(x: XlaOp, options?: number | NanToNumOptions): XlaOp {
  const op = 'np.nanToNum';
  return calledWith(nanToNum, op, arguments, 'x, { nan, posinf, neginf }', () => {
    const b = builderFor(x, op);
    const { nan = 0, posinf, neginf } = optionsOf<NanToNumOptions>(options, ['nan', 'posinf', 'neginf'], op);
    if (kindOf(x) !== 'float') return x;
    const like = (value: XlaOp): XlaOp => b.broadcast(value, x.shape.dimensions);
    const filled = b.select(b.ne(x, x), b.fullLike(x, nan), x);
    const high = posinf === undefined ? like(b.maxFiniteValue(typeOf(x))) : b.fullLike(x, posinf);
    const low = neginf === undefined ? like(b.minFiniteValue(typeOf(x))) : b.fullLike(x, neginf);
    return b.select(b.eq(x, Infinity), high, b.select(b.eq(x, -Infinity), low, filled));
  });
}

/** Converts to another element type. Floats are rounded towards 0 to integers, and complex numbers lose the imaginary part. */
export function astype(x: XlaOp, type: ElementTypeName): XlaOp {
  return calledWith(astype, 'np.astype', arguments, 'x, type', () => {
    const b = builderFor(x, 'np.astype');
    const dtype = spelledElementType(type) ?? type;
    if (dtype === x.shape.type) return x;
    // A complex number is true unless both of its parts are 0.
    return kindOf(x) === 'complex' && dtype === 'PRED' ? b.ne(x, 0) : b.convertElementType(x, dtype);
  });
}

/**
 * Limits elements to a range. Either bound may be left out (`undefined`).
 *
 * @param min - a number or an array, which is broadcast
 * @param max - likewise
 */
export function clip(x: XlaOp, min?: Operand, max?: Operand): XlaOp {
  return calledWith(clip, 'np.clip', arguments, 'x, min, max', () => {
    const op = 'np.clip';
    builderFor(x, op);
    if (min === null || max === null) {
      throw jsError('argumentKind', `${min === null ? 'min' : 'max'} is null`, {
        op,
        help: 'for no bound, pass undefined: np.clip(x, undefined, 2)',
      });
    }
    const raised = min === undefined ? x : binary('max', x, min, op);
    return max === undefined ? raised : binary('min', raised, max, op);
  });
}

/** Returns whether the element type is one of integers or PRED. */
function isInteger(x: XlaOp): boolean {
  return kindOf(x) !== 'float' && kindOf(x) !== 'complex';
}

/** The builder for an operand that must not be of integers. */
function floatsOf(x: XlaOp, op: string): ReturnType<typeof builderFor> {
  const b = builderFor(x, op);
  checkFloats(x, op);
  return b;
}
