// Long windows along one dimension, in as many steps as there are elements.
#ifndef HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_

#include <optional>

#include "kernels/fold.h"
#include "kernels/windows/scan_lines.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// How FoldedLongWindows does it.
enum class LongWindows {
  kNone,      // they are short, they skip elements, or the order of their elements must be kept
  kPrefixes,  // output i has the elements up to i: a running sum
  kSuffixes,  // output i has the elements from i on
  kSliding,
};
LongWindows LongWindowsOf(const FoldKernel& fold, const WindowedArray& array);

// What FoldedWindows does, for windows that are not kNone. Sums of floats are kept in double: over
// prefixes and suffixes each is rounded once. Over sliding windows it is put together of init and
// two sums that were each rounded to the type in which the array is computed.
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
