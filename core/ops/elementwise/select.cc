// select: element by element from one of two arrays.
#include <algorithm>

#include "ops/elementwise/elementwise.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"pred", "PRED; of the same dimensions, or a scalar"},
    {"on_true", "the array taken where pred is true"},
    {"on_false", "the array taken where pred is false"},
};
constexpr Rule kRules[] = {
    {"select.c1", "pred has the element type PRED"},
    {"select.c2", "pred is a scalar or has the dimension sizes of on_true"},
    kSameShapeRule,
    kSameTypeRule,
};

StatusOr<Shape> InferSelect(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& pred = context.operand(0);
  if (pred.element_type() != PRED) {  // select.c1
    return InvalidArgument("select.c1")
        .Say(StrCat("pred is ", pred.ToString(), ", not PRED"))
        .Help("compare the values to get a PRED, with Ne for example");
  }
  HLOOM_ASSIGN_OR_RETURN(Shape result, InferElementwise(context, /*first=*/1));
  if (pred.rank() != 0 && !ShapeUtil::SameDimensions(pred, result)) {  // select.c2
    return InvalidArgument("select.c2")
        .Say(StrCat("pred is ", pred.ToString(), ", on_true ", result.ToString()))
        .Help("pred is a scalar or has exactly the dimensions of the arrays");
  }
  if (pred.rank() != 0) MergeDynamicDimensions(pred, &result);
  return result;
}

template <typename T>
void SelectLoop(const HloInstruction&, const std::byte* const* operands, std::byte* result,
                int64_t count) {
  const bool* pred = OperandAt<bool>(operands, 0);
  const T* a = OperandAt<T>(operands, 1);
  const T* b = OperandAt<T>(operands, 2);
  T* out = reinterpret_cast<T*>(result);
  for (int64_t i = 0; i < count; ++i) out[i] = pred[i] ? a[i] : b[i];
}
// Elements are moved, not computed with: only their width matters.
ElementKernel::Loop SelectLoopFor(const HloInstruction& instruction, PrimitiveType) {
  ElementKernel::Loop loop = nullptr;
  DispatchWidth(ByteWidth(instruction.shape().element_type()),
                [&]<typename T>() { loop = SelectLoop<T>; });
  return loop;
}
constexpr ElementKernel kKernel = {SelectLoopFor, /*computes=*/false};

StatusOr<Literal> EvaluateSelect(EvalContext& context, const HloInstruction& instruction,
                                 Operands operands) {
  const Shape& shape = instruction.shape();
  if (operands[0]->shape().rank() == 0) {
    const Literal& chosen = *operands[operands[0]->GetFirstElement<bool>() ? 1 : 2];
    return InLayoutOf(context, chosen, shape);
  }
  return EvaluateElementwise(context, instruction, operands);
}

}  // namespace

extern const OpDef kSelectDef;
constexpr OpDef kSelectDef = {
    .opcode = HloOpcode::kSelect,
    .name = "select",
    .operands = kOperands,
    .min_operands = 3,
    .max_operands = 3,
    .rules = kRules,
    .imply_converts = UnifyAllButFirst,
    .infer_shape = InferSelect,
    .evaluate = EvaluateSelect,
    .elements = &kKernel,
    .traits = {.elementwise = true},
    .doc =
        "Each element from on_true where pred is true, from on_false where it is false. A scalar "
        "pred chooses the "
        "whole array.",
    .source = "Operation Semantics, Select",
};

}  // namespace hloom
