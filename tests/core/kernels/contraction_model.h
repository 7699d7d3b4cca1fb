// Contractions as their definition has them: one product after the other. It is the oracle of
// kernels/contractions. It is slow and obvious on purpose, and shares no code with the kernels.
#ifndef HLOOM_TESTS_KERNELS_CONTRACTION_MODEL_H_
#define HLOOM_TESTS_KERNELS_CONTRACTION_MODEL_H_

#include <vector>

#include "kernels/contractions/contraction.h"
#include "kernels/sum_model.h"
#include "support/models/broadcast_model.h"

namespace hloom::testing_support {

// The places of the elements of some dimensions, in row-major order of their indices.
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
  // `lhs` and `rhs` point to the elements at place 0.
  ContractionModel(const Contraction& c, const std::byte* lhs, const std::byte* rhs)
      : c_(c),
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

  SumModel At(size_t batch, size_t row, size_t column) const {
    SumModel sum(c_.lhs.type, c_.rhs.type, c_.result_type);
    for (size_t k = 0; k < depth(); ++k) {
      const int64_t x = lhs_batch_[batch] + lhs_kept_[row] + lhs_contracting_[k];
      const int64_t y = rhs_batch_[batch] + rhs_kept_[column] + rhs_contracting_[k];
      sum.Add(lhs_ + x * ByteWidth(c_.lhs.type), rhs_ + y * ByteWidth(c_.rhs.type));
    }
    return sum;
  }

 private:
  const Contraction& c_;
  const std::byte* const lhs_;
  const std::byte* const rhs_;
  const Sizes lhs_batch_, rhs_batch_, lhs_kept_, rhs_kept_, lhs_contracting_, rhs_contracting_;
  const Sizes result_batch_, result_lhs_, result_rhs_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_KERNELS_CONTRACTION_MODEL_H_
