#include "support/models/element_model.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "support/models/format_model.h"

namespace hloom::testing_support {

namespace {

using format_model::kInf;
using format_model::Model;

const Model* ModelOf(PrimitiveType type) {
  for (const Model& model : format_model::Models()) {
    if (model.type == type) return &model;
  }
  return nullptr;
}

// The finite values of a narrow format that are not negative, each at its pattern.
const std::vector<double>& ValuesOf(PrimitiveType type) {
  using Table = std::vector<std::pair<PrimitiveType, std::vector<double>>>;
  static const auto* const tables = new Table([] {
    Table all;
    for (const Model& m : format_model::Models()) {
      all.emplace_back(m.type, format_model::FiniteValues(m));
    }
    return all;
  }());
  const auto found = std::find_if(tables->begin(), tables->end(),
                                  [&](const auto& table) { return table.first == type; });
  return found->second;
}

ElementModel NarrowFloat(PrimitiveType type, uint32_t bits) {
  if (type == F8E8M0FNU) {
    return RealModel(bits == 255 ? NAN : std::exp2(static_cast<int>(bits) - 127));
  }
  const Model& model = *ModelOf(type);
  const bool negative = bits >= format_model::Patterns(model) / 2;
  if (format_model::IsNanPattern(model, bits)) {
    return RealModel(negative && model.has_negative_zero ? -NAN : NAN);
  }
  if (format_model::IsInfPattern(model, bits)) return RealModel(negative ? -kInf : kInf);
  const double magnitude = ValuesOf(type)[bits % (format_model::Patterns(model) / 2)];
  return RealModel(negative ? -magnitude : magnitude);
}

uint32_t PatternOf(PrimitiveType type, long double value) {
  if (type == F8E8M0FNU)
    return std::isnan(value) ? 255 : static_cast<uint32_t>(ilogbl(value) + 127);
  const Model& model = *ModelOf(type);
  for (uint32_t bits = 0; bits < format_model::Patterns(model) && std::isnan(value); ++bits) {
    if (format_model::IsNanPattern(model, bits)) return bits;
  }
  const std::vector<double>& values = ValuesOf(type);
  const auto magnitude = std::lower_bound(values.begin(), values.end(), std::fabs(value));
  const uint32_t sign = std::signbit(value) ? format_model::Patterns(model) / 2 : 0;
  return sign + static_cast<uint32_t>(magnitude - values.begin());  // infinity is the next pattern
}

ElementModel ToInteger(PrimitiveType to, const ElementModel& from) {
  const int bits = BitWidth(to);
  const bool is_signed = IsSignedIntegralType(to);
  const __int128 one = 1;
  const __int128 low = is_signed ? -(one << (bits - 1)) : 0;
  const __int128 high = (one << (is_signed ? bits - 1 : bits)) - 1;
  if (from.is_integer) {  // the low bits
    __int128 x = from.integer & ((one << bits) - 1);
    if (x > high) x -= one << bits;
    return IntegerModel(x);
  }
  if (std::isnan(from.real)) return IntegerModel(0);
  if (from.real <= static_cast<long double>(low)) return IntegerModel(low);
  if (from.real >= static_cast<long double>(high)) return IntegerModel(high);
  return IntegerModel(static_cast<__int128>(from.real));
}

bool SameReal(long double a, long double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace

ElementModel IntegerModel(__int128 x) {
  return {.is_integer = true, .integer = x, .real = static_cast<long double>(x)};
}
ElementModel RealModel(long double x) { return {.real = x}; }

ElementModel ReadElement(PrimitiveType type, const void* data) {
  const auto* const bytes = static_cast<const unsigned char*>(data);
  const auto as = [bytes]<typename T>() {
    T x;
    std::memcpy(&x, bytes, sizeof(T));
    return x;
  };
  if (type == F32) return RealModel(as.operator()<float>());
  if (type == F64) return RealModel(as.operator()<double>());
  if (type == C64) {
    const auto z = as.operator()<std::complex<float>>();
    return {.real = z.real(), .imaginary = z.imag()};
  }
  if (type == C128) {
    const auto z = as.operator()<std::complex<double>>();
    return {.real = z.real(), .imaginary = z.imag()};
  }
  uint64_t bits = 0;
  const int width = static_cast<int>(ByteWidth(type));
  for (int i = 0; i < width; ++i) bits |= uint64_t{bytes[i]} << (8 * i);
  if (IsFloatingPointType(type)) return NarrowFloat(type, static_cast<uint32_t>(bits));
  const bool negative = IsSignedIntegralType(type) && (bytes[width - 1] & 0x80) != 0;
  const __int128 past = __int128{1} << (8 * width);
  return IntegerModel(negative ? static_cast<__int128>(bits) - past : static_cast<__int128>(bits));
}

std::string WriteElement(PrimitiveType type, const ElementModel& value) {
  if (type == F32) return BytesOf(static_cast<float>(value.real));
  if (type == F64) return BytesOf(static_cast<double>(value.real));
  if (type == C64) {
    return BytesOf(static_cast<float>(value.real)) + BytesOf(static_cast<float>(value.imaginary));
  }
  if (type == C128) {
    return BytesOf(static_cast<double>(value.real)) + BytesOf(static_cast<double>(value.imaginary));
  }
  const uint64_t bits = IsFloatingPointType(type) ? PatternOf(type, value.real)
                                                  : static_cast<uint64_t>(value.integer);
  std::string bytes;
  for (int64_t i = 0; i < ByteWidth(type); ++i) bytes += static_cast<char>(bits >> (8 * i) & 255);
  return bytes;
}

ElementModel ConvertedElement(PrimitiveType to, const ElementModel& from) {
  if (to == PRED) return IntegerModel(from.is_integer ? from.integer != 0 : from.real != 0);
  if (IsIntegralType(to)) return ToInteger(to, from);
  // long double holds every 64-bit integer, so each of these rounds once.
  if (to == F32) return RealModel(static_cast<float>(from.real));
  if (to == F64) return RealModel(static_cast<double>(from.real));
  if (to == C64) {
    return {.real = static_cast<float>(from.real), .imaginary = static_cast<float>(from.imaginary)};
  }
  if (to == C128) {
    return {.real = static_cast<double>(from.real),
            .imaginary = static_cast<double>(from.imaginary)};
  }
  if (to == F8E8M0FNU) return RealModel(format_model::RoundToExponentOnly(from.real));
  const Model& model = *ModelOf(to);
  const double rounded = format_model::RoundByModel(model, ValuesOf(to), from.real);
  // F4E2M1FN has no NaN; XLA's pattern for one is -0.
  return RealModel(std::isnan(rounded) && model.saturates ? -0.0 : rounded);
}

bool SameElement(const ElementModel& a, const ElementModel& b) {
  if (a.is_integer) return b.is_integer && a.integer == b.integer;
  return SameReal(a.real, b.real) && SameReal(a.imaginary, b.imaginary);
}

FloatBits FloatBitsOf(PrimitiveType type) {
  if (type == F32) return {8, 23, -126};
  if (type == F64) return {11, 52, -1022};
  if (type == F8E8M0FNU) return {8, 0, -127};
  const Model& model = *ModelOf(type);
  return {model.exponent_bits, model.mantissa_bits, 1 - model.bias};
}

std::string NumberAs(PrimitiveType type, int64_t number) {
  return WriteElement(type, ConvertedElement(type, IntegerModel(number)));
}

}  // namespace hloom::testing_support
