// convert and stochastic-convert: elements in another type.
#include <algorithm>
#include <cmath>
#include <limits>

#include "literal/convert.h"
#include "literal/padding.h"
#include "ops/elementwise/bits.h"
#include "ops/elementwise/elementwise.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

// ---- convert ----

constexpr OperandSpec kConvertOperands[] = {{"operand", "an array"}};
constexpr Rule kConvertRules[] = {
    {"convert.c1", "the new element type is that of an array"},
    {"convert.c2", "the result has the operand's dimension sizes"},
};

Status CheckConverted(const Shape& operand, const Shape& result) {
  if (!result.IsArray() || !IsArrayType(result.element_type())) {  // convert.c1
    return InvalidArgument("convert.c1")
        .Say(StrCat(operand.ToString(), " cannot be converted to ",
                    PrimitiveTypeName(result.element_type())))
        .Help(StrCat("the types of elements are ", ArrayTypeNames()));
  }
  if (!ShapeUtil::SameDimensions(operand, result)) {  // convert.c2
    return InvalidArgument("convert.c2")
        .Say(StrCat(operand.ToString(), " cannot be converted to ", result.ToString()))
        .Help("a conversion changes the element type only; reshape or broadcast besides");
  }
  return OkStatus();
}

StatusOr<Shape> InferConvert(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(CheckConverted(context.operand(0), *context.given_shape));
  return GivenShape(context, ShapeUtil::ChangeElementType(context.operand(0),
                                                          context.given_shape->element_type()));
}

void ConvertLoop(const HloInstruction& instruction, const std::byte* const* operands,
                 std::byte* result, int64_t count) {
  ConvertRun(instruction.operand(0)->shape().element_type(), operands[0],
             instruction.shape().element_type(), result, count);
}
ElementKernel::Loop ConvertLoopFor(const HloInstruction&, PrimitiveType) { return ConvertLoop; }
constexpr ElementKernel kConvertKernel = {ConvertLoopFor, /*computes=*/false};

StatusOr<Literal> EvaluateConvert(EvalContext& context, const HloInstruction& instruction,
                                  Operands operands) {
  HLOOM_ASSIGN_OR_RETURN(const Literal ordered,
                         InLayoutOf(context, *operands[0], instruction.shape()));
  return ConvertElements(ordered, instruction.shape_ptr(), context.ledger());
}

// ---- stochastic-convert ----

constexpr OperandSpec kStochasticOperands[] = {
    {"operand", "a floating-point array"},
    {"random", "unsigned integers of the operand's width, of the same dimensions"},
};
constexpr Rule kStochasticRules[] = {
    {"convert.c1", "the new element type is that of an array"},
    {"convert.c2", "the result has the operand's dimension sizes"},
    {"stochastic_convert.c1", "the operand has a floating-point type"},
    {"stochastic_convert.c2", "random has the unsigned integer type of the operand's width"},
    {"stochastic_convert.c3", "the new element type is a signed integer type"},
    kSameShapeRule,
};

StatusOr<Shape> InferStochasticConvert(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& random = context.operand(1);
  const Shape& result = *context.given_shape;
  if (!IsFloatingPointType(operand.element_type())) {  // stochastic_convert.c1
    return InvalidArgument("stochastic_convert.c1")
        .Say(StrCat("the operand is ", operand.ToString()))
        .Help("only floating-point elements have a fraction to round");
  }
  const int width = BitWidth(operand.element_type());
  if (!IsUnsignedIntegralType(random.element_type()) ||
      BitWidth(random.element_type()) != width) {  // stochastic_convert.c2
    return InvalidArgument("stochastic_convert.c2")
        .Say(StrCat("random is ", random.ToString(), ", the operand ", operand.ToString()))
        .Help(StrCat("use random bits of type U", width));
  }
  if (!ShapeUtil::SameDimensions(operand, random)) {  // elementwise.c1
    return InvalidArgument(kSameShapeRule.id)
        .Say(StrCat(operand.ToString(), " and ", random.ToString(), " differ in their dimensions"))
        .Help("one random number is needed for each element");
  }
  HLOOM_RETURN_IF_ERROR(CheckConverted(operand, result));
  if (!IsSignedIntegralType(result.element_type())) {  // stochastic_convert.c3
    return InvalidArgument("stochastic_convert.c3")
        .Say(StrCat(operand.ToString(), " cannot be rounded at random to ",
                    PrimitiveTypeName(result.element_type())))
        .Help("use S8, S16, S32 or S64");
  }
  Shape merged = ShapeUtil::ChangeElementType(operand, result.element_type());
  MergeDynamicDimensions(random, &merged);
  return GivenShape(context, merged);
}

// Away from zero where the fraction, of `random_bits` binary digits, is more than `random`. For
// 2.75 and 8 bits the fraction is 192: random numbers 0..191 give 3, the others 2.
int64_t RoundAtRandom(double x, uint64_t random, int random_bits, int64_t low, int64_t high) {
  if (std::isnan(x)) return 0;
  if (x >= static_cast<double>(high)) return high;
  if (x <= static_cast<double>(low)) return low;
  const double magnitude = std::fabs(x);
  const double whole = std::trunc(magnitude);
  // Below 2^random_bits, so that the conversion is defined.
  const double fraction = std::ldexp(magnitude - whole, random_bits);
  const bool up = random < static_cast<uint64_t>(fraction);
  const int64_t rounded = static_cast<int64_t>(whole) + (up ? 1 : 0);
  return std::signbit(x) ? -rounded : rounded;
}

StatusOr<Literal> EvaluateStochasticConvert(EvalContext& context, const HloInstruction& instruction,
                                            Operands operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal operand, InLayoutOf(context, *operands[0], shape));
  HLOOM_ASSIGN_OR_RETURN(const Literal random, InLayoutOf(context, *operands[1], shape));
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  const PrimitiveType from = operand.shape().element_type();
  const PrimitiveType bits = random.shape().element_type();
  const PrimitiveType to = shape.element_type();
  const int64_t high = static_cast<int64_t>(~uint64_t{0} >> (65 - BitWidth(to)));
  const int64_t count = result.size_bytes() / ByteWidth(to);
  constexpr int64_t kRun = 256;
  double values[kRun];
  uint64_t thresholds[kRun];
  int64_t rounded[kRun];
  for (int64_t begin = 0; begin < count; begin += kRun) {
    const int64_t run = std::min(kRun, count - begin);
    ConvertRun(from, operand.data<std::byte>() + begin * ByteWidth(from), F64,
               reinterpret_cast<std::byte*>(values), run);
    ConvertRun(bits, random.data<std::byte>() + begin * ByteWidth(bits), U64,
               reinterpret_cast<std::byte*>(thresholds), run);
    for (int64_t i = 0; i < run; ++i) {
      rounded[i] = RoundAtRandom(values[i], thresholds[i], BitWidth(bits), -high - 1, high);
    }
    ConvertRun(S64, reinterpret_cast<const std::byte*>(rounded), to,
               result.mutable_data<std::byte>() + begin * ByteWidth(to), run);
  }
  FillPadding(shape, result.mutable_data<std::byte>());
  return result;
}

}  // namespace

extern const OpDef kConvertDef, kStochasticConvertDef;

constexpr OpDef kConvertDef = {
    .opcode = HloOpcode::kConvert,
    .name = "convert",
    .operands = kConvertOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kConvertRules,
    .infer_shape = InferConvert,
    .evaluate = EvaluateConvert,
    .elements = &kConvertKernel,
    .traits = {.elementwise = true, .shape_given = true},
    .doc =
        "Each element in another type. Float to integer truncates and saturates, NaN gives 0; "
        "integer to integer keeps the low bits; to PRED: whether it is not 0; to a narrower float "
        "rounds to nearest even; complex to real keeps the real part. F8E8M0FNU has powers of two "
        "only, of which ties give the larger; between the two least ones everything gives the "
        "larger.",
    .source = "Operation Semantics, ConvertElementType",
};
constexpr OpDef kStochasticConvertDef = {
    .opcode = HloOpcode::kStochasticConvert,
    .name = "stochastic-convert",
    .operands = kStochasticOperands,
    .min_operands = 2,
    .max_operands = 2,
    .rules = kStochasticRules,
    .infer_shape = InferStochasticConvert,
    .evaluate = EvaluateStochasticConvert,
    .traits = {.elementwise = true, .shape_given = true},
    .doc =
        "Rounds each floating-point element to one of its two neighbouring integers: away from "
        "zero where random, read as a fraction of 0..1, is less than the element's fraction. "
        "Saturates; NaN gives 0.",
    .source = "XLA's XlaBuilder, StochasticConvertType",
};

}  // namespace hloom
