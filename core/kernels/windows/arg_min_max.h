// Reductions of values and their indices to the greatest or least value and its index.
#ifndef HLOOM_KERNELS_WINDOWS_ARG_MIN_MAX_H_
#define HLOOM_KERNELS_WINDOWS_ARG_MIN_MAX_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/kernel.h"
#include "kernels/windows/reduce.h"

namespace hloom {

// The choice between an accumulator and a later element: the better of two numbers wins, and of
// equal ones an index that is below the other stays. Every other choice is in a table.
struct ArgMinMaxOrder {
  // The accumulator's value against the element's. The last three: the accumulator is NaN, the
  // element is NaN, both are.
  enum Values : uint8_t { kLess, kEqual, kGreater, kNanAndNumber, kNumberAndNan, kTwoNans };
  static constexpr size_t kValues = 6;
  // The accumulator's index against the element's.
  enum Indices : uint8_t { kBelow, kSame, kAbove };
  static constexpr size_t kIndices = 3;

  // The parts that the accumulator takes over from the element. Equal values differ only in zeros,
  // because -0 is equal to +0.
  struct Choice {
    bool takes_value = false;
    bool takes_index = false;
  };
  bool greatest = true;
  Choice choices[kValues][kIndices];
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
