// How reduce-window is computed.
#include "kernels/windows/apply_to_windows.h"
#include "kernels/windows/fold_windows.h"
#include "ops/live_sizes_eval.h"
#include "ops/op_eval.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/window_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// A computation that combines each accumulator with its own value by an operation that can fold.
Kernel Fold(std::vector<const FoldKernel*> folds, const Window& window, Operands operands,
            Destination& destination) {
  for (size_t i = 0; i < folds.size(); ++i) {
    const Shape& shape = operands[i]->shape();
    const Shape& result = destination[i].shape();
    WindowedArray array = {AxesOf(window, shape.dimensions(), result.dimensions()),
                           shape.element_type(), operands[i]->data<std::byte>(),
                           IndexUtil::Strides(shape), IndexUtil::Strides(result)};
    co_await FoldWindows(*folds[i], std::move(array), operands[folds.size() + i]->data<std::byte>(),
                         destination.data(i));
  }
  co_return OkStatus();
}

AppliedWindows AppliedTo(const Window& window, Operands operands, Destination& destination) {
  AppliedWindows windows;
  windows.axes =
      AxesOf(window, operands[0]->shape().dimensions(), destination[0].shape().dimensions());
  for (size_t i = 0; i < destination.size(); ++i) {
    const Shape& shape = operands[i]->shape();
    windows.arrays.push_back(
        {ByteWidth(shape.element_type()),
         operands[i]->data<std::byte>(),
         operands[destination.size() + i]->data<std::byte>(),
         destination.data(i),
         {IndexUtil::Strides(shape), IndexUtil::Strides(destination[i].shape())}});
  }
  return windows;
}

Kernel EvaluateReduceWindow(EvalContext&, const HloInstruction& instruction, Operands operands,
                            Destination& destination) {
  const Window& window = instruction.attributes<ReduceWindowAttributes>().window;
  std::vector<const FoldKernel*> folds =
      RecognizeFolds(*instruction.called_computation(0), destination.size());
  if (!folds.empty()) return Fold(std::move(folds), window, operands, destination);
  return ApplyToWindows(AppliedTo(window, operands, destination));
}

Status AlignReduceWindow(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

}  // namespace

extern const OpEval kReduceWindowEval;
constexpr OpEval kReduceWindowEval = {
    .evaluate = EvaluateReduceWindow,
    .align_sizes = AlignReduceWindow,
};

}  // namespace hloom
