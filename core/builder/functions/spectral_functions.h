// Builder functions of Fourier transforms.
#ifndef HLOOM_BUILDER_FUNCTIONS_SPECTRAL_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_SPECTRAL_FUNCTIONS_H_

#include "builder/xla_builder.h"
#include "hlo/attributes/enumerations.h"

namespace hloom {

// Computes the discrete Fourier transform of the innermost dimensions, one for each entry of
// fft_length: f32[5,16] with RFFT and {16} gives c64[5,9].
XlaOp Fft(XlaOp operand, FftType fft_type, Span<const int64_t> fft_length);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_SPECTRAL_FUNCTIONS_H_
