// Systems of linear equations with triangular matrices, many right sides at a time.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_TRIANGULAR_SOLVE_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_TRIANGULAR_SOLVE_H_

#include <cstddef>
#include <memory>

#include "base/span.h"
#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// op(a) x = b, or x op(a) = b if a is on the right side. Strides are in elements, no size may be 0,
// and all arrays have one type: F32, F64, C64 or C128.
struct TriangularSystems {
  PrimitiveType type = F32;
  bool left_side = true;
  bool lower = true;           // the triangle of a that is read
  bool unit_diagonal = false;  // the diagonal is not read, and counts as ones
  bool transpose = false;      // op
  bool conjugate = false;
  Span<const int64_t> a_sizes;  // [..., n, n]
  Span<const int64_t> a_strides;
  Span<const int64_t> b_sizes;  // [..., n, m], or [..., m, n] on the right side; same for x
  Span<const int64_t> b_strides;
  Span<const int64_t> x_strides;
};

class TriangularSolver {
 public:
  virtual ~TriangularSolver() = default;
  // x may be the memory of a or of b, if its strides are the same. This and all arrays outlive the
  // kernel.
  virtual Kernel Solve(const std::byte* a, const std::byte* b, std::byte* x) const = 0;
  // True if Solve does all the work, and is done when it returns.
  virtual bool is_small() const = 0;
};

std::unique_ptr<const TriangularSolver> PlanTriangularSolve(const TriangularSystems& systems);

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_TRIANGULAR_SOLVE_H_
