// Attributes of cholesky.
#ifndef HLOOM_OPS_LINEAR_ALGEBRA_CHOLESKY_H_
#define HLOOM_OPS_LINEAR_ALGEBRA_CHOLESKY_H_

#include "hlo/attribute.h"

namespace hloom {

struct CholeskyAttributes {
  static constexpr AttributeField kLower = {.name = "lower",
                                            .proto_field = 1,
                                            .proto_message = 62,
                                            .doc =
                                                "true to read the lower triangle of a and return a "
                                                "lower triangular l; false for the upper",
                                            .omit_default = true};

  bool lower = false;

  template <typename V>
  void visit(V& v) {
    v(kLower, lower);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_LINEAR_ALGEBRA_CHOLESKY_H_
