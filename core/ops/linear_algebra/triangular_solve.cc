// triangular-solve: solves systems of linear equations with triangular matrices.
//
//   a = f32[2,2] {{2, _}, {1, 4}}, lower=true, left_side=true
//   b = f32[2,1] {{6}, {11}}                                     x = f32[2,1] {{3}, {2}}
#include "ops/linear_algebra/triangular_solve.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kTriangularSolveOperands[] = {
    {"a", "an array of square matrices [..., n, n], of which one triangle is read"},
    {"b", "the right-hand sides: [..., n, m] with left_side, otherwise [..., m, n]"}};
constexpr Rule kTriangularSolveC1 = {"triangular_solve.c1", "a and b have the same element type"};
constexpr Rule kTriangularSolveC2 = {"triangular_solve.c2", "a has at least two dimensions"};
constexpr Rule kTriangularSolveC3 = {"triangular_solve.c3", "a and b have the same rank"};
constexpr Rule kTriangularSolveC4 = {"triangular_solve.c4",
                                     "the last two dimensions of a have the same size"};
constexpr Rule kTriangularSolveC5 = {
    "triangular_solve.c5",
    "b has that size too: in its last dimension but one with left_side, else in its last one"};
constexpr Rule kTriangularSolveC6 = {
    "triangular_solve.c6", "the other dimensions of a and b, before the last two, are equal"};
constexpr Rule kTriangularSolveC7 = {"triangular_solve.c7",
                                     "transpose_a is NO_TRANSPOSE, TRANSPOSE or ADJOINT"};
constexpr Rule kTriangularSolveRules[] = {
    kTriangularSolveC1, kTriangularSolveC2, kTriangularSolveC3, kTriangularSolveC4,
    kTriangularSolveC5, kTriangularSolveC6, kTriangularSolveC7};

Status CheckTypesAndRanks(const Shape& a, const Shape& b) {
  if (a.element_type() != b.element_type()) {
    return InvalidArgument(kTriangularSolveC1)
        .Say(StrCat("a is ", a.ToString(), ", b is ", b.ToString()))
        .Help(
            "convert one of them with `ConvertElementType`: types are never converted implicitly"_msg);
  }
  if (a.rank() < 2) {
    return InvalidArgument(kTriangularSolveC2)
        .Say(StrCat("a is ", a.ToString(), ", of rank ", a.rank()))
        .Help("matrices are the last two dimensions of an array: `Reshape` gives it more"_msg);
  }
  if (a.rank() != b.rank()) {
    return InvalidArgument(kTriangularSolveC3)
        .Say(StrCat("a is ", a.ToString(), " of rank ", a.rank(), ", b is ", b.ToString(),
                    " of rank ", b.rank()))
        .Help(b.rank() + 1 == a.rank()
                  ? "a single right side is a matrix of one column, or of one row if a is "
                    "on the right: `Reshape` makes one of a vector"_msg
                  : "`Broadcast` repeats matrices for a batch"_msg);
  }
  return OkStatus();
}

Status CheckSizes(const Shape& a, const Shape& b, bool left_side) {
  const int64_t rank = a.rank(), n = a.dimensions(rank - 1);
  if (a.dimensions(rank - 2) != n) {
    return InvalidArgument(kTriangularSolveC4)
        .Say(StrCat("the matrices of a, ", a.ToString(), ", have ",
                    Count(a.dimensions(rank - 2), "row"), " and ", Count(n, "column")))
        .Help("only square matrices are solved; `Slice` cuts dimensions"_msg);
  }
  const int64_t d = EquationDimension(rank, left_side);
  if (b.dimensions(d) != n) {
    const bool other_fits = b.dimensions(EquationDimension(rank, !left_side)) == n;
    return InvalidArgument(kTriangularSolveC5)
        .Say(StrCat("dimension ", d, " of b, ", b.ToString(), ", has size ", b.dimensions(d),
                    ", the matrices of a, ", a.ToString(), ", have ", n))
        .Help(other_fits
                  ? MessageCat(WithValue("left_side", !left_side), " would fit: its meaning is ",
                               left_side ? "x * op(a) = b" : "op(a) * x = b")
                  : StrCat(left_side ? "op(a) * x = b" : "x * op(a) = b", " needs b to have ", n,
                           left_side ? " rows" : " columns"));
  }
  for (int64_t batch = 0; batch + 2 < rank; ++batch) {
    if (a.dimensions(batch) == b.dimensions(batch)) continue;
    return InvalidArgument(kTriangularSolveC6)
        .Say(StrCat("dimension ", batch, " of a, ", a.ToString(), ", has size ",
                    a.dimensions(batch), ", that of b, ", b.ToString(), ", ", b.dimensions(batch)))
        .Help("there is a matrix of b for each of a; `Broadcast` repeats matrices"_msg);
  }
  return OkStatus();
}

StatusOr<Shape> InferTriangularSolve(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& a = context.operand(0);
  const Shape& b = context.operand(1);
  const auto& attributes = context.attrs<TriangularSolveAttributes>();
  HLOOM_RETURN_IF_ERROR(CheckTypesAndRanks(a, b));
  HLOOM_RETURN_IF_ERROR(CheckSizes(a, b, attributes.left_side));
  if (attributes.transpose_a == TriangularSolveOptions::TRANSPOSE_INVALID) {
    return InvalidArgument(kTriangularSolveC7)
        .Say("`transpose_a` is not given, or TRANSPOSE_INVALID"_msg)
        .Help("`transpose_a=NO_TRANSPOSE` takes a as it is"_msg);
  }
  Shape result = b;
  for (int64_t d = 0; d + 2 < a.rank(); ++d) {
    if (a.is_dynamic_dimension(d)) result.set_dynamic_dimension(d, true);
  }
  if (a.is_dynamic_dimension(a.rank() - 2) || a.is_dynamic_dimension(a.rank() - 1)) {
    result.set_dynamic_dimension(EquationDimension(a.rank(), attributes.left_side), true);
  }
  return result;
}

}  // namespace

constexpr OpDef kTriangularSolveDef = {
    .opcode = HloOpcode::kTriangularSolve,
    .name = "triangular-solve",
    .operands = kTriangularSolveOperands,
    .min_operands = 2,
    .max_operands = 2,
    .types = TypeSet::kFloatingOrComplex,
    .make_attributes = MakeDefaultAttributes<TriangularSolveAttributes>,
    .rules = kTriangularSolveRules,
    .infer_shape = InferTriangularSolve,
    .doc =
        "Solves op(a) * x = b for x with left_side, otherwise x * op(a) = b, for each matrix of an "
        "array. a is triangular, lower with lower, otherwise upper. Its other elements are not "
        "read. With unit_diagonal, its diagonal counts as ones and is not read either. transpose_a "
        "selects op(a): a itself, its transpose, or its conjugate transpose (ADJOINT). Each "
        "right-hand side is solved separately, row after row. A zero on the diagonal divides as "
        "Div does: the result has infinities and NaN there. Types narrower than F32 are computed "
        "in F32 and rounded once.",
    .source = "Operation Semantics, TriangularSolve",
};

}  // namespace hloom
