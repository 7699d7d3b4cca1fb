// Unary arithmetic: negate, abs, sign, real, imag; and is-finite.
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

StatusOr<Shape> InferToPred(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  return ShapeUtil::ChangeElementType(shape, PRED);
}

constexpr TypeSet kArithmetic = TypeSet::kArithmetic;
constexpr TypeSet kSigned = TypeSet::kSigned;
constexpr TypeSet kFloatingOrComplex = TypeSet::kFloatingOrComplex;

}  // namespace

constexpr OpDef kNegateDef =
    UnaryDef(HloOpcode::kNegate, "negate", kArithmetic,
             "Negates each element. Integers wrap: the least integer gives itself.");
constexpr OpDef kAbsDef =
    UnaryDef(HloOpcode::kAbs, "abs", kSigned,
             "Computes the absolute value of each element; for complex numbers it is the modulus, "
             "in the real type of their parts. The least integer gives itself.",
             InferComponentType);
constexpr OpDef kSignDef =
    UnaryDef(HloOpcode::kSign, "sign", kSigned,
             "Returns the sign of each element: -1, 0 or 1. A zero keeps its sign, NaN stays NaN; "
             "complex numbers give z / |z|, and 0 for 0.");
constexpr OpDef kRealDef = UnaryDef(
    HloOpcode::kReal, "real", kFloatingOrComplex,
    "Takes the real part of each complex element; floating-point elements stay as they are.",
    InferComponentType);
constexpr OpDef kImagDef = UnaryDef(
    HloOpcode::kImag, "imag", kFloatingOrComplex,
    "Takes the imaginary part of each complex element; that of a floating-point element is 0.",
    InferComponentType);
constexpr OpDef kIsFiniteDef =
    UnaryDef(HloOpcode::kIsFinite, "is-finite", TypeSet::kFloating,
             "Returns PRED: true for each element that is neither infinite nor NaN.", InferToPred);

}  // namespace hloom
