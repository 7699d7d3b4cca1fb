// Folds that give what the accumulator is after each element.
#ifndef HLOOM_KERNELS_WINDOWS_SCAN_LINES_H_
#define HLOOM_KERNELS_WINDOWS_SCAN_LINES_H_

#include <vector>

#include "kernels/copy.h"
#include "kernels/fold.h"
#include "kernels/kernel.h"

namespace hloom {

// Lines of `length` elements, `from` apart in the array and `to` apart in the results; a step may
// be negative. There is a line for each index of `lines`, whose strides are in elements too.
struct LineScan {
  std::vector<StridedLoop> lines;
  int64_t length = 0;
  int64_t to = 0;
  int64_t from = 0;
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;  // of elements, init and results
  const std::byte* data = nullptr;
  const std::byte* init = nullptr;
  std::byte* result = nullptr;
};

// result[i] of a line is init, element 0, ... element i, folded. Where the fold `rounds_once`, the
// accumulator is as wide as the fold has it and each result is rounded for itself; long lines are
// cut into parts, whose sums are added up first. Else each result is of the rounded one before it.
Kernel ScanLines(const FoldKernel& fold, LineScan scan);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_SCAN_LINES_H_
