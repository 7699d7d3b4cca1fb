#include "kernels/contractions/tiles.h"

#include <algorithm>

#include "kernels/transpose_words.h"

namespace hloom {

namespace {

// True if the places are consecutive.
bool AreNeighbours(const int64_t* places, int64_t count) {
  for (int64_t i = 1; i < count; ++i) {
    if (places[i] != places[0] + i) return false;
  }
  return true;
}

template <typename T>
void Put(T* to, T value, bool add) {
  *to = add ? *to + value : value;
}

// Stores a tile that is incomplete, or whose columns are not neighbors. `sums` are those of a
// tile, row by row.
template <typename T>
__attribute__((noinline)) void StorePlaces(const TileColumn& column, int64_t first_row,
                                           const T* sums) {
  constexpr int64_t kColumns = kTileBytes / sizeof(T);
  T* const c = reinterpret_cast<T*>(column.c);
  const int64_t rows = std::min(column.rows - first_row, kTileRows / (column.complex ? 2 : 1));
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t at = column.c_rows[first_row + row];
    for (int64_t i = 0; i < column.columns; ++i) {
      const int64_t place = at + column.c_columns[i];
      if (!column.complex) {
        Put(c + place, sums[row * kColumns + i], column.add);
        continue;
      }
      const T* const real = sums + 2 * row * kColumns + 2 * i;  // a's real part times b
      const T* const imaginary = real + kColumns;
      Put(c + 2 * place, real[0] - imaginary[1], column.add);
      Put(c + 2 * place + 1, real[1] + imaginary[0], column.add);
    }
  }
}

// True if a tile's rows are neighbors in the result, and can be stored column by column.
template <typename T>
bool AreRowsNeighbours(const TileColumn& column, int64_t first_row) {
  return sizeof(T) == 4 && !column.complex && column.rows - first_row >= kTileRows &&
         AreNeighbours(column.c_rows + first_row, kTileRows);
}

// Stores a tile whose rows are neighbors.
template <typename T>
__attribute__((noinline)) void StoreColumns(const TileColumn& column, int64_t first_row,
                                            const T* sums) {
  constexpr int64_t kColumns = kTileBytes / sizeof(T);
  const auto* const words = reinterpret_cast<const uint32_t*>(sums);
  alignas(16) T turned[kTileRows * kColumns];
  auto* const to = reinterpret_cast<uint32_t*>(turned);
  for (int64_t i = 0; i < kColumns; i += 4) {
    TransposeWords(words + i, words + kColumns + i, words + 2 * kColumns + i,
                   words + 3 * kColumns + i, to + i * kTileRows, kTileRows);
  }
  T* const c = reinterpret_cast<T*>(column.c) + column.c_rows[first_row];
  for (int64_t i = 0; i < column.columns; ++i) {
    T* const place = c + column.c_columns[i];
    Vector<T> sum = LoadVector(turned + i * kTileRows);
    if (column.add) sum += LoadVector(place);
    StoreVector(place, sum);
  }
}

template <typename T>
void StoreApart(const TileColumn& column, int64_t first_row, const T* sums) {
  if (AreRowsNeighbours<T>(column, first_row)) return StoreColumns(column, first_row, sums);
  StorePlaces(column, first_row, sums);
}

// Stores a row of a tile whose columns are neighbors; only `low` if they are one vector.
template <typename T>
inline void StoreRow(const TileColumn& column, int64_t row, bool whole, Vector<T> low,
                     Vector<T> high) {
  constexpr int kLanes = VectorOf<T>::kLanes;
  if (row >= column.rows) return;
  T* const c = reinterpret_cast<T*>(column.c) + column.c_rows[row] + column.c_columns[0];
  if (column.add) low += LoadVector(c);
  StoreVector(c, low);
  if (!whole) return;
  if (column.add) high += LoadVector(c + kLanes);
  StoreVector(c + kLanes, high);
}

// Finds the beginnings of a tile's rows that are not packed; the last row fills the places behind
// it. A complex row is one of real parts and one of imaginary ones.
template <typename T>
inline void FindRows(const TileColumn& column, int64_t row, const T*& a0, const T*& a1,
                     const T*& a2, const T*& a3) {
  const T* const a = reinterpret_cast<const T*>(column.a);
  const int64_t last = column.rows - 1;
  const int64_t* const at = column.a_rows;
  if (column.complex) {
    a0 = a + 2 * at[row];
    a1 = a0 + 1;
    a2 = a + 2 * at[std::min(row + 1, last)];
    a3 = a2 + 1;
  } else {
    a0 = a + at[row];
    a1 = a + at[std::min(row + 1, last)];
    a2 = a + at[std::min(row + 2, last)];
    a3 = a + at[std::min(row + 3, last)];
  }
}

// The memory of a tile's rows: packed, in place with neighboring elements, or in place with
// elements that are apart.
enum class RowForm { kPacked, kNear, kApart };

// The loop runs four steps per iteration, because not every engine unrolls it, with exits between
// them: engines first load the data of all steps of a block, and have registers for only one.
// Variables have names, because arrays would not stay in registers.
template <typename Lane, RowForm kForm>
void Tiles(const TileColumn& column) {
  using T = typename Lane::Element;
  using V = Vector<T>;
  constexpr bool kPackedRows = kForm == RowForm::kPacked;
  constexpr int kLanes = VectorOf<T>::kLanes;
  const int parts = column.complex ? 2 : 1;
  const bool whole = column.columns == 2 * kLanes;
  const bool in_vectors = !column.complex && (whole || column.columns == kLanes) &&
                          AreNeighbours(column.c_columns, column.columns);
  const T* a = reinterpret_cast<const T*>(column.a);
  const int64_t rows = column.rows;
  const ptrdiff_t a_step = static_cast<ptrdiff_t>(column.a_step);
  for (int64_t row = 0; row < rows; row += kTileRows / parts) {
    const T *a0 = a, *a1 = nullptr, *a2 = nullptr, *a3 = nullptr;
    if constexpr (!kPackedRows) FindRows(column, row, a0, a1, a2, a3);
    const T* b = reinterpret_cast<const T*>(column.b);
    V c00{}, c01{}, c10{}, c11{}, c20{}, c21{}, c30{}, c31{};
    const auto add_step = [&](ptrdiff_t i) {
      const V b0 = LoadVector(b + 2 * kLanes * i);
      const V b1 = LoadVector(b + 2 * kLanes * i + kLanes);
      const ptrdiff_t at = kForm == RowForm::kNear ? i : 0;
      const V x0 = Splat(kPackedRows ? a0[kTileRows * i] : a0[at]);
      const V x1 = Splat(kPackedRows ? a0[kTileRows * i + 1] : a1[at]);
      const V x2 = Splat(kPackedRows ? a0[kTileRows * i + 2] : a2[at]);
      const V x3 = Splat(kPackedRows ? a0[kTileRows * i + 3] : a3[at]);
      c00 += Lane::Product(x0, b0);
      c01 += Lane::Product(x0, b1);
      c10 += Lane::Product(x1, b0);
      c11 += Lane::Product(x1, b1);
      c20 += Lane::Product(x2, b0);
      c21 += Lane::Product(x2, b1);
      c30 += Lane::Product(x3, b0);
      c31 += Lane::Product(x3, b1);
      if constexpr (kForm == RowForm::kApart) {
        a0 += a_step;
        a1 += a_step;
        a2 += a_step;
        a3 += a_step;
      }
    };
    for (ptrdiff_t step = static_cast<ptrdiff_t>(column.steps); step > 0; step -= 4) {
      add_step(0);
      if (step == 1) break;
      add_step(1);
      if (step == 2) break;
      add_step(2);
      if (step == 3) break;
      add_step(3);
      b += 4 * 2 * kLanes;
      if constexpr (kPackedRows) {
        a0 += 4 * kTileRows;
      } else if constexpr (kForm == RowForm::kNear) {
        a0 += 4;
        a1 += 4;
        a2 += 4;
        a3 += 4;
      }
    }
    if constexpr (kPackedRows) a += kTileRows * column.steps;
    if (in_vectors) {
      StoreRow<T>(column, row, whole, c00, c01);
      StoreRow<T>(column, row + 1, whole, c10, c11);
      StoreRow<T>(column, row + 2, whole, c20, c21);
      StoreRow<T>(column, row + 3, whole, c30, c31);
    } else {
      const V sums[] = {c00, c01, c10, c11, c20, c21, c30, c31};
      StoreApart(column, row, reinterpret_cast<const T*>(sums));
    }
  }
}

template <typename Lane>
void TilesOf(const TileColumn& column) {
  if constexpr (ReadsRows(Lane::kKind)) {
    if (column.a_rows != nullptr) {
      if (column.a_step == 1) return Tiles<Lane, RowForm::kNear>(column);
      return Tiles<Lane, RowForm::kApart>(column);
    }
  }
  Tiles<Lane, RowForm::kPacked>(column);
}

}  // namespace

TileLoop TileLoopOf(LaneKind kind) {
  static constexpr TileLoop kLoops[] = {TilesOf<FloatLane>, TilesOf<DoubleLane>, TilesOf<Int32Lane>,
                                        TilesOf<Int64Lane>, TilesOf<Int16PairLane>};
  return kLoops[static_cast<int>(kind)];
}

}  // namespace hloom
