/**
 * Functions of the elements of two arrays, which are broadcast as NumPy does. Unlike in jax.numpy, operands have one
 * element type, or one of them is a number, which takes the type of the other.
 */
/* eslint-disable @typescript-eslint/no-unsafe-return -- results have the types that the signatures state */

import { calledAs, calledWith } from '../builder/function-calls.js';
import type { BroadcastOf, Operand, OperandLike, TypeOfOperands } from '../builder/number-operand.js';
import { XlaOp } from '../builder/xla-op.js';
import { elementInfo } from '../values/element-type.js';
import {
  binary,
  binaryCall,
  broadcastOperands,
  builderOf,
  checkFloats,
  commonType,
  kindOf,
  namedOptions,
  signBit,
} from './operands.js';

/** The sum; of PRED it is or. `x1 + x2` */
export function add<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(add, 'np.add', arguments, 'add', x1, x2);
}

/** The difference. `x1 - x2` */
export function subtract<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(subtract, 'np.subtract', arguments, 'sub', x1, x2);
}

/** The product; of PRED it is and. `x1 * x2` */
export function multiply<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(multiply, 'np.multiply', arguments, 'mul', x1, x2);
}

/** The power, of one element type. A negative exponent of integers gives 0 unless the base is 1 or -1. `x1 ** x2` */
export function power<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(power, 'np.power', arguments, 'pow', x1, x2);
}

/** The remainder with the sign of x1. `x1 % x2` */
export function fmod<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(fmod, 'np.fmod', arguments, 'rem', x1, x2);
}

/** The greater element; NaN if one is NaN. */
export function maximum<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(maximum, 'np.maximum', arguments, 'max', x1, x2);
}

/** The lesser element; NaN if one is NaN. */
export function minimum<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(minimum, 'np.minimum', arguments, 'min', x1, x2);
}

/** The angle of the point (x2, x1) in radians. */
export function arctan2<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(arctan2, 'np.arctan2', arguments, 'atan2', x1, x2);
}

/** PRED: whether the elements are equal. `x1 == x2` */
export function equal<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<'PRED', BroadcastOf<L, R>> {
  return binaryCall(equal, 'np.equal', arguments, 'eq', x1, x2);
}

/** PRED: whether the elements differ. `x1 != x2` */
export function notEqual<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<'PRED', BroadcastOf<L, R>> {
  return binaryCall(notEqual, 'np.notEqual', arguments, 'ne', x1, x2);
}

/** PRED: whether x1 is less. `x1 < x2` */
export function less<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<'PRED', BroadcastOf<L, R>> {
  return binaryCall(less, 'np.less', arguments, 'lt', x1, x2);
}

/** PRED: whether x1 is less or equal. `x1 <= x2` */
export function lessEqual<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<'PRED', BroadcastOf<L, R>> {
  return binaryCall(lessEqual, 'np.lessEqual', arguments, 'le', x1, x2);
}

/** PRED: whether x1 is greater. `x1 > x2` */
export function greater<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<'PRED', BroadcastOf<L, R>> {
  return binaryCall(greater, 'np.greater', arguments, 'gt', x1, x2);
}

/** PRED: whether x1 is greater or equal. `x1 >= x2` */
export function greaterEqual<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<'PRED', BroadcastOf<L, R>> {
  return binaryCall(greaterEqual, 'np.greaterEqual', arguments, 'ge', x1, x2);
}

/** The bits that both integers have. `x1 & x2` */
export function bitwiseAnd<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(bitwiseAnd, 'np.bitwiseAnd', arguments, 'and', x1, x2);
}

/** The bits that either integer has. `x1 | x2` */
export function bitwiseOr<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(bitwiseOr, 'np.bitwiseOr', arguments, 'or', x1, x2);
}

/** The bits that one of the integers has. `x1 ^ x2` */
export function bitwiseXor<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(bitwiseXor, 'np.bitwiseXor', arguments, 'xor', x1, x2);
}

/** Integers with their bits shifted left. `x1 << x2` */
export function leftShift<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return binaryCall(leftShift, 'np.leftShift', arguments, 'shiftLeft', x1, x2);
}

/** The quotient of floating-point or complex numbers. `x1 / x2` Integers are refused, which jax.numpy converts to F32. */
export function divide<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(divide, 'np.divide', arguments, () => {
    checkFloats(x1, 'np.divide');
    checkFloats(x2, 'np.divide');
    return binary('div', x1, x2, 'np.divide');
  });
}

/** The quotient, rounded towards -Infinity. `x1 // x2` */
export function floorDivide<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(floorDivide, 'np.floorDivide', arguments, () => quotientAndRemainder(x1, x2, 'np.floorDivide')[0]);
}

/** The remainder with the sign of x2, as of Python's `%`. */
export function remainder<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(remainder, 'np.remainder', arguments, () => quotientAndRemainder(x1, x2, 'np.remainder')[1]);
}

/** An array of {@link floorDivide} and {@link remainder}. */
export function divmod(x1: Operand, x2: Operand): [quotient: XlaOp, remainder: XlaOp] {
  return calledAs(divmod, 'np.divmod', arguments, () => quotientAndRemainder(x1, x2, 'np.divmod'));
}

function quotientAndRemainder(x1: Operand, x2: Operand, op: string): [XlaOp, XlaOp] {
  const b = builderOf([x1, x2], op);
  const rest = binary('rem', x1, x2, op);
  // The remainder of rem has the sign of x1: a different sign moves both results by one step.
  const isNegative = x2 instanceof XlaOp ? b.lt(x2, 0) : typeof x2 !== 'object' && Number(x2) < 0;
  const steps = b.and(b.ne(rest, 0), binary('ne', b.lt(rest, 0), isNegative, op));
  const moved = b.select(steps, binary('add', rest, x2, op), rest);
  if (kindOf(rest) !== 'float') {
    const quotient = binary('div', x1, x2, op);
    return [b.select(steps, b.sub(quotient, b.onesLike(quotient)), quotient), moved];
  }
  // x1 - rest is a multiple of x2, so that the quotient is an integer but for its rounding.
  const quotient = binary('div', binary('sub', x1, rest, op), x2, op);
  return [b.roundNearestEven(b.select(steps, b.sub(quotient, 1), quotient)), moved];
}

/** The greater element, ignoring NaN. */
export function fmax<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(fmax, 'np.fmax', arguments, () => ignoringNan('max', x1, x2, 'np.fmax'));
}

/** The lesser element, ignoring NaN. */
export function fmin<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(fmin, 'np.fmin', arguments, () => ignoringNan('min', x1, x2, 'np.fmin'));
}

function ignoringNan(name: 'max' | 'min', x1: Operand, x2: Operand, op: string): XlaOp {
  const b = builderOf([x1, x2], op);
  const either = binary(name, x1, x2, op);
  const [a, c] = broadcastOperands([x1, x2], op) as [XlaOp, XlaOp];
  return b.select(b.ne(a, a), c, b.select(b.ne(c, c), a, either));
}

/** `sqrt(x1 ** 2 + x2 ** 2)` without overflow. */
export function hypot<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(hypot, 'np.hypot', arguments, () => {
    const b = builderOf([x1, x2], 'np.hypot');
    const [a, c] = bothFloats(x1, x2, 'np.hypot').map((x) => b.abs(x)) as [XlaOp, XlaOp];
    const [high, low] = [b.max(a, c), b.min(a, c)];
    const ratio = b.div(low, b.select(b.eq(high, 0), b.onesLike(high), high));
    const length = b.mul(high, b.sqrt(b.add(b.mul(ratio, ratio), 1)));
    const isInfinite = b.or(b.eq(a, Infinity), b.eq(c, Infinity));
    return b.select(isInfinite, b.fullLike(length, Infinity), length);
  });
}

/** `log(exp(x1) + exp(x2))` without overflow. */
export function logaddexp<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(logaddexp, 'np.logaddexp', arguments, () => {
    const b = builderOf([x1, x2], 'np.logaddexp');
    const [a, c] = bothFloats(x1, x2, 'np.logaddexp');
    const difference = b.sub(a, c);
    const sum = b.add(b.max(a, c), b.log1p(b.exp(b.neg(b.abs(difference)))));
    // Two equal infinities have no difference.
    return b.select(b.ne(difference, difference), b.add(a, c), sum);
  });
}

/** `log2(2 ** x1 + 2 ** x2)` without overflow. */
export function logaddexp2<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(logaddexp2, 'np.logaddexp2', arguments, () => {
    const b = builderOf([x1, x2], 'np.logaddexp2');
    const [a, c] = bothFloats(x1, x2, 'np.logaddexp2');
    const difference = b.sub(a, c);
    const sum = b.add(b.max(a, c), b.div(b.log1p(b.pow(2, b.neg(b.abs(difference)))), Math.LN2));
    return b.select(b.ne(difference, difference), b.add(a, c), sum);
  });
}

/** The magnitude of x1 with the sign of x2. */
export function copysign<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(copysign, 'np.copysign', arguments, () => {
    const b = builderOf([x1, x2], 'np.copysign');
    const [a, c] = bothFloats(x1, x2, 'np.copysign');
    return b.select(signBit(c, 'np.copysign'), b.neg(b.abs(a)), b.abs(a));
  });
}

/** The next number after x1 in the direction of x2. */
export function nextafter<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(nextafter, 'np.nextafter', arguments, () => {
    const b = builderOf([x1, x2], 'np.nextafter');
    return b.nextAfter(...bothFloats(x1, x2, 'np.nextafter'));
  });
}

/** 0 where x1 is negative, x2 where it is 0, and 1 where it is positive. */
export function heaviside<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(heaviside, 'np.heaviside', arguments, () => {
    const b = builderOf([x1, x2], 'np.heaviside');
    const [a, c] = bothFloats(x1, x2, 'np.heaviside');
    const step = b.select(b.lt(a, 0), b.zerosLike(a), b.select(b.gt(a, 0), b.onesLike(a), c));
    return b.select(b.ne(a, a), a, step);
  });
}

/** Both floating-point operands with all sizes of the result. */
function bothFloats(x1: Operand, x2: Operand, op: string): [XlaOp, XlaOp] {
  checkFloats(x1, op);
  checkFloats(x2, op);
  return broadcastOperands([x1, x2], op) as [XlaOp, XlaOp];
}

/** Integers with their bits shifted right; signed ones keep their sign. `x1 >> x2` */
export function rightShift<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<TypeOfOperands<L, R>, BroadcastOf<L, R>> {
  return calledAs(rightShift, 'np.rightShift', arguments, () => {
    const type = commonType([x1, x2], 'np.rightShift');
    const isSigned = type !== undefined && elementInfo(type).kind === 'signed';
    return binary(isSigned ? 'shiftRightArithmetic' : 'shiftRightLogical', x1, x2, 'np.rightShift');
  });
}

/** PRED: whether both are true, or not 0. */
export function logicalAnd<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<'PRED', BroadcastOf<L, R>> {
  return calledAs(logicalAnd, 'np.logicalAnd', arguments, () => logical('and', x1, x2, 'np.logicalAnd'));
}

/** PRED: whether one is true, or not 0. */
export function logicalOr<L extends Operand, R extends OperandLike<L>>(x1: L, x2: R): XlaOp<'PRED', BroadcastOf<L, R>> {
  return calledAs(logicalOr, 'np.logicalOr', arguments, () => logical('or', x1, x2, 'np.logicalOr'));
}

/** PRED: whether exactly one is true, or not 0. */
export function logicalXor<L extends Operand, R extends OperandLike<L>>(
  x1: L,
  x2: R,
): XlaOp<'PRED', BroadcastOf<L, R>> {
  return calledAs(logicalXor, 'np.logicalXor', arguments, () => logical('xor', x1, x2, 'np.logicalXor'));
}

function logical(name: 'and' | 'or' | 'xor', x1: Operand, x2: Operand, op: string): XlaOp {
  const b = builderOf([x1, x2], op);
  const truth = (x: Operand): Operand => {
    if (!(x instanceof XlaOp)) return typeof x === 'object' ? x.re !== 0 || x.im !== 0 : Boolean(x);
    return kindOf(x) === 'pred' ? x : b.ne(x, 0);
  };
  return binary(name, truth(x1), truth(x2), op);
}

/** The tolerances of a comparison. */
export interface CloseOptions {
  /** The tolerance relative to x2 (default 1e-5). */
  readonly rtol?: number | undefined;
  /** The absolute tolerance (default 1e-8). */
  readonly atol?: number | undefined;
  /** True makes NaNs equal (default false). */
  readonly equalNan?: boolean | undefined;
}

/** PRED: whether floating-point numbers are near each other: `|x1 - x2| <= atol + rtol |x2|`. */
export function isclose(x1: Operand, x2: Operand, options?: CloseOptions): XlaOp {
  return calledWith(isclose, 'np.isclose', arguments, 'x1, x2, { rtol, atol, equalNan }', () =>
    close(x1, x2, options, 'np.isclose'),
  );
}

/** PRED, a scalar: whether all elements are near each other, as {@link isclose} compares them. */
export function allclose(x1: Operand, x2: Operand, options?: CloseOptions): XlaOp {
  return calledWith(allclose, 'np.allclose', arguments, 'x1, x2, { rtol, atol, equalNan }', () => {
    const near = close(x1, x2, options, 'np.allclose');
    return builderOf([near], 'np.allclose').all(near);
  });
}

function close(x1: Operand, x2: Operand, options: CloseOptions | undefined, op: string): XlaOp {
  const given = namedOptions<CloseOptions>(options, ['rtol', 'atol', 'equalNan'], op);
  const { rtol = 1e-5, atol = 1e-8, equalNan = false } = given;
  const b = builderOf([x1, x2], op);
  const [a, c] = bothFloats(x1, x2, op);
  const finite = b.and(b.lt(b.abs(a), Infinity), b.lt(b.abs(c), Infinity));
  const near = b.and(finite, b.le(b.abs(b.sub(a, c)), b.add(b.mul(b.abs(c), rtol), atol)));
  const same = b.or(near, b.eq(a, c));
  return equalNan ? b.or(same, b.and(b.ne(a, a), b.ne(c, c))) : same;
}

/** PRED, a scalar: whether the arrays have the same sizes and elements. */
export function arrayEqual(x1: XlaOp, x2: XlaOp): XlaOp {
  return calledAs(arrayEqual, 'np.arrayEqual', arguments, () => {
    const b = builderOf([x1, x2], 'np.arrayEqual');
    commonType([x1, x2], 'np.arrayEqual');
    const [lhs, rhs] = [x1.shape.dimensions, x2.shape.dimensions];
    const same = lhs.length === rhs.length && lhs.every((size, index) => size === rhs[index]);
    return same ? b.all(b.eq(x1, x2)) : b.constant(false);
  });
}
