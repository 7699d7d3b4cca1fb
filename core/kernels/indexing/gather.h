// Takes slices of an array, at starts that are looked up.
#ifndef HLOOM_KERNELS_INDEXING_GATHER_H_
#define HLOOM_KERNELS_INDEXING_GATHER_H_

#include <vector>

#include "kernels/indexing/index_vectors.h"
#include "kernels/indexing/window_runs.h"
#include "kernels/kernel.h"

namespace hloom {

// Everything but the addresses of the arrays. All strides are in elements. Rows of f32[16,8] for
// s32[5]:
//
//   indices.components {{offset 0, dimension 0}}, last_starts {15,0}, operand_strides {8,1},
//   result_strides {8}, sizes {8}, to_strides {1}, from_strides {1}
struct GatherArrays {
  IndexVectors indices;  // at least one vector
  // For each dimension of the operand, the last start from which a slice is within it. Starts are
  // clamped: one behind it becomes the last start, one below 0 becomes 0.
  std::vector<int64_t> last_starts;
  std::vector<int64_t> operand_strides;
  std::vector<int64_t> result_strides;  // along the dimensions that count index vectors
  // The dimensions of a slice, none of size 0, and its strides in result and operand.
  std::vector<int64_t> sizes, to_strides, from_strides;
  int64_t width = 0;  // of an element, in bytes
};

// Copies a slice for each index vector, in tasks that are independent of each other.
class GatherTasks {
 public:
  explicit GatherTasks(const GatherArrays& arrays);

  int64_t count() const { return TaskCount(reader_.count(), slices_) * pieces_; }
  void Run(int64_t task, const std::byte* indices, const std::byte* operand,
           std::byte* result) const;

 private:
  struct Start {
    size_t component;
    int64_t last, stride;
  };

  void FindSlices(const std::byte* indices, int64_t begin, int64_t count, int64_t* from) const;
  void CopyRuns(std::byte* to, const int64_t* to_offsets, const std::byte* from,
                const int64_t* from_offsets, int64_t count, int64_t first, int64_t last) const;
  template <typename T>
  void CopySlices(T* to, const int64_t* to_offsets, const T* from, const int64_t* from_offsets,
                  int64_t count, int64_t first, int64_t last) const;

  int64_t width_;
  IndexReader reader_;
  OffsetWalk to_;
  WindowRuns slice_;
  std::vector<Start> starts_;
  // The number of slices per task, and of elements of each.
  int64_t slices_, elements_;
  int64_t pieces_;
};

// Runs the tasks, which must outlive the kernel. Small copies are done immediately.
Kernel GatherByTasks(const GatherTasks& tasks, const std::byte* indices, const std::byte* operand,
                     std::byte* result);

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_GATHER_H_
