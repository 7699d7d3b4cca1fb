// clamp: limits each element to bounds.

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kClampOperands[] = {
    {"min", "the lower bounds: an array of the operand's dimensions, or a scalar"},
    {"operand", "an array"},
    {"max", "the upper bounds: an array of the operand's dimensions, or a scalar"},
};
constexpr Rule kClampC1 = {"clamp.c1",
                           "min and max are scalars or have the dimension sizes of the operand"};
constexpr Rule kClampRules[] = {kClampC1, kElementwiseC2};

StatusOr<Shape> InferClamp(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(1);
  for (size_t i : {0, 2}) {
    const Shape& bound = context.operand(i);
    if (bound.rank() != 0 && !ShapeUtil::SameDimensions(bound, operand)) {
      return InvalidArgument(kClampC1)
          .Say(StrCat(kClampOperands[i].name, " is ", bound.ToString(), ", the operand ",
                      operand.ToString()))
          .Help("a bound is a scalar or has exactly the dimensions of the operand");
    }
    if (bound.element_type() != operand.element_type()) {
      return InvalidArgument(kElementwiseC2)
          .Say(StrCat(kClampOperands[i].name, " is ", bound.ToString(), ", the operand ",
                      operand.ToString()))
          .Help(
              "convert one of them with `ConvertElementType`: types are never converted implicitly"_msg);
    }
  }
  Shape result = operand;
  for (size_t i : {0, 2}) {
    if (context.operand(i).rank() != 0) MergeDynamicDimensions(context.operand(i), &result);
  }
  if (!operand.layout().padded_dimensions().empty()) {
    result.set_layout(LayoutUtil::GetDefaultLayoutForRank(operand.rank()));
  }
  return result;
}

}  // namespace

constexpr OpDef kClampDef = {
    .opcode = HloOpcode::kClamp,
    .name = "clamp",
    .operands = kClampOperands,
    .min_operands = 3,
    .max_operands = 3,
    .types = TypeSet::kOrdered,
    .rules = kClampRules,
    .imply_converts = UnifyToSecond,
    .infer_shape = InferClamp,
    .traits = {.elementwise = true},
    .doc =
        "Clamps each element of the operand to two bounds: min(max, max(min, x)), so the result is "
        "max if min > max. NaN in any of the three gives NaN.",
    .source = "Operation Semantics, Clamp",
};

}  // namespace hloom
