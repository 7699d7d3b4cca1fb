// Attributes of dynamic-slice.
#ifndef HLOOM_OPS_INDEXING_DYNAMIC_SLICE_H_
#define HLOOM_OPS_INDEXING_DYNAMIC_SLICE_H_

#include <vector>

#include "hlo/attribute.h"

namespace hloom {

struct DynamicSliceAttributes {
  std::vector<int64_t> dynamic_slice_sizes;

  template <typename V>
  void visit(V& v) {
    v({.name = "dynamic_slice_sizes",
       .proto_field = 20,
       .doc = "the size of the slice in each dimension"},
      dynamic_slice_sizes);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_DYNAMIC_SLICE_H_
