#include "hlo/attributes/scatter_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kForm = RecordForm<ScatterDimensionNumbers>(
    "ScatterDimensionNumbers",
    "How scatter finds its windows and where their elements come from: which dimension is which.");
constexpr AttributeKind kNumbers = RecordKind<ScatterDimensionNumbers, kForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<ScatterDimensionNumbers>() {
  return kNumbers;
}

}  // namespace hloom
