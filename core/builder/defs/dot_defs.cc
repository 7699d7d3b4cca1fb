// Rows of functions that multiply arrays and sum the products.
#include <string>

#include "builder/defs/product_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/matrix.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kFirst = {"lhs", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kSecond = {"rhs", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kDotArguments[] = {kFirst, kSecond, kPrecisionConfigArgument,
                                          kPreferredElementTypeArgument};
constexpr ArgumentSpec kDotNumbersArgument = {
    "dimension_numbers", kKind<DotDimensionNumbers>,
    "which dimensions go along with each other, and which are summed over"};
constexpr ArgumentSpec kDotGeneralArguments[] = {
    kFirst, kSecond, kDotNumbersArgument, kPrecisionConfigArgument, kPreferredElementTypeArgument};
constexpr ArgumentSpec kRaggedDotArguments[] = {
    {"lhs", ArgumentKind::kOp, "an array, one dimension of which is divided into groups"},
    kSecond,
    {"group_sizes", ArgumentKind::kOp, "an array of integers: the sizes of the groups"},
    {"dimension_numbers", kKind<RaggedDotDimensionNumbers>,
     "how the dimensions go together, and which is divided into groups"},
    kPrecisionConfigArgument,
    kPreferredElementTypeArgument,
};
constexpr ArgumentSpec kScaledDotArguments[] = {
    kFirst,
    kSecond,
    {"lhs_scale", ArgumentKind::kOp, "for each block of lhs its scale"},
    {"rhs_scale", ArgumentKind::kOp, "for each block of rhs its scale"},
    kDotNumbersArgument,
    kPrecisionConfigArgument,
    kPreferredElementTypeArgument,
};

constexpr ArgumentSpec kX = {"x", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kY = {"y", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kMatricesX = {"x", ArgumentKind::kOp,
                                     "matrices: an array of rank 2 or more"};
constexpr ArgumentSpec kMatricesY = {"y", ArgumentKind::kOp,
                                     "matrices: an array of rank 2 or more"};
constexpr ArgumentSpec kPrecisionArgument = {
    "precision", kKind<PrecisionConfig::Precision>,
    "how precisely a back end is to compute; it never changes a result", /*required=*/false};
constexpr ArgumentSpec kBatchDotArguments[] = {kMatricesX, kMatricesY, kPrecisionArgument,
                                               kPreferredElementTypeArgument};
constexpr ArgumentSpec kTransposedBatchDotArguments[] = {
    kMatricesX,
    {"transpose_x", kKind<bool>, "whether the matrices of x are transposed first"},
    kMatricesY,
    {"transpose_y", kKind<bool>, "whether the matrices of y are transposed first"},
    kPrecisionArgument,
    kPreferredElementTypeArgument,
};
constexpr ArgumentSpec kEinsumConfigArgument = {
    "einsum_config", kKind<std::string>,
    "labels for the dimensions of the operands and of the result, 'ab,bc->ac'"};
constexpr ArgumentSpec kEinsumArguments[] = {kX, kY, kEinsumConfigArgument, kPrecisionArgument,
                                             kPreferredElementTypeArgument};
constexpr ArgumentSpec kEinsumOfOneArguments[] = {kX, kEinsumConfigArgument};

constexpr HloOpcode kDotOp[] = {HloOpcode::kDot};
constexpr HloOpcode kRaggedDotOp[] = {HloOpcode::kRaggedDot};
constexpr HloOpcode kScaledDotOp[] = {HloOpcode::kScaledDot};
// Labels are summed by themselves and put into order where that is needed.
constexpr HloOpcode kEinsumOps[] = {HloOpcode::kReduce, HloOpcode::kTranspose, HloOpcode::kDot};
constexpr Rule kDotFunctionRules[] = {{"dot_function.c1", "no operand of Dot is a scalar"},
                                      kPreferredTypeRule};
constexpr Rule kDotGeneralRules[] = {kPreferredTypeRule};
constexpr Rule kBatchDotRules[] = {
    {"batch_dot.c1", "both operands of BatchDot have rank 2 at least"},
    {"batch_dot.c2",
     "the matrices of x have as many columns as those of y have rows, or one has 1"},
    {"batch_dot.c3",
     "other dimensions, counted from the end, have the same size in both, or in one of them 1"},
    kPreferredTypeRule,
};
constexpr Rule kEinsumRules[] = {
    {"einsum.c1",
     "einsum_config has letters for each operand, between them a comma, and letters for the result "
     "after ->; in each, ... once at most"},
    {"einsum.c2", "each dimension of an operand has a label"},
    {"einsum.c3", "dimensions of one label have one size, or in two operands also size 1"},
    kPreferredTypeRule,
};

}  // namespace

Span<const BuilderDef> DotBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Dot", 0, "products", kDotOp, kDotArguments, kDotFunctionRules,
       [](XlaBuilder*, Arguments a) {
         return Dot(a[0].op, a[1].op, &a[2].Get<PrecisionConfig>(), PreferredType(a[3]));
       },
       "Multiplies vectors and matrices: [n] with [n] gives a scalar, [m,k] with [k] gives [m], "
       "[m,k] with [k,n] gives [m,n]. It sums over dimension 1 of lhs (0 of a vector) and "
       "dimension 0 of rhs, whatever their rank.",
       "Operation Semantics, Dot", "const y = b.dot(x, v); // [2,3] . [3]"},
      {"DotGeneral", 0, "products", kDotOp, kDotGeneralArguments, kDotGeneralRules,
       [](XlaBuilder*, Arguments a) {
         return DotGeneral(a[0].op, a[1].op, a[2].Get<DotDimensionNumbers>(),
                           &a[3].Get<PrecisionConfig>(), PreferredType(a[4]));
       },
       "Multiplies two arrays and sums the products over any dimensions, for each element of any "
       "batch dimensions. The dimensions of the result are the batch dimensions, then what is left "
       "of lhs, then what is left of rhs.",
       "Operation Semantics, DotGeneral",
       "// the product of x and its transpose\n"
       "const y = b.dotGeneral(x, x, { lhsContractingDimensions: [1], rhsContractingDimensions: "
       "[1] });"},
      {"RaggedDot", 0, "products", kRaggedDotOp, kRaggedDotArguments, kDotGeneralRules,
       [](XlaBuilder*, Arguments a) {
         return RaggedDot(a[0].op, a[1].op, a[2].op, a[3].Get<RaggedDotDimensionNumbers>(),
                          &a[4].Get<PrecisionConfig>(), PreferredType(a[5]));
       },
       "Multiplies two arrays as DotGeneral does, where one dimension of lhs is divided into "
       "groups: each group of rows has a matrix of its own in rhs, or each group of products is "
       "summed by itself.",
       "XLA, XlaBuilder::RaggedDot",
       "// row 0 of x times [1, 1, 1], row 1 times [1, 0, 0]\n"
       "const vectors = b.constant([[1, 1, 1], [1, 0, 0]]);\n"
       "const dotDimensionNumbers = { lhsContractingDimensions: [1], rhsContractingDimensions: [1] "
       "};\n"
       "const numbers = { dotDimensionNumbers, lhsRaggedDimensions: [0], rhsGroupDimensions: [0] "
       "};\n"
       "const y = b.raggedDot(x, vectors, b.constant([1, 1], 'S32'), numbers);"},
      {"ScaledDot", 0, "products", kScaledDotOp, kScaledDotArguments, kDotGeneralRules,
       [](XlaBuilder*, Arguments a) {
         return ScaledDot(a[0].op, a[1].op, a[2].op, a[3].op, a[4].Get<DotDimensionNumbers>(),
                          &a[5].Get<PrecisionConfig>(), PreferredType(a[6]));
       },
       "Multiplies two arrays as DotGeneral does, after the elements of each block were multiplied "
       "by its scale: arrays that are kept as narrow numbers and scales.",
       "XLA, XlaBuilder::ScaledDot",
       "// each row of x has a scale; v has one\n"
       "const rows = b.constant([[2], [0.5]]);\n"
       "const numbers = { lhsContractingDimensions: [1], rhsContractingDimensions: [0] };\n"
       "const y = b.scaledDot(x, v, rows, b.constant([10]), numbers);"},
      {"BatchDot", 0, "products", kDotOp, kBatchDotArguments, kBatchDotRules,
       [](XlaBuilder*, Arguments a) {
         return BatchDot(a[0].op, a[1].op, a[2].Get<PrecisionConfig::Precision>(),
                         PreferredType(a[3]));
       },
       "Multiplies the matrices that the last two dimensions of both operands hold: [b,m,k] with "
       "[b,k,n] gives [b,m,n]. Other dimensions go along with each other, counted from the end, "
       "and "
       "are stretched where one has size 1 or is not there.",
       "XLA, client library, BatchDot",
       "const matrices = b.constant([[[1, 0], [0, 1]], [[0, 1], [1, 0]]]); // f32[2,2,2]\n"
       "const y = b.batchDot(matrices, x);"},
      {"BatchDot", 1, "products", kDotOp, kTransposedBatchDotArguments, kBatchDotRules,
       [](XlaBuilder*, Arguments a) {
         return BatchDot(a[0].op, a[1].Get<bool>(), a[2].op, a[3].Get<bool>(),
                         a[4].Get<PrecisionConfig::Precision>(), PreferredType(a[5]));
       },
       "Multiplies matrices, which may be transposed first.", "XLA, client library, BatchDot",
       "const y = b.batchDot(x, false, x, true); // x times its transpose"},
      {"Einsum", 0, "products", kEinsumOps, kEinsumArguments, kEinsumRules,
       [](XlaBuilder*, Arguments a) {
         return Einsum(a[0].op, a[1].op, a[2].Get<std::string>(),
                       a[3].Get<PrecisionConfig::Precision>(), PreferredType(a[4]));
       },
       "Multiplies two arrays whose dimensions have letters for labels, and sums over the labels "
       "that the result does not have: 'ab,bc->ac' is a product of matrices. A label that one "
       "array has twice is its diagonal, one that only the result has is a dimension of size 1; "
       "'...' stands for all further dimensions, counted from the end. Without '->' the result "
       "has the labels that occur once.",
       "XLA, client library, Einsum", "const y = b.einsum(x, x, 'ab,cb->ac');"},
      {"Einsum", 1, "products", kEinsumOps, kEinsumOfOneArguments, kEinsumRules,
       [](XlaBuilder*, Arguments a) { return Einsum(a[0].op, a[1].Get<std::string>()); },
       "Does the same with one array: 'ab->ba' transposes, 'ab->a' sums rows, 'aa->' is a trace.",
       "XLA, client library, Einsum", "const y = b.einsum(x, 'ab->b');"},
  };
  return kDefs;
}

}  // namespace hloom
