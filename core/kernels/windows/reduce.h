// Reductions: arrays of which the elements along some dimensions fall together.
#ifndef HLOOM_KERNELS_WINDOWS_REDUCE_H_
#define HLOOM_KERNELS_WINDOWS_REDUCE_H_

#include <memory>
#include <vector>

#include "kernels/fold.h"
#include "kernels/kernel.h"

namespace hloom {

// Every index within `kept_sizes` has a result, of the elements at all indices within
// `reduced_sizes`, in row-major order, beginning with `init`. Strides are in elements. f32[4,2,3]
// reduced over {0}:
//   kept_sizes {2,3}, reduced_sizes {4}, kept_strides {3,1}, reduced_strides {6}
struct Reduction {
  struct Array {
    PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
    const std::byte* data = nullptr;
    std::vector<int64_t> kept_strides, reduced_strides;
    const std::byte* init = nullptr;
    std::byte* result = nullptr;
    std::vector<int64_t> result_strides;
  };
  std::vector<int64_t> kept_sizes, reduced_sizes;
  std::vector<Array> arrays;  // which are reduced in step

  int64_t result_count() const;
  // The number of elements of each result.
  int64_t reduced_count() const;
};

// Folds one array in its compute type, to which elements are converted block by block; results are
// rounded once. There must be at least one result. Run gets the addresses of the array, the initial
// value and the results.
class FoldedReduction {
 public:
  FoldedReduction(const FoldKernel& fold, Reduction reduction);
  ~FoldedReduction();

  // Few elements are folded immediately. This and the arrays must outlive the kernel.
  Kernel Run(const std::byte* data, const std::byte* init, std::byte* result) const;
  bool is_small() const;

 private:
  class Folding;
  struct Addresses;
  const std::unique_ptr<const Folding> folding_;
};

// Applies computation 0, f(accumulators..., values...) -> accumulators, to many results at a time.
// Accumulators are of the arrays' types.
Kernel ReduceByApplying(Reduction reduction);

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_REDUCE_H_
