// Windows in the form of kernels.
#ifndef HLOOM_OPS_WINDOWS_WINDOW_EVAL_H_
#define HLOOM_OPS_WINDOWS_WINDOW_EVAL_H_

#include <vector>

#include "hlo/attributes/window.h"
#include "kernels/windows/window_axis.h"

namespace hloom {

// The axes of a window over a base of these sizes, with `outputs` positions along each dimension.
std::vector<WindowAxis> AxesOf(const Window& window, Span<const int64_t> base_sizes,
                               Span<const int64_t> output_sizes);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_WINDOW_EVAL_H_
