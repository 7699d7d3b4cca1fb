#include "kernels/random/random_numbers.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/convert.h"
#include "kernels/elementwise/elements.h"

namespace hloom {

namespace {

// So many numbers are made before they are placed.
constexpr int64_t kRandomNumbersRun = 256;

template <typename T>
const std::byte* RandomNumbersBytes(const T* numbers) {
  return reinterpret_cast<const std::byte*>(numbers);
}
template <typename T>
std::byte* RandomNumbersBytes(T* numbers) {
  return reinterpret_cast<std::byte*>(numbers);
}

// The type in which numbers of a type are computed.
PrimitiveType WideTypeOf(PrimitiveType type) {
  if (IsFloatingPointType(type)) return type == F64 ? F64 : F32;
  return BitWidth(type) == 64 ? U64 : U32;
}

template <typename T>
T Wide(PrimitiveType type, const std::byte* element) {
  T wide = 0;
  ConvertRun(type, element, PrimitiveTypeOf<T>::value, RandomNumbersBytes(&wide), 1);
  return wide;
}

// True if all uniform numbers are a: b <= a. NaN is not.
bool IsEmptyRange(PrimitiveType type, const std::byte* a, const std::byte* b) {
  if (type == PRED) return true;
  if (IsFloatingPointType(type)) return Wide<double>(type, b) <= Wide<double>(type, a);
  if (type == U64) return Wide<uint64_t>(type, b) <= Wide<uint64_t>(type, a);
  return Wide<int64_t>(type, b) <= Wide<int64_t>(type, a);
}

// Random bits as wide as T, from number `first` of a stream on.
template <typename T>
void BitsFrom(const RandomState& state, int64_t first, int64_t count, T* bits) {
  constexpr int64_t kInBlock = kPhiloxWords * sizeof(uint32_t) / sizeof(T);
  constexpr int64_t kBlocks = kRandomNumbersRun / kInBlock;
  T made[kRandomNumbersRun];
  while (count > 0) {
    const int64_t block = first / kInBlock, skipped = first % kInBlock;
    const int64_t blocks = std::min(kBlocks, (skipped + count + kInBlock - 1) / kInBlock);
    PhiloxBlocks(state.key, state.counter.After(static_cast<uint64_t>(block)), blocks,
                 reinterpret_cast<uint32_t*>(made));
    const int64_t run = std::min(count, blocks * kInBlock - skipped);
    bits = std::copy_n(made + skipped, run, bits);
    first += run;
    count -= run;
  }
}

template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

// Uniform numbers of [0, 1), from number `first` on; at most kRandomNumbersRun of them.
template <typename T>
void UnitsFrom(const RandomState& state, int64_t first, int64_t count, T* units) {
  BitsOf<T> bits[kRandomNumbersRun];
  BitsFrom(state, first, count, bits);
  for (int64_t i = 0; i < count; ++i) {
    if constexpr (sizeof(T) == 4) {
      // So few bits are a signed integer too, which vectors convert faster.
      units[i] = static_cast<T>(static_cast<int32_t>(bits[i] >> 9)) * T{0x1p-23};
    } else {
      units[i] = static_cast<T>(static_cast<int64_t>(bits[i] >> 12)) * T{0x1p-52};
    }
  }
}

template <typename T>
class Uniform {
 public:
  Uniform(T a, T b) : a_(a), range_(b - a) {}
  void Make(const RandomState& state, int64_t first, int64_t count, T* numbers) const {
    if constexpr (std::is_floating_point_v<T>) {
      UnitsFrom(state, first, count, numbers);
      for (int64_t i = 0; i < count; ++i) numbers[i] = numbers[i] * range_ + a_;
    } else {
      BitsFrom(state, first, count, numbers);
      for (int64_t i = 0; i < count; ++i) numbers[i] = a_ + numbers[i] % range_;
    }
  }

 private:
  const T a_, range_;
};

template <typename T>
void Apply(ElementLoops loops, T* numbers, int64_t count) {
  const ElementFunction function = {loops(PrimitiveTypeOf<T>::value)};
  const std::byte* const operands[] = {RandomNumbersBytes(numbers)};
  function(operands, RandomNumbersBytes(numbers), count);
}

// Replaces uniform numbers u and v by normal numbers of mean 0 and deviation 1.
template <typename T>
void BoxMuller(T* u, T* v, int64_t count) {
  T radius[kRandomNumbersRun];
  for (int64_t i = 0; i < count; ++i) radius[i] = std::max(u[i], T{1e-7f});
  Apply(kLogLoops, radius, count);
  for (int64_t i = 0; i < count; ++i) radius[i] *= T{-2};
  Apply(kSqrtLoops, radius, count);
  for (int64_t i = 0; i < count; ++i) u[i] = v[i] *= static_cast<T>(6.283185307179586);
  Apply(kSinLoops, u, count);
  Apply(kCosLoops, v, count);
  for (int64_t i = 0; i < count; ++i) {
    u[i] *= radius[i];
    v[i] *= radius[i];
  }
}

// The uniform numbers u and v of pairs `begin` and following, as many as are computed together, at
// most `count`. In [half, 2, inner] they are at [.., 0, ..] and [.., 1, ..].
template <typename T>
int64_t PairsFrom(const RandomState& state, const PairSplit& split, int64_t begin, int64_t count,
                  T* u, T* v) {
  const int64_t inner = split.inner;
  const int64_t row = begin / inner, at = begin % inner;
  if (2 * inner > kRandomNumbersRun || at > 0) {
    const int64_t run = std::min({count, inner - at, kRandomNumbersRun});
    UnitsFrom(state, 2 * row * inner + at, run, u);
    UnitsFrom(state, (2 * row + 1) * inner + at, run, v);
    return run;
  }
  // Short rows are made together.
  const int64_t rows = std::min(kRandomNumbersRun / 2 / inner, (count + inner - 1) / inner);
  T units[kRandomNumbersRun];
  UnitsFrom(state, 2 * row * inner, 2 * rows * inner, units);
  for (int64_t r = 0; r < rows; ++r) {
    std::copy_n(units + 2 * r * inner, inner, u + r * inner);
    std::copy_n(units + (2 * r + 1) * inner, inner, v + r * inner);
  }
  return std::min(count, rows * inner);
}

}  // namespace

RandomNumbersArray::RandomNumbersArray(bool normal, PrimitiveType type, Span<const int64_t> sizes,
                                       Span<const int64_t> strides)
    : normal_(normal),
      type_(type),
      array_(sizes, strides, ByteWidth(type)),
      split_(PairSplit::Of(sizes)) {
  const int64_t numbers = normal ? 2 * split_.pairs : array_.elements();
  counters_ = TaskCount(numbers * (BitWidth(type) == 64 ? 2 : 1), kPhiloxWords);
}

template <typename T>
Kernel RandomNumbersArray::FillUniform(RandomState state, const std::byte* a, const std::byte* b,
                                       std::byte* out) const {
  const Uniform<T> uniform(Wide<T>(type_, a), Wide<T>(type_, b));
  const auto fill = [this, state, uniform](int64_t begin, int64_t end, std::byte* to) {
    T numbers[kRandomNumbersRun];
    for (int64_t at = begin; at < end; at += kRandomNumbersRun) {
      const int64_t run = std::min(kRandomNumbersRun, end - at);
      uniform.Make(state, at, run, numbers);
      ConvertRun(PrimitiveTypeOf<T>::value, RandomNumbersBytes(numbers), type_,
                 to + at * ByteWidth(type_), run);
    }
  };
  return array_.FillBy(array_.elements(), fill, out);
}

template <typename T>
Kernel RandomNumbersArray::FillNormal(RandomState state, const std::byte* a, const std::byte* b,
                                      std::byte* out) const {
  const T mean = Wide<T>(type_, a), deviation = Wide<T>(type_, b);
  const auto fill = [=, this](int64_t begin, int64_t end, std::byte* to) {
    T u[kRandomNumbersRun], v[kRandomNumbersRun];
    T elements_of_u[kRandomNumbersRun],
        elements_of_v[kRandomNumbersRun];  // of the type, in the room that T takes
    while (begin < end) {
      const int64_t run = PairsFrom(state, split_, begin, end - begin, u, v);
      BoxMuller(u, v, run);
      for (int64_t i = 0; i < run; ++i) {
        u[i] = mean + deviation * u[i];
        v[i] = mean + deviation * v[i];
      }
      ConvertRun(PrimitiveTypeOf<T>::value, RandomNumbersBytes(u), type_,
                 RandomNumbersBytes(elements_of_u), run);
      ConvertRun(PrimitiveTypeOf<T>::value, RandomNumbersBytes(v), type_,
                 RandomNumbersBytes(elements_of_v), run);
      DispatchWidth(ByteWidth(type_), [&]<typename E>() {
        split_.Place(reinterpret_cast<const E*>(elements_of_u),
                     reinterpret_cast<const E*>(elements_of_v), begin, run,
                     reinterpret_cast<E*>(to));
      });
      begin += run;
    }
  };
  return array_.FillBy(split_.pairs, fill, out);
}

// The same element everywhere.
Kernel RandomNumbersArray::FillWith(const std::byte* a, std::byte* out) const {
  std::array<std::byte, sizeof(uint64_t)> element;
  std::copy_n(a, ByteWidth(type_), element.begin());
  const auto fill = [this, element](int64_t begin, int64_t end, std::byte* to) {
    const int64_t width = ByteWidth(type_);
    for (int64_t i = begin; i < end; ++i) std::copy_n(element.begin(), width, to + i * width);
  };
  return array_.FillBy(array_.elements(), fill, out);
}

Kernel RandomNumbersArray::Fill(RandomState state, const std::byte* a, const std::byte* b,
                                std::byte* out) const {
  const PrimitiveType wide = WideTypeOf(type_);
  if (normal_) {
    return wide == F64 ? FillNormal<double>(state, a, b, out) : FillNormal<float>(state, a, b, out);
  }
  if (IsEmptyRange(type_, a, b)) return FillWith(a, out);
  if (wide == F32) return FillUniform<float>(state, a, b, out);
  if (wide == F64) return FillUniform<double>(state, a, b, out);
  if (wide == U64) return FillUniform<uint64_t>(state, a, b, out);
  return FillUniform<uint32_t>(state, a, b, out);
}

}  // namespace hloom
