// Evaluation of reduce-window.
#include <algorithm>

#include "kernels/windows/apply_to_prefixes.h"
#include "kernels/windows/apply_to_windows.h"
#include "kernels/windows/fold_windows.h"
#include "kernels/windows/log_add_exp.h"
#include "kernels/windows/long_windows.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/window_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

const Window& ReducedWindowOf(const HloInstruction& instruction) {
  return instruction.attributes<ReduceWindowAttributes>().window;
}

// A computation that combines each accumulator with its own value by an operation that can fold.
class PreparedFolds final : public PreparedOp {
 public:
  PreparedFolds(const HloInstruction& instruction, Span<const Shape* const> operands,
                const std::vector<const FoldKernel*>& folds) {
    for (size_t i = 0; i < folds.size(); ++i) {
      const Shape& shape = *operands[i];
      const Shape& result = ResultShape(instruction, i);
      folded_.emplace_back(*folds[i], WindowedArray{AxesOf(ReducedWindowOf(instruction),
                                                           shape.dimensions(), result.dimensions()),
                                                    shape.element_type(), IndexUtil::Strides(shape),
                                                    IndexUtil::Strides(result)});
    }
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (folded_.size() == 1) return Fold(0, operands, results);
    if (!is_small()) return FoldInTurn(operands, results);
    for (size_t i = 0; i < folded_.size(); ++i) (void)Fold(i, operands, results);
    return {};
  }
  bool is_small() const override {
    return std::all_of(folded_.begin(), folded_.end(),
                       [](const FoldedWindows& folded) { return folded.is_small(); });
  }

 private:
  Kernel Fold(size_t i, const std::byte* const* operands, std::byte* const* results) const {
    return folded_[i].Run(operands[i], operands[folded_.size() + i], results[i]);
  }
  Kernel FoldInTurn(const std::byte* const* operands, std::byte* const* results) const {
    for (size_t i = 0; i < folded_.size(); ++i) co_await Fold(i, operands, results);
    co_return OkStatus();
  }

  std::vector<FoldedWindows> folded_;
};

// Any computation.
class PreparedApplied final : public PreparedOp {
 public:
  PreparedApplied(const HloInstruction& instruction, Span<const Shape* const> operands) {
    windows_.axes = AxesOf(ReducedWindowOf(instruction), operands[0]->dimensions(),
                           ResultShape(instruction, 0).dimensions());
    for (size_t i = 0; i < operands.size() / 2; ++i) {
      const Shape& shape = *operands[i];
      windows_.arrays.push_back({.width = ByteWidth(shape.element_type()),
                                 .strides = {IndexUtil::Strides(shape),
                                             IndexUtil::Strides(ResultShape(instruction, i))}});
    }
    are_prefixes_ = ArePrefixes(windows_.axes);
  }
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    AppliedWindows windows = windows_;
    const size_t n = windows.arrays.size();
    for (size_t i = 0; i < n; ++i) {
      windows.arrays[i].elements = operands[i];
      windows.arrays[i].init = operands[n + i];
      windows.arrays[i].result = results[i];
    }
    return are_prefixes_ ? ApplyToPrefixes(std::move(windows)) : ApplyToWindows(std::move(windows));
  }
  bool are_prefixes() const { return are_prefixes_; }

 private:
  AppliedWindows windows_;
  bool are_prefixes_ = false;
};

// Long windows of one array that are not prefixes: a sum of exponentials, which is independent of
// the order, takes one step per element. Null for other computations.
const FoldKernel* FoldOfLongWindows(const HloInstruction& instruction,
                                    Span<const Shape* const> operands) {
  if (operands.size() != 2 || !IsLogAddExp(*instruction.called_computation(0))) return nullptr;
  const Shape& shape = *operands[0];
  const Shape& result = ResultShape(instruction, 0);
  const WindowedArray array = {
      AxesOf(ReducedWindowOf(instruction), shape.dimensions(), result.dimensions()),
      shape.element_type(), IndexUtil::Strides(shape), IndexUtil::Strides(result)};
  return LongWindowsOf(kLogAddExpFold, array) == LongWindows::kNone ? nullptr : &kLogAddExpFold;
}

std::unique_ptr<const PreparedOp> MakeReduceWindow(const HloInstruction& instruction,
                                                   Span<const Shape* const> operands) {
  const std::vector<const FoldKernel*> folds =
      RecognizeFolds(*instruction.called_computation(0), operands.size() / 2);
  if (!folds.empty()) return std::make_unique<PreparedFolds>(instruction, operands, folds);
  auto applied = std::make_unique<PreparedApplied>(instruction, operands);
  if (applied->are_prefixes()) return applied;
  if (const FoldKernel* fold = FoldOfLongWindows(instruction, operands)) {
    return std::make_unique<PreparedFolds>(instruction, operands, std::vector{fold});
  }
  return applied;
}

Status AlignReduceWindow(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

}  // namespace

constexpr OpEval kReduceWindowEval = {
    .kind = Computes{.prepare = MakeReduceWindow},
    .live = {.align = AlignReduceWindow},
};

}  // namespace hloom
