#include "hlo/attributes/dot_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kForm = RecordForm<ByName<DotDimensionNumbers>>(
    "DotDimensionNumbers",
    "How the dimensions of a product's operands go together: which are batches, and which are "
    "summed over.");
constexpr AttributeKind kNumbers = RecordByNameKind<DotDimensionNumbers, kForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<DotDimensionNumbers>() {
  return kNumbers;
}

}  // namespace hloom
