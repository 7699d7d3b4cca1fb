#include "kernels/windows/long_windows.h"

#include <algorithm>
#include <utility>

#include "kernels/windows/sliding_windows.h"

namespace hloom {

namespace {

// Prefixes of fewer elements are folded each for itself, and so are windows that slide, up to this
// many elements.
constexpr int64_t kLongPrefix = 32;
constexpr int64_t kShortWindow = 64;
// Folding short windows is faster, of bytes up to longer ones: vectors hold more of them. Sums of
// floats round in another way, so that the limit of these never changes.
constexpr int64_t kShortExactWindow = 32;
constexpr int64_t kShortWindowOfBytes = 48;

int64_t ShortWindow(const FoldKernel& fold, PrimitiveType type) {
  if (!FoldsExactly(fold, type)) return kShortWindow;
  return ByteWidth(type) == 1 ? kShortWindowOfBytes : kShortExactWindow;
}

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
  const int64_t longest = ShortWindow(fold, array.type);
  const bool is_long = std::min(axis.window, axis.size) > longest && axis.outputs > longest;
  return is_long && near && !in_order ? LongWindows::kSliding : LongWindows::kNone;
}

FoldedLongWindows::FoldedLongWindows(const FoldKernel& fold, WindowedArray array)
    : fold_(fold), array_(std::move(array)), moving_(static_cast<size_t>(MovingAxis(array_))) {
  const LongWindows kind = LongWindowsOf(fold, array_);
  if (kind == LongWindows::kSliding) return;
  LineScan scan;
  scan.lines = LoopsOverLines(array_, moving_);
  scan.length = array_.axes[moving_].size;
  scan.to = array_.output_strides[moving_];
  scan.from = array_.element_strides[moving_];
  scan.type = array_.type;
  if (kind == LongWindows::kSuffixes) {
    first_element_ = (scan.length - 1) * scan.from * ByteWidth(scan.type);
    first_output_ = (scan.length - 1) * scan.to * ByteWidth(scan.type);
    scan.from = -scan.from;
    scan.to = -scan.to;
  }
  lines_.emplace(fold, std::move(scan));
}

bool FoldedLongWindows::is_small() const { return lines_ && lines_->is_small(); }

Kernel FoldedLongWindows::Run(const std::byte* elements, const std::byte* init,
                              std::byte* result) const {
  if (!lines_) return SlideWindows(fold_, array_, moving_, elements, init, result);
  return lines_->Run(elements + first_element_, init, result + first_output_);
}

}  // namespace hloom
