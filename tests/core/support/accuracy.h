// Measures functions against references in 113-bit arithmetic (libquadmath, with GCC).
#ifndef HLOOM_TESTS_SUPPORT_ACCURACY_H_
#define HLOOM_TESTS_SUPPORT_ACCURACY_H_

#if defined(__GNUC__) && !defined(__clang__) && __has_include(<quadmath.h>)
#define HLOOM_HAS_REFERENCE 1

#include <string>
#include <string_view>
#include <vector>

#include "shape/primitive_type.h"

namespace hloom::testing_support {

struct Accuracy {
  int64_t samples = 0;
  double worst = 0;       // in ulps; of the modulus for complex numbers
  double worst_part = 0;  // complex: of a part, in ulps of that part
  std::string at;         // the operands of the worst
  std::string wrong;      // a NaN or an infinity where there should be none, or the other way round
};

// The range of complex samples: parts from 2^-20 to 2^20 and between -10 and 10, or everywhere from
// the number next to 0 to the largest one.
enum class Magnitudes { kMiddle, kAll };

// Names of the functions that can be measured, in alphabetical order.
std::vector<std::string_view> MeasuredFunctions();

// Samples of a 16-bit type are all its values; of others `samples` spread over all magnitudes, and
// as many over -10..10. Zero samples: not defined for the type.
Accuracy Measure(std::string_view operation, PrimitiveType type, int64_t samples,
                 Magnitudes magnitudes = Magnitudes::kMiddle);

}  // namespace hloom::testing_support

#endif  // GCC

#endif  // HLOOM_TESTS_SUPPORT_ACCURACY_H_
