// Converts between the lines of an array and the complex transforms that compute them: real numbers
// are taken in pairs, halves are mirrored, and long lines are convolved.
#ifndef HLOOM_KERNELS_FFT_AXIS_NUMBERS_H_
#define HLOOM_KERNELS_FFT_AXIS_NUMBERS_H_

#include <algorithm>
#include <vector>

#include "kernels/copy.h"
#include "kernels/fft/line_blocks.h"

namespace hloom {

// The transform of the lines along one dimension.
struct AxisTransform {
  // Real numbers have a transform whose second half mirrors the first, and is omitted.
  enum class Kind { kComplex, kFromReal, kToReal };

  // The numbers of a line that are read, and the numbers of its result.
  int64_t taken() const {
    return kind == Kind::kToReal ? length / 2 + 1 : std::min(length, from_size);
  }
  int64_t given() const {
    return kind == Kind::kFromReal ? length / 2 + 1 : std::min(length, to_size);
  }

  // An even number of real numbers are taken in pairs: complex ones, of which there are half as
  // many.
  bool in_pairs() const { return kind != Kind::kComplex && length % 2 == 0 && length > 0; }
  int64_t complex_length() const { return in_pairs() ? length / 2 : length; }

  Kind kind = Kind::kComplex;
  bool inverse = false;
  int64_t length = 0;
  // The line has `from_size` numbers, the result `to_size`. Complex lines may be longer or shorter
  // than the transform: missing numbers count as 0; numbers behind the transform are not read and
  // become 0.
  int64_t from_size = 0;
  int64_t to_size = 0;
  // The distance of neighbors, in elements of the arrays.
  int64_t from_stride = 0;
  int64_t to_stride = 0;
  // The lines: a loop for each of the other dimensions, with strides of elements.
  std::vector<StridedLoop> lines;
};

template <typename T>
class AxisNumbers {
 public:
  // `passes` is how many numbers are transformed of a long line: more than length() in Bluestein's
  // way. 0: lines are not long.
  AxisNumbers(const AxisTransform& transform, int64_t passes);

  // The number of complex numbers that are transformed.
  int64_t length() const { return length_; }
  // The number of rows of the result; a pair of real numbers is one.
  int64_t results() const;
  bool is_convolved() const { return passes_ > 0 && passes_ != length_; }
  // The divisor of the inverse transform.
  T divisor() const { return transform_.inverse ? static_cast<T>(transform_.length) : T(1); }

  // The line that begins at element `offset`, and the following lines, `line` elements apart.
  Lines<const T> From(const T* from, int64_t offset, int64_t line) const;
  Lines<T> To(T* to, int64_t offset, int64_t line) const;

  // Load fills length() rows of `data`; Store stores a result and also needs `other`. All have room
  // for length() + 1 rows.
  void Load(const Lines<const T>& from, int64_t lines, int64_t width, Planes<T> data,
            Planes<T> spare) const;
  void Store(Planes<T> result, Planes<T> other, int64_t lines, int64_t width,
             const Lines<T>& to) const;

  // The same for a part of a long line; if the line is convolved, zeros follow its numbers.
  void Gather(const Lines<const T>& from, int64_t begin, int64_t end, T* line) const;
  void Scatter(const T* line, int64_t begin, int64_t end, const Lines<T>& to) const;
  // A part of the numbers with which a long line is convolved.
  void FillChirp(int64_t begin, int64_t end, T* line) const;

 private:
  void TakeApart(Planes<T> from, int64_t width, Planes<T> to) const;
  void PutTogether(Planes<T> from, int64_t width, Planes<T> to) const;
  void Mirror(int64_t width, Planes<T> data) const;
  void NumberOf(const Lines<const T>& from, int64_t j, T number[2]) const;
  void ResultOf(const T* line, int64_t k, T number[2]) const;
  void MultiplyByChirp(int64_t j, T number[2]) const;

  AxisTransform transform_;
  bool in_pairs_;
  int64_t length_;
  int64_t passes_;
  RootTable real_roots_;   // of the length, where numbers are taken in pairs
  RootTable chirp_roots_;  // of twice the length, if a long line is convolved
};

// line[k] becomes line[k] * factors[k], for complex numbers.
template <typename T>
void MultiplyNumbers(const T* factors, int64_t begin, int64_t end, T* line);

extern template class AxisNumbers<float>;
extern template class AxisNumbers<double>;
extern template void MultiplyNumbers(const float*, int64_t, int64_t, float*);
extern template void MultiplyNumbers(const double*, int64_t, int64_t, double*);

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_AXIS_NUMBERS_H_
