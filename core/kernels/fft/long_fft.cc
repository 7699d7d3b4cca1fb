#include "kernels/fft/long_fft.h"

#include <algorithm>
#include <cmath>

#include "kernels/fft/butterflies.h"

namespace hloom {

namespace {

// The greatest divisor that is not above the root.
int64_t MiddleDivisor(int64_t n) {
  auto divisor = static_cast<int64_t>(std::sqrt(static_cast<double>(n)));
  while (n % divisor != 0) --divisor;
  return divisor;
}

// Real and imaginary rows and room for as many, for a ShortFft.
template <typename T>
struct Room {
  Room(T* room, int64_t rows, int64_t width)
      : data{room, room + rows * width}, spare{room + 2 * rows * width, room + 3 * rows * width} {}
  Planes<T> data;
  Planes<T> spare;
};

template <typename T>
Planes<T> LongFftExchanged(Planes<T> x) {
  return {x.im, x.re};
}

}  // namespace

template <typename T>
LongFft<T>::LongFft(int64_t length)
    : length_(length),
      columns_(MiddleDivisor(length)),
      rows_(length / columns_.length()),
      roots_(length) {
  for (int64_t k = 0; k < columns_.length(); ++k) {
    for (const bool imaginary : {false, true}) {
      for (int64_t l = 0; l < kWidth; ++l) {
        const UnitRoot root = roots_.At(k * l % length);
        turns_.push_back(static_cast<T>(imaginary ? root.im : root.re));
      }
    }
  }
}

// w^(k (column + l)) is w^(k column), one number for row k, times one of turns_.
template <typename T>
void LongFft<T>::Turn(int64_t column, int64_t width, Planes<T> data) const {
  int64_t exponent = 0;
  for (int64_t k = 0; k < columns_.length(); ++k) {
    const UnitRoot root = roots_.At(exponent);
    exponent += column;
    if (exponent >= length_) exponent -= length_;
    const Complexes<T> first = {Splat(static_cast<T>(root.re)), Splat(static_cast<T>(root.im))};
    const T* const turns = turns_.data() + 2 * k * kWidth;
    for (int64_t l = 0; l < width; l += VectorOf<T>::kLanes) {
      const Complexes<T> turn = {LoadVector(turns + l), LoadVector(turns + kWidth + l)};
      T* const re = data.re + k * width + l;
      T* const im = data.im + k * width + l;
      const Complexes<T> result = first * turn * Complexes<T>{LoadVector(re), LoadVector(im)};
      StoreVector(re, result.re);
      StoreVector(im, result.im);
    }
  }
}

template <typename T>
void LongFft<T>::RunColumns(const Lines<const T>& from, bool inverse, int64_t task, T* between,
                            T* room) const {
  const int64_t a = columns_.length(), b = rows_.length();
  const int64_t column = task * kWidth;
  const int64_t lines = std::min(kWidth, b - column);
  const Room<T> memory(room, a, kWidth);
  const Lines<const T> side = {from.at + column * from.element, b * from.element, from.element,
                               from.imaginary};
  LoadLines(side, lines, a, a, kWidth, inverse ? LongFftExchanged(memory.data) : memory.data);
  const Planes<T> result = columns_.Run(memory.data, memory.spare, kWidth);
  Turn(column, kWidth, result);
  StoreLines(result, lines, a, a, kWidth, T(1), Lines<T>{between + 2 * column * a, 2, 2 * a, 1});
}

template <typename T>
void LongFft<T>::RunRows(const T* between, bool inverse, T divisor, int64_t task,
                         const Lines<T>& to, T* room) const {
  const int64_t a = columns_.length(), b = rows_.length();
  const int64_t row = task * kWidth;
  const int64_t lines = std::min(kWidth, a - row);
  const Room<T> memory(room, b, kWidth);
  LoadLines(Lines<const T>{between + 2 * row, 2 * a, 2, 1}, lines, b, b, kWidth, memory.data);
  const Planes<T> result = rows_.Run(memory.data, memory.spare, kWidth);
  StoreLines(inverse ? LongFftExchanged(result) : result, lines, b, b, kWidth, divisor,
             Lines<T>{to.at + row * to.element, a * to.element, to.element, to.imaginary});
}

template <typename T>
Kernel LongFft<T>::Run(Lines<const T> from, bool inverse, T divisor, T* between,
                       Lines<T> to) const {
  const int64_t a = columns_.length(), b = rows_.length();
  constexpr auto kRowBytes = static_cast<int64_t>(4 * kWidth * sizeof(T));
  const auto columns = [&](int64_t task, std::byte* scratch) {
    RunColumns(from, inverse, task, between, reinterpret_cast<T*>(scratch));
  };
  co_await Tasks(TaskCount(b, kWidth), columns, a * kRowBytes);
  const auto rows = [&](int64_t task, std::byte* scratch) {
    RunRows(between, inverse, divisor, task, to, reinterpret_cast<T*>(scratch));
  };
  co_await Tasks(TaskCount(a, kWidth), rows, b * kRowBytes);
  co_return OkStatus();
}

template class LongFft<float>;
template class LongFft<double>;

}  // namespace hloom
