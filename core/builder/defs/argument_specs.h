// Arguments that many builder functions have.
#ifndef HLOOM_BUILDER_DEFS_ARGUMENT_SPECS_H_
#define HLOOM_BUILDER_DEFS_ARGUMENT_SPECS_H_

#include "builder/builder_def.h"

namespace hloom {

inline constexpr ArgumentSpec kLhsArgument = {"lhs", ArgumentKind::kOp,
                                              "the left-hand operand, an array"};
inline constexpr ArgumentSpec kRhsArgument = {
    "rhs", ArgumentKind::kOp, "the right-hand operand, an array of the same element type"};
inline constexpr ArgumentSpec kBroadcastDimensionsArgument = {
    "broadcast_dimensions", ArgumentKind::kInt64s,
    "for each dimension of the lower-rank operand, the dimension of the higher-rank one that it "
    "matches; strictly "
    "increasing",
    /*required=*/false, "{}"};
inline constexpr ArgumentSpec kOperandArgument = {"operand", ArgumentKind::kOp, "an array"};

}  // namespace hloom

#endif  // HLOOM_BUILDER_DEFS_ARGUMENT_SPECS_H_
