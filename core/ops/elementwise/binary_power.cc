// Binaries beyond the four rules: power, remainder, atan2, complex.
#include "ops/elementwise/binary.h"

namespace hloom {

namespace {

StatusOr<Shape> InferComplex(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, shape.element_type() == F32 ? C64 : C128);
}

constexpr TypeSet kReal = TypeSet::kReal;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;
constexpr TypeSet kWideFloating = TypeSet::kWideFloating;

}  // namespace

constexpr OpDef kPowerDef = BinaryDef(
    HloOpcode::kPower, "power", TypeSet::kArithmetic, false,
    "Raises lhs to the power of rhs in each pair of elements. 1^x and x^0 are 1, even if x is NaN. "
    "Integers wrap; a negative integer exponent gives 1 for the base 1, else 0. A complex infinity "
    "gives inf for a positive real exponent, 0 for a negative one.");
constexpr OpDef kRemainderDef =
    BinaryDef(HloOpcode::kRemainder, "remainder", kReal, false,
              "Computes the remainder of lhs / rhs, truncated toward zero: its sign is that of "
              "lhs, its absolute value less than that of rhs. For integers x % 0 is x, and the "
              "least integer % -1 is 0; for floats x % 0 is NaN, and x % inf is x.");
constexpr OpDef kAtan2Def = BinaryDef(
    HloOpcode::kAtan2, "atan2", kFloatingOrComplex, false,
    "Computes the angle of the point (rhs, lhs) from the x axis, in -pi..pi; signed zeros and "
    "infinities count as in C. For complex numbers it is -i ln((x + i y) / sqrt(x^2 + y^2)) with y "
    "= lhs, x = rhs: zeros, infinities and NaN follow from this formula, as in XLA's evaluator.");
constexpr OpDef kComplexDef =
    BinaryDef(HloOpcode::kComplex, "complex", kWideFloating, false,
              "Makes the complex number lhs + rhs i from each pair: C64 from F32, C128 from F64.",
              InferComplex);

}  // namespace hloom
