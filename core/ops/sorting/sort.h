// Attributes of sort.
#ifndef HLOOM_OPS_SORTING_SORT_H_
#define HLOOM_OPS_SORTING_SORT_H_

#include <vector>

#include "hlo/attribute.h"

namespace hloom {

struct SortAttributes {
  static constexpr AttributeField kIsStable = {
      .name = "is_stable",
      .proto_field = 60,
      .doc = "true if elements that compare equal must keep their order; in hloom they always do",
      .omit_default = true};
  std::vector<int64_t> dimensions;
  bool is_stable = false;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions", .proto_field = 14, .doc = "the one dimension along which to sort"},
      dimensions);
    v(kIsStable, is_stable);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_SORTING_SORT_H_
