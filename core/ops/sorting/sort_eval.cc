#include "kernels/sorting/comparator_sort.h"
#include "kernels/sorting/key_sort.h"
#include "ops/control/structural.h"
#include "ops/live_sizes_eval.h"
#include "ops/op_eval.h"
#include "ops/sorting/key_order.h"
#include "ops/sorting/sort.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Tells for each parameter whether a computation looks at it. What it only hands to a call counts
// where the called computation has a use for it.
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

// Tells for each operand whether the comparator looks at its elements: payloads need not be handed
// to it.
std::vector<bool> UsedOperands(const HloComputation& comparator) {
  const std::vector<bool> parameters = UsedParameters(comparator, /*within_calls=*/true);
  std::vector<bool> used(parameters.size() / 2);
  for (size_t k = 0; k < used.size(); ++k) used[k] = parameters[2 * k] || parameters[2 * k + 1];
  return used;
}

SortedRows RowsOf(Operands operands, int64_t dimension, Destination& destination) {
  const Shape& shape = operands[0]->shape();
  SortedRows rows;
  rows.length = shape.dimensions(dimension);
  rows.wanted = rows.length;
  rows.outer_sizes = OuterSizesOf(shape.dimensions(), dimension);
  for (size_t k = 0; k < operands.size(); ++k) {
    const Shape& from = operands[k]->shape();
    const Shape& to = destination[k].shape();
    rows.arrays.push_back({from.element_type(), operands[k]->data<std::byte>(),
                           RowStridesOf(IndexUtil::Strides(from), dimension), destination.data(k),
                           RowStridesOf(IndexUtil::Strides(to), dimension)});
  }
  return rows;
}

Kernel SortByKeysOrComparing(SortedRows rows, KeyOrder order, const HloComputation& comparator) {
  bool in_order = false;
  co_await KeysAreInOrder(rows, order, &in_order);
  Kernel sort = in_order ? SortByKeys(std::move(rows), std::move(order))
                         : SortByComparing(std::move(rows), UsedOperands(comparator));
  co_await std::move(sort);
  co_return OkStatus();
}

// Sorts by keys where the comparator compares keys, and these put the elements in an order;
// otherwise by asking the comparator.
Kernel EvaluateSort(EvalContext&, const HloInstruction& instruction, Operands operands,
                    Destination& destination) {
  const HloComputation& comparator = *instruction.called_computation(0);
  SortedRows rows =
      RowsOf(operands, instruction.attributes<SortAttributes>().dimensions[0], destination);
  std::optional<KeyOrder> order = RecognizeKeyOrder(comparator);
  if (!order) return SortByComparing(std::move(rows), UsedOperands(comparator));
  if (AreAlwaysInOrder(rows, *order)) return SortByKeys(std::move(rows), *std::move(order));
  return SortByKeysOrComparing(std::move(rows), *std::move(order), comparator);
}

Status AlignSort(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

}  // namespace

extern const OpEval kSortEval;
constexpr OpEval kSortEval = {
    .evaluate = EvaluateSort,
    .align_sizes = AlignSort,
};

}  // namespace hloom
