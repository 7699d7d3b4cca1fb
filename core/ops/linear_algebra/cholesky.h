// Attributes of cholesky.
#ifndef HLOOM_OPS_LINEAR_ALGEBRA_CHOLESKY_H_
#define HLOOM_OPS_LINEAR_ALGEBRA_CHOLESKY_H_

#include "hlo/attribute.h"

namespace hloom {

struct CholeskyAttributes {
  static constexpr AttributeField kLower = {
      .name = "lower",
      .proto_field = 1,
      .proto_message = 62,
      .doc =
          "whether the lower triangle of a is read and l is lower triangular; otherwise the upper",
      .omit_default = true};

  bool lower = false;

  template <typename V>
  void visit(V& v) {
    v(kLower, lower);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_LINEAR_ALGEBRA_CHOLESKY_H_
