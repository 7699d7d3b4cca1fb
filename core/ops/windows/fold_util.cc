#include "ops/windows/fold_util.h"

#include <algorithm>

#include "ops/infer_util.h"

namespace hloom {

Status CheckFold(const InferContext& context, const FoldRules& rules) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  if (context.operands.size() % 2 != 0) {
    return InvalidArgument(rules.pairs)
        .Say(StrCat("takes as many init values as arrays, not ", context.operands.size(),
                    " operands"))
        .Help("give one init value for each array");
  }
  const size_t n = context.operands.size() / 2;
  const Shape& lead = context.operand(0);
  for (size_t i = 0; i < n; ++i) {
    const Shape& array = context.operand(i);
    const Shape& init = context.operand(n + i);
    if (!ShapeUtil::SameDimensions(array, lead)) {
      return InvalidArgument(rules.sizes)
          .Say(StrCat("array ", i, " is ", array.ToString(), ", array 0 is ", lead.ToString()))
          .Help(std::string(rules.why_same_sizes));
    }
    if (!ShapeUtil::IsScalarWithElementType(init, array.element_type())) {
      return InvalidArgument(rules.init_values)
          .Say(StrCat("init value ", i, " is ", init.ToString(), " for the array ",
                      array.ToString()))
          .Help(StrCat("it must be ", PrimitiveTypeText(array.element_type()), "[]"));
    }
  }
  return OkStatus();
}

StatusOr<Shape> FoldedShape(const InferContext& context, const FoldRules& rules,
                            const std::vector<int64_t>& sizes, const std::vector<bool>& dynamic) {
  const size_t n = context.operands.size() / 2;
  std::vector<Shape> scalars;
  std::vector<Shape> results;
  for (size_t i = 0; i < n; ++i) {
    const PrimitiveType type = context.operand(i).element_type();
    scalars.push_back(ShapeUtil::MakeScalarShape(type));
    results.push_back(ShapeUtil::MakeShape(type, sizes, dynamic));
  }
  const Shape folded = n == 1 ? scalars[0] : Shape(scalars);
  std::vector<Shape> parameters = scalars;
  parameters.insert(parameters.end(), scalars.begin(), scalars.end());
  HLOOM_RETURN_IF_ERROR(ExpectSignature(rules.computation, "reduction computation",
                                        *context.called_computations[0], parameters, folded));
  return n == 1 ? results[0] : Shape(std::move(results));
}

bool IsDynamicInArrays(const InferContext& context, int64_t dimension) {
  const auto arrays = static_cast<std::ptrdiff_t>(context.operands.size() / 2);
  return std::any_of(
      context.operands.begin(), context.operands.begin() + arrays,
      [dimension](const Shape* array) { return array->is_dynamic_dimension(dimension); });
}

}  // namespace hloom
