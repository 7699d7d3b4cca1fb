// How scatter updates its arrays, one window after another.
#ifndef HLOOM_OPS_INDEXING_SCATTER_UPDATE_H_
#define HLOOM_OPS_INDEXING_SCATTER_UPDATE_H_

#include <memory>
#include <vector>

#include "hlo/hlo_module.h"
#include "ops/eval_context.h"

namespace hloom {

// One of the arrays that are scattered in step. All strides are in elements.
struct ScatterArray {
  Literal result;  // the operand's values, in storage of its own
  const Literal* updates;
  std::vector<int64_t> result_strides;  // along the window's dimensions
  std::vector<int64_t> update_strides;
};

// Where some windows begin: window k at results[i][k] of array i and at updates[i][k] of its updates.
struct WindowOffsets {
  explicit WindowOffsets(size_t arrays) : results(arrays), updates(arrays) {}
  void Clear() {
    for (std::vector<int64_t>& offsets : results) offsets.clear();
    for (std::vector<int64_t>& offsets : updates) offsets.clear();
  }
  size_t count() const { return results[0].size(); }

  std::vector<std::vector<int64_t>> results, updates;
};

class WindowUpdate {
 public:
  virtual ~WindowUpdate() = default;
  // Applies the computation to each element of these windows, one window after the other; the
  // elements of one are independent of each other.
  virtual Status Apply(const WindowOffsets& windows) = 0;
  // After the last window.
  virtual Status Finish() = 0;
};

// An update of windows of these sizes. A computation that gives each array its update, its value as
// it is, or one operation of the two, is applied to whole runs of memory; any other through
// CallOnElements. `arrays` must outlive it, and lose their results only after Finish.
StatusOr<std::unique_ptr<WindowUpdate>> MakeWindowUpdate(EvalContext& context,
                                                         const HloComputation& computation,
                                                         const std::vector<int64_t>& window,
                                                         std::vector<ScatterArray>& arrays);

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_SCATTER_UPDATE_H_
