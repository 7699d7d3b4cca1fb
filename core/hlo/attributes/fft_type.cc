#include "hlo/attributes/fft_type.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

constexpr std::string_view kNames[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr AttributeKind kFftType =
    WithChoices<FftType, kChoiceForm<kNames>>(NumberedEnumKind<FftType, kNames>("fft_type"));

}  // namespace

std::string_view FftTypeName(FftType type) { return kNames[static_cast<int>(type)]; }

template <>
const AttributeKind& AttributeKindOf<FftType>() {
  return kFftType;
}

}  // namespace hloom
