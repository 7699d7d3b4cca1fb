// bitcast-convert: the same bits as elements of another type.
#include <algorithm>

#include "ops/elementwise/conversion.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kBitcastConvertOperands[] = {{"operand", "an array"}};
constexpr Rule kBitcastConvertC1 = {"bitcast_convert.c1",
                                    "the new element type is that of an array"};
constexpr Rule kBitcastConvertC2 = {"bitcast_convert.c2", "both types are complex or neither is"};
constexpr Rule kBitcastConvertC4 = {"bitcast_convert.c4",
                                    "where the new type is wider, the operand's last dimension has "
                                    "the ratio of the widths as its size"};
constexpr Rule kBitcastConvertC5 = {
    "bitcast_convert.c5", "the result's shape is the one that follows from the two types"};
constexpr Rule kBitcastConvertRules[] = {kBitcastConvertC1, kBitcastConvertC2, kBitcastConvertC4,
                                         kBitcastConvertC5};

ErrorBuilder Refuse(const Rule& rule, const Shape& operand, PrimitiveType type) {
  return InvalidArgument(rule).Say(
      StrCat("the bits of ", operand.ToString(), " cannot be taken as ", PrimitiveTypeName(type)));
}

StatusOr<Shape> InferBitcastConvert(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& given = *context.given_shape;
  HLOOM_ASSIGN_OR_RETURN(const Shape result,
                         InferBitcastConvertShape(context.operand(0), given.element_type()));
  if (!given.IsArray() || !ShapeUtil::SameDimensions(result, given)) {
    return Refuse(kBitcastConvertC5, context.operand(0), given.element_type())
        .Detail(StrCat("the result was given as ", given.ToString(), ", it is ", result.ToString()))
        .Help(
            "a narrower type appends a dimension of the ratio of the widths, a wider one drops "
            "it");
  }
  return GivenShape(context, result);
}

}  // namespace

StatusOr<Shape> InferBitcastConvertShape(const Shape& operand, PrimitiveType type) {
  if (!IsArrayType(type)) {
    return Refuse(kBitcastConvertC1, operand, type)
        .Help(StrCat("the types of elements are ", ArrayTypeNames()));
  }
  const PrimitiveType from = operand.element_type();
  if (IsComplexType(from) != IsComplexType(type)) {
    return Refuse(kBitcastConvertC2, operand, type)
        .Help("take the parts with `Real` and `Imag`, or put them together with `Complex`"_msg);
  }
  std::vector<int64_t> dimensions(operand.dimensions().begin(), operand.dimensions().end());
  const int from_bits = BitWidth(from);
  const int to_bits = BitWidth(type);
  if (from_bits > to_bits) {
    dimensions.push_back(from_bits / to_bits);
  } else if (from_bits < to_bits) {
    const int64_t ratio = to_bits / from_bits;
    const bool fits = !dimensions.empty() && dimensions.back() == ratio &&
                      !operand.is_dynamic_dimension(operand.rank() - 1);
    if (!fits) {
      return Refuse(kBitcastConvertC4, operand, type)
          .Detail(StrCat(ratio, " elements of ", PrimitiveTypeName(from), " make one of ",
                         PrimitiveTypeName(type)))
          .Help(StrCat("reshape the operand so that its last dimension has the size ", ratio));
    }
    dimensions.pop_back();
  }
  if (from_bits == to_bits && operand.layout().padded_dimensions().empty()) {
    return ShapeUtil::ChangeElementType(operand, type);
  }
  std::vector<bool> dynamic = operand.dynamic_dimensions();
  dynamic.resize(dimensions.size(), false);
  return ShapeUtil::MakeShape(type, dimensions, dynamic);
}

constexpr OpDef kBitcastConvertDef = {
    .opcode = HloOpcode::kBitcastConvert,
    .name = "bitcast-convert",
    .operands = kBitcastConvertOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kBitcastConvertRules,
    .infer_shape = InferBitcastConvert,
    .traits = {.shape_given = true, .keeps_type = true},
    .doc =
        "Reads the bits of the operand's elements as elements of another type, little-endian. A "
        "narrower type appends a dimension whose size is the ratio of the widths: f32[3] becomes "
        "u8[3,4]. A wider type drops the last dimension, which must have that size. Types of fewer "
        "than 8 bits are packed, the first one lowest. PRED counts 8 bits, as in XLA since "
        "February 2026; before, it counted one, and StableHLO packs it. Its byte is 1 for true, "
        "and any byte other than 0 becomes true: converted back, it is 1, while XLA's evaluator "
        "keeps the byte.",
    .source = "Operation Semantics, BitcastConvertType",
};

}  // namespace hloom
