// Incomplete gamma functions of XLA's client library.
//
// They compute in F64 and round once. math.c2: the operands are arrays of F16, BF16, F32 or F64, of
// one shape. A NaN gives NaN.
#ifndef HLOOM_BUILDER_LIB_SPECIAL_GAMMA_H_
#define HLOOM_BUILDER_LIB_SPECIAL_GAMMA_H_

#include "builder/xla_builder.h"

namespace hloom {

// The probability that a number of the gamma distribution of shape a is below x. NaN for a <= 0 and
// for x < 0.
XlaOp Igamma(XlaOp a, XlaOp x);
// The probability that it is above x, accurate even if it is small; 1 for a <= 0 and for x <= 0.
XlaOp Igammac(XlaOp a, XlaOp x);
// The derivative of Igamma with respect to a.
XlaOp IgammaGradA(XlaOp a, XlaOp x);
// The derivative of a sample x with respect to a, with its probability, Igamma(a, x), held
// constant.
XlaOp RandomGammaGrad(XlaOp a, XlaOp x);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_SPECIAL_GAMMA_H_
