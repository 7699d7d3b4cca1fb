#include "hlo/attributes/scatter_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kScatterDimensionNumbersForm = RecordForm<ScatterDimensionNumbers>(
    "ScatterDimensionNumbers",
    "How scatter finds its windows and where their elements come from: which dimension is which.");
constexpr AttributeKind kScatterDimensionNumbers =
    RecordKind<ScatterDimensionNumbers, kScatterDimensionNumbersForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<ScatterDimensionNumbers>() {
  return kScatterDimensionNumbers;
}

}  // namespace hloom
