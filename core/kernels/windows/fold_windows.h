// Windows that are folded with one operation.
#ifndef HLOOM_KERNELS_WINDOWS_FOLD_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_FOLD_WINDOWS_H_

#include "kernels/fold.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// Each output begins with `init` and takes the elements on which its window lies, in row-major
// order of the window's positions. Elements are folded in their compute type; where the operation
// rounds, accumulators are rounded to the array's type after each of them. `init` and the result
// are of that type too, the result with the array's output_strides.
Kernel FoldWindows(const FoldKernel& fold, WindowedArray array, const std::byte* init,
                   std::byte* result);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_FOLD_WINDOWS_H_
