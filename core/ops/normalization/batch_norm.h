// Attributes of batch-norm-training, batch-norm-inference and batch-norm-grad.
#ifndef HLOOM_OPS_NORMALIZATION_BATCH_NORM_H_
#define HLOOM_OPS_NORMALIZATION_BATCH_NORM_H_

#include "hlo/kinds/numbers.h"

namespace hloom {

struct BatchNormAttributes {
  static constexpr AttributeField kEpsilon = {
      .name = "epsilon",
      .proto_field = 24,
      .doc = "a small number that is added to variances, so that their square roots are not 0"};
  static constexpr AttributeField kFeatureIndex = {
      .name = "feature_index", .proto_field = 25, .doc = "the feature dimension of the operand"};

  float epsilon = 0;
  int64_t feature_index = 0;

  template <typename V>
  void visit(V& v) {
    v(kEpsilon, epsilon);
    v(kFeatureIndex, feature_index);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_NORMALIZATION_BATCH_NORM_H_
