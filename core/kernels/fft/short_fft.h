// Transforms of several neighboring lines at a time: each vector register holds the same element
// of all lines, so that nothing needs to be moved between its lanes.
//
//   lines  a0 a1 a2 ...   b0 b1 b2 ...   c0 ...   d0 ...
//   are    a0 b0 c0 d0    a1 b1 c1 d1    ...     once for real and once for imaginary parts
#ifndef HLOOM_KERNELS_FFT_SHORT_FFT_H_
#define HLOOM_KERNELS_FFT_SHORT_FFT_H_

#include <cstdint>
#include <vector>

#include "kernels/contractions/lanes.h"
#include "kernels/fft/unit_roots.h"

namespace hloom {

// The real and the imaginary parts of numbers.
template <typename T>
struct Planes {
  T* re;
  T* im;
};

// True if a length is a product of 2, 3, 5, 7, 11 and 13.
bool HasSmallFactors(int64_t length);
// The least power of two that holds the convolution to which another length leads.
int64_t BluesteinLength(int64_t length);

// X[k] = sum over j of x[j] exp(-2 pi i j k / length), for a length of 1 or more. Lengths with
// small factors are transformed factor by factor (Stockham's way, which leaves the elements in
// order). Others are turned into a convolution of a power of two (Bluestein's way): since
// j k = (j^2 + k^2 - (k - j)^2) / 2, with c[j] = exp(-pi i j^2 / length),
//
//   X[k] = c[k] * sum over j of (x[j] c[j]) conj(c[k - j])
template <typename T>
class ShortFft {
 public:
  ShortFft() = default;
  explicit ShortFft(int64_t length);

  int64_t length() const { return length_; }
  // The rows of elements that `data` and `spare` must have room for.
  int64_t rows() const { return convolved_; }

  // Transforms `width` lines, a multiple of the lanes of a vector. `data` holds them; the result is
  // in either of the two, whose contents are lost.
  Planes<T> Run(Planes<T> data, Planes<T> spare, int64_t width) const;

 private:
  struct Pass {
    int radix;
    int64_t count;    // of butterflies along the line
    size_t twiddles;  // where theirs begin, radix - 1 for each
  };

  void PlanPasses(int64_t length);
  void PlanConvolution();
  Planes<T> RunPasses(Planes<T> data, Planes<T> spare, int64_t width) const;

  int64_t length_ = 0;
  int64_t convolved_ = 0;  // the length of the passes
  std::vector<Pass> passes_;
  std::vector<T> twiddles_;
  // For Bluestein's way: c, and the transform of its conjugate, divided by the length.
  std::vector<T> chirp_;
  std::vector<T> spectrum_;
};

extern template class ShortFft<float>;
extern template class ShortFft<double>;

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_SHORT_FFT_H_
