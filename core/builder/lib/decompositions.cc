#include "builder/lib/decompositions.h"

#include <algorithm>
#include <cmath>

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "builder/lib/tridiagonal.h"
#include "hlo/kinds/numbers.h"

namespace hloom {

namespace {

constexpr Rule kDecompositionC1 = {
    "decomposition.c1",
    "a is a static array of matrices of floats or complex numbers, [..., m, n]"};
constexpr Rule kDecompositionC2 = {"decomposition.c2", "the matrices are square"};
constexpr Rule kDecompositionC3 = {
    "decomposition.c3",
    "the matrices have as many rows as columns, or more, and taus, of the same type, as many "
    "elements for each as it has columns, or fewer"};
constexpr Rule kDecompositionC4 = {"decomposition.c4", "the matrices are real"};
constexpr Rule kDecompositionsRules[] = {kDecompositionC1, kDecompositionC2, kDecompositionC3,
                                         kDecompositionC4};

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
  return InvalidArgument(kDecompositionC1)
      .Op(function)
      .Operand(shape)
      .Say(StrCat("a is ", shape.ToString()))
      .Help(!shape.IsArray()     ? "give an array such as f32[3,3]"
            : shape.is_dynamic() ? "`Slice` or `Pad` gives an array static sizes"_msg
            : shape.rank() < 2   ? "matrices are the last two dimensions of an array: `Reshape` "
                                   "gives it more"_msg
                                 : "convert it to F32 with `ConvertElementType`: types are never "
                                   "converted implicitly"_msg);
}

// decomposition.c2
Status CheckSquare(std::string_view function, XlaOp a, const MatrixShape& shape) {
  if (shape.rows == shape.columns) return OkStatus();
  return InvalidArgument(kDecompositionC2)
      .Op(function)
      .Operand(a.builder()->GetShape(a).value())
      .Say(StrCat("the matrices have ", Count(shape.rows, "row"), " and ",
                  Count(shape.columns, "column")))
      .Help("`SVD` and `Qr` take matrices of any sizes"_msg);
}

// Runs `body`, which fills the members of a result and returns a Status. If it fails, or the
// builder already has an error, all members are invalid.
template <typename Body, typename... Members>
void FillInBuilder(XlaOp a, const Body& body, Members&... members) {
  const XlaOp first = InBuilder(a.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(body());
    return a;
  });
  if (!first.valid()) ((members = first), ...);
}

XlaOp CallTarget(XlaOp a, const std::string& target, Span<const XlaOp> operands, const Shape& shape,
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
        const XlaOp factors = CallTarget(a, "Qr", {a}, ShapeUtil::MakeTupleShape(parts));
        result = {GetTupleElement(factors, 0), GetTupleElement(factors, 1)};
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
      return InvalidArgument(kDecompositionC3)
          .Op(kName)
          .Operand(a.builder()->GetShape(a).value())
          .Operand(given)
          .Say(StrCat("the matrices have ", Count(shape.rows, "row"), " and ",
                      Count(shape.columns, "column"), ", taus is ", given.ToString()))
          .Help(shape.rows < shape.columns
                    ? Message("`Slice` leaves as many columns as there are rows"_msg)
                    : StrCat("taus may be ", shape.Of({shape.columns}).ToString()));
    }
    return CallTarget(a, std::string(kName), {a, taus}, shape.Of({shape.rows, shape.columns}));
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
        const XlaOp factors =
            CallTarget(a, "LuDecomposition", {a}, ShapeUtil::MakeTupleShape(parts));
        result = {GetTupleElement(factors, 0), GetTupleElement(factors, 1),
                  GetTupleElement(factors, 2)};
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
        const XlaOp factors = CallTarget(a, "Eigh", {a}, ShapeUtil::MakeTupleShape(parts),
                                         StrCat(lower ? 1 : 0, ",", sort_eigenvalues ? 1 : 0, ",",
                                                max_iter, ",", WithSixDecimals(tol)));
        result = {GetTupleElement(factors, 0), GetTupleElement(factors, 1)};
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
        const XlaOp factors = CallTarget(a, "Svd", {a}, ShapeUtil::MakeTupleShape(parts));
        result = {GetTupleElement(factors, 0), GetTupleElement(factors, 1),
                  GetTupleElement(factors, 2)};
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
        // The 0 of a singular matrix has no sign, for any number of row exchanges.
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
    if (IsComplexType(shape.type)) {
      return InvalidArgument(kDecompositionC4)
          .Op("LogDet")
          .Operand(a.builder()->GetShape(a).value())
          .Say("the determinant of complex matrices has no logarithm that is real")
          .Help("`SLogDet` gives its direction and the logarithm of its modulus"_msg);
    }
    HLOOM_RETURN_IF_ERROR(CheckSquare("LogDet", a, shape));
    const auto [sign, logdet] = SLogDet(a);
    const XlaOp zeros = ZerosLike(logdet);
    return Select(Lt(sign, zeros), Div(zeros, zeros), logdet);
  });
}

Span<const Rule> TridiagonalRules();

namespace {

constexpr std::string_view kDecompositionGroup = "linear algebra";

constexpr ArgumentSpec kMatrices = {"a", ArgumentKind::kOp, "an array of matrices, [..., m, n]"};
constexpr ArgumentSpec kSquares = {"a", ArgumentKind::kOp, "an array of matrices, [..., n, n]"};
constexpr ArgumentSpec kDecompositionsMatrixArguments[] = {kMatrices};
constexpr ArgumentSpec kSquareArguments[] = {kSquares};
constexpr ArgumentSpec kReflectorArguments[] = {
    {"a", ArgumentKind::kOp, "reflectors as qr returns them, [..., m, n]"},
    {"taus", ArgumentKind::kOp, "their factors, [..., k]"}};
constexpr ArgumentSpec kExplicitArguments[] = {
    kMatrices,
    {"full_matrices", kKind<bool>, "true for a square q, and an r with as many rows as a"}};
// Arguments for iterative back ends.
constexpr ArgumentSpec MostSteps(std::string_view count) {
  return {.name = "max_iter",
          .kind = kKind<int64_t>,
          .doc = "the maximum number of iterations of iterative back ends; hloom ignores it",
          .required = false,
          .default_json = count,
          .default_text = count};
}
constexpr ArgumentSpec Tolerance(std::string_view name, std::string_view value) {
  return {.name = name,
          .kind = kKind<float>,
          .doc = "the error at which iterative back ends stop; hloom ignores it",
          .required = false,
          .default_json = value,
          .default_text = value};
}
constexpr ArgumentSpec kEigArguments[] = {
    kSquares,
    {.name = "lower",
     .kind = kKind<bool>,
     .doc = "true to read the lower triangle of a, false to read the upper one",
     .required = false,
     .default_json = "true",
     .default_text = "true"},
    MostSteps("15"),
    Tolerance("tol", "0.00001"),
    {.name = "sort_eigenvalues",
     .kind = kKind<bool>,
     .doc = "true if back ends must sort the eigenvalues; in hloom they always ascend",
     .required = false,
     .default_json = "true",
     .default_text = "true"}};
constexpr ArgumentSpec kSvdArguments[] = {
    kMatrices,
    MostSteps("100"),
    Tolerance("epsilon", "0.000001"),
    {.name = "precision_config",
     .kind = kKind<PrecisionConfig::Precision>,
     .doc = "the precision of products in back ends; hloom ignores it",
     .required = false,
     .default_json = "\"HIGHEST\"",
     .default_text = "'HIGHEST'"}};

constexpr HloOpcode kDecompositionOps[] = {HloOpcode::kCustomCall, HloOpcode::kGetTupleElement,
                                           HloOpcode::kTuple};
constexpr HloOpcode kCall[] = {HloOpcode::kCustomCall};
constexpr HloOpcode kExplicitOps[] = {
    HloOpcode::kCustomCall, HloOpcode::kGetTupleElement, HloOpcode::kSlice,  HloOpcode::kPad,
    HloOpcode::kIota,       HloOpcode::kCompare,         HloOpcode::kSelect, HloOpcode::kTuple};
constexpr HloOpcode kDeterminantOps[] = {
    HloOpcode::kCustomCall, HloOpcode::kGetTupleElement, HloOpcode::kIota, HloOpcode::kCompare,
    HloOpcode::kSelect,     HloOpcode::kReduce,          HloOpcode::kSign, HloOpcode::kLog,
    HloOpcode::kAbs,        HloOpcode::kMultiply,        HloOpcode::kTuple};

// ---- tridiagonal matrices ----

constexpr std::string_view kTridiagonalSource = "XLA, client library, tridiagonal";

constexpr ArgumentSpec kDecompositionsLower = {
    "lower_diagonal", ArgumentKind::kOp,
    "the diagonal below the main one, whose first element is ignored, [..., 1, n]"};
constexpr ArgumentSpec kMain = {"main_diagonal", ArgumentKind::kOp,
                                "the main diagonal, [..., 1, n]"};
constexpr ArgumentSpec kUpper = {"upper_diagonal", ArgumentKind::kOp,
                                 "the diagonal above the main one, whose last element is ignored, "
                                 "[..., 1, n]"};

constexpr ArgumentSpec kSolverArguments[] = {
    kDecompositionsLower,
    kMain,
    kUpper,
    {"rhs", ArgumentKind::kOp, "the right-hand sides, [..., k, n]"}};
constexpr ArgumentSpec kPackedArguments[] = {
    {"diagonals", ArgumentKind::kOp, "the upper, the main and the lower diagonal, [..., 3, n]"},
    {"rhs", ArgumentKind::kOp, "the right-hand sides, [..., n, k]"}};
constexpr ArgumentSpec kProductArguments[] = {
    kUpper,
    kMain,
    kDecompositionsLower,
    {"rhs", ArgumentKind::kOp, "the right-hand factor, [..., n, k]"}};

constexpr HloOpcode kSolverOps[] = {HloOpcode::kConstant, HloOpcode::kSlice, HloOpcode::kTranspose,
                                    HloOpcode::kDivide, HloOpcode::kWhile};
constexpr HloOpcode kProductOps[] = {HloOpcode::kSlice, HloOpcode::kTranspose, HloOpcode::kPad,
                                     HloOpcode::kAdd, HloOpcode::kMultiply};

XlaOp TupleOf(Span<const XlaOp> parts) {
  return parts[0].valid() ? Tuple(parts[0].builder(), parts) : parts[0];
}

}  // namespace

Span<const BuilderDef> DecompositionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Qr",
       .group = kDecompositionGroup,
       .lowers_to = kDecompositionOps,
       .arguments = kDecompositionsMatrixArguments,
       .rules = DecompositionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             const QrDecomposition qr = Qr(a[0].op);
             return TupleOf({qr.q_and_r, qr.taus});
           },
       .doc =
           "Returns the tuple (q_and_r, taus) with a = q * r, as in LAPACK: r on and above the "
           "diagonal of q_and_r, and below it the reflectors 1 - tau * v * v^H whose product is q.",
       .source = "XLA, client library, qr",
       .example = "const a = b.constant([[3, 1], [4, 2]]);\n"
                  "const y = b.qr(a);"},
      {.name = "QrExplicit",
       .group = kDecompositionGroup,
       .lowers_to = kExplicitOps,
       .arguments = kExplicitArguments,
       .rules = DecompositionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             XlaOp q, r;
             QrExplicit(a[0].op, a[1].Get<bool>(), q, r);
             return TupleOf({q, r});
           },
       .doc = "Returns the tuple (q, r) with a = q * r: the columns of q are orthonormal, and r is "
              "upper triangular.",
       .source = "XLA, client library, qr",
       .example = "const a = b.constant([[3, 1], [4, 2]]);\n"
                  "const y = b.qrExplicit(a, true);"},
      {.name = "ProductOfElementaryHouseholderReflectors",
       .group = kDecompositionGroup,
       .lowers_to = kCall,
       .arguments = kReflectorArguments,
       .rules = DecompositionRules(),
       .invoke = Invoke<ProductOfElementaryHouseholderReflectors>,
       .doc = "Returns the first n columns of the product of reflectors 1 - tau * v * v^H, where "
              "the vectors v are the columns of a below the diagonal.",
       .source = "XLA, client library, qr",
       .example =
           "const a = b.constant([[1, 0], [0.5, 1]]);\n"
           "const product = b.productOfElementaryHouseholderReflectors(a, b.constant([1.6, 0]));"},
      {.name = "LuDecomposition",
       .group = kDecompositionGroup,
       .lowers_to = kDecompositionOps,
       .arguments = kDecompositionsMatrixArguments,
       .rules = DecompositionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             const LuDecompositionResult lu = LuDecomposition(a[0].op);
             return TupleOf({lu.lu, lu.pivots, lu.permutation});
           },
       .doc = "Returns the tuple (lu, pivots, permutation), where l * u is the rows of a in the "
              "order of permutation: l is below the diagonal of lu, with ones on it, and u is on "
              "and above it. In step i, row i was exchanged with row pivots[i].",
       .source = "XLA, client library, lu_decomposition",
       .example = "const a = b.constant([[1, 2], [4, 6]]);\n"
                  "const y = b.luDecomposition(a);"},
      {.name = "SelfAdjointEig",
       .group = kDecompositionGroup,
       .lowers_to = kDecompositionOps,
       .arguments = kEigArguments,
       .rules = DecompositionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             const SelfAdjointEigResult eig =
                 SelfAdjointEig(a[0].op, a[1].Get<bool>(), a[2].Get<int64_t>(), a[3].Get<float>(),
                                a[4].Get<bool>());
             return TupleOf({eig.v, eig.w});
           },
       .doc = "Returns the tuple (v, w) of the eigenvectors of Hermitian matrices, the orthonormal "
              "columns of v, and of their eigenvalues, which are real and ascend.",
       .source = "XLA, client library, self_adjoint_eig",
       .example = "const a = b.constant([[2, 0], [0, 1]]);\n"
                  "const y = b.selfAdjointEig(a);"},
      {.name = "SVD",
       .group = kDecompositionGroup,
       .lowers_to = kDecompositionOps,
       .arguments = kSvdArguments,
       .rules = DecompositionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             const SVDResult svd = SVD(a[0].op, a[1].Get<int64_t>(), a[2].Get<float>(),
                                       a[3].Get<PrecisionConfig::Precision>());
             return TupleOf({svd.u, svd.d, svd.v});
           },
       .doc = "Returns the tuple (u, d, v) with a = u * diag(d) * v^H: the singular values d "
              "descend, and the columns of u and of v are orthonormal.",
       .source = "XLA, client library, svd",
       .example = "const a = b.constant([[3, 0], [0, -4]]);\n"
                  "const y = b.svd(a);"},
      {.name = "SLogDet",
       .group = kDecompositionGroup,
       .lowers_to = kDeterminantOps,
       .arguments = kSquareArguments,
       .rules = DecompositionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             const SignAndLogDet det = SLogDet(a[0].op);
             return TupleOf({det.sign, det.logdet});
           },
       .doc = "Returns the tuple (sign, logdet) of the determinant, sign * exp(logdet); 0 and -inf "
              "if it is zero.",
       .source = "XLA, client library, logdet",
       .example = "const a = b.constant([[1, 2], [3, 4]]);\n"
                  "const y = b.sLogDet(a);"},
      {.name = "LogDet",
       .group = kDecompositionGroup,
       .lowers_to = kDeterminantOps,
       .arguments = kSquareArguments,
       .rules = DecompositionRules(),
       .invoke = Invoke<LogDet>,
       .doc = "Returns the logarithm of the determinant, NaN if that is negative.",
       .source = "XLA, client library, logdet",
       .example = "const a = b.constant([[2, 0], [0, 3]]);\n"
                  "const y = b.logDet(a);"},
      {.name = "TridiagonalSolver",
       .group = kDecompositionGroup,
       .lowers_to = kSolverOps,
       .arguments = kSolverArguments,
       .rules = TridiagonalRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return builder->ReportErrorOrReturn(tridiagonal::TridiagonalSolver(
                 tridiagonal::kThomas, a[0].op, a[1].op, a[2].op, a[3].op));
           },
       .doc = "Solves tridiagonal systems for each row of rhs by the Thomas algorithm, elimination "
              "without row exchanges: if a pivot becomes 0, elements are infinite or NaN.",
       .source = kTridiagonalSource,
       .example = "const [lower, main, upper] = [[[0, 1]], [[2, 3]], [[1, 0]]].map((d) => "
                  "b.constant(d));\n"
                  "const y = b.tridiagonalSolver(lower, main, upper, b.constant([[4, 7]]));"},
      {.name = "TridiagonalSolver",
       .overload = 1,
       .group = kDecompositionGroup,
       .lowers_to = kSolverOps,
       .arguments = kPackedArguments,
       .rules = TridiagonalRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return builder->ReportErrorOrReturn(
                 tridiagonal::TridiagonalSolver(tridiagonal::kThomas, a[0].op, a[1].op));
           },
       .doc = "Solves tridiagonal systems for each column of rhs, with the upper, the main and the "
              "lower "
              "diagonal in the rows of one array.",
       .source = kTridiagonalSource,
       .example = "const diagonals = b.constant([[1, 0], [2, 3], [0, 1]]);\n"
                  "const y = b.tridiagonalSolver(diagonals, b.constant([[4], [7]]));"},
      {.name = "TridiagonalMatMul",
       .group = kDecompositionGroup,
       .lowers_to = kProductOps,
       .arguments = kProductArguments,
       .rules = TridiagonalRules(),
       .invoke = Invoke<tridiagonal::TridiagonalMatMul>,
       .doc = "Multiplies tridiagonal matrices by matrices.",
       .source = kTridiagonalSource,
       .example = "const [upper, main, lower] = [[[1, 0]], [[2, 3]], [[0, 1]]].map((d) => "
                  "b.constant(d));\n"
                  "const y = b.tridiagonalMatMul(upper, main, lower, b.constant([[1], [2]]));"},
  };
  return kDefs;
}

}  // namespace hloom
