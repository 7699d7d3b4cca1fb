#include "kernels/linear_algebra/substitution.h"

#include <cstring>
#include <type_traits>

#include "kernels/complex_arithmetic.h"
#include "kernels/transpose_words.h"

namespace hloom {

namespace {

template <typename E>
constexpr LaneKind kLaneOf =
    std::is_same_v<E, float> || std::is_same_v<E, std::complex<float>> ? LaneKind::kFloat
                                                                       : LaneKind::kDouble;

// Packs `steps` steps of `rows` rows: [steps][kRows], with zeros for missing rows.
template <typename E>
void PackPanel(const MatrixPlaces<const E>& from, int64_t rows, int64_t steps, bool conjugate,
               E* to) {
  constexpr int64_t kRows = Substitution<E>::kRows;
  int64_t step = 0;
  if constexpr (std::is_same_v<E, float>) {
    if (rows == kRows && from.column_step == 1) {
      for (; step + 4 <= steps; step += 4) {
        TransposeWords(reinterpret_cast<const uint32_t*>(from.At(0, step)), from.row_step,
                       reinterpret_cast<uint32_t*>(to + step * kRows), kRows);
      }
    } else if (rows == kRows && from.row_step == 1) {
      for (; step < steps; ++step) {
        std::memcpy(to + step * kRows, from.At(0, step), kRows * sizeof(E));
      }
    }
  }
  for (; step < steps; ++step) {
    for (int64_t row = 0; row < kRows; ++row) {
      const E x = row < rows ? *from.At(row, step) : E();
      to[step * kRows + row] = conjugate ? Conjugate(x) : x;
    }
  }
}

}  // namespace

template <typename E>
Substitution<E>::Substitution(int64_t n, int64_t block)
    : n_(n), block_(block), tiles_(TileLoopOf(kLaneOf<E>)) {
  for (int64_t i = 0; i < kMostBlock; ++i) row_places_[i] = i * kSides;
  for (int64_t i = 0; i < kSides; ++i) column_places_[i] = i;
}

template <typename E>
int64_t Substitution<E>::PanelsAt(int64_t block, int64_t column_block) const {
  const int64_t rows = block < blocks() ? PaddedRows(block) : 0;
  return block * (block + 1) / 2 * block_ * block_ + column_block * block_ * rows;
}

template <typename E>
int64_t Substitution<E>::PanelAt(int64_t row) const {
  const int64_t block = row / block_;
  return PanelsAt(block, block) + (row - RowBegin(block)) * block_;
}

template <typename E>
void Substitution<E>::Pack(const MatrixPlaces<const E>& triangle, bool conjugate, int64_t block,
                           E* packed) const {
  const int64_t begin = RowBegin(block), end = begin + RowCount(block);
  for (int64_t row = begin; row < end; row += kRows) {
    const int64_t rows = std::min(kRows, end - row);
    for (int64_t k = 0; k < block; ++k) {
      PackPanel<E>({triangle.At(row, RowBegin(k)), triangle.row_step, triangle.column_step}, rows,
                   block_, conjugate, packed + PanelsAt(block, k) + (row - begin) * block_);
    }
    E* const panel = packed + PanelAt(row);
    PackPanel<E>({triangle.At(row, begin), triangle.row_step, triangle.column_step}, rows,
                 row - begin, conjugate, panel);
    E* const corner = panel + (row - begin) * kRows;
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t k = 0; k <= i; ++k) {
        const E x = *triangle.At(row + i, row + k);
        corner[k * kRows + i] = conjugate ? Conjugate(x) : x;
      }
    }
  }
}

template <typename E>
void Substitution<E>::PackFromStrips(const E* strips, int64_t block, E* packed) const {
  const int64_t begin = RowBegin(block), rows = RowCount(block);
  for (int64_t row = 0; row < rows; row += kRows) {
    const E* const side = strips + row / kSides * StripSize() + row % kSides;
    for (int64_t k = 0; k < begin; ++k) {
      E* const to = packed + PanelsAt(block, k / block_) + row * block_ + k % block_ * kRows;
      for (int64_t i = 0; i < kRows; ++i) to[i] = -Conjugate(side[k * kSides + i]);
    }
  }
}

template <typename E>
void Substitution<E>::PackPanelFromStrips(const E* strips, int64_t row, E* packed) const {
  const int64_t begin = row / block_ * block_;
  const int64_t side = row - begin;
  const E* const from = strips + side / kSides * StripSize() + side % kSides;
  E* const to = packed + PanelAt(row);
  for (int64_t k = 0; k < side; ++k) {
    for (int64_t i = 0; i < kRows; ++i) {
      to[k * kRows + i] = -Conjugate(from[(begin + k) * kSides + i]);
    }
  }
}

template <typename E>
void Substitution<E>::Load(const MatrixPlaces<const E>& b, int64_t sides, int64_t rows,
                           E* strip) const {
  int64_t i = 0;
  if constexpr (std::is_same_v<E, float>) {
    for (; b.row_step == 1 && sides == kSides && i + 4 <= rows; i += 4) {
      auto* const to = reinterpret_cast<uint32_t*>(strip + i * kSides);
      TransposeWords(reinterpret_cast<const uint32_t*>(b.At(i, 0)), b.column_step, to, kSides);
      TransposeWords(reinterpret_cast<const uint32_t*>(b.At(i, 4)), b.column_step, to + 4, kSides);
    }
  }
  for (; i < rows; ++i) {
    const E* const from = b.At(i, 0);
    E* const to = strip + i * kSides;
    if (b.column_step == 1 && sides == kSides) {
      std::memcpy(to, from, kTileBytes);
      continue;
    }
    for (int64_t j = 0; j < kSides; ++j) to[j] = j < sides ? from[j * b.column_step] : E();
  }
}

template <typename E>
void Substitution<E>::Store(const E* strip, int64_t sides, int64_t rows,
                            const MatrixPlaces<E>& x) const {
  int64_t i = 0;
  if constexpr (std::is_same_v<E, float>) {
    for (; x.row_step == 1 && sides == kSides && i + 4 <= rows; i += 4) {
      alignas(16) float negative[4 * kSides];
      for (int64_t j = 0; j < 4 * kSides; ++j) negative[j] = -strip[i * kSides + j];
      const auto* const from = reinterpret_cast<const uint32_t*>(negative);
      TransposeWords(from, kSides, reinterpret_cast<uint32_t*>(x.At(i, 0)), x.column_step);
      TransposeWords(from + 4, kSides, reinterpret_cast<uint32_t*>(x.At(i, 4)), x.column_step);
    }
  }
  for (; i < rows; ++i) {
    const E* const from = strip + i * kSides;
    E* const to = x.At(i, 0);
    for (int64_t j = 0; j < sides; ++j) to[j * x.column_step] = -from[j];
  }
}

template <typename E>
TileColumn Substitution<E>::Tiles(int64_t rows) const {
  TileColumn tiles = {};
  tiles.c_rows = row_places_;
  tiles.c_columns = column_places_;
  tiles.rows = rows;
  tiles.columns = kSides;
  tiles.complex = !kIsReal<E>;
  tiles.add = true;
  return tiles;
}

template <typename E>
void Substitution<E>::AddBlocksBefore(const E* packed, int64_t block, int64_t rows,
                                      E* strip) const {
  TileColumn tiles = Tiles(rows);
  tiles.steps = block_;
  tiles.c = reinterpret_cast<std::byte*>(strip + RowBegin(block) * kSides);
  for (int64_t k = 0; k < block; ++k) {
    tiles.a = reinterpret_cast<const std::byte*>(packed + PanelsAt(block, k));
    tiles.b = reinterpret_cast<const std::byte*>(strip + RowBegin(k) * kSides);
    tiles_(tiles);
  }
}

template <typename E>
void Substitution<E>::AddRowsBefore(const E* packed, int64_t row, E* strip) const {
  const int64_t begin = row / block_ * block_;
  if (row == begin) return;
  TileColumn tiles = Tiles(std::min(kRows, n_ - row));
  tiles.steps = row - begin;
  tiles.a = reinterpret_cast<const std::byte*>(packed + PanelAt(row));
  tiles.b = reinterpret_cast<const std::byte*>(strip + begin * kSides);
  tiles.c = reinterpret_cast<std::byte*>(strip + row * kSides);
  tiles_(tiles);
}

template <typename E>
void Substitution<E>::SolvePanel(const E* packed, int64_t row, bool unit_diagonal, E* strip) const {
  const E* const corner = Corner(packed, row);
  E* const first = strip + row * kSides;
  const int64_t rows = std::min(kRows, n_ - row);
  for (int64_t i = 0; i < rows; ++i) {
    E x[kSides];
    std::memcpy(x, first + i * kSides, sizeof(x));
    for (int64_t k = 0; k < i; ++k) {
      const E factor = corner[k * kRows + i];
      for (int64_t j = 0; j < kSides; ++j) x[j] = MultiplyAdd(factor, first[k * kSides + j], x[j]);
    }
    const E diagonal = corner[i * kRows + i];
    for (int64_t j = 0; j < kSides; ++j) {
      x[j] = unit_diagonal ? -x[j] : -ElementQuotient(x[j], diagonal);
    }
    std::memcpy(first + i * kSides, x, sizeof(x));
  }
}

template <typename E>
void Substitution<E>::SolveBlock(const E* packed, int64_t block, bool unit_diagonal, E* strips,
                                 int64_t count) const {
  const int64_t begin = RowBegin(block), rows = RowCount(block);
  for (int64_t s = 0; s < count; ++s, strips += StripSize()) {
    AddBlocksBefore(packed, block, rows, strips);
    for (int64_t row = begin; row < begin + rows; row += kRows) {
      AddRowsBefore(packed, row, strips);
      SolvePanel(packed, row, unit_diagonal, strips);
    }
  }
}

template class Substitution<float>;
template class Substitution<double>;
template class Substitution<std::complex<float>>;
template class Substitution<std::complex<double>>;

}  // namespace hloom
