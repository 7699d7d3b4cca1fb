// BatchDot: an einsum of matrices, with errors about matrices.
#include <algorithm>

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/lib/matrix.h"
#include "builder/rules.h"

namespace hloom {

namespace {

// An operand, x or y.
struct Matrices {
  std::string_view name;
  const Shape& shape;
  bool transposed;

  // The dimension that is summed over: the columns of x, the rows of y.
  int64_t Inner() const { return shape.rank() - ((name == "x") != transposed ? 1 : 2); }
  std::string Text(int64_t d) const {
    return StrCat("dimension ", d, " of ", name, " ", shape.ToString(), " (size ",
                  shape.dimensions(d), ")");
  }
};

Status CheckMatrices(const Matrices& operand) {
  if (operand.shape.IsArray() && operand.shape.rank() >= 2) return OkStatus();
  return InvalidArgument(kBatchDotC1)
      .Op("batch-dot")
      .Operand(operand.shape)
      .Say(StrCat(operand.name, " is ", operand.shape.ToString(), ", which holds no matrices"))
      .Help("its last two dimensions are those of matrices; `Dot` multiplies vectors too"_msg);
}

Status CheckMeeting(const Rule& rule, const Matrices& x, int64_t x_dim, const Matrices& y,
                    int64_t y_dim, std::string_view help) {
  const int64_t x_size = x.shape.dimensions(x_dim);
  const int64_t y_size = y.shape.dimensions(y_dim);
  if (x_size == y_size || x_size == 1 || y_size == 1) return OkStatus();
  return InvalidArgument(rule)
      .Op("batch-dot")
      .Operand(x.shape)
      .Operand(y.shape)
      .Say(StrCat(x.Text(x_dim), " meets ", y.Text(y_dim)))
      .Help(std::string(help));
}

Status CheckBatchDot(const Matrices& x, const Matrices& y) {
  HLOOM_RETURN_IF_ERROR(CheckMatrices(x));
  HLOOM_RETURN_IF_ERROR(CheckMatrices(y));
  HLOOM_RETURN_IF_ERROR(
      CheckMeeting(kBatchDotC2, x, x.Inner(), y, y.Inner(),
                   "the columns of x's matrices are as many as the rows of y's: transpose one of "
                   "them, if that is what you mean"));
  const int64_t x_rank = x.shape.rank();
  const int64_t y_rank = y.shape.rank();
  for (int64_t i = 3; i <= std::min(x_rank, y_rank); ++i) {
    HLOOM_RETURN_IF_ERROR(
        CheckMeeting(kBatchDotC3, x, x_rank - i, y, y_rank - i,
                     "paired dimensions, counted from the end, have the same size, or size 1"));
  }
  return OkStatus();
}

}  // namespace

XlaOp BatchDot(XlaOp x, XlaOp y, PrecisionConfig::Precision precision,
               std::optional<PrimitiveType> preferred_element_type) {
  return BatchDot(x, false, y, false, precision, preferred_element_type);
}

XlaOp BatchDot(XlaOp x, bool transpose_x, XlaOp y, bool transpose_y,
               PrecisionConfig::Precision precision,
               std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(x, y);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape* const x_shape, builder->ShapeOf(x));
    HLOOM_ASSIGN_OR_RETURN(const Shape* const y_shape, builder->ShapeOf(y));
    HLOOM_RETURN_IF_ERROR(
        CheckBatchDot({"x", *x_shape, transpose_x}, {"y", *y_shape, transpose_y}));
    return Einsum(
        x, y, StrCat(transpose_x ? "...km," : "...mk,", transpose_y ? "...nk" : "...kn", "->...mn"),
        precision, preferred_element_type);
  });
}

}  // namespace hloom
