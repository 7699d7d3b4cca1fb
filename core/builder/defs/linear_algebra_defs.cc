// Rows of linear algebra.
#include "builder/defs/argument_specs.h"
#include "builder/functions/linear_algebra_functions.h"
#include "ops/linear_algebra/cholesky.h"
#include "ops/linear_algebra/triangular_solve.h"

namespace hloom {

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
    {"b", ArgumentKind::kOp, "the right sides: [..., n, m] with left_side, else [..., m, n]"},
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
      {"Cholesky",
       0,
       kLinearAlgebraGroup,
       kCholeskyOp,
       kCholeskyArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Cholesky(a[0].op, a[1].Get<bool>()); },
       "Gives the triangular factor l of each positive definite matrix, a = l * l^H with lower, "
       "else a = l^H * l.",
       "Operation Semantics, Cholesky",
       "const a = b.constant([[4, 2], [2, 5]]);\n"
       "const l = b.cholesky(a, true);"},
      {"TriangularSolve",
       0,
       kLinearAlgebraGroup,
       kSolveOp,
       kSolveArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return TriangularSolve(a[0].op, a[1].op, a[2].Get<bool>(), a[3].Get<bool>(),
                                a[4].Get<bool>(), a[5].Get<TriangularSolveOptions::Transpose>());
       },
       "Solves op(a) * x = b for x, or x * op(a) = b where a stands on the right, with triangular "
       "matrices a.",
       "Operation Semantics, TriangularSolve",
       "const a = b.constant([[2, 0], [1, 4]]);\n"
       "const rightSides = b.constant([[6], [11]]);\n"
       "const solution = b.triangularSolve(a, rightSides, true, true);"},
  };
  return kDefs;
}

}  // namespace hloom
