#include "kernels/number_format.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/half.h"

namespace hloom {

namespace {

// The meaning of the patterns past the finite numbers.
enum class Specials {
  kIeee,      // exponent all ones: infinity with mantissa 0, else NaN
  kFn,        // all bits ones but the sign: NaN; no infinity
  kFnuz,      // the pattern of -0 is NaN; no infinity, no -0
  kNone,      // all patterns are numbers
  kExponent,  // only an exponent; all ones is NaN; no zero, no sign
};

struct Format {
  PrimitiveType type;
  int exponent_bits;
  int mantissa_bits;
  int bias;
  Specials specials;

  constexpr int sign_shift() const { return exponent_bits + mantissa_bits; }
  constexpr uint32_t sign() const { return 1u << sign_shift(); }
  constexpr uint32_t magnitude_mask() const { return sign() - 1; }
  // The largest finite pattern.
  constexpr uint32_t largest() const {
    if (specials == Specials::kIeee) return magnitude_mask() - (1u << mantissa_bits);
    return magnitude_mask() - (specials == Specials::kFn ? 1 : 0);
  }
  constexpr uint32_t infinity() const { return magnitude_mask() - (1u << mantissa_bits) + 1; }
};

constexpr Format kFormats[] = {
    {F16, 5, 10, 15, Specials::kIeee},          {BF16, 8, 7, 127, Specials::kIeee},
    {F8E5M2, 5, 2, 15, Specials::kIeee},        {F8E4M3, 4, 3, 7, Specials::kIeee},
    {F8E3M4, 3, 4, 3, Specials::kIeee},         {F8E4M3FN, 4, 3, 7, Specials::kFn},
    {F8E4M3B11FNUZ, 4, 3, 11, Specials::kFnuz}, {F8E4M3FNUZ, 4, 3, 8, Specials::kFnuz},
    {F8E5M2FNUZ, 5, 2, 16, Specials::kFnuz},    {F8E8M0FNU, 8, 0, 127, Specials::kExponent},
    {F4E2M1FN, 2, 1, 1, Specials::kNone},
};

const Format* Find(PrimitiveType type) {
  for (const Format& format : kFormats) {
    if (format.type == type) return &format;
  }
  return nullptr;
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

bool IsNan(const Format& f, uint32_t bits) {
  const uint32_t magnitude = bits & f.magnitude_mask();
  switch (f.specials) {
    case Specials::kIeee:
      return magnitude > f.infinity();
    case Specials::kFn:
      return magnitude == f.magnitude_mask();
    case Specials::kFnuz:
      return bits == f.sign();
    case Specials::kExponent:
      return bits == 0xff;
    case Specials::kNone:
      return false;
  }
  return false;
}

uint32_t EncodeNan(const Format& f, bool negative) {
  switch (f.specials) {
    case Specials::kIeee:  // quiet: the top bit of the mantissa
      return (negative ? f.sign() : 0) | f.infinity() | (1u << (f.mantissa_bits - 1));
    case Specials::kFn:
      return (negative ? f.sign() : 0) | f.magnitude_mask();
    case Specials::kFnuz:
    case Specials::kNone:  // F4E2M1FN has no NaN: XLA's pattern for it is that of -0
      return f.sign();
    case Specials::kExponent:
      return 0xff;
  }
  return 0;
}

uint32_t EncodeOverflow(const Format& f, bool negative) {
  const uint32_t sign = negative ? f.sign() : 0;
  if (f.specials == Specials::kIeee) return sign | f.infinity();
  if (f.specials == Specials::kNone) return sign | f.largest();
  return EncodeNan(f, negative);
}

// The type has only powers of two, 2^-127 to 2^127; halves (1.5 * 2^e) round up. Between the two
// smallest ones all values round up, as in XLA, which rounds there as a subnormal: to 0 or to 1
// times 2^-126, and the pattern of 0 is 2^-127.
uint32_t EncodeExponentOnly(double value) {
  if (!(value > 0) || std::isinf(value)) return 0xff;
  if (value > 0x1p-127 && value < 0x1p-126) return 1;
  int exponent;
  const double fraction =
      std::frexp(value, &exponent);  // value = fraction * 2^exponent, in [0.5, 1)
  const int rounded = exponent - 1 + (fraction >= 0.75 ? 1 : 0);
  if (rounded > 127) return 0xff;
  return static_cast<uint32_t>(std::max(rounded + 127, 0));
}

}  // namespace

bool IsNarrowFloat(PrimitiveType type) { return Find(type) != nullptr; }

float DecodeNarrowFloat(PrimitiveType type, uint32_t bits) {
  const Format& f = *Find(type);
  if (f.specials == Specials::kExponent) {
    return bits == 0xff ? kNaN : std::ldexp(1.0f, static_cast<int>(bits) - 127);
  }
  const bool negative = (bits & f.sign()) != 0;
  const float sign = negative ? -1.0f : 1.0f;
  if (IsNan(f, bits)) return std::copysign(kNaN, f.specials == Specials::kFnuz ? 1.0f : sign);
  const uint32_t magnitude = bits & f.magnitude_mask();
  if (f.specials == Specials::kIeee && magnitude == f.infinity()) {
    return sign * std::numeric_limits<float>::infinity();
  }
  const int exponent = static_cast<int>(magnitude >> f.mantissa_bits);
  const uint32_t fraction = magnitude & ((1u << f.mantissa_bits) - 1);
  const uint32_t mantissa = exponent == 0 ? fraction : fraction | (1u << f.mantissa_bits);
  const int scale = std::max(exponent, 1) - f.bias - f.mantissa_bits;
  return sign * std::ldexp(static_cast<float>(mantissa), scale);
}

void DecodeByteFloats(PrimitiveType type, const std::byte* in, float* out, int64_t count) {
  const Format& f = *Find(type);
  if (f.specials == Specials::kExponent) {
    for (int64_t i = 0; i < count; ++i) {
      const uint32_t exponent = static_cast<uint32_t>(in[i]);
      // The least power of two is a subnormal number.
      const uint32_t number = exponent == 0 ? 1u << 22 : exponent << 23;
      out[i] = __builtin_bit_cast(float, exponent == 0xff ? kFloatNan : number);
    }
    return;
  }
  constexpr uint32_t kNoPattern = 0x100;
  const bool ieee = f.specials == Specials::kIeee;
  const uint32_t infinity = ieee ? f.infinity() : kNoPattern;
  const uint32_t last = ieee ? f.infinity() : f.largest();  // of numbers that are not NaN
  const uint32_t negative_nan = f.specials == Specials::kFnuz ? f.sign() : kNoPattern;
  const uint32_t mask = f.magnitude_mask();
  const int sign_shift = 31 - f.sign_shift();
  const int shift = 23 - f.mantissa_bits;
  // A product rebases the exponents to those of F32, and also normalizes subnormals.
  const float scale = std::ldexp(1.0f, 127 - f.bias);
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t bits = static_cast<uint32_t>(in[i]);
    const uint32_t magnitude = bits & mask;
    uint32_t number =
        __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, magnitude << shift) * scale);
    number = magnitude == infinity ? kFloatInfinity : number;
    number = magnitude > last ? kFloatNan : number;
    number |= (bits & ~mask) << sign_shift;
    out[i] = __builtin_bit_cast(float, bits == negative_nan ? kFloatNan : number);
  }
}

// For F8E4M3FN and 460: exponent 8, quantum 2^(8-3) = 32, 460/32 = 14.375 rounds to 14, which is
// 448. At 464 it is the tie 14.5, which rounds to the even 14; 465 gives 15, the pattern of NaN.
uint32_t EncodeNarrowFloat(PrimitiveType type, double value) {
  const Format& f = *Find(type);
  if (f.specials == Specials::kExponent) return EncodeExponentOnly(value);
  const bool negative = std::signbit(value);
  if (std::isnan(value)) return EncodeNan(f, negative);
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return EncodeOverflow(f, negative);
  const uint32_t sign = negative ? f.sign() : 0;
  uint32_t bits = 0;
  if (magnitude != 0) {
    const int smallest = 1 - f.bias;
    int exponent = std::max(std::ilogb(magnitude), smallest);
    // Scaling by a power of two is exact; then there is one rounding, ties to even.
    double steps = std::nearbyint(std::ldexp(magnitude, f.mantissa_bits - exponent));
    const double one = static_cast<double>(1u << f.mantissa_bits);
    if (steps >= 2 * one) {
      steps /= 2;
      ++exponent;
    }
    // The number is larger than any format's range, and the pattern below would not fit.
    if (exponent + f.bias > 2 << f.exponent_bits) return EncodeOverflow(f, negative);
    bits = steps < one ? static_cast<uint32_t>(steps)
                       : (static_cast<uint32_t>(exponent + f.bias) << f.mantissa_bits) +
                             static_cast<uint32_t>(steps - one);
  }
  if (bits > f.largest()) return EncodeOverflow(f, negative);
  if (bits == 0 && f.specials == Specials::kFnuz) return 0;  // there is no -0
  return sign | bits;
}

FloatFields FieldsOf(PrimitiveType type) {
  if (type == F32) return {8, 23, 127};
  if (type == F64) return {11, 52, 1023};
  const Format& f = *Find(type);
  return {f.exponent_bits, f.mantissa_bits, f.bias};
}

bool HasNanPayload(PrimitiveType type) {
  const Format* format = Find(type);
  return format == nullptr ? type == F32 || type == F64 : format->specials == Specials::kIeee;
}

}  // namespace hloom
