#include "builder/lib/decompositions.h"

#include <algorithm>
#include <cmath>

#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr Rule kDecompositionsRules[] = {
    {"decomposition.c1",
     "a is a static array of matrices of floats or complex numbers, [..., m, n]"},
    {"decomposition.c2", "the matrices are square"},
    {"decomposition.c3",
     "the matrices have as many rows as columns, or more, and taus, of the same type, as many "
     "elements for each as it has columns, or fewer"},
    {"decomposition.c4", "the matrices are real"},
};

// The sizes of an array of matrices.
struct MatrixShape {
  explicit MatrixShape(const Shape& shape)
      : type(shape.element_type()),
        batch(shape.dimensions().begin(), shape.dimensions().end() - 2),
        rows(shape.dimensions(shape.rank() - 2)),
        columns(shape.dimensions(shape.rank() - 1)) {}

  int64_t least() const { return std::min(rows, columns); }
  int64_t rank() const { return static_cast<int64_t>(batch.size()) + 2; }
  // [..., sizes]
  std::vector<int64_t> With(std::vector<int64_t> sizes) const {
    sizes.insert(sizes.begin(), batch.begin(), batch.end());
    return sizes;
  }
  Shape Of(std::vector<int64_t> sizes) const {
    return ShapeUtil::MakeShape(type, With(std::move(sizes)));
  }
  Shape Indices(int64_t count) const { return ShapeUtil::MakeShape(S32, With({count})); }
  Shape Reals(int64_t count) const {
    return ShapeUtil::MakeShape(IsComplexType(type) ? ComplexComponentType(type) : type,
                                With({count}));
  }

  PrimitiveType type;
  std::vector<int64_t> batch;
  int64_t rows, columns;
};

// decomposition.c1
StatusOr<MatrixShape> DecompositionsMatricesOf(std::string_view function, XlaOp a) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, a.builder()->GetShape(a));
  const bool right = shape.IsArray() && shape.is_static() && shape.rank() >= 2 &&
                     TypeSetContains(TypeSet::kFloatingOrComplex, shape.element_type());
  if (right) return MatrixShape(shape);
  return InvalidArgument("decomposition.c1")
      .Op(function)
      .Operand(shape)
      .Say(StrCat("a is ", shape.ToString()))
      .Help(!shape.IsArray()     ? "give an array such as f32[3,3]"
            : shape.is_dynamic() ? "Slice or Pad gives an array static sizes"
            : shape.rank() < 2   ? "matrices are the last two dimensions of an array: Reshape "
                                   "gives it more"
                                 : "convert it to F32 with ConvertElementType: types are never "
                                   "converted implicitly");
}

// decomposition.c2
Status CheckSquare(std::string_view function, XlaOp a, const MatrixShape& shape) {
  if (shape.rows == shape.columns) return OkStatus();
  return InvalidArgument("decomposition.c2")
      .Op(function)
      .Operand(a.builder()->GetShape(a).value())
      .Say(StrCat("the matrices have ", Count(shape.rows, "row"), " and ",
                  Count(shape.columns, "column")))
      .Help("SVD and Qr take matrices of any sizes");
}

// Runs `body`, which fills the members of a result and returns a Status. Where it fails, or did
// before, all members are invalid.
template <typename Body, typename... Members>
void FillInBuilder(XlaOp a, const Body& body, Members&... members) {
  const XlaOp first = InBuilder(a.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(body());
    return a;
  });
  if (!first.valid()) ((members = first), ...);
}

XlaOp Call(XlaOp a, const std::string& target, Span<const XlaOp> operands, const Shape& shape,
           const std::string& opaque = "") {
  return CustomCall(a.builder(), target, operands, shape, opaque);
}

// "0.000010", as XLA writes tolerances.
std::string WithSixDecimals(float tolerance) {
  const double bounded = tolerance > 0 && tolerance < 1e9f ? static_cast<double>(tolerance) : 0;
  const int64_t millionths = std::llround(bounded * 1e6);
  const std::string decimals = StrCat(millionths % 1'000'000);
  return StrCat(millionths / 1'000'000, ".", std::string(6 - decimals.size(), '0'), decimals);
}

// PRED [..., rows, columns]: where row - column, or its opposite, is so.
XlaOp Mask(XlaBuilder* builder, const Shape& shape,
           XlaOp (*compare)(XlaOp, XlaOp, Span<const int64_t>)) {
  const Shape numbers = ShapeUtil::MakeShape(S32, shape.dimensions());
  return compare(Iota(builder, numbers, shape.rank() - 2), Iota(builder, numbers, shape.rank() - 1),
                 {});
}

// The elements of matrices up to a number of rows and columns.
XlaOp Corner(XlaOp a, const MatrixShape& shape, int64_t rows, int64_t columns) {
  if (rows == shape.rows && columns == shape.columns) return a;
  const std::vector<int64_t> start(static_cast<size_t>(shape.rank()), 0);
  const std::vector<int64_t> strides(static_cast<size_t>(shape.rank()), 1);
  return Slice(a, start, shape.With({rows, columns}), strides);
}

// The diagonals [..., n] of square matrices.
XlaOp DiagonalsOf(XlaOp a, const MatrixShape& shape) {
  const Shape whole = shape.Of({shape.rows, shape.columns});
  XlaBuilder* const builder = a.builder();
  const XlaOp masked = Select(Mask(builder, whole, Eq), a, Zeros(builder, whole));
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const XlaComputation sum = CreateScalarAddComputation(shape.type, builder);
    return Reduce(masked, Zero(builder, shape.type), sum, {shape.rank() - 1});
  });
}

using CreateFold = XlaComputation (*)(PrimitiveType type, XlaBuilder* builder);

// Folds the last dimension of an array of this type.
XlaOp FoldLast(XlaOp x, PrimitiveType type, int64_t dimension, XlaOp init, CreateFold create) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    return Reduce(x, init, create(type, x.builder()), {dimension});
  });
}

}  // namespace

Span<const Rule> DecompositionRules() { return kDecompositionsRules; }

QrDecomposition Qr(XlaOp a) {
  QrDecomposition result;
  FillInBuilder(
      a,
      [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape, DecompositionsMatricesOf("Qr", a));
        const Shape parts[] = {shape.Of({shape.rows, shape.columns}), shape.Of({shape.least()})};
        const XlaOp call = Call(a, "Qr", {a}, ShapeUtil::MakeTupleShape(parts));
        result = {GetTupleElement(call, 0), GetTupleElement(call, 1)};
        return OkStatus();
      },
      result.q_and_r, result.taus);
  return result;
}

XlaOp ProductOfElementaryHouseholderReflectors(XlaOp a, XlaOp taus) {
  return InBuilder(a.builder(), [&]() -> StatusOr<XlaOp> {
    constexpr std::string_view kName = "ProductOfElementaryHouseholderReflectors";
    HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape, DecompositionsMatricesOf(kName, a));
    HLOOM_ASSIGN_OR_RETURN(const Shape given, a.builder()->GetShape(taus));
    const int64_t count =
        given.IsArray() && given.rank() > 0 ? given.dimensions(given.rank() - 1) : 0;
    const Shape wanted = shape.Of({std::min(count, shape.columns)});
    if (shape.rows < shape.columns || !ShapeUtil::EqualIgnoringLayout(given, wanted)) {
      return InvalidArgument("decomposition.c3")
          .Op(kName)
          .Operand(a.builder()->GetShape(a).value())
          .Operand(given)
          .Say(StrCat("the matrices have ", Count(shape.rows, "row"), " and ",
                      Count(shape.columns, "column"), ", taus is ", given.ToString()))
          .Help(shape.rows < shape.columns
                    ? std::string("Slice leaves as many columns as there are rows")
                    : StrCat("taus may be ", shape.Of({shape.columns}).ToString()));
    }
    return Call(a, std::string(kName), {a, taus}, shape.Of({shape.rows, shape.columns}));
  });
}

void QrExplicit(XlaOp a, bool full_matrices, XlaOp& q, XlaOp& r) {
  FillInBuilder(
      a,
      [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape, DecompositionsMatricesOf("QrExplicit", a));
        const auto [q_and_r, taus] = Qr(a);
        const int64_t size = full_matrices ? shape.rows : shape.least();
        XlaOp reflectors = Corner(q_and_r, shape, shape.rows, std::min(size, shape.columns));
        if (size > shape.columns) {
          const int64_t missing = size - shape.columns;
          reflectors =
              PadInDim(reflectors, Zero(a.builder(), shape.type), shape.rank() - 1, 0, missing);
        }
        q = ProductOfElementaryHouseholderReflectors(reflectors, taus);
        const Shape triangle = shape.Of({size, shape.columns});
        r = Select(Mask(a.builder(), triangle, Le), Corner(q_and_r, shape, size, shape.columns),
                   Zeros(a.builder(), triangle));
        return OkStatus();
      },
      q, r);
}

LuDecompositionResult LuDecomposition(XlaOp a) {
  LuDecompositionResult result;
  FillInBuilder(
      a,
      [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape,
                               DecompositionsMatricesOf("LuDecomposition", a));
        const Shape parts[] = {shape.Of({shape.rows, shape.columns}), shape.Indices(shape.least()),
                               shape.Indices(shape.rows)};
        const XlaOp call = Call(a, "LuDecomposition", {a}, ShapeUtil::MakeTupleShape(parts));
        result = {GetTupleElement(call, 0), GetTupleElement(call, 1), GetTupleElement(call, 2)};
        return OkStatus();
      },
      result.lu, result.pivots, result.permutation);
  return result;
}

SelfAdjointEigResult SelfAdjointEig(XlaOp a, bool lower, int64_t max_iter, float tol,
                                    bool sort_eigenvalues) {
  SelfAdjointEigResult result;
  FillInBuilder(
      a,
      [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape,
                               DecompositionsMatricesOf("SelfAdjointEig", a));
        HLOOM_RETURN_IF_ERROR(CheckSquare("SelfAdjointEig", a, shape));
        const Shape parts[] = {shape.Of({shape.rows, shape.rows}), shape.Reals(shape.rows)};
        const XlaOp call = Call(a, "Eigh", {a}, ShapeUtil::MakeTupleShape(parts),
                                StrCat(lower ? 1 : 0, ",", sort_eigenvalues ? 1 : 0, ",", max_iter,
                                       ",", WithSixDecimals(tol)));
        result = {GetTupleElement(call, 0), GetTupleElement(call, 1)};
        return OkStatus();
      },
      result.v, result.w);
  return result;
}

SVDResult SVD(XlaOp a, int64_t, float, PrecisionConfig::Precision) {
  SVDResult result;
  FillInBuilder(
      a,
      [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape, DecompositionsMatricesOf("SVD", a));
        const Shape parts[] = {shape.Of({shape.rows, shape.rows}), shape.Reals(shape.least()),
                               shape.Of({shape.columns, shape.columns})};
        const XlaOp call = Call(a, "Svd", {a}, ShapeUtil::MakeTupleShape(parts));
        result = {GetTupleElement(call, 0), GetTupleElement(call, 1), GetTupleElement(call, 2)};
        return OkStatus();
      },
      result.u, result.d, result.v);
  return result;
}

SignAndLogDet SLogDet(XlaOp a) {
  SignAndLogDet result;
  FillInBuilder(
      a,
      [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape, DecompositionsMatricesOf("SLogDet", a));
        HLOOM_RETURN_IF_ERROR(CheckSquare("SLogDet", a, shape));
        XlaBuilder* const builder = a.builder();
        const auto [lu, pivots, permutation] = LuDecomposition(a);
        const XlaOp diagonal = DiagonalsOf(lu, shape);
        const int64_t last = shape.rank() - 2;
        const Shape reals = shape.Reals(shape.rows);
        // Each exchange of two rows changes the sign.
        const Shape signs = shape.Of({shape.rows});
        const XlaOp exchanges = Select(Ne(pivots, Iota(builder, shape.Indices(shape.rows), last)),
                                       Neg(Ones(builder, signs)), Ones(builder, signs));
        const XlaOp sign = FoldLast(Mul(Sign(diagonal), exchanges), shape.type, last,
                                    One(builder, shape.type), CreateScalarMultiplyComputation);
        // 0 of a singular matrix has no sign of its own, however many rows were exchanged.
        const XlaOp zero = ZerosLike(sign);
        result.sign = Select(Eq(sign, zero), zero, sign);
        result.logdet = FoldLast(Log(Abs(diagonal)), reals.element_type(), last,
                                 Zero(builder, reals.element_type()), CreateScalarAddComputation);
        return OkStatus();
      },
      result.sign, result.logdet);
  return result;
}

XlaOp LogDet(XlaOp a) {
  return InBuilder(a.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const MatrixShape shape, DecompositionsMatricesOf("LogDet", a));
    if (IsComplexType(shape.type)) {  // decomposition.c4
      return InvalidArgument("decomposition.c4")
          .Op("LogDet")
          .Operand(a.builder()->GetShape(a).value())
          .Say("the determinant of complex matrices has no logarithm that is real")
          .Help("SLogDet gives its direction and the logarithm of its modulus");
    }
    HLOOM_RETURN_IF_ERROR(CheckSquare("LogDet", a, shape));
    const auto [sign, logdet] = SLogDet(a);
    const XlaOp zeros = ZerosLike(logdet);
    return Select(Lt(sign, zeros), Div(zeros, zeros), logdet);
  });
}

}  // namespace hloom
