#include "builder/lib/special/float_functions.h"

#include <limits>

#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "builder/functions/index_functions.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr Rule kMathC1 = {"math.c1", "the operand is an array of floats"};
constexpr Rule kMathC2 = {"math.c2",
                          "the operands are arrays of F16, BF16, F32 or F64, of one shape"};
constexpr Rule kFloatRules[] = {kMathC1, kMathC2};

constexpr double kPoints[] = {
    0.001778751213022775, 0.0045621412965472586, 0.009348417314563623, 0.01056605629638563,
    0.022870359685530903, 0.01645071389115219,   0.04218348680393396,  0.022136467379502114,
    0.06705373871280247,  0.027553672837858374,  0.09717931454141042,  0.0326364619834998,
    0.1321945609931841,   0.03732310711728439,   0.17167445298056752,  0.041556708614450606,
    0.21513976409429914,  0.04528587219651642,   0.2620628875224409,   0.04846532899896496,
    0.31187424195546065,  0.05105648378903038,   0.363969186182411,    0.05302788296142321,
    0.41771535893330963,  0.05435559612914707,   0.47246035505798284,  0.0550235065082376,
    0.5275396449420171,   0.0550235065082376,    0.5822846410666904,   0.05435559612914707,
    0.6360308138175891,   0.05302788296142321,   0.6881257580445393,   0.05105648378903038,
    0.7379371124775591,   0.04846532899896496,   0.7848602359057009,   0.04528587219651642,
    0.8283255470194325,   0.041556708614450606,  0.8678054390068158,   0.03732310711728439,
    0.9028206854585896,   0.0326364619834998,    0.9329462612871975,   0.027553672837858374,
    0.9578165131960661,   0.022136467379502114,  0.9771296403144691,   0.01645071389115219,
    0.9906515826854364,   0.01056605629638563,   0.9982212487869773,   0.0045621412965472586};

constexpr double kRootOfTwoPi = 2.50662827463100050242;

bool IsComputedFloat(PrimitiveType type) {
  return type == F16 || type == BF16 || type == F32 || type == F64;
}

}  // namespace

Span<const Rule> MathRules() { return kFloatRules; }

constexpr NumberTable kGaussPoints = {kPoints, 2};

StatusOr<Shape> FloatsOf(std::string_view name, XlaOp operand) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, operand.builder()->GetShape(operand));
  if (shape.IsArray() && IsFloatingPointType(shape.element_type())) return shape;
  return InvalidArgument(kMathC1)
      .Op(name)
      .Operand(shape)
      .Say(StrCat("takes floats, not ", shape.ToString()))
      .Help(!shape.IsArray() ? "give an array such as f32[3]"
            : IsComplexType(shape.element_type())
                ? "`Real` and `Imag` give the parts of complex numbers"_msg
                : "convert it to F32 with `ConvertElementType`: types are never converted "
                  "implicitly"_msg);
}

StatusOr<Shape> SameFloatsOf(std::string_view name, XlaBuilder* builder,
                             Span<const XlaOp> operands) {
  std::vector<Shape> shapes;
  bool right = true;
  std::string text;
  for (const XlaOp& operand : operands) {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, builder->GetShape(operand));
    right = right && shape.IsArray() && IsComputedFloat(shape.element_type()) &&
            (shapes.empty() || ShapeUtil::EqualIgnoringLayout(shape, shapes[0]));
    text = StrCat(text,
                  shapes.empty()                         ? ""
                  : shapes.size() + 1 == operands.size() ? " and "
                                                         : ", ",
                  shape.ToString());
    shapes.push_back(std::move(shape));
  }
  if (right) return shapes[0];
  ErrorBuilder error = InvalidArgument(kMathC2).Op(name);
  for (const Shape& shape : shapes) std::move(error).Operand(shape);
  return std::move(error)
      .Say(StrCat("is not defined for ", text))
      .Help(MessageCat(
          "give ", operands.size() == 2 ? "two" : "three",
          " arrays of F16, BF16, F32 or F64, of one shape; `BroadcastInDim` stretches one, "
          "`ConvertElementType` makes one of another type"_msg));
}

XlaOp InF64(std::string_view name, Span<const XlaOp> operands,
            XlaOp (*function)(Span<const XlaOp> operands)) {
  XlaBuilder* builder = nullptr;
  for (const XlaOp& operand : operands) {
    if (builder == nullptr) builder = operand.builder();
  }
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, operands.size() == 1
                                                  ? FloatsOf(name, operands[0])
                                                  : SameFloatsOf(name, builder, operands));
    const PrimitiveType type = shape.element_type();
    // These are many instructions: a separate computation keeps the caller's program short.
    const auto body = builder->CreateSubBuilder(name);
    std::vector<XlaOp> wide, parameters;
    for (const XlaOp& operand : operands) {
      wide.push_back(Converted(operand, type, F64));
      HLOOM_ASSIGN_OR_RETURN(const Shape wide_shape, builder->GetShape(wide.back()));
      const auto number = static_cast<int64_t>(parameters.size());
      parameters.push_back(Parameter(body.get(), number, wide_shape, StrCat("x", number)));
    }
    HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, body->Build(function(parameters)));
    return Converted(Call(builder, computation, wide), F64, type);
  });
}

XlaOp Number(XlaOp x, double value) {
  return FullLike(x, ConstantLiteral(x.builder(), LiteralUtil::CreateR0<double>(value)));
}

XlaOp Polynomial(XlaOp x, Span<const double> coefficients) {
  XlaOp sum = Number(x, coefficients[0]);
  for (size_t i = 1; i < coefficients.size(); ++i) {
    sum = sum * x + Number(x, coefficients[i]);
  }
  return sum;
}

namespace {

// The states with the number of the row before them, as the parameter of a computation.
struct LoopParameter {
  LoopParameter(XlaBuilder* builder, const Shape& shape) {
    const XlaOp tuple = Parameter(builder, 0, shape, "states");
    row = GetTupleElement(tuple, 0);
    for (int64_t i = 1; i < static_cast<int64_t>(shape.tuple_shapes().size()); ++i) {
      states.push_back(GetTupleElement(tuple, i));
    }
  }
  XlaOp row;
  std::vector<XlaOp> states;
};

XlaOp TupleOf(XlaOp row, Span<const XlaOp> states) {
  std::vector<XlaOp> elements = {row};
  elements.insert(elements.end(), states.begin(), states.end());
  return Tuple(row.builder(), elements);
}

StatusOr<std::vector<XlaOp>> LoopOverRows(XlaBuilder* builder, const NumberTable& table,
                                          Span<const XlaOp> states,
                                          void (*body)(Span<const XlaOp> row,
                                                       std::vector<XlaOp>& states)) {
  const int64_t rows = static_cast<int64_t>(table.numbers.size()) / table.columns;
  const XlaOp init = TupleOf(ConstantR0<int32_t>(builder, 0), states);
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(init));

  const auto condition_builder = builder->CreateSubBuilder("has_rows");
  const LoopParameter before(condition_builder.get(), shape);
  HLOOM_ASSIGN_OR_RETURN(
      const XlaComputation condition,
      condition_builder->Build(Lt(
          before.row, ConstantR0<int32_t>(condition_builder.get(), static_cast<int32_t>(rows)))));

  const auto body_builder = builder->CreateSubBuilder("row");
  LoopParameter now(body_builder.get(), shape);
  const XlaOp numbers = ConstantR1<double>(body_builder.get(), table.numbers);
  const XlaOp columns =
      ConstantR0<int32_t>(body_builder.get(), static_cast<int32_t>(table.columns));
  std::vector<XlaOp> row;
  for (int64_t column = 0; column < table.columns; ++column) {
    const XlaOp at =
        now.row * columns + ConstantR0<int32_t>(body_builder.get(), static_cast<int32_t>(column));
    row.push_back(FullLike(now.states.back(), Reshape(DynamicSlice(numbers, {at}, {1}), {})));
  }
  body(row, now.states);
  const XlaOp next = now.row + ConstantR0<int32_t>(body_builder.get(), 1);
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation step, body_builder->Build(TupleOf(next, now.states)));

  const XlaOp result = While(condition, step, init);
  std::vector<XlaOp> last;
  for (int64_t i = 0; i < static_cast<int64_t>(states.size()); ++i) {
    last.push_back(GetTupleElement(result, i + 1));
  }
  return last;
}

}  // namespace

std::vector<XlaOp> ForEachRow(const NumberTable& table, std::vector<XlaOp> states,
                              void (*body)(Span<const XlaOp> row, std::vector<XlaOp>& states)) {
  XlaBuilder* const builder = states[0].builder();
  StatusOr<std::vector<XlaOp>> last = LoopOverRows(builder, table, states, body);
  if (last.ok()) return *std::move(last);
  return std::vector<XlaOp>(states.size(), builder->ReportError(last.status()));
}

XlaOp LogRemainder(XlaOp x, XlaOp above) {
  // log(1 + x) is 2 artanh(r) for r = x / (2 + x), and x - 2 r is r x.
  constexpr double kSeries[] = {1. / 37, 1. / 35, 1. / 33, 1. / 31, 1. / 29, 1. / 27,
                                1. / 25, 1. / 23, 1. / 21, 1. / 19, 1. / 17, 1. / 15,
                                1. / 13, 1. / 11, 1. / 9,  1. / 7,  1. / 5,  1. / 3};
  const XlaOp r = x / (Number(x, 2) + x);
  const XlaOp square = r * r;
  const XlaOp near = r * (x - Number(x, 2) * square * Polynomial(square, kSeries));
  return Select(Lt(Abs(x), Number(x, 0.5)), near, x - Log(above));
}

XlaOp ExpRemainder(XlaOp x) {
  constexpr double kSeries[] = {
      1. / 1307674368000, 1. / 87178291200, 1. / 6227020800, 1. / 479001600, 1. / 39916800,
      1. / 3628800,       1. / 362880,      1. / 40320,      1. / 5040,      1. / 720,
      1. / 120,           1. / 24,          1. / 6,          1. / 2};
  return Select(Lt(Abs(x), Number(x, 0.5)), x * x * Polynomial(x, kSeries), Expm1(x) - x);
}

XlaOp RaisedToTen(XlaOp a) {
  const XlaOp ten = Number(a, 10);
  return Select(Lt(a, ten), a + ten, a);
}

XlaOp ProductOfTen(XlaOp a) {
  XlaOp product = a;
  for (int i = 1; i < 10; ++i) product = product * (a + Number(a, i));
  return product;
}

XlaOp StirlingRemainder(XlaOp a) {
  constexpr double kSeries[] = {
      0.17964437236883057,    -0.029550653594771242, 0.00641025641025641,
      -0.0019175269175269176, 0.0008417508417508417, -0.0005952380952380953,
      0.0007936507936507937,  -0.002777777777777778, 0.08333333333333333};
  const XlaOp inverse = Number(a, 1) / a;
  return inverse * Polynomial(inverse * inverse, kSeries);
}

XlaOp GammaFromTen(XlaOp a) {
  // a^(a - 1/2) overflows before the product does, so its square root is multiplied twice.
  const XlaOp half = Number(a, 0.5);
  const XlaOp root = Pow(a, half * (a - half));
  return Number(a, kRootOfTwoPi) * root * Exp(StirlingRemainder(a) - a) * root;
}

}  // namespace hloom
