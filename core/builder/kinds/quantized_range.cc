#include "builder/kinds/quantized_range.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kQuantizedRangeForm = RecordForm<QuantizedRange>(
    "QuantizedRange", "The numbers that the least and the greatest code stand for.");
constexpr AttributeKind kQuantizedRange = RecordKind<QuantizedRange, kQuantizedRangeForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<QuantizedRange>() {
  return kQuantizedRange;
}

}  // namespace hloom
