// Modified Bessel functions of the first kind.
//
// They compute in F64 and round once. math.c1: the operand is an array of floats.
#ifndef HLOOM_BUILDER_LIB_SPECIAL_BESSEL_H_
#define HLOOM_BUILDER_LIB_SPECIAL_BESSEL_H_

#include "builder/xla_builder.h"

namespace hloom {

// I0(x) exp(-|x|) and I1(x) exp(-|x|), the functions of order 0 and 1 without their growth.
XlaOp BesselI0e(XlaOp x);
XlaOp BesselI1e(XlaOp x);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_SPECIAL_BESSEL_H_
