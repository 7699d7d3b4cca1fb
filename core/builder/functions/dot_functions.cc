#include "builder/functions/dot_functions.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "builder/contraction_specs.h"
#include "builder/functions/contraction_util.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "builder/lib/matrix.h"
#include "builder/rules.h"
#include "ops/contractions/dot.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/rules.h"

namespace hloom {

namespace {

Status CheckRank(const XlaBuilder& builder, XlaOp op, std::string_view name) {
  HLOOM_ASSIGN_OR_RETURN(const Shape* const shape, builder.ShapeOf(op));
  if (!shape->IsArray() || shape->rank() > 0) return OkStatus();
  return InvalidArgument(kDotFunctionC1)
      .Op("dot")
      .Operand(*shape)
      .Say(StrCat(name, " is the scalar ", shape->ToString(),
                  ", which has no dimension to sum over"))
      .Help(
          "multiply by scalars with `Mul`, or use `DotGeneral` without contracting dimensions"_msg)
      .At(builder.NextLocation(HloOpcode::kDot));
}

// Text may declare integer results of floats, which builders do not make.
Status CheckPreferredType(const XlaBuilder& builder, XlaOp lhs, XlaOp rhs,
                          std::optional<PrimitiveType> preferred) {
  if (!preferred || !IsArrayType(*preferred)) return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(const Shape* const left, builder.ShapeOf(lhs));
  HLOOM_ASSIGN_OR_RETURN(const Shape* const right, builder.ShapeOf(rhs));
  if (!left->IsArray() || !right->IsArray()) return OkStatus();  // inference refuses it
  const Status status = CheckDotElementType(*left, *right, *preferred);
  if (status.ok()) return status;
  return status.WithOp("dot").WithLocation(builder.NextLocation(HloOpcode::kDot));
}

// Dot takes no dimension numbers: the error names the call that does, with numbers that fit, which
// are lhs_contracting_dimensions={1} and rhs_contracting_dimensions={1} for f32[2,3] with itself.
Status WithDotGeneral(const Status& status, int64_t summed, const Shape& lhs, const Shape& rhs) {
  if (status.rule() != kDotC10.id) return status;
  ErrorFields fields = status.fields();
  fields.details = {MessageCat("`Dot` sums over dimension "_msg, summed, " of lhs and 0 of rhs")};
  fields.help = "no dimension of lhs has the size of one of rhs";
  const Span<const int64_t> sizes = rhs.dimensions();
  for (const int64_t d : {summed, 1 - summed}) {
    if (d >= lhs.rank()) continue;
    const auto fits = std::find(sizes.begin(), sizes.end(), lhs.dimensions(d));
    if (fits == sizes.end()) continue;
    const std::vector<int64_t> lhs_dims = {d}, rhs_dims = {fits - sizes.begin()};
    fields.help = MessageCat("`DotGeneral` sums over others: with "_msg,
                             WithValue("lhs_contracting_dimensions", lhs_dims), " and ",
                             WithValue("rhs_contracting_dimensions", rhs_dims), " over the ", *fits,
                             " elements of both");
    break;
  }
  return Status(std::move(fields));
}

StatusOr<XlaOp> DoDot(XlaBuilder* builder, XlaOp lhs, XlaOp rhs,
                      const PrecisionConfig* precision_config,
                      std::optional<PrimitiveType> preferred_element_type) {
  HLOOM_RETURN_IF_ERROR(CheckRank(*builder, lhs, "lhs"));
  HLOOM_RETURN_IF_ERROR(CheckRank(*builder, rhs, "rhs"));
  HLOOM_RETURN_IF_ERROR(CheckPreferredType(*builder, lhs, rhs, preferred_element_type));
  HLOOM_ASSIGN_OR_RETURN(const Shape* const lhs_shape, builder->ShapeOf(lhs));
  HLOOM_ASSIGN_OR_RETURN(const Shape* const rhs_shape, builder->ShapeOf(rhs));
  DotDimensionNumbers numbers;
  numbers.add_lhs_contracting_dimensions(lhs_shape->rank() == 1 ? 0 : 1);
  numbers.add_rhs_contracting_dimensions(0);
  StatusOr<XlaOp> product =
      AddProduct(builder, HloOpcode::kDot, {lhs, rhs},
                 MakeAttributes(DotAttributes{numbers, ConfigOf(precision_config), {}}),
                 preferred_element_type);
  if (product.ok()) return product;
  return WithDotGeneral(product.status(), numbers.lhs_contracting_dimensions()[0], *lhs_shape,
                        *rhs_shape);
}

}  // namespace

XlaOp Dot(XlaOp lhs, XlaOp rhs, const PrecisionConfig* precision_config,
          std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(
      builder, [&] { return DoDot(builder, lhs, rhs, precision_config, preferred_element_type); });
}

XlaOp DotGeneral(XlaOp lhs, XlaOp rhs, const DotDimensionNumbers& dimension_numbers,
                 const PrecisionConfig* precision_config,
                 std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckPreferredType(*builder, lhs, rhs, preferred_element_type));
    return AddProduct(
        builder, HloOpcode::kDot, {lhs, rhs},
        MakeAttributes(DotAttributes{dimension_numbers, ConfigOf(precision_config), {}}),
        preferred_element_type);
  });
}

XlaOp RaggedDot(XlaOp lhs, XlaOp rhs, XlaOp group_sizes,
                const RaggedDotDimensionNumbers& dimension_numbers,
                const PrecisionConfig* precision_config,
                std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return AddProduct(
        builder, HloOpcode::kRaggedDot, {lhs, rhs, group_sizes},
        MakeAttributes(RaggedDotAttributes{dimension_numbers, ConfigOf(precision_config)}),
        preferred_element_type);
  });
}

XlaOp ScaledDot(XlaOp lhs, XlaOp rhs, XlaOp lhs_scale, XlaOp rhs_scale,
                const DotDimensionNumbers& dimension_numbers,
                const PrecisionConfig* precision_config,
                std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return AddProduct(
        builder, HloOpcode::kScaledDot, {lhs, rhs, lhs_scale, rhs_scale},
        MakeAttributes(ScaledDotAttributes{dimension_numbers, ConfigOf(precision_config)}),
        preferred_element_type);
  });
}

namespace {

constexpr ArgumentSpec kFirst = {"lhs", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kSecond = {"rhs", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kDotArguments[] = {kFirst, kSecond, kPrecisionConfigArgument,
                                          kPreferredElementTypeArgument};
constexpr ArgumentSpec kDotNumbersArgument = {
    "dimension_numbers", kKind<DotDimensionNumbers>,
    "the batch dimensions, which are paired, and the contracting dimensions, which are summed "
    "over"};
constexpr ArgumentSpec kDotGeneralArguments[] = {
    kFirst, kSecond, kDotNumbersArgument, kPrecisionConfigArgument, kPreferredElementTypeArgument};
constexpr ArgumentSpec kRaggedDotArguments[] = {
    {"lhs", ArgumentKind::kOp, "an array, one dimension of which is divided into groups"},
    kSecond,
    {"group_sizes", ArgumentKind::kOp, "an array of integers: the sizes of the groups"},
    {"dimension_numbers", kKind<RaggedDotDimensionNumbers>,
     "the batch and contracting dimensions, and the dimension that is divided into groups"},
    kPrecisionConfigArgument,
    kPreferredElementTypeArgument,
};
constexpr ArgumentSpec kScaledDotArguments[] = {
    kFirst,
    kSecond,
    {"lhs_scale", ArgumentKind::kOp, "the scale of each block of lhs"},
    {"rhs_scale", ArgumentKind::kOp, "the scale of each block of rhs"},
    kDotNumbersArgument,
    kPrecisionConfigArgument,
    kPreferredElementTypeArgument,
};

constexpr ArgumentSpec kEinsumX = {"x", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kEinsumY = {"y", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kMatricesX = {"x", ArgumentKind::kOp,
                                     "matrices: an array of rank 2 or more"};
constexpr ArgumentSpec kMatricesY = {"y", ArgumentKind::kOp,
                                     "matrices: an array of rank 2 or more"};
constexpr ArgumentSpec kPrecisionArgument = {
    "precision", kKind<PrecisionConfig::Precision>,
    "the precision of the computation in back ends; it never changes a result", /*required=*/false};
constexpr ArgumentSpec kBatchDotArguments[] = {kMatricesX, kMatricesY, kPrecisionArgument,
                                               kPreferredElementTypeArgument};
constexpr ArgumentSpec kTransposedBatchDotArguments[] = {
    kMatricesX,         {"transpose_x", kKind<bool>, "true to transpose the matrices of x first"},
    kMatricesY,         {"transpose_y", kKind<bool>, "true to transpose the matrices of y first"},
    kPrecisionArgument, kPreferredElementTypeArgument,
};
constexpr ArgumentSpec kEinsumConfigArgument = {
    "einsum_config", kKind<std::string>,
    "labels for the dimensions of the operands and of the result, 'ab,bc->ac'"};
constexpr ArgumentSpec kEinsumArguments[] = {kEinsumX, kEinsumY, kEinsumConfigArgument,
                                             kPrecisionArgument, kPreferredElementTypeArgument};
constexpr ArgumentSpec kEinsumOfOneArguments[] = {kEinsumX, kEinsumConfigArgument};

constexpr HloOpcode kDotOp[] = {HloOpcode::kDot};
constexpr HloOpcode kRaggedDotOp[] = {HloOpcode::kRaggedDot};
constexpr HloOpcode kScaledDotOp[] = {HloOpcode::kScaledDot};
// Sums over labels separately, and permutes the dimensions if needed.
constexpr HloOpcode kEinsumOps[] = {HloOpcode::kReduce, HloOpcode::kTranspose, HloOpcode::kDot};
constexpr Rule kDotFunctionRules[] = {kDotFunctionC1, kDotFunctionC2};
constexpr Rule kDotGeneralRules[] = {kDotFunctionC2};
constexpr Rule kBatchDotRules[] = {kBatchDotC1, kBatchDotC2, kBatchDotC3, kDotFunctionC2};
constexpr Rule kEinsumRules[] = {kEinsumC1, kEinsumC2, kEinsumC3, kDotFunctionC2};

}  // namespace

Span<const BuilderDef> DotBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Dot",
       .group = "products",
       .lowers_to = kDotOp,
       .arguments = kDotArguments,
       .rules = kDotFunctionRules,
       .invoke = Invoke<Dot>,
       .doc = "Multiplies vectors and matrices: [n] with [n] gives a scalar, [m,k] with [k] gives "
              "[m], [m,k] with [k,n] gives [m,n]. For any rank, it sums over dimension 1 of lhs (0 "
              "of a vector) and dimension 0 of rhs.",
       .source = "Operation Semantics, Dot",
       .example = "const y = b.dot(x, v); // [2,3] . [3]"},
      {.name = "DotGeneral",
       .group = "products",
       .lowers_to = kDotOp,
       .arguments = kDotGeneralArguments,
       .rules = kDotGeneralRules,
       .invoke = Invoke<DotGeneral>,
       .doc = "Multiplies two arrays and sums the products over contracting dimensions, separately "
              "for each index of the batch dimensions. The dimensions of the result are the batch "
              "dimensions, then the remaining dimensions of lhs, then those of rhs.",
       .source = "Operation Semantics, DotGeneral",
       .example = "// the product of x and its transpose\n"
                  "const y = b.dotGeneral(x, x, { lhsContractingDimensions: [1], "
                  "rhsContractingDimensions: [1] });"},
      {.name = "RaggedDot",
       .group = "products",
       .lowers_to = kRaggedDotOp,
       .arguments = kRaggedDotArguments,
       .rules = kDotGeneralRules,
       .invoke = Invoke<RaggedDot>,
       .doc = "Multiplies two arrays as DotGeneral does, with one dimension of lhs divided into "
              "groups: each group of rows has its own matrix in rhs, or each group of products is "
              "summed separately.",
       .source = "XLA, XlaBuilder::RaggedDot",
       .example = "// row 0 of x times [1, 1, 1], row 1 times [1, 0, 0]\n"
                  "const vectors = b.constant([[1, 1, 1], [1, 0, 0]]);\n"
                  "const dotDimensionNumbers = { lhsContractingDimensions: [1], "
                  "rhsContractingDimensions: [1] };\n"
                  "const numbers = { dotDimensionNumbers, lhsRaggedDimensions: [0], "
                  "rhsGroupDimensions: [0] };\n"
                  "const y = b.raggedDot(x, vectors, b.constant([1, 1], 'S32'), numbers);"},
      {.name = "ScaledDot",
       .group = "products",
       .lowers_to = kScaledDotOp,
       .arguments = kScaledDotArguments,
       .rules = kDotGeneralRules,
       .invoke = Invoke<ScaledDot>,
       .doc = "Multiplies two arrays as DotGeneral does, after it multiplies the elements of each "
              "block by the scale of the block. The arrays hold narrow numbers.",
       .source = "XLA, XlaBuilder::ScaledDot",
       .example =
           "// each row of x has a scale; v has one\n"
           "const rows = b.constant([[2], [0.5]]);\n"
           "const numbers = { lhsContractingDimensions: [1], rhsContractingDimensions: [0] };\n"
           "const y = b.scaledDot(x, v, rows, b.constant([10]), numbers);"},
      {.name = "BatchDot",
       .group = "products",
       .lowers_to = kDotOp,
       .arguments = kBatchDotArguments,
       .rules = kBatchDotRules,
       .invoke = InvokeOverload<
           XlaOp(XlaOp, XlaOp, PrecisionConfig::Precision, std::optional<PrimitiveType>), BatchDot>,
       .doc = "Multiplies the matrices in the last two dimensions of both operands: [b,m,k] with "
              "[b,k,n] gives [b,m,n]. Other dimensions are paired, counted from the end, and "
              "broadcast if one has size 1 or is missing.",
       .source = "XLA, client library, BatchDot",
       .example =
           "const matrices = b.constant([[[1, 0], [0, 1]], [[0, 1], [1, 0]]]); // f32[2,2,2]\n"
           "const y = b.batchDot(matrices, x);"},
      {.name = "BatchDot",
       .overload = 1,
       .group = "products",
       .lowers_to = kDotOp,
       .arguments = kTransposedBatchDotArguments,
       .rules = kBatchDotRules,
       .invoke = InvokeOverload<XlaOp(XlaOp, bool, XlaOp, bool, PrecisionConfig::Precision,
                                      std::optional<PrimitiveType>),
                                BatchDot>,
       .doc = "Multiplies matrices, which may be transposed first.",
       .source = "XLA, client library, BatchDot",
       .example = "const y = b.batchDot(x, false, x, true); // x times its transpose"},
      {.name = "Einsum",
       .group = "products",
       .lowers_to = kEinsumOps,
       .arguments = kEinsumArguments,
       .rules = kEinsumRules,
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp, std::string_view, PrecisionConfig::Precision,
                                      std::optional<PrimitiveType>),
                                Einsum>,
       .doc = "Multiplies two arrays whose dimensions have letters for labels, and sums over the "
              "labels that the result does not have: 'ab,bc->ac' is a product of matrices. A label "
              "that appears twice in one array takes its diagonal; a label that appears only in "
              "the result is a dimension of size 1. '...' stands for all other dimensions, counted "
              "from the end. Without '->' the result has the labels that appear once.",
       .source = "XLA, client library, Einsum",
       .example = "const y = b.einsum(x, x, 'ab,cb->ac');"},
      {.name = "Einsum",
       .overload = 1,
       .group = "products",
       .lowers_to = kEinsumOps,
       .arguments = kEinsumOfOneArguments,
       .rules = kEinsumRules,
       .invoke = [](XlaBuilder*, Arguments a) { return Einsum(a[0].op, a[1].Get<std::string>()); },
       .doc = "Applies the same notation to one array: 'ab->ba' transposes, 'ab->a' sums rows, "
              "'aa->' is a trace.",
       .source = "XLA, client library, Einsum",
       .example = "const y = b.einsum(x, 'ab->b');"},
  };
  return kDefs;
}

}  // namespace hloom
