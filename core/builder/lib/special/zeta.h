// The zeta function of two arguments, and the derivatives of digamma.
//
// They compute in F64 and round once. math.c2: the operands are arrays of F16, BF16, F32 or F64, of
// one shape.
#ifndef HLOOM_BUILDER_LIB_SPECIAL_ZETA_H_
#define HLOOM_BUILDER_LIB_SPECIAL_ZETA_H_

#include "builder/xla_builder.h"

namespace hloom {

// Hurwitz's zeta: the sum of (q + k)^-x for k = 0, 1, 2, ... It is infinite for x = 1, NaN for
// x < 1, and NaN for q < 0 unless x is whole. At q = 0, -1, -2, ... it is infinite for even x, and
// NaN for others.
XlaOp Zeta(XlaOp x, XlaOp q);
// The derivative of order n of digamma at x: NaN where n is not 0, 1, 2, ..., and at x = 0, -1, ...
// for even n, beside digamma(0). For odd n it is infinite there.
XlaOp Polygamma(XlaOp n, XlaOp x);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_SPECIAL_ZETA_H_
