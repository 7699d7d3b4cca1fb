#include "hlo/attributes/gather_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kGatherDimensionNumbersForm = RecordForm<GatherDimensionNumbers>(
    "GatherDimensionNumbers",
    "How gather finds its slices and lays them out: which dimension is which.");
constexpr AttributeKind kGatherDimensionNumbers =
    RecordKind<GatherDimensionNumbers, kGatherDimensionNumbersForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<GatherDimensionNumbers>() {
  return kGatherDimensionNumbers;
}

}  // namespace hloom
