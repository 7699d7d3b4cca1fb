// Fourier transforms by their definition: sums of all elements, in long double.
#ifndef HLOOM_TESTS_KERNELS_FFT_MODEL_H_
#define HLOOM_TESTS_KERNELS_FFT_MODEL_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "kernels/fft/fft.h"

namespace hloom::testing_support {

using Exact = std::complex<long double>;

// exp(-2 pi i k / n)
inline Exact ExactRoot(int64_t k, int64_t n) {
  const long double angle = -2 * 3.14159265358979323846264338327950288L *
                            static_cast<long double>(k % n) / static_cast<long double>(n);
  return {std::cos(angle), std::sin(angle)};
}

inline std::vector<Exact> ExactRoots(int64_t n) {
  std::vector<Exact> roots;
  for (int64_t k = 0; k < n; ++k) roots.push_back(ExactRoot(k, n));
  return roots;
}

// Element k of the transform of a line of `roots.size()` numbers; the inverse is divided.
inline Exact ExactElement(const std::vector<Exact>& line, int64_t k, bool inverse,
                          const std::vector<Exact>& roots) {
  const auto n = static_cast<int64_t>(roots.size());
  Exact sum = 0;
  for (int64_t j = 0; j < n; ++j) {
    const Exact root = roots[static_cast<size_t>(j * k % n)];
    sum += line[static_cast<size_t>(j)] * (inverse ? std::conj(root) : root);
  }
  return inverse ? sum / static_cast<long double>(n) : sum;
}

// All numbers of a line of real numbers' transform, of the n / 2 + 1 that are given.
inline std::vector<Exact> Mirrored(std::vector<Exact> half, int64_t n) {
  half[0] = half[0].real();
  if (n % 2 == 0) half[static_cast<size_t>(n / 2)] = half[static_cast<size_t>(n / 2)].real();
  half.resize(static_cast<size_t>(n));
  for (int64_t k = n / 2 + 1; k < n; ++k)
    half[static_cast<size_t>(k)] = std::conj(half[static_cast<size_t>(n - k)]);
  return half;
}

// An array in row-major order.
struct ExactArray {
  std::vector<int64_t> sizes;
  std::vector<Exact> numbers;
};

// Gives each line along dimension `d` of `from` to f, which makes a line of `size` numbers of it.
template <typename F>
ExactArray AlongLines(const ExactArray& from, size_t d, int64_t size, F f) {
  int64_t inner = 1, outer = 1;
  for (size_t i = 0; i < from.sizes.size(); ++i) (i < d ? outer : inner) *= from.sizes[i];
  const int64_t old_size = from.sizes[d];
  inner = old_size == 0 ? 0 : inner / old_size;
  ExactArray to = {from.sizes, {}};
  to.sizes[d] = size;
  to.numbers.resize(static_cast<size_t>(outer * size * inner));
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; ++i) {
      std::vector<Exact> line;
      for (int64_t j = 0; j < old_size; ++j)
        line.push_back(from.numbers[static_cast<size_t>((o * old_size + j) * inner + i)]);
      line = f(std::move(line));
      for (int64_t j = 0; j < size; ++j)
        to.numbers[static_cast<size_t>((o * size + j) * inner + i)] = line[static_cast<size_t>(j)];
    }
  }
  return to;
}

// The transform of the innermost dimensions. Complex arrays keep their sizes: their lines are cut
// or filled up with zeros.
inline ExactArray ExactFft(FftKind kind, const std::vector<int64_t>& lengths, ExactArray array) {
  const bool to_real = kind == FftKind::kInverseReal, from_real = kind == FftKind::kForwardReal;
  const bool inverse = to_real || kind == FftKind::kInverse;
  const size_t batch = array.sizes.size() - lengths.size();
  for (size_t step = 0; step < lengths.size(); ++step) {
    const size_t axis = to_real ? step : lengths.size() - 1 - step;
    const bool is_last = axis + 1 == lengths.size();
    const int64_t n = lengths[axis];
    const int64_t size = is_last && from_real ? n / 2 + 1
                         : is_last && to_real ? n
                                              : array.sizes[batch + axis];
    const std::vector<Exact> roots = ExactRoots(n);
    array = AlongLines(array, batch + axis, size, [&](std::vector<Exact> line) {
      if (is_last && to_real) line = Mirrored(std::move(line), n);
      line.resize(static_cast<size_t>(n));
      std::vector<Exact> result;
      for (int64_t k = 0; k < std::min(n, size); ++k)
        result.push_back(ExactElement(line, k, inverse, roots));
      result.resize(static_cast<size_t>(size));
      return result;
    });
  }
  return array;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_FFT_MODEL_H_
