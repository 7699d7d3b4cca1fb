#include "kernels/copy_tiles.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernels/copy.h"
#include "kernels/transpose_words.h"

namespace hloom {

namespace {

template <typename T>
constexpr int64_t kSide = TileSide(sizeof(T));
// The side of the squares that are transposed in registers.
template <typename T>
constexpr int64_t kSquare = 16 / sizeof(T);

// If lines are a multiple of 1024 bytes apart, as with rows of a power of two, they compete for the
// same few places of the nearest cache: a line is fetched again for each of its squares. So whole
// lines are read into a local tile, and whole lines are written.
bool Compete(int64_t bytes) { return bytes % 1024 == 0; }

// Writing whole lines pays off if each is on a different page.
void CopyTileToFarRows(const TransposedPlane& plane, uint32_t* to, const uint32_t* from) {
  constexpr int64_t kAll = kSide<uint32_t>;
  alignas(16) uint32_t tile[kAll * kAll];
  for (int64_t j = 0; j < kAll; j += 4) {
    alignas(16) uint32_t lines[4 * kAll];
    for (int64_t k = 0; k < 4; ++k, from += plane.from_column) CopyLine(from, lines + k * kAll);
    for (int64_t i = 0; i < kAll; i += 4) {
      TransposeWords(lines + i, kAll, tile + i * kAll + j, kAll);
    }
  }
  for (int64_t i = 0; i < kAll; ++i) CopyLine(tile + i * kAll, to + i * plane.to_row);
}

// Copies a tile without a local one, if neither its columns nor its rows compete.
void CopyTileDirectly(const TransposedPlane& plane, uint32_t* to, const uint32_t* from) {
  constexpr int64_t kAll = kSide<uint32_t>;
  const int64_t column = plane.from_column;
  const int64_t row = plane.to_row;
  HLOOM_UNROLLED
  for (int64_t j = 0; j < kAll; j += 4) {
    HLOOM_UNROLLED
    for (int64_t i = 0; i < kAll; i += 4) {
      TransposeWords(from + j * column + i, column, to + i * row + j, row);
    }
  }
}

template <typename T>
void CopyTile(const TransposedPlane& plane, T* to, const T* from) {
  constexpr int64_t kAll = kSide<T>;
  alignas(16) T tile[kAll * kAll];
  for (int64_t j = 0; j < kAll; ++j) {
    const T* const column = from + j * plane.from_column;
    if (plane.from_row == 1) {
      CopyLine(column, tile + j * kAll);
    } else {
      for (int64_t i = 0; i < kAll; ++i) tile[j * kAll + i] = column[i * plane.from_row];
    }
  }
  for (int64_t i = 0; i < kAll; i += kSquare<T>) {
    for (int64_t j = 0; j < kAll; j += kSquare<T>) {
      T* const corner = to + i * plane.to_row + j;
      if constexpr (kSquare<T> == 1) {
        *corner = tile[j * kAll + i];
      } else {
        TransposeWords(tile + j * kAll + i, kAll, corner, plane.to_row);
      }
    }
  }
}

// Copies rows and columns of a plane from the first ones on, element by element.
template <typename T>
[[gnu::noinline]] void CopyEdge(const TransposedPlane& plane, int64_t rows, int64_t columns, T* to,
                                const T* from) {
  constexpr int64_t kRows = 256;  // the lines of this many rows stay in the nearest cache
  for (int64_t first = 0; first < rows; first += kRows) {
    const int64_t last = std::min(rows, first + kRows);
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = first; i < last; ++i) {
        to[i * plane.to_row + j] = from[i * plane.from_row + j * plane.from_column];
      }
    }
  }
}

// Columns are read to their ends, one after the other. If rows are far apart, tiles follow each
// other along the rows instead, which continue where they stopped; CutPlanes ensures that a cache
// holds the columns until the next tiles are read next to them.
template <typename T, typename F>
void CopyTiles(const TransposedPlane& plane, T* to, const T* from, F copy_tile) {
  constexpr int64_t kAll = kSide<T>;
  const int64_t rows = plane.rows / kAll * kAll;
  const int64_t columns = plane.columns / kAll * kAll;
  const bool down = !plane.rows_are_far(sizeof(T));
  for (int64_t outer = 0; outer < (down ? columns : rows); outer += kAll) {
    for (int64_t inner = 0; inner < (down ? rows : columns); inner += kAll) {
      const int64_t i = down ? inner : outer;
      const int64_t j = down ? outer : inner;
      copy_tile(plane, to + i * plane.to_row + j,
                from + i * plane.from_row + j * plane.from_column);
    }
  }
}

template <typename T>
void CopyAllTiles(const TransposedPlane& plane, T* to, const T* from) {
  if constexpr (std::is_same_v<T, uint32_t>) {
    const bool rows_compete = Compete(plane.to_row * 4);
    if (plane.from_row == 1 && rows_compete && plane.rows_are_far(4)) {
      return CopyTiles(plane, to, from, CopyTileToFarRows);
    }
    if (plane.from_row == 1 && !rows_compete && !Compete(plane.from_column * 4)) {
      return CopyTiles(plane, to, from, CopyTileDirectly);
    }
  }
  CopyTiles(plane, to, from, CopyTile<T>);
}

template <typename T>
void CopyPlane(const TransposedPlane& plane, T* to, const T* from) {
  constexpr int64_t kAll = kSide<T>;
  const int64_t rows = plane.rows / kAll * kAll;
  const int64_t columns = plane.columns / kAll * kAll;
  CopyAllTiles(plane, to, from);
  CopyEdge(plane, plane.rows - rows, columns, to + rows * plane.to_row,
           from + rows * plane.from_row);
  CopyEdge(plane, plane.rows, plane.columns - columns, to + columns,
           from + columns * plane.from_column);
}

}  // namespace

void CopyTransposed(const TransposedPlane& plane, std::byte* to, const std::byte* from,
                    int64_t width) {
  DispatchWidth(width, [&]<typename T>() {
    CopyPlane(plane, reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from));
  });
}

}  // namespace hloom
