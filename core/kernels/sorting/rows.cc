#include "kernels/sorting/rows.h"

#include "kernels/copy.h"
#include "kernels/sizes.h"

namespace hloom {

namespace {

std::vector<int64_t> WithoutDimension(Span<const int64_t> values, int64_t dimension) {
  std::vector<int64_t> others = values.ToVector();
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(dimension));
  return others;
}

}  // namespace

int64_t SortedRows::count() const { return ElementCount(outer_sizes); }

int64_t SortedRows::OffsetOf(int64_t row, const RowStrides& strides) const {
  if (outer_sizes.empty()) return 0;
  int64_t offset = 0;
  for (size_t d = outer_sizes.size() - 1; d > 0; --d) {
    offset += row % outer_sizes[d] * strides.outer[d];
    row /= outer_sizes[d];
  }
  return offset + row * strides.outer[0];
}

RowStrides RowStridesOf(Span<const int64_t> strides, int64_t dimension) {
  return {WithoutDimension(strides, dimension), strides[static_cast<size_t>(dimension)]};
}

std::vector<int64_t> OuterSizesOf(Span<const int64_t> sizes, int64_t dimension) {
  return WithoutDimension(sizes, dimension);
}

void ScatteredRows::Gather(const std::byte* scattered, std::byte* rows) const {
  DispatchWidth(width, [&]<typename T>() {
    const T* const from = reinterpret_cast<const T*>(scattered);
    T* const to = reinterpret_cast<T*>(rows);
    for (int64_t i = 0; i < length; ++i) {
      for (int64_t r = 0; r < count; ++r) to[r * pitch + i] = from[offsets[r] + i * stride];
    }
  });
}

void ScatteredRows::Scatter(const std::byte* rows, std::byte* scattered) const {
  DispatchWidth(width, [&]<typename T>() {
    const T* const from = reinterpret_cast<const T*>(rows);
    T* const to = reinterpret_cast<T*>(scattered);
    for (int64_t i = 0; i < length; ++i) {
      for (int64_t r = 0; r < count; ++r) to[offsets[r] + i * stride] = from[r * pitch + i];
    }
  });
}

}  // namespace hloom
