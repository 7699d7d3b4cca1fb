// Windows that are folded with one operation.
#ifndef HLOOM_KERNELS_WINDOWS_FOLD_WINDOWS_H_
#define HLOOM_KERNELS_WINDOWS_FOLD_WINDOWS_H_

#include <memory>

#include "kernels/fold.h"
#include "kernels/windows/window_tiles.h"

namespace hloom {

// Each output begins with `init` and takes the elements that its window covers, in row-major order
// of the window's positions. Elements are folded in their compute type; if the operation rounds,
// accumulators are rounded to the array's type after each of them. `init` and the result are of
// that type too, the result with the array's output_strides. Decisions that depend on sizes,
// strides and types are made once for any number of runs.
class FoldedWindows {
 public:
  FoldedWindows(const FoldKernel& fold, WindowedArray array);
  FoldedWindows(FoldedWindows&&) noexcept;
  ~FoldedWindows();

  // Few elements are folded immediately. This and the arrays must outlive the kernel.
  Kernel Run(const std::byte* elements, const std::byte* init, std::byte* result) const;
  bool is_small() const;

 private:
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_FOLD_WINDOWS_H_
