// Long windows along one dimension, in as many steps as there are elements.
#ifndef HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_

#include "kernels/fold.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// How FoldLongWindows does it.
enum class LongWindows {
  kNone,      // they are short, they skip elements, or the order of their elements must be kept
  kPrefixes,  // output i has the elements up to i: a running sum
  kSuffixes,  // output i has the elements from i on
  kSliding,
};
LongWindows LongWindowsOf(const FoldKernel& fold, const WindowedArray& array);

// What FoldWindows does, for windows that are not kNone. Sums of floats are kept in double: over
// prefixes and suffixes each is rounded once. Over sliding windows it is put together of init and
// two sums that were each rounded to the type in which the array is computed.
Kernel FoldLongWindows(const FoldKernel& fold, WindowedArray array, const std::byte* init,
                       std::byte* result);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_LONG_WINDOWS_H_
