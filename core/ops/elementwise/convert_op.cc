// convert and stochastic-convert: elements in another type.
#include "ops/infer_util.h"

namespace hloom {

namespace {

// ---- convert ----

constexpr OperandSpec kConvertOperands[] = {{"operand", "an array"}};
constexpr Rule kConvertC1 = {"convert.c1", "the new element type is that of an array"};
constexpr Rule kConvertC2 = {"convert.c2", "the result has the operand's dimension sizes"};
constexpr Rule kConvertRules[] = {kConvertC1, kConvertC2};

Status CheckConverted(const Shape& operand, const Shape& result) {
  if (!result.IsArray() || !IsArrayType(result.element_type())) {
    return InvalidArgument(kConvertC1)
        .Say(StrCat(operand.ToString(), " cannot be converted to ",
                    PrimitiveTypeName(result.element_type())))
        .Help(StrCat("the types of elements are ", ArrayTypeNames()));
  }
  if (!ShapeUtil::SameDimensions(operand, result)) {
    return InvalidArgument(kConvertC2)
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

// ---- stochastic-convert ----

constexpr OperandSpec kStochasticOperands[] = {
    {"operand", "a floating-point array"},
    {"random", "unsigned integers of the operand's width, of the same dimensions"},
};
constexpr Rule kStochasticConvertC1 = {"stochastic_convert.c1",
                                       "the operand has a floating-point type"};
constexpr Rule kStochasticConvertC2 = {
    "stochastic_convert.c2", "random has the unsigned integer type of the operand's width"};
constexpr Rule kStochasticConvertC3 = {"stochastic_convert.c3",
                                       "the new element type is a signed integer type"};
constexpr Rule kStochasticRules[] = {kConvertC1,           kConvertC2,
                                     kStochasticConvertC1, kStochasticConvertC2,
                                     kStochasticConvertC3, kElementwiseC1};

StatusOr<Shape> InferStochasticConvert(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& random = context.operand(1);
  const Shape& result = *context.given_shape;
  if (!IsFloatingPointType(operand.element_type())) {
    return InvalidArgument(kStochasticConvertC1)
        .Say(StrCat("the operand is ", operand.ToString()))
        .Help("only floating-point elements have a fraction to round");
  }
  const int width = BitWidth(operand.element_type());
  if (!IsUnsignedIntegralType(random.element_type()) || BitWidth(random.element_type()) != width) {
    return InvalidArgument(kStochasticConvertC2)
        .Say(StrCat("random is ", random.ToString(), ", the operand ", operand.ToString()))
        .Help(StrCat("use random bits of type U", width));
  }
  if (!ShapeUtil::SameDimensions(operand, random)) {
    return InvalidArgument(kElementwiseC1)
        .Say(StrCat(operand.ToString(), " and ", random.ToString(), " differ in their dimensions"))
        .Help("one random number is needed for each element");
  }
  HLOOM_RETURN_IF_ERROR(CheckConverted(operand, result));
  if (!IsSignedIntegralType(result.element_type())) {
    return InvalidArgument(kStochasticConvertC3)
        .Say(StrCat(operand.ToString(), " cannot be rounded at random to ",
                    PrimitiveTypeName(result.element_type())))
        .Help("use S8, S16, S32 or S64");
  }
  Shape merged = ShapeUtil::ChangeElementType(operand, result.element_type());
  MergeDynamicDimensions(random, &merged);
  return GivenShape(context, merged);
}

}  // namespace

constexpr OpDef kConvertDef = {
    .opcode = HloOpcode::kConvert,
    .name = "convert",
    .operands = kConvertOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kConvertRules,
    .infer_shape = InferConvert,
    .traits = {.elementwise = true, .shape_given = true},
    .doc =
        "Converts each element to another type. Float to integer truncates and saturates, and NaN "
        "gives 0; integer to integer keeps the low bits; to PRED gives true for elements other "
        "than 0; to a narrower float rounds to nearest even; complex to real keeps the real part. "
        "F8E8M0FNU has only powers of two: ties give the larger one, and so does every number "
        "between the two least ones.",
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
    .traits = {.elementwise = true, .shape_given = true},
    .doc =
        "Rounds each floating-point element to one of its two neighboring integers: away from zero "
        "if random, read as a fraction from 0 to 1, is less than the element's fraction, and "
        "toward zero otherwise. Saturates; NaN gives 0.",
    .source = "XLA's XlaBuilder, StochasticConvertType",
};

}  // namespace hloom
