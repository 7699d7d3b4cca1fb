// Kind quantized_range: the numbers that the least and the greatest code of quantized numbers stand
// for. Names as in XLA's QuantizedRange. Only arguments of builder functions have it.
#ifndef HLOOM_BUILDER_KINDS_QUANTIZED_RANGE_H_
#define HLOOM_BUILDER_KINDS_QUANTIZED_RANGE_H_

#include "hlo/attribute.h"
#include "hlo/kinds/numbers.h"

namespace hloom {

struct QuantizedRange {
  QuantizedRange() = default;
  QuantizedRange(float min_in, float max_in) : min(min_in), max(max_in) {}

  template <typename V>
  void visit(V& v) {
    v({.name = "min", .doc = "the number of the code 0"}, min);
    v({.name = "max", .doc = "the number of the greatest code"}, max);
  }

  friend bool operator==(const QuantizedRange&, const QuantizedRange&) = default;

  float min = 0;
  float max = 0;
};

template <>
const AttributeKind& AttributeKindOf<QuantizedRange>();

}  // namespace hloom

#endif  // HLOOM_BUILDER_KINDS_QUANTIZED_RANGE_H_
