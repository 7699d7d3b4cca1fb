// The computations of a while, and their rules.
#ifndef HLOOM_OPS_CONTROL_WHILE_H_
#define HLOOM_OPS_CONTROL_WHILE_H_

#include "base/status.h"

namespace hloom {

// XLA's order of the called computations.
inline constexpr int kWhileBody = 0;
inline constexpr int kWhileCondition = 1;

inline constexpr Rule kWhileC1 = {
    "while.c1",
    "the condition is T -> PRED[], T the shape of init, whichever dimensions are dynamic"};
inline constexpr Rule kWhileC2 = {"while.c2",
                                  "the body is T -> T, whichever dimensions are dynamic"};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_WHILE_H_
