// Repetition: an array that repeats the elements of a smaller one, as a broadcast does, and is not
// there itself.
#ifndef HLOOM_KERNELS_ELEMENTWISE_REPETITION_H_
#define HLOOM_KERNELS_ELEMENTWISE_REPETITION_H_

#include <optional>

#include "kernels/copy.h"

namespace hloom {

// Maps each element of the array, in the order of its memory, to the place of the element that it
// repeats. It consists of runs: neighbors there, too, or one element repeatedly.
class Repetition {
 public:
  // A period up to this length is laid out once, and read from there.
  static constexpr int64_t kShortPeriod = 256;

  // Takes the array's sizes and strides, without holes between its elements, and the strides
  // through the repeated array; see StridedCopy. Returns nullopt if reading a copy takes no longer.
  static std::optional<Repetition> Of(Span<const int64_t> sizes, Span<const int64_t> strides,
                                      Span<const int64_t> from_strides);

  // The number of elements after which they repeat.
  int64_t period() const { return period_; }
  // True if a period is one run of neighbors: the repeated array as it is in memory.
  bool IsOneRun() const { return loops_[inner_].from == 1 && loops_[inner_].size == period_; }

  // A place in the array that moves on.
  class Cursor {
   public:
    Cursor() = default;
    Cursor(const Repetition& repetition, int64_t begin);

    // The place of the next element, and the number of elements left in its run; step() is the
    // distance of neighbors, 0 or 1.
    int64_t at() const { return at_; }
    int64_t left() const { return left_; }
    int64_t step() const { return repetition_->loops_[repetition_->inner_].from; }
    // Goes on by `count` elements, of the run that are left.
    void Advance(int64_t count) {
      at_ += count * step();
      left_ -= count;
      if (left_ == 0) NextRun();
    }

   private:
    void NextRun();

    const Repetition* repetition_ = nullptr;
    int64_t index_[4] = {};  // in the loops around runs
    int64_t at_ = 0;
    int64_t left_ = 0;
  };

 private:
  static constexpr size_t kMostLoops = 4;
  struct Loop {
    int64_t size;
    int64_t from;
  };

  Repetition() = default;

  Loop loops_[kMostLoops] = {};
  size_t inner_ = 0;  // the index of the last loop, a run
  int64_t period_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_ELEMENTWISE_REPETITION_H_
