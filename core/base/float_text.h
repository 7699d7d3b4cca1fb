// Numbers as text that reads back as the same number.
#ifndef HLOOM_BASE_FLOAT_TEXT_H_
#define HLOOM_BASE_FLOAT_TEXT_H_

#include <string>

namespace hloom {

// With the fewest digits that do: "0.1", "1e+300", "nan", "-inf". Whole numbers are written out.
std::string DoubleToString(double value);
std::string FloatToString(float value);

// As XLA writes constants: with the digits that the type keeps of any decimal number, 6 or 15, or
// where these are another number, with those that tell every two numbers of the type apart, 9 or
// 17. Finite numbers only.
std::string DoubleToXlaString(double value);
std::string FloatToXlaString(float value);

// With so many digits, but for zeros at the end: "%.3g".
std::string FloatToDigits(double value, int count);

}  // namespace hloom

#endif  // HLOOM_BASE_FLOAT_TEXT_H_
