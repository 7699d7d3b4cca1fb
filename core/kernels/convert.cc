#include "kernels/convert.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/half.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

// Truncation that saturates to low..high; NaN gives 0. The bounds are compared as floats: 2^63 is a
// float, INT64_MAX is not.
template <typename I, typename F>
I Saturate(F x, I low, I high) {
  if (std::isnan(x)) return 0;
  const F truncated = std::trunc(x);
  if (truncated <= static_cast<F>(low)) return low;
  if (truncated >= static_cast<F>(high)) return high;
  return static_cast<I>(truncated);
}

// The conversions that have a loop of their own. The others are one of these on the same bytes (see
// ConvertRun): a PRED is an integer, the low bits of an integer have no sign, complex numbers are
// pairs.
template <typename From, typename To>
inline constexpr bool kHasConversion =
    !std::is_same_v<From, bool> && !kIsComplex<From> && !kIsComplex<To> &&
    (std::is_floating_point_v<From> || std::is_floating_point_v<To> || std::is_unsigned_v<To>);

template <typename To, typename From>
To ConvertOne(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != 0;
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    return Saturate<To>(x, std::numeric_limits<To>::min(), std::numeric_limits<To>::max());
  } else {
    return static_cast<To>(x);
  }
}

// A double of x that is to be rounded once more. If x does not fit 53 bits, the last bit is set to
// record that something was cut off ("round to odd"), so that the next rounding does not mistake
// the result for a tie.
template <typename T>
double ExactOrOdd(T x) {
  if constexpr (sizeof(T) == 8 && std::is_integral_v<T>) {
    const bool negative = x < 0;
    uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
    if (magnitude >> 53 != 0) {
      constexpr uint64_t kCut = (1 << 11) - 1;
      const bool inexact = (magnitude & kCut) != 0;
      magnitude = (magnitude & ~kCut) | (inexact ? kCut + 1 : 0);
    }
    const double result = static_cast<double>(magnitude);
    return negative ? -result : result;
  } else {
    return static_cast<double>(x);
  }
}

// The low `bits` bits, sign-extended or not: the value that an integer of fewer than 8 bits keeps.
template <typename T>
T Wrap(T x, int bits) {
  const int unused = 8 - bits;
  const uint8_t high = static_cast<uint8_t>(static_cast<uint8_t>(x) << unused);
  return static_cast<T>(static_cast<T>(high) >> unused);
}

template <typename Format>
void DecodeRun(const std::byte* in, float* out, int64_t count) {
  const auto* const bits = reinterpret_cast<const uint16_t*>(in);
  for (int64_t i = 0; i < count; ++i) out[i] = Format::Decode(bits[i]);
}

template <typename Format>
void EncodeRun(const float* in, std::byte* out, int64_t count) {
  auto* const bits = reinterpret_cast<uint16_t*>(out);
  for (int64_t i = 0; i < count; ++i) bits[i] = Format::Encode(in[i]);
}

// Converts a storage-only type to its compute type, which is exact.
void ConvertWiden(PrimitiveType type, const std::byte* in, std::byte* out, int64_t count) {
  if (!IsNarrowFloat(type)) {  // small integers hold their value in a byte already
    std::copy_n(in, static_cast<size_t>(count), out);
    return;
  }
  float* floats = reinterpret_cast<float*>(out);
  if (type == BF16) return DecodeRun<BrainFloat>(in, floats, count);
  if (type == F16) return DecodeRun<HalfFloat>(in, floats, count);
  DecodeByteFloats(type, in, floats, count);
}

template <typename From>
void ToNarrowFloat(PrimitiveType to, const From* in, std::byte* out, int64_t count) {
  if constexpr (std::is_same_v<From, float>) {
    if (to == BF16) return EncodeRun<BrainFloat>(in, out, count);
    if (to == F16) return EncodeRun<HalfFloat>(in, out, count);
  }
  const bool one_byte = ByteWidth(to) == 1;
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t bits = EncodeNarrowFloat(to, ExactOrOdd(in[i]));
    if (one_byte) {
      out[i] = static_cast<std::byte>(bits);
    } else {
      reinterpret_cast<uint16_t*>(out)[i] = static_cast<uint16_t>(bits);
    }
  }
}

// `To` is int8_t or uint8_t, of which `bits` bits are the type.
template <typename To, typename From>
void ToSmallInteger(int bits, const From* in, To* out, int64_t count) {
  const int low = std::is_signed_v<To> ? -(1 << (bits - 1)) : 0;
  const int high = (1 << (std::is_signed_v<To> ? bits - 1 : bits)) - 1;
  for (int64_t i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<From>) {
      out[i] = static_cast<To>(Saturate<int>(in[i], low, high));
    } else {
      out[i] = Wrap(static_cast<To>(in[i]), bits);
    }
  }
}

template <typename From>
void Store(const From* in, PrimitiveType to, std::byte* out, int64_t count) {
  if (IsNarrowFloat(to)) return ToNarrowFloat(to, in, out, count);
  if (ComputeTypeOf(to) != to) {
    if (IsSignedIntegralType(to)) {
      return ToSmallInteger(BitWidth(to), in, reinterpret_cast<int8_t*>(out), count);
    }
    return ToSmallInteger(BitWidth(to), in, reinterpret_cast<uint8_t*>(out), count);
  }
  DispatchComputeType(to, [&]<typename To>() {
    if constexpr (kHasConversion<From, To>) {
      To* result = reinterpret_cast<To*>(out);
      for (int64_t i = 0; i < count; ++i) result[i] = ConvertOne<To>(in[i]);
    }
  });
}

// The number of elements that are converted at a time by way of another type.
constexpr int64_t kRun = 256;
// Memory for them: no type on the way is wider than F64.
struct alignas(16) RunMemory {
  std::byte bytes[kRun * sizeof(double)];
};

// The unsigned type of the same width, which has the same low bits: S8 to S64 are the numbers 2 to 5,
// U8 to U64 are 6 to 9.
PrimitiveType WithoutSign(PrimitiveType type) {
  return type >= S8 && type <= S64 ? static_cast<PrimitiveType>(type + (U8 - S8)) : type;
}

// The real parts of complex numbers of two `Part`s each.
template <typename Part>
void RealParts(const std::byte* in, std::byte* out, int64_t count) {
  const auto* const parts = reinterpret_cast<const Part*>(in);
  for (int64_t i = 0; i < count; ++i) reinterpret_cast<Part*>(out)[i] = parts[2 * i];
}

// Complex numbers of these real parts, with the imaginary part 0.
template <typename Part>
void FromRealParts(const std::byte* in, std::byte* out, int64_t count) {
  auto* const parts = reinterpret_cast<Part*>(out);
  for (int64_t i = 0; i < count; ++i) {
    parts[2 * i] = reinterpret_cast<const Part*>(in)[i];
    parts[2 * i + 1] = 0;
  }
}

void ConvertComplex(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                    int64_t count) {
  const PrimitiveType from_part = ComplexComponentType(from);
  const PrimitiveType to_part = ComplexComponentType(to);
  if (IsComplexType(from) && IsComplexType(to)) {
    return ConvertRun(from_part, in, to_part, out, 2 * count);
  }
  RunMemory parts;
  for (int64_t i = 0; i < count; i += kRun) {
    const int64_t run = std::min(kRun, count - i);
    const std::byte* const read = in + i * ByteWidth(from);
    std::byte* const written = out + i * ByteWidth(to);
    if (IsComplexType(from)) {
      std::byte* const reals = from_part == to ? written : parts.bytes;
      const auto take = from_part == F32 ? RealParts<float> : RealParts<double>;
      take(read, reals, run);
      if (reals != written) ConvertRun(from_part, reals, to, written, run);
    } else {
      const std::byte* reals = read;
      if (from != to_part) {
        ConvertRun(from, read, to_part, parts.bytes, run);
        reals = parts.bytes;
      }
      const auto put = to_part == F32 ? FromRealParts<float> : FromRealParts<double>;
      put(reals, written, run);
    }
  }
}

}  // namespace

void ConvertRun(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                int64_t count) {
  if (from == to) {
    std::copy_n(in, count * ByteWidth(from), out);
    return;
  }
  if (IsComplexType(from) || IsComplexType(to)) return ConvertComplex(from, in, to, out, count);
  const PrimitiveType compute = ComputeTypeOf(from);
  if (compute == from) {
    if (from == PRED) from = U8;  // a byte of 0 or 1
    if (IsIntegralType(from)) to = WithoutSign(to);
    DispatchComputeType(from, [&]<typename From>() {
      if constexpr (kHasConversion<From, double>) {
        Store(reinterpret_cast<const From*>(in), to, out, count);
      }
    });
  } else if (compute == to) {
    ConvertWiden(from, in, out, count);
  } else {
    RunMemory wide;
    for (int64_t i = 0; i < count; i += kRun) {
      const int64_t run = std::min(kRun, count - i);
      ConvertWiden(from, in + i * ByteWidth(from), wide.bytes, run);
      ConvertRun(compute, wide.bytes, to, out + i * ByteWidth(to), run);
    }
  }
}

}  // namespace hloom
