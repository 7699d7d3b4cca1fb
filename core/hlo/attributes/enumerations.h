// Kinds of XLA's enumerations that operations have as attributes. The numbers are those of XLA's
// proto, and enumerators that are written in capitals have XLA's names.
#ifndef HLOOM_HLO_ATTRIBUTES_ENUMERATIONS_H_
#define HLOOM_HLO_ATTRIBUTES_ENUMERATIONS_H_

#include <cstdint>
#include <string_view>

#include "hlo/attribute.h"

namespace hloom {

// ---- compare: XLA's ComparisonDirection, Comparison::Type and Comparison::Order ----

enum class ComparisonDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
// kDefault: depends on the element type; for floats it is the partial order.
enum class ComparisonType : uint8_t { kDefault, kFloat, kTotalOrder, kSigned, kUnsigned };
// kDefault: depends on the comparison type.
enum class ComparisonOrder : uint8_t { kDefault, kPartial, kTotal, kWeak };

std::string_view ComparisonDirectionName(ComparisonDirection direction);  // "EQ"
std::string_view ComparisonTypeName(ComparisonType type);                 // "TOTALORDER"
std::string_view ComparisonOrderName(ComparisonOrder order);              // "TOTAL"

template <>
const AttributeKind& AttributeKindOf<ComparisonDirection>();
template <>
const AttributeKind& AttributeKindOf<ComparisonType>();
template <>
const AttributeKind& AttributeKindOf<ComparisonOrder>();

// ---- convolutions ----

// The role of a convolution in a training step: the forward pass, the gradient of the data, the
// gradient of the weights. XLA's GPU passes set it when they choose a library function; operands
// and window are still those of the convolution itself. In text fprop.
enum class ConvolutionKind : uint8_t { kUnset, kForward, kDataGradient, kWeightsGradient };
// The padding of a convolution of dynamic sizes, PADDING_SAME. PADDING_INVALID means that no padding
// is stated.
enum class PaddingType : uint8_t { kInvalid, kValid, kSame };

template <>
const AttributeKind& AttributeKindOf<ConvolutionKind>();
template <>
const AttributeKind& AttributeKindOf<PaddingType>();

// ---- fusions: XLA's HloInstruction::FusionKind, the strategy of a back end ----

enum class FusionKind : uint8_t { kLoop, kInput, kOutput, kCustom };

template <>
const AttributeKind& AttributeKindOf<FusionKind>();

// ---- mathematical operations ----

// Fourier transforms: forward and inverse, of complex numbers, and from and to real ones.
enum class FftType : uint8_t { FFT, IFFT, RFFT, IRFFT };

std::string_view FftTypeName(FftType type);  // "RFFT"

struct TriangularSolveOptions {
  // The form of a matrix. TRANSPOSE_INVALID means that the program states none.
  enum Transpose : uint8_t { TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT };
};

template <>
const AttributeKind& AttributeKindOf<FftType>();
template <>
const AttributeKind& AttributeKindOf<TriangularSolveOptions::Transpose>();

// ---- random numbers ----

enum class RandomAlgorithm : uint8_t { RNG_DEFAULT, RNG_THREE_FRY, RNG_PHILOX };
enum class RandomDistribution : uint8_t { RNG_INVALID, RNG_UNIFORM, RNG_NORMAL };

// "rng_three_fry", as HLO text has it.
std::string_view RandomAlgorithmName(RandomAlgorithm algorithm);
std::string_view RandomDistributionName(RandomDistribution distribution);

template <>
const AttributeKind& AttributeKindOf<RandomAlgorithm>();
template <>
const AttributeKind& AttributeKindOf<RandomDistribution>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_ENUMERATIONS_H_
