// Attributes of fft.
#ifndef HLOOM_OPS_SPECTRAL_FFT_H_
#define HLOOM_OPS_SPECTRAL_FFT_H_

#include <vector>

#include "hlo/attributes/enumerations.h"

namespace hloom {

struct FftAttributes {
  static constexpr AttributeField kFftType = {
      .name = "fft_type",
      .proto_field = 31,
      .doc = "FFT or IFFT, of complex numbers; RFFT, of real ones; IRFFT, which gives real ones"};
  static constexpr AttributeField kFftLength = {
      .name = "fft_length",
      .proto_field = 32,
      .doc =
          "the sizes of the innermost one, two or three dimensions in the time domain: if one side "
          "of the transform is real, the sizes of that side"};

  FftType fft_type = FftType::FFT;
  std::vector<int64_t> fft_length;

  template <typename V>
  void visit(V& v) {
    v(kFftType, fft_type);
    v(kFftLength, fft_length);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_SPECTRAL_FFT_H_
