// Attributes of gather.
#ifndef HLOOM_OPS_INDEXING_GATHER_H_
#define HLOOM_OPS_INDEXING_GATHER_H_

#include <vector>

#include "hlo/attributes/gather_dimension_numbers.h"

namespace hloom {

struct GatherAttributes {
  static constexpr AttributeField kSliceSizes = {
      .name = "slice_sizes",
      .proto_field = 34,
      .doc = "the size of a slice along each dimension of the operand"};
  static constexpr AttributeField kIndicesAreSorted = {
      .name = "indices_are_sorted",
      .proto_field = 67,
      .doc = "a promise that the starts come in ascending order; it never changes the result",
      .omit_default = true};
  GatherDimensionNumbers dimension_numbers;
  std::vector<int64_t> slice_sizes;
  bool indices_are_sorted = false;

  template <typename V>
  void visit(V& v) {
    dimension_numbers.visit(v);
    v(kSliceSizes, slice_sizes);
    v(kIndicesAreSorted, indices_are_sorted);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_GATHER_H_
