// Contractions as their definition has them: one product after the other, in numbers that are exact
// or nearly so. It is the oracle of kernels/contractions. It is slow and obvious on purpose, and
// shares no code with what it judges.
#ifndef HLOOM_TESTS_KERNELS_CONTRACTION_MODEL_H_
#define HLOOM_TESTS_KERNELS_CONTRACTION_MODEL_H_

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/contractions/contraction.h"
#include "support/broadcast_model.h"
#include "support/element_model.h"

namespace hloom::testing_support {

// Where the elements of some dimensions lie, in row-major order of their indices.
inline Sizes PlacesOf(const Sizes& sizes, const Sizes& strides) {
  Sizes places = {0};
  for (size_t d = 0; d < sizes.size(); ++d) {
    Sizes next;
    for (const int64_t place : places) {
      for (int64_t i = 0; i < sizes[d]; ++i) next.push_back(place + i * strides[d]);
    }
    places = next;
  }
  return places;
}

class ContractionModel {
 public:
  // A sum of products.
  struct Sum {
    ElementModel value;
    // The sums of the products' absolute values, for the real part and the imaginary one.
    long double real_magnitude = 0, imaginary_magnitude = 0;
  };

  // `lhs` and `rhs` point to the elements at place 0.
  ContractionModel(const Contraction& c, const std::byte* lhs, const std::byte* rhs)
      : c_(c),
        type_(ComputeTypeOf(c.result_type)),
        lhs_(lhs),
        rhs_(rhs),
        lhs_batch_(PlacesOf(c.batch_sizes, c.lhs.batch)),
        rhs_batch_(PlacesOf(c.batch_sizes, c.rhs.batch)),
        lhs_kept_(PlacesOf(c.lhs_sizes, c.lhs.kept)),
        rhs_kept_(PlacesOf(c.rhs_sizes, c.rhs.kept)),
        lhs_contracting_(PlacesOf(c.contracting_sizes, c.lhs.contracting)),
        rhs_contracting_(PlacesOf(c.contracting_sizes, c.rhs.contracting)),
        result_batch_(PlacesOf(c.batch_sizes, c.result_batch)),
        result_lhs_(PlacesOf(c.lhs_sizes, c.result_lhs)),
        result_rhs_(PlacesOf(c.rhs_sizes, c.result_rhs)) {}

  size_t batches() const { return result_batch_.size(); }
  size_t rows() const { return result_lhs_.size(); }
  size_t columns() const { return result_rhs_.size(); }
  size_t depth() const { return lhs_contracting_.size(); }

  int64_t ResultPlace(size_t batch, size_t row, size_t column) const {
    return result_batch_[batch] + result_lhs_[row] + result_rhs_[column];
  }

  Sum At(size_t batch, size_t row, size_t column) const {
    Sum sum;
    unsigned __int128 integer = 0;
    bool any = false;
    ElementModel& total = sum.value;
    for (size_t k = 0; k < depth(); ++k) {
      const ElementModel x =
          Element(c_.lhs, lhs_, lhs_batch_[batch] + lhs_kept_[row] + lhs_contracting_[k]);
      const ElementModel y =
          Element(c_.rhs, rhs_, rhs_batch_[batch] + rhs_kept_[column] + rhs_contracting_[k]);
      integer +=
          static_cast<unsigned __int128>(x.integer) * static_cast<unsigned __int128>(y.integer);
      any = any || (x.integer != 0 && y.integer != 0);
      total.real += x.real * y.real;
      sum.real_magnitude += std::abs(x.real * y.real);
      if (!IsComplexType(type_)) continue;
      total.real -= x.imaginary * y.imaginary;
      total.imaginary += x.real * y.imaginary;
      total.imaginary += x.imaginary * y.real;
      sum.real_magnitude += std::abs(x.imaginary * y.imaginary);
      sum.imaginary_magnitude += std::abs(x.real * y.imaginary) + std::abs(x.imaginary * y.real);
    }
    if (type_ == PRED) {
      total = IntegerModel(any);
    } else if (IsIntegralType(type_)) {
      // The low bits, as the type has them.
      const uint64_t low = static_cast<uint64_t>(integer);
      total = ConvertedElement(type_, IntegerModel(static_cast<int64_t>(low)));
    }
    return sum;
  }

  // Whether a result is the sum's, where each addition and each product of floats may be wrong by
  // `ulps` units of the compute type's last place, and storing rounds.
  bool Accepts(const Sum& sum, const std::byte* result, double ulps) const {
    const ElementModel got = ReadElement(c_.result_type, result);
    if (SameElement(got, Stored(sum.value))) return true;
    if (sum.value.is_integer || ulps == 0) return false;
    const bool wide = type_ == F64 || type_ == C128;
    const long double each = static_cast<long double>(ulps) *
                             (static_cast<long double>(depth()) + 2) *
                             std::ldexp(1.0L, wide ? -53 : -24);
    ElementModel low = sum.value;
    ElementModel high = sum.value;
    low.real -= each * sum.real_magnitude;
    high.real += each * sum.real_magnitude;
    low.imaginary -= each * sum.imaginary_magnitude;
    high.imaginary += each * sum.imaginary_magnitude;
    const ElementModel least = Stored(low);
    const ElementModel most = Stored(high);
    return IsWithin(got.real, least.real, sum.value.real, most.real) &&
           IsWithin(got.imaginary, least.imaginary, sum.value.imaginary, most.imaginary);
  }

 private:
  ElementModel Element(const Contraction::Operand& operand, const std::byte* data,
                       int64_t place) const {
    const ElementModel value = ReadElement(operand.type, data + place * ByteWidth(operand.type));
    return operand.type == type_ ? value : ConvertedElement(type_, value);
  }
  ElementModel Stored(const ElementModel& value) const {
    return ConvertedElement(c_.result_type,
                            value.is_integer ? value : ConvertedElement(type_, value));
  }
  // What is past a type's range may be NaN there, so that a bound is none.
  static bool IsWithin(long double x, long double low, long double exact, long double high) {
    if (std::isnan(exact)) return std::isnan(x);
    return !(x < low) && !(x > high) && (!std::isnan(x) || std::isnan(low) || std::isnan(high));
  }

  const Contraction& c_;
  const PrimitiveType type_;
  const std::byte* const lhs_;
  const std::byte* const rhs_;
  const Sizes lhs_batch_, rhs_batch_, lhs_kept_, rhs_kept_, lhs_contracting_, rhs_contracting_;
  const Sizes result_batch_, result_lhs_, result_rhs_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_CONTRACTION_MODEL_H_
