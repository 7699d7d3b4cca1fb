#include "hlo/attributes/convolution_kind.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kConvolutionKindNames[] = {"unset", "fprop", "dgrad", "wgrad"};
constexpr AttributeKind kConvolutionKind =
    NumberedEnumKind<ConvolutionKind, kConvolutionKindNames>("convolution_kind");

}  // namespace

template <>
const AttributeKind& AttributeKindOf<ConvolutionKind>() {
  return kConvolutionKind;
}

}  // namespace hloom
