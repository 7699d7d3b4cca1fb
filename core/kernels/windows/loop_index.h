// Goes through nested loops, the last of them innermost.
#ifndef HLOOM_KERNELS_WINDOWS_LOOP_INDEX_H_
#define HLOOM_KERNELS_WINDOWS_LOOP_INDEX_H_

#include <vector>

#include "kernels/copy.h"

namespace hloom {

// A place within `count` loops, and its distance from the first element. It allocates nothing.
class LoopIndex {
 public:
  // A nest of more loops would have more than 2^63 elements, as each loop has two or more.
  static constexpr size_t kMostLoops = 64;

  LoopIndex(const std::vector<StridedLoop>& loops, size_t count) : loops_(loops), count_(count) {}

  // Goes to a position, counted in row-major order.
  void Seek(int64_t position) {
    to_ = 0;
    from_ = 0;
    for (size_t d = count_; d-- > 0; position /= loops_[d].size) {
      index_[d] = position % loops_[d].size;
      to_ += index_[d] * loops_[d].to;
      from_ += index_[d] * loops_[d].from;
    }
  }
  void Next() {
    for (size_t d = count_; d-- > 0;) {
      to_ += loops_[d].to;
      from_ += loops_[d].from;
      if (++index_[d] < loops_[d].size) return;
      to_ -= loops_[d].to * loops_[d].size;
      from_ -= loops_[d].from * loops_[d].size;
      index_[d] = 0;
    }
  }
  int64_t to() const { return to_; }
  int64_t from() const { return from_; }

 private:
  const std::vector<StridedLoop>& loops_;
  const size_t count_;
  int64_t index_[kMostLoops];
  int64_t to_ = 0;
  int64_t from_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_LOOP_INDEX_H_
