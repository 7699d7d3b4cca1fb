// Moves lines of an array to the planes that a ShortFft works on, and back.
#ifndef HLOOM_KERNELS_FFT_LINE_BLOCKS_H_
#define HLOOM_KERNELS_FFT_LINE_BLOCKS_H_

#include "kernels/fft/short_fft.h"

namespace hloom {

// The places of the numbers of neighboring lines: number i of line l is at[i * element + l *
// line], with its imaginary part `imaginary` behind it. 0: the numbers are real.
//
//   the columns of c64[4,512], as floats: element 1024, line 2, imaginary 1
//   pairs of a row of f32[4,512]:         element 2, line 512, imaginary 1
template <typename T>
struct Lines {
  T* at;
  int64_t element;
  int64_t line;
  int64_t imaginary;
};

// Loads `count` numbers of each of `lines` lines. The rest of the first `rows` rows of `width`
// lines becomes 0.
template <typename T>
void LoadLines(const Lines<const T>& from, int64_t lines, int64_t count, int64_t rows,
               int64_t width, Planes<T> to);

// Stores `count` numbers of each line, divided by `divisor`, and zeros behind them, up to `size`.
template <typename T>
void StoreLines(Planes<T> from, int64_t lines, int64_t count, int64_t size, int64_t width,
                T divisor, const Lines<T>& to);

// A transform of 2 m real numbers is one of m complex ones, z[j] = x[2 j] + i x[2 j + 1], whose
// result Z is separated: with root w = exp(-2 pi i k / (2 m)) and c the conjugate of Z[m - k],
//
//   X[k] = (Z[k] + c) / 2 - i w (Z[k] - c) / 2
//
// N is a number or a vector of them. Each complex number is its two parts.
template <typename N, typename T>
void TakeRealApart(const N z[2], const N partner[2], const T root[2], N result[2]) {
  const N sum_re = z[0] + partner[0], sum_im = z[1] - partner[1];
  const N turned_re = z[1] + partner[1], turned_im = partner[0] - z[0];
  result[0] = T(0.5) * (sum_re + (root[0] * turned_re - root[1] * turned_im));
  result[1] = T(0.5) * (sum_im + (root[0] * turned_im + root[1] * turned_re));
}

// The inverse: computes 2 Z[k] from X[k], X[m - k] and the same root.
template <typename N, typename T>
void PutRealTogether(const N x[2], const N partner[2], const T root[2], N result[2]) {
  const N difference_re = x[0] - partner[0], difference_im = x[1] + partner[1];
  const N turned_re = root[0] * difference_re + root[1] * difference_im;
  const N turned_im = root[0] * difference_im - root[1] * difference_re;
  result[0] = (x[0] + partner[0]) - turned_im;
  result[1] = (x[1] - partner[1]) + turned_re;
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_LINE_BLOCKS_H_
