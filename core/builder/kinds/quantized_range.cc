#include "builder/kinds/quantized_range.h"

#include "hlo/kinds/record_codec.h"

namespace hloom {

namespace {

constexpr JsForm kQuantizedRangeForm =
    RecordForm<QuantizedRange>("QuantizedRange", "The numbers of the least and the greatest code.");
constexpr Codec<QuantizedRange> kQuantizedRange =
    RecordCodec<QuantizedRange, kQuantizedRangeForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<QuantizedRange>() {
  return MakeKind<kQuantizedRange>();
}

}  // namespace hloom
