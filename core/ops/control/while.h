// The computations of a while.
#ifndef HLOOM_OPS_CONTROL_WHILE_H_
#define HLOOM_OPS_CONTROL_WHILE_H_

namespace hloom {

// XLA's order of the called computations.
inline constexpr int kWhileBody = 0;
inline constexpr int kWhileCondition = 1;

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_WHILE_H_
