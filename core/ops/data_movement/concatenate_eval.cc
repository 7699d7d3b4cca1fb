#include "kernels/copy.h"
#include "ops/data_movement/concatenate.h"
#include "ops/live_sizes_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Status AlignConcatenate(const HloInstruction& instruction, OperandSizes& sizes) {
  const int64_t dimension = instruction.attributes<ConcatenateAttributes>().dimensions[0];
  for (int64_t d = 0; d < instruction.shape().rank(); ++d) {
    if (d == dimension) continue;
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

// The only operand, or the only one that has elements.
StatusOr<Literal> ViewOfOnlyOperand(EvalContext&, const HloInstruction& instruction,
                                    Operands operands) {
  for (const Literal* operand : operands) {
    if (operand->shape() == instruction.shape()) return *operand;
  }
  return Literal();
}

Kernel EvaluateConcatenate(EvalContext&, const HloInstruction& instruction, Operands operands,
                           Destination& destination) {
  const Shape& shape = instruction.shape();
  const int64_t dimension = instruction.attributes<ConcatenateAttributes>().dimensions[0];
  const std::vector<int64_t> to_strides = IndexUtil::Strides(shape);
  const int64_t width = ByteWidth(shape.element_type());
  std::vector<StridedCopyPart> parts;
  parts.reserve(operands.size());
  std::byte* to = destination.data();
  for (const Literal* operand : operands) {
    const Shape& from = operand->shape();
    if (ShapeUtil::ElementsIn(from) == 0) continue;
    parts.push_back(
        {StridedCopyTasks(from.dimensions(), to_strides, IndexUtil::Strides(from), width), to,
         operand->data<std::byte>()});
    to += from.dimensions(dimension) * to_strides[static_cast<size_t>(dimension)] * width;
  }
  return CopyParts(std::move(parts));
}

}  // namespace

extern const OpEval kConcatenateEval;
constexpr OpEval kConcatenateEval = {
    .view = ViewOfOnlyOperand,
    .evaluate = EvaluateConcatenate,
    .align_sizes = AlignConcatenate,
};

}  // namespace hloom
