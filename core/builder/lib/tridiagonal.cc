#include "builder/lib/tridiagonal.h"

#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "builder/lib/loops.h"
#include "builder/lib/matrix.h"
#include "builder/lib/slicing.h"
#include "builder/rules.h"

namespace hloom {

namespace {

constexpr Rule kTridiagonalC1 = {"tridiagonal.c1",
                                 "the operands are static arrays of two dimensions or more, of one "
                                 "type of floats or complex numbers"};
constexpr Rule kTridiagonalC2 = {
    "tridiagonal.c2",
    "the diagonals are [..., 1, n], and rhs is [..., k, n], with the same dimensions before these"};
constexpr Rule kTridiagonalC3 = {
    "tridiagonal.c3",
    "diagonals is [..., 3, n], and rhs is [..., n, k], with the same dimensions before these"};
constexpr Rule kTridiagonalC4 = {
    "tridiagonal.c4",
    "the diagonals are [..., 1, m], and rhs is [..., m, n], with the same dimensions before these"};
constexpr Rule kTridiagonalRules[] = {kTridiagonalC1, kTridiagonalC2, kTridiagonalC3,
                                      kTridiagonalC4};

constexpr std::string_view kSolver = "tridiagonal_solver";

// The diagonals of matrices, each [..., 1, n], in the type in which they are computed.
struct Diagonals {
  XlaOp lower, main, upper;
};

// The expected form of diagonals: their number of rows, the dimension of rhs, counted from the end,
// whose size is their length, and the rule for it.
struct Wanted {
  std::string_view function;
  int64_t rows, from_end;
  const Rule& rule;
};

// tridiagonal.c1
Status CheckArray(std::string_view function, const Shape& shape, PrimitiveType type) {
  const bool right = shape.IsArray() && shape.is_static() && shape.rank() >= 2 &&
                     TypeSetContains(TypeSet::kFloatingOrComplex, shape.element_type()) &&
                     shape.element_type() == type;
  if (right) return OkStatus();
  return InvalidArgument(kTridiagonalC1)
      .Op(function)
      .Operand(shape)
      .Say(StrCat("an operand is ", shape.ToString()))
      .Help(!shape.IsArray()     ? "give an array such as f32[1,3]"
            : shape.is_dynamic() ? "`RemoveDynamicDimension` makes an array static"_msg
            : shape.rank() < 2
                ? "`Reshape` gives an array more dimensions"_msg
                : "`ConvertElementType` gives all operands one type, such as F32"_msg);
}

// Checks the operands, of which the last is rhs, and returns its shape.
StatusOr<Shape> CheckOperands(XlaBuilder* builder, const Wanted& wanted,
                              Span<const XlaOp> operands) {
  HLOOM_ASSIGN_OR_RETURN(const Shape rhs, builder->GetShape(operands[operands.size() - 1]));
  HLOOM_RETURN_IF_ERROR(CheckArray(wanted.function, rhs, rhs.element_type()));
  const int64_t rank = rhs.rank();
  std::vector<int64_t> sizes = rhs.dimensions().ToVector();
  sizes[static_cast<size_t>(rank - 1)] = rhs.dimensions(rank - wanted.from_end);
  sizes[static_cast<size_t>(rank - 2)] = wanted.rows;
  const Shape diagonal = ShapeUtil::MakeShape(rhs.element_type(), sizes);
  for (size_t i = 0; i + 1 < operands.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(const Shape given, builder->GetShape(operands[i]));
    HLOOM_RETURN_IF_ERROR(CheckArray(wanted.function, given, rhs.element_type()));
    if (ShapeUtil::EqualIgnoringLayout(given, diagonal)) continue;
    return InvalidArgument(wanted.rule)
        .Op(wanted.function)
        .Operand(given)
        .Operand(rhs)
        .Say(StrCat(wanted.rows == 1 ? "a diagonal is " : "diagonals is ", given.ToString(),
                    ", rhs is ", rhs.ToString()))
        .Help(StrCat("with this rhs, give ", diagonal.ToString()));
  }
  return rhs;
}

XlaOp At(XlaOp x, XlaOp i) { return DynamicSliceInMinorDims(x, {i}, {1}); }
XlaOp With(XlaOp x, XlaOp i, XlaOp element) {
  return DynamicUpdateSliceInMinorDims(x, element, {i});
}

// Eliminates the lower diagonal: the main diagonal and rhs of a matrix that is upper bidiagonal.
StatusOr<std::vector<XlaOp>> Eliminated(const Diagonals& d, XlaOp rhs, int64_t n) {
  const auto body = [](XlaOp before, Span<const XlaOp> values,
                       XlaBuilder*) -> StatusOr<std::vector<XlaOp>> {
    const XlaOp main = values[0], rhs = values[1], lower = values[2], upper = values[3];
    const XlaOp i = Add(before, ScalarLike(before, int64_t{1}));
    const XlaOp factor = Div(At(lower, i), At(main, before));
    const XlaOp pivot = Sub(At(main, i), Mul(factor, At(upper, before)));
    const XlaOp right = Sub(At(rhs, i), Mul(factor, At(rhs, before)));
    return std::vector<XlaOp>{With(main, i, pivot), With(rhs, i, right), lower, upper};
  };
  return ForEachIndex(n - 1, S64, body, {d.main, rhs, d.lower, d.upper}, "thomas_forward",
                      rhs.builder());
}

// Solves that from the last row up, in the place of rhs.
StatusOr<XlaOp> Substituted(XlaOp main, XlaOp upper, XlaOp rhs, int64_t n) {
  XlaBuilder* const builder = rhs.builder();
  const XlaOp last = ConstantR0<int64_t>(builder, n - 1);
  const XlaOp start = With(rhs, last, Div(At(rhs, last), At(main, last)));
  const auto body = [n](XlaOp step, Span<const XlaOp> values,
                        XlaBuilder*) -> StatusOr<std::vector<XlaOp>> {
    const XlaOp main = values[0], upper = values[1], x = values[2];
    const XlaOp after = Sub(ScalarLike(step, n - 1), step);
    const XlaOp i = Sub(after, ScalarLike(step, int64_t{1}));
    const XlaOp right = Sub(At(x, i), Mul(At(upper, i), At(x, after)));
    return std::vector<XlaOp>{main, upper, With(x, i, Div(right, At(main, i)))};
  };
  HLOOM_ASSIGN_OR_RETURN(
      const std::vector<XlaOp> values,
      ForEachIndex(n - 1, S64, body, {main, upper, start}, "thomas_backward", builder));
  return values.back();  // the operation that was added last
}

// Solves for each row of rhs, [..., k, n].
StatusOr<XlaOp> Solved(const Diagonals& d, XlaOp rhs, int64_t n) {
  if (n == 0) return rhs;
  if (n == 1) return Div(rhs, d.main);
  HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> values, Eliminated(d, rhs, n));
  return Substituted(values[0], d.upper, values[1], n);
}

// The operands in the type in which they are computed.
std::vector<XlaOp> TridiagonalInStepType(Span<const XlaOp> operands, PrimitiveType type) {
  std::vector<XlaOp> converted;
  for (const XlaOp& operand : operands) {
    converted.push_back(Converted(operand, type, StepType(type)));
  }
  return converted;
}

// Runs `body`, which returns StatusOr<XlaOp>, as InBuilder does, and also returns the error.
template <typename Body>
StatusOr<XlaOp> OrError(Span<const XlaOp> operands, const Body& body) {
  XlaBuilder* builder = nullptr;
  for (const XlaOp& operand : operands) builder = builder ? builder : operand.builder();
  if (builder == nullptr) {
    return InvalidArgument(kBuilderC3)
        .Say("an operand was never assigned")
        .Help("give operations of a builder");
  }
  const XlaOp op = InBuilder(builder, [&] { return body(builder); });
  HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
  return op;
}

// One of the three parts of a product: a diagonal times as many rows of rhs, [..., m, n]. The
// `low` first and `high` last rows of the product are zeros.
XlaOp PartOfProduct(XlaOp diagonal, XlaOp rhs, const Shape& shape, int64_t low, int64_t high) {
  const int64_t m = shape.dimensions(shape.rank() - 2), n = shape.dimensions(shape.rank() - 1);
  const XlaOp column = TransposeInMinorDims(SliceInMinorDims(diagonal, {low}, {m - high}));
  const XlaOp rows = SliceInMinorDims(rhs, {high, 0}, {m - low, n});
  const XlaOp zero = Zero(rhs.builder(), StepType(shape.element_type()));
  return PadInDim(Mul(column, rows), zero, shape.rank() - 2, low, high);
}

}  // namespace

Span<const Rule> TridiagonalRules() { return kTridiagonalRules; }

namespace tridiagonal {

StatusOr<XlaOp> TridiagonalSolver(SolverAlgorithm, XlaOp lower_diagonal, XlaOp main_diagonal,
                                  XlaOp upper_diagonal, XlaOp rhs) {
  const XlaOp given[] = {lower_diagonal, main_diagonal, upper_diagonal, rhs};
  return OrError(given, [&](XlaBuilder* builder) -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           CheckOperands(builder, {kSolver, 1, 1, kTridiagonalC2}, given));
    const PrimitiveType type = shape.element_type();
    const std::vector<XlaOp> in = TridiagonalInStepType(given, type);
    HLOOM_ASSIGN_OR_RETURN(
        const XlaOp x, Solved({in[0], in[1], in[2]}, in[3], shape.dimensions(shape.rank() - 1)));
    return Converted(x, StepType(type), type);
  });
}

StatusOr<XlaOp> TridiagonalSolver(SolverAlgorithm, XlaOp diagonals, XlaOp rhs) {
  const XlaOp given[] = {diagonals, rhs};
  return OrError(given, [&](XlaBuilder* builder) -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           CheckOperands(builder, {kSolver, 3, 2, kTridiagonalC3}, given));
    const PrimitiveType type = shape.element_type();
    const std::vector<XlaOp> in = TridiagonalInStepType(given, type);
    const int64_t rows = shape.rank() - 2;
    const auto row = [&](int64_t i) { return SliceInDim(in[0], i, i + 1, 1, rows); };
    HLOOM_ASSIGN_OR_RETURN(
        const XlaOp x,
        Solved({row(2), row(1), row(0)}, TransposeInMinorDims(in[1]), shape.dimensions(rows)));
    return Converted(TransposeInMinorDims(x), StepType(type), type);
  });
}

StatusOr<XlaOp> TridiagonalMatMul(XlaOp upper_diagonal, XlaOp main_diagonal, XlaOp lower_diagonal,
                                  XlaOp rhs) {
  const XlaOp given[] = {upper_diagonal, main_diagonal, lower_diagonal, rhs};
  return OrError(given, [&](XlaBuilder* builder) -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(
        const Shape shape,
        CheckOperands(builder, {"tridiagonal_mat_mul", 1, 2, kTridiagonalC4}, given));
    if (shape.dimensions(shape.rank() - 2) == 0) return rhs;
    const PrimitiveType type = shape.element_type();
    const std::vector<XlaOp> in = TridiagonalInStepType(given, type);
    const XlaOp upper = PartOfProduct(in[0], in[3], shape, 0, 1);
    const XlaOp main = PartOfProduct(in[1], in[3], shape, 0, 0);
    const XlaOp lower = PartOfProduct(in[2], in[3], shape, 1, 0);
    return Converted(Add(Add(main, upper), lower), StepType(type), type);
  });
}

}  // namespace tridiagonal

}  // namespace hloom
