// Floating-point numbers as text, and text as numbers. Both are the same in every locale.
#ifndef HLOOM_BASE_FLOAT_TEXT_H_
#define HLOOM_BASE_FLOAT_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace hloom {

// The number that all of `text` is: decimal, 1.5e3, .5, 2.; hexadecimal, 0x1.8p3; inf or nan; each
// may have a sign, also +. The nearest value, ties to even; past the ends of the type that is an
// infinity, and below its least value a zero. None for any other text.
std::optional<double> DoubleFromText(std::string_view text);
std::optional<float> FloatFromText(std::string_view text);

// ---- text that reads back as the same number ----

// Writes a number with the fewest digits that do: "0.1", "1e+300", "nan", "-inf". Whole numbers are
// written out.
std::string DoubleToString(double value);
std::string FloatToString(float value);

// Writes a number as XLA writes constants: with the digits that the type keeps of any decimal
// number, 6 or 15, or, where these read back as another number, with those that tell every two
// numbers of the type apart, 9 or 17. Finite numbers only.
std::string DoubleToXlaString(double value);
std::string FloatToXlaString(float value);

// Writes a number with `count` significant digits and without zeros at the end, as "%.3g" does.
std::string FloatToDigits(double value, int count);

}  // namespace hloom

#endif  // HLOOM_BASE_FLOAT_TEXT_H_
