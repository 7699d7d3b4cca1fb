// The kinds of XLA's messages of dimension numbers, which are records.
#include "hlo/attributes/dot_dimension_numbers.h"
#include "hlo/attributes/gather_dimension_numbers.h"
#include "hlo/attributes/ragged_dot_dimension_numbers.h"
#include "hlo/attributes/scatter_dimension_numbers.h"
#include "hlo/kinds/record_codec.h"

namespace hloom {

namespace {

constexpr JsForm kDotDimensionNumbersForm = RecordForm<ByName<DotDimensionNumbers>>(
    "DotDimensionNumbers",
    "The pairs of dimensions of a product's operands: batch dimensions, and contracting ones, "
    "which are summed over.");
constexpr Codec<DotDimensionNumbers> kDotDimensionNumbers =
    RecordByNameCodec<DotDimensionNumbers, kDotDimensionNumbersForm>();

constexpr JsForm kRaggedDotDimensionNumbersForm = RecordForm<ByName<RaggedDotDimensionNumbers>>(
    "RaggedDotDimensionNumbers",
    "The pairs of dimensions of RaggedDot's operands, and the dimension that is divided into "
    "groups.");
constexpr Codec<RaggedDotDimensionNumbers> kRaggedDotDimensionNumbers =
    RecordByNameCodec<RaggedDotDimensionNumbers, kRaggedDotDimensionNumbersForm>();

constexpr JsForm kGatherDimensionNumbersForm = RecordForm<GatherDimensionNumbers>(
    "GatherDimensionNumbers", "The roles of the dimensions of gather's operands and result.");
constexpr Codec<GatherDimensionNumbers> kGatherDimensionNumbers =
    RecordCodec<GatherDimensionNumbers, kGatherDimensionNumbersForm>();

constexpr JsForm kScatterDimensionNumbersForm = RecordForm<ScatterDimensionNumbers>(
    "ScatterDimensionNumbers", "The roles of the dimensions of scatter's operands and updates.");
constexpr Codec<ScatterDimensionNumbers> kScatterDimensionNumbers =
    RecordCodec<ScatterDimensionNumbers, kScatterDimensionNumbersForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<DotDimensionNumbers>() {
  return MakeKind<kDotDimensionNumbers>();
}
template <>
const AttributeKind& AttributeKindOf<RaggedDotDimensionNumbers>() {
  return MakeKind<kRaggedDotDimensionNumbers>();
}
template <>
const AttributeKind& AttributeKindOf<GatherDimensionNumbers>() {
  return MakeKind<kGatherDimensionNumbers>();
}
template <>
const AttributeKind& AttributeKindOf<ScatterDimensionNumbers>() {
  return MakeKind<kScatterDimensionNumbers>();
}

}  // namespace hloom
