// Products of matrices by tiles of 4 rows and two vectors of columns, whose sums stay in registers.
#ifndef HLOOM_KERNELS_CONTRACTIONS_TILES_H_
#define HLOOM_KERNELS_CONTRACTIONS_TILES_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/lanes.h"

namespace hloom {

// The rows of a tile, and the bytes of its columns.
inline constexpr int64_t kTileRows = 4;
inline constexpr int64_t kTileBytes = 32;

// c[row, column] = sum over steps of a[row, step] * b[step, column], for some rows and the columns
// of one tile; offsets and strides are in elements.
//
// A complex number is two rows of a, two columns of b, and one place of c: the parts of the complex
// product are combined after all steps are added up.
struct TileColumn {
  int64_t steps;
  // Either panels of 4 rows, [steps][4] each, one after the other, or rows in place.
  const std::byte* a;
  const int64_t* a_rows;  // the places of rows; null for panels
  int64_t a_step;
  const std::byte* b;  // [steps][32 bytes]
  std::byte* c;
  const int64_t* c_rows;
  const int64_t* c_columns;
  int64_t rows, columns;  // how many there are
  bool complex;
  bool add;  // to the values in c
};

// Computes all tiles of a column.
using TileLoop = void (*)(const TileColumn& column);
TileLoop TileLoopOf(LaneKind kind);

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_TILES_H_
