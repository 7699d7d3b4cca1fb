// Rows of arrays along one dimension, which sorts put in order.
#ifndef HLOOM_KERNELS_SORTING_ROWS_H_
#define HLOOM_KERNELS_SORTING_ROWS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/span.h"
#include "shape/primitive_type.h"

namespace hloom {

// The strides of the elements of rows, in elements.
struct RowStrides {
  std::vector<int64_t> outer;  // from row to row, along each of the other dimensions
  int64_t inner = 1;           // from element to element
};

// Rows that are read, and rows of the same type that get their elements in another order.
struct SortedArray {
  PrimitiveType type = PrimitiveType::PRIMITIVE_TYPE_INVALID;
  RowStrides from_strides;
  RowStrides to_strides;
};

// Arrays whose rows are put in order in step. Along dimension 1 of f32[2,3,4], row-major:
//   length 3, outer_sizes {2,4}, strides {{12,1},4}
struct SortedRows {
  int64_t length = 0;                // of a row; greater than 0
  int64_t wanted = 0;                // the number of first elements of each row that are written
  std::vector<int64_t> outer_sizes;  // of the other dimensions
  std::vector<SortedArray> arrays;
  bool has_places = false;  // SortedMemory::places is not null
  RowStrides places_strides;

  int64_t count() const;  // of rows; they are numbered in row-major order of the other dimensions
  // The number of a row's elements, in all arrays, for a task that moves about `grain` elements.
  int64_t TaskElements(int64_t grain) const {
    return std::max<int64_t>(1, grain / static_cast<int64_t>(arrays.size()));
  }
  int64_t OffsetOf(int64_t row, const RowStrides& strides) const;
};

// The addresses of the arrays of one sort. Inputs and outputs must not share memory; both lists
// must outlive the sort.
struct SortedMemory {
  const std::byte* const* from = nullptr;  // for each array
  std::byte* const* to = nullptr;
  // The original places of the elements in their rows, S32; null if not requested.
  std::byte* places = nullptr;
};

// The strides of the rows in a sort of an array of these sizes and strides along `dimension`.
RowStrides RowStridesOf(Span<const int64_t> strides, int64_t dimension);
std::vector<int64_t> OuterSizesOf(Span<const int64_t> sizes, int64_t dimension);

// A few scattered rows, and the same rows one after the other, each `pitch` elements behind the one
// before. Neighboring rows of [n,16] along dimension 0 share cache lines.
struct ScatteredRows {
  static constexpr int64_t kMost = 16;

  int64_t width;  // of an element, in bytes
  int64_t count;  // of rows
  int64_t length;
  int64_t offsets[kMost];
  int64_t stride;
  int64_t pitch;

  void Gather(const std::byte* scattered, std::byte* rows) const;
  void Scatter(const std::byte* rows, std::byte* scattered) const;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_SORTING_ROWS_H_
