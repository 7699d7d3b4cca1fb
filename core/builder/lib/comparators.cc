#include "builder/lib/comparators.h"

#include "base/str_cat.h"

namespace hloom {

namespace {

StatusOr<XlaComputation> Comparator(std::string_view name,
                                    const std::vector<PrimitiveType>& operand_types,
                                    XlaBuilder* parent,
                                    XlaOp (*compare)(XlaOp, XlaOp, Span<const int64_t>)) {
  const std::unique_ptr<XlaBuilder> b = parent->CreateSubBuilder(name);
  std::vector<XlaOp> parameters;
  for (size_t k = 0; k < operand_types.size(); ++k) {
    const Shape scalar = ShapeUtil::MakeScalarShape(operand_types[k]);
    for (const std::string_view side : {"lhs", "rhs"}) {
      parameters.push_back(Parameter(b.get(), static_cast<int64_t>(parameters.size()), scalar,
                                     StrCat("p.", k, ".", side)));
    }
  }
  if (parameters.empty()) return b->Build();  // an error: there is nothing to compare
  return b->Build(compare(parameters[0], parameters[1], {}));
}

}  // namespace

StatusOr<XlaComputation> CreateScalarLtComputation(const std::vector<PrimitiveType>& operand_types,
                                                   XlaBuilder* builder) {
  return Comparator("compare-less-than", operand_types, builder, LtTotalOrder);
}

StatusOr<XlaComputation> CreateScalarGtComputation(const std::vector<PrimitiveType>& operand_types,
                                                   XlaBuilder* builder) {
  return Comparator("compare-greater-than", operand_types, builder, GtTotalOrder);
}

}  // namespace hloom
