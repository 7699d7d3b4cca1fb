#include "hlo/attributes/ragged_dot_dimension_numbers.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kRaggedDotDimensionNumbersForm = RecordForm<ByName<RaggedDotDimensionNumbers>>(
    "RaggedDotDimensionNumbers",
    "How the dimensions of the operands of RaggedDot go together, and which is divided into "
    "groups.");
constexpr AttributeKind kRaggedDotDimensionNumbers =
    RecordByNameKind<RaggedDotDimensionNumbers, kRaggedDotDimensionNumbersForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<RaggedDotDimensionNumbers>() {
  return kRaggedDotDimensionNumbers;
}

}  // namespace hloom
