// Attributes of compare, for the builder, and its order.
#ifndef HLOOM_OPS_ELEMENTWISE_COMPARE_H_
#define HLOOM_OPS_ELEMENTWISE_COMPARE_H_

#include "hlo/attributes/enumerations.h"
#include "shape/primitive_type.h"

namespace hloom {

class HloInstruction;

struct CompareAttributes {
  static constexpr AttributeField kDirection = {.name = "direction",
                                                .proto_field = 63,
                                                .doc = "the comparison: EQ, NE, GE, GT, LE or LT",
                                                .always_write = true};

  ComparisonDirection direction = ComparisonDirection::kEq;
  ComparisonType type = ComparisonType::kDefault;
  ComparisonOrder order = ComparisonOrder::kDefault;

  template <typename V>
  void visit(V& v) {
    v(kDirection, direction);
    v({.name = "type",
       .proto_field = 72,
       .doc = "FLOAT (partial order, the default of floats), TOTALORDER, SIGNED or UNSIGNED",
       .omit_default = true},
      type);
    v({.name = "order",
       .proto_field = 102,
       .doc = "PARTIAL or TOTAL: newer versions of XLA write this instead of the type",
       .omit_default = true},
      order);
  }
};

// Writes the attributes in XLA's shortest form: nothing if the comparison is that of the element
// type, and type=TOTALORDER for order=TOTAL. Inconsistent attributes do not change.
void SimplifyComparison(CompareAttributes& attributes, PrimitiveType type);

// Returns whether the instruction, a compare, orders floats by their bits: -NaN, -inf ... -0, 0 ...
// inf, NaN.
bool IsTotalOrderOfFloats(const HloInstruction& compare);

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_COMPARE_H_
