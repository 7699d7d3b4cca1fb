// The plain model of the narrow floating-point formats, written from their published definitions: a
// sorted list of all finite values, searched for the nearest. It is the oracle of
// kernels/number_format and kernels/half. It is slow and obvious on purpose, and shares no code
// with what it judges.
#ifndef HLOOM_TESTS_CORE_SUPPORT_FORMAT_MODEL_H_
#define HLOOM_TESTS_CORE_SUPPORT_FORMAT_MODEL_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "shape/primitive_type.h"

namespace hloom::format_model {

constexpr double kInf = std::numeric_limits<double>::infinity();

// The published description of the format.
struct Model {
  PrimitiveType type;
  int exponent_bits, mantissa_bits, bias;
  double largest;      // finite
  double overflow_at;  // the least magnitude that is past the largest after rounding
  bool has_infinity;   // overflow gives infinity
  bool saturates;      // overflow gives the largest value
  bool has_negative_zero;
  std::vector<uint32_t> nans;  // when not all patterns above infinity
};

// overflow_at: the tie between the largest value and the one that would follow. It belongs to the
// larger where the largest has an odd mantissa, so the comparison below is >= or >.
inline const std::vector<Model>& Models() {
  static const auto* const models = new std::vector<Model>{
      {F16, 5, 10, 15, 65504, 65520, true, false, true, {}},
      {BF16, 8, 7, 127, std::ldexp(255.0, 120), std::ldexp(511.0, 119), true, false, true, {}},
      {F8E5M2, 5, 2, 15, 57344, 61440, true, false, true, {}},
      {F8E4M3, 4, 3, 7, 240, 248, true, false, true, {}},
      {F8E3M4, 3, 4, 3, 15.5, 15.75, true, false, true, {}},
      {F8E4M3FN, 4, 3, 7, 448, std::nextafter(464.0, kInf), false, false, true, {0x7f, 0xff}},
      {F8E4M3B11FNUZ, 4, 3, 11, 30, 31, false, false, false, {0x80}},
      {F8E4M3FNUZ, 4, 3, 8, 240, 248, false, false, false, {0x80}},
      {F8E5M2FNUZ, 5, 2, 16, 57344, 61440, false, false, false, {0x80}},
      {F4E2M1FN, 2, 1, 1, 6, kInf, false, true, true, {}},
  };
  return *models;
}

// (-1)^s 2^(e-bias) (1 + m/2^M), or 2^(1-bias) m/2^M when e is 0.
inline double ValueOf(const Model& model, uint32_t bits) {
  const int width = model.exponent_bits + model.mantissa_bits;
  const uint32_t m = bits % (1u << model.mantissa_bits);
  const uint32_t e = (bits >> model.mantissa_bits) % (1u << model.exponent_bits);
  const bool negative = ((bits >> width) & 1) != 0;
  const double fraction = m / std::exp2(model.mantissa_bits);
  const double magnitude = e == 0 ? std::exp2(1 - model.bias) * fraction
                                  : std::exp2(static_cast<int>(e) - model.bias) * (1 + fraction);
  return negative ? -magnitude : magnitude;
}

inline bool IsNanPattern(const Model& model, uint32_t bits) {
  if (!model.has_infinity) {
    return std::find(model.nans.begin(), model.nans.end(), bits) != model.nans.end();
  }
  const uint32_t e = (bits >> model.mantissa_bits) % (1u << model.exponent_bits);
  const uint32_t m = bits % (1u << model.mantissa_bits);
  return e == (1u << model.exponent_bits) - 1 && m != 0;
}

inline bool IsInfPattern(const Model& model, uint32_t bits) {
  const uint32_t e = (bits >> model.mantissa_bits) % (1u << model.exponent_bits);
  return model.has_infinity && e == (1u << model.exponent_bits) - 1 && !IsNanPattern(model, bits);
}

inline uint32_t Patterns(const Model& model) {
  return 2u << (model.exponent_bits + model.mantissa_bits);
}

// All finite non-negative values, in the order of their patterns: they increase with the pattern.
inline std::vector<double> FiniteValues(const Model& model) {
  std::vector<double> values;
  for (uint32_t bits = 0; bits < Patterns(model) / 2; ++bits) {
    if (IsNanPattern(model, bits) || IsInfPattern(model, bits)) break;
    values.push_back(ValueOf(model, bits));
  }
  return values;
}

// Finds the nearest value by search, ties to the even pattern. NaN gives NaN, and so does what
// overflows into it.
inline double RoundByModel(const Model& model, const std::vector<double>& values, long double x) {
  if (std::isnan(x)) return std::numeric_limits<double>::quiet_NaN();
  const long double magnitude = std::fabs(x);
  const bool negative = std::signbit(x);
  double result;
  if (magnitude >= model.overflow_at || (std::isinf(magnitude) && model.saturates)) {
    result = model.saturates      ? model.largest
             : model.has_infinity ? kInf
                                  : std::numeric_limits<double>::quiet_NaN();
  } else {
    const auto above = std::lower_bound(values.begin(), values.end(), magnitude);
    if (above == values.end()) {
      result = values.back();
    } else if (*above == magnitude || above == values.begin()) {
      result = *above;
    } else {
      // Distances in long double are exact here: neighbors are within a factor of two.
      const long double up = static_cast<long double>(*above) - magnitude;
      const long double down = static_cast<long double>(magnitude) - *(above - 1);
      const bool even_above = (above - values.begin()) % 2 == 0;
      result = up < down || (up == down && even_above) ? *above : *(above - 1);
    }
  }
  if (result == 0 && !model.has_negative_zero) return 0;
  return negative ? -result : result;
}

// F8E8M0FNU: the powers of two from 2^-127 to 2^127, ties to the larger. Below 2^-126 it rounds as
// if there were a subnormal 0 there, in units of 2^-126 and ties to even; that 0 then is 2^-127.
inline double RoundToExponentOnly(long double x) {
  if (!(x > 0) || x >= 1.5L * std::exp2(127.0L)) return std::numeric_limits<double>::quiet_NaN();
  if (x < std::exp2(-126.0L)) {
    return std::nearbyint(x * std::exp2(126.0L)) == 0 ? std::exp2(-127) : std::exp2(-126);
  }
  for (int e = -126; e < 127; ++e) {
    if (x < 1.5L * std::exp2(static_cast<long double>(e))) return std::exp2(e);
  }
  return std::exp2(127);
}

}  // namespace hloom::format_model

#endif  // HLOOM_TESTS_CORE_SUPPORT_FORMAT_MODEL_H_
