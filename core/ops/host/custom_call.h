// Attributes of custom-call: a function that the host knows by name.
#ifndef HLOOM_OPS_HOST_CUSTOM_CALL_H_
#define HLOOM_OPS_HOST_CUSTOM_CALL_H_

#include <optional>
#include <string>

#include "hlo/attributes/convolution_dimension_numbers.h"
#include "hlo/attributes/custom_call.h"
#include "hlo/attributes/enumerations.h"
#include "hlo/attributes/integers.h"
#include "hlo/attributes/precision_config.h"
#include "hlo/attributes/window.h"
#include "hlo/kinds/literals.h"
#include "hlo/kinds/shapes.h"
#include "hlo/kinds/text.h"

namespace hloom {

struct CustomCallAttributes {
  static constexpr AttributeField kWindow = {.name = "window",
                                             .proto_field = 15,
                                             .doc = "if the function is a convolution, its window",
                                             .omit_default = true};
  static constexpr AttributeField kLiteral = {
      .name = "literal",
      .proto_field = 8,
      .doc = "a literal that belongs to the call; hloom ignores it",
      .omit_default = true};
  static constexpr AttributeField kSchedule = {
      .name = "schedule",
      .proto_field = 76,
      .doc = "when a back end should run it; hloom ignores it",
      .omit_default = true};
  static constexpr AttributeField kApiVersion = {
      .name = "api_version",
      .proto_field = 77,
      .doc = "the way XLA's back ends call it; hloom ignores it",
      .omit_default = true,
      .always_write = true};
  // Attributes of the convolution that the function computes, if it does; hloom ignores them.
  std::optional<Window> window;
  std::optional<ConvolutionDimensionNumbers> dimension_numbers;
  GroupCount feature_group_count;
  GroupCount batch_group_count;
  PrecisionConfig precision_config;
  PaddingType padding_type = PaddingType::kInvalid;
  std::string custom_call_target;
  LayoutConstraints operand_layout_constraints;
  bool has_side_effect = false;
  ShapedLiteral literal;
  OutputOperandAliasing output_to_operand_aliasing;
  CustomCallSchedule schedule = CustomCallSchedule::kNone;
  CustomCallApiVersion api_version = CustomCallApiVersion::kOriginal;

  // The fields are in the order of XLA's text.
  template <typename V>
  void visit(V& v) {
    v(kWindow, window);
    v({.name = "dim_labels",
       .proto_field = 16,
       .doc = "if the function is a convolution, the labels of the dimensions of input, kernel and "
              "output",
       .omit_default = true},
      dimension_numbers);
    v({.name = "feature_group_count",
       .proto_field = 50,
       .doc =
           "if the function is a convolution, the number of groups that features are divided into; "
           "1 or more",
       .omit_default = true,
       .always_write = true},
      feature_group_count);
    v({.name = "batch_group_count",
       .proto_field = 58,
       .doc =
           "if the function is a convolution, the number of groups that the batch is divided into; "
           "1 or more",
       .omit_default = true,
       .always_write = true},
      batch_group_count);
    precision_config.visit(v);
    v({.name = "padding_type",
       .proto_field = 75,
       .doc = "if the function is a convolution of dynamic sizes, how it is padded",
       .omit_default = true},
      padding_type);
    v({.name = "custom_call_target", .proto_field = 28, .doc = "the name of the function"},
      custom_call_target);
    v({.name = "operand_layout_constraints",
       .proto_field = kLayoutConstraintsField,
       .proto_flag = kConstrainLayoutField,
       .doc = "the operands' shapes, with the layouts that the function expects",
       .omit_default = true},
      operand_layout_constraints);
    v({.name = "custom_call_has_side_effect",
       .proto_field = 65,
       .doc = "true if the function has side effects",
       .omit_default = true},
      has_side_effect);
    v(kLiteral, literal);
    v({.name = "output_to_operand_aliasing",
       .proto_field = 74,
       .doc = "the parts of the result that may share memory with parts of operands",
       .omit_default = true},
      output_to_operand_aliasing);
    v(kSchedule, schedule);
    v(kApiVersion, api_version);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_CUSTOM_CALL_H_
