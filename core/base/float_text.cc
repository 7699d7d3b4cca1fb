#include "base/float_text.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>

#include "base/str_cat.h"

namespace hloom {

namespace {

std::string Special(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  return value < 0 ? "-inf" : "inf";
}

// std::to_chars for floating point is missing from the older libc++ that Debian's Emscripten ships:
// try growing precision until the text reads back as the same value.
template <typename T>
std::string Shortest(T value, int max_digits, std::optional<T> (*parse)(std::string_view)) {
  if (!std::isfinite(value)) return Special(value);
  // "1000", not "1e+03": whole numbers are written out as long as every digit of them is exact.
  if (value == std::trunc(value) && std::fabs(value) < 1e15) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.0f", static_cast<double>(value));
    return text;
  }
  std::string text;
  for (int digits = 1; digits <= max_digits; ++digits) {
    text = FloatToDigits(static_cast<double>(value), digits);
    if (parse(text) == value) break;
  }
  return text;
}

// ---- floats without printf, which takes microseconds in WebAssembly ----

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// A float that is not a whole number, and neither very large nor very small. A decimal number near
// it is digits / 10^places; both are exact doubles, so their distance from the float is computed in
// doubles. If the distance is too near the rounding limit to decide, the caller uses printf.
class Fraction {
 public:
  static std::optional<Fraction> Of(float value) {
    const double magnitude = std::fabs(static_cast<double>(value));
    if (!(magnitude >= 1e-12 && magnitude < 8388608.0) || magnitude == std::trunc(magnitude))
      return std::nullopt;
    int binary_exponent;
    // A power of two is not equally far from its two neighbors.
    if (std::frexp(magnitude, &binary_exponent) == 0.5) return std::nullopt;
    Fraction fraction;
    fraction.negative_ = value < 0;
    fraction.magnitude_ = magnitude;
    fraction.half_ = std::ldexp(1.0, binary_exponent - 25);
    fraction.exponent_ = static_cast<int>(std::floor(std::log10(magnitude)));
    return fraction;
  }

  enum class Answer { kNo, kYes, kUnsure };

  // Rounds to `count` digits. Answers kYes if they read back as the float.
  Answer Round(int count) {
    const int places = count - 1 - exponent_;
    if (places <= 0) return Answer::kNo;  // a whole number is not the fraction
    const double scale = kPowersOfTen[places];
    const double scaled = magnitude_ * scale;
    digits_ = std::nearbyint(scaled);
    if (std::fabs(std::fabs(scaled - digits_) - 0.5) < 1e-4) return Answer::kUnsure;
    const double distance = std::fabs(digits_ / scale - magnitude_);
    if (distance > half_ * 1.001) return Answer::kNo;
    if (distance > half_ * 0.999) return Answer::kUnsure;
    // Rounding, and log10, may have made it 10 or 0.9 instead of a number from 1 on.
    const bool has_count_digits =
        digits_ >= kPowersOfTen[count - 1] && digits_ < kPowersOfTen[count];
    return has_count_digits ? Answer::kYes : Answer::kUnsure;
  }

  // The digits of the last Round, as "%g" writes them.
  std::string Text() const {
    std::string digits = StrCat(static_cast<uint64_t>(digits_));
    digits.resize(digits.find_last_not_of('0') + 1);
    const std::string sign(negative_ ? "-" : "");
    if (exponent_ < -4) {
      if (digits.size() > 1) digits.insert(1, ".");
      return StrCat(sign, digits, exponent_ > -10 ? "e-0" : "e-", -exponent_);
    }
    if (exponent_ < 0)
      return StrCat(sign, "0.", std::string(static_cast<size_t>(-exponent_ - 1), '0'), digits);
    return sign + digits.insert(static_cast<size_t>(exponent_) + 1, ".");
  }

 private:
  Fraction() = default;

  bool negative_;
  double magnitude_;
  double half_;   // of the distance to the next float
  int exponent_;  // 10^exponent is at most the magnitude
  double digits_ = 0;
};

// The text with the first of `counts` that reads back as `value`; nullopt if undecided.
template <typename Counts>
std::optional<std::string> FractionText(float value, const Counts& counts) {
  std::optional<Fraction> fraction = Fraction::Of(value);
  if (!fraction) return std::nullopt;
  for (const int count : counts) {
    const Fraction::Answer answer = fraction->Round(count);
    if (answer == Fraction::Answer::kYes) return fraction->Text();
    if (answer == Fraction::Answer::kUnsure) break;
  }
  return std::nullopt;
}

constexpr int kAnyDigits[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
constexpr int kXlaDigits[] = {std::numeric_limits<float>::digits10,
                              std::numeric_limits<float>::max_digits10};

// printf writes the decimal point of the process's locale, which may be a comma, or more than one
// byte.
std::string WithPoint(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || std::string_view("+-.einfa").find(c) != std::string_view::npos;
  };
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_plain(text[i])) {
      plain.push_back(text[i]);
    } else if (plain.empty() || plain.back() != '.') {
      plain.push_back('.');
    }
  }
  return plain;
}

}  // namespace

std::string FloatToDigits(double value, int count) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.*g", count, value);
  return WithPoint(text);
}

std::string DoubleToString(double value) { return Shortest<double>(value, 17, DoubleFromText); }

std::string FloatToString(float value) {
  if (std::optional<std::string> text = FractionText(value, kAnyDigits)) return *std::move(text);
  return Shortest<float>(value, 9, FloatFromText);
}

std::string DoubleToXlaString(double value) {
  std::string text = FloatToDigits(value, std::numeric_limits<double>::digits10);
  if (DoubleFromText(text) == value) return text;
  return FloatToDigits(value, std::numeric_limits<double>::max_digits10);
}

std::string FloatToXlaString(float value) {
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  if (value == std::trunc(value) && std::fabs(value) < 1e6f)
    return StrCat(static_cast<int32_t>(value));
  if (std::optional<std::string> text = FractionText(value, kXlaDigits)) return *std::move(text);
  std::string text = FloatToDigits(value, std::numeric_limits<float>::digits10);
  if (FloatFromText(text) == value) return text;
  return FloatToDigits(value, std::numeric_limits<float>::max_digits10);
}

}  // namespace hloom
