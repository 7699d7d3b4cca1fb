// Transforms of one long line, in tasks.
#ifndef HLOOM_KERNELS_FFT_LONG_FFT_H_
#define HLOOM_KERNELS_FFT_LONG_FFT_H_

#include "kernels/fft/line_blocks.h"
#include "kernels/kernel.h"

namespace hloom {

// A line of a * b elements is a matrix of a rows and b columns. Its columns are transformed, the
// elements are turned by roots of the whole, and then the rows are transformed (Bailey's way):
//
//   X[k + a m] = sum over j of w_b^(j m) ( w^(j k) sum over i of w_a^(i k) x[b i + j] )
//
// where w, w_a and w_b are exp(-2 pi i / n) for n = a b, a and b. Both steps take several columns
// at a time, whose elements are neighbors.
template <typename T>
class LongFft {
 public:
  LongFft() = default;
  // The length has small factors only.
  explicit LongFft(int64_t length);

  int64_t length() const { return length_; }

  // Transforms a line. `between` has room for its numbers; `to` may be the same memory as `from`.
  // With `inverse`, it is the conjugate transform, and the result is divided by `divisor`. The
  // arguments outlive the kernel.
  Kernel Run(Lines<const T> from, bool inverse, T divisor, T* between, Lines<T> to) const;

 private:
  static constexpr int64_t kWidth = 2 * VectorOf<T>::kLanes;

  void RunColumns(const Lines<const T>& from, bool inverse, int64_t task, T* between,
                  T* room) const;
  void RunRows(const T* between, bool inverse, T divisor, int64_t task, const Lines<T>& to,
               T* room) const;
  void Turn(int64_t column, int64_t width, Planes<T> data) const;

  int64_t length_ = 0;
  ShortFft<T> columns_;
  ShortFft<T> rows_;
  RootTable roots_;
  // w^(k l) for the lines l of a block, row k by row k.
  std::vector<T> turns_;
};

extern template class LongFft<float>;
extern template class LongFft<double>;

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_LONG_FFT_H_
