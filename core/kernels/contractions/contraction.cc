#include "kernels/contractions/contraction.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/contractions/matrix_product.h"
#include "kernels/contractions/matrix_vector.h"
#include "kernels/contractions/product.h"

namespace hloom {

namespace {

bool IsEmpty(const std::vector<int64_t>& sizes) {
  return std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
}

}  // namespace

struct ContractionPlan::Prepared {
  explicit Prepared(Contraction contraction) : product(MakeProduct(std::move(contraction))) {
    if (product.columns == 1) {
      vector.emplace(product);
    } else {
      matrices.emplace(product);
    }
  }

  const Product product;
  std::optional<MatrixVector> vector;
  std::optional<MatrixProduct> matrices;
};

ContractionPlan::ContractionPlan(Contraction contraction) {
  // Where there are no results, sizes may multiply to anything.
  const bool empty = IsEmpty(contraction.batch_sizes) || IsEmpty(contraction.lhs_sizes) ||
                     IsEmpty(contraction.rhs_sizes);
  if (!empty) prepared_ = std::make_unique<Prepared>(std::move(contraction));
}
ContractionPlan::ContractionPlan(ContractionPlan&&) noexcept = default;
ContractionPlan& ContractionPlan::operator=(ContractionPlan&&) noexcept = default;
ContractionPlan::~ContractionPlan() = default;

bool ContractionPlan::is_small() const {
  if (prepared_ == nullptr) return true;
  return prepared_->vector ? prepared_->vector->is_small() : prepared_->matrices->is_small();
}

Kernel ContractionPlan::Contract(const std::byte* lhs, const std::byte* rhs,
                                 std::byte* result) const {
  if (prepared_ == nullptr) return {};
  const bool swapped = prepared_->product.swapped;
  const std::byte* const a = swapped ? rhs : lhs;
  const std::byte* const b = swapped ? lhs : rhs;
  if (prepared_->vector) return prepared_->vector->Compute(a, b, result);
  return prepared_->matrices->Compute(a, b, result);
}

}  // namespace hloom
