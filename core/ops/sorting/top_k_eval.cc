#include "ops/sorting/top_k_eval.h"

#include "kernels/sorting/key_sort.h"
#include "ops/prepared_eval.h"
#include "ops/sorting/top_k.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

SortedRows TopKRowsOf(const HloInstruction& instruction, const Shape& operand) {
  const Shape& values = ResultShape(instruction, 0);
  const int64_t last = operand.rank() - 1;
  SortedRows rows;
  rows.length = operand.dimensions(last);
  rows.wanted = values.dimensions(last);
  rows.outer_sizes = OuterSizesOf(operand.dimensions(), last);
  rows.arrays.push_back({operand.element_type(), RowStridesOf(IndexUtil::Strides(operand), last),
                         RowStridesOf(IndexUtil::Strides(values), last)});
  rows.has_places = true;
  rows.places_strides = RowStridesOf(IndexUtil::Strides(ResultShape(instruction, 1)), last);
  return rows;
}

class PreparedTopK final : public PreparedOp {
 public:
  PreparedTopK(const HloInstruction& instruction, const Shape& operand, bool largest)
      : sorting_(TopKRowsOf(instruction, operand),
                 {{{.descending = largest, .total_order = true}}}) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return sorting_.Sort({operands, results, results[1]});
  }
  bool is_small() const override { return sorting_.is_small(); }

 private:
  const KeySorting sorting_;
};

std::unique_ptr<const PreparedOp> MakeTopK(const HloInstruction& instruction,
                                           Span<const Shape* const> operands) {
  return PrepareTopK(instruction, *operands[0], instruction.attributes<TopKAttributes>().largest);
}

}  // namespace

std::unique_ptr<const PreparedOp> PrepareTopK(const HloInstruction& instruction,
                                              const Shape& operand, bool largest) {
  return std::make_unique<PreparedTopK>(instruction, operand, largest);
}

constexpr OpEval kTopKEval = {
    .kind = Computes{.prepare = MakeTopK},
};

}  // namespace hloom
