#include "builder/kinds/tensor_format.h"

#include "hlo/kinds/record_codec.h"

namespace hloom {

namespace {

constexpr JsForm kTensorFormatForm = RecordForm<TensorFormat>(
    "TensorFormat", "Which dimension of an array of pictures is which: batch, features, space.");
constexpr Codec<TensorFormat> kFormat = RecordCodec<TensorFormat, kTensorFormatForm>();

}  // namespace

template <>
const AttributeKind& AttributeKindOf<TensorFormat>() {
  return MakeKind<kFormat>();
}

}  // namespace hloom
