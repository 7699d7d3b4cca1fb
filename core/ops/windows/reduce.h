#ifndef HLOOM_OPS_WINDOWS_REDUCE_H_
#define HLOOM_OPS_WINDOWS_REDUCE_H_

#include "hlo/attribute.h"

namespace hloom {

struct ReduceAttributes {
  static constexpr AttributeField kDimensions = {
      .name = "dimensions", .proto_field = 14, .doc = "the dimensions to reduce, in any order"};

  std::vector<int64_t> dimensions;

  template <typename V>
  void visit(V& v) {
    v(kDimensions, dimensions);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_REDUCE_H_
