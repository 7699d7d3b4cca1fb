#include "kernels/fft/short_fft.h"

#include <algorithm>
#include <utility>

#include "kernels/fft/butterflies.h"

namespace hloom {

namespace {

constexpr int kRadices[] = {4, 2, 3, 5, 7, 11, 13};
constexpr int kMostRadix = 13;

template <typename T>
Complexes<T> LoadAt(Planes<T> from, int64_t i) {
  return {LoadVector(from.re + i), LoadVector(from.im + i)};
}
template <typename T>
void StoreAt(Planes<T> to, int64_t i, Complexes<T> x) {
  StoreVector(to.re + i, x.re);
  StoreVector(to.im + i, x.im);
}
template <typename T>
Complexes<T> SplatAt(const T* number) {
  return {Splat(number[0]), Splat(number[1])};
}

// One pass over lines whose elements are `stride` apart, after earlier passes through the other
// factors. Butterfly p takes the rows p, p + count, p + 2 count ... and gives the rows radix p,
// radix p + 1 ..., turned by powers of its twiddle. The butterflies without twiddles are those of p
// = 0.
template <int kRadix, typename T>
void RunPass(int64_t count, int64_t stride, const T* twiddles, Planes<T> in, Planes<T> out) {
  constexpr int kLanes = VectorOf<T>::kLanes;
  const int64_t apart = count * stride;
  for (int64_t q = 0; q < stride; q += kLanes) {
    Complexes<T> x[kRadix];
    for (int k = 0; k < kRadix; ++k) x[k] = LoadAt(in, q + k * apart);
    Butterfly<kRadix, T>::Run(x);
    for (int k = 0; k < kRadix; ++k) StoreAt(out, q + k * stride, x[k]);
  }
  for (int64_t p = 1; p < count; ++p) {
    Complexes<T> turns[kRadix - 1];
    for (int k = 1; k < kRadix; ++k)
      turns[k - 1] = SplatAt(twiddles + 2 * (p * (kRadix - 1) + k - 1));
    const int64_t from = p * stride, to = p * kRadix * stride;
    for (int64_t q = 0; q < stride; q += kLanes) {
      Complexes<T> x[kRadix];
      for (int k = 0; k < kRadix; ++k) x[k] = LoadAt(in, from + q + k * apart);
      Butterfly<kRadix, T>::Run(x);
      StoreAt(out, to + q, x[0]);
      for (int k = 1; k < kRadix; ++k) StoreAt(out, to + q + k * stride, turns[k - 1] * x[k]);
    }
  }
}

// The same for 7, 11 and 13.
template <typename T>
void RunOddPass(int radix, int64_t count, int64_t stride, const T* twiddles, Planes<T> in,
                Planes<T> out) {
  constexpr int kLanes = VectorOf<T>::kLanes;
  T roots[2 * kMostRadix];
  for (int k = 0; k < radix; ++k) {
    const UnitRoot root = RootOfUnity(k, radix);
    roots[2 * k] = static_cast<T>(root.re);
    roots[2 * k + 1] = static_cast<T>(root.im);
  }
  for (int64_t p = 0; p < count; ++p) {
    for (int64_t q = 0; q < stride; q += kLanes) {
      Complexes<T> x[kMostRadix];
      for (int k = 0; k < radix; ++k) x[k] = LoadAt(in, (p + k * count) * stride + q);
      OddButterfly(radix, roots, x);
      StoreAt(out, p * radix * stride + q, x[0]);
      for (int k = 1; k < radix; ++k) {
        const Complexes<T> turn = SplatAt(twiddles + 2 * (p * (radix - 1) + k - 1));
        StoreAt(out, (p * radix + k) * stride + q, turn * x[k]);
      }
    }
  }
}

template <typename T>
void PushRoot(UnitRoot root, std::vector<T>& numbers) {
  numbers.push_back(static_cast<T>(root.re));
  numbers.push_back(static_cast<T>(root.im));
}

// Multiplies row j of the lines by number j.
template <typename T>
void MultiplyRows(const T* numbers, int64_t rows, int64_t width, Planes<T> data) {
  for (int64_t j = 0; j < rows; ++j) {
    const Complexes<T> number = SplatAt(numbers + 2 * j);
    for (int64_t q = j * width; q < (j + 1) * width; q += VectorOf<T>::kLanes)
      StoreAt(data, q, number * LoadAt(data, q));
  }
}

}  // namespace

bool HasSmallFactors(int64_t length) {
  for (const int radix : kRadices) {
    while (length % radix == 0) length /= radix;
  }
  return length == 1;
}

int64_t BluesteinLength(int64_t length) {
  int64_t power = 1;
  while (power < 2 * length - 1) power *= 2;
  return power;
}

template <typename T>
ShortFft<T>::ShortFft(int64_t length) : length_(length), convolved_(length) {
  if (HasSmallFactors(length)) {
    PlanPasses(length);
  } else {
    PlanConvolution();
  }
}

template <typename T>
void ShortFft<T>::PlanPasses(int64_t length) {
  convolved_ = length;
  for (const int radix : kRadices) {
    for (; length % radix == 0; length /= radix) {
      const int64_t count = length / radix;
      passes_.push_back({radix, count, twiddles_.size()});
      for (int64_t p = 0; p < count; ++p) {
        for (int k = 1; k < radix; ++k) PushRoot(RootOfUnity(p * k, length), twiddles_);
      }
    }
  }
}

template <typename T>
void ShortFft<T>::PlanConvolution() {
  PlanPasses(BluesteinLength(length_));
  // c[k - j] is needed for k - j from 1 - length up to length - 1, and is the same for both signs.
  // All is computed in double, four lines of which only the first is one.
  constexpr int64_t kWidth = VectorOf<double>::kLanes;
  const auto size = static_cast<size_t>(convolved_ * kWidth);
  std::vector<double> room(4 * size);
  const Planes<double> data = {room.data(), room.data() + size};
  const Planes<double> spare = {room.data() + 2 * size, room.data() + 3 * size};
  const RootTable roots(2 * length_);
  int64_t square = 0;  // j^2 modulo 2 length
  for (int64_t j = 0; j < length_; ++j) {
    const UnitRoot root = roots.At(square);
    PushRoot(root, chirp_);
    for (const int64_t at : {j, j == 0 ? 0 : convolved_ - j}) {
      data.re[at * kWidth] = root.re;
      data.im[at * kWidth] = -root.im;
    }
    square = (square + 2 * j + 1) % (2 * length_);
  }
  const Planes<double> result = ShortFft<double>(convolved_).Run(data, spare, kWidth);
  const double scale = 1 / static_cast<double>(convolved_);
  for (int64_t k = 0; k < convolved_; ++k) {
    PushRoot<T>({result.re[k * kWidth] * scale, result.im[k * kWidth] * scale}, spectrum_);
  }
}

template <typename T>
Planes<T> ShortFft<T>::RunPasses(Planes<T> data, Planes<T> spare, int64_t width) const {
  int64_t stride = width;
  for (const Pass& pass : passes_) {
    const T* const twiddles = twiddles_.data() + pass.twiddles;
    switch (pass.radix) {
      case 2:
        RunPass<2>(pass.count, stride, twiddles, data, spare);
        break;
      case 3:
        RunPass<3>(pass.count, stride, twiddles, data, spare);
        break;
      case 4:
        RunPass<4>(pass.count, stride, twiddles, data, spare);
        break;
      case 5:
        RunPass<5>(pass.count, stride, twiddles, data, spare);
        break;
      default:
        RunOddPass(pass.radix, pass.count, stride, twiddles, data, spare);
    }
    stride *= pass.radix;
    std::swap(data, spare);
  }
  return data;
}

template <typename T>
Planes<T> ShortFft<T>::Run(Planes<T> data, Planes<T> spare, int64_t width) const {
  if (chirp_.empty()) return RunPasses(data, spare, width);
  MultiplyRows(chirp_.data(), length_, width, data);
  for (T* const part : {data.re, data.im})
    std::fill(part + length_ * width, part + convolved_ * width, T(0));
  const Planes<T> product = RunPasses(data, spare, width);
  MultiplyRows(spectrum_.data(), convolved_, width, product);
  // With real and imaginary parts exchanged, the same passes are the inverse transform.
  const Planes<T> other = product.re == data.re ? spare : data;
  const Planes<T> back = RunPasses({product.im, product.re}, {other.im, other.re}, width);
  const Planes<T> result = {back.im, back.re};
  MultiplyRows(chirp_.data(), length_, width, result);
  return result;
}

template class ShortFft<float>;
template class ShortFft<double>;

}  // namespace hloom
