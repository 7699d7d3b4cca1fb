// Conversion between every pair of element types, against a separately written model: all patterns
// of the types of up to 16 bits, and chosen values of the wider ones.
#include "literal/convert.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "support/format_model.h"

namespace hloom {
namespace {

using format_model::kInf;

// One element, exactly: an integer, or a real number, or a complex one.
struct Value {
  bool is_integer = false;
  __int128 integer = 0;
  long double real = 0;
  long double imaginary = 0;
};

const format_model::Model* ModelOf(PrimitiveType type) {
  for (const format_model::Model& model : format_model::Models()) {
    if (model.type == type) return &model;
  }
  return nullptr;
}

Value Integer(__int128 x) {
  return {.is_integer = true, .integer = x, .real = static_cast<long double>(x)};
}
Value Real(long double x) { return {.real = x}; }

// What the bytes of an element stand for.
Value Read(PrimitiveType type, const unsigned char* bytes) {
  const auto as = [bytes]<typename T>() {
    T x;
    std::memcpy(&x, bytes, sizeof(T));
    return x;
  };
  switch (type) {
    case PRED:
    case U1:
    case U2:
    case U4:
    case U8:
      return Integer(bytes[0]);
    case S1:
    case S2:
    case S4:
    case S8:
      return Integer(static_cast<signed char>(bytes[0]));
    case S16:
      return Integer(as.operator()<int16_t>());
    case S32:
      return Integer(as.operator()<int32_t>());
    case S64:
      return Integer(as.operator()<int64_t>());
    case U16:
      return Integer(as.operator()<uint16_t>());
    case U32:
      return Integer(as.operator()<uint32_t>());
    case U64:
      return Integer(as.operator()<uint64_t>());
    case F32:
      return Real(as.operator()<float>());
    case F64:
      return Real(as.operator()<double>());
    case C64:
      return {.real = as.operator()<std::complex<float>>().real(),
              .imaginary = as.operator()<std::complex<float>>().imag()};
    case C128:
      return {.real = as.operator()<std::complex<double>>().real(),
              .imaginary = as.operator()<std::complex<double>>().imag()};
    case F8E8M0FNU:
      return Real(bytes[0] == 255 ? NAN : std::exp2(static_cast<int>(bytes[0]) - 127));
    default:
      break;
  }
  const format_model::Model& model = *ModelOf(type);
  const uint32_t bits = ByteWidth(type) == 1 ? bytes[0] : as.operator()<uint16_t>();
  if (format_model::IsNanPattern(model, bits)) return Real(NAN);
  if (format_model::IsInfPattern(model, bits)) {
    return Real(bits >= format_model::Patterns(model) / 2 ? -kInf : kInf);
  }
  return Real(format_model::ValueOf(model, bits));
}

Value ToInteger(PrimitiveType to, const Value& from) {
  const int bits = BitWidth(to);
  const bool is_signed = IsSignedIntegralType(to);
  const __int128 one = 1;
  const __int128 low = is_signed ? -(one << (bits - 1)) : 0;
  const __int128 high = (one << (is_signed ? bits - 1 : bits)) - 1;
  if (from.is_integer) {  // the low bits
    __int128 x = from.integer & ((one << bits) - 1);
    if (x > high) x -= one << bits;
    return Integer(x);
  }
  if (std::isnan(from.real)) return Integer(0);
  if (from.real <= static_cast<long double>(low)) return Integer(low);
  if (from.real >= static_cast<long double>(high)) return Integer(high);
  return Integer(static_cast<__int128>(from.real));
}

// The model of the conversion.
Value Convert(PrimitiveType to, const Value& from) {
  if (to == PRED) return Integer(from.is_integer ? from.integer != 0 : from.real != 0);
  if (IsIntegralType(to)) return ToInteger(to, from);
  // long double holds every 64-bit integer, so each of these rounds once.
  if (to == F32) return Real(static_cast<float>(from.real));
  if (to == F64) return Real(static_cast<double>(from.real));
  if (to == C64) {
    return {.real = static_cast<float>(from.real), .imaginary = static_cast<float>(from.imaginary)};
  }
  if (to == C128) {
    return {.real = static_cast<double>(from.real),
            .imaginary = static_cast<double>(from.imaginary)};
  }
  if (to == F8E8M0FNU) return Real(format_model::RoundToExponentOnly(from.real));
  const format_model::Model& model = *ModelOf(to);
  static const auto* const tables =
      new std::vector<std::pair<PrimitiveType, std::vector<double>>>([] {
        std::vector<std::pair<PrimitiveType, std::vector<double>>> all;
        for (const auto& m : format_model::Models())
          all.emplace_back(m.type, format_model::FiniteValues(m));
        return all;
      }());
  for (const auto& [type, values] : *tables) {
    if (type != to) continue;
    const double rounded = format_model::RoundByModel(model, values, from.real);
    // F4E2M1FN has no NaN; XLA's pattern for one is -0.
    return Real(std::isnan(rounded) && model.saturates ? -0.0 : rounded);
  }
  return {};
}

bool Same(long double a, long double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}
bool Same(const Value& a, const Value& b) {
  if (a.is_integer) return b.is_integer && a.integer == b.integer;
  return Same(a.real, b.real) && Same(a.imaginary, b.imaginary);
}

template <typename T>
void Append(std::vector<unsigned char>& bytes, T value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

template <typename T>
void AppendReals(std::vector<unsigned char>& bytes) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           1,
                           0.5,
                           1.5,
                           2.5,
                           0.49999997f,
                           127.5,
                           128,
                           255,
                           256,
                           32767,
                           32768,
                           65504,
                           65519,
                           65520,
                           2147483648.0,
                           3.4e38f,
                           static_cast<T>(9223372036854775807.0),
                           static_cast<T>(1.8446744e19),
                           Limits::max(),
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::infinity(),
                           464,
                           465,
                           448,
                           30.9f,
                           31,
                           247,
                           248,
                           1e-3f,
                           1e-8f,
                           5.9e-39f,
                           0x1p-127f,
                           0x1.000002p-127f,
                           0x1.8p-127f,
                           0x1.fffffcp-127f,
                           0x1p-126f};
  for (T x : values) {
    Append(bytes, x);
    Append(bytes, static_cast<T>(-x));
  }
  Append(bytes, Limits::quiet_NaN());
}

template <typename T>
void AppendIntegers(std::vector<unsigned char>& bytes) {
  for (int shift = 0; shift < static_cast<int>(sizeof(T)) * 8; ++shift) {
    for (int add = -2; add <= 2; ++add) {
      const uint64_t x = (uint64_t{1} << shift) + static_cast<uint64_t>(static_cast<int64_t>(add));
      Append(bytes, static_cast<T>(x));
      Append(bytes, static_cast<T>(0 - x));
      // Ties of narrower floats, with a bit far below that breaks them.
      Append(bytes, static_cast<T>(x * 257 + 1));
    }
  }
}

// Elements of a type: every pattern where there are at most 2^16.
std::vector<unsigned char> Inputs(PrimitiveType type) {
  std::vector<unsigned char> bytes;
  switch (type) {
    case S32:
      AppendIntegers<int32_t>(bytes);
      return bytes;
    case U32:
      AppendIntegers<uint32_t>(bytes);
      return bytes;
    case S64:
      AppendIntegers<int64_t>(bytes);
      return bytes;
    case U64:
      AppendIntegers<uint64_t>(bytes);
      return bytes;
    case F32:
    case C64:  // pairs of neighbours
      AppendReals<float>(bytes);
      if (type == C64) Append(bytes, 1.0f);
      return bytes;
    case F64:
    case C128:
      AppendReals<double>(bytes);
      if (type == C128) Append(bytes, 1.0);
      return bytes;
    default:
      break;
  }
  if (ByteWidth(type) == 2) {
    for (uint32_t x = 0; x < 65536; ++x) Append(bytes, static_cast<uint16_t>(x));
    return bytes;
  }
  const int bits = type == PRED ? 1 : BitWidth(type);
  const int low = IsSignedIntegralType(type) ? -(1 << (bits - 1)) : 0;
  for (int x = low; x < low + (1 << bits); ++x) bytes.push_back(static_cast<unsigned char>(x));
  return bytes;
}

TEST(ConvertTest, AgreesWithTheModelForEveryPairOfTypes) {
  int64_t checked = 0;
  for (const PrimitiveTypeInfo& from : AllPrimitiveTypes()) {
    if (!IsArrayType(from.type)) continue;
    const std::vector<unsigned char> bytes = Inputs(from.type);
    const int64_t width = ByteWidth(from.type);
    const int64_t count = static_cast<int64_t>(bytes.size()) / width;
    const Literal input = LiteralUtil::FromData(ShapeUtil::MakeShape(from.type, {count}),
                                                bytes.data(), static_cast<int64_t>(bytes.size()));
    ASSERT_TRUE(input.valid()) << from.name;
    for (const PrimitiveTypeInfo& to : AllPrimitiveTypes()) {
      if (!IsArrayType(to.type)) continue;
      const StatusOr<Literal> result = ConvertElements(input, to.type);
      ASSERT_TRUE(result.ok());
      for (int64_t i = 0; i < count; ++i) {
        const Value x = Read(from.type, bytes.data() + i * width);
        const Value actual = Read(to.type, result->data<unsigned char>() + i * ByteWidth(to.type));
        const Value expected = from.type == to.type ? x : Convert(to.type, x);
        ASSERT_TRUE(Same(actual, expected))
            << from.name << " to " << to.name << ": " << static_cast<double>(x.real) << " gives "
            << static_cast<double>(actual.real) << ", not " << static_cast<double>(expected.real);
        ++checked;
      }
    }
  }
  std::printf("conversions checked: %lld\n", static_cast<long long>(checked));
}

}  // namespace
}  // namespace hloom
