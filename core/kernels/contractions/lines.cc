#include "kernels/contractions/lines.h"

namespace hloom {

namespace {

template <typename T>
T SumOf(Vector<T> v) {
  if constexpr (sizeof(T) == 4) {
    return (v[0] + v[2]) + (v[1] + v[3]);
  } else {
    return v[0] + v[1];
  }
}

// Writes the dot products of four pairs of lines. Reading four streams of memory at a time keeps
// more reads in flight.
template <typename T>
inline void DotFour(const T* a, ptrdiff_t a_apart, const T* x, ptrdiff_t x_apart, ptrdiff_t count,
                    T* sums) {
  constexpr ptrdiff_t kLanes = VectorOf<T>::kLanes;
  const T* const a1 = a + a_apart;
  const T* const a2 = a1 + a_apart;
  const T* const a3 = a2 + a_apart;
  const T* const x1 = x + x_apart;
  const T* const x2 = x1 + x_apart;
  const T* const x3 = x2 + x_apart;
  Vector<T> v0{}, v1{}, v2{}, v3{};
  ptrdiff_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    v0 += LoadVector(a + i) * LoadVector(x + i);
    v1 += LoadVector(a1 + i) * LoadVector(x1 + i);
    v2 += LoadVector(a2 + i) * LoadVector(x2 + i);
    v3 += LoadVector(a3 + i) * LoadVector(x3 + i);
  }
  sums[0] = SumOf<T>(v0);
  sums[1] = SumOf<T>(v1);
  sums[2] = SumOf<T>(v2);
  sums[3] = SumOf<T>(v3);
  HLOOM_LEFT_OVER
  for (; i < count; ++i) {
    sums[0] += a[i] * x[i];
    sums[1] += a1[i] * x1[i];
    sums[2] += a2[i] * x2[i];
    sums[3] += a3[i] * x3[i];
  }
}

// Lines are taken four at a time, a quarter of all lines apart. Each remaining line is taken in
// quarters.
template <typename T>
void DotLines(const Lines& lines, const std::byte* vector, std::byte* out) {
  const T* const a = reinterpret_cast<const T*>(lines.data);
  const T* const x = reinterpret_cast<const T*>(vector);
  T* const sums = reinterpret_cast<T*>(out);
  const ptrdiff_t step = static_cast<ptrdiff_t>(lines.step);
  const ptrdiff_t length = static_cast<ptrdiff_t>(lines.length);
  const ptrdiff_t quarter = static_cast<ptrdiff_t>(lines.count / 4);
  T four[4];
  for (ptrdiff_t i = 0; i < quarter; ++i) {
    DotFour(a + i * step, quarter * step, x, 0, length, four);
    sums[i] += four[0];
    sums[i + quarter] += four[1];
    sums[i + 2 * quarter] += four[2];
    sums[i + 3 * quarter] += four[3];
  }
  for (ptrdiff_t i = 4 * quarter; i < lines.count; ++i) {
    const T* const line = a + i * step;
    const ptrdiff_t part = length / 4;
    DotFour(line, part, x, part, part, four);
    T sum = (four[0] + four[1]) + (four[2] + four[3]);
    HLOOM_LEFT_OVER
    for (ptrdiff_t j = 4 * part; j < length; ++j) sum += line[j] * x[j];
    sums[i] += sum;
  }
}

template <typename T>
void AddLines(const Lines& lines, const std::byte* vector, std::byte* out) {
  constexpr ptrdiff_t kLanes = VectorOf<T>::kLanes;
  const T* const a = reinterpret_cast<const T*>(lines.data);
  const T* const x = reinterpret_cast<const T*>(vector);
  T* const sums = reinterpret_cast<T*>(out);
  const ptrdiff_t step = static_cast<ptrdiff_t>(lines.step);
  const ptrdiff_t length = static_cast<ptrdiff_t>(lines.length);
  const ptrdiff_t quarter = static_cast<ptrdiff_t>(lines.count / 4);
  for (ptrdiff_t i = 0; i < quarter; ++i) {
    const T* const a0 = a + i * step;
    const T* const a1 = a0 + quarter * step;
    const T* const a2 = a1 + quarter * step;
    const T* const a3 = a2 + quarter * step;
    const Vector<T> x0 = Splat(x[i]);
    const Vector<T> x1 = Splat(x[i + quarter]);
    const Vector<T> x2 = Splat(x[i + 2 * quarter]);
    const Vector<T> x3 = Splat(x[i + 3 * quarter]);
    ptrdiff_t j = 0;
    for (; j + kLanes <= length; j += kLanes) {
      const Vector<T> low = x0 * LoadVector(a0 + j) + x1 * LoadVector(a1 + j);
      const Vector<T> high = x2 * LoadVector(a2 + j) + x3 * LoadVector(a3 + j);
      StoreVector(sums + j, Vector<T>(LoadVector(sums + j) + (low + high)));
    }
    HLOOM_LEFT_OVER
    for (; j < length; ++j) {
      sums[j] += (x0[0] * a0[j] + x1[0] * a1[j]) + (x2[0] * a2[j] + x3[0] * a3[j]);
    }
  }
  for (ptrdiff_t i = 4 * quarter; i < lines.count; ++i) {
    const T factor = x[i];
    const T* const line = a + i * step;
    const Vector<T> factors = Splat(factor);
    ptrdiff_t j = 0;
    for (; j + kLanes <= length; j += kLanes) {
      StoreVector(sums + j, Vector<T>(LoadVector(sums + j) + factors * LoadVector(line + j)));
    }
    HLOOM_LEFT_OVER
    for (; j < length; ++j) sums[j] += factor * line[j];
  }
}

template <typename T>
void AddSums(std::byte* to, const std::byte* from, int64_t count) {
  T* const sums = reinterpret_cast<T*>(to);
  const T* const more = reinterpret_cast<const T*>(from);
  for (int64_t i = 0; i < count; ++i) sums[i] += more[i];
}

template <typename T>
inline constexpr LineLoops kLoopsOf = {DotLines<T>, AddLines<T>, AddSums<T>};

}  // namespace

const LineLoops& LineLoopsOf(LaneKind kind) {
  static constexpr LineLoops kLoops[] = {kLoopsOf<float>, kLoopsOf<double>, kLoopsOf<uint32_t>,
                                         kLoopsOf<uint64_t>};
  return kLoops[kind == LaneKind::kInt16Pair ? static_cast<int>(LaneKind::kInt32)
                                             : static_cast<int>(kind)];
}

}  // namespace hloom
