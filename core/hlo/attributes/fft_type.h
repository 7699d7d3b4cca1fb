// Kind fft_type: which Fourier transform, RFFT.
#ifndef HLOOM_HLO_ATTRIBUTES_FFT_TYPE_H_
#define HLOOM_HLO_ATTRIBUTES_FFT_TYPE_H_

#include <cstdint>
#include <string_view>

#include "hlo/attribute.h"

namespace hloom {

// Forward and inverse, of complex numbers, and from and to real ones. The numbers are those of
// XLA's proto.
enum class FftType : uint8_t { kFft, kIfft, kRfft, kIrfft };

std::string_view FftTypeName(FftType type);  // "RFFT"

template <>
const AttributeKind& AttributeKindOf<FftType>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_FFT_TYPE_H_
