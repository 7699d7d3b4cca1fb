// Parses the text of an einsum into labels.
#ifndef HLOOM_BUILDER_LIB_EINSUM_LABELS_H_
#define HLOOM_BUILDER_LIB_EINSUM_LABELS_H_

#include <array>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "shape/shape.h"

namespace hloom {

// One for each dimension of an array.
using EinsumLabels = std::vector<int64_t>;

// The caller's text, for errors: a text without "->" is read with the labels of its result, and
// that of one array as if a scalar stood before it, ",ab->ba".
struct GivenEinsum {
  std::string_view config;
  bool of_one;
  // The arrays, if they are known.
  const Shape* x = nullptr;
  const Shape* y = nullptr;
};

// Like ParseEinsumString.
StatusOr<std::array<EinsumLabels, 3>> ParseEinsum(std::string_view config, const GivenEinsum& given,
                                                  int64_t x_rank, int64_t y_rank);

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_EINSUM_LABELS_H_
