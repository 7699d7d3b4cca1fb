#include "kernels/fft/axis_numbers.h"

#include <utility>

namespace hloom {

namespace {

using Kind = AxisTransform::Kind;

template <typename T>
void WriteRoot(UnitRoot from, T to[2]) {
  to[0] = static_cast<T>(from.re);
  to[1] = static_cast<T>(from.im);
}

}  // namespace

template <typename T>
AxisNumbers<T>::AxisNumbers(const AxisTransform& transform, int64_t passes)
    : transform_(transform),
      in_pairs_(transform.in_pairs()),
      length_(transform.complex_length()),
      passes_(passes) {
  // Longer ones are refused.
  constexpr int64_t kMostRoots = int64_t{1} << 33;
  if (in_pairs_ && transform.length < kMostRoots) real_roots_ = RootTable(transform.length);
  if (is_convolved()) chirp_roots_ = RootTable(2 * length_);
}

template <typename T>
int64_t AxisNumbers<T>::results() const {
  if (transform_.kind == Kind::kComplex) return transform_.to_size;
  return transform_.kind == Kind::kFromReal ? transform_.given() : length_;
}

template <typename T>
Lines<const T> AxisNumbers<T>::From(const T* from, int64_t offset, int64_t line) const {
  const int64_t stride = transform_.from_stride;
  if (transform_.kind != Kind::kFromReal) return {from + 2 * offset, 2 * stride, 2 * line, 1};
  return in_pairs_ ? Lines<const T>{from + offset, 2 * stride, line, stride}
                   : Lines<const T>{from + offset, stride, line, 0};
}

template <typename T>
Lines<T> AxisNumbers<T>::To(T* to, int64_t offset, int64_t line) const {
  const int64_t stride = transform_.to_stride;
  if (transform_.kind != Kind::kToReal) return {to + 2 * offset, 2 * stride, 2 * line, 1};
  return in_pairs_ ? Lines<T>{to + offset, 2 * stride, line, stride}
                   : Lines<T>{to + offset, stride, line, 0};
}

// ---- Lines side by side ----

template <typename T>
void AxisNumbers<T>::Load(const Lines<const T>& from, int64_t lines, int64_t width, Planes<T> data,
                          Planes<T> spare) const {
  if (transform_.kind != Kind::kToReal) {
    LoadLines(from, lines, in_pairs_ ? length_ : transform_.taken(), length_, width, data);
  } else if (in_pairs_) {
    LoadLines(from, lines, transform_.taken(), transform_.taken(), width, spare);
    PutTogether(spare, width, data);
  } else {
    LoadLines(from, lines, transform_.taken(), transform_.taken(), width, data);
    Mirror(width, data);
  }
}

template <typename T>
void AxisNumbers<T>::Store(Planes<T> result, Planes<T> other, int64_t lines, int64_t width,
                           const Lines<T>& to) const {
  if (transform_.kind == Kind::kFromReal && in_pairs_) {
    TakeApart(result, width, other);
    result = other;
  }
  const int64_t count = transform_.kind == Kind::kComplex ? transform_.given() : results();
  StoreLines(result, lines, count, results(), width, divisor(), to);
}

template <typename T>
void AxisNumbers<T>::TakeApart(Planes<T> from, int64_t width, Planes<T> to) const {
  for (int64_t k = 0; k <= length_; ++k) {
    T root[2];
    WriteRoot(real_roots_.At(k), root);
    const int64_t at = (k == length_ ? 0 : k) * width;
    const int64_t partner_at = (k == 0 ? 0 : length_ - k) * width;
    for (int64_t q = 0; q < width; q += VectorOf<T>::kLanes) {
      const Vector<T> z[2] = {LoadVector(from.re + at + q), LoadVector(from.im + at + q)};
      const Vector<T> partner[2] = {LoadVector(from.re + partner_at + q),
                                    LoadVector(from.im + partner_at + q)};
      Vector<T> result[2];
      TakeRealApart(z, partner, root, result);
      StoreVector(to.re + k * width + q, result[0]);
      StoreVector(to.im + k * width + q, result[1]);
    }
  }
}

template <typename T>
void AxisNumbers<T>::PutTogether(Planes<T> from, int64_t width, Planes<T> to) const {
  // Imaginary parts that the transform of real numbers cannot have.
  std::fill_n(from.im, width, T(0));
  std::fill_n(from.im + length_ * width, width, T(0));
  for (int64_t k = 0; k < length_; ++k) {
    T root[2];
    WriteRoot(real_roots_.At(k), root);
    for (int64_t q = 0; q < width; q += VectorOf<T>::kLanes) {
      const int64_t at = k * width + q, partner_at = (length_ - k) * width + q;
      const Vector<T> x[2] = {LoadVector(from.re + at), LoadVector(from.im + at)};
      const Vector<T> partner[2] = {LoadVector(from.re + partner_at),
                                    LoadVector(from.im + partner_at)};
      Vector<T> result[2];
      PutRealTogether(x, partner, root, result);
      StoreVector(to.re + at, result[0]);
      StoreVector(to.im + at, result[1]);
    }
  }
}

// Fills in the second half of an odd number of rows.
template <typename T>
void AxisNumbers<T>::Mirror(int64_t width, Planes<T> data) const {
  std::fill_n(data.im, width, T(0));
  for (int64_t k = transform_.taken(); k < transform_.length; ++k) {
    const int64_t to = k * width, from = (transform_.length - k) * width;
    for (int64_t q = 0; q < width; ++q) {
      data.re[to + q] = data.re[from + q];
      data.im[to + q] = -data.im[from + q];
    }
  }
}

// ---- Long lines ----

// Times exp(-pi i j^2 / length).
template <typename T>
void AxisNumbers<T>::MultiplyByChirp(int64_t j, T number[2]) const {
  const UnitRoot chirp = chirp_roots_.At(j * j % (2 * length_));
  const double re = number[0], im = number[1];
  number[0] = static_cast<T>(re * chirp.re - im * chirp.im);
  number[1] = static_cast<T>(re * chirp.im + im * chirp.re);
}

template <typename T>
void AxisNumbers<T>::FillChirp(int64_t begin, int64_t end, T* line) const {
  // The product of two transforms is transformed back, and divided by their length, a power of two.
  // The division is done here, so that sums stay as small as the result.
  const T scale = T(1) / static_cast<T>(passes_);
  for (int64_t j = begin; j < end; ++j) {
    const int64_t distance = std::min(j, passes_ - j);
    T* const number = line + 2 * j;
    number[0] = distance < length_ ? scale : T(0);
    number[1] = T(0);
    if (distance < length_) MultiplyByChirp(distance, number);
    number[1] = -number[1];
  }
}

// Number j of the transform's input.
template <typename T>
void AxisNumbers<T>::NumberOf(const Lines<const T>& from, int64_t j, T number[2]) const {
  const auto read = [&](int64_t i, T into[2]) {
    into[0] = from.at[i * from.element];
    into[1] = from.imaginary == 0 ? T(0) : from.at[i * from.element + from.imaginary];
  };
  number[0] = number[1] = T(0);
  if (transform_.kind != Kind::kToReal) {
    if (j < (in_pairs_ ? length_ : transform_.taken())) read(j, number);
  } else if (in_pairs_) {
    T x[2], partner[2], root[2];
    read(j, x);
    read(length_ - j, partner);
    if (j == 0) x[1] = partner[1] = T(0);
    WriteRoot(real_roots_.At(j), root);
    PutRealTogether(x, partner, root, number);
  } else {
    const bool mirrored = j >= transform_.taken();
    read(mirrored ? transform_.length - j : j, number);
    if (j == 0) number[1] = T(0);
    if (mirrored) number[1] = -number[1];
  }
}

template <typename T>
void AxisNumbers<T>::Gather(const Lines<const T>& from, int64_t begin, int64_t end, T* line) const {
  for (int64_t j = begin; j < end; ++j) {
    T number[2] = {T(0), T(0)};
    if (j < length_) {
      NumberOf(from, j, number);
      // With real and imaginary parts exchanged the same steps transform back.
      if (transform_.inverse) std::swap(number[0], number[1]);
      if (is_convolved()) MultiplyByChirp(j, number);
    }
    line[2 * j] = number[0];
    line[2 * j + 1] = number[1];
  }
}

// Number k of the transform's result.
template <typename T>
void AxisNumbers<T>::ResultOf(const T* line, int64_t k, T number[2]) const {
  number[0] = line[2 * k];
  number[1] = line[2 * k + 1];
  if (is_convolved()) MultiplyByChirp(k, number);
  if (transform_.inverse) std::swap(number[0], number[1]);
}

template <typename T>
void AxisNumbers<T>::Scatter(const T* line, int64_t begin, int64_t end, const Lines<T>& to) const {
  for (int64_t k = begin; k < end; ++k) {
    T number[2] = {T(0), T(0)};
    if (transform_.kind == Kind::kFromReal && in_pairs_) {
      T z[2], partner[2], root[2];
      ResultOf(line, k == length_ ? 0 : k, z);
      ResultOf(line, k == 0 ? 0 : length_ - k, partner);
      WriteRoot(real_roots_.At(k), root);
      TakeRealApart(z, partner, root, number);
    } else if (k < transform_.given()) {
      ResultOf(line, k, number);
    }
    T* const at = to.at + k * to.element;
    at[0] = number[0] / divisor();
    if (to.imaginary != 0) at[to.imaginary] = number[1] / divisor();
  }
}

template <typename T>
void MultiplyNumbers(const T* factors, int64_t begin, int64_t end, T* line) {
  for (int64_t k = begin; k < end; ++k) {
    const T re = line[2 * k], im = line[2 * k + 1];
    line[2 * k] = re * factors[2 * k] - im * factors[2 * k + 1];
    line[2 * k + 1] = re * factors[2 * k + 1] + im * factors[2 * k];
  }
}

template class AxisNumbers<float>;
template class AxisNumbers<double>;
template void MultiplyNumbers(const float*, int64_t, int64_t, float*);
template void MultiplyNumbers(const double*, int64_t, int64_t, double*);

}  // namespace hloom
