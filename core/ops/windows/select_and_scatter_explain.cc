#include <algorithm>

#include "ops/windows/select_and_scatter.h"
#include "ops/windows/window_eval.h"
#include "ops/windows/window_explain.h"

namespace hloom {

namespace {

// a / b, rounded down and up; b is positive.
int64_t Floor(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
int64_t Ceil(int64_t a, int64_t b) { return -Floor(-a, b); }

IndexRange Between(int64_t first, int64_t last, int64_t size) {
  first = std::max<int64_t>(first, 0);
  last = std::min(last, size - 1);
  return {first, std::max<int64_t>(last - first + 1, 0), 1};
}

// The windows that lie over an element, each of which has a value in the source.
IndexRange WindowsOver(const WindowAxis& axis, int64_t element) {
  const int64_t place = element * axis.base_dilation + axis.padding_low;
  const int64_t extent = (axis.window - 1) * axis.window_dilation;
  return Between(Ceil(place - extent, axis.stride), Floor(place, axis.stride), axis.outputs);
}

// The elements that lie under these windows.
IndexRange ElementsUnder(const WindowAxis& axis, const IndexRange& windows) {
  if (windows.size == 0) return {0, 0, 1};
  const int64_t extent = (axis.window - 1) * axis.window_dilation;
  const int64_t first = windows.start * axis.stride - axis.padding_low;
  const int64_t last = (windows.start + windows.size - 1) * axis.stride - axis.padding_low + extent;
  return Between(Ceil(first, axis.base_dilation), Floor(last, axis.base_dilation), axis.size);
}

// A window's value goes to the element that it picks: among the windows over an element, the
// operand decides which do.
void SourcesOfSelectAndScatter(const ExecutedOp& op, const ElementPlace& at,
                               std::vector<Source>& sources) {
  const Window& window = op.instruction.attributes<SelectAndScatterAttributes>().window;
  const std::vector<WindowAxis> axes =
      AxesOf(window, op.operands[0]->live_sizes(), op.operands[1]->live_sizes());
  ElementBox windows, elements;
  for (size_t d = 0; d < axes.size(); ++d) {
    windows.push_back(WindowsOver(axes[d], at.index[d]));
    elements.push_back(ElementsUnder(axes[d], windows.back()));
  }
  sources.push_back(Deciding(BoxOf(0, std::move(elements))));
  sources.push_back(BoxOf(1, std::move(windows)));
  sources.push_back(ElementOf(2, {}));
}

}  // namespace

extern const OpExplain kSelectAndScatterExplain;
constexpr OpExplain kSelectAndScatterExplain = {.sources = SourcesOfSelectAndScatter};

}  // namespace hloom
