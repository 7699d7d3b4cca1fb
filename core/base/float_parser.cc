// Parses floating-point numbers. strtod depends on the locale of the embedding process, and is slow
// in WebAssembly.
#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>

#include "base/float_text.h"

namespace hloom {

namespace {

bool IsFloatParserDigit(char c) { return c >= '0' && c <= '9'; }

int HexValue(char c) {
  if (IsFloatParserDigit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// A number as mantissa * 2^exponent. `more` is set if nonzero digits below the mantissa were
// dropped.
struct Binary {
  uint64_t mantissa = 0;
  int64_t exponent = 0;
  bool more = false;
};

// The nearest value of the type, ties to even.
template <typename T>
T Rounded(Binary number) {
  using Limits = std::numeric_limits<T>;
  if (number.mantissa == 0) return 0;
  const int width = 64 - __builtin_clzll(number.mantissa);
  // The number of bits to drop, so that the rest fits the type's mantissa and is a multiple of its
  // least value.
  const int64_t least = Limits::min_exponent - Limits::digits;
  const int64_t drop = std::max<int64_t>(width - Limits::digits, least - number.exponent);
  if (drop > 64) return 0;
  if (drop > 0) {
    const uint64_t half = uint64_t{1} << (drop - 1);
    const uint64_t rest = number.mantissa & (half | (half - 1));
    uint64_t kept = drop == 64 ? 0 : number.mantissa >> drop;
    if (rest > half || (rest == half && (number.more || kept % 2 == 1))) ++kept;
    number = {kept, number.exponent + drop};
  }
  constexpr int64_t kBeyond = 5000;  // infinity for any mantissa
  return std::ldexp(static_cast<T>(number.mantissa),
                    static_cast<int>(std::min(number.exponent, kBeyond)));
}

// Reads "1.8p3", the text behind 0x.
std::optional<Binary> ReadHex(std::string_view text) {
  constexpr int64_t kLargestExponent = int64_t{1} << 40;
  Binary number;
  size_t i = 0;
  size_t digits = 0;
  bool point = false;
  for (; i < text.size(); ++i) {
    const int digit = HexValue(text[i]);
    if (text[i] == '.' && !point) {
      point = true;
      continue;
    }
    if (digit < 0) break;
    ++digits;
    if (number.mantissa >> 60 == 0) {
      number.mantissa = number.mantissa << 4 | static_cast<uint64_t>(digit);
      number.exponent -= point ? 4 : 0;
    } else {
      number.more = number.more || digit != 0;
      number.exponent += point ? 0 : 4;
    }
  }
  if (digits == 0) return std::nullopt;
  if (i == text.size()) return number;
  if (text[i] != 'p' && text[i] != 'P') return std::nullopt;
  ++i;
  const bool negative = i < text.size() && text[i] == '-';
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  if (i == text.size()) return std::nullopt;
  int64_t exponent = 0;
  for (; i < text.size(); ++i) {
    if (!IsFloatParserDigit(text[i])) return std::nullopt;
    exponent = std::min(exponent * 10 + (text[i] - '0'), kLargestExponent);
  }
  number.exponent += negative ? -exponent : exponent;
  return number;
}

template <typename T>
std::optional<T> FromText(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  T value;
  if (text == "inf") {
    value = std::numeric_limits<T>::infinity();
  } else if (text == "nan") {
    value = std::numeric_limits<T>::quiet_NaN();
  } else if (text.size() > 1 && text[0] == '0' && (text[1] | 0x20) == 'x') {
    const std::optional<Binary> number = ReadHex(text.substr(2));
    if (!number) return std::nullopt;
    value = Rounded<T>(*number);
  } else {
    // fast_float has its own signs and words.
    if (!IsFloatParserDigit(text[0]) && text[0] != '.') return std::nullopt;
    const char* const end = text.data() + text.size();
    const fast_float::from_chars_result read = fast_float::from_chars(text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  }
  return negative ? -value : value;
}

}  // namespace

std::optional<double> DoubleFromText(std::string_view text) { return FromText<double>(text); }
std::optional<float> FloatFromText(std::string_view text) { return FromText<float>(text); }

}  // namespace hloom
