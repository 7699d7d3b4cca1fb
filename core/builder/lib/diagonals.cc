// Diagonals and triangles of matrices.
#include <algorithm>
#include <numeric>

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "builder/lib/matrix.h"

namespace hloom {

namespace {

constexpr Rule kMatrixC1 = {"matrix.c1", "the operand is a static array of matrices, [..., m, n]"};
constexpr Rule kMatrixC2 = {"matrix.c2", "the matrices are square"};
constexpr Rule kMatrixC3 = {
    "matrix.c3", "the diagonal has an element for each of the matrices' diagonal, of their type"};
constexpr Rule kMatrixPartsRules[] = {kMatrixC1, kMatrixC2, kMatrixC3};

// matrix.c1
StatusOr<Shape> MatrixPartsMatricesOf(std::string_view function, XlaOp x) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, x.builder()->GetShape(x));
  if (shape.IsArray() && shape.is_static() && shape.rank() >= 2) return shape;
  return InvalidArgument(kMatrixC1)
      .Op(function)
      .Operand(shape)
      .Say(StrCat("takes matrices, not ", shape.ToString()))
      .Help(
          shape.IsArray() && shape.is_dynamic()
              ? "make its dimensions static with `SetDimensionSize`"_msg
              : "give an array with two dimensions or more, such as f32[3,3]; `Reshape` adds some"_msg);
}

// A diagonal: its first element is [row, column], and it has `size` elements.
struct MatrixPartsDiagonal {
  MatrixPartsDiagonal(const Shape& matrices, int64_t k) {
    const int64_t m = matrices.dimensions(matrices.rank() - 2);
    const int64_t n = matrices.dimensions(matrices.rank() - 1);
    // The distance beyond the matrix does not matter.
    const int64_t offset = std::clamp(k, -m, n);
    row = std::max<int64_t>(-offset, 0);
    column = std::max<int64_t>(offset, 0);
    size = std::min(m - row, n - column);
  }
  int64_t row, column, size;
};

std::vector<int64_t> BatchSizes(const Shape& matrices) {
  std::vector<int64_t> sizes = matrices.dimensions().ToVector();
  sizes.resize(sizes.size() - 2);
  return sizes;
}

// 0, 1, ... along one of the last two dimensions: rows are 2, and columns 1.
XlaOp Indices(XlaBuilder* builder, const Shape& matrices, int64_t from_the_end) {
  const Shape shape = ShapeUtil::MakeShape(S64, matrices.dimensions());
  return Iota(builder, shape, matrices.rank() - from_the_end);
}

// Adds a number to an array of S64.
XlaOp Plus(XlaOp indices, int64_t number) {
  if (number == 0) return indices;
  return Add(indices, ConstantR0<int64_t>(indices.builder(), number));
}

// A diagonal beyond every matrix is equivalent to one at its edge, and adding it cannot overflow.
int64_t Within(const Shape& matrices, int64_t diagonal) {
  return std::clamp(diagonal, -matrices.dimensions(matrices.rank() - 2) - 1,
                    matrices.dimensions(matrices.rank() - 1) + 1);
}

XlaOp MaskOf(std::string_view function, XlaOp x, int64_t diagonal, XlaOp (*compare)(XlaOp, XlaOp)) {
  XlaBuilder* builder = x.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, MatrixPartsMatricesOf(function, x));
    const XlaOp last = Plus(Indices(builder, shape, 2), Within(shape, diagonal));
    return compare(last, Indices(builder, shape, 1));
  });
}

XlaOp IsEqual(XlaOp x, XlaOp y) { return Eq(x, y); }
XlaOp IsGreaterOrEqual(XlaOp x, XlaOp y) { return Ge(x, y); }

// The main diagonal is in both triangles.
XlaOp MaskOfTriangle(XlaOp x, bool lower) {
  return lower ? TriangleMask(x, 0) : Not(TriangleMask(x, -1));
}

XlaOp TriangleOf(std::string_view function, XlaOp x, bool lower) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(MatrixPartsMatricesOf(function, x).status());
    return Select(MaskOfTriangle(x, lower), x, ZerosLike(x));
  });
}

// [row, column] of each element of a diagonal, s64[size,2].
XlaOp PlacesOf(XlaBuilder* builder, const MatrixPartsDiagonal& diagonal) {
  const Shape column = ShapeUtil::MakeShape(S64, {diagonal.size, 1});
  const XlaOp steps = Iota(builder, column, 0);
  const XlaOp places[] = {Plus(steps, diagonal.row), Plus(steps, diagonal.column)};
  return ConcatInDim(builder, places, 1);
}

}  // namespace

Span<const Rule> MatrixPartRules() { return kMatrixPartsRules; }

XlaOp IdentityMatrix(XlaBuilder* builder, PrimitiveType type, int64_t m, int64_t n) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const Shape shape = ShapeUtil::MakeShape(S64, {m, n});
    const Status valid = ShapeUtil::ValidateShape(shape);
    if (!valid.ok()) return valid.WithOp("identity_matrix");
    for (const TypeValue value : {TypeValue::kZero, TypeValue::kOne}) {
      const Status has = LiteralUtil::Make(type, value).status();
      if (!has.ok()) return has.WithOp("identity_matrix");
    }
    return ConvertElementType(Eq(Iota(builder, shape, 0), Iota(builder, shape, 1)), type);
  });
}

XlaOp GetMatrixDiagonal(XlaOp x, int64_t k) {
  XlaBuilder* builder = x.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, MatrixPartsMatricesOf("get_matrix_diagonal", x));
    const int64_t rank = shape.rank();
    GatherDimensionNumbers numbers;
    *numbers.mutable_offset_dims() = AllDimensions(rank - 2);
    *numbers.mutable_collapsed_slice_dims() = {rank - 2, rank - 1};
    *numbers.mutable_start_index_map() = {rank - 2, rank - 1};
    numbers.set_index_vector_dim(1);
    std::vector<int64_t> sizes = BatchSizes(shape);
    const MatrixPartsDiagonal diagonal(shape, k);
    // A slice of one element does not fit into a matrix without any.
    if (diagonal.size == 0) {
      sizes.push_back(0);
      return Zeros(builder, ShapeUtil::MakeShape(shape.element_type(), sizes));
    }
    sizes.insert(sizes.end(), {1, 1});
    return Gather(x, PlacesOf(builder, diagonal), numbers, sizes, /*indices_are_sorted=*/true);
  });
}

XlaOp SetMatrixDiagonal(XlaOp matrix, XlaOp diag, int64_t k) {
  XlaBuilder* builder = BuilderOf(matrix, diag);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, MatrixPartsMatricesOf("set_matrix_diagonal", matrix));
    HLOOM_ASSIGN_OR_RETURN(const Shape given, builder->GetShape(diag));
    const MatrixPartsDiagonal diagonal(shape, k);
    std::vector<int64_t> sizes = BatchSizes(shape);
    sizes.push_back(diagonal.size);
    const Shape wanted = ShapeUtil::MakeShape(shape.element_type(), sizes);
    if (!ShapeUtil::EqualIgnoringLayout(wanted, given)) {
      return InvalidArgument(kMatrixC3)
          .Op("set_matrix_diagonal")
          .Operand(shape)
          .Operand(given)
          .Say(StrCat("diagonal ", k, " of ", shape.ToString(), " is ", wanted.ToString(), ", not ",
                      given.ToString()))
          .Help("give an element for each of the diagonal; `BroadcastInDim` repeats one"_msg);
    }
    // The diagonal as a row that is broadcast over all rows; below the main diagonal, as a column.
    const bool is_column = diagonal.row > 0;
    const int64_t along = shape.rank() - (is_column ? 2 : 1),
                  first = is_column ? diagonal.row : diagonal.column;
    const XlaOp zero = Zero(builder, shape.element_type());
    const XlaOp line = PadInDim(diag, zero, shape.rank() - 2, first,
                                shape.dimensions(along) - first - diagonal.size);
    std::vector<int64_t> dimensions = AllDimensions(shape.rank() - 2);
    dimensions.push_back(along);
    return Select(GetDiagonalMask(matrix, k), BroadcastInDim(line, shape.dimensions(), dimensions),
                  matrix);
  });
}

XlaOp GetDiagonalMask(XlaOp x, int64_t diagonal) {
  return MaskOf("get_diagonal_mask", x, diagonal, IsEqual);
}
XlaOp TriangleMask(XlaOp x, int64_t diagonal) {
  return MaskOf("triangle_mask", x, diagonal, IsGreaterOrEqual);
}
XlaOp Triangle(XlaOp x, bool lower) { return TriangleOf("triangle", x, lower); }
XlaOp UpperTriangle(XlaOp x) { return TriangleOf("upper_triangle", x, false); }
XlaOp LowerTriangle(XlaOp x) { return TriangleOf("lower_triangle", x, true); }

XlaOp Symmetrize(XlaOp x, bool lower) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, MatrixPartsMatricesOf("symmetrize", x));
    if (shape.dimensions(shape.rank() - 2) != shape.dimensions(shape.rank() - 1)) {
      return InvalidArgument(kMatrixC2)
          .Op("symmetrize")
          .Operand(shape)
          .Say(StrCat("the matrices of ", shape.ToString(), " are not square"))
          .Help("only square matrices are their own transposes; `Slice` makes them so"_msg);
    }
    const XlaOp mask = MaskOfTriangle(x, lower);
    if (!IsComplexType(shape.element_type())) {
      return Select(mask, x, TransposeInMinorDims(x));
    }
    const XlaOp other = Select(mask, x, TransposeInMinorDims(Conj(x)));
    const XlaOp imaginary = Imag(other);
    const XlaOp off_diagonal = Select(GetDiagonalMask(x, 0), ZerosLike(imaginary), imaginary);
    return Complex(Real(other), off_diagonal);
  });
}

XlaOp TransposeInMinorDims(XlaOp x) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, MatrixPartsMatricesOf("transpose_in_minor_dims", x));
    std::vector<int64_t> permutation = AllDimensions(shape.rank());
    std::swap(permutation[permutation.size() - 2], permutation.back());
    return Transpose(x, permutation);
  });
}

namespace {

constexpr std::string_view kMatrixPartGroup = "parts of matrices";
constexpr std::string_view kMatrixPartSource = "XLA, client library, matrix";

constexpr ArgumentSpec kMatrixPartMatrices = {"x", ArgumentKind::kOp,
                                              "an array of matrices, [..., m, n]"};
constexpr ArgumentSpec kMatrixPartsLower = {
    .name = "lower",
    .kind = kKind<bool>,
    .doc = "true to keep the lower triangle, false to keep the upper one",
    .required = false,
    .default_json = "true",
    .default_text = "true"};
constexpr ArgumentSpec kIdentityArguments[] = {{"type", kKind<PrimitiveType>, "the element type"},
                                               {"m", kKind<int64_t>, "the number of rows"},
                                               {"n", kKind<int64_t>, "the number of columns"}};
constexpr ArgumentSpec kMatrixPartsMatrixArguments[] = {kMatrixPartMatrices};
constexpr ArgumentSpec kDiagonalArguments[] = {
    kMatrixPartMatrices,
    {"k", kKind<int64_t>, "its distance above the main diagonal, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kMatrixPartsSetArguments[] = {
    {"matrix", ArgumentKind::kOp, "an array of matrices, [..., m, n]"},
    {"diag", ArgumentKind::kOp, "the diagonal, [..., d]"},
    {"k", kKind<int64_t>, "its distance above the main diagonal, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kMaskArguments[] = {
    kMatrixPartMatrices,
    {"diagonal", kKind<int64_t>, "its distance above the main diagonal, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kTriangleArguments[] = {
    kMatrixPartMatrices,
    {"lower", kKind<bool>, "true to keep the lower triangle, false to keep the upper one"}};
constexpr ArgumentSpec kSymmetrizeArguments[] = {kMatrixPartMatrices, kMatrixPartsLower};

constexpr HloOpcode kMaskOps[] = {HloOpcode::kIota, HloOpcode::kConstant, HloOpcode::kAdd,
                                  HloOpcode::kCompare};
constexpr HloOpcode kIdentityOps[] = {HloOpcode::kIota, HloOpcode::kCompare, HloOpcode::kConvert};
constexpr HloOpcode kDiagonalOps[] = {HloOpcode::kIota, HloOpcode::kConstant, HloOpcode::kAdd,
                                      HloOpcode::kConcatenate, HloOpcode::kGather};
constexpr HloOpcode kSetOps[] = {HloOpcode::kIota,    HloOpcode::kConstant, HloOpcode::kAdd,
                                 HloOpcode::kCompare, HloOpcode::kPad,      HloOpcode::kBroadcast,
                                 HloOpcode::kSelect};
constexpr HloOpcode kTriangleOps[] = {
    HloOpcode::kIota, HloOpcode::kConstant,  HloOpcode::kAdd,   HloOpcode::kCompare,
    HloOpcode::kNot,  HloOpcode::kBroadcast, HloOpcode::kSelect};
constexpr HloOpcode kSymmetrizeOps[] = {
    HloOpcode::kIota,   HloOpcode::kConstant, HloOpcode::kAdd,      HloOpcode::kCompare,
    HloOpcode::kNot,    HloOpcode::kSelect,   HloOpcode::kReal,     HloOpcode::kImag,
    HloOpcode::kNegate, HloOpcode::kComplex,  HloOpcode::kTranspose};
constexpr HloOpcode kTransposeOps[] = {HloOpcode::kTranspose};

}  // namespace

Span<const BuilderDef> MatrixPartBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "IdentityMatrix",
       .group = kMatrixPartGroup,
       .lowers_to = kIdentityOps,
       .arguments = kIdentityArguments,
       .invoke = Invoke<IdentityMatrix>,
       .doc = "Returns a matrix with 1 on the main diagonal and 0 elsewhere.",
       .source = kMatrixPartSource,
       .example = "const y = b.identityMatrix('F32', 3, 3);"},
      {.name = "GetMatrixDiagonal",
       .group = kMatrixPartGroup,
       .lowers_to = kDiagonalOps,
       .arguments = kDiagonalArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<GetMatrixDiagonal>,
       .doc = "Returns a diagonal of each matrix: the elements of row i and column i + k, in "
              "order.",
       .source = kMatrixPartSource,
       .example = "const y = b.getMatrixDiagonal(b.constant([[1, 2, 3], [4, 5, 6]]), { k: 1 });"},
      {.name = "SetMatrixDiagonal",
       .group = kMatrixPartGroup,
       .lowers_to = kSetOps,
       .arguments = kMatrixPartsSetArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<SetMatrixDiagonal>,
       .doc = "Returns the matrices with another diagonal.",
       .source = kMatrixPartSource,
       .example =
           "const y = b.setMatrixDiagonal(b.constant([[1, 2], [3, 4]]), b.constant([10, 40]));"},
      {.name = "GetDiagonalMask",
       .group = kMatrixPartGroup,
       .lowers_to = kMaskOps,
       .arguments = kMaskArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<GetDiagonalMask>,
       .doc = "Returns PRED: true for elements on a diagonal, where the column is the row + "
              "diagonal.",
       .source = kMatrixPartSource,
       .example = "const y = b.getDiagonalMask(b.constant([[1, 2], [3, 4]]), { diagonal: 1 });"},
      {.name = "TriangleMask",
       .group = kMatrixPartGroup,
       .lowers_to = kMaskOps,
       .arguments = kMaskArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<TriangleMask>,
       .doc = "Returns PRED: true for elements on a diagonal or below it, where the column is at "
              "most the row + diagonal.",
       .source = kMatrixPartSource,
       .example = "const y = b.triangleMask(b.constant([[1, 2], [3, 4]]));"},
      {.name = "Triangle",
       .group = kMatrixPartGroup,
       .lowers_to = kTriangleOps,
       .arguments = kTriangleArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<Triangle>,
       .doc = "Returns one triangle of each matrix, with its main diagonal, and zeros elsewhere.",
       .source = kMatrixPartSource,
       .example = "const y = b.triangle(b.constant([[1, 2], [3, 4]]), true);"},
      {.name = "UpperTriangle",
       .group = kMatrixPartGroup,
       .lowers_to = kTriangleOps,
       .arguments = kMatrixPartsMatrixArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<UpperTriangle>,
       .doc = "Returns the upper triangle of each matrix, with its main diagonal, and zeros "
              "elsewhere.",
       .source = kMatrixPartSource,
       .example = "const y = b.upperTriangle(b.constant([[1, 2], [3, 4]]));"},
      {.name = "LowerTriangle",
       .group = kMatrixPartGroup,
       .lowers_to = kTriangleOps,
       .arguments = kMatrixPartsMatrixArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<LowerTriangle>,
       .doc = "Returns the lower triangle of each matrix, with its main diagonal, and zeros "
              "elsewhere.",
       .source = kMatrixPartSource,
       .example = "const y = b.lowerTriangle(b.constant([[1, 2], [3, 4]]));"},
      {.name = "Symmetrize",
       .group = kMatrixPartGroup,
       .lowers_to = kSymmetrizeOps,
       .arguments = kSymmetrizeArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<Symmetrize>,
       .doc = "Returns Hermitian matrices with one triangle from x and its adjoint as the other; "
              "the imaginary parts of the diagonal are dropped.",
       .source = kMatrixPartSource,
       .example = "const y = b.symmetrize(b.constant([[1, 2], [3, 4]]));"},
      {.name = "TransposeInMinorDims",
       .group = kMatrixPartGroup,
       .lowers_to = kTransposeOps,
       .arguments = kMatrixPartsMatrixArguments,
       .rules = MatrixPartRules(),
       .invoke = Invoke<TransposeInMinorDims>,
       .doc = "Exchanges the last two dimensions: transposes each matrix.",
       .source = kMatrixPartSource,
       .example = "const y = b.transposeInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]));"},
  };
  return kDefs;
}

}  // namespace hloom
