// Folds that return the accumulator after each element.
#ifndef HLOOM_KERNELS_WINDOWS_SCAN_LINES_H_
#define HLOOM_KERNELS_WINDOWS_SCAN_LINES_H_

#include <memory>
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
};

// result[i] of a line is init, element 0, ... element i, folded. If the fold `rounds_once`, the
// accumulator has the fold's width and each result is rounded separately; long lines are cut into
// parts, whose sums are added up first. Otherwise each result continues from the rounded one before
// it.
class ScannedLines {
 public:
  ScannedLines(const FoldKernel& fold, LineScan scan);
  ~ScannedLines();

  // The first lines begin at `data` and at `result`. Few elements are scanned immediately. This and
  // the arrays must outlive the kernel.
  Kernel Run(const std::byte* data, const std::byte* init, std::byte* result) const;
  bool is_small() const;

 private:
  class Scanning;
  struct Addresses;
  const std::unique_ptr<const Scanning> scanning_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_SCAN_LINES_H_
