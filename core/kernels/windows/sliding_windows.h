// Long windows that slide along one dimension, an element at a time.
#ifndef HLOOM_KERNELS_WINDOWS_SLIDING_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_SLIDING_WINDOWS_H_

#include <vector>

#include "kernels/copy.h"
#include "kernels/fold.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// Returns the loops over all dimensions but `moving`; `to` is the distance of outputs.
std::vector<StridedLoop> LoopsOverLines(const WindowedArray& array, size_t moving);

// Same as FoldedLongWindows for LongWindows::kSliding. `moving` is the dimension along which the
// window has more than one position. The fold must be one that `rounds_once`. The array must
// outlive the kernel.
Kernel SlideWindows(const FoldKernel& fold, const WindowedArray& array, size_t moving,
                    const std::byte* elements, const std::byte* init, std::byte* result);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_SLIDING_WINDOWS_H_
