#include "hlo/attributes/math_kinds.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

using Transpose = TriangularSolveOptions::Transpose;

constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                                            "ADJOINT"};
// The values that programs may choose.
constexpr std::string_view kTransposeChoices[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};

constexpr AttributeKind kFftTypeKind =
    WithChoices<FftType, kChoiceForm<kFftTypes>>(NumberedEnumKind<FftType, kFftTypes>("fft_type"));
constexpr AttributeKind kTransposeKind = WithChoices<Transpose, kChoiceForm<kTransposeChoices>, 1>(
    NumberedEnumKind<Transpose, kTransposes>("transpose_a"));

}  // namespace

std::string_view FftTypeName(FftType type) { return kFftTypes[static_cast<int>(type)]; }

template <>
const AttributeKind& AttributeKindOf<FftType>() {
  return kFftTypeKind;
}
template <>
const AttributeKind& AttributeKindOf<TriangularSolveOptions::Transpose>() {
  return kTransposeKind;
}

}  // namespace hloom
