// Copies that turn rows into columns, tile by tile: a transpose, or a change of layout.
#ifndef HLOOM_KERNELS_COPY_TILES_H_
#define HLOOM_KERNELS_COPY_TILES_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace hloom {

// A plane of elements: element (row, column) goes to place row * to_row + column, and comes from
// row * from_row + column * from_column. Strides are in elements. Transposing f32[2,3]:
//   rows 3, columns 2, to_row 2, from_row 1, from_column 3
struct TransposedPlane {
  int64_t rows, columns;
  int64_t to_row;
  int64_t from_row, from_column;

  // Written rows are on different pages of memory.
  bool rows_are_far(int64_t width) const { return std::abs(to_row) * width >= 4096; }
};

// The number of rows and columns of a tile: one of its rows is a cache line.
constexpr int64_t TileSide(int64_t width) { return width == 16 ? 4 : 64 / width; }

// Copies a plane of elements of `width` bytes (1, 2, 4, 8 or 16).
void CopyTransposed(const TransposedPlane& plane, std::byte* to, const std::byte* from,
                    int64_t width);

}  // namespace hloom

#endif  // HLOOM_KERNELS_COPY_TILES_H_
