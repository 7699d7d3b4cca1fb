// Attributes of scatter.
#ifndef HLOOM_OPS_INDEXING_SCATTER_H_
#define HLOOM_OPS_INDEXING_SCATTER_H_

#include "hlo/attributes/scatter_dimension_numbers.h"

namespace hloom {

struct ScatterAttributes {
  static constexpr AttributeField kIndicesAreSorted = {
      .name = "indices_are_sorted",
      .proto_field = 67,
      .doc = "a promise that the indices come in ascending order; it never changes the result",
      .omit_default = true};
  static constexpr AttributeField kUniqueIndices = {
      .name = "unique_indices",
      .proto_field = 69,
      .doc = "a promise that no element is updated twice; it never changes the result",
      .omit_default = true};
  ScatterDimensionNumbers dimension_numbers;
  bool indices_are_sorted = false;
  bool unique_indices = false;

  template <typename V>
  void visit(V& v) {
    dimension_numbers.visit(v);
    v(kIndicesAreSorted, indices_are_sorted);
    v(kUniqueIndices, unique_indices);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_SCATTER_H_
