// The incomplete beta function of XLA's client library.
#ifndef HLOOM_BUILDER_LIB_SPECIAL_BETA_H_
#define HLOOM_BUILDER_LIB_SPECIAL_BETA_H_

#include "builder/xla_builder.h"

namespace hloom {

// The probability that a number of the beta distribution of a and b is below x: NaN for a <= 0, for
// b <= 0, for infinite ones, and for x outside [0, 1]. It computes in F64 and rounds once. math.c2:
// the operands are arrays of F16, BF16, F32 or F64, of one shape.
XlaOp RegularizedIncompleteBeta(XlaOp a, XlaOp b, XlaOp x);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_SPECIAL_BETA_H_
