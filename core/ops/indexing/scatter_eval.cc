#include "ops/indexing/scatter.h"

#include <algorithm>
#include <optional>

#include "kernels/copy.h"
#include "kernels/indexing/scatter.h"
#include "ops/indexing/window_indices_eval.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The combiner for the computation's result `value` of array i of n, if it is one of its parameters
// or an operation on them.
std::optional<ElementCombiner> Recognize(const HloComputation& computation,
                                         const HloInstruction* value, size_t i, size_t n) {
  const HloInstruction* const current = computation.parameters()[i];
  const HloInstruction* const update = computation.parameters()[n + i];
  if (value == current) return ElementCombiner();
  if (value == update) return ElementCombiner{.kind = ElementCombiner::Kind::kAssign};
  const ElementOp* op = GetOpEval(value->opcode()).elements();
  if (op == nullptr || value->operands().empty()) return std::nullopt;
  const PrimitiveType type = update->shape().element_type();
  ElementCombiner combiner = {.kind = ElementCombiner::Kind::kFunction,
                              .operand_count = value->operands().size(),
                              .computed = op->computes ? ComputeTypeOf(type) : type};
  for (size_t k = 0; k < combiner.operand_count; ++k) {
    const HloInstruction* const operand = value->operand(k);
    if (operand != current && operand != update) return std::nullopt;
    combiner.takes_update[k] = operand == update;
  }
  combiner.function = op->function_for(*value, combiner.computed);
  if (combiner.function.loop == nullptr) return std::nullopt;
  return combiner;
}

// A combiner for each array, or none if one of them is not recognized.
std::vector<ElementCombiner> RecognizeAll(const HloComputation& computation, size_t n) {
  const HloInstruction* const root = computation.root();
  if (n > 1 && root->opcode() != HloOpcode::kTuple) return {};
  std::vector<ElementCombiner> combiners;
  for (size_t i = 0; i < n; ++i) {
    const std::optional<ElementCombiner> combiner =
        Recognize(computation, n == 1 ? root : root->operand(i), i, n);
    if (!combiner.has_value()) return {};
    combiners.push_back(*combiner);
  }
  return combiners;
}

// The live sizes, if paired ones agree: of all operands, of all updates, and of the updates and the
// indices in the dimensions that count index vectors.
StatusOr<OperandSizes> LiveSizesOfScatter(const HloInstruction& instruction,
                                          const WindowMapping& mapping, Operands operands) {
  OperandSizes sizes;
  for (const Literal* operand : operands) sizes.push_back(operand->live_sizes());
  const size_t n = operands.size() / 2;
  for (int64_t d = 0; d < operands[0]->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, n, sizes));
  }
  const int64_t updates_rank = operands[n + 1]->shape().rank();
  for (int64_t d : mapping.window.dims) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, n + 1, operands.size(), sizes));
  }
  const std::vector<int64_t> batch = mapping.BatchDims(updates_rank);
  const std::vector<int64_t> counted = mapping.IndicesDims(operands[n]->shape().rank());
  for (size_t b = 0; b < batch.size(); ++b) {
    std::vector<OperandDimension> meeting = {{n, counted[b]}};
    for (size_t i = n + 1; i < operands.size(); ++i) meeting.push_back({i, batch[b]});
    HLOOM_RETURN_IF_ERROR(AlignDimensions(instruction, meeting, sizes));
  }
  return sizes;
}

bool HasZero(const std::vector<int64_t>& sizes) {
  return std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
}

// The first start in each dimension of the operands at which a window is out of bounds.
std::vector<int64_t> EndsOf(const WindowMapping& mapping, const std::vector<int64_t>& live,
                            const std::vector<int64_t>& window) {
  std::vector<int64_t> ends = live;
  const std::vector<int64_t> dims = mapping.OperandWindowDims(static_cast<int64_t>(live.size()));
  for (size_t i = 0; i < window.size(); ++i) ends[static_cast<size_t>(dims[i])] -= window[i] - 1;
  return ends;
}

ScatterArray ArrayOf(const WindowMapping& mapping, const Shape& updates, const Shape& shape) {
  const std::vector<int64_t> to = IndexUtil::Strides(shape);
  const std::vector<int64_t> from = IndexUtil::Strides(updates);
  return {.type = shape.element_type(),
          .result_strides = to,
          .result_window_strides = Selected(to, mapping.OperandWindowDims(shape.rank())),
          .update_window_strides = Selected(from, mapping.window.dims),
          .update_strides = Selected(from, mapping.BatchDims(updates.rank()))};
}

// All index vectors and windows, or null where no window has an element within the arrays.
std::unique_ptr<const ScatterArrays> ScatterArraysOf(const HloInstruction& instruction,
                                                     Span<const Shape* const> operands,
                                                     const OperandSizes& sizes) {
  const WindowMapping mapping =
      MappingOf(instruction.attributes<ScatterAttributes>().dimension_numbers);
  const size_t n = operands.size() / 2;
  // Without updates, or without elements to update, there is nothing to do, and the products of the
  // sizes may not fit in 64 bits: of s32[2^62,4,0], windows of {2^62,4}.
  if (HasZero(sizes[0]) || HasZero(sizes[n + 1])) return nullptr;
  const std::vector<int64_t> window = Selected(sizes[n + 1], mapping.window.dims);
  std::vector<int64_t> ends = EndsOf(mapping, sizes[0], window);
  // If a window that starts at 0 does not fit in a dimension, none does.
  if (std::any_of(ends.begin(), ends.end(), [](int64_t end) { return end <= 0; })) return nullptr;
  auto arrays = std::make_unique<ScatterArrays>();
  arrays->indices = IndexVectorsOf(mapping, *operands[n],
                                   Selected(sizes[n], mapping.IndicesDims(operands[n]->rank())));
  arrays->ends = std::move(ends);
  arrays->window = window;
  for (size_t i = 0; i < n; ++i) {
    arrays->arrays.push_back(ArrayOf(mapping, *operands[n + 1 + i], ResultShape(instruction, i)));
  }
  return arrays;
}

// Copies the operands' values to the results, and updates windows there. In a loop that carries a
// big array the values are already there.
class PreparedScatter final : public PreparedOp {
 public:
  // `sizes`: the live sizes of the operands.
  PreparedScatter(const HloInstruction& instruction, Span<const Shape* const> operands,
                  const OperandSizes& sizes)
      : arrays_(ScatterArraysOf(instruction, operands, sizes)), n_(operands.size() / 2) {
    for (size_t i = 0; i < n_; ++i) {
      const Shape& shape = ResultShape(instruction, i);
      copies_.emplace_back(shape.dimensions(), IndexUtil::Strides(shape),
                           IndexUtil::Strides(*operands[i]), ByteWidth(shape.element_type()));
    }
    stored_elements_ = IndexUtil::StoredElements(ResultShape(instruction, 0));
    const std::vector<ElementCombiner> combiners =
        RecognizeAll(*instruction.called_computation(0), n_);
    if (arrays_ != nullptr && !combiners.empty()) combined_.emplace(*arrays_, combiners);
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    for (size_t i = 0; i < n_; ++i) {
      if (operands[i] == results[i]) continue;
      if (copies_[i].count() > 1) return CopyAndUpdate(operands, results);
      if (copies_[i].count() == 1) copies_[i].Run(0, results[i], operands[i]);
    }
    return Update(operands, results);
  }
  bool is_small() const override {
    const auto is_little = [](const StridedCopyTasks& copy) { return copy.count() <= 1; };
    if (!std::all_of(copies_.begin(), copies_.end(), is_little)) return false;
    return arrays_ == nullptr || (combined_.has_value() && combined_->is_small());
  }

 private:
  Kernel CopyAndUpdate(const std::byte* const* operands, std::byte* const* results) const {
    for (size_t i = 0; i < n_; ++i) {
      if (operands[i] != results[i]) co_await CopyByTasks(copies_[i], results[i], operands[i]);
    }
    co_await Update(operands, results);
    co_return OkStatus();
  }

  Kernel Update(const std::byte* const* operands, std::byte* const* results) const {
    if (arrays_ == nullptr) return {};
    if (combined_.has_value()) return combined_->Run(operands[n_], operands + n_ + 1, results);
    ScatterArrays arrays = *arrays_;
    arrays.indices.data = operands[n_];
    for (size_t i = 0; i < n_; ++i) {
      arrays.arrays[i].result = results[i];
      arrays.arrays[i].updates = operands[n_ + 1 + i];
    }
    return ScatterApplied(std::move(arrays), stored_elements_);
  }

  const std::unique_ptr<const ScatterArrays> arrays_;
  const size_t n_;
  std::vector<StridedCopyTasks> copies_;
  int64_t stored_elements_;
  std::optional<CombinedScatter> combined_;
};

Kernel EvaluateScatter(EvalContext&, const HloInstruction& instruction, Operands operands,
                       Destination& destination) {
  const WindowMapping mapping =
      MappingOf(instruction.attributes<ScatterAttributes>().dimension_numbers);
  const StatusOr<OperandSizes> sizes = LiveSizesOfScatter(instruction, mapping, operands);
  HLOOM_RETURN_IF_ERROR(sizes.status());
  for (size_t i = 0; i < destination.size(); ++i) {
    const Shape& shape = destination[i].shape();
    for (int64_t d = 0; d < shape.rank(); ++d) {
      if (!shape.is_dynamic_dimension(d)) continue;
      HLOOM_RETURN_IF_ERROR(destination[i].SetDynamicSize(d, operands[i]->GetDynamicSize(d)));
    }
  }
  return RunOnce(std::make_unique<PreparedScatter>(instruction, ShapesOf(operands), *sizes),
                 operands, destination);
}

std::unique_ptr<const PreparedOp> PrepareScatter(const HloInstruction& instruction,
                                                 Span<const Shape* const> operands) {
  OperandSizes sizes;
  for (const Shape* operand : operands) sizes.push_back(operand->dimensions().ToVector());
  return std::make_unique<PreparedScatter>(instruction, operands, sizes);
}

}  // namespace

constexpr OpEval kScatterEval = {
    .kind = Computes{.prepare = PrepareScatter,
                     .evaluate = EvaluateScatter,
                     .in_place = InPlace::kSameOperand},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
