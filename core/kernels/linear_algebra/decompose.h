// Decompositions of arrays of matrices, each computed in double or complex double.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_DECOMPOSE_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_DECOMPOSE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/kernel.h"
#include "kernels/linear_algebra/decompositions.h"
#include "shape/primitive_type.h"

namespace hloom {

// An array that has a matrix, or a vector of one column, for each one that is decomposed. Strides
// are in elements.
struct MatrixBatch {
  PrimitiveType type = F64;      // of its elements
  PrimitiveType computed = F64;  // F64, C128 or S32
  std::vector<int64_t> batch_strides;
  int64_t rows = 0, columns = 1;
  int64_t row_step = 0, column_step = 0;
};

struct DecompositionPlan {
  DecomposeMatrix decompose = nullptr;
  MatrixSizes sizes = {};
  MatrixFlags flags = {};
  // In place of `flags`: the function that reads them from scalars, which come first, from one on.
  size_t scalars = 0, first_flag = 0;
  MatrixFlags (*flags_of)(const std::byte* const* scalars) = nullptr;
  int64_t workspace_bytes = 0;  // memory besides its arrays, approximately
  std::vector<int64_t> batch_sizes;
  std::vector<MatrixBatch> operands, results;
};

// One matrix is one task, which cannot be interrupted. RESOURCE_EXHAUSTED (memory.c2): there is no
// memory for the workspace. The plan and the arrays must outlive the kernel.
Kernel Decompose(const DecompositionPlan& plan, const std::byte* const* operands,
                 std::byte* const* results);

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_DECOMPOSE_H_
