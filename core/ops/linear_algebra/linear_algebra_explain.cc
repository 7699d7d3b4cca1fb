// Explains the elements of solutions and factors.
#include <algorithm>

#include "ops/linear_algebra/cholesky.h"
#include "ops/linear_algebra/triangular_solve.h"
#include "ops/op_explain.h"

namespace hloom {

namespace {

// A line of a matrix of operand 0: a number of elements of row `row` from `column` on, or,
// transposed, of column `row` from row `column` on.
Source LineOf(const ElementPlace& at, int64_t row, int64_t column, int64_t count, bool transposed) {
  ElementBox box;
  for (const int64_t i : at.index) box.push_back(One(i));
  IndexRange& along = box[box.size() - (transposed ? 2 : 1)];
  IndexRange& across = box[box.size() - (transposed ? 1 : 2)];
  along = {column, count, 1};
  across = One(row);
  return BoxOf(0, std::move(box));
}

// Element [i,k] is computed from the lines of the triangle up to line k, and from the beginning of
// line i. Later lines also decide whether it is NaN.
void SourcesOfCholesky(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const bool lower = op.instruction.attributes<CholeskyAttributes>().lower;
  const size_t rank = at.index.size();
  int64_t row = at.index[rank - 2], column = at.index[rank - 1];
  if (!lower) std::swap(row, column);
  const int64_t n = op.operands[0]->GetDynamicSize(static_cast<int64_t>(rank) - 1);
  for (int64_t line = 0; line < n; ++line) {
    Source source = LineOf(at, line, 0, line + 1, /*transposed=*/!lower);
    source.decides = column > row || (line > column && line != row);
    sources.push_back(std::move(source));
  }
}

// An equation depends on those before it, or on those after it if op(a) is upper triangular.
void SourcesOfTriangularSolve(const ExecutedOp& op, const ElementPlace& at,
                              std::vector<Source>& sources) {
  const auto& attributes = op.instruction.attributes<TriangularSolveAttributes>();
  const auto rank = static_cast<int64_t>(at.index.size());
  const int64_t n = op.operands[0]->GetDynamicSize(rank - 1);
  const int64_t dimension = EquationDimension(rank, attributes.left_side);
  const int64_t equation = at.index[static_cast<size_t>(dimension)];
  // If a is on the right, the equations are the columns of op(a).
  const bool forwards = attributes.IsEffectivelyLower() == attributes.left_side;
  const bool by_columns =
      (attributes.transpose_a != TriangularSolveOptions::NO_TRANSPOSE) == attributes.left_side;
  const int64_t first = forwards ? 0 : equation;
  const int64_t count = forwards ? equation + 1 : n - equation;
  const int64_t skipped = attributes.unit_diagonal ? 1 : 0;
  for (int64_t line = first; line < first + count; ++line) {
    const int64_t begin = forwards ? 0 : line + skipped;
    const int64_t size = (forwards ? line + 1 : n - line) - skipped;
    if (size > 0) sources.push_back(LineOf(at, line, begin, size, by_columns));
  }
  ElementBox box;
  for (const int64_t i : at.index) box.push_back(One(i));
  box[static_cast<size_t>(dimension)] = {first, count, 1};
  sources.push_back(BoxOf(1, std::move(box)));
}

}  // namespace

constexpr OpExplain kCholeskyExplain = {.sources = SourcesOfCholesky};
constexpr OpExplain kTriangularSolveExplain = {.sources = SourcesOfTriangularSolve};

}  // namespace hloom
