#include "hlo/attributes/ragged_dot_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kForm = RecordForm<ByName<RaggedDotDimensionNumbers>>(
    "RaggedDotDimensionNumbers",
    "How the dimensions of the operands of RaggedDot go together, and which is divided into "
    "groups.");
constexpr AttributeKind kNumbers = RecordByNameKind<RaggedDotDimensionNumbers, kForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<RaggedDotDimensionNumbers>() {
  return kNumbers;
}

}  // namespace hloom
