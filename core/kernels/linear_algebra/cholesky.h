// Cholesky factors of Hermitian matrices.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_CHOLESKY_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_CHOLESKY_H_

#include <cstddef>
#include <memory>

#include "base/span.h"
#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// a = l l^H, or a = l^H l with an upper triangle l, for each matrix of an array. Strides are in
// elements, no size is 0, and both arrays are of one type: F32, F64, C64 or C128.
struct CholeskyMatrices {
  PrimitiveType type = F32;
  bool lower = true;  // the triangle of a that is read, and of l; the other one of l is zeros
  Span<const int64_t> sizes;  // [..., n, n]
  Span<const int64_t> a_strides;
  Span<const int64_t> l_strides;
};

// The imaginary parts of a's diagonal are ignored. All elements of l are NaN if a is not positive
// definite.
class CholeskyFactorizer {
 public:
  virtual ~CholeskyFactorizer() = default;
  // l may be the memory of a, if its strides are the same. This and the arrays outlive the kernel.
  virtual Kernel Factor(const std::byte* a, std::byte* l) const = 0;
  // True if Factor does all the work, and is done when it returns.
  virtual bool is_small() const = 0;
};

std::unique_ptr<const CholeskyFactorizer> PlanCholesky(const CholeskyMatrices& matrices);

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_CHOLESKY_H_
