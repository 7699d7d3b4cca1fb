// Floating-point numbers as text, and text as numbers. Both are the same in every locale.
#ifndef HLOOM_BASE_FLOAT_TEXT_H_
#define HLOOM_BASE_FLOAT_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace hloom {

// Parses all of `text` as a number: decimal, 1.5e3, .5, 2.; hexadecimal, 0x1.8p3; inf or nan; each
// with an optional sign. Returns the nearest value, ties to even: an infinity beyond the type's
// range, a zero below its least value. Returns nullopt for any other text.
std::optional<double> DoubleFromText(std::string_view text);
std::optional<float> FloatFromText(std::string_view text);

// ---- text that reads back as the same number ----

// Writes a number with the fewest digits that do: "0.1", "1e+300", "nan", "-inf". Whole numbers are
// written out.
std::string DoubleToString(double value);
std::string FloatToString(float value);

// Writes a finite number as XLA writes constants: with 6 (float) or 15 (double) digits if they read
// back as the same number, otherwise with the 9 or 17 digits that identify every value of the type.
std::string DoubleToXlaString(double value);
std::string FloatToXlaString(float value);

// Writes a number with `count` significant digits and without zeros at the end, as "%.3g" does.
std::string FloatToDigits(double value, int count);

}  // namespace hloom

#endif  // HLOOM_BASE_FLOAT_TEXT_H_
