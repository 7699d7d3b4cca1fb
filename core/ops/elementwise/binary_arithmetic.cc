// Arithmetic and logical binaries: add, subtract, multiply, divide, maximum, minimum, and, or, xor.
#include "ops/elementwise/binary.h"

namespace hloom {

namespace {

constexpr TypeSet kArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kArray = TypeSet::kArray;
constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kOrdered = TypeSet::kOrdered;

}  // namespace

extern const OpDef kAddDef, kSubtractDef, kMultiplyDef, kDivideDef, kMaximumDef, kMinimumDef;
extern const OpDef kAndDef, kOrDef, kXorDef;

constexpr OpDef kAddDef =
    BinaryDef(HloOpcode::kAdd, "add", kArray, true,
              "The sum of each pair of elements. Integers wrap; for PREDs it is their logical or.");
constexpr OpDef kSubtractDef =
    BinaryDef(HloOpcode::kSubtract, "subtract", kArithmetic, false,
              "The difference lhs - rhs of each pair of elements. Integers wrap.");
constexpr OpDef kMultiplyDef = BinaryDef(
    HloOpcode::kMultiply, "multiply", kArray, true,
    "The product of each pair of elements. Integers wrap; for PREDs it is their logical and.");
constexpr OpDef kDivideDef = BinaryDef(
    HloOpcode::kDivide, "divide", kArithmetic, false,
    "The quotient lhs / rhs of each pair of elements. Integers truncate toward zero; x/0 is -1, "
    "all ones "
    "for unsigned types; the least integer divided by -1 is itself.");
constexpr OpDef kMaximumDef =
    BinaryDef(HloOpcode::kMaximum, "maximum", kOrdered, true,
              "The larger of each pair of elements. NaN propagates and -0 is less than +0.");
constexpr OpDef kMinimumDef =
    BinaryDef(HloOpcode::kMinimum, "minimum", kOrdered, true,
              "The smaller of each pair of elements. NaN propagates and -0 is less than +0.");
constexpr OpDef kAndDef = BinaryDef(HloOpcode::kAnd, "and", kLogical, true,
                                    "Logical and of PREDs, bitwise and of integers.");
constexpr OpDef kOrDef =
    BinaryDef(HloOpcode::kOr, "or", kLogical, true, "Logical or of PREDs, bitwise or of integers.");
constexpr OpDef kXorDef =
    BinaryDef(HloOpcode::kXor, "xor", kLogical, true,
              "Logical exclusive or of PREDs, bitwise exclusive or of integers.");

}  // namespace hloom
