// Elementwise mathematics: powers, shifts, transcendental functions, conversions.
#include "builder/functions/math_functions.h"

#include <algorithm>

#include "builder/elementwise_rows.h"
#include "builder/functions/function_util.h"
#include "literal/convert.h"
#include "ops/elementwise/conversion.h"

namespace hloom {

namespace {

// Adds an operation whose result has the operand's shape in another type. ValidateShape checks
// every given shape but accepts only array types, so the operation itself refuses tuples and
// tokens.
StatusOr<XlaOp> Convert(XlaBuilder* builder, HloOpcode opcode, std::vector<XlaOp> operands,
                        PrimitiveType type) {
  const StatusOr<const Shape*> operand = builder->ShapeOf(operands[0]);
  std::optional<Shape> shape;
  if (operand.ok()) shape = ShapeUtil::ChangeElementType(**operand, type);
  // The result has no padding, like that of any elementwise operation, because the new type may not
  // have the padding value.
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
    // A wrong operand is refused before the constant 1 is added, with the error of atan2.
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

namespace {

constexpr ArgumentSpec kTypeArgument = {"new_element_type", kKind<PrimitiveType>,
                                        "the element type of the result"};
constexpr ArgumentSpec kConvertArguments[] = {kOperandArgument, kTypeArgument};
constexpr ArgumentSpec kStochasticArguments[] = {
    {"operand", ArgumentKind::kOp, "a floating-point array"},
    {"random", ArgumentKind::kOp, "unsigned integers of the operand's width and dimensions"},
    {"new_element_type", kKind<PrimitiveType>, "the element type of the result, a signed integer"},
};
constexpr ArgumentSpec kReducePrecisionArguments[] = {
    {"operand", ArgumentKind::kOp, "a floating-point array"},
    AttributeArgument<int64_t>(ReducePrecisionAttributes::kExponentBits),
    AttributeArgument<int64_t>(ReducePrecisionAttributes::kMantissaBits),
};
constexpr ArgumentSpec kClampArguments[] = {
    OrNumber("operand", {"min", ArgumentKind::kOp,
                         "the lower bound: a scalar, or an array of the operand's dimensions"}),
    {"operand", ArgumentKind::kOp, "an array"},
    OrNumber("operand", {"max", ArgumentKind::kOp,
                         "the upper bound: a scalar, or an array of the operand's dimensions"}),
};

constexpr HloOpcode kAtanOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kReal,
                                  HloOpcode::kImag,     HloOpcode::kNegate,    HloOpcode::kComplex,
                                  HloOpcode::kAtanh,    HloOpcode::kAtan2};
constexpr HloOpcode kConjOps[] = {HloOpcode::kReal, HloOpcode::kImag, HloOpcode::kNegate,
                                  HloOpcode::kComplex};

// A number that does not fit an int becomes one beyond the width of any format, so that the same
// error follows.
int BitCount(int64_t bits) {
  constexpr int64_t kMany = 1 << 20;
  return static_cast<int>(std::clamp(bits, -kMany, kMany));
}

}  // namespace

Span<const BuilderDef> MathBuilderDefs() {
  static constexpr BuilderDef kDefs[] = {
      Binary<Pow, HloOpcode::kPower>(
          "Pow",
          "Raises lhs to the power of rhs in each pair of elements. 1^x and x^0 are 1, even if x "
          "is NaN. Integers wrap; a negative integer exponent gives 1 for the base 1, else 0.",
          "const y = b.pow(x, v, { broadcastDimensions: [1] });"),
      Binary<Rem, HloOpcode::kRemainder>(
          "Rem",
          "Computes the remainder of lhs / rhs; its sign is that of lhs, its absolute value less "
          "than that of rhs. For integers x % 0 is x.",
          "const y = b.rem(w, 1);"),
      Binary<ShiftLeft, HloOpcode::kShiftLeft>(
          "ShiftLeft",
          "Shifts integers left and fills them with zeros. The amount is unsigned; if it is at "
          "least the width of the type, the result is 0.",
          "const y = b.shiftLeft(b.constant([1, 2, 3], 'S32'), 4); // 16, 32, 48"),
      Binary<ShiftRightArithmetic, HloOpcode::kShiftRightArithmetic>(
          "ShiftRightArithmetic",
          "Shifts integers right and fills them with their top bit. The amount is unsigned; if it "
          "is at least the width of the type, all bits are the top bit.",
          "const y = b.shiftRightArithmetic(b.constant([-8, 8], 'S32'), 1); // -4, 4"),
      Binary<ShiftRightLogical, HloOpcode::kShiftRightLogical>(
          "ShiftRightLogical",
          "Shifts integers right and fills them with zeros. The amount is unsigned; if it is at "
          "least the width of the type, the result is 0.",
          "const y = b.shiftRightLogical(b.constant([-8, 8], 'S32'), 1); // 2147483644, 4"),
      Binary<Atan2, HloOpcode::kAtan2>(
          "Atan2",
          "Computes the angle of the point (rhs, lhs) from the x axis, in -pi..pi. For complex "
          "numbers it is -i ln((x + i y) / sqrt(x^2 + y^2)) with y = lhs, x = rhs.",
          "const y = b.atan2(x, v, { broadcastDimensions: [1] });"),
      Binary<Complex, HloOpcode::kComplex>(
          "Complex", "Makes the complex number lhs + rhs i of each pair: C64 of F32, C128 of F64.",
          "const y = b.complex(x, v, { broadcastDimensions: [1] });"),
      Binary<Mulhi, HloOpcode::kMulhi>(
          "Mulhi", "Returns the high half of the double-width product of each pair of integers.",
          "const y = b.mulhi(b.constant([1 << 30], 'S32'), 8); // 2"),
      Unary<Abs, HloOpcode::kAbs>(
          "Abs",
          "Computes the absolute value of each signed integer, floating-point or complex element; "
          "for complex numbers it is the modulus, a real number.",
          "const y = b.abs(w);"),
      Unary<Acos, HloOpcode::kAcos>(
          "Acos", "Computes the arc cosine of each floating-point or complex element.",
          "const y = b.acos(b.constant([-1, 0, 0.5, 1]));"),
      Unary<Acosh, HloOpcode::kAcosh>(
          "Acosh",
          "Computes the inverse hyperbolic cosine of each floating-point or complex element.",
          "const y = b.acosh(x);"),
      Unary<Asin, HloOpcode::kAsin>(
          "Asin", "Computes the arc sine of each floating-point or complex element.",
          "const y = b.asin(b.constant([-1, 0, 0.5, 1]));"),
      Unary<Asinh, HloOpcode::kAsinh>(
          "Asinh",
          "Computes the inverse hyperbolic sine of each floating-point or complex element.",
          "const y = b.asinh(w);"),
      Unary<Atanh, HloOpcode::kAtanh>(
          "Atanh",
          "Computes the inverse hyperbolic tangent of each floating-point or complex element.",
          "const y = b.atanh(b.constant([-1, 0, 0.5, 1]));"),
      Accurate<Cbrt, HloOpcode::kCbrt>("Cbrt",
                                       "Computes the cube root of each floating-point or complex "
                                       "element; for complex numbers it is the principal one.",
                                       "const y = b.cbrt(w);"),
      Unary<Ceil, HloOpcode::kCeil>(
          "Ceil",
          "Rounds each floating-point element up to the least integer that is not less than it.",
          "const y = b.ceil(w);"),
      Unary<Clz, HloOpcode::kClz>("Clz",
                                  "Counts the zero bits above the highest set bit of each integer; "
                                  "0 gives the width of the type.",
                                  "const y = b.clz(b.constant([0, 1, 255], 'S32')); // 32, 31, 24"),
      Accurate<Cos, HloOpcode::kCos>(
          "Cos", "Computes the cosine of each floating-point or complex element.",
          "const y = b.cos(x);"),
      Unary<Cosh, HloOpcode::kCosh>(
          "Cosh", "Computes the hyperbolic cosine of each floating-point or complex element.",
          "const y = b.cosh(x);"),
      Accurate<Erf, HloOpcode::kErf>("Erf",
                                     "Computes the error function of each floating-point element.",
                                     "const y = b.erf(w);"),
      Accurate<Expm1, HloOpcode::kExpm1>(
          "Expm1", "Computes e^x - 1 of each floating-point or complex element, accurate near 0.",
          "const y = b.expm1(w);"),
      Unary<Floor, HloOpcode::kFloor>("Floor",
                                      "Rounds each floating-point element down to the greatest "
                                      "integer that is not greater than it.",
                                      "const y = b.floor(w);"),
      Unary<Imag, HloOpcode::kImag>("Imag",
                                    "Takes the imaginary part of each complex element; that of a "
                                    "floating-point element is 0.",
                                    "const y = b.imag(b.complex(x, b.neg(x)));"),
      Accurate<Log, HloOpcode::kLog>(
          "Log", "Computes the natural logarithm of each floating-point or complex element.",
          "const y = b.log(x);"),
      Accurate<Log1p, HloOpcode::kLog1p>(
          "Log1p", "Computes ln(1 + x) of each floating-point or complex element, accurate near 0.",
          "const y = b.log1p(x);"),
      Accurate<Logistic, HloOpcode::kLogistic>(
          "Logistic", "Computes 1 / (1 + e^-x) of each floating-point or complex element.",
          "const y = b.logistic(w);"),
      Unary<Not, HloOpcode::kNot>("Not",
                                  "Computes the logical not of PREDs, the bitwise not of integers.",
                                  "const y = b.not(p);"),
      Unary<PopulationCount, HloOpcode::kPopulationCount>(
          "PopulationCount", "Counts the bits that are set in each integer.",
          "const y = b.populationCount(b.constant([0, 7, 255], 'S32')); // 0, 3, 8"),
      Unary<Real, HloOpcode::kReal>(
          "Real",
          "Takes the real part of each complex element; floating-point elements stay as they are.",
          "const y = b.real(b.complex(x, x));"),
      Unary<Round, HloOpcode::kRoundNearestAfz>(
          "Round",
          "Rounds each floating-point element to the nearest integer; ties go away from zero.",
          "const y = b.round(w);"),
      Unary<RoundNearestEven, HloOpcode::kRoundNearestEven>(
          "RoundNearestEven",
          "Rounds each floating-point element to the nearest integer; ties go to the even one.",
          "const y = b.roundNearestEven(w);"),
      Accurate<Rsqrt, HloOpcode::kRsqrt>(
          "Rsqrt", "Computes 1 / sqrt(x) of each floating-point or complex element.",
          "const y = b.rsqrt(x);"),
      Unary<Sign, HloOpcode::kSign>("Sign",
                                    "Returns the sign of each element, -1, 0 or 1 for signed "
                                    "integers and floating-point numbers; zeros keep their sign, "
                                    "NaN stays NaN. Complex numbers give z / |z|, and 0 for 0.",
                                    "const y = b.sign(w);"),
      Accurate<Sin, HloOpcode::kSin>("Sin",
                                     "Computes the sine of each floating-point or complex element.",
                                     "const y = b.sin(x);"),
      Unary<Sinh, HloOpcode::kSinh>(
          "Sinh", "Computes the hyperbolic sine of each floating-point or complex element.",
          "const y = b.sinh(w);"),
      Accurate<Sqrt, HloOpcode::kSqrt>(
          "Sqrt", "Computes the square root of each floating-point or complex element.",
          "const y = b.sqrt(x);"),
      Accurate<Tan, HloOpcode::kTan>(
          "Tan", "Computes the tangent of each floating-point or complex element.",
          "const y = b.tan(x);"),
      Accurate<Tanh, HloOpcode::kTanh>(
          "Tanh", "Computes the hyperbolic tangent of each floating-point or complex element.",
          "const y = b.tanh(w);"),
      Composed<Atan>(
          "Atan", kAtanOps,
          "Computes the arc tangent of each floating-point or complex element: Atan2(operand, 1), "
          "for complex elements -i Atanh(i operand).",
          "const y = b.atan(x);"),
      Composed<Conj>(
          "Conj", kConjOps,
          "Returns the complex conjugate of each element; floating-point elements become complex.",
          "const y = b.conj(b.complex(x, x));"),
      {.name = "ConvertElementType",
       .group = "conversion",
       .lowers_to = kOnly<HloOpcode::kConvert>,
       .arguments = kConvertArguments,
       .invoke = Invoke<ConvertElementType>,
       .doc = "Converts each element to another type. Float to integer truncates and saturates, "
              "and NaN "
              "gives 0; integer to integer keeps the low bits; to PRED gives true for elements "
              "other than "
              "0; to a narrower float rounds to nearest even; complex to real keeps the real part.",
       .source = "Operation Semantics, ConvertElementType",
       .example = "const y = b.convertElementType(w, 'S32');"},
      {.name = "BitcastConvertType",
       .group = "conversion",
       .lowers_to = kOnly<HloOpcode::kBitcastConvert>,
       .arguments = kConvertArguments,
       .invoke = Invoke<BitcastConvertType>,
       .doc =
           "Reads the bits of the elements as another type. A narrower type appends a dimension "
           "whose "
           "size is the ratio of the widths: f32[3] becomes u8[3,4]. A wider type drops the last "
           "dimension, which must have that size. PRED counts 8 bits; bytes other than 0 become "
           "true.",
       .source = "Operation Semantics, BitcastConvertType",
       .example = "const y = b.bitcastConvertType(x, 'U8'); // u8[2,3,4]"},
      {.name = "StochasticConvertType",
       .group = "conversion",
       .lowers_to = kOnly<HloOpcode::kStochasticConvert>,
       .arguments = kStochasticArguments,
       .invoke = Invoke<StochasticConvertType>,
       .doc = "Rounds each floating-point element to one of its two neighboring integers: away "
              "from zero "
              "if random, read as a fraction from 0 to 1, is less than the element's fraction, and "
              "toward "
              "zero otherwise.",
       .source = "XLA's XlaBuilder, StochasticConvertType",
       .example =
           "const y = b.stochasticConvertType(b.constant([2.5, 2.5]), b.constant([1, 4294967295], "
           "'U32'), 'S8');"},
      {.name = "ReducePrecision",
       .group = "conversion",
       .lowers_to = kOnly<HloOpcode::kReducePrecision>,
       .arguments = kReducePrecisionArguments,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return ReducePrecision(a[0].op, BitCount(a[1].Get<int64_t>()),
                                    BitCount(a[2].Get<int64_t>()));
           },
       .doc = "Rounds each element as if it were converted to a floating-point format of these "
              "widths and "
              "back.",
       .source = "Operation Semantics, ReducePrecision",
       .example = "const y = b.reducePrecision(b.constant([3.1416, 1e6]), 5, 10); // what F16 "
                  "would leave"},
      {.name = "Clamp",
       .group = "elementwise ternary",
       .lowers_to = kOnly<HloOpcode::kClamp>,
       .arguments = kClampArguments,
       .invoke = Invoke<Clamp>,
       .doc = "Clamps each element of the operand to two bounds: min(max, max(min, x)). NaN in any "
              "of the "
              "three gives NaN.",
       .source = "Operation Semantics, Clamp",
       .example = "const y = b.clamp(2, x, 5);"},
  };
  return kDefs;
}

}  // namespace hloom
