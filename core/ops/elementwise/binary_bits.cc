// Binaries of bits: shifts, mulhi.
#include "ops/elementwise/binary.h"

namespace hloom {

namespace {

constexpr TypeSet kIntegral = TypeSet::kIntegral;

}  // namespace

constexpr OpDef kShiftLeftDef = BinaryDef(
    HloOpcode::kShiftLeft, "shift-left", kIntegral, false,
    "Shifts each element of lhs left by the element of rhs and fills it with zeros. The amount is "
    "unsigned, so a negative one is large. If it is at least the width of the type, the result is "
    "0.");
constexpr OpDef kShiftRightArithmeticDef = BinaryDef(
    HloOpcode::kShiftRightArithmetic, "shift-right-arithmetic", kIntegral, false,
    "Shifts each element of lhs right by the element of rhs and fills it with its top bit. The "
    "amount is unsigned, so a negative one is large. If it is at least the width of the type, all "
    "bits are the top bit.");
constexpr OpDef kShiftRightLogicalDef = BinaryDef(
    HloOpcode::kShiftRightLogical, "shift-right-logical", kIntegral, false,
    "Shifts each element of lhs right by the element of rhs and fills it with zeros. The amount is "
    "unsigned, so a negative one is large. If it is at least the width of the type, the result is "
    "0.");
constexpr OpDef kMulhiDef =
    BinaryDef(HloOpcode::kMulhi, "mulhi", kIntegral, true,
              "Returns the high half of the double-width product of each pair of integers.");

}  // namespace hloom
