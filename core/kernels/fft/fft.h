// Fourier transforms of the innermost dimensions of an array.
//
//   forward   X[k] = sum over j of x[j] exp(-2 pi i j k / n)
//   inverse   x[j] = sum over k of X[k] exp(2 pi i j k / n) / n
//
// and so along each of the dimensions. Numbers have the parts that their arrays have, and roots of
// unity are computed in double and rounded.
#ifndef HLOOM_KERNELS_FFT_FFT_H_
#define HLOOM_KERNELS_FFT_FFT_H_

#include <memory>

#include "base/span.h"
#include "kernels/kernel.h"

namespace hloom {

enum class FftKind { kForward, kInverse, kForwardReal, kInverseReal };

// A transform of arrays of these sizes and strides (of elements). No size may be 0.
struct FftArrays {
  FftKind kind = FftKind::kForward;
  bool wide = false;  // parts are double, not float
  // The lengths of the lines along the innermost dimensions. kForwardReal takes real numbers, and
  // gives length / 2 + 1 complex ones along the last dimension; kInverseReal does the reverse. The
  // other two kinds keep the sizes of the array, which need not be the lengths: each line is cut or
  // filled up with zeros to its length, and so is the result.
  Span<const int64_t> lengths;
  Span<const int64_t> operand_sizes;
  Span<const int64_t> operand_strides;
  Span<const int64_t> result_sizes;
  Span<const int64_t> result_strides;
};

class PlannedFft;

class FourierTransform {
 public:
  explicit FourierTransform(const FftArrays& arrays);
  ~FourierTransform();

  // The arrays may be the same memory, if their sizes and strides are the same too. This and they
  // outlive the kernel.
  Kernel Run(const std::byte* operand, std::byte* result) const;
  // True if Run does all the work, and is done when it returns.
  bool is_small() const;

 private:
  const std::unique_ptr<const PlannedFft> plan_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_FFT_H_
