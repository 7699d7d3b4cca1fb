#include "ops/sorting/top_k_eval.h"

#include "kernels/sorting/key_sort.h"
#include "ops/op_eval.h"
#include "ops/sorting/top_k.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Kernel EvaluateTopK(EvalContext&, const HloInstruction& instruction, Operands operands,
                    Destination& destination) {
  return ChooseTopK(*operands[0], instruction.attributes<TopKAttributes>().largest, destination);
}

}  // namespace

Kernel ChooseTopK(const Literal& operand, bool largest, Destination& destination) {
  const Shape& shape = operand.shape();
  const Shape& values = destination[0].shape();
  const Shape& indices = destination[1].shape();
  const int64_t last = shape.rank() - 1;
  SortedRows rows;
  rows.length = shape.dimensions(last);
  rows.wanted = values.dimensions(last);
  rows.outer_sizes = OuterSizesOf(shape.dimensions(), last);
  rows.arrays.push_back({shape.element_type(), operand.data<std::byte>(),
                         RowStridesOf(IndexUtil::Strides(shape), last), destination.data(0),
                         RowStridesOf(IndexUtil::Strides(values), last)});
  rows.places = destination.data(1);
  rows.places_strides = RowStridesOf(IndexUtil::Strides(indices), last);
  const SortKey key = {.descending = largest, .total_order = true};
  return SortByKeys(std::move(rows), {{key}});
}

extern const OpEval kTopKEval;
constexpr OpEval kTopKEval = {
    .evaluate = EvaluateTopK,
};

}  // namespace hloom
