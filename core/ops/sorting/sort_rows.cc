#include "ops/sorting/sort_rows.h"

#include <algorithm>

#include "kernels/copy.h"
#include "literal/relayout.h"

namespace hloom {

Shape RowsOf(const Shape& shape, int64_t dimension) {
  std::vector<int64_t> minor_to_major = {dimension};
  for (int64_t d = shape.rank() - 1; d >= 0; --d) {
    if (d != dimension) minor_to_major.push_back(d);
  }
  Shape rows = shape;
  rows.set_layout(Layout(std::move(minor_to_major)));
  return rows;
}

StatusOr<SortedRows> SortedRows::Create(EvalContext& context, Operands operands,
                                        int64_t dimension) {
  SortedRows rows;
  for (const Literal* operand : operands) {
    const Shape shape = RowsOf(operand->shape(), dimension);
    HLOOM_ASSIGN_OR_RETURN(Literal input, Relayout(*operand, shape.layout(), context.ledger()));
    HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(shape, context.ledger()));
    rows.operands_.push_back(std::move(input));
    rows.results_.push_back(std::move(result));
  }
  rows.length_ = operands[0]->shape().dimensions(dimension);
  rows.count_ = rows.length_ == 0 ? 0 : operands[0]->element_count() / rows.length_;
  return rows;
}

Status SortedRows::Fill(EvalContext& context, int64_t row, int64_t rows, int64_t base,
                        Span<const int64_t> order) {
  constexpr int64_t kPollEvery = 1 << 16;
  for (size_t k = 0; k < operands_.size(); ++k) {
    const int64_t width = ByteWidth(operands_[k].shape().element_type());
    for (int64_t begin = 0; begin < rows * length_; begin += kPollEvery) {
      HLOOM_RETURN_IF_ERROR(context.Poll());
      const int64_t end = std::min(rows * length_, begin + kPollEvery);
      DispatchWidth(width, [&]<typename T>() {
        const T* from = operands_[k].data<T>() + base;
        T* to = results_[k].mutable_data<T>() + row * length_;
        for (int64_t i = begin; i < end; ++i) to[i] = from[order[static_cast<size_t>(i)]];
      });
    }
  }
  return OkStatus();
}

Literal SortedRows::TakeResult() {
  if (results_.size() == 1) return std::move(results_[0]);
  return Literal::MakeTuple(std::move(results_));
}

}  // namespace hloom
