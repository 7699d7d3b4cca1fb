// Long windows along one dimension, in as many steps as there are elements.
#ifndef HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_

#include <optional>

#include "kernels/fold.h"
#include "kernels/windows/scan_lines.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// The method of FoldedLongWindows.
enum class LongWindows {
  kNone,      // they are short, they skip elements, or the order of their elements must be kept
  kPrefixes,  // output i has the elements up to i: a running sum
  kSuffixes,  // output i has the elements from i on
  kSliding,
};
LongWindows LongWindowsOf(const FoldKernel& fold, const WindowedArray& array);

// Same as FoldedWindows, for windows that are not kNone. Sums of floats are kept in double. Sums
// over prefixes and suffixes are rounded once. A sum over a sliding window is computed from init
// and two sums, each rounded to the array's compute type.
class FoldedLongWindows {
 public:
  FoldedLongWindows(const FoldKernel& fold, WindowedArray array);

  Kernel Run(const std::byte* elements, const std::byte* init, std::byte* result) const;
  bool is_small() const;

 private:
  const FoldKernel& fold_;
  const WindowedArray array_;
  const size_t moving_;  // the dimension along which the window has more than one position
  // The lines of prefixes and suffixes, and how many bytes behind the first element and output they
  // begin.
  std::optional<ScannedLines> lines_;
  int64_t first_element_ = 0;
  int64_t first_output_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_
