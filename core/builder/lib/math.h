// Functions of XLA's client library on floats, made of elementwise operations.
//
// Those that approximate compute in F64 and round once. Their results are within ten units in the
// last place of F64, and the nearest numbers of narrower types, or beside them. Only where lgamma
// and digamma come near 0 is it their absolute error, about 2e-15, that is bounded. math.c1: the
// operand is an array of floats.
#ifndef HLOOM_BUILDER_LIB_MATH_H_
#define HLOOM_BUILDER_LIB_MATH_H_

#include "builder/xla_builder.h"

namespace hloom {

// PRED: whether each element is infinite, one of the infinities, NaN, or -0.
XlaOp IsInf(XlaOp operand);
XlaOp IsPosInf(XlaOp operand);
XlaOp IsNegInf(XlaOp operand);
XlaOp IsNan(XlaOp operand);
XlaOp IsNegZero(XlaOp operand);

// x * x, and 1 / x, of any type that Mul and Div take.
XlaOp Square(XlaOp operand);
XlaOp Reciprocal(XlaOp operand);
// The nearest whole number, the even one of two: RoundNearestEven, of floats only.
XlaOp RoundToEven(XlaOp x);
// Conj(x) where `conjugate` is true and x is complex, x itself otherwise.
XlaOp MaybeConjugate(XlaOp x, bool conjugate);
// The number after `from` on the way to `to`; `to` itself where they are equal, NaN where one is.
// math.c2: both are arrays of F16, BF16, F32 or F64, of one shape.
XlaOp NextAfter(XlaOp from, XlaOp to);

// 1 - erf(x), accurate even if erf(x) is nearly 1.
XlaOp Erfc(XlaOp x);
// The inverse of erf: -1 and 1 give infinities, numbers beyond give NaN.
XlaOp ErfInv(XlaOp x);
// log |gamma(x)|: inf for 0, -1, -2, ... and for both infinities.
XlaOp Lgamma(XlaOp x);
// The derivative of log gamma(x): -inf for 0, NaN for -1, -2, ...
XlaOp Digamma(XlaOp x);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_MATH_H_
