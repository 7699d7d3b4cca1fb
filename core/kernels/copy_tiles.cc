#include "kernels/copy_tiles.h"

#include <algorithm>
#include <cstring>

#include "kernels/copy.h"
#include "kernels/transpose_words.h"

namespace hloom {

namespace {

// Where rows are a power of two apart, their elements compete for the same few lines of the cache:
// a line would be fetched again for each of its elements. So whole lines are read, into a tile of
// its own, and whole lines are written.
template <typename T>
constexpr int64_t kSide = TileSide(sizeof(T));

// Writes four rows of which the tile has columns.
void WriteRows(uint32_t* to, int64_t to_row, const uint32_t* tile) {
  constexpr int64_t kAll = kSide<uint32_t>;
  for (int64_t j = 0; j < kAll; j += 4, to += 4, tile += 4 * kAll) {
    TransposeWords(tile, kAll, to, to_row);
  }
}
template <typename T>
void WriteRows(T* to, int64_t to_row, const T* tile) {
  for (int64_t i = 0; i < 4; ++i) {
    for (int64_t j = 0; j < kSide<T>; ++j) to[i * to_row + j] = tile[j * kSide<T> + i];
  }
}

template <typename T>
void CopyTile(const TransposedPlane& plane, T* to, const T* from) {
  constexpr int64_t kAll = kSide<T>;
  alignas(16) T tile[kAll * kAll];
  for (int64_t j = 0; j < kAll; ++j) {
    const T* const column = from + j * plane.from_column;
    if (plane.from_row == 1) {
      std::memcpy(tile + j * kAll, column, kAll * sizeof(T));
    } else {
      for (int64_t i = 0; i < kAll; ++i) tile[j * kAll + i] = column[i * plane.from_row];
    }
  }
  for (int64_t i = 0; i < kAll; i += 4) WriteRows(to + i * plane.to_row, plane.to_row, tile + i);
}

template <typename T>
void CopyPlane(const TransposedPlane& plane, T* to, const T* from) {
  constexpr int64_t kAll = kSide<T>;
  constexpr int64_t kLongEdge = 256;
  for (int64_t j = 0; j < plane.columns; j += kAll) {
    const int64_t columns = std::min(kAll, plane.columns - j);
    const int64_t most_rows = columns == kAll ? kAll : kLongEdge;
    for (int64_t i = 0; i < plane.rows; i += most_rows) {
      const int64_t rows = std::min(most_rows, plane.rows - i);
      T* const target = to + i * plane.to_row + j;
      const T* const source = from + i * plane.from_row + j * plane.from_column;
      if (rows == kAll && columns == kAll) {
        CopyTile(plane, target, source);
        continue;
      }
      for (int64_t c = 0; c < columns; ++c) {
        for (int64_t r = 0; r < rows; ++r) {
          target[r * plane.to_row + c] = source[r * plane.from_row + c * plane.from_column];
        }
      }
    }
  }
}

}  // namespace

void CopyTransposed(const TransposedPlane& plane, std::byte* to, const std::byte* from,
                    int64_t width) {
  DispatchWidth(width, [&]<typename T>() {
    CopyPlane(plane, reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from));
  });
}

}  // namespace hloom
