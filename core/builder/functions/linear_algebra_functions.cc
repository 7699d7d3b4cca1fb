#include "builder/functions/linear_algebra_functions.h"

#include "builder/argument_specs.h"
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

namespace {

constexpr std::string_view kLinearAlgebraGroup = "linear algebra";

constexpr ArgumentSpec kLinearAlgebraMatrices = {"a", ArgumentKind::kOp,
                                                 "an array of matrices, [..., n, n]"};
constexpr ArgumentSpec kCholeskyArguments[] = {
    kLinearAlgebraMatrices, Required(AttributeArgument<bool>(CholeskyAttributes::kLower))};

constexpr ArgumentSpec WithNoTranspose(ArgumentSpec spec) {
  spec.required = false;
  spec.default_json = "\"NO_TRANSPOSE\"";
  spec.default_text = "'NO_TRANSPOSE'";
  return spec;
}
constexpr ArgumentSpec kSolveArguments[] = {
    kLinearAlgebraMatrices,
    {"b", ArgumentKind::kOp,
     "the right-hand sides: [..., n, m] with left_side, otherwise [..., m, n]"},
    Required(AttributeArgument<bool>(TriangularSolveAttributes::kLeftSide)),
    Required(AttributeArgument<bool>(TriangularSolveAttributes::kLower)),
    Optional(AttributeArgument<bool>(TriangularSolveAttributes::kUnitDiagonal)),
    WithNoTranspose(AttributeArgument<TriangularSolveOptions::Transpose>(
        TriangularSolveAttributes::kTransposeA)),
};

constexpr HloOpcode kCholeskyOp[] = {HloOpcode::kCholesky};
constexpr HloOpcode kSolveOp[] = {HloOpcode::kTriangularSolve};

}  // namespace

Span<const BuilderDef> LinearAlgebraBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Cholesky",
       .group = kLinearAlgebraGroup,
       .lowers_to = kCholeskyOp,
       .arguments = kCholeskyArguments,
       .invoke = Invoke<Cholesky>,
       .doc = "Returns the triangular factor l of each positive definite matrix, a = l * l^H with "
              "lower, otherwise a = l^H * l.",
       .source = "Operation Semantics, Cholesky",
       .example = "const a = b.constant([[4, 2], [2, 5]]);\n"
                  "const l = b.cholesky(a, true);"},
      {.name = "TriangularSolve",
       .group = kLinearAlgebraGroup,
       .lowers_to = kSolveOp,
       .arguments = kSolveArguments,
       .invoke = Invoke<TriangularSolve>,
       .doc = "Solves op(a) * x = b for x with left_side, otherwise x * op(a) = b, with triangular "
              "matrices a.",
       .source = "Operation Semantics, TriangularSolve",
       .example = "const a = b.constant([[2, 0], [1, 4]]);\n"
                  "const rightSides = b.constant([[6], [11]]);\n"
                  "const solution = b.triangularSolve(a, rightSides, true, true);"},
  };
  return kDefs;
}

}  // namespace hloom
