// select: takes each element from one of two arrays.
#include <algorithm>

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kSelectOperands[] = {
    {"pred", "a PRED array of the same dimensions, or a PRED scalar"},
    {"on_true", "the array taken where pred is true"},
    {"on_false", "the array taken where pred is false"},
};
constexpr Rule kSelectC1 = {"select.c1", "pred has the element type PRED"};
constexpr Rule kSelectC2 = {"select.c2", "pred is a scalar or has the dimension sizes of on_true"};
constexpr Rule kElementwiseSelectRules[] = {kSelectC1, kSelectC2, kElementwiseC1, kElementwiseC2};

StatusOr<Shape> InferSelect(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& pred = context.operand(0);
  if (pred.element_type() != PRED) {
    return InvalidArgument(kSelectC1)
        .Say(StrCat("pred is ", pred.ToString(), ", not PRED"))
        .Help("compare the values to get a PRED, with `Ne` for example"_msg);
  }
  HLOOM_ASSIGN_OR_RETURN(Shape result, InferElementwise(context, /*first=*/1));
  if (pred.rank() != 0 && !ShapeUtil::SameDimensions(pred, result)) {
    return InvalidArgument(kSelectC2)
        .Say(MessageCat("pred is ", pred.ToString(), ", `on_true` "_msg, result.ToString()))
        .Help("pred is a scalar or has exactly the dimensions of the arrays");
  }
  if (pred.rank() != 0) MergeDynamicDimensions(pred, &result);
  return result;
}

}  // namespace

constexpr OpDef kSelectDef = {
    .opcode = HloOpcode::kSelect,
    .name = "select",
    .operands = kSelectOperands,
    .min_operands = 3,
    .max_operands = 3,
    .rules = kElementwiseSelectRules,
    .imply_converts = UnifyAllButFirst,
    .infer_shape = InferSelect,
    .traits = {.elementwise = true},
    .doc =
        "Takes each element from on_true where pred is true, and from on_false where it is false. "
        "A scalar pred chooses the whole array.",
    .source = "Operation Semantics, Select",
};

}  // namespace hloom
