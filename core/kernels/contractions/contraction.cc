#include "kernels/contractions/contraction.h"

#include <algorithm>
#include <utility>

#include "kernels/contractions/depthwise_convolution.h"
#include "kernels/contractions/gemm.h"
#include "kernels/contractions/gemm_problem.h"
#include "kernels/contractions/gemv.h"
#include "kernels/contractions/plane_convolution.h"
#include "kernels/contractions/short_gemv.h"

namespace hloom {

namespace {

bool IsEmpty(const std::vector<int64_t>& sizes) {
  return std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
}

}  // namespace

struct ContractionPlan::Prepared {
  explicit Prepared(Contraction&& contraction) : product(std::move(contraction)) {
    if (product.in_planes && DepthwiseConvolution::Suits(product)) {
      work.reset(new DepthwiseConvolution(product));
    } else if (product.in_planes) {
      work.reset(new PlaneConvolution(product));
    } else if (product.has_windows()) {
      work.reset(new Gemm(product));
    } else if (ShortGemv::Suits(product)) {
      work.reset(new ShortGemv(product));
    } else if (product.columns == 1) {
      work.reset(new Gemv(product));
    } else {
      work.reset(new Gemm(product));
    }
  }

  const GemmProblem product;
  std::unique_ptr<const ContractionAlgorithm> work;
};

ContractionPlan::ContractionPlan(Contraction contraction) {
  // Without results, the product of the sizes may overflow.
  const bool empty = IsEmpty(contraction.batch_sizes) || IsEmpty(contraction.lhs_sizes) ||
                     IsEmpty(contraction.rhs_sizes);
  if (!empty) prepared_.reset(new Prepared(std::move(contraction)));
}
ContractionPlan::ContractionPlan(ContractionPlan&&) noexcept = default;
ContractionPlan& ContractionPlan::operator=(ContractionPlan&&) noexcept = default;
ContractionPlan::~ContractionPlan() = default;

bool ContractionPlan::is_small() const {
  return prepared_ == nullptr || prepared_->work->is_small();
}

Kernel ContractionPlan::Contract(const std::byte* lhs, const std::byte* rhs, std::byte* result,
                                 NotFinite* not_finite) const {
  if (prepared_ == nullptr) return {};
  const bool swapped = prepared_->product.swapped;
  return prepared_->work->Compute(
      {swapped ? rhs : lhs, swapped ? lhs : rhs, result, nullptr, not_finite});
}

}  // namespace hloom
