// Contractions: sums of products over dimensions that two arrays have in common.
#ifndef HLOOM_KERNELS_CONTRACTIONS_CONTRACTION_H_
#define HLOOM_KERNELS_CONTRACTIONS_CONTRACTION_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/kernel.h"
#include "shape/primitive_type.h"

namespace hloom {

// result[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n]
//
// Each of b, m, n and k represents any number of dimensions, whose sizes and strides are given in
// row-major order; strides are in elements, and may be 0 or negative. f32[2,3] times f32[3,4], both
// row-major:
//
//   batch_sizes {}, lhs_sizes {2}, rhs_sizes {4}, contracting_sizes {3}
//   lhs.batch {}, lhs.kept {3}, lhs.contracting {1}
//   rhs.batch {}, rhs.kept {1}, rhs.contracting {4}
//   result_batch {}, result_lhs {4}, result_rhs {1}
//
// Operands of any types are converted to the compute type of the result's, floats that become
// integers to the result's own. Integers wrap, PRED is an or of ands. Floats are added up in their
// compute type, in an order that follows from sizes, strides and types, whatever the number of
// threads, and rounded to the result's type once. A product of complex numbers is four products of
// their parts, also where these are infinite. A sum over nothing is 0.
struct Contraction {
  struct Operand {
    PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
    std::vector<int64_t> batch, kept, contracting;  // strides
  };
  std::vector<int64_t> batch_sizes, lhs_sizes, rhs_sizes, contracting_sizes;
  Operand lhs, rhs;
  PrimitiveType result_type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  std::vector<int64_t> result_batch, result_lhs, result_rhs;  // strides

  // lhs may be the windows of a convolution. Then a kept dimension (the windows) and a contracted
  // one (the positions in a window) share a dimension of the array: element
  //
  //   first + kept index * kept_step + contracting index * contracting_step
  //
  // of `size` elements. Elements outside are not read. They count as 0 and are multiplied, so that
  // the result is right only if rhs is finite. Steps and sums of them fit in 32 bits.
  struct Space {
    int64_t size, stride;
    int64_t first;
    int64_t kept_step, contracting_step;
  };
  std::vector<Space> space;
  // The index in `space` of each kept and contracted dimension; -1 for the one other dimension of
  // each: images and features. Empty if there is no space.
  std::vector<int64_t> lhs_space, contracting_space;
  // The offset of the first window's first position from element 0 in all dimensions.
  int64_t lhs_origin = 0;
};

// Set by contractions with space that met an infinite number or NaN in rhs.
using NotFinite = std::atomic<bool>;

// The decisions that depend on sizes and strides, made once for any number of runs.
class ContractionPlan {
 public:
  explicit ContractionPlan(Contraction contraction);
  ContractionPlan(ContractionPlan&&) noexcept;
  ContractionPlan& operator=(ContractionPlan&&) noexcept;
  ~ContractionPlan();

  // True if Contract does all the work, and returns a kernel that is done.
  bool is_small() const;
  // The result must not overlap the operands. The plan and all memory must outlive the kernel. If
  // zeros are multiplied by numbers that may not be finite, sets `not_finite`; the result is then
  // undefined.
  Kernel Contract(const std::byte* lhs, const std::byte* rhs, std::byte* result,
                  NotFinite* not_finite = nullptr) const;

 private:
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;  // null if there are no results
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_CONTRACTION_H_
