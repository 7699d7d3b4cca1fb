// Sorting by keys, without calling a comparator: where a comparator is just a comparison of keys,
// elements become integers that compare the same way, and those are sorted.
#ifndef HLOOM_OPS_SORTING_SORT_KEYS_H_
#define HLOOM_OPS_SORTING_SORT_KEYS_H_

#include <optional>
#include <vector>

#include "ops/eval_context.h"

namespace hloom {

// What is compared of two elements of a sort, and how.
struct SortKey {
  enum class Part { kWhole, kReal, kImaginary };

  size_t operand = 0;
  Part part = Part::kWhole;  // of complex elements
  bool descending = false;
  bool total_order = false;  // of floats; otherwise the partial order, in which -0 equals +0
  // What every zero and every NaN counts as, where the comparator replaces them by a constant.
  std::optional<double> zero = {};
  std::optional<Literal> nan = {};
};

struct KeyOrder {
  std::vector<SortKey> keys;  // the first that differs decides
  // Elements of equal keys come in the opposite order: a comparator that says LE, not LT.
  bool reverse_ties = false;
};

// How the comparator of a sort orders, if it is one of these, as JAX writes them:
//
//   compare(p0, p1), direction=LT or GT, LE or GE
//   with p0 and p1 replaced by select(compare(p0, p0), direction=NE, nan, p0) and
//   select(compare(p0, 0), direction=EQ, 0, p0)                 -- NaNs are equal, and zeros are
//   or(compare(p0, p1) LT, and(compare(p0, p1) EQ, ...))        -- several keys
//
// p0 and p1 may be any pair 2k and 2k+1 of parameters, or their real or imaginary parts.
std::optional<KeyOrder> RecognizeKeyOrder(const HloComputation& comparator);

// Puts rows in order. The operands hold rows of `length` elements, one row after the other.
class RowSorter {
 public:
  // Null where the keys are not in an order: NaNs that the partial order compares.
  static StatusOr<std::unique_ptr<RowSorter>> Create(EvalContext& context, KeyOrder order,
                                                     Span<const Literal> operands, int64_t length);

  // The places in row `row` of the elements that come first, second ... up to `wanted`. Valid until
  // the next call.
  StatusOr<Span<const int64_t>> Order(int64_t row, int64_t wanted);

 private:
  struct Column {
    SortKey key;
    Literal values;  // in their compute type
    int bits = 0;
  };

  RowSorter(EvalContext& context, int64_t length) : context_(context), length_(length) {}
  Status Allocate();
  void MakeItems(const Column& column, int64_t row, const int64_t* before);
  template <typename Item>
  Status OrderBy(const Column& column, int64_t row, int64_t wanted);

  EvalContext& context_;
  const int64_t length_;
  bool reverse_ties_ = false;
  bool wide_ = false;  // an item does not fit 64 bits
  std::vector<Column> columns_;
  Buffer items_, scratch_, order_, last_order_;
  std::vector<int64_t> counts_;
};

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_SORT_KEYS_H_
