#include "hlo/attributes/gather_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kForm = RecordForm<GatherDimensionNumbers>(
    "GatherDimensionNumbers",
    "How gather finds its slices and lays them out: which dimension is which.");
constexpr AttributeKind kNumbers = RecordKind<GatherDimensionNumbers, kForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<GatherDimensionNumbers>() {
  return kNumbers;
}

}  // namespace hloom
