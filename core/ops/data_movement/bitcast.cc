// bitcast: the same memory under another shape.
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kBitcastOperands[] = {{"operand", "an array"}};
constexpr Rule kBitcastRules[] = {
    {"bitcast.c1", "operand and result take the same number of bytes"},
    {"bitcast.c2", "their elements have the same number of bits"},
    {"bitcast.c3", "neither is padded, and neither has dynamic dimensions"},
};

Status CheckPlain(const Shape& shape) {
  if (shape.is_static() && !shape.layout().has_padding()) return OkStatus();
  return InvalidArgument("bitcast.c3")
      .Say(StrCat(shape.ToString(/*print_layout=*/true), " has no bitcast"))
      .Help(
          "what lies between the elements, or beyond the live ones, has no place in the result: "
          "copy it to a plain layout first");
}

StatusOr<Shape> InferBitcast(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& result = *context.given_shape;
  if (!result.IsArray() || BitWidth(operand.element_type()) != BitWidth(result.element_type()) ||
      (operand.element_type() == PRED) != (result.element_type() == PRED)) {  // bitcast.c2
    return InvalidArgument("bitcast.c2")
        .Say(StrCat(operand.ToString(), " and ", result.ToString(),
                    " have elements of different widths"))
        .Help("BitcastConvertType changes the width of elements");
  }
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(result));
  HLOOM_RETURN_IF_ERROR(CheckPlain(operand));
  HLOOM_RETURN_IF_ERROR(CheckPlain(result));
  if (ShapeUtil::ByteSizeOf(operand) != ShapeUtil::ByteSizeOf(result)) {  // bitcast.c1
    return InvalidArgument("bitcast.c1")
        .Say(StrCat(operand.ToString(), " takes ", ShapeUtil::ByteSizeOf(operand), " bytes, ",
                    result.ToString(), " takes ", ShapeUtil::ByteSizeOf(result)))
        .Help("the product of the sizes must be the same");
  }
  return result;
}

}  // namespace

constexpr OpDef kBitcastDef = {
    .opcode = HloOpcode::kBitcast,
    .name = "bitcast",
    .operands = kBitcastOperands,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kBitcastRules,
    .infer_shape = InferBitcast,
    .traits = {.shape_given = true, .keeps_type = true},
    .doc =
        "Takes the operand's bytes, in the order in which they lie in memory, for an array of "
        "another shape and layout. Compilers write it where a reshape or a transpose moves "
        "nothing: f32[2,3]{0,1} becomes f32[3,2]{1,0}.",
    .source = "XLA, HloInstruction::CreateBitcast",
};

}  // namespace hloom
