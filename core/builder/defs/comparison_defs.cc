// Rows of the comparisons.
#include "builder/defs/argument_specs.h"
#include "ops/elementwise/compare.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kArguments[] = {kLhsArgument, kRhsArgument, kBroadcastDimensionsArgument};
constexpr ArgumentSpec kCompareArguments[] = {
    kLhsArgument,
    kRhsArgument,
    AttributeArgument<ComparisonDirection>(CompareAttributes::kDirection),
    {"compare_type", kKind<ComparisonType>,
     "the order of the elements; where it is left out, the element type decides",
     /*required=*/false},
    kBroadcastDimensionsArgument,
};
constexpr HloOpcode kCompare[] = {HloOpcode::kCompare};
constexpr std::string_view kSource = "Operation Semantics, Element-wise comparison operations";

using Function = XlaOp (*)(XlaOp, XlaOp, Span<const int64_t>);

template <Function kFunction>
constexpr BuilderDef ComparisonRow(std::string_view name, std::string_view doc,
                                   std::string_view example) {
  return {name,
          0,
          "comparison",
          kCompare,
          kArguments,
          {},
          [](XlaBuilder*, Arguments a) { return kFunction(a[0].op, a[1].op, a[2].Get<Int64s>()); },
          doc,
          kSource,
          example};
}

XlaOp CallCompare(XlaBuilder*, Arguments a) {
  return Compare(a[0].op, a[1].op, a[4].Get<Int64s>(), a[2].Get<ComparisonDirection>(),
                 a[3].Get<ComparisonType>());
}

}  // namespace

Span<const BuilderDef> ComparisonBuilderDefs() {
  static constexpr BuilderDef kDefs[] = {
      ComparisonRow<Eq>(
          "Eq",
          "Gives PRED: whether lhs == rhs for each pair of elements. NaN equals nothing, -0 "
          "equals +0.",
          "const y = b.eq(x, 3);"),
      ComparisonRow<Ne>(
          "Ne",
          "Gives PRED: whether lhs != rhs for each pair of elements. NaN differs from everything.",
          "const y = b.ne(x, 3);"),
      ComparisonRow<Ge>(
          "Ge", "Gives PRED: whether lhs >= rhs for each pair of elements, false where one is NaN.",
          "const y = b.ge(x, 3);"),
      ComparisonRow<Gt>(
          "Gt", "Gives PRED: whether lhs > rhs for each pair of elements, false where one is NaN.",
          "const y = b.gt(x, 3);"),
      ComparisonRow<Le>(
          "Le", "Gives PRED: whether lhs <= rhs for each pair of elements, false where one is NaN.",
          "const y = b.le(x, 3);"),
      ComparisonRow<Lt>(
          "Lt", "Gives PRED: whether lhs < rhs for each pair of elements, false where one is NaN.",
          "const y = b.lt(x, 3);"),
      ComparisonRow<EqTotalOrder>(
          "EqTotalOrder",
          "Gives PRED: whether lhs == rhs in the total order, where a NaN equals itself.",
          "const y = b.eqTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<NeTotalOrder>(
          "NeTotalOrder", "Gives PRED: whether lhs != rhs in the total order.",
          "const y = b.neTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<GeTotalOrder>(
          "GeTotalOrder",
          "Gives PRED: whether lhs >= rhs in the total order -NaN < -Inf < -Finite < -0 < +0 < "
          "+Finite < +Inf < +NaN.",
          "const y = b.geTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<GtTotalOrder>(
          "GtTotalOrder", "Gives PRED: whether lhs > rhs in the total order.",
          "const y = b.gtTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<LeTotalOrder>(
          "LeTotalOrder", "Gives PRED: whether lhs <= rhs in the total order.",
          "const y = b.leTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<LtTotalOrder>(
          "LtTotalOrder", "Gives PRED: whether lhs < rhs in the total order.",
          "const y = b.ltTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      {"Compare",
       0,
       "comparison",
       kCompare,
       kCompareArguments,
       {},
       CallCompare,
       "Compares each pair of elements as direction says, in the order that compare_type names; "
       "gives PRED.",
       kSource,
       "const y = b.compare(w, 0, 'GE', { compareType: 'TOTALORDER' });"},
  };
  return kDefs;
}

}  // namespace hloom
