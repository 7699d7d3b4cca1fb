#include "builder/lib/comparators.h"

#include <algorithm>

#include "base/str_cat.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr Rule kComparatorRules[] = {
    {"comparator.c1", "at least one operand is compared"},
    {"comparator.c2", "there are at most as many comparisons as operands"},
};

Status CheckComparators(std::string_view name, size_t types,
                        const std::vector<std::optional<ScalarComparator>>& comparators) {
  if (comparators.size() > types) {  // comparator.c2
    return InvalidArgument("comparator.c2")
        .Op(name)
        .Say(StrCat(Count(static_cast<int64_t>(comparators.size()), "comparison"), " for ",
                    Count(static_cast<int64_t>(types), "operand")))
        .Help("give the element type of each operand that is sorted, and what compares it");
  }
  const bool compares = std::any_of(comparators.begin(), comparators.end(),
                                    [](const auto& comparator) { return comparator.has_value(); });
  if (compares) return OkStatus();
  return InvalidArgument("comparator.c1")  // comparator.c1
      .Op(name)
      .Say(types == 0 ? "there is no operand to compare" : "no operand is compared")
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

}  // namespace hloom
