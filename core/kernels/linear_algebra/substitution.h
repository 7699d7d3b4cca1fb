// Forward substitution with a triangle, for a strip of right sides at a time.
//
// The equations are T x = b, T lower triangular with n rows:
//
//   x[i] = (b[i] - sum over k < i of T[i,k] x[k]) / T[i,i]
//
// A strip holds as many right sides as fit into the columns of a tile (contractions/tiles.h): 32
// bytes for each of the n rows. It begins as b and ends as -x, row by row, so that tiles, which
// only add, use each solved row directly: b[i] + sum of T[i,k] (-x[k]).
#ifndef HLOOM_KERNELS_LINEAR_ALGEBRA_SUBSTITUTION_H_
#define HLOOM_KERNELS_LINEAR_ALGEBRA_SUBSTITUTION_H_

#include <algorithm>
#include <complex>
#include <cstdint>

#include "kernels/contractions/tiles.h"
#include "kernels/linear_algebra/matrix_elements.h"

namespace hloom {

// The places of a matrix's elements; steps are in elements.
template <typename E>
struct MatrixPlaces {
  E* data;
  int64_t row_step, column_step;

  E* At(int64_t row, int64_t column) const { return data + row * row_step + column * column_step; }
};

// E: float, double, or a complex number of these.
template <typename E>
class Substitution {
 public:
  // Right sides of a strip, and rows of a panel.
  static constexpr int64_t kSides = kTileBytes / sizeof(E);
  static constexpr int64_t kRows = kTileRows / (kIsReal<E> ? 1 : 2);
  static constexpr int64_t kMostBlock = 128;

  // The rows are taken in blocks of `block`, at most kMostBlock and a multiple of 4.
  Substitution(int64_t n, int64_t block);

  int64_t n() const { return n_; }
  int64_t block() const { return block_; }
  int64_t blocks() const { return (n_ + block_ - 1) / block_; }
  int64_t RowBegin(int64_t block) const { return block * block_; }
  int64_t RowCount(int64_t block) const { return std::min(block_, n_ - RowBegin(block)); }
  // The numbers of elements of the packed triangle, and of a strip.
  int64_t PackedSize() const { return PanelsAt(blocks(), 0); }
  int64_t StripSize() const { return n_ * kSides; }
  int64_t Strips(int64_t sides) const { return (sides + kSides - 1) / kSides; }
  // About how many products it takes to solve the rows of a block for one strip.
  int64_t Work(int64_t block) const {
    return RowCount(block) * (RowBegin(block) + block_) * kSides;
  }

  // Packs the rows of a block of the triangle, up to the diagonal, or their conjugates.
  void Pack(const MatrixPlaces<const E>& triangle, bool conjugate, int64_t block, E* packed) const;
  // Packs the columns before the diagonal block from strips that hold the negative conjugates of
  // these rows, each as a side: Cholesky computes its rows in this form.
  void PackFromStrips(const E* strips, int64_t block, E* packed) const;
  // Packs a panel of rows of the diagonal block in the same way, up to the square at the diagonal.
  void PackPanelFromStrips(const E* strips, int64_t row, E* packed) const;
  // The square at the diagonal of a panel of rows: element [i,k] is at k * kRows + i.
  template <typename Element>
  Element* Corner(Element* packed, int64_t row) const {
    return packed + PanelAt(row) + row % block_ * kRows;
  }

  // Copies the first rows of right sides from b into a strip, with zeros for missing sides.
  void Load(const MatrixPlaces<const E>& b, int64_t sides, int64_t rows, E* strip) const;
  // Copies the first rows of x from a strip.
  void Store(const E* strip, int64_t sides, int64_t rows, const MatrixPlaces<E>& x) const;

  // Adds the contribution of the solved rows of all blocks before to the first `rows` rows of a
  // block.
  void AddBlocksBefore(const E* packed, int64_t block, int64_t rows, E* strip) const;
  // Adds the contribution of the solved rows of its block to the panel of rows that begins with
  // `row`.
  void AddRowsBefore(const E* packed, int64_t row, E* strip) const;
  // Solves a panel of rows to which that has been added.
  void SolvePanel(const E* packed, int64_t row, bool unit_diagonal, E* strip) const;
  // Solves all rows of a block in these strips; the blocks before must be solved.
  void SolveBlock(const E* packed, int64_t block, bool unit_diagonal, E* strips,
                  int64_t count) const;

 private:
  int64_t PaddedRows(int64_t block) const { return (RowCount(block) + kRows - 1) / kRows * kRows; }
  // The offset of the panels of these rows and columns. Each panel has [steps][kRows] elements,
  // with one step for each column of the block of columns.
  int64_t PanelsAt(int64_t block, int64_t column_block) const;
  int64_t PanelAt(int64_t row) const;
  TileColumn Tiles(int64_t rows) const;

  const int64_t n_, block_;
  const TileLoop tiles_;
  // The places of a tile's rows and columns in a strip.
  int64_t row_places_[kMostBlock];
  int64_t column_places_[kSides];
};

extern template class Substitution<float>;
extern template class Substitution<double>;
extern template class Substitution<std::complex<float>>;
extern template class Substitution<std::complex<double>>;

}  // namespace hloom

#endif  // HLOOM_KERNELS_LINEAR_ALGEBRA_SUBSTITUTION_H_
