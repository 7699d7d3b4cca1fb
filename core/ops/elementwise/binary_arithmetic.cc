// Arithmetic and logical binaries: add, subtract, multiply, divide, maximum, minimum, and, or, xor.
#include "ops/elementwise/binary.h"

namespace hloom {

namespace {

constexpr TypeSet kArray = TypeSet::kArray;
constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kOrdered = TypeSet::kOrdered;

}  // namespace

constexpr OpDef kAddDef =
    BinaryDef(HloOpcode::kAdd, "add", kArray, true,
              "Adds each pair of elements. Integers wrap; PREDs give their logical or.");
constexpr OpDef kSubtractDef =
    BinaryDef(HloOpcode::kSubtract, "subtract", TypeSet::kArithmetic, false,
              "Subtracts rhs from lhs in each pair of elements. Integers wrap.");
constexpr OpDef kMultiplyDef =
    BinaryDef(HloOpcode::kMultiply, "multiply", kArray, true,
              "Multiplies each pair of elements. Integers wrap; PREDs give their logical and.");
constexpr OpDef kDivideDef = BinaryDef(
    HloOpcode::kDivide, "divide", TypeSet::kArithmetic, false,
    "Divides lhs by rhs in each pair of elements. Integers truncate toward zero; x/0 is -1, all "
    "ones for unsigned types; the least integer divided by -1 is itself. A complex quotient is "
    "within 4 ulps of its larger part; intermediate results do not overflow.");
constexpr OpDef kMaximumDef =
    BinaryDef(HloOpcode::kMaximum, "maximum", kOrdered, true,
              "Takes the larger of each pair of elements. NaN propagates and -0 is less than +0.");
constexpr OpDef kMinimumDef =
    BinaryDef(HloOpcode::kMinimum, "minimum", kOrdered, true,
              "Takes the smaller of each pair of elements. NaN propagates and -0 is less than +0.");
constexpr OpDef kAndDef =
    BinaryDef(HloOpcode::kAnd, "and", kLogical, true,
              "Computes the logical and of PREDs, the bitwise and of integers.");
constexpr OpDef kOrDef = BinaryDef(HloOpcode::kOr, "or", kLogical, true,
                                   "Computes the logical or of PREDs, the bitwise or of integers.");
constexpr OpDef kXorDef =
    BinaryDef(HloOpcode::kXor, "xor", kLogical, true,
              "Computes the logical exclusive or of PREDs, the bitwise exclusive or of integers.");

}  // namespace hloom
