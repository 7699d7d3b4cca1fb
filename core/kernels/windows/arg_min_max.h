// Reductions of values and their indices to the greatest or least value and its index.
#ifndef HLOOM_KERNELS_WINDOWS_ARG_MIN_MAX_H_
#define HLOOM_KERNELS_WINDOWS_ARG_MIN_MAX_H_

#include <memory>

#include "kernels/kernel.h"
#include "kernels/windows/reduce.h"

namespace hloom {

// The choice between an accumulator and a later element: the better value wins, NaN before all
// numbers. Of equal values, or two NaNs, the lower index stays.
struct ArgMinMaxOrder {
  bool greatest = true;
  // Of equal values, the later one stays, with the lower index. That only shows in zeros, -0 being
  // equal to +0. For an accumulator's index below, equal to and above the element's.
  bool takes_later[3] = {false, false, false};
};

// Reduces values along one dimension, with 0, 1, 2, ... as their indices, which are not read.
class ArgMinMaxReduction {
 public:
  // `reduction` has the array of values and that of indices. Their results have the same strides.
  ArgMinMaxReduction(const ArgMinMaxOrder& order, Reduction reduction);
  ~ArgMinMaxReduction();

  // True if values and indices of these types, and reductions of this form, are reduced here.
  static bool Takes(const Reduction& reduction);

  struct Arrays {
    const std::byte* values;
    const std::byte* init_value;
    const std::byte* init_index;
    std::byte* value_results;
    std::byte* index_results;
  };
  // Few elements are reduced immediately. This and the arrays must outlive the kernel.
  Kernel Run(const Arrays& arrays) const;
  bool is_small() const;

  class Search;

 private:
  const std::unique_ptr<const Search> search_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_ARG_MIN_MAX_H_
