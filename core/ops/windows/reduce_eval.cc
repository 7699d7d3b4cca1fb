// How reduce is computed.
#include <algorithm>

#include "kernels/windows/reduce.h"
#include "ops/live_sizes_eval.h"
#include "ops/op_eval.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/reduce.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Reduction ReductionOf(const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  const std::vector<int64_t>& dimensions = instruction.attributes<ReduceAttributes>().dimensions;
  const Shape& lead = operands[0]->shape();
  const auto is_reduced = [&dimensions](int64_t d) {
    return std::find(dimensions.begin(), dimensions.end(), d) != dimensions.end();
  };
  Reduction reduction;
  for (int64_t d = 0; d < lead.rank(); ++d) {
    (is_reduced(d) ? reduction.reduced_sizes : reduction.kept_sizes).push_back(lead.dimensions(d));
  }
  for (size_t i = 0; i < destination.size(); ++i) {
    const Shape& shape = operands[i]->shape();
    Reduction::Array array;
    array.type = shape.element_type();
    array.data = operands[i]->data<std::byte>();
    const std::vector<int64_t> strides = IndexUtil::Strides(shape);
    for (int64_t d = 0; d < shape.rank(); ++d) {
      (is_reduced(d) ? array.reduced_strides : array.kept_strides)
          .push_back(strides[static_cast<size_t>(d)]);
    }
    array.init = operands[destination.size() + i]->data<std::byte>();
    array.result = destination.data(i);
    array.result_strides = IndexUtil::Strides(destination[i].shape());
    reduction.arrays.push_back(std::move(array));
  }
  return reduction;
}

Kernel EvaluateReduce(EvalContext&, const HloInstruction& instruction, Operands operands,
                      Destination& destination) {
  Reduction reduction = ReductionOf(instruction, operands, destination);
  const FoldKernel* fold = RecognizeFold(*instruction.called_computation(0));
  const PrimitiveType type = reduction.arrays[0].type;
  // A type that is not its own compute type is folded there and rounded once at the end, where the
  // operation means that.
  const bool folds = reduction.arrays.size() == 1 && fold != nullptr &&
                     (ComputeTypeOf(type) == type || fold->rounds_once);
  return folds ? ReduceByFold(*fold, std::move(reduction)) : ReduceByApplying(std::move(reduction));
}

Status AlignReduce(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

}  // namespace

extern const OpEval kReduceEval;
constexpr OpEval kReduceEval = {
    .evaluate = EvaluateReduce,
    .align_sizes = AlignReduce,
};

}  // namespace hloom
