#include "builder/kinds/tensor_format.h"

#include "hlo/kinds/record_kind.h"

namespace hloom {

namespace {

constexpr JsForm kTensorFormatForm = RecordForm<TensorFormat>(
    "TensorFormat", "Which dimension of an array of pictures is which: batch, features, space.");
constexpr AttributeKind kFormat = RecordKind<TensorFormat, kTensorFormatForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<TensorFormat>() {
  return kFormat;
}

}  // namespace hloom
