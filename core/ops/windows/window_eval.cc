#include "ops/windows/window_eval.h"

namespace hloom {

std::vector<WindowAxis> AxesOf(const Window& window, Span<const int64_t> base_sizes,
                               Span<const int64_t> output_sizes) {
  std::vector<WindowAxis> axes;
  for (size_t d = 0; d < base_sizes.size(); ++d) {
    const WindowDimension& along = window.dimensions(static_cast<int64_t>(d));
    axes.push_back({.window = along.size(),
                    .stride = along.stride(),
                    .padding_low = along.padding_low(),
                    .window_dilation = along.window_dilation(),
                    .base_dilation = along.base_dilation(),
                    .size = base_sizes[d],
                    .outputs = output_sizes[d]});
  }
  return axes;
}

}  // namespace hloom
