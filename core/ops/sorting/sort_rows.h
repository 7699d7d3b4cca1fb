// Rows of arrays along one dimension: what Sort and TopK put in order.
#ifndef HLOOM_OPS_SORTING_SORT_ROWS_H_
#define HLOOM_OPS_SORTING_SORT_ROWS_H_

#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// The shape with its dimensions in the same order, and `dimension` the most minor in memory: its
// elements lie one row after the other.
Shape RowsOf(const Shape& shape, int64_t dimension);

// Arrays of the same dimension sizes, and room for the same arrays in another order.
class SortedRows {
 public:
  static StatusOr<SortedRows> Create(EvalContext& context, Operands operands, int64_t dimension);

  int64_t length() const { return length_; }  // of a row
  int64_t count() const { return count_; }    // rows
  // The elements, row after row.
  Span<const Literal> operands() const {
    return Span<const Literal>(operands_.data(), operands_.size());
  }

  // Rows from `row` on, `rows` of them, get their elements: each from the position that `order`
  // says, counted from `base`.
  Status Fill(EvalContext& context, int64_t row, int64_t rows, int64_t base,
              Span<const int64_t> order);
  // The arrays; of one, the array itself.
  Literal TakeResult();

 private:
  int64_t length_ = 0;
  int64_t count_ = 0;
  std::vector<Literal> operands_, results_;
};

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_SORT_ROWS_H_
