// The transforms of 2, 3, 4, 5, 7, 11 or 13 elements, of which longer ones are composed.
#ifndef HLOOM_KERNELS_FFT_BUTTERFLIES_H_
#define HLOOM_KERNELS_FFT_BUTTERFLIES_H_

#include "kernels/contractions/lanes.h"

namespace hloom {

// Complex numbers side by side.
template <typename T>
struct Complexes {
  Vector<T> re;
  Vector<T> im;

  friend Complexes operator+(Complexes a, Complexes b) { return {a.re + b.re, a.im + b.im}; }
  friend Complexes operator-(Complexes a, Complexes b) { return {a.re - b.re, a.im - b.im}; }
  friend Complexes operator*(Complexes a, Complexes b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Complexes operator*(Vector<T> a, Complexes b) { return {a * b.re, a * b.im}; }
};
// -i times a number.
template <typename T>
Complexes<T> Turned(Complexes<T> x) {
  return {x.im, -x.re};
}

template <int kRadix, typename T>
struct Butterfly;

template <typename T>
struct Butterfly<2, T> {
  static void Run(Complexes<T>* x) {
    const Complexes<T> difference = x[0] - x[1];
    x[0] = x[0] + x[1];
    x[1] = difference;
  }
};

template <typename T>
struct Butterfly<4, T> {
  static void Run(Complexes<T>* x) {
    const Complexes<T> even = x[0] + x[2], even_difference = x[0] - x[2];
    const Complexes<T> odd = x[1] + x[3], odd_difference = x[1] - x[3];
    x[0] = even + odd;
    x[2] = even - odd;
    // even_difference -+ i odd_difference, without negating a part of it first.
    x[1] = {even_difference.re + odd_difference.im, even_difference.im - odd_difference.re};
    x[3] = {even_difference.re - odd_difference.im, even_difference.im + odd_difference.re};
  }
};

template <typename T>
struct Butterfly<3, T> {
  static void Run(Complexes<T>* x) {
    const Complexes<T> sum = x[1] + x[2];
    const Complexes<T> turned = Splat(T(0.86602540378443864676)) * Turned(x[1] - x[2]);
    const Complexes<T> middle = x[0] - Splat(T(0.5)) * sum;
    x[0] = x[0] + sum;
    x[1] = middle + turned;
    x[2] = middle - turned;
  }
};

template <typename T>
struct Butterfly<5, T> {
  static void Run(Complexes<T>* x) {
    const Vector<T> cos1 = Splat(T(0.30901699437494742410)),
                    sin1 = Splat(T(0.95105651629515357212));
    const Vector<T> cos2 = Splat(T(-0.80901699437494742410)),
                    sin2 = Splat(T(0.58778525229247312917));
    const Complexes<T> outer = x[1] + x[4], inner = x[2] + x[3];
    const Complexes<T> outer_turned = Turned(x[1] - x[4]), inner_turned = Turned(x[2] - x[3]);
    const Complexes<T> first = x[0] + cos1 * outer + cos2 * inner;
    const Complexes<T> second = x[0] + cos2 * outer + cos1 * inner;
    const Complexes<T> first_turned = sin1 * outer_turned + sin2 * inner_turned;
    const Complexes<T> second_turned = sin2 * outer_turned - sin1 * inner_turned;
    x[0] = x[0] + outer + inner;
    x[1] = first + first_turned;
    x[4] = first - first_turned;
    x[2] = second + second_turned;
    x[3] = second - second_turned;
  }
};

// An odd number of elements, up to 13. roots[2 k] and roots[2 k + 1] are the parts of
// exp(-2 pi i k / radix). Elements j and radix - j meet the same cosine and opposite sines.
template <typename T>
void OddButterfly(int radix, const T* roots, Complexes<T>* x) {
  constexpr int kMostPairs = 6;
  Complexes<T> sums[kMostPairs];
  Complexes<T> differences[kMostPairs];
  const int pairs = radix / 2;
  const Complexes<T> first = x[0];
  for (int j = 1; j <= pairs; ++j) {
    sums[j - 1] = x[j] + x[radix - j];
    differences[j - 1] = x[j] - x[radix - j];
    x[0] = x[0] + sums[j - 1];
  }
  for (int k = 1; k <= pairs; ++k) {
    Complexes<T> even = first;
    Complexes<T> odd = {Splat(T(0)), Splat(T(0))};
    for (int j = 1; j <= pairs; ++j) {
      const T* const root = roots + 2 * (j * k % radix);
      even = even + Splat(root[0]) * sums[j - 1];
      odd = odd + Splat(-root[1]) * differences[j - 1];
    }
    x[k] = even + Turned(odd);
    x[radix - k] = even - Turned(odd);
  }
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_BUTTERFLIES_H_
