// Attributes of topk.
#ifndef HLOOM_OPS_SORTING_TOP_K_H_
#define HLOOM_OPS_SORTING_TOP_K_H_

#include "hlo/attribute.h"

namespace hloom {

struct TopKAttributes {
  static constexpr AttributeField kK = {
      .name = "k",
      .proto_field = 81,
      .doc = "the number of elements to find in each row: 0 to the size of the last dimension"};
  static constexpr AttributeField kLargest = {
      .name = "largest",
      .proto_field = 85,
      .doc = "true to find the largest elements, false to find the smallest",
      .optional_in_text = true,
      .zero_in_bytes = true};

  int64_t k = 0;
  bool largest = true;
  bool is_stable = true;

  template <typename V>
  void visit(V& v) {
    v(kK, k);
    v(kLargest, largest);
    v({.name = "is_stable",
       .proto_field = 60,
       .doc = "true if equal elements must come in the order of their indices; in hloom they "
              "always do",
       .optional_in_text = true,
       .zero_in_bytes = true},
      is_stable);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_TOP_K_H_
