// The plain model of elements: the values of their bytes, and conversion between types. It is the
// oracle of kernels/convert, and other models read and write elements with it. It is slow and
// obvious on purpose, and shares no code with the code that it tests.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_ELEMENT_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_ELEMENT_MODEL_H_

#include <cstring>
#include <string>

#include "shape/primitive_type.h"

namespace hloom::testing_support {

// One element, exactly: an integer, which also has its real number, or a real number, or a complex
// one. A PRED is the integer 0 or 1.
struct ElementModel {
  bool is_integer = false;
  __int128 integer = 0;
  long double real = 0;  // it holds every 64-bit integer
  long double imaginary = 0;
};
ElementModel IntegerModel(__int128 x);
ElementModel RealModel(long double x);

ElementModel ReadElement(PrimitiveType type, const void* bytes);
// The bytes of a value that the type has. NaNs are positive where they have a sign.
std::string WriteElement(PrimitiveType type, const ElementModel& value);
// The value that a conversion to another type gives.
ElementModel ConvertedElement(PrimitiveType to, const ElementModel& from);
// Zeros of different signs are different, NaNs are not.
bool SameElement(const ElementModel& a, const ElementModel& b);

// The fields of a floating-point type.
struct FloatBits {
  int exponent_bits;
  int mantissa_bits;
  int least_exponent;  // of numbers that are not denormal
};
FloatBits FloatBitsOf(PrimitiveType type);

// An integer, or the nearest number to it, as an element; integers of few bits keep the low ones.
std::string NumberAs(PrimitiveType type, int64_t number);

// Elements whose type is that of C++.
template <typename T>
T ElementAs(const std::string& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}
template <typename T>
std::string BytesOf(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_ELEMENT_MODEL_H_
