// Elementwise mathematics: powers, shifts, transcendental functions, conversions.
#include "builder/functions/math_functions.h"

#include "builder/functions/function_util.h"
#include "literal/convert.h"
#include "ops/elementwise/conversion.h"

namespace hloom {

namespace {

// Adds an operation whose result has the operand's shape in another type. ValidateShape, which
// judges every given shape, knows array types only, so that the operation itself refuses tuples and
// tokens.
StatusOr<XlaOp> Convert(XlaBuilder* builder, HloOpcode opcode, std::vector<XlaOp> operands,
                        PrimitiveType type) {
  const StatusOr<const Shape*> operand = builder->ShapeOf(operands[0]);
  std::optional<Shape> shape;
  if (operand.ok()) shape = ShapeUtil::ChangeElementType(**operand, type);
  // The result has no padding, as that of any elementwise operation; the new type might not have
  // the padding value.
  if (shape && shape->layout().has_padding()) {
    shape->set_layout(LayoutUtil::GetDefaultLayoutForRank(shape->rank()));
  }
  return builder->AddInstruction(
      {.opcode = opcode, .operands = std::move(operands), .given_shape = std::move(shape)});
}

// The scalar 1 of the operand's type.
StatusOr<XlaOp> OneLike(XlaBuilder* builder, XlaOp operand) {
  HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
  HLOOM_ASSIGN_OR_RETURN(const Literal one,
                         ConvertElements(LiteralUtil::CreateR0<float>(1), shape->element_type()));
  return ConstantLiteral(builder, one);
}

}  // namespace

#define HLOOM_BINARY(Function, opcode)                                             \
  XlaOp Function(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) { \
    return ApplyBinary(lhs, rhs, broadcast_dimensions, HloOpcode::opcode);         \
  }
HLOOM_BINARY(Pow, kPower)
HLOOM_BINARY(Rem, kRemainder)
HLOOM_BINARY(ShiftLeft, kShiftLeft)
HLOOM_BINARY(ShiftRightArithmetic, kShiftRightArithmetic)
HLOOM_BINARY(ShiftRightLogical, kShiftRightLogical)
HLOOM_BINARY(Atan2, kAtan2)
HLOOM_BINARY(Complex, kComplex)
HLOOM_BINARY(Mulhi, kMulhi)
#undef HLOOM_BINARY

#define HLOOM_UNARY(Function, opcode) \
  XlaOp Function(XlaOp operand) { return ApplyUnary(operand, HloOpcode::opcode); }
HLOOM_UNARY(Abs, kAbs)
HLOOM_UNARY(Acos, kAcos)
HLOOM_UNARY(Acosh, kAcosh)
HLOOM_UNARY(Asin, kAsin)
HLOOM_UNARY(Asinh, kAsinh)
HLOOM_UNARY(Atanh, kAtanh)
HLOOM_UNARY(Ceil, kCeil)
HLOOM_UNARY(Clz, kClz)
HLOOM_UNARY(Cosh, kCosh)
HLOOM_UNARY(Floor, kFloor)
HLOOM_UNARY(Imag, kImag)
HLOOM_UNARY(Not, kNot)
HLOOM_UNARY(PopulationCount, kPopulationCount)
HLOOM_UNARY(Real, kReal)
HLOOM_UNARY(Round, kRoundNearestAfz)
HLOOM_UNARY(RoundNearestEven, kRoundNearestEven)
HLOOM_UNARY(Sign, kSign)
HLOOM_UNARY(Sinh, kSinh)
#undef HLOOM_UNARY

#define HLOOM_ACCURATE(Function, opcode)                                                \
  XlaOp Function(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy) { \
    return ApplyAccurate(operand, HloOpcode::opcode, result_accuracy);                  \
  }
HLOOM_ACCURATE(Cbrt, kCbrt)
HLOOM_ACCURATE(Cos, kCos)
HLOOM_ACCURATE(Erf, kErf)
HLOOM_ACCURATE(Expm1, kExpm1)
HLOOM_ACCURATE(Log, kLog)
HLOOM_ACCURATE(Log1p, kLog1p)
HLOOM_ACCURATE(Logistic, kLogistic)
HLOOM_ACCURATE(Rsqrt, kRsqrt)
HLOOM_ACCURATE(Sin, kSin)
HLOOM_ACCURATE(Sqrt, kSqrt)
HLOOM_ACCURATE(Tan, kTan)
HLOOM_ACCURATE(Tanh, kTanh)
#undef HLOOM_ACCURATE

XlaOp Atan(XlaOp operand) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    // A wrong operand is refused before the constant 1 is added, in the words of atan2.
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
    const Shape* shapes[] = {shape, shape};
    const StatusOr<Shape> inferred = InferShape({HloOpcode::kAtan2, shapes, nullptr, {}, nullptr});
    if (!inferred.ok()) {
      return inferred.status().WithLocation(builder->NextLocation(HloOpcode::kAtan2));
    }
    if (IsComplexType(shape->element_type())) {
      // -i atanh(i z), whose zeros and infinities are those of C: atan2 takes a square root, which
      // loses them.
      const XlaOp turned = Atanh(Complex(Neg(Imag(operand)), Real(operand)));
      return Complex(Imag(turned), Neg(Real(turned)));
    }
    HLOOM_ASSIGN_OR_RETURN(const XlaOp one, OneLike(builder, operand));
    return Atan2(operand, one);
  });
}

XlaOp Conj(XlaOp operand) { return Complex(Real(operand), Neg(Imag(operand))); }

XlaOp ConvertElementType(XlaOp operand, PrimitiveType new_element_type) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(
      builder, [&] { return Convert(builder, HloOpcode::kConvert, {operand}, new_element_type); });
}

XlaOp BitcastConvertType(XlaOp operand, PrimitiveType new_element_type) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const StatusOr<const Shape*> shape = builder->ShapeOf(operand);
    if (shape.ok() && (*shape)->IsArray()) {
      const StatusOr<Shape> result = InferBitcastConvertShape(**shape, new_element_type);
      if (result.ok()) {
        return builder->AddInstruction(
            {.opcode = HloOpcode::kBitcastConvert, .operands = {operand}, .given_shape = *result});
      }
    }
    return Convert(builder, HloOpcode::kBitcastConvert, {operand}, new_element_type);
  });
}

XlaOp StochasticConvertType(XlaOp operand, XlaOp random, PrimitiveType new_element_type) {
  XlaBuilder* builder = BuilderOf(operand, random);
  return InBuilder(builder, [&] {
    return Convert(builder, HloOpcode::kStochasticConvert, {operand, random}, new_element_type);
  });
}

XlaOp ReducePrecision(XlaOp operand, int exponent_bits, int mantissa_bits) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction({
        .opcode = HloOpcode::kReducePrecision,
        .operands = {operand},
        .attributes = MakeAttributes(ReducePrecisionAttributes{exponent_bits, mantissa_bits}),
    });
  });
}

XlaOp Clamp(XlaOp min, XlaOp operand, XlaOp max) {
  XlaBuilder* builder = operand.builder() ? operand.builder() : BuilderOf(min, max);
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kClamp, .operands = {min, operand, max}});
  });
}

}  // namespace hloom
