// Updates windows of arrays, at starts that are looked up, one after the other.
#ifndef HLOOM_KERNELS_INDEXING_SCATTER_H_
#define HLOOM_KERNELS_INDEXING_SCATTER_H_

#include <array>
#include <memory>
#include <vector>

#include "kernels/elementwise/element_function.h"
#include "kernels/indexing/index_vectors.h"
#include "kernels/kernel.h"

namespace hloom {

// One of the arrays that are scattered in step. All strides are in elements.
struct ScatterArray {
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  std::byte* result = nullptr;  // holds the elements to update
  const std::byte* updates = nullptr;
  std::vector<int64_t> result_strides;         // along each dimension of the array
  std::vector<int64_t> result_window_strides;  // along the dimensions of a window
  std::vector<int64_t> update_window_strides;
  std::vector<int64_t> update_strides;  // along the dimensions that count windows
};

// Rows added to f32[16,8] at s32[5]:
//
//   indices.components {{offset 0, dimension 0}}, ends {16,1}, window {8},
//   result_strides {8,1}, result_window_strides {1}, update_window_strides {1}, update_strides {8}
struct ScatterArrays {
  IndexVectors indices;  // at least one vector
  // For each dimension of the arrays, the first start, above 0, from which a window is no longer
  // within them: it is skipped.
  std::vector<int64_t> ends;
  std::vector<int64_t> window;  // the sizes of a window, all greater than 0
  std::vector<ScatterArray> arrays;
};

// Combines an element of an array and its update.
struct ElementCombiner {
  enum class Kind { kKeep, kAssign, kFunction };
  Kind kind = Kind::kKeep;
  // kFunction: an elementwise operation on `operand_count` operands of type `computed`;
  // `takes_update` marks the operands that are the update.
  ElementFunction function = {};
  size_t operand_count = 0;
  std::array<bool, ElementFunction::kMaxOperands> takes_update = {};
  PrimitiveType computed = PrimitiveType::PRIMITIVE_TYPE_INVALID;
};

// Windows are taken in the order of their index vectors, so that elements that are updated more
// than once have a defined value. There is a combiner for each array. Run gets the addresses of the
// arrays.
class CombinedScatter {
 public:
  CombinedScatter(const ScatterArrays& arrays, const std::vector<ElementCombiner>& combiners);
  ~CombinedScatter();

  // Small problems are done immediately. This, the lists and the arrays must outlive the kernel.
  Kernel Run(const std::byte* indices, const std::byte* const* updates,
             std::byte* const* results) const;
  bool is_small() const;

 private:
  class Parts;
  const std::unique_ptr<const Parts> parts_;
};

// Does the same where computation 0, (values..., updates...) -> values, combines them.
// `stored_elements`: how many there are in the memory of the first array, in padding too.
Kernel ScatterApplied(ScatterArrays arrays, int64_t stored_elements);

}  // namespace hloom

#endif  // HLOOM_KERNELS_INDEXING_SCATTER_H_
