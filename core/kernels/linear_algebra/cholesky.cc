// The rows of a block of the factor, except for its diagonal block, solve the equations
//
//   sum over j <= k of conj(L[k,j]) L[i,j] = A[i,k]      for each k before the block
//
// whose triangle is the part of the factor computed so far: they are forward substitutions with
// each row of the block as a right side. The diagonal block is computed in the same way, a panel of
// rows at a time, with the square at the diagonal factored first.
#include "kernels/linear_algebra/cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/linear_algebra/matrices.h"
#include "kernels/linear_algebra/substitution.h"

namespace hloom {

namespace {

// Work is counted in products of F32, of which there are some 20 in a nanosecond.
constexpr int64_t kCholeskySmall = 1 << 16;
constexpr int64_t kCholeskyTask = 1 << 20;
constexpr int64_t kCholeskySmallBytes = 1 << 14;
// A task factors whole matrices of at most this size.
constexpr int64_t kMatrixBytes = 1 << 17;
// The rows of a block are solved side by side, and then its diagonal block by one task: shorter
// blocks leave less to that, longer ones have longer loops.
constexpr int64_t kShortBlock = 64;
constexpr int64_t kManyRows = 1024;
constexpr int64_t kFill = 1 << 16;

template <typename E>
class Factorizer final : public CholeskyFactorizer {
  using Rows = Substitution<E>;

 public:
  Factorizer(const Matrices& a, const Matrices& l)
      : a_(a),
        l_(l),
        n_(a.rows()),
        rows_(n_, BlockFor(n_)),
        strips_(rows_.Strips(rows_.RowCount(0))),
        matrix_work_(MatrixWork()),
        whole_matrices_(MatrixBytes() <= kMatrixBytes) {}

  bool is_small() const override {
    return MatrixBytes() <= kCholeskySmallBytes && matrix_work_ <= kCholeskySmall &&
           a_.count() <= kCholeskySmall / matrix_work_;
  }

  Kernel Factor(const std::byte* a, std::byte* l) const override {
    if (!is_small()) return FactorInPhases(a, l);
    alignas(16) std::byte room[kCholeskySmallBytes];
    FactorMatrices(a, l, 0, a_.count(), room);
    return Kernel();
  }

 private:
  static int64_t BlockFor(int64_t n) {
    return std::min(RoundUp(n, kTileRows), n <= kManyRows ? kShortBlock : Rows::kMostBlock);
  }
  int64_t MatrixWork() const {
    constexpr int64_t kCost = sizeof(E) / 4 * (kIsReal<E> ? 1 : 2);
    int64_t work = 1 << 10;
    for (int64_t block = 0; block < rows_.blocks(); ++block) {
      const int64_t rows = rows_.RowCount(block);
      const int64_t before = rows_.RowBegin(block) + rows;
      work += rows * before * before / 2 * kCost;
    }
    return work;
  }
  int64_t MatrixBytes() const {
    return (rows_.PackedSize() + strips_ * rows_.StripSize()) * static_cast<int64_t>(sizeof(E));
  }
  // Row `row` of the factor is this right side.
  E* Side(E* strips, int64_t row) const {
    const int64_t side = row % rows_.block();
    return strips + side / Rows::kSides * rows_.StripSize() + side % Rows::kSides;
  }

  // Computes the elements before the diagonal block for the rows in a strip.
  void SolveStrip(const MatrixPlaces<const E>& a, int64_t block, int64_t strip, const E* packed,
                  E* strips) const {
    const int64_t first = strip * Rows::kSides;
    const int64_t sides = std::min(Rows::kSides, rows_.RowCount(block) - first);
    if (sides <= 0) return;
    E* const to = strips + strip * rows_.StripSize();
    const int64_t begin = rows_.RowBegin(block);
    // A strip has a line for each column of these rows.
    rows_.Load({a.At(begin + first, 0), a.column_step, a.row_step}, sides,
               begin + rows_.RowCount(block), to);
    for (int64_t k = 0; k < block; ++k) {
      rows_.SolveBlock(packed, k, /*unit_diagonal=*/false, to, 1);
    }
  }

  // Factors the square at the diagonal of a panel of rows. Returns true if it is positive
  // definite.
  bool FactorCorner(int64_t row, E* strips, E* corner) const {
    const int64_t rows = std::min(Rows::kRows, n_ - row);
    const E* const side = Side(strips, row) + row * Rows::kSides;
    E l[kTileRows][kTileRows] = {};
    for (int64_t k = 0; k < rows; ++k) {
      for (int64_t i = k; i < rows; ++i) {
        E sum = side[k * Rows::kSides + i];
        for (int64_t j = 0; j < k; ++j) sum = MultiplyAdd(-l[i][j], Conjugate(l[k][j]), sum);
        if (i == k) {
          const auto pivot = std::real(sum);
          if (!(pivot > 0)) return false;
          l[k][k] = std::sqrt(pivot);
        } else {
          l[i][k] = sum / std::real(l[k][k]);
        }
        corner[k * Rows::kRows + i] = Conjugate(l[i][k]);
      }
    }
    return true;
  }

  // Computes the diagonal block; all elements before it must be computed.
  bool FactorDiagonalBlock(int64_t block, E* packed, E* strips) const {
    const int64_t begin = rows_.RowBegin(block), count = rows_.RowCount(block);
    const int64_t strips_here = rows_.Strips(count);
    rows_.PackFromStrips(strips, block, packed);
    for (int64_t s = 0; s < strips_here; ++s) {
      rows_.AddBlocksBefore(packed, block, std::min((s + 1) * Rows::kSides, count),
                            strips + s * rows_.StripSize());
    }
    for (int64_t row = begin; row < begin + count; row += Rows::kRows) {
      rows_.PackPanelFromStrips(strips, row, packed);
      const int64_t first = (row - begin) / Rows::kSides;
      for (int64_t s = first; s < strips_here; ++s) {
        rows_.AddRowsBefore(packed, row, strips + s * rows_.StripSize());
      }
      if (!FactorCorner(row, strips, rows_.Corner(packed, row))) return false;
      for (int64_t s = first; s < strips_here; ++s) {
        rows_.SolvePanel(packed, row, /*unit_diagonal=*/false, strips + s * rows_.StripSize());
      }
    }
    return true;
  }

  // Copies the rows of a block into the factor, with zeros behind the diagonal.
  void StoreBlock(int64_t block, const E* packed, const E* strips, const MatrixPlaces<E>& l) const {
    const int64_t begin = rows_.RowBegin(block), end = begin + rows_.RowCount(block);
    for (int64_t first = begin; first < end; first += Rows::kSides) {
      const int64_t sides = std::min(Rows::kSides, end - first);
      const E* const strip = strips + (first - begin) / Rows::kSides * rows_.StripSize();
      rows_.Store(strip, sides, first, {l.At(first, 0), l.column_step, l.row_step});
      for (int64_t i = 0; i < sides; ++i) {
        const int64_t row = first + i, in_panel = row % Rows::kRows;
        E* to = l.At(row, first);
        for (int64_t k = first; k < row; ++k, to += l.column_step) {
          *to = -strip[k * Rows::kSides + i];
        }
        *to = std::real(rows_.Corner(packed, row - in_panel)[in_panel * Rows::kRows + in_panel]);
        for (int64_t k = row + 1; k < n_; ++k) *(to += l.column_step) = E();
      }
    }
  }

  void FillWithNans(const MatrixPlaces<E>& l, int64_t begin, int64_t end) const {
    const E nan = std::numeric_limits<decltype(std::real(E()))>::quiet_NaN();
    for (int64_t row = begin; row < end; ++row) {
      for (int64_t k = 0; k < n_; ++k) *l.At(row, k) = nan;
    }
  }

  void FactorMatrices(const std::byte* a_data, std::byte* l_data, int64_t begin, int64_t end,
                      std::byte* room) const {
    E* const packed = reinterpret_cast<E*>(room);
    E* const strips = packed + rows_.PackedSize();
    for (int64_t i = begin; i < end; ++i) {
      const auto a = a_.At<const E>(a_data, i);
      const auto l = l_.At<E>(l_data, i);
      bool factored = true;
      for (int64_t block = 0; factored && block < rows_.blocks(); ++block) {
        for (int64_t s = 0; s < strips_; ++s) SolveStrip(a, block, s, packed, strips);
        factored = FactorDiagonalBlock(block, packed, strips);
        if (factored) StoreBlock(block, packed, strips, l);
      }
      if (!factored) FillWithNans(l, 0, n_);
    }
  }

  Kernel FactorInPhases(const std::byte* a_data, std::byte* l_data) const {
    const int64_t count = a_.count();
    if (whole_matrices_) {
      const int64_t each = std::max<int64_t>(1, kCholeskyTask / matrix_work_);
      const auto factor = [&](int64_t task, std::byte* room) {
        FactorMatrices(a_data, l_data, task * each, std::min((task + 1) * each, count), room);
      };
      co_await Tasks(TaskCount(count, each), factor, MatrixBytes());
      co_return OkStatus();
    }
    E* const packed = co_await Scratch<E>(rows_.PackedSize());
    E* const strips = co_await Scratch<E>(strips_ * rows_.StripSize());
    for (int64_t i = 0; i < count; ++i) {
      const auto a = a_.At<const E>(a_data, i);
      const auto l = l_.At<E>(l_data, i);
      bool factored = true;
      for (int64_t block = 0; factored && block < rows_.blocks(); ++block) {
        const auto solve = [&](int64_t strip, std::byte*) {
          SolveStrip(a, block, strip, packed, strips);
        };
        co_await Tasks(strips_, solve);
        const auto factor = [&] {
          factored = FactorDiagonalBlock(block, packed, strips);
          if (factored) StoreBlock(block, packed, strips, l);
        };
        co_await Once(factor);
      }
      if (factored) continue;
      const int64_t each = std::max<int64_t>(1, kFill / n_);
      const auto fill = [&](int64_t task, std::byte*) {
        FillWithNans(l, task * each, std::min((task + 1) * each, n_));
      };
      co_await Tasks(TaskCount(n_, each), fill);
    }
    co_return OkStatus();
  }

  const Matrices a_, l_;
  const int64_t n_;
  const Rows rows_;
  const int64_t strips_;  // of a block of rows
  const int64_t matrix_work_;
  const bool whole_matrices_;
};

}  // namespace

std::unique_ptr<const CholeskyFactorizer> PlanCholesky(const CholeskyMatrices& matrices) {
  Matrices a(matrices.sizes, matrices.a_strides);
  Matrices l(matrices.sizes, matrices.l_strides);
  // An upper factor is the transpose of the lower one of the transpose.
  if (!matrices.lower) {
    a.Transpose();
    l.Transpose();
  }
  return DispatchMatrixType(matrices.type,
                            [&]<typename E>() -> std::unique_ptr<const CholeskyFactorizer> {
                              return std::make_unique<Factorizer<E>>(a, l);
                            });
}

}  // namespace hloom
