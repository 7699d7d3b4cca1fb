// Where windows start: how gather and scatter go through their index vectors.
#ifndef HLOOM_OPS_INDEXING_WINDOW_STARTS_H_
#define HLOOM_OPS_INDEXING_WINDOW_STARTS_H_

#include <vector>

#include "literal/literal.h"
#include "ops/indexing/window_mapping.h"

namespace hloom {

// Goes through the indices within some sizes in row-major order and tells where the element at an
// index lies in several arrays, each with strides of its own.
class StrideWalk {
 public:
  explicit StrideWalk(const std::vector<int64_t>& sizes);
  // Of an array, with an element's distance along each of the dimensions; they are numbered from 0.
  void AddArray(const std::vector<int64_t>& strides);

  int64_t offset(size_t array) const { return offsets_[array]; }
  // Behind the last index comes the first.
  void Next() { Advance(1); }
  // The offsets in array a of the next `count` indices, in out[a]. Goes past them.
  void Take(int64_t count, std::vector<std::vector<int64_t>>& out);
  // How many indices there are.
  int64_t count() const { return count_; }

 private:
  // `steps` along the last dimension, not past its end, and on to the next index.
  void Advance(int64_t steps);
  void Move(size_t d, int64_t steps) {
    for (size_t i = 0; i < offsets_.size(); ++i) offsets_[i] += steps * strides_[i][d];
  }

  int64_t count_;
  // Without dimensions of size 1.
  std::vector<bool> kept_;
  std::vector<int64_t> sizes_, index_;
  std::vector<std::vector<int64_t>> strides_;
  std::vector<int64_t> offsets_;
};

// Goes through the index vectors in row-major order, a block of them at a time.
class WindowStarts {
 public:
  // `sizes`: how many index vectors there are along each of mapping.IndicesDims. `indices` must
  // outlive this. `elements`: of a window, so that a block does not take long.
  WindowStarts(const WindowMapping& mapping, const Literal& indices,
               const std::vector<int64_t>& sizes, int64_t elements);

  // An array that is walked along: the strides of its mapping.BatchDims.
  void AddArray(const std::vector<int64_t>& strides);

  // Reads the next index vectors and answers how many: 0 after the last.
  int64_t ReadBlock();

  // Where the windows start in one dimension of the operand, as the index vectors of the block say:
  // possibly outside. What is past int64 is its greatest number.
  struct Dimension {
    size_t operand_dim;
    std::vector<int64_t> starts;
  };
  // In the other dimensions they start at 0.
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  // How far into an array the windows of the block begin.
  const int64_t* offsets(size_t array) const { return offsets_[first_array_ + array].data(); }

 private:
  const std::byte* data_;
  void (*read_)(const std::byte* data, const std::vector<int64_t>& offsets, int64_t component,
                int64_t count, std::vector<int64_t>& out);
  int64_t component_stride_;
  size_t components_;  // how many of dimensions_; the others are batching
  std::vector<Dimension> dimensions_;
  // Its arrays: the indices; a count along each batching dimension; and those that were added.
  StrideWalk walk_;
  size_t first_array_;
  std::vector<std::vector<int64_t>> offsets_;
  int64_t block_;
  int64_t left_;
};

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_WINDOW_STARTS_H_
