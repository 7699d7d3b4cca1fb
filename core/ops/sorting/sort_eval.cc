#include <optional>

#include "kernels/sorting/comparator_sort.h"
#include "kernels/sorting/key_sort.h"
#include "ops/control/structural.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "ops/sorting/key_order.h"
#include "ops/sorting/sort.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Returns for each parameter whether a computation uses it. An argument of a call counts if the
// called computation uses it.
std::vector<bool> UsedParameters(const HloComputation& computation, bool within_calls) {
  std::vector<bool> used(computation.parameters().size(), false);
  const auto mark = [&](const HloInstruction* x) {
    if (x->opcode() != HloOpcode::kParameter) return;
    used[static_cast<size_t>(x->attributes<ParameterAttributes>().parameter_number)] = true;
  };
  for (const auto& instruction : computation.instructions()) {
    const auto& operands = instruction->operands();
    std::vector<bool> counts(operands.size(), true);
    if (within_calls && instruction->opcode() == HloOpcode::kCall) {
      counts = UsedParameters(*instruction->called_computation(0), /*within_calls=*/false);
    }
    for (size_t i = 0; i < operands.size(); ++i) {
      if (counts[i]) mark(operands[i]);
    }
  }
  mark(computation.root());
  return used;
}

// Returns for each operand whether the comparator uses its elements: payloads need not be passed to
// it.
std::vector<bool> UsedOperands(const HloComputation& comparator) {
  const std::vector<bool> parameters = UsedParameters(comparator, /*within_calls=*/true);
  std::vector<bool> used(parameters.size() / 2);
  for (size_t k = 0; k < used.size(); ++k) used[k] = parameters[2 * k] || parameters[2 * k + 1];
  return used;
}

SortedRows SortRowsOf(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const int64_t dimension = instruction.attributes<SortAttributes>().dimensions[0];
  SortedRows rows;
  rows.length = operands[0]->dimensions(dimension);
  rows.wanted = rows.length;
  rows.outer_sizes = OuterSizesOf(operands[0]->dimensions(), dimension);
  for (size_t k = 0; k < operands.size(); ++k) {
    const Shape& from = *operands[k];
    rows.arrays.push_back(
        {from.element_type(), RowStridesOf(IndexUtil::Strides(from), dimension),
         RowStridesOf(IndexUtil::Strides(ResultShape(instruction, k)), dimension)});
  }
  return rows;
}

// Sorts by keys if the comparator compares keys that define an order; otherwise calls the
// comparator.
class PreparedSort final : public PreparedOp {
 public:
  PreparedSort(const HloInstruction& instruction, Span<const Shape* const> operands)
      : rows_(SortRowsOf(instruction, operands)),
        used_(UsedOperands(*instruction.called_computation(0))) {
    const std::optional<KeyOrder> order = RecognizeKeyOrder(*instruction.called_computation(0));
    if (order) by_keys_.emplace(rows_, *order);
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    const SortedMemory memory = {operands, results};
    if (!by_keys_) return SortByComparing(rows_, used_, memory);
    if (by_keys_->always_orders()) return by_keys_->Sort(memory);
    if (!by_keys_->is_small()) return LookAndSort(memory);
    bool in_order = false;
    const Kernel look = by_keys_->LookForOrder(memory, &in_order);
    return SortAfterLook(memory, in_order);
  }
  bool is_small() const override {
    return by_keys_ && by_keys_->always_orders() && by_keys_->is_small();
  }

 private:
  Kernel SortAfterLook(SortedMemory memory, bool in_order) const {
    return in_order ? by_keys_->Sort(memory) : SortByComparing(rows_, used_, memory);
  }
  Kernel LookAndSort(SortedMemory memory) const {
    bool in_order = false;
    co_await by_keys_->LookForOrder(memory, &in_order);
    co_await SortAfterLook(memory, in_order);
    co_return OkStatus();
  }

  const SortedRows rows_;
  const std::vector<bool> used_;
  std::optional<KeySorting> by_keys_;
};

std::unique_ptr<const PreparedOp> MakeSort(const HloInstruction& instruction,
                                           Span<const Shape* const> operands) {
  return std::make_unique<PreparedSort>(instruction, operands);
}

Status AlignSort(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

}  // namespace

constexpr OpEval kSortEval = {
    .kind = Computes{.prepare = MakeSort},
    .live = {.align = AlignSort},
};

}  // namespace hloom
