// Rows of the client library's functions on parts of matrices.
#include "builder/defs/argument_specs.h"
#include "builder/lib/matrix_parts.h"

namespace hloom {

Span<const Rule> MatrixPartRules();

namespace {

constexpr std::string_view kMatrixPartGroup = "parts of matrices";
constexpr std::string_view kMatrixPartSource = "XLA, client library, matrix";

constexpr ArgumentSpec kMatrixPartMatrices = {"x", ArgumentKind::kOp,
                                              "an array of matrices, [..., m, n]"};
constexpr ArgumentSpec kLower = {.name = "lower",
                                 .kind = kKind<bool>,
                                 .doc = "whether the lower triangle is kept; else the upper",
                                 .required = false,
                                 .default_json = "true",
                                 .default_text = "true"};
constexpr ArgumentSpec kIdentityArguments[] = {{"type", kKind<PrimitiveType>, "the element type"},
                                               {"m", kKind<int64_t>, "how many rows there are"},
                                               {"n", kKind<int64_t>, "how many columns there are"}};
constexpr ArgumentSpec kMatrixArguments[] = {kMatrixPartMatrices};
constexpr ArgumentSpec kDiagonalArguments[] = {
    kMatrixPartMatrices,
    {"k", kKind<int64_t>, "how far above the main diagonal it lies, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kSetArguments[] = {
    {"matrix", ArgumentKind::kOp, "an array of matrices, [..., m, n]"},
    {"diag", ArgumentKind::kOp, "the diagonal, [..., d]"},
    {"k", kKind<int64_t>, "how far above the main diagonal it lies, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kMaskArguments[] = {
    kMatrixPartMatrices,
    {"diagonal", kKind<int64_t>, "how far above the main diagonal it lies, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kTriangleArguments[] = {
    kMatrixPartMatrices,
    {"lower", kKind<bool>, "whether the lower triangle is kept; else the upper"}};
constexpr ArgumentSpec kSymmetrizeArguments[] = {kMatrixPartMatrices, kLower};

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
      {"IdentityMatrix",
       0,
       kMatrixPartGroup,
       kIdentityOps,
       kIdentityArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return IdentityMatrix(builder, a[0].Get<PrimitiveType>(), a[1].Get<int64_t>(),
                               a[2].Get<int64_t>());
       },
       "Gives a matrix with 1 on the main diagonal and 0 elsewhere.",
       kMatrixPartSource,
       "const y = b.identityMatrix('F32', 3, 3);"},
      {"GetMatrixDiagonal", 0, kMatrixPartGroup, kDiagonalOps, kDiagonalArguments,
       MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return GetMatrixDiagonal(a[0].op, a[1].Get<int64_t>()); },
       "Gives a diagonal of each matrix: the elements of row i and column i + k, in order.",
       kMatrixPartSource,
       "const y = b.getMatrixDiagonal(b.constant([[1, 2, 3], [4, 5, 6]]), { k: 1 });"},
      {"SetMatrixDiagonal", 0, kMatrixPartGroup, kSetOps, kSetArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) {
         return SetMatrixDiagonal(a[0].op, a[1].op, a[2].Get<int64_t>());
       },
       "Gives the matrices with another diagonal.", kMatrixPartSource,
       "const y = b.setMatrixDiagonal(b.constant([[1, 2], [3, 4]]), b.constant([10, 40]));"},
      {"GetDiagonalMask", 0, kMatrixPartGroup, kMaskOps, kMaskArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return GetDiagonalMask(a[0].op, a[1].Get<int64_t>()); },
       "Gives PRED: whether an element is on a diagonal, where its column is its row + diagonal.",
       kMatrixPartSource,
       "const y = b.getDiagonalMask(b.constant([[1, 2], [3, 4]]), { diagonal: 1 });"},
      {"TriangleMask", 0, kMatrixPartGroup, kMaskOps, kMaskArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return TriangleMask(a[0].op, a[1].Get<int64_t>()); },
       "Gives PRED: whether an element is on a diagonal or below it, where its column is its row + "
       "diagonal, or less.",
       kMatrixPartSource, "const y = b.triangleMask(b.constant([[1, 2], [3, 4]]));"},
      {"Triangle", 0, kMatrixPartGroup, kTriangleOps, kTriangleArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return Triangle(a[0].op, a[1].Get<bool>()); },
       "Gives one triangle of each matrix, with its main diagonal, and zeros elsewhere.",
       kMatrixPartSource, "const y = b.triangle(b.constant([[1, 2], [3, 4]]), true);"},
      {"UpperTriangle", 0, kMatrixPartGroup, kTriangleOps, kMatrixArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return UpperTriangle(a[0].op); },
       "Gives the upper triangle of each matrix, with its main diagonal, and zeros elsewhere.",
       kMatrixPartSource, "const y = b.upperTriangle(b.constant([[1, 2], [3, 4]]));"},
      {"LowerTriangle", 0, kMatrixPartGroup, kTriangleOps, kMatrixArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return LowerTriangle(a[0].op); },
       "Gives the lower triangle of each matrix, with its main diagonal, and zeros elsewhere.",
       kMatrixPartSource, "const y = b.lowerTriangle(b.constant([[1, 2], [3, 4]]));"},
      {"Symmetrize", 0, kMatrixPartGroup, kSymmetrizeOps, kSymmetrizeArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return Symmetrize(a[0].op, a[1].Get<bool>()); },
       "Gives Hermitian matrices, of which one triangle is that of x and the other its adjoint; "
       "what is imaginary on the diagonal is left out.",
       kMatrixPartSource, "const y = b.symmetrize(b.constant([[1, 2], [3, 4]]));"},
      {"TransposeInMinorDims", 0, kMatrixPartGroup, kTransposeOps, kMatrixArguments,
       MatrixPartRules(), [](XlaBuilder*, Arguments a) { return TransposeInMinorDims(a[0].op); },
       "Exchanges the last two dimensions: transposes each matrix.", kMatrixPartSource,
       "const y = b.transposeInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]));"},
  };
  return kDefs;
}

}  // namespace hloom
