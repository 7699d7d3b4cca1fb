// The parts of conversions that builder functions need.
#ifndef HLOOM_OPS_ELEMENTWISE_CONVERSION_H_
#define HLOOM_OPS_ELEMENTWISE_CONVERSION_H_

#include "ops/op_def.h"

namespace hloom {

// The result of bitcast-convert. bitcast_convert.c1 to c4.
StatusOr<Shape> InferBitcastConvertShape(const Shape& operand, PrimitiveType new_element_type);

struct ReducePrecisionAttributes {
  static constexpr AttributeField kExponentBits = {
      .name = "exponent_bits",
      .proto_field = 18,
      .doc = "the exponent bits of the narrower format, 1 or more"};
  static constexpr AttributeField kMantissaBits = {
      .name = "mantissa_bits",
      .proto_field = 19,
      .doc = "the mantissa bits of the narrower format, 0 or more"};

  int64_t exponent_bits = 0;
  int64_t mantissa_bits = 0;
  template <typename V>
  void visit(V& v) {
    v(kExponentBits, exponent_bits);
    v(kMantissaBits, mantissa_bits);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_ELEMENTWISE_CONVERSION_H_
