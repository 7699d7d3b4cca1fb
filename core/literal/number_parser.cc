#include "literal/number_parser.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "base/float_text.h"
#include "kernels/number_format.h"

namespace hloom {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// True if the text of a number is neither inf nor nan.
bool IsFiniteText(std::string_view word) { return word.find('n') == std::string_view::npos; }

// Overflow of a finite text is an error, underflow is not: it rounds.
template <typename T>
NumberVerdict ParseFloat(std::string_view word, T* out) {
  std::optional<T> value;
  if constexpr (std::is_same_v<T, float>) {
    value = FloatFromText(word);
  } else {
    value = DoubleFromText(word);
  }
  if (!value) return NumberVerdict::kSyntax;
  *out = *value;
  return std::isfinite(*out) || !IsFiniteText(word) ? NumberVerdict::kOk : NumberVerdict::kRange;
}

// Rounds once more, from the nearest double, as the printer assumes when it shortens.
NumberVerdict ParseNarrow(PrimitiveType type, std::string_view word, std::byte* out) {
  double value;
  const NumberVerdict verdict = ParseFloat(word, &value);
  if (verdict != NumberVerdict::kOk) return verdict;
  const uint32_t bits = EncodeNarrowFloat(type, value);
  const float stored = DecodeNarrowFloat(type, bits);
  std::memcpy(out, &bits, static_cast<size_t>(ByteWidth(type)));
  if (std::isnan(value) || std::isinf(value)) {
    const bool has_it = std::isnan(value) ? std::isnan(stored) : stored == value;
    return has_it ? NumberVerdict::kOk : NumberVerdict::kRange;
  }
  // F4E2M1FN saturates: 7 is the middle between its 6 and the 8 that would follow.
  const bool saturated = type == F4E2M1FN && std::fabs(value) >= 7;
  return std::isfinite(stored) && !saturated ? NumberVerdict::kOk : NumberVerdict::kRange;
}

NumberVerdict ParseInteger(PrimitiveType type, std::string_view word, std::byte* out) {
  const bool negative = !word.empty() && word[0] == '-';
  if (negative || (!word.empty() && word[0] == '+')) word.remove_prefix(1);
  if (word.empty()) return NumberVerdict::kSyntax;
  uint64_t magnitude = 0;
  bool overflow = false;
  for (char c : word) {
    if (!IsDigit(c)) return NumberVerdict::kSyntax;
    overflow = overflow || __builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude) ||
               __builtin_add_overflow(magnitude, static_cast<uint64_t>(c - '0'), &magnitude);
  }
  const int bits = type == PRED ? 1 : BitWidth(type);
  const bool is_signed = IsSignedIntegralType(type);
  const uint64_t max = is_signed ? (uint64_t{1} << (bits - 1)) - 1 : ~uint64_t{0} >> (64 - bits);
  const uint64_t limit = negative ? (is_signed ? max + 1 : 0) : max;
  if (overflow || magnitude > limit) return NumberVerdict::kRange;
  const uint64_t value = negative ? 0 - magnitude : magnitude;
  std::memcpy(out, &value, static_cast<size_t>(ByteWidth(type)));  // little-endian
  return NumberVerdict::kOk;
}

template <typename T>
NumberVerdict StoreFloat(std::string_view word, std::byte* out) {
  T value;
  const NumberVerdict verdict = ParseFloat(word, &value);
  if (verdict == NumberVerdict::kOk) std::memcpy(out, &value, sizeof(T));
  return verdict;
}

// nan(0x1), -nan(0x3fff): the payload is all of the mantissa, and not 0, which is infinity's.
NumberVerdict ParseNanPayload(PrimitiveType type, std::string_view word, std::byte* out) {
  const size_t open = word.find('(');
  const std::optional<double> nan = DoubleFromText(word.substr(0, open));
  if (!nan || !std::isnan(*nan)) return NumberVerdict::kSyntax;
  std::string_view digits = word.substr(open);
  if (digits.size() < 5 || digits.substr(0, 3) != "(0x" || digits.back() != ')')
    return NumberVerdict::kSyntax;
  digits = digits.substr(3, digits.size() - 4);
  uint64_t payload = 0;
  bool overflow = false;
  for (const char c : digits) {
    if (!IsHexDigit(c)) return NumberVerdict::kSyntax;
    overflow = overflow || payload >> 60 != 0;
    payload = payload << 4 | static_cast<uint64_t>(IsDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  if (!IsFloatingPointType(type)) return NumberVerdict::kSyntax;
  if (!HasNanPayload(type)) return NumberVerdict::kRange;
  const FloatFields fields = FieldsOf(type);
  if (overflow || payload == 0 || payload >> fields.mantissa_bits != 0)
    return NumberVerdict::kRange;
  const uint64_t exponent = (uint64_t{1} << fields.exponent_bits) - 1;
  const uint64_t sign = std::signbit(*nan) ? uint64_t{1} << fields.exponent_bits : 0;
  const uint64_t bits = (sign | exponent) << fields.mantissa_bits | payload;
  std::memcpy(out, &bits, static_cast<size_t>(ByteWidth(type)));  // little-endian
  return NumberVerdict::kOk;
}

}  // namespace

NumberVerdict ParseNumber(PrimitiveType type, std::string_view word, std::byte* out) {
  if (word.find('(') != std::string_view::npos) return ParseNanPayload(type, word, out);
  if (IsNarrowFloat(type)) return ParseNarrow(type, word, out);
  if (type == F32) return StoreFloat<float>(word, out);
  if (type == F64) return StoreFloat<double>(word, out);
  if (type == PRED && (word == "true" || word == "false")) {
    *out = std::byte{word == "true"};
    return NumberVerdict::kOk;
  }
  return ParseInteger(type, word, out);
}

std::string_view NumberDescription(PrimitiveType type) {
  if (type == PRED) return "true or false";
  return IsIntegralType(type) ? "an integer" : "a number";
}

}  // namespace hloom
