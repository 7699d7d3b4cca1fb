// Attributes of ragged-dot, and their meaning.
#ifndef HLOOM_OPS_CONTRACTIONS_RAGGED_DOT_H_
#define HLOOM_OPS_CONTRACTIONS_RAGGED_DOT_H_

#include <vector>

#include "hlo/attributes/precision_config.h"
#include "hlo/attributes/ragged_dot_dimension_numbers.h"

namespace hloom {

struct RaggedDotAttributes {
  RaggedDotDimensionNumbers dimension_numbers;
  PrecisionConfig precision_config;

  template <typename V>
  void visit(V& v) {
    dimension_numbers.visit(v);
    precision_config.visit(v);
  }
};

// The kind of the dimension of lhs that is divided into groups:
//   kKept         neither of the others: each group has its own matrix of rhs
//   kContracting  each group has its own sum, an entry of dimension 0 of the result
//   kBatch        groups make no difference
enum class RaggedMode { kKept, kContracting, kBatch };
RaggedMode ModeOf(const RaggedDotDimensionNumbers& numbers);

// The dimensions of lhs along which group sizes may vary: the batch dimensions, and the dimensions
// of the same kind that come before the ragged one.
std::vector<int64_t> PrefixOf(const RaggedDotDimensionNumbers& numbers);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_RAGGED_DOT_H_
