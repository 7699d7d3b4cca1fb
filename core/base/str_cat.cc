#include "base/str_cat.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace hloom {

namespace str_cat_internal {

void AppendUint(std::string& out, uint64_t value) {
  char digits[20];
  int n = 0;
  do {
    digits[n++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (n > 0) out.push_back(digits[--n]);
}

void AppendInt(std::string& out, int64_t value) {
  if (value < 0) out.push_back('-');
  // Negating as unsigned is right for INT64_MIN too.
  AppendUint(out, value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}

void AppendDouble(std::string& out, double value) { out.append(DoubleToString(value)); }

}  // namespace str_cat_internal

namespace {

std::string Special(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  return value < 0 ? "-inf" : "inf";
}

// std::to_chars for floating point is missing from the older libc++ that Debian's Emscripten ships:
// try growing precision until the text reads back as the same value.
template <typename T, typename Parse>
std::string Shortest(T value, int max_digits, Parse parse) {
  if (!std::isfinite(value)) return Special(value);
  char text[40];
  // "1000", not "1e+03": whole numbers are written out as far as every digit of them is exact.
  if (value == std::trunc(value) && std::fabs(value) < 1e15) {
    std::snprintf(text, sizeof(text), "%.0f", static_cast<double>(value));
    return text;
  }
  for (int digits = 1; digits <= max_digits; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, static_cast<double>(value));
    if (parse(text) == value) break;
  }
  return text;
}

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// `digits` as a number between 1 and 10, times 10^exponent, as "%g" writes it.
std::string Scientific(std::string digits, int exponent) {
  if (exponent < -4) {
    if (digits.size() > 1) digits.insert(1, ".");
    return StrCat(digits, exponent > -10 ? "e-0" : "e-", -exponent);
  }
  if (exponent < 0)
    return StrCat("0.", std::string(static_cast<size_t>(-exponent - 1), '0'), digits);
  return digits.insert(static_cast<size_t>(exponent) + 1, ".");
}

// What Shortest answers, without printf and strtof, which take microseconds in WebAssembly: the text
// of a fraction is digits / 10^places, both of them exact doubles, and doubles know how far it is
// from the float. Empty where that is too near to call, and for what is very big or small.
std::string ShortestFraction(float value) {
  const double magnitude = std::fabs(static_cast<double>(value));
  if (!(magnitude >= 1e-12 && magnitude < 8388608.0) || magnitude == std::trunc(magnitude))
    return {};
  int binary_exponent;
  // Of a power of two the neighbours are not equally far.
  if (std::frexp(magnitude, &binary_exponent) == 0.5) return {};
  const double half = std::ldexp(1.0, binary_exponent - 25);
  int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
  for (int count = 1; count <= 9; ++count) {
    const int places = count - 1 - exponent;
    if (places <= 0) continue;  // a whole number is not the fraction
    const double scale = kPowersOfTen[places];
    const double scaled = magnitude * scale;
    const double digits = std::nearbyint(scaled);
    if (std::fabs(std::fabs(scaled - digits) - 0.5) < 1e-4) return {};
    const double distance = std::fabs(digits / scale - magnitude);
    if (distance > half * 1.001) continue;
    // Rounding, and log10, may have made it 10 or 0.9 instead of a number from 1 on.
    if (distance > half * 0.999 || digits >= kPowersOfTen[count] ||
        digits < kPowersOfTen[count - 1])
      return {};
    std::string text(value < 0 ? "-" : "");
    return text.append(Scientific(StrCat(static_cast<uint64_t>(digits)), exponent));
  }
  return {};
}

}  // namespace

std::string DoubleToString(double value) {
  return Shortest(value, 17, [](const char* text) { return std::strtod(text, nullptr); });
}

std::string FloatToString(float value) {
  if (std::string text = ShortestFraction(value); !text.empty()) return text;
  return Shortest(value, 9, [](const char* text) { return std::strtof(text, nullptr); });
}

std::string Count(int64_t n, std::string_view noun) {
  if (n == 1) return StrCat(n, " ", noun);
  // entry, entries; but array, arrays.
  const bool changes =
      noun.size() > 1 && noun.back() == 'y' &&
      std::string_view("aeiou").find(noun[noun.size() - 2]) == std::string_view::npos;
  if (changes) return StrCat(n, " ", noun.substr(0, noun.size() - 1), "ies");
  return StrCat(n, " ", noun, "s");
}

std::string_view NearestWord(std::string_view word, Span<const std::string_view> candidates) {
  std::string_view best;
  // A slip is at most a third of the word; beyond that a guess would mislead.
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (std::string_view candidate : candidates) {
    std::vector<size_t> row(candidate.size() + 1);
    for (size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= word.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j < row.size(); ++j) {
        const size_t substitute = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace hloom
