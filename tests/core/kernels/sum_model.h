// Sums of products as their definition has them, in numbers that are exact or nearly so. It is the
// oracle of the sums of kernels/contractions. It is slow and obvious on purpose, and shares no code
// with the kernels.
#ifndef HLOOM_TESTS_KERNELS_SUM_MODEL_H_
#define HLOOM_TESTS_KERNELS_SUM_MODEL_H_

#include <cmath>
#include <string>

#include "support/models/element_model.h"

namespace hloom::testing_support {

class SumModel {
 public:
  SumModel(PrimitiveType lhs_type, PrimitiveType rhs_type, PrimitiveType result_type)
      : lhs_type_(lhs_type),
        rhs_type_(rhs_type),
        result_type_(result_type),
        type_(ComputeTypeOf(result_type)) {}

  // Adds the product of two elements.
  void Add(const std::byte* lhs, const std::byte* rhs) {
    const ElementModel x = Element(lhs_type_, lhs);
    const ElementModel y = Element(rhs_type_, rhs);
    ++products_;
    integer_ +=
        static_cast<unsigned __int128>(x.integer) * static_cast<unsigned __int128>(y.integer);
    any_ = any_ || (x.integer != 0 && y.integer != 0);
    sum_.real += x.real * y.real;
    real_magnitude_ += std::abs(x.real * y.real);
    if (!IsComplexType(type_)) return;
    sum_.real -= x.imaginary * y.imaginary;
    sum_.imaginary += x.real * y.imaginary;
    sum_.imaginary += x.imaginary * y.real;
    real_magnitude_ += std::abs(x.imaginary * y.imaginary);
    imaginary_magnitude_ += std::abs(x.real * y.imaginary) + std::abs(x.imaginary * y.real);
  }

  // In the compute type of the result's.
  ElementModel value() const {
    if (type_ == PRED) return IntegerModel(any_);
    if (!IsIntegralType(type_)) return sum_;
    // The low bits, as the type has them.
    const uint64_t low = static_cast<uint64_t>(integer_);
    return ConvertedElement(type_, IntegerModel(static_cast<int64_t>(low)));
  }

  // True if a result is the sum, with an error of at most `ulps` units of the compute type's last
  // place for each addition and each product of floats, and the rounding of the store.
  bool Accepts(const std::byte* result, double ulps) const {
    const ElementModel got = ReadElement(result_type_, result);
    const ElementModel exact = value();
    if (SameElement(got, Stored(exact))) return true;
    if (exact.is_integer || ulps == 0) return false;
    const bool wide = type_ == F64 || type_ == C128;
    const long double each = static_cast<long double>(ulps) *
                             (static_cast<long double>(products_) + 2) *
                             std::ldexp(1.0L, wide ? -53 : -24);
    ElementModel low = exact;
    ElementModel high = exact;
    low.real -= each * real_magnitude_;
    high.real += each * real_magnitude_;
    low.imaginary -= each * imaginary_magnitude_;
    high.imaginary += each * imaginary_magnitude_;
    const ElementModel least = Stored(low);
    const ElementModel most = Stored(high);
    return IsWithin(got.real, least.real, exact.real, most.real) &&
           IsWithin(got.imaginary, least.imaginary, exact.imaginary, most.imaginary);
  }

  std::string TextBeside(const std::byte* result) const {
    const ElementModel got = ReadElement(result_type_, result);
    const auto text = [](const ElementModel& x) {
      return std::to_string(x.real) + " + " + std::to_string(x.imaginary) + "i";
    };
    return text(got) + " and not " + text(value());
  }

 private:
  ElementModel Element(PrimitiveType type, const std::byte* bytes) const {
    const ElementModel value = ReadElement(type, bytes);
    // Floats become integers of the result's own type.
    const bool truncates = IsIntegralType(result_type_) && !value.is_integer;
    const PrimitiveType to = truncates ? result_type_ : type_;
    return type == to ? value : ConvertedElement(to, value);
  }
  ElementModel Stored(const ElementModel& value) const {
    return ConvertedElement(result_type_,
                            value.is_integer ? value : ConvertedElement(type_, value));
  }
  // A bound past the type's range may be NaN, and is then no bound.
  static bool IsWithin(long double x, long double low, long double exact, long double high) {
    if (std::isnan(exact)) return std::isnan(x);
    return !(x < low) && !(x > high) && (!std::isnan(x) || std::isnan(low) || std::isnan(high));
  }

  const PrimitiveType lhs_type_, rhs_type_, result_type_, type_;
  int64_t products_ = 0;
  unsigned __int128 integer_ = 0;
  bool any_ = false;
  ElementModel sum_;
  // The sums of the products' absolute values, for the real part and the imaginary one.
  long double real_magnitude_ = 0, imaginary_magnitude_ = 0;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_SUM_MODEL_H_
