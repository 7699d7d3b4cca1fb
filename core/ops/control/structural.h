// Attributes of parameter, constant and get-tuple-element.
#ifndef HLOOM_OPS_CONTROL_STRUCTURAL_H_
#define HLOOM_OPS_CONTROL_STRUCTURAL_H_

#include "hlo/attribute.h"
#include "literal/literal.h"

namespace hloom {

struct ParameterAttributes {
  static constexpr AttributeField kParameterNumber = {
      .name = "parameter_number",
      .proto_field = 9,
      .doc = "its position among the arguments, from 0",
      .in_operands = true};

  int64_t parameter_number = 0;

  template <typename V>
  void visit(V& v) {
    v(kParameterNumber, parameter_number);
  }
};

struct ConstantAttributes {
  static constexpr AttributeField kLiteral = {
      .name = "literal", .proto_field = 8, .doc = "the value", .in_operands = true};

  Literal literal;

  template <typename V>
  void visit(V& v) {
    v(kLiteral, literal);
  }
};

struct GetTupleElementAttributes {
  static constexpr AttributeField kIndex = {
      .name = "index", .proto_field = 13, .doc = "which element, from 0"};

  int64_t index = 0;

  template <typename V>
  void visit(V& v) {
    v(kIndex, index);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_STRUCTURAL_H_
