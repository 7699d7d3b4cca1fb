// Sorting by any comparator, called on many pairs of elements at once.
#ifndef HLOOM_OPS_SORTING_SORT_MERGE_H_
#define HLOOM_OPS_SORTING_SORT_MERGE_H_

#include <memory>
#include <vector>

#include "ops/eval_context.h"

namespace hloom {

// Sorts rows by merging neighbouring runs of 1, 2, 4 ... elements. An element of the right run goes
// before one of the left run exactly where comparator(right, left) says so; hence the sort is
// stable. Whatever the comparator answers, the result is an order of the same elements, and as many
// questions are asked: where its answers contradict each other, which order it is has no meaning.
class MergeSorter {
 public:
  // The operands hold rows of `length` elements, one row after the other.
  static StatusOr<std::unique_ptr<MergeSorter>> Create(EvalContext& context,
                                                       const HloComputation& comparator,
                                                       Span<const Literal> operands,
                                                       int64_t length);

  // How many rows to sort at once, so that there is enough to ask at once.
  int64_t rows_at_once() const { return rows_at_once_; }

  // The positions, in the operands, of the elements of `rows` rows from row `first` on, in order.
  // Valid until the next call.
  StatusOr<Span<const int64_t>> Order(int64_t first, int64_t rows);

 private:
  // A part of the merge of the runs [begin, middle) and [middle, end): what comes `first` up to
  // `last` in their merged order.
  struct Segment {
    int64_t begin, middle, end, first, last;
    // How many of the first `last` elements come from the left run: somewhere in low to high.
    int64_t low, high;
  };
  // Of the left run the elements from `left` up to `left_end`, of the right run likewise; they go
  // to `out` and on.
  struct Lane {
    int64_t left, left_end, right, right_end, out;
  };
  struct Column {
    const std::byte* data = nullptr;
    int64_t width = 0;
    bool used = true;      // by the comparator
    Buffer before, after;  // arguments: parameters 2k and 2k+1
  };

  MergeSorter(EvalContext& context, int64_t length) : context_(context), length_(length) {}
  Status Allocate(const HloComputation& comparator, Span<const Literal> operands);

  Status MergeAll(int64_t total, int64_t width);
  Status MergeRuns(int64_t begin, int64_t middle, int64_t end);
  Status Flush();
  Status FindSplits();
  void MakeLanes();
  Status MergeLanes();
  bool StillMerging(Lane& lane);
  // answers_[i] = comparator(element at rights_[i], element at lefts_[i])
  Status Ask();

  EvalContext& context_;
  const int64_t length_;
  int64_t rows_at_once_ = 1;
  int64_t max_lanes_ = 1;
  int64_t segment_size_ = 1;
  int64_t since_poll_ = 0;
  std::unique_ptr<ComputationCaller> caller_;
  std::vector<Column> columns_;
  std::vector<const std::byte*> arguments_;
  Buffer order_, merged_, answers_;
  int64_t* from_ = nullptr;
  int64_t* to_ = nullptr;
  // All of a bounded number of elements.
  std::vector<Segment> segments_;
  int64_t left_taken_ = 0;  // up to the last segment that became a lane, in its merge
  std::vector<Lane> lanes_;
  std::vector<size_t> active_;
  std::vector<int64_t> lefts_, rights_;
};

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_SORT_MERGE_H_
