// Windows that are prefixes, to which a computation is applied: a running f, in as many
// applications as there are elements.
#ifndef HLOOM_KERNELS_WINDOWS_APPLY_TO_PREFIXES_H_
#define HLOOM_KERNELS_WINDOWS_APPLY_TO_PREFIXES_H_

#include "kernels/windows/apply_to_windows.h"

namespace hloom {

// True if all windows begin with the first element of a line, and each has at most one element more
// than the one before: f32[4] with a window of 4, padded by 3 in front, has {0}, {0,1}, {0,1,2} and
// {0,1,2,3}.
bool ArePrefixes(const std::vector<WindowAxis>& axes);

// Does the same as ApplyToWindows, for such windows, with the same bits: each continues from the
// result of the one before.
Kernel ApplyToPrefixes(AppliedWindows windows);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_APPLY_TO_PREFIXES_H_
