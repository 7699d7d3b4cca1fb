#include "kernels/windows/long_windows.h"

#include <algorithm>
#include <vector>

#include "kernels/windows/scan_lines.h"
#include "kernels/windows/sliding_windows.h"

namespace hloom {

namespace {

// Prefixes of fewer elements are folded each for itself, and so are shorter windows that slide.
constexpr int64_t kLongPrefix = 32;
constexpr int64_t kLongWindow = 64;

// The only dimension over which a window moves, or -1.
int64_t MovingAxis(const WindowedArray& array) {
  int64_t moving = -1;
  for (size_t d = 0; d < array.axes.size(); ++d) {
    if (array.axes[d].size == 0 || array.axes[d].outputs == 0) return -1;
    if (array.axes[d].trivial()) continue;
    if (moving >= 0) return -1;
    moving = static_cast<int64_t>(d);
  }
  return moving;
}

}  // namespace

LongWindows LongWindowsOf(const FoldKernel& fold, const WindowedArray& array) {
  const int64_t moving = MovingAxis(array);
  if (moving < 0) return LongWindows::kNone;
  const WindowAxis& axis = array.axes[static_cast<size_t>(moving)];
  if (axis.stride != 1 || axis.window_dilation != 1 || axis.base_dilation != 1) {
    return LongWindows::kNone;
  }
  const bool whole = axis.window >= axis.size && axis.outputs == axis.size;
  const bool in_order = !fold.rounds_once;
  if (whole && axis.size >= kLongPrefix) {
    if (axis.padding_low == axis.window - 1) return LongWindows::kPrefixes;
    if (axis.padding_low == 0 && !in_order) return LongWindows::kSuffixes;
  }
  // Such numbers can be added up.
  constexpr int64_t kFar = int64_t{1} << 60;
  const bool near = axis.window < kFar && axis.padding_low < kFar && axis.padding_low > -kFar;
  const bool is_long = std::min(axis.window, axis.size) > kLongWindow && axis.outputs > kLongWindow;
  return is_long && near && !in_order ? LongWindows::kSliding : LongWindows::kNone;
}

Kernel FoldLongWindows(const FoldKernel& fold, WindowedArray array, const std::byte* init,
                       std::byte* result) {
  const LongWindows kind = LongWindowsOf(fold, array);
  const auto moving = static_cast<size_t>(MovingAxis(array));
  if (kind == LongWindows::kSliding) {
    co_await SlideWindows(fold, array, moving, init, result);
    co_return OkStatus();
  }
  LineScan scan;
  scan.lines = LoopsOverLines(array, moving);
  scan.length = array.axes[moving].size;
  scan.to = array.output_strides[moving];
  scan.from = array.element_strides[moving];
  scan.type = array.type;
  scan.data = array.elements;
  scan.init = init;
  scan.result = result;
  if (kind == LongWindows::kSuffixes) {
    scan.data += (scan.length - 1) * scan.from * ByteWidth(scan.type);
    scan.result += (scan.length - 1) * scan.to * ByteWidth(scan.type);
    scan.from = -scan.from;
    scan.to = -scan.to;
  }
  co_await ScanLines(fold, std::move(scan));
  co_return OkStatus();
}

}  // namespace hloom
