#include "builder/functions/linear_algebra_functions.h"

#include "builder/functions/function_util.h"
#include "ops/linear_algebra/cholesky.h"
#include "ops/linear_algebra/triangular_solve.h"

namespace hloom {

XlaOp Cholesky(XlaOp a, bool lower) {
  return InBuilder(a.builder(), [&] {
    return a.builder()->AddInstruction({.opcode = HloOpcode::kCholesky,
                                        .operands = {a},
                                        .attributes = MakeAttributes(CholeskyAttributes{lower})});
  });
}

XlaOp TriangularSolve(XlaOp a, XlaOp b, bool left_side, bool lower, bool unit_diagonal,
                      TriangularSolveOptions::Transpose transpose_a) {
  return InBuilder(a.builder(), [&] {
    return a.builder()->AddInstruction({.opcode = HloOpcode::kTriangularSolve,
                                        .operands = {a, b},
                                        .attributes = MakeAttributes(TriangularSolveAttributes{
                                            left_side, lower, unit_diagonal, transpose_a})});
  });
}

}  // namespace hloom
