#include "kernels/contractions/contraction.h"

#include <optional>
#include <utility>

#include "kernels/contractions/matrix_product.h"
#include "kernels/contractions/matrix_vector.h"
#include "kernels/contractions/product.h"

namespace hloom {

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

ContractionPlan::ContractionPlan(Contraction contraction)
    : prepared_(std::make_unique<Prepared>(std::move(contraction))) {}
ContractionPlan::ContractionPlan(ContractionPlan&&) noexcept = default;
ContractionPlan& ContractionPlan::operator=(ContractionPlan&&) noexcept = default;
ContractionPlan::~ContractionPlan() = default;

bool ContractionPlan::is_small() const {
  if (prepared_->product.results() == 0) return true;
  return prepared_->vector ? prepared_->vector->is_small() : prepared_->matrices->is_small();
}

Kernel ContractionPlan::Contract(const std::byte* lhs, const std::byte* rhs,
                                 std::byte* result) const {
  const Product& product = prepared_->product;
  if (product.results() == 0) return {};
  const std::byte* const a = product.swapped ? rhs : lhs;
  const std::byte* const b = product.swapped ? lhs : rhs;
  if (prepared_->vector) return prepared_->vector->Compute(a, b, result);
  return prepared_->matrices->Compute(a, b, result);
}

}  // namespace hloom
