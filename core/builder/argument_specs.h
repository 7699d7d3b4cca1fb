// Arguments shared by many builder functions.
#ifndef HLOOM_BUILDER_ARGUMENT_SPECS_H_
#define HLOOM_BUILDER_ARGUMENT_SPECS_H_

#include "builder/builder_def.h"
#include "hlo/kinds/numbers.h"
#include "hlo/kinds/shapes.h"
#include "hlo/kinds/text.h"

namespace hloom {

using Int64s = std::vector<int64_t>;

constexpr ArgumentSpec Required(ArgumentSpec spec) {
  spec.required = true;
  return spec;
}
constexpr ArgumentSpec Optional(ArgumentSpec spec) {
  spec.required = false;
  return spec;
}

// An operand, or in JavaScript a number, with the element type of the argument `type_of`.
constexpr ArgumentSpec OrNumber(std::string_view type_of, ArgumentSpec spec) {
  spec.type_of = type_of;
  return spec;
}

// Scalars such as start indices, or in JavaScript numbers, with the element type of the operations
// among them, or else S32.
constexpr ArgumentSpec OrNumbers(ArgumentSpec spec) { return OrNumber(spec.name, spec); }

inline constexpr ArgumentSpec kLhsArgument =
    OrNumber("rhs", {"lhs", ArgumentKind::kOp, "the left-hand operand, an array"});
inline constexpr ArgumentSpec kRhsArgument = OrNumber(
    "lhs", {"rhs", ArgumentKind::kOp, "the right-hand operand, an array of the same element type"});
inline constexpr ArgumentSpec kBroadcastDimensionsArgument = {
    "broadcast_dimensions", kKind<Int64s>,
    "for each dimension of the lower-rank operand, the dimension of the higher-rank one that it "
    "matches; strictly "
    "increasing",
    /*required=*/false};
inline constexpr ArgumentSpec kOperandArgument = {"operand", ArgumentKind::kOp, "an array"};

}  // namespace hloom

#endif  // HLOOM_BUILDER_ARGUMENT_SPECS_H_
