#include "kernels/convert.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/half.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

template <typename T>
auto RealPart(T x) {
  if constexpr (kIsComplex<T>) {
    return x.real();
  } else {
    return x;
  }
}

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

template <typename To, typename From>
To ConvertOne(From value) {
  if constexpr (kIsComplex<To>) {
    using Part = typename To::value_type;
    if constexpr (kIsComplex<From>) {
      return To(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
    } else {
      return To(ConvertOne<Part>(value), 0);
    }
  } else {
    const auto x = RealPart(value);
    using X = decltype(x);
    if constexpr (std::is_same_v<To, bool>) {
      return x != 0;
    } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<std::decay_t<X>>) {
      return Saturate<To>(x, std::numeric_limits<To>::min(), std::numeric_limits<To>::max());
    } else {
      return static_cast<To>(x);
    }
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
    const uint32_t bits = EncodeNarrowFloat(to, ExactOrOdd(RealPart(in[i])));
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
    const auto x = RealPart(in[i]);
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(x)>>) {
      out[i] = static_cast<To>(Saturate<int>(x, low, high));
    } else {
      out[i] = Wrap(static_cast<To>(x), bits);
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
    To* result = reinterpret_cast<To*>(out);
    for (int64_t i = 0; i < count; ++i) result[i] = ConvertOne<To>(in[i]);
  });
}

// The number of elements that are widened at a time, if they are narrower than the type of the
// computation.
constexpr int64_t kWideRun = 256;

}  // namespace

void ConvertRun(PrimitiveType from, const std::byte* in, PrimitiveType to, std::byte* out,
                int64_t count) {
  const PrimitiveType compute = ComputeTypeOf(from);
  if (from == to) {
    std::copy_n(in, count * ByteWidth(from), out);
  } else if (compute == from) {
    DispatchComputeType(
        from, [&]<typename From>() { Store(reinterpret_cast<const From*>(in), to, out, count); });
  } else if (compute == to) {
    ConvertWiden(from, in, out, count);
  } else {
    alignas(16) std::byte wide[kWideRun * sizeof(float)];  // no narrow type computes in more
    for (int64_t i = 0; i < count; i += kWideRun) {
      const int64_t run = std::min(kWideRun, count - i);
      ConvertWiden(from, in + i * ByteWidth(from), wide, run);
      ConvertRun(compute, wide, to, out + i * ByteWidth(to), run);
    }
  }
}

}  // namespace hloom
