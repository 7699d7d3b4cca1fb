// Transforms along one dimension of an array.
#ifndef HLOOM_KERNELS_FFT_AXIS_FFT_H_
#define HLOOM_KERNELS_FFT_AXIS_FFT_H_

#include "kernels/fft/axis_numbers.h"
#include "kernels/fft/long_fft.h"

namespace hloom {

template <typename T>
class AxisFft {
 public:
  explicit AxisFft(AxisTransform transform);

  // The arrays may be the same memory, with the same strides. This and the arrays outlive the
  // kernel. Elements are T, or pairs of them.
  Kernel Run(const T* from, T* to) const;

  // True if RunAll does the same as Run, immediately, with room for `room` numbers.
  bool is_small() const;
  int64_t room() const { return 4 * rows_ * width_; }
  void RunAll(const T* from, T* to, T* room) const { RunBlocks(from, to, 0, blocks_, room); }

 private:
  void RunBlocks(const T* from, T* to, int64_t begin, int64_t end, T* room) const;
  void RunBlock(const Lines<const T>& from, int64_t lines, const Lines<T>& to, T* room) const;
  // True if a long line is transformed directly from its source to its target.
  bool is_direct() const;

  Kernel RunInBlocks(const T* from, T* to) const;
  Kernel RunLineByLine(const T* from, T* to) const;
  Kernel RunThrough(Lines<const T> from, Lines<T> to, T* line, T* between, T* spectrum) const;
  Kernel MakeSpectrum(T* between, T* spectrum) const;

  AxisTransform transform_;
  StridedLoop across_;  // the lines of a block
  AxisNumbers<T> numbers_;
  // The width of blocks, their number, and the rows that each has room for. There are no blocks if
  // long_ has a length, or if the line is longer than memory can be.
  int64_t width_ = 0;
  int64_t blocks_across_ = 0;
  int64_t blocks_ = 0;
  int64_t rows_ = 0;
  ShortFft<T> short_;
  LongFft<T> long_;
};

extern template class AxisFft<float>;
extern template class AxisFft<double>;

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_AXIS_FFT_H_
