#include "builder/lib/comparators.h"

#include <algorithm>

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/lib/library_util.h"
#include "ops/elementwise/compare.h"

namespace hloom {

namespace {

constexpr Rule kComparatorC1 = {"comparator.c1", "at least one operand is compared"};
constexpr Rule kComparatorC2 = {"comparator.c2",
                                "there are at most as many comparisons as operands"};
constexpr Rule kComparatorRules[] = {kComparatorC1, kComparatorC2};

Status CheckComparators(std::string_view name, size_t types,
                        const std::vector<std::optional<ScalarComparator>>& comparators) {
  if (comparators.size() > types) {
    return InvalidArgument(kComparatorC2)
        .Op(name)
        .Say(StrCat(Count(static_cast<int64_t>(comparators.size()), "comparison"), " for ",
                    Count(static_cast<int64_t>(types), "operand")))
        .Help("give the element type of each operand that is sorted, and what compares it");
  }
  const bool compares = std::any_of(comparators.begin(), comparators.end(),
                                    [](const auto& comparator) { return comparator.has_value(); });
  if (compares) return OkStatus();
  return InvalidArgument(kComparatorC1)
      .Op(name)
      .Say(types == 0 ? "it has no operands to compare" : "it compares none of its operands")
      .Help("give at least one operand, and a comparison for it");
}

XlaComputation ByTheFirst(std::string_view name, const std::vector<PrimitiveType>& operand_types,
                          ScalarComparator comparator, XlaBuilder* builder) {
  std::vector<std::optional<ScalarComparator>> comparators(operand_types.size());
  if (!comparators.empty()) comparators[0] = comparator;
  return CreateScalarComparisonComputation(name, operand_types, comparators, builder);
}

}  // namespace

Span<const Rule> ComparatorRules() { return kComparatorRules; }

XlaComputation CreateScalarComparisonComputation(
    std::string_view name, const std::vector<PrimitiveType>& operand_types,
    const std::vector<std::optional<ScalarComparator>>& comparators, XlaBuilder* builder) {
  const Status checked = CheckComparators(name, operand_types.size(), comparators);
  if (!checked.ok()) return BuiltOrNoted(builder, checked);
  const std::unique_ptr<XlaBuilder> b = builder->CreateSubBuilder(name);
  std::vector<XlaOp> parameters;
  for (size_t k = 0; k < operand_types.size(); ++k) {
    const Shape scalar = ShapeUtil::MakeScalarShape(operand_types[k]);
    for (const std::string_view side : {"lhs", "rhs"}) {
      parameters.push_back(Parameter(b.get(), static_cast<int64_t>(parameters.size()), scalar,
                                     StrCat("p.", k, ".", side)));
    }
  }
  XlaOp result;
  for (size_t k = comparators.size(); k-- > 0;) {
    if (!comparators[k]) continue;
    const XlaOp lhs = parameters[2 * k], rhs = parameters[2 * k + 1];
    const XlaOp by_this = (*comparators[k])(lhs, rhs, {});
    result =
        result.builder() == nullptr ? by_this : Select(EqTotalOrder(lhs, rhs), result, by_this);
  }
  return BuiltOrNoted(builder, b->Build(result));
}

XlaComputation CreateScalarLtComputation(const std::vector<PrimitiveType>& operand_types,
                                         XlaBuilder* builder) {
  return ByTheFirst("compare-less-than", operand_types, LtTotalOrder, builder);
}

XlaComputation CreateScalarGtComputation(const std::vector<PrimitiveType>& operand_types,
                                         XlaBuilder* builder) {
  return ByTheFirst("compare-greater-than", operand_types, GtTotalOrder, builder);
}

namespace {

constexpr ArgumentSpec kArguments[] = {kLhsArgument, kRhsArgument, kBroadcastDimensionsArgument};
constexpr ArgumentSpec kCompareArguments[] = {
    kLhsArgument,
    kRhsArgument,
    AttributeArgument<ComparisonDirection>(CompareAttributes::kDirection),
    {"compare_type", kKind<ComparisonType>,
     "the order of the elements; by default the element type decides",
     /*required=*/false},
    kBroadcastDimensionsArgument,
};
constexpr HloOpcode kCompare[] = {HloOpcode::kCompare};
constexpr std::string_view kSource = "Operation Semantics, Element-wise comparison operations";

using Function = XlaOp (*)(XlaOp, XlaOp, Span<const int64_t>);

template <Function kFunction>
constexpr BuilderDef ComparisonRow(std::string_view name, Documentation doc,
                                   Documentation example) {
  return {.name = name,
          .group = "comparison",
          .lowers_to = kCompare,
          .arguments = kArguments,
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kSource,
          .example = example};
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
          "Returns PRED: lhs == rhs for each pair of elements. NaN equals nothing, -0 equals +0.",
          "const y = b.eq(x, 3);"),
      ComparisonRow<Ne>(
          "Ne", "Returns PRED: lhs != rhs for each pair of elements. NaN differs from everything.",
          "const y = b.ne(x, 3);"),
      ComparisonRow<Ge>("Ge",
                        "Returns PRED: lhs >= rhs for each pair of elements, false if one is NaN.",
                        "const y = b.ge(x, 3);"),
      ComparisonRow<Gt>("Gt",
                        "Returns PRED: lhs > rhs for each pair of elements, false if one is NaN.",
                        "const y = b.gt(x, 3);"),
      ComparisonRow<Le>("Le",
                        "Returns PRED: lhs <= rhs for each pair of elements, false if one is NaN.",
                        "const y = b.le(x, 3);"),
      ComparisonRow<Lt>("Lt",
                        "Returns PRED: lhs < rhs for each pair of elements, false if one is NaN.",
                        "const y = b.lt(x, 3);"),
      ComparisonRow<EqTotalOrder>(
          "EqTotalOrder",
          "Returns PRED: lhs == rhs in the total order, in which a NaN equals itself.",
          "const y = b.eqTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<NeTotalOrder>(
          "NeTotalOrder", "Returns PRED: lhs != rhs in the total order.",
          "const y = b.neTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<GeTotalOrder>(
          "GeTotalOrder",
          "Returns PRED: lhs >= rhs in the total order -NaN < -Inf < -Finite < -0 < +0 < +Finite < "
          "+Inf < +NaN.",
          "const y = b.geTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<GtTotalOrder>(
          "GtTotalOrder", "Returns PRED: lhs > rhs in the total order.",
          "const y = b.gtTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<LeTotalOrder>(
          "LeTotalOrder", "Returns PRED: lhs <= rhs in the total order.",
          "const y = b.leTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      ComparisonRow<LtTotalOrder>(
          "LtTotalOrder", "Returns PRED: lhs < rhs in the total order.",
          "const y = b.ltTotalOrder(b.constant([-0, NaN, 1]), b.constant([0, NaN, 2]));"),
      {.name = "Compare",
       .group = "comparison",
       .lowers_to = kCompare,
       .arguments = kCompareArguments,
       .invoke = CallCompare,
       .doc =
           "Compares each pair of elements by direction, in the order that compare_type selects; "
           "returns PRED.",
       .source = kSource,
       .example = "const y = b.compare(w, 0, 'GE', { compareType: 'TOTALORDER' });"},
  };
  return kDefs;
}

}  // namespace hloom
