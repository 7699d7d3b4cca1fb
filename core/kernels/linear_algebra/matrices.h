// Arrays of matrices, which their last two dimensions are.
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_MATRICES_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_MATRICES_H_

#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/span.h"
#include "kernels/linear_algebra/substitution.h"
#include "kernels/sizes.h"
#include "shape/primitive_type.h"

namespace hloom {

// The places of an array's matrices. Rows and columns may be exchanged and counted from the end, by
// other steps and another first element.
class Matrices {
 public:
  Matrices(Span<const int64_t> sizes, Span<const int64_t> strides)
      : batch_sizes_(sizes.begin(), sizes.end() - 2),
        batch_strides_(strides.begin(), strides.end() - 2),
        rows_(sizes[sizes.size() - 2]),
        columns_(sizes[sizes.size() - 1]),
        row_step_(strides[strides.size() - 2]),
        column_step_(strides[strides.size() - 1]) {}

  int64_t count() const { return ElementCount(batch_sizes_); }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }

  void Transpose() {
    std::swap(rows_, columns_);
    std::swap(row_step_, column_step_);
  }
  // Row 0 becomes the last one.
  void ReverseRows() {
    first_ += (rows_ - 1) * row_step_;
    row_step_ = -row_step_;
  }
  void ReverseColumns() {
    first_ += (columns_ - 1) * column_step_;
    column_step_ = -column_step_;
  }

  // Matrix i, counted in row-major order. E: an element, const if it is only read.
  template <typename E, typename Bytes>
  MatrixPlaces<E> At(Bytes* data, int64_t i) const {
    int64_t place = first_;
    for (size_t d = batch_sizes_.size(); d-- > 0; i /= batch_sizes_[d]) {
      place += i % batch_sizes_[d] * batch_strides_[d];
    }
    return {reinterpret_cast<E*>(data) + place, row_step_, column_step_};
  }

 private:
  std::vector<int64_t> batch_sizes_, batch_strides_;
  int64_t rows_, columns_, row_step_, column_step_;
  int64_t first_ = 0;
};

// Calls `f.template operator()<E>()` with the type of the elements: F32, F64, C64 or C128.
template <typename F>
decltype(auto) DispatchMatrixType(PrimitiveType type, F&& f) {
  if (type == F64) return f.template operator()<double>();
  if (type == C64) return f.template operator()<std::complex<float>>();
  if (type == C128) return f.template operator()<std::complex<double>>();
  return f.template operator()<float>();
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_MATRICES_H_
