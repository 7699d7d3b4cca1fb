// dynamic-reshape: a reshape whose sizes are operands.
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kDynamicReshapeOperands[] = {
    {"operand", "an array"},
    {"dim_sizes", "S32[], the live size of each dimension of the result"},
};
constexpr Rule kDynamicReshapeC1 = {"dynamic_reshape.c1",
                                    "each dimension of the result has an S32[] size"};
constexpr Rule kDynamicReshapeC2 = {
    "dynamic_reshape.c2", "operand and result have the same number of elements, by their bounds"};
constexpr Rule kDynamicReshapeC3 = {"dynamic_reshape.c3",
                                    "operand and result have the same element type"};
constexpr Rule kDynamicReshapeRules[] = {kDynamicReshapeC1, kDynamicReshapeC2, kDynamicReshapeC3,
                                         kDynamicReshapeC4, kDynamicReshapeC5};

Status CheckSizesOfDynamicReshape(const InferContext& context) {
  const Shape& result = *context.given_shape;
  const int64_t given = static_cast<int64_t>(context.operands.size()) - 1;
  if (given != result.rank()) {
    return InvalidArgument(kDynamicReshapeC1)
        .Say(StrCat("the result ", result.ToString(), " has rank ", result.rank(), ", ",
                    Count(given, "size"), given == 1 ? " was given" : " were given"))
        .Help("pass one size for each dimension, of static ones too");
  }
  for (size_t i = 1; i < context.operands.size(); ++i) {
    if (ShapeUtil::IsScalarWithElementType(context.operand(i), S32)) continue;
    return InvalidArgument(kDynamicReshapeC1)
        .Say(StrCat("the size of dimension ", i - 1, " is ", context.operand(i).ToString(),
                    ", not s32[]"))
        .Help("pass a scalar; convert it to S32");
  }
  return OkStatus();
}

StatusOr<Shape> InferReshapeByOperands(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& result = *context.given_shape;
  HLOOM_RETURN_IF_ERROR(ShapeUtil::ValidateShape(result));
  HLOOM_RETURN_IF_ERROR(CheckSizesOfDynamicReshape(context));
  const int64_t have = ShapeUtil::ElementsIn(operand);
  const int64_t want = ShapeUtil::ElementsIn(result);
  if (have != want) {
    return InvalidArgument(kDynamicReshapeC2)
        .Say(StrCat(operand.ToString(), " cannot be reshaped to ", result.ToString()))
        .Detail(StrCat("by their bounds the operand has ", Count(have, "element"),
                       ", the result would have ", want))
        .Help(StrCat("the product of the bounds must be ", have));
  }
  if (operand.element_type() != result.element_type()) {
    return InvalidArgument(kDynamicReshapeC3)
        .Say(StrCat(operand.ToString(), " cannot be reshaped to ", result.ToString()))
        .Help("a reshape does not convert elements");
  }
  return result;
}

}  // namespace

constexpr OpDef kDynamicReshapeDef = {
    .opcode = HloOpcode::kDynamicReshape,
    .name = "dynamic-reshape",
    .operands = kDynamicReshapeOperands,
    .min_operands = 1,
    .max_operands = -1,
    .rules = kDynamicReshapeRules,
    .infer_shape = InferReshapeByOperands,
    .traits = {.shape_given = true},
    .doc =
        "Reshapes the operand's live elements, in row-major order, to sizes that are known only "
        "when the program runs. The shape of the result gives their bounds.",
    .source = "Operation Semantics, DynamicReshape",
};

}  // namespace hloom
