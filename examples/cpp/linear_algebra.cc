// Uses of decompositions of matrices: a line through points, the directions in which
// data spread. The twin of examples/operations/linear-algebra.mjs.
#include <algorithm>
#include <cmath>

#include "support.h"

using namespace hloom;

double At(const Literal& values, Span<const int64_t> index) {
  return static_cast<double>(values.Get<float>(index));
}

// The largest distance of an element from 0.
double Farthest(const Literal& values) {
  const float* const elements = values.data<float>();
  double farthest = 0;
  for (int64_t i = 0; i < values.element_count(); ++i)
    farthest = std::max(farthest, std::abs(static_cast<double>(elements[i])));
  return farthest;
}

// (a, y) -> (x, a x, y - a x, a^T (y - a x)), where no other x makes the squares of y - a x less.
void BuildLeastSquares(XlaBuilder* b) {
  const XlaOp a = Parameter(b, 0, ShapeUtil::MakeShape(F32, {4, 2}), "a");
  const XlaOp y = Parameter(b, 1, ShapeUtil::MakeShape(F32, {4, 1}), "y");
  XlaOp q, r;
  QrExplicit(a, /*full_matrices=*/false, q, r);
  // With a = q r, x solves r x = q^T y. As r is a triangle, its rows are solved one by one.
  const XlaOp x = TriangularSolve(r, Dot(Transpose(q, {1, 0}), y), /*left_side=*/true,
                                  /*lower=*/false);
  const XlaOp line = Dot(a, x);
  const XlaOp rest = y - line;
  Tuple(b, {x, line, rest, Dot(Transpose(a, {1, 0}), rest)});
}

void FitLine() {
  XlaBuilder b("least_squares");
  BuildLeastSquares(&b);
  // Row i of a is 1 and t[i], so that (a x)[i] is x[0] + x[1] t[i].
  const Literal a = LiteralUtil::CreateR2<float>({{1, -1}, {1, 0}, {1, 1}, {1, 2}});
  const Literal y = LiteralUtil::CreateR2<float>({{0.9F}, {2.1F}, {2.9F}, {4.1F}});
  const std::vector<Literal> results = Run(Compile(b), {a, y});
  const Literal &x = results[0], &line = results[1], &rest = results[2], &slopes = results[3];

  std::puts("A line through four points, by QR\n\n    t     y  line   rest");
  double squares = 0;
  for (int64_t i = 0; i < 4; ++i) {
    std::printf("%5.0f %5.1f %5.2f %6.2f\n", At(a, {i, 1}), At(y, {i, 0}), At(line, {i, 0}),
                At(rest, {i, 0}));
    squares += At(rest, {i, 0}) * At(rest, {i, 0});
  }
  std::printf("\nThe line is y = %.2f + %.2f t.\n", At(x, {0, 0}), At(x, {1, 0}));
  std::printf("It leaves %.3f as the sum of squares, and none leaves less if a^T rest is 0:\n",
              squares);
  std::printf("the greatest element of that is %.5f.\n", Farthest(slopes));
}

// points -> (singular values, directions, points less their mean and less u d v^T)
void BuildPrincipalComponents(XlaBuilder* b) {
  const XlaOp points = Parameter(b, 0, ShapeUtil::MakeShape(F32, {4, 2}), "points");
  const XlaOp centered = Sub(points, Mean(points, {0}), /*broadcast_dimensions=*/{1});
  const SVDResult svd = SVD(centered);
  const XlaOp directions = Transpose(svd.v, {1, 0});
  // Only the first columns of u [4,4] meet a singular value.
  const XlaOp scaled = Mul(SliceInDim(svd.u, 0, 2, 1, 1), svd.d, /*broadcast_dimensions=*/{1});
  Tuple(b, {svd.d, directions, centered - Dot(scaled, directions)});
}

void FindDirections() {
  XlaBuilder b("principal_components");
  BuildPrincipalComponents(&b);
  const Literal points = LiteralUtil::CreateR2<float>({{14, 7}, {6, 3}, {9.5F, 6}, {10.5F, 4}});
  const std::vector<Literal> results = Run(Compile(b), {points});
  const Literal &singular = results[0], &directions = results[1], &error = results[2];

  std::puts("\nThe directions in which four points spread, by SVD\n\n  spread  share  direction");
  const double first = At(singular, {0}), second = At(singular, {1});
  const double all = first * first + second * second;
  for (int64_t i = 0; i < 2; ++i) {
    const double spread = At(singular, {i}) * At(singular, {i});
    // A direction and its opposite say the same: here x is positive.
    const double sign = At(directions, {i, 0}) < 0 ? -1 : 1;
    std::printf("%8.1f %5.1f%%  (%.3f, %.3f)\n", spread, 100 * spread / all,
                sign * At(directions, {i, 0}), sign * At(directions, {i, 1}));
  }
  std::printf("\nu d v^T is the points again: the greatest difference is %.5f.\n", Farthest(error));
}

int main() {
  FitLine();
  FindDirections();
}
