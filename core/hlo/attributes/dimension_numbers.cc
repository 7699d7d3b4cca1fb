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
    "How the dimensions of a product's operands go together: which are batches, and which are "
    "summed over.");
constexpr Codec<DotDimensionNumbers> kDotDimensionNumbers =
    RecordByNameCodec<DotDimensionNumbers, kDotDimensionNumbersForm>();

constexpr JsForm kRaggedDotDimensionNumbersForm = RecordForm<ByName<RaggedDotDimensionNumbers>>(
    "RaggedDotDimensionNumbers",
    "How the dimensions of the operands of RaggedDot go together, and which is divided into "
    "groups.");
constexpr Codec<RaggedDotDimensionNumbers> kRaggedDotDimensionNumbers =
    RecordByNameCodec<RaggedDotDimensionNumbers, kRaggedDotDimensionNumbersForm>();

constexpr JsForm kGatherDimensionNumbersForm = RecordForm<GatherDimensionNumbers>(
    "GatherDimensionNumbers",
    "How gather finds its slices and lays them out: which dimension is which.");
constexpr Codec<GatherDimensionNumbers> kGatherDimensionNumbers =
    RecordCodec<GatherDimensionNumbers, kGatherDimensionNumbersForm>();

constexpr JsForm kScatterDimensionNumbersForm = RecordForm<ScatterDimensionNumbers>(
    "ScatterDimensionNumbers",
    "How scatter finds its windows and where their elements come from: which dimension is which.");
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
