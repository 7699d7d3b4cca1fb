// Windows to which a computation is applied.
#ifndef HLOOM_KERNELS_WINDOWS_APPLY_TO_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_APPLY_TO_WINDOWS_H_

#include <vector>

#include "kernels/kernel.h"
#include "kernels/windows/window_walk.h"
#include "shape/primitive_type.h"

namespace hloom {

// Arrays over which one window moves in step. Each output begins with the init values; positions
// are taken in row-major order, and the elements of one position together.
struct AppliedWindows {
  struct Array {
    int64_t width = 0;  // bytes of an element
    const std::byte* elements = nullptr;
    const std::byte* init = nullptr;
    std::byte* result = nullptr;
    WindowStrides strides;
  };
  std::vector<WindowAxis> axes;
  std::vector<Array> arrays;

  std::vector<int64_t> output_sizes() const;
};

// Applies computation 0, f(accumulators..., values...) -> accumulators.
Kernel ApplyToWindows(AppliedWindows windows);

// Finds for each output the place of the element that its window picks: -1 if the window covers
// none. Elements come in row-major order of the window's positions: the next one is picked if
// computation 0, select(picked, next) -> PRED, is false. Only array 0 is used, and its `result` is
// not; `picks` has its output strides.
Kernel PickByApplying(AppliedWindows windows, int64_t* picks);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_APPLY_TO_WINDOWS_H_
