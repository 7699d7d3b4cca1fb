// Rows of the client library's decompositions, and of its tridiagonal matrices.
#include "builder/defs/argument_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/decompositions.h"
#include "builder/lib/tridiagonal.h"
#include "hlo/kinds/number.h"

namespace hloom {

Span<const Rule> DecompositionRules();
Span<const Rule> TridiagonalRules();

namespace {

constexpr std::string_view kDecompositionGroup = "linear algebra";

constexpr ArgumentSpec kMatrices = {"a", ArgumentKind::kOp, "an array of matrices, [..., m, n]"};
constexpr ArgumentSpec kSquares = {"a", ArgumentKind::kOp, "an array of matrices, [..., n, n]"};
constexpr ArgumentSpec kMatrixArguments[] = {kMatrices};
constexpr ArgumentSpec kSquareArguments[] = {kSquares};
constexpr ArgumentSpec kReflectorArguments[] = {
    {"a", ArgumentKind::kOp, "reflectors as qr gives them, [..., m, n]"},
    {"taus", ArgumentKind::kOp, "their factors, [..., k]"}};
constexpr ArgumentSpec kExplicitArguments[] = {
    kMatrices, {"full_matrices", kKind<bool>, "whether q is square, and r has as many rows as a"}};
// What back ends that iterate are told.
constexpr ArgumentSpec MostSteps(std::string_view count) {
  return {.name = "max_iter",
          .kind = kKind<int64_t>,
          .doc = "how often back ends that iterate do so at most; changes nothing here",
          .required = false,
          .default_json = count,
          .default_text = count};
}
constexpr ArgumentSpec Tolerance(std::string_view name, std::string_view value) {
  return {.name = name,
          .kind = kKind<float>,
          .doc = "the error at which back ends that iterate stop; changes nothing here",
          .required = false,
          .default_json = value,
          .default_text = value};
}
constexpr ArgumentSpec kEigArguments[] = {
    kSquares,
    {.name = "lower",
     .kind = kKind<bool>,
     .doc = "whether the lower triangle of a is read; else the upper",
     .required = false,
     .default_json = "true",
     .default_text = "true"},
    MostSteps("15"),
    Tolerance("tol", "0.00001"),
    {.name = "sort_eigenvalues",
     .kind = kKind<bool>,
     .doc = "whether back ends sort the eigenvalues; here they ascend in any case",
     .required = false,
     .default_json = "true",
     .default_text = "true"}};
constexpr ArgumentSpec kSvdArguments[] = {
    kMatrices,
    MostSteps("100"),
    Tolerance("epsilon", "0.000001"),
    {.name = "precision_config",
     .kind = kKind<PrecisionConfig::Precision>,
     .doc = "how exact the products of back ends are; changes nothing here",
     .required = false,
     .default_json = "\"HIGHEST\"",
     .default_text = "'HIGHEST'"}};

constexpr HloOpcode kDecompositionCalls[] = {HloOpcode::kCustomCall, HloOpcode::kGetTupleElement,
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

constexpr ArgumentSpec kLower = {"lower_diagonal", ArgumentKind::kOp,
                                 "the diagonal below the main one, whose first element is not "
                                 "looked at, [..., 1, n]"};
constexpr ArgumentSpec kMain = {"main_diagonal", ArgumentKind::kOp,
                                "the main diagonal, [..., 1, n]"};
constexpr ArgumentSpec kUpper = {"upper_diagonal", ArgumentKind::kOp,
                                 "the diagonal above the main one, whose last element is not "
                                 "looked at, [..., 1, n]"};

constexpr ArgumentSpec kSolverArguments[] = {
    kLower, kMain, kUpper, {"rhs", ArgumentKind::kOp, "the right-hand sides, [..., k, n]"}};
constexpr ArgumentSpec kPackedArguments[] = {
    {"diagonals", ArgumentKind::kOp, "the upper, the main and the lower diagonal, [..., 3, n]"},
    {"rhs", ArgumentKind::kOp, "the right-hand sides, [..., n, k]"}};
constexpr ArgumentSpec kProductArguments[] = {
    kUpper, kMain, kLower, {"rhs", ArgumentKind::kOp, "what is multiplied, [..., n, k]"}};

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
      {"Qr", 0, kDecompositionGroup, kDecompositionCalls, kMatrixArguments, DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         const QrDecomposition qr = Qr(a[0].op);
         return TupleOf({qr.q_and_r, qr.taus});
       },
       "Gives the tuple (q_and_r, taus) with a = q * r, as LAPACK has it: r on and above the "
       "diagonal of q_and_r, and below it the reflectors 1 - tau * v * v^H whose product is q.",
       "XLA, client library, qr",
       "const a = b.constant([[3, 1], [4, 2]]);\n"
       "const y = b.qr(a);"},
      {"QrExplicit", 0, kDecompositionGroup, kExplicitOps, kExplicitArguments, DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         XlaOp q, r;
         QrExplicit(a[0].op, a[1].Get<bool>(), q, r);
         return TupleOf({q, r});
       },
       "Gives the tuple (q, r) with a = q * r: the columns of q are orthonormal, and r is an upper "
       "triangle.",
       "XLA, client library, qr",
       "const a = b.constant([[3, 1], [4, 2]]);\n"
       "const y = b.qrExplicit(a, true);"},
      {"ProductOfElementaryHouseholderReflectors", 0, kDecompositionGroup, kCall,
       kReflectorArguments, DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         return ProductOfElementaryHouseholderReflectors(a[0].op, a[1].op);
       },
       "Gives the first n columns of the product of reflectors 1 - tau * v * v^H whose v lie in "
       "the "
       "columns of a, below the diagonal.",
       "XLA, client library, qr",
       "const a = b.constant([[1, 0], [0.5, 1]]);\n"
       "const product = b.productOfElementaryHouseholderReflectors(a, b.constant([1.6, 0]));"},
      {"LuDecomposition", 0, kDecompositionGroup, kDecompositionCalls, kMatrixArguments,
       DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         const LuDecompositionResult lu = LuDecomposition(a[0].op);
         return TupleOf({lu.lu, lu.pivots, lu.permutation});
       },
       "Gives the tuple (lu, pivots, permutation) with l * u the rows of a in the order of "
       "permutation: l below the diagonal of lu, with ones on it, and u on and above it. In step "
       "i, "
       "row i was exchanged with row pivots[i].",
       "XLA, client library, lu_decomposition",
       "const a = b.constant([[1, 2], [4, 6]]);\n"
       "const y = b.luDecomposition(a);"},
      {"SelfAdjointEig", 0, kDecompositionGroup, kDecompositionCalls, kEigArguments,
       DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         const SelfAdjointEigResult eig = SelfAdjointEig(
             a[0].op, a[1].Get<bool>(), a[2].Get<int64_t>(), a[3].Get<float>(), a[4].Get<bool>());
         return TupleOf({eig.v, eig.w});
       },
       "Gives the tuple (v, w) of the eigenvectors of Hermitian matrices, the orthonormal columns "
       "of v, and of their eigenvalues, which are real and ascend.",
       "XLA, client library, self_adjoint_eig",
       "const a = b.constant([[2, 0], [0, 1]]);\n"
       "const y = b.selfAdjointEig(a);"},
      {"SVD", 0, kDecompositionGroup, kDecompositionCalls, kSvdArguments, DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         const SVDResult svd = SVD(a[0].op, a[1].Get<int64_t>(), a[2].Get<float>(),
                                   a[3].Get<PrecisionConfig::Precision>());
         return TupleOf({svd.u, svd.d, svd.v});
       },
       "Gives the tuple (u, d, v) with a = u * diag(d) * v^H: the singular values d descend, and "
       "the columns of u and of v are orthonormal.",
       "XLA, client library, svd",
       "const a = b.constant([[3, 0], [0, -4]]);\n"
       "const y = b.svd(a);"},
      {"SLogDet", 0, kDecompositionGroup, kDeterminantOps, kSquareArguments, DecompositionRules(),
       [](XlaBuilder*, Arguments a) {
         const SignAndLogDet det = SLogDet(a[0].op);
         return TupleOf({det.sign, det.logdet});
       },
       "Gives the tuple (sign, logdet) of the determinant, sign * exp(logdet); 0 and -inf where it "
       "is zero.",
       "XLA, client library, logdet",
       "const a = b.constant([[1, 2], [3, 4]]);\n"
       "const y = b.sLogDet(a);"},
      {"LogDet", 0, kDecompositionGroup, kDeterminantOps, kSquareArguments, DecompositionRules(),
       [](XlaBuilder*, Arguments a) { return LogDet(a[0].op); },
       "Gives the logarithm of the determinant, NaN where that is negative.",
       "XLA, client library, logdet",
       "const a = b.constant([[2, 0], [0, 3]]);\n"
       "const y = b.logDet(a);"},
      {"TridiagonalSolver", 0, kDecompositionGroup, kSolverOps, kSolverArguments,
       TridiagonalRules(),
       [](XlaBuilder* builder, Arguments a) {
         return builder->ReportErrorOrReturn(tridiagonal::TridiagonalSolver(
             tridiagonal::kThomas, a[0].op, a[1].op, a[2].op, a[3].op));
       },
       "Solves systems whose matrices have three diagonals, for each row of rhs, by elimination "
       "without exchanges of rows, Thomas's algorithm: where a pivot becomes 0, elements are "
       "infinite or NaN.",
       kTridiagonalSource,
       "const [lower, main, upper] = [[[0, 1]], [[2, 3]], [[1, 0]]].map((d) => b.constant(d));\n"
       "const y = b.tridiagonalSolver(lower, main, upper, b.constant([[4, 7]]));"},
      {"TridiagonalSolver", 1, kDecompositionGroup, kSolverOps, kPackedArguments,
       TridiagonalRules(),
       [](XlaBuilder* builder, Arguments a) {
         return builder->ReportErrorOrReturn(
             tridiagonal::TridiagonalSolver(tridiagonal::kThomas, a[0].op, a[1].op));
       },
       "Solves such systems for each column of rhs, with the upper, the main and the lower "
       "diagonal in the rows of one array.",
       kTridiagonalSource,
       "const diagonals = b.constant([[1, 0], [2, 3], [0, 1]]);\n"
       "const y = b.tridiagonalSolver(diagonals, b.constant([[4], [7]]));"},
      {"TridiagonalMatMul", 0, kDecompositionGroup, kProductOps, kProductArguments,
       TridiagonalRules(),
       [](XlaBuilder* builder, Arguments a) {
         return builder->ReportErrorOrReturn(
             tridiagonal::TridiagonalMatMul(a[0].op, a[1].op, a[2].op, a[3].op));
       },
       "Multiplies matrices that have three diagonals by matrices.", kTridiagonalSource,
       "const [upper, main, lower] = [[[1, 0]], [[2, 3]], [[0, 1]]].map((d) => b.constant(d));\n"
       "const y = b.tridiagonalMatMul(upper, main, lower, b.constant([[1], [2]]));"},
  };
  return kDefs;
}

}  // namespace hloom
