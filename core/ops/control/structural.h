// Attributes of parameter, constant and get-tuple-element.
#ifndef HLOOM_OPS_CONTROL_STRUCTURAL_H_
#define HLOOM_OPS_CONTROL_STRUCTURAL_H_

#include "hlo/attribute.h"
#include "literal/literal.h"

namespace hloom {

struct ParameterAttributes {
  int64_t parameter_number = 0;

  template <typename V>
  void visit(V& v) {
    v({.name = "parameter_number",
       .proto_field = 9,
       .doc = "position among the arguments",
       .in_operands = true},
      parameter_number);
  }
};

struct ConstantAttributes {
  Literal literal;

  template <typename V>
  void visit(V& v) {
    v({.name = "literal", .proto_field = 8, .doc = "the value", .in_operands = true}, literal);
  }
};

struct GetTupleElementAttributes {
  int64_t index = 0;

  template <typename V>
  void visit(V& v) {
    v({.name = "index", .proto_field = 13, .doc = "which element, from 0"}, index);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_STRUCTURAL_H_
