// Keys: the compared parts of two elements, if a comparison is not an arbitrary computation.
#ifndef HLOOM_KERNELS_SORTING_SORT_KEY_H_
#define HLOOM_KERNELS_SORTING_SORT_KEY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hloom {

// The compared part of two elements, and its order.
struct SortKey {
  enum class Part { kWhole, kReal, kImaginary };

  size_t operand = 0;
  Part part = Part::kWhole;  // of complex elements
  bool descending = false;
  bool total_order = false;  // of floats; otherwise the partial order, in which -0 equals +0
  // The values that replace every zero and every NaN, if the comparator replaces them by a
  // constant. A NaN is given by its bits, in the compared type.
  std::optional<double> zero = {};
  std::optional<uint64_t> nan = {};
};

struct KeyOrder {
  std::vector<SortKey> keys;  // the first that differs decides
  // Elements of equal keys come in the opposite order: the comparator is LE, not LT.
  bool reverse_ties = false;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_SORT_KEY_H_
