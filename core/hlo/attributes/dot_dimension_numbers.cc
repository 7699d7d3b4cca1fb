#include "hlo/attributes/dot_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kDotDimensionNumbersForm = RecordForm<ByName<DotDimensionNumbers>>(
    "DotDimensionNumbers",
    "How the dimensions of a product's operands go together: which are batches, and which are "
    "summed over.");
constexpr AttributeKind kDotDimensionNumbers =
    RecordByNameKind<DotDimensionNumbers, kDotDimensionNumbersForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<DotDimensionNumbers>() {
  return kDotDimensionNumbers;
}

}  // namespace hloom
