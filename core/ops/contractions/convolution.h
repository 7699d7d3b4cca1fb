// Attributes of convolution.
#ifndef HLOOM_OPS_CONTRACTIONS_CONVOLUTION_H_
#define HLOOM_OPS_CONTRACTIONS_CONVOLUTION_H_

#include "hlo/attributes/convolution_dimension_numbers.h"
#include "hlo/attributes/enumerations.h"
#include "hlo/attributes/integers.h"
#include "hlo/attributes/precision_config.h"
#include "hlo/attributes/window.h"
#include "ops/contractions/further_operands.h"

namespace hloom {

struct ConvolutionAttributes {
  static constexpr AttributeField kFeatureGroupCount = {
      .name = "feature_group_count",
      .proto_field = 50,
      .doc =
          "the number of groups that the features of input and output are divided into; each group "
          "of output features is computed from one group of input features",
      .omit_default = true,
      .always_write = true};
  static constexpr AttributeField kBatchGroupCount = {
      .name = "batch_group_count",
      .proto_field = 58,
      .doc =
          "the number of groups that the input's batch and the output features are divided into; "
          "each group of output features is computed from one group of the batch",
      .omit_default = true,
      .always_write = true};

  Window window;  // an entry for each spatial dimension, by their numbers
  ConvolutionDimensionNumbers dimension_numbers;
  GroupCount feature_group_count;
  GroupCount batch_group_count;
  ConvolutionKind convolution_kind = ConvolutionKind::kUnset;
  PrecisionConfig precision_config;
  FurtherOperands further;

  // The fields are in the order of XLA's text.
  template <typename V>
  void visit(V& v) {
    v({.name = "window",
       .proto_field = 15,
       .doc = "for each spatial dimension, the size of the kernel, its stride, the padding of the "
              "input (negative: elements at the edge are left out), the dilations of input "
              "(lhs_dilate) and kernel (rhs_dilate), and the reversal of the kernel "
              "(rhs_reversal); left out if there are no spatial dimensions",
       .omit_default = true,
       .always_write = true},
      window);
    v({.name = "dim_labels",
       .proto_field = 16,
       .doc = "the labels of the dimensions of input, kernel and output, such as b01f_01io->b01f: "
              "b batch, f feature, i input feature, o output feature, and the numbers of spatial "
              "dimensions",
       .always_write = true},
      dimension_numbers);
    v(kFeatureGroupCount, feature_group_count);
    v(kBatchGroupCount, batch_group_count);
    v({.name = "convolution_kind",
       .proto_field = 97,
       .doc = "the kind of convolution that XLA's GPU passes recognized: fprop, the forward pass; "
              "dgrad, the gradient of the data; or wgrad, the gradient of the weights. It never "
              "changes a result",
       .omit_default = true},
      convolution_kind);
    precision_config.visit(v);
    further.visit(v);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_CONVOLUTION_H_
