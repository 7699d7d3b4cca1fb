// Transforms along one dimension of an array.
#ifndef HLOOM_KERNELS_FFT_AXIS_FFT_H_
#define HLOOM_KERNELS_FFT_AXIS_FFT_H_

#include <algorithm>
#include <vector>

#include "kernels/copy.h"
#include "kernels/fft/long_fft.h"

namespace hloom {

struct AxisTransform {
  // Real numbers have a transform whose second half mirrors the first, and is left out.
  enum class Kind { kComplex, kFromReal, kToReal };

  // How many numbers of a line are read, and how many come of them.
  int64_t taken() const {
    return kind == Kind::kToReal ? length / 2 + 1 : std::min(length, from_size);
  }
  int64_t given() const {
    return kind == Kind::kFromReal ? length / 2 + 1 : std::min(length, to_size);
  }

  Kind kind = Kind::kComplex;
  bool inverse = false;
  int64_t length = 0;
  // The line has `from_size` numbers, the result `to_size`. Complex lines may be longer or shorter
  // than the transform: what is not there counts as 0, what is behind it is not read and becomes 0.
  int64_t from_size = 0;
  int64_t to_size = 0;
  // How far neighbours are apart, in elements of the arrays.
  int64_t from_stride = 0;
  int64_t to_stride = 0;
  // The lines: a loop for each of the other dimensions, with strides of elements.
  std::vector<StridedLoop> lines;
};

template <typename T>
class AxisFft {
 public:
  explicit AxisFft(AxisTransform transform);

  // The arrays may be the same memory, with the same strides. This and the arrays outlive the
  // kernel. Elements are T, or pairs of them.
  Kernel Run(const T* from, T* to) const;

  // RunAll does what Run does, at once, with room for `room` numbers, if that is not null.
  bool is_small() const;
  int64_t room() const { return 4 * rows_ * width_; }
  void RunAll(const T* from, T* to, T* room) const { RunBlocks(from, to, 0, blocks_, room); }

 private:
  // Whether two real numbers are taken as a complex one.
  bool in_pairs() const {
    return transform_.kind != AxisTransform::Kind::kComplex && transform_.length % 2 == 0 &&
           transform_.length > 0;
  }
  int64_t complex_length() const { return in_pairs() ? transform_.length / 2 : transform_.length; }

  void PlanBlocks();
  void RunBlocks(const T* from, T* to, int64_t begin, int64_t end, T* room) const;
  void RunBlock(const Lines<const T>& from, int64_t lines, const Lines<T>& to, T* room) const;
  void Load(const Lines<const T>& from, int64_t lines, int64_t width, Planes<T> data,
            Planes<T> spare) const;
  void TakeApart(Planes<T> from, int64_t width, Planes<T> to) const;
  void PutTogether(Planes<T> from, int64_t width, Planes<T> to) const;
  void Mirror(int64_t width, Planes<T> data) const;

  Lines<const T> FromLines(const T* from, int64_t offset) const;
  Lines<T> ToLines(T* to, int64_t offset) const;
  // Whether a long line may be transformed from where it lies to where it goes.
  bool is_direct() const;

  Kernel RunInBlocks(const T* from, T* to) const;
  Kernel RunLineByLine(const T* from, T* to) const;
  Kernel RunThrough(Lines<const T> from, Lines<T> to, T* line, T* between, T* spectrum) const;
  Kernel MakeSpectrum(T* between, T* spectrum) const;
  void NumberOf(const Lines<const T>& from, int64_t j, T number[2]) const;
  void Gather(const Lines<const T>& from, int64_t begin, int64_t end, T* line) const;
  void ResultOf(const T* line, int64_t k, T number[2]) const;
  void Scatter(const T* line, int64_t begin, int64_t end, const Lines<T>& to) const;
  UnitRoot Chirp(int64_t j) const;
  bool is_convolved() const { return long_.length() != complex_length(); }

  AxisTransform transform_;
  StridedLoop across_ = {1, 0, 0};  // the lines of a block
  int64_t width_ = 0;
  int64_t blocks_across_ = 0;
  int64_t blocks_ = 0;
  int64_t rows_ = 0;
  bool is_long_ = false;
  ShortFft<T> short_;
  LongFft<T> long_;
  RootTable real_roots_;   // of the length, where numbers are taken in pairs
  RootTable chirp_roots_;  // of twice the length, where a long line is convolved
};

extern template class AxisFft<float>;
extern template class AxisFft<double>;

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_AXIS_FFT_H_
