// Binaries of bits: shifts, mulhi.
#include "ops/elementwise/binary.h"

namespace hloom {

namespace {

constexpr TypeSet kIntegral = TypeSet::kIntegral;

}  // namespace

constexpr OpDef kShiftLeftDef = BinaryDef(
    HloOpcode::kShiftLeft, "shift-left", kIntegral, false,
    "Shifts each lhs left by its rhs bits and fills it with zeros. The amount is taken as "
    "unsigned: at or past the width, and so also where it is negative, the result is 0.");
constexpr OpDef kShiftRightArithmeticDef = BinaryDef(
    HloOpcode::kShiftRightArithmetic, "shift-right-arithmetic", kIntegral, false,
    "Shifts each lhs right by its rhs bits and fills it with its top bit. The amount is taken as "
    "unsigned: at or past the width, and so also where it is negative, all bits are the top bit.");
constexpr OpDef kShiftRightLogicalDef = BinaryDef(
    HloOpcode::kShiftRightLogical, "shift-right-logical", kIntegral, false,
    "Shifts each lhs right by its rhs bits and fills it with zeros. The amount is taken as "
    "unsigned: at or past the width, and so also where it is negative, the result is 0.");
constexpr OpDef kMulhiDef =
    BinaryDef(HloOpcode::kMulhi, "mulhi", kIntegral, true,
              "Gives the high half of the double-width product of each pair of integers.");

}  // namespace hloom
