#include "builder/lib/comparators.h"

#include <algorithm>

#include "base/str_cat.h"
#include "builder/lib/library_util.h"

namespace hloom {

XlaComputation CreateScalarComparisonComputation(
    std::string_view name, const std::vector<PrimitiveType>& operand_types,
    const std::vector<std::optional<ScalarComparator>>& comparators, XlaBuilder* builder) {
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
  for (size_t k = std::min(operand_types.size(), comparators.size()); k-- > 0;) {
    if (!comparators[k]) continue;
    const XlaOp lhs = parameters[2 * k], rhs = parameters[2 * k + 1];
    const XlaOp by_this = (*comparators[k])(lhs, rhs, {});
    result =
        result.builder() == nullptr ? by_this : Select(EqTotalOrder(lhs, rhs), result, by_this);
  }
  // Without a comparison there is nothing to build, which an empty builder says.
  const bool compares = result.builder() != nullptr;
  return BuiltOrNoted(builder,
                      compares ? b->Build(result) : builder->CreateSubBuilder(name)->Build());
}

XlaComputation CreateScalarLtComputation(const std::vector<PrimitiveType>& operand_types,
                                         XlaBuilder* builder) {
  return CreateScalarComparisonComputation("compare-less-than", operand_types, {LtTotalOrder},
                                           builder);
}

XlaComputation CreateScalarGtComputation(const std::vector<PrimitiveType>& operand_types,
                                         XlaBuilder* builder) {
  return CreateScalarComparisonComputation("compare-greater-than", operand_types, {GtTotalOrder},
                                           builder);
}

}  // namespace hloom
