// Attributes of compare, for the builder.
#ifndef HLOOM_OPS_COMPARE_H_
#define HLOOM_OPS_COMPARE_H_

#include "hlo/attributes/comparison.h"

namespace hloom {

struct CompareAttributes {
  ComparisonDirection direction = ComparisonDirection::kEq;
  ComparisonType type = ComparisonType::kDefault;

  template <typename V>
  void visit(V& v) {
    v({.name = "direction",
       .proto_field = 63,
       .doc = "EQ, NE, GE, GT, LE or LT",
       .always_write = true},
      direction);
    v({.name = "type",
       .proto_field = 72,
       .doc = "FLOAT (partial order, the default of floats), TOTALORDER, SIGNED or UNSIGNED",
       .omit_default = true},
      type);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_COMPARE_H_
