// Attributes of triangular-solve.
#ifndef HLOOM_OPS_LINEAR_ALGEBRA_TRIANGULAR_SOLVE_H_
#define HLOOM_OPS_LINEAR_ALGEBRA_TRIANGULAR_SOLVE_H_

#include "hlo/attributes/enumerations.h"

namespace hloom {

struct TriangularSolveAttributes {
  static constexpr int kMessage = 59;

  static constexpr AttributeField kLeftSide = {
      .name = "left_side",
      .proto_field = 1,
      .proto_message = kMessage,
      .doc = "true for op(a) * x = b, with a on the left; false for x * op(a) = b",
      .omit_default = true};
  static constexpr AttributeField kLower = {
      .name = "lower",
      .proto_field = 2,
      .proto_message = kMessage,
      .doc = "true to read the lower triangle of a, false to read the upper one",
      .omit_default = true};
  static constexpr AttributeField kUnitDiagonal = {
      .name = "unit_diagonal",
      .proto_field = 3,
      .proto_message = kMessage,
      .doc = "true if the diagonal of a counts as ones and is not read",
      .omit_default = true};
  static constexpr AttributeField kTransposeA = {
      .name = "transpose_a",
      .proto_field = 4,
      .proto_message = kMessage,
      .doc = "op: a itself, its transpose, or its conjugate transpose",
      .omit_default = true};

  bool left_side = false;
  bool lower = false;
  bool unit_diagonal = false;
  TriangularSolveOptions::Transpose transpose_a = TriangularSolveOptions::TRANSPOSE_INVALID;

  template <typename V>
  void visit(V& v) {
    v(kLeftSide, left_side);
    v(kLower, lower);
    v(kUnitDiagonal, unit_diagonal);
    v(kTransposeA, transpose_a);
  }

  // Returns whether op(a) is lower triangular.
  bool IsEffectivelyLower() const {
    return lower == (transpose_a == TriangularSolveOptions::NO_TRANSPOSE);
  }
};

// The dimension of b that counts the equations; the other one of the last two counts right-hand
// sides.
inline int64_t EquationDimension(int64_t rank, bool left_side) {
  return rank - (left_side ? 2 : 1);
}

}  // namespace hloom

#endif  // HLOOM_OPS_LINEAR_ALGEBRA_TRIANGULAR_SOLVE_H_
