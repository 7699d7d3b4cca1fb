// The windows of a scatter.
#ifndef HLOOM_KERNELS_INDEXING_SCATTER_WINDOWS_H_
#define HLOOM_KERNELS_INDEXING_SCATTER_WINDOWS_H_

#include <vector>

#include "kernels/indexing/scatter.h"

namespace hloom {

class ScatterWindows {
 public:
  explicit ScatterWindows(const ScatterArrays& arrays);

  // The number of windows, and of elements in each.
  int64_t count() const { return reader_.count(); }
  int64_t elements() const { return elements_; }

  // Finds those of `count` windows from window `begin` on, at most IndexReader::kBlock, that are
  // within the arrays: sets to[k] to the place of each in array i, and from[k] to its place in the
  // updates. Returns their number. The index vectors are at `indices`.
  int64_t Find(const std::byte* indices, size_t i, int64_t begin, int64_t count, int64_t* to,
               int64_t* from) const;

 private:
  struct Start {
    int64_t end;
    std::vector<int64_t> strides;  // in each array
  };
  IndexReader reader_;
  std::vector<Start> starts_;        // of each component of the index vectors
  std::vector<OffsetWalk> updates_;  // of each array
  int64_t elements_ = 1;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_SCATTER_WINDOWS_H_
