#include "literal/type_values.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/number_format.h"

namespace hloom {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename T>
ElementBytes ElementBytesOf(const T& value) {
  static_assert(sizeof(T) <= sizeof(ElementBytes));
  ElementBytes element;
  std::memcpy(element.bytes, &value, sizeof(T));
  return element;
}

// Little-endian, so that the low bytes come first for every width.
ElementBytes NarrowBytes(uint32_t bits) { return ElementBytesOf(bits); }

// The patterns of finite numbers come first, those of infinity and NaN end the range.
uint32_t LargestFinitePattern(PrimitiveType type) {
  const bool has_sign = type != F8E8M0FNU;
  uint32_t bits = (1u << (BitWidth(type) - (has_sign ? 1 : 0))) - 1;
  while (!std::isfinite(DecodeNarrowFloat(type, bits))) --bits;
  return bits;
}

// `x` in the format, if it is exactly one of its values.
std::optional<ElementBytes> ExactNarrow(PrimitiveType type, double x) {
  const uint32_t bits = EncodeNarrowFloat(type, x);
  const double back = static_cast<double>(DecodeNarrowFloat(type, bits));
  const bool same = std::isnan(x) ? std::isnan(back) : back == x;
  return same ? std::optional(NarrowBytes(bits)) : std::nullopt;
}

double NarrowEpsilon(PrimitiveType type) {
  const double next = DecodeNarrowFloat(type, EncodeNarrowFloat(type, 1) + 1);
  return next - 1;
}

// An exponent of 1 is above the mantissa, whose number of bits follows from epsilon.
std::optional<ElementBytes> NarrowMinPositiveNormal(PrimitiveType type) {
  if (type == F8E8M0FNU) return NarrowBytes(0);  // all are normal
  return NarrowBytes(uint32_t{1} << -std::ilogb(NarrowEpsilon(type)));
}

std::optional<ElementBytes> NarrowValue(PrimitiveType type, TypeValue value) {
  switch (value) {
    case TypeValue::kZero:
      return ExactNarrow(type, 0);
    case TypeValue::kOne:
      return ExactNarrow(type, 1);
    case TypeValue::kInfinity:
      return ExactNarrow(type, kInf);
    case TypeValue::kNegativeInfinity:
      return ExactNarrow(type, -kInf);
    case TypeValue::kNan:
      return ExactNarrow(type, kNaN);
    case TypeValue::kMax:
    case TypeValue::kMin: {
      const bool least = value == TypeValue::kMin;
      if (auto infinity = ExactNarrow(type, least ? -kInf : kInf)) return infinity;
      return NarrowValue(type, least ? TypeValue::kMinFinite : TypeValue::kMaxFinite);
    }
    case TypeValue::kMaxFinite:
      return NarrowBytes(LargestFinitePattern(type));
    case TypeValue::kEpsilon:
      return ExactNarrow(type, NarrowEpsilon(type));
    case TypeValue::kMinPositiveNormal:
      return NarrowMinPositiveNormal(type);
    case TypeValue::kMinFinite:
      break;
  }
  if (type == F8E8M0FNU) return NarrowBytes(0);  // no sign: 2^-127
  return ExactNarrow(type, -DecodeNarrowFloat(type, LargestFinitePattern(type)));
}

template <typename T>
std::optional<ElementBytes> FloatValue(TypeValue value) {
  using Limits = std::numeric_limits<T>;
  switch (value) {
    case TypeValue::kZero:
      return ElementBytesOf(T{0});
    case TypeValue::kOne:
      return ElementBytesOf(T{1});
    case TypeValue::kMin:
    case TypeValue::kNegativeInfinity:
      return ElementBytesOf(-Limits::infinity());
    case TypeValue::kMax:
    case TypeValue::kInfinity:
      return ElementBytesOf(Limits::infinity());
    case TypeValue::kMinFinite:
      return ElementBytesOf(Limits::lowest());
    case TypeValue::kMaxFinite:
      return ElementBytesOf(Limits::max());
    case TypeValue::kEpsilon:
      return ElementBytesOf(Limits::epsilon());
    case TypeValue::kMinPositiveNormal:
      return ElementBytesOf(Limits::min());
    case TypeValue::kNan:
      break;
  }
  return ElementBytesOf(Limits::quiet_NaN());
}

template <typename T>
std::optional<ElementBytes> ComplexValue(TypeValue value) {
  using Limits = std::numeric_limits<typename T::value_type>;
  if (value == TypeValue::kZero) return ElementBytesOf(T(0, 0));
  if (value == TypeValue::kOne) return ElementBytesOf(T(1, 0));
  if (value == TypeValue::kNan) return ElementBytesOf(T(Limits::quiet_NaN(), Limits::quiet_NaN()));
  return std::nullopt;
}

// PRED counts as an unsigned integer of one bit.
std::optional<ElementBytes> IntegerValue(PrimitiveType type, TypeValue value) {
  const int bits = type == PRED ? 1 : BitWidth(type);
  const bool is_signed = IsSignedIntegralType(type);
  const uint64_t max = is_signed ? (uint64_t{1} << (bits - 1)) - 1 : ~uint64_t{0} >> (64 - bits);
  switch (value) {
    case TypeValue::kZero:
      return ElementBytesOf(uint64_t{0});
    case TypeValue::kOne:
      return max == 0 ? std::nullopt : std::optional(ElementBytesOf(uint64_t{1}));
    case TypeValue::kMin:
    case TypeValue::kMinFinite:
      return ElementBytesOf(is_signed ? ~max : uint64_t{0});
    case TypeValue::kMax:
    case TypeValue::kMaxFinite:
      return ElementBytesOf(max);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string_view TypeValueName(TypeValue value) {
  static constexpr std::string_view kNames[] = {"zero",
                                                "one",
                                                "least value",
                                                "greatest value",
                                                "least finite value",
                                                "greatest finite value",
                                                "infinity",
                                                "negative infinity",
                                                "NaN",
                                                "epsilon",
                                                "least positive normal value"};
  return kNames[static_cast<int>(value)];
}

std::optional<ElementBytes> TypeValueBytes(PrimitiveType type, TypeValue value) {
  if (!IsArrayType(type)) return std::nullopt;
  if (IsNarrowFloat(type)) return NarrowValue(type, value);
  if (type == F32) return FloatValue<float>(value);
  if (type == F64) return FloatValue<double>(value);
  if (type == C64) return ComplexValue<std::complex<float>>(value);
  if (type == C128) return ComplexValue<std::complex<double>>(value);
  return IntegerValue(type, value);
}

ElementBytes PaddingBytes(PrimitiveType type, PaddingValue value) {
  const auto bytes = [type](TypeValue v) {
    return TypeValueBytes(type, v).value_or(ElementBytes());
  };
  switch (value) {
    case ONE_PAD:
      return bytes(TypeValue::kOne);
    case LOWEST_PAD:
      return bytes(TypeValue::kMin);
    case HIGHEST_PAD:
      return bytes(TypeValue::kMax);
    case INVALID_PAD:
    case ZERO_PAD:  // zero bytes in every type that has a zero
    case UNKNOWN_PAD:
      break;
  }
  return ElementBytes();
}

}  // namespace hloom
