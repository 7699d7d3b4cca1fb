// cholesky: triangular factors of positive definite matrices.
//
//   f32[2,2] {{4, _}, {2, 5}}, lower=true     f32[2,2] {{2, 0}, {1, 2}}: l l^T is {{4, 2}, {2, 5}}
//   f32[2,2] {{4, 2}, {_, 5}}                 f32[2,2] {{2, 1}, {0, 2}}: l^T l is the same
#include "ops/linear_algebra/cholesky.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kCholeskyOperands[] = {
    {"a",
     "an array of square matrices [..., n, n], symmetric or Hermitian, of which one triangle "
     "is read"}};
constexpr Rule kCholeskyC1 = {"cholesky.c1", "a has at least two dimensions"};
constexpr Rule kCholeskyC2 = {"cholesky.c2", "the last two dimensions of a have the same size"};
constexpr Rule kCholeskyRules[] = {kCholeskyC1, kCholeskyC2};

StatusOr<Shape> InferCholesky(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& a = context.operand(0);
  if (a.rank() < 2) {
    return InvalidArgument(kCholeskyC1)
        .Say(StrCat("a is ", a.ToString(), ", of rank ", a.rank()))
        .Help("matrices are the last two dimensions of an array: `Reshape` gives it more"_msg);
  }
  const int64_t rows = a.rank() - 2, columns = a.rank() - 1;
  if (a.dimensions(rows) != a.dimensions(columns)) {
    return InvalidArgument(kCholeskyC2)
        .Say(StrCat("the matrices of ", a.ToString(), " have ", Count(a.dimensions(rows), "row"),
                    " and ", Count(a.dimensions(columns), "column")))
        .Help("only square matrices are factored; `Slice` cuts dimensions"_msg);
  }
  Shape result = a;
  const bool dynamic = a.is_dynamic_dimension(rows) || a.is_dynamic_dimension(columns);
  result.set_dynamic_dimension(rows, dynamic);
  result.set_dynamic_dimension(columns, dynamic);
  return result;
}

}  // namespace

constexpr OpDef kCholeskyDef = {
    .opcode = HloOpcode::kCholesky,
    .name = "cholesky",
    .operands = kCholeskyOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kFloatingOrComplex,
    .make_attributes = MakeDefaultAttributes<CholeskyAttributes>,
    .rules = kCholeskyRules,
    .infer_shape = InferCholesky,
    .doc =
        "Returns the triangular factor l of each positive definite matrix of an array. With lower, "
        "l is lower triangular and a = l * l^H, the product with its conjugate transpose; "
        "otherwise l is upper triangular and a = l^H * l. Only the triangle of a that lower "
        "selects is read, and only the real parts of its diagonal. The other triangle of l is "
        "zero. If a matrix is not positive definite, all elements of its factor are NaN. The "
        "diagonal of l is positive. Types narrower than F32 are computed in F32 and rounded once.",
    .source = "Operation Semantics, Cholesky",
};

}  // namespace hloom
