#include "hlo/attributes/enumerations.h"

#include "hlo/kinds/enum_codec.h"

namespace hloom {

namespace {

// ---- compare ----

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kComparisonTypes[] = {"DEFAULT", "FLOAT", "TOTALORDER", "SIGNED",
                                                 "UNSIGNED"};
constexpr std::string_view kOrders[] = {"DEFAULT", "PARTIAL", "TOTAL", "WEAK"};

constexpr Codec<ComparisonDirection> kComparisonDirection = WithChoices<kChoiceForm<kDirections>>(
    EnumCodec<ComparisonDirection, kDirections>("comparison_direction"));
constexpr Codec<ComparisonType> kComparisonType = WithChoices<kChoiceForm<kComparisonTypes>>(
    EnumCodec<ComparisonType, kComparisonTypes>("comparison_type"));
constexpr Codec<ComparisonOrder> kComparisonOrder =
    EnumCodec<ComparisonOrder, kOrders>("comparison_order");

// ---- convolutions ----

constexpr std::string_view kConvolutionKinds[] = {"unset", "fprop", "dgrad", "wgrad"};
constexpr std::string_view kPaddingTypes[] = {"PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"};
// JavaScript gives one of the others.
constexpr std::string_view kPaddingTypeChoices[] = {"PADDING_VALID", "PADDING_SAME"};

constexpr Codec<ConvolutionKind> kConvolutionKind =
    NumberedEnumCodec<ConvolutionKind, kConvolutionKinds>("convolution_kind");
constexpr Codec<PaddingType> kPaddingType = WithChoices<kChoiceForm<kPaddingTypeChoices>, 1>(
    NumberedEnumCodec<PaddingType, kPaddingTypes>("padding_type"));

// ---- fusions ----

constexpr std::string_view kFusionKinds[] = {"kLoop", "kInput", "kOutput", "kCustom"};

constexpr Codec<FusionKind> kFusionKind = EnumCodec<FusionKind, kFusionKinds>("fusion_kind");

// ---- mathematical operations ----

using Transpose = TriangularSolveOptions::Transpose;

constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                                            "ADJOINT"};
// The values that programs may choose.
constexpr std::string_view kTransposeChoices[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};

constexpr Codec<FftType> kFftType =
    WithChoices<kChoiceForm<kFftTypes>>(NumberedEnumCodec<FftType, kFftTypes>("fft_type"));
constexpr Codec<Transpose> kTranspose = WithChoices<kChoiceForm<kTransposeChoices>, 1>(
    NumberedEnumCodec<Transpose, kTransposes>("transpose_a"));

// ---- random numbers ----

constexpr std::string_view kRandomAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};
constexpr std::string_view kDistributions[] = {"rng_invalid", "rng_uniform", "rng_normal"};
// In programs they are written as XlaBuilder has them.
constexpr std::string_view kBuilderAlgorithms[] = {"RNG_DEFAULT", "RNG_THREE_FRY", "RNG_PHILOX"};

constexpr Codec<RandomAlgorithm> kRandomAlgorithm = WithChoices<kChoiceForm<kBuilderAlgorithms>>(
    NumberedEnumCodec<RandomAlgorithm, kRandomAlgorithms>("random_algorithm"));
constexpr Codec<RandomDistribution> kRandomDistribution =
    NumberedEnumCodec<RandomDistribution, kDistributions>("random_distribution");

}  // namespace

std::string_view ComparisonDirectionName(ComparisonDirection direction) {
  return kDirections[static_cast<int>(direction)];
}
std::string_view ComparisonTypeName(ComparisonType type) {
  return kComparisonTypes[static_cast<int>(type)];
}
std::string_view ComparisonOrderName(ComparisonOrder order) {
  return kOrders[static_cast<int>(order)];
}
std::string_view FftTypeName(FftType type) { return kFftTypes[static_cast<int>(type)]; }
std::string_view RandomAlgorithmName(RandomAlgorithm algorithm) {
  return kRandomAlgorithms[static_cast<int>(algorithm)];
}
std::string_view RandomDistributionName(RandomDistribution distribution) {
  return kDistributions[static_cast<int>(distribution)];
}

template <>
const AttributeKind& AttributeKindOf<ComparisonDirection>() {
  return MakeKind<kComparisonDirection>();
}
template <>
const AttributeKind& AttributeKindOf<ComparisonType>() {
  return MakeKind<kComparisonType>();
}
template <>
const AttributeKind& AttributeKindOf<ComparisonOrder>() {
  return MakeKind<kComparisonOrder>();
}
template <>
const AttributeKind& AttributeKindOf<ConvolutionKind>() {
  return MakeKind<kConvolutionKind>();
}
template <>
const AttributeKind& AttributeKindOf<PaddingType>() {
  return MakeKind<kPaddingType>();
}
template <>
const AttributeKind& AttributeKindOf<FusionKind>() {
  return MakeKind<kFusionKind>();
}
template <>
const AttributeKind& AttributeKindOf<FftType>() {
  return MakeKind<kFftType>();
}
template <>
const AttributeKind& AttributeKindOf<TriangularSolveOptions::Transpose>() {
  return MakeKind<kTranspose>();
}
template <>
const AttributeKind& AttributeKindOf<RandomAlgorithm>() {
  return MakeKind<kRandomAlgorithm>();
}
template <>
const AttributeKind& AttributeKindOf<RandomDistribution>() {
  return MakeKind<kRandomDistribution>();
}

}  // namespace hloom
