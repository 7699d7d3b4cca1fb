// Batch normalization: gives each feature of an array the requested mean and variance.
//
// Everything is computed in double, for arrays of any type, and rounded once: with x the operand
// and m and v the mean and the variance of its feature over all positions,
//
//   y = (x - m) / sqrt(v + epsilon) * scale + offset
#ifndef HLOOM_KERNELS_NORMALIZATION_BATCH_NORM_H_
#define HLOOM_KERNELS_NORMALIZATION_BATCH_NORM_H_

#include "kernels/kernel.h"
#include "kernels/normalization/feature_tiles.h"

namespace hloom {

// All arrays have one type. Vectors have one element for each feature, contiguously.
struct BatchNorm {
  // The indices of the arrays in `tiles`.
  enum Array : size_t { kOperand, kResult, kGradOutput };

  // True if the kernels below do all the work immediately, and are done when they return.
  bool is_small() const;
  // True if loops read the arrays in place; otherwise tiles are copied and converted.
  bool is_read_in_place() const { return tiles.lie_side_by_side() && (type == F32 || type == F64); }

  FeatureTiles tiles;
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  double epsilon = 0;
};

// The kernels below compute a BatchNorm, which must have features. It and the arrays must outlive
// them.

// operands: operand, scale, offset; results: y, m, v. The variance divides the squared distances
// from the mean by the number of positions; without positions, mean and variance are NaN.
Kernel NormalizeByBatch(const BatchNorm& norm, const std::byte* const* operands,
                        std::byte* const* results);

// operands: operand, scale, offset, m, v; results: y.
Kernel NormalizeByMoments(const BatchNorm& norm, const std::byte* const* operands,
                          std::byte* const* results);

// operands: operand, scale, m, v, and the gradient of y; results: the gradients of operand, scale
// and offset, for m and v of the operand itself.
Kernel BatchNormGradients(const BatchNorm& norm, const std::byte* const* operands,
                          std::byte* const* results);

}  // namespace hloom

#endif  // HLOOM_KERNELS_NORMALIZATION_BATCH_NORM_H_
