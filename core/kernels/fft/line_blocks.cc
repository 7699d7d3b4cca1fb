#include "kernels/fft/line_blocks.h"

#include <algorithm>

namespace hloom {

namespace {

// Vectors of neighboring numbers, real and imaginary parts in turn.
template <typename T>
struct Pair {
  Vector<T> first, second;
};

Pair<float> Parted(Pair<float> x) {
  return {__builtin_shufflevector(x.first, x.second, 0, 2, 4, 6),
          __builtin_shufflevector(x.first, x.second, 1, 3, 5, 7)};
}
Pair<double> Parted(Pair<double> x) {
  return {__builtin_shufflevector(x.first, x.second, 0, 2),
          __builtin_shufflevector(x.first, x.second, 1, 3)};
}
Pair<float> Interleaved(Pair<float> x) {
  return {__builtin_shufflevector(x.first, x.second, 0, 4, 1, 5),
          __builtin_shufflevector(x.first, x.second, 2, 6, 3, 7)};
}
Pair<double> Interleaved(Pair<double> x) { return Parted(x); }

// Two complex numbers of each of four lines.
void LoadTurned(const float* from, int64_t line, int64_t width, float* re, float* im) {
  const Pair<float> ab = {LoadVector(from), LoadVector(from + line)};
  const Pair<float> cd = {LoadVector(from + 2 * line), LoadVector(from + 3 * line)};
  // a0 b0 a0' b0' and a1 b1 a1' b1', where ' is the imaginary part.
  const Pair<float> left = {__builtin_shufflevector(ab.first, ab.second, 0, 4, 1, 5),
                            __builtin_shufflevector(ab.first, ab.second, 2, 6, 3, 7)};
  const Pair<float> right = {__builtin_shufflevector(cd.first, cd.second, 0, 4, 1, 5),
                             __builtin_shufflevector(cd.first, cd.second, 2, 6, 3, 7)};
  StoreVector(re, Vector<float>(__builtin_shufflevector(left.first, right.first, 0, 1, 4, 5)));
  StoreVector(im, Vector<float>(__builtin_shufflevector(left.first, right.first, 2, 3, 6, 7)));
  StoreVector(re + width,
              Vector<float>(__builtin_shufflevector(left.second, right.second, 0, 1, 4, 5)));
  StoreVector(im + width,
              Vector<float>(__builtin_shufflevector(left.second, right.second, 2, 3, 6, 7)));
}
void LoadTurned(const double* from, int64_t line, int64_t, double* re, double* im) {
  const Pair<double> parts = Parted(Pair<double>{LoadVector(from), LoadVector(from + line)});
  StoreVector(re, parts.first);
  StoreVector(im, parts.second);
}

// x, divided if kDivides: a division takes as long as several additions.
template <bool kDivides, typename N>
N Quotient(N x, N divisor) {
  return kDivides ? x / divisor : x;
}

template <bool kDivides>
void StoreTurned(const float* re, const float* im, int64_t width, float divisor, int64_t line,
                 float* to) {
  const Vector<float> by = Splat(divisor);
  const auto quotient = [&](const float* x) { return Quotient<kDivides>(LoadVector(x), by); };
  const Pair<float> first = Interleaved(Pair<float>{quotient(re), quotient(im)});
  const Pair<float> second = Interleaved(Pair<float>{quotient(re + width), quotient(im + width)});
  StoreVector(to, Vector<float>(__builtin_shufflevector(first.first, second.first, 0, 1, 4, 5)));
  StoreVector(to + line,
              Vector<float>(__builtin_shufflevector(first.first, second.first, 2, 3, 6, 7)));
  StoreVector(to + 2 * line,
              Vector<float>(__builtin_shufflevector(first.second, second.second, 0, 1, 4, 5)));
  StoreVector(to + 3 * line,
              Vector<float>(__builtin_shufflevector(first.second, second.second, 2, 3, 6, 7)));
}
template <bool kDivides>
void StoreTurned(const double* re, const double* im, int64_t, double divisor, int64_t line,
                 double* to) {
  const Vector<double> by = Splat(divisor);
  const auto quotient = [&](const double* x) { return Quotient<kDivides>(LoadVector(x), by); };
  const Pair<double> lines = Interleaved(Pair<double>{quotient(re), quotient(im)});
  StoreVector(to, lines.first);
  StoreVector(to + line, lines.second);
}
// The numbers of a line that the two above move at a time.
template <typename T>
constexpr int64_t kTurned = sizeof(T) == 4 ? 2 : 1;

template <typename T>
void LoadOneByOne(const Lines<const T>& from, int64_t lines, int64_t first, int64_t count,
                  int64_t width, Planes<T> to) {
  for (int64_t i = first; i < count; ++i) {
    for (int64_t l = 0; l < lines; ++l) {
      const T* const number = from.at + i * from.element + l * from.line;
      to.re[i * width + l] = number[0];
      to.im[i * width + l] = from.imaginary == 0 ? T(0) : number[from.imaginary];
    }
    for (int64_t l = lines; l < width; ++l) to.re[i * width + l] = to.im[i * width + l] = T(0);
  }
}

template <typename T>
void StoreOneByOne(Planes<T> from, int64_t lines, int64_t first, int64_t count, int64_t width,
                   T divisor, const Lines<T>& to) {
  for (int64_t i = first; i < count; ++i) {
    for (int64_t l = 0; l < lines; ++l) {
      T* const number = to.at + i * to.element + l * to.line;
      number[0] = from.re[i * width + l] / divisor;
      if (to.imaginary != 0) number[to.imaginary] = from.im[i * width + l] / divisor;
    }
  }
}

// Stores as many numbers of each line as whole vectors can, and returns that number.
template <bool kDivides, typename T>
int64_t StoreVectors(Planes<T> from, int64_t count, int64_t width, T divisor, const Lines<T>& to) {
  constexpr int64_t kLanes = VectorOf<T>::kLanes;
  int64_t done = 0;
  if (to.line == 2) {
    const Vector<T> by = Splat(divisor);
    const auto quotient = [&](const T* x) { return Quotient<kDivides>(LoadVector(x), by); };
    for (; done < count; ++done) {
      T* const row = to.at + done * to.element;
      for (int64_t l = 0; l < width; l += kLanes) {
        const Pair<T> parts = Interleaved(
            Pair<T>{quotient(from.re + done * width + l), quotient(from.im + done * width + l)});
        StoreVector(row + 2 * l, parts.first);
        StoreVector(row + 2 * l + kLanes, parts.second);
      }
    }
  } else if (to.element == 2) {
    for (; done + kTurned<T> <= count; done += kTurned<T>) {
      for (int64_t l = 0; l < width; l += kLanes) {
        StoreTurned<kDivides>(from.re + done * width + l, from.im + done * width + l, width,
                              divisor, to.line, to.at + 2 * done + l * to.line);
      }
    }
  }
  return done;
}

}  // namespace

template <typename T>
void LoadLines(const Lines<const T>& from, int64_t lines, int64_t count, int64_t rows,
               int64_t width, Planes<T> to) {
  constexpr int64_t kLanes = VectorOf<T>::kLanes;
  int64_t done = 0;
  if (lines == width && from.imaginary == 1 && from.line == 2) {
    for (; done < count; ++done) {
      const T* const row = from.at + done * from.element;
      for (int64_t l = 0; l < width; l += kLanes) {
        const Pair<T> parts =
            Parted(Pair<T>{LoadVector(row + 2 * l), LoadVector(row + 2 * l + kLanes)});
        StoreVector(to.re + done * width + l, parts.first);
        StoreVector(to.im + done * width + l, parts.second);
      }
    }
  } else if (lines == width && from.imaginary == 1 && from.element == 2) {
    for (; done + kTurned<T> <= count; done += kTurned<T>) {
      for (int64_t l = 0; l < width; l += kLanes) {
        LoadTurned(from.at + 2 * done + l * from.line, from.line, width, to.re + done * width + l,
                   to.im + done * width + l);
      }
    }
  }
  LoadOneByOne(from, lines, done, count, width, to);
  for (T* const part : {to.re, to.im}) std::fill(part + count * width, part + rows * width, T(0));
}

template <typename T>
void StoreLines(Planes<T> from, int64_t lines, int64_t count, int64_t size, int64_t width,
                T divisor, const Lines<T>& to) {
  const int64_t done = lines != width || to.imaginary != 1 ? 0
                       : divisor == T(1) ? StoreVectors<false>(from, count, width, divisor, to)
                                         : StoreVectors<true>(from, count, width, divisor, to);
  StoreOneByOne(from, lines, done, count, width, divisor, to);
  for (int64_t i = count; i < size; ++i) {
    for (int64_t l = 0; l < lines; ++l) {
      T* const number = to.at + i * to.element + l * to.line;
      number[0] = T(0);
      if (to.imaginary != 0) number[to.imaginary] = T(0);
    }
  }
}

template void LoadLines(const Lines<const float>&, int64_t, int64_t, int64_t, int64_t,
                        Planes<float>);
template void LoadLines(const Lines<const double>&, int64_t, int64_t, int64_t, int64_t,
                        Planes<double>);
template void StoreLines(Planes<float>, int64_t, int64_t, int64_t, int64_t, float,
                         const Lines<float>&);
template void StoreLines(Planes<double>, int64_t, int64_t, int64_t, int64_t, double,
                         const Lines<double>&);

}  // namespace hloom
