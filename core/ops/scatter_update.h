// How scatter updates its arrays, one window after another.
#ifndef HLOOM_OPS_SCATTER_UPDATE_H_
#define HLOOM_OPS_SCATTER_UPDATE_H_

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

class WindowUpdate {
 public:
  virtual ~WindowUpdate() = default;
  // Applies the computation to each element of the window that begins at result_offsets[i] of the
  // array i, with those of the window at update_offsets[i] of its updates. Windows are applied in
  // the order of the calls; the elements of one are independent of each other.
  virtual Status Apply(Span<const int64_t> result_offsets, Span<const int64_t> update_offsets) = 0;
  // After the last window.
  virtual Status Finish() = 0;
};

// An update of windows of these sizes. A computation that gives each array its update, its value as
// it is, or one operation of the two, is applied to whole runs of memory; any other through
// CallOnElements. `arrays` must outlive it, and lose their results only after Finish.
StatusOr<std::unique_ptr<WindowUpdate>> MakeWindowUpdate(EvalContext& context,
                                                         const HloComputation& computation,
                                                         std::vector<int64_t> window,
                                                         std::vector<ScatterArray>& arrays);

}  // namespace hloom

#endif  // HLOOM_OPS_SCATTER_UPDATE_H_
