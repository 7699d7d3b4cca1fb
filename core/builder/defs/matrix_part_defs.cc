// Rows of the client library's functions on parts of matrices.
#include "builder/defs/argument_specs.h"
#include "builder/lib/matrix_parts.h"

namespace hloom {

Span<const Rule> MatrixPartRules();

namespace {

constexpr std::string_view kGroup = "parts of matrices";
constexpr std::string_view kSource = "XLA, client library, matrix";

constexpr ArgumentSpec kMatrices = {"x", ArgumentKind::kOp, "an array of matrices, [..., m, n]"};
constexpr ArgumentSpec kLower = {.name = "lower",
                                 .kind = kKind<bool>,
                                 .doc = "whether the lower triangle is kept; else the upper",
                                 .required = false,
                                 .default_json = "true",
                                 .default_text = "true"};
constexpr ArgumentSpec kIdentityArguments[] = {{"type", kKind<PrimitiveType>, "the element type"},
                                               {"m", kKind<int64_t>, "how many rows there are"},
                                               {"n", kKind<int64_t>, "how many columns there are"}};
constexpr ArgumentSpec kMatrixArguments[] = {kMatrices};
constexpr ArgumentSpec kDiagonalArguments[] = {
    kMatrices,
    {"k", kKind<int64_t>, "how far above the main diagonal it lies, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kSetArguments[] = {
    {"matrix", ArgumentKind::kOp, "an array of matrices, [..., m, n]"},
    {"diag", ArgumentKind::kOp, "the diagonal, [..., d]"},
    {"k", kKind<int64_t>, "how far above the main diagonal it lies, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kMaskArguments[] = {
    kMatrices,
    {"diagonal", kKind<int64_t>, "how far above the main diagonal it lies, or below it if negative",
     /*required=*/false}};
constexpr ArgumentSpec kTriangleArguments[] = {
    kMatrices, {"lower", kKind<bool>, "whether the lower triangle is kept; else the upper"}};
constexpr ArgumentSpec kSymmetrizeArguments[] = {kMatrices, kLower};

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
       kGroup,
       kIdentityOps,
       kIdentityArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return IdentityMatrix(builder, a[0].Get<PrimitiveType>(), a[1].Get<int64_t>(),
                               a[2].Get<int64_t>());
       },
       "Gives a matrix with 1 on the main diagonal and 0 elsewhere.",
       kSource,
       "const y = b.identityMatrix('F32', 3, 3);"},
      {"GetMatrixDiagonal", 0, kGroup, kDiagonalOps, kDiagonalArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return GetMatrixDiagonal(a[0].op, a[1].Get<int64_t>()); },
       "Gives a diagonal of each matrix: the elements of row i and column i + k, in order.",
       kSource, "const y = b.getMatrixDiagonal(b.constant([[1, 2, 3], [4, 5, 6]]), { k: 1 });"},
      {"SetMatrixDiagonal", 0, kGroup, kSetOps, kSetArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) {
         return SetMatrixDiagonal(a[0].op, a[1].op, a[2].Get<int64_t>());
       },
       "Gives the matrices with another diagonal.", kSource,
       "const y = b.setMatrixDiagonal(b.constant([[1, 2], [3, 4]]), b.constant([10, 40]));"},
      {"GetDiagonalMask", 0, kGroup, kMaskOps, kMaskArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return GetDiagonalMask(a[0].op, a[1].Get<int64_t>()); },
       "Gives PRED: whether an element is on a diagonal, where its column is its row + diagonal.",
       kSource, "const y = b.getDiagonalMask(b.constant([[1, 2], [3, 4]]), { diagonal: 1 });"},
      {"TriangleMask", 0, kGroup, kMaskOps, kMaskArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return TriangleMask(a[0].op, a[1].Get<int64_t>()); },
       "Gives PRED: whether an element is on a diagonal or below it, where its column is its row + "
       "diagonal, or less.",
       kSource, "const y = b.triangleMask(b.constant([[1, 2], [3, 4]]));"},
      {"Triangle", 0, kGroup, kTriangleOps, kTriangleArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return Triangle(a[0].op, a[1].Get<bool>()); },
       "Gives one triangle of each matrix, with its main diagonal, and zeros elsewhere.", kSource,
       "const y = b.triangle(b.constant([[1, 2], [3, 4]]), true);"},
      {"UpperTriangle", 0, kGroup, kTriangleOps, kMatrixArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return UpperTriangle(a[0].op); },
       "Gives the upper triangle of each matrix, with its main diagonal, and zeros elsewhere.",
       kSource, "const y = b.upperTriangle(b.constant([[1, 2], [3, 4]]));"},
      {"LowerTriangle", 0, kGroup, kTriangleOps, kMatrixArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return LowerTriangle(a[0].op); },
       "Gives the lower triangle of each matrix, with its main diagonal, and zeros elsewhere.",
       kSource, "const y = b.lowerTriangle(b.constant([[1, 2], [3, 4]]));"},
      {"Symmetrize", 0, kGroup, kSymmetrizeOps, kSymmetrizeArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return Symmetrize(a[0].op, a[1].Get<bool>()); },
       "Gives Hermitian matrices, of which one triangle is that of x and the other its adjoint; "
       "what is imaginary on the diagonal is left out.",
       kSource, "const y = b.symmetrize(b.constant([[1, 2], [3, 4]]));"},
      {"TransposeInMinorDims", 0, kGroup, kTransposeOps, kMatrixArguments, MatrixPartRules(),
       [](XlaBuilder*, Arguments a) { return TransposeInMinorDims(a[0].op); },
       "Exchanges the last two dimensions: transposes each matrix.", kSource,
       "const y = b.transposeInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]));"},
  };
  return kDefs;
}

}  // namespace hloom
