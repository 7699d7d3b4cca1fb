// Evaluation of reduce.
#include <algorithm>

#include "kernels/windows/arg_min_max.h"
#include "kernels/windows/reduce.h"
#include "ops/data_movement/iota.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "ops/windows/arg_min_max_eval.h"
#include "ops/windows/fold_eval.h"
#include "ops/windows/reduce.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Everything except the addresses of the arrays.
Reduction ReductionOf(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const std::vector<int64_t>& dimensions = instruction.attributes<ReduceAttributes>().dimensions;
  const Shape& lead = *operands[0];
  const auto is_reduced = [&dimensions](int64_t d) {
    return std::find(dimensions.begin(), dimensions.end(), d) != dimensions.end();
  };
  Reduction reduction;
  for (int64_t d = 0; d < lead.rank(); ++d) {
    (is_reduced(d) ? reduction.reduced_sizes : reduction.kept_sizes).push_back(lead.dimensions(d));
  }
  for (size_t i = 0; i < operands.size() / 2; ++i) {
    const Shape& shape = *operands[i];
    Reduction::Array array;
    array.type = shape.element_type();
    const std::vector<int64_t> strides = IndexUtil::Strides(shape);
    for (int64_t d = 0; d < shape.rank(); ++d) {
      (is_reduced(d) ? array.reduced_strides : array.kept_strides)
          .push_back(strides[static_cast<size_t>(d)]);
    }
    array.result_strides = IndexUtil::Strides(ResultShape(instruction, i));
    reduction.arrays.push_back(std::move(array));
  }
  return reduction;
}

// By operations that fold one array each.
class PreparedReduceFolds final : public PreparedOp {
 public:
  PreparedReduceFolds(const std::vector<const FoldKernel*>& folds, const Reduction& reduction) {
    for (size_t i = 0; i < folds.size(); ++i) {
      Reduction one = {reduction.kept_sizes, reduction.reduced_sizes, {reduction.arrays[i]}};
      folded_.push_back(std::make_unique<FoldedReduction>(*folds[i], std::move(one)));
    }
  }
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (folded_.size() > 1 && !is_small()) return RunEach(operands, results);
    for (size_t i = 1; i < folded_.size(); ++i) {
      (void)RunOne(i, operands, results);
    }
    return RunOne(0, operands, results);
  }
  // The arrays have the same sizes.
  bool is_small() const override { return folded_[0]->is_small(); }

 private:
  Kernel RunOne(size_t i, const std::byte* const* operands, std::byte* const* results) const {
    return folded_[i]->Run(operands[i], operands[folded_.size() + i], results[i]);
  }
  Kernel RunEach(const std::byte* const* operands, std::byte* const* results) const {
    for (size_t i = 0; i < folded_.size(); ++i) co_await RunOne(i, operands, results);
    co_return OkStatus();
  }

  std::vector<std::unique_ptr<const FoldedReduction>> folded_;
};

// To the greatest or least value and its index.
class PreparedArgMinMax final : public PreparedOp {
 public:
  PreparedArgMinMax(const ArgMinMaxOrder& order, Reduction reduction)
      : reduction_(order, std::move(reduction)) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return reduction_.Run({operands[0], operands[2], operands[3], results[0], results[1]});
  }
  bool is_small() const override { return reduction_.is_small(); }

 private:
  const ArgMinMaxReduction reduction_;
};

// True if operand 1 counts along the only reduced dimension.
bool CountsAlongReduced(const HloInstruction& instruction) {
  const std::vector<int64_t>& dimensions = instruction.attributes<ReduceAttributes>().dimensions;
  if (instruction.operands().size() != 4 || dimensions.size() != 1) return false;
  const HloInstruction& indices = *instruction.operand(1);
  return indices.opcode() == HloOpcode::kIota &&
         indices.attributes<IotaAttributes>().iota_dimension == dimensions[0];
}

// By any computation of any number of arrays.
class PreparedReduce final : public PreparedOp {
 public:
  explicit PreparedReduce(Reduction reduction) : reduction_(std::move(reduction)) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    Reduction reduction = reduction_;
    const size_t n = reduction.arrays.size();
    for (size_t i = 0; i < n; ++i) {
      reduction.arrays[i].data = operands[i];
      reduction.arrays[i].init = operands[n + i];
      reduction.arrays[i].result = results[i];
    }
    return ReduceByApplying(std::move(reduction));
  }

 private:
  const Reduction reduction_;
};

std::unique_ptr<const PreparedOp> MakeReduce(const HloInstruction& instruction,
                                             Span<const Shape* const> operands) {
  // Only indices that are not read may come as the array that they repeat.
  const auto repeats = [&](size_t i) {
    return operands[i]->rank() != instruction.operand(i)->shape().rank();
  };
  const size_t arrays = operands.size() / 2;
  if (repeats(0)) return nullptr;
  Reduction reduction = ReductionOf(instruction, operands);
  if (reduction.result_count() == 0) return nullptr;
  if (CountsAlongReduced(instruction) && ArgMinMaxReduction::Takes(reduction)) {
    if (const auto order = RecognizeArgMinMax(*instruction.called_computation(0))) {
      return std::make_unique<PreparedArgMinMax>(*order, std::move(reduction));
    }
  }
  for (size_t i = 1; i < arrays; ++i) {
    if (repeats(i)) return nullptr;
  }
  const auto folds = RecognizeFolds(*instruction.called_computation(0), arrays);
  // A type with another compute type is folded in that type and rounded once at the end, if the
  // operation requires it.
  bool all_fold = !folds.empty();
  for (size_t i = 0; i < folds.size(); ++i) {
    const PrimitiveType type = reduction.arrays[i].type;
    all_fold = all_fold && (ComputeTypeOf(type) == type || folds[i]->rounds_once);
  }
  if (all_fold) return std::make_unique<PreparedReduceFolds>(folds, reduction);
  return std::make_unique<PreparedReduce>(std::move(reduction));
}

Status AlignReduce(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

}  // namespace

constexpr OpEval kReduceEval = {
    .kind = Computes{.prepare = MakeReduce, .takes_repeated = true},
    .live = {.align = AlignReduce},
};

}  // namespace hloom
