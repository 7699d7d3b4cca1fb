// Takes slices of an array, at starts that are looked up.
#ifndef HLOOM_KERNELS_INDEXING_GATHER_H_
#define HLOOM_KERNELS_INDEXING_GATHER_H_

#include <vector>

#include "kernels/indexing/index_vectors.h"
#include "kernels/kernel.h"

namespace hloom {

// All strides are in elements. Rows of f32[16,8] for s32[5]:
//
//   indices.components {{offset 0, dimension 0}}, last_starts {15,0}, operand_strides {8,1},
//   result_strides {8}, sizes {8}, to_strides {1}, from_strides {1}
struct GatherArrays {
  IndexVectors indices;  // at least one vector
  const std::byte* operand = nullptr;
  // For each dimension of the operand, the last start from which a slice lies within it. Starts are
  // clamped: one behind it becomes the last start, one below 0 becomes 0.
  std::vector<int64_t> last_starts;
  std::vector<int64_t> operand_strides;
  std::byte* result = nullptr;
  std::vector<int64_t> result_strides;  // along the dimensions that count index vectors
  // The dimensions of a slice, none of size 0, and its strides in result and operand.
  std::vector<int64_t> sizes, to_strides, from_strides;
  int64_t width = 0;  // of an element, in bytes
};

// Copies a slice for each index vector. Little is copied at once.
Kernel GatherSlices(const GatherArrays& arrays);

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_GATHER_H_
