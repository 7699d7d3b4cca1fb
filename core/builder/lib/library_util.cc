#include "builder/lib/library_util.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

StatusOr<Shape> ArrayShapeFor(std::string_view function, const XlaBuilder& builder, XlaOp operand,
                              TypeSet types, MarkedText help) {
  StatusOr<Shape> shape = builder.GetShape(operand);
  if (!shape.ok()) return shape.status().WithOp(function);
  if (!shape->IsArray()) {
    return InvalidArgument(kTypeC2)
        .Op(function)
        .Operand(*shape)
        .Say(StrCat("takes an array, not ", shape->ToString()))
        .Help(HelpToAnArray(*shape));
  }
  if (TypeSetContains(types, shape->element_type())) return shape;
  return InvalidArgument(kTypeC1)
      .Op(function)
      .Operand(*shape)
      .Say(StrCat("is not defined for ", shape->ToString()))
      .Detail(MessageCat("the element type is ", PrimitiveTypeName(shape->element_type()), "; ",
                         CallerName(function), " takes ", TypeSetPhrase(types)))
      .Help(help);
}

XlaComputation BuiltOrNoted(XlaBuilder* builder, StatusOr<XlaComputation> computation) {
  if (computation.ok()) return *std::move(computation);
  builder->ReportError(computation.status());
  return XlaComputation();
}

std::vector<int64_t> AllDimensions(int64_t rank) { return OtherDimensions(rank, {}); }

std::vector<int64_t> OtherDimensions(int64_t rank, Span<const int64_t> dimensions) {
  std::vector<int64_t> others;
  for (int64_t d = 0; d < rank; ++d) {
    if (std::find(dimensions.begin(), dimensions.end(), d) == dimensions.end()) {
      others.push_back(d);
    }
  }
  return others;
}

XlaOp WithReducedDimensions(XlaOp reduced, const Shape& operand, Span<const int64_t> dimensions) {
  std::vector<int64_t> sizes(static_cast<size_t>(operand.rank()), 1);
  const std::vector<int64_t> kept = OtherDimensions(operand.rank(), dimensions);
  for (const int64_t d : kept) sizes[static_cast<size_t>(d)] = operand.dimensions(d);
  return BroadcastInDim(reduced, sizes, kept);
}

XlaOp WithLiveSizesOf(XlaOp prototype, const Shape& shape, XlaOp op) {
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (shape.is_dynamic_dimension(d)) {
      op = SetDimensionSize(op, GetDimensionSize(prototype, d), d);
    }
  }
  return op;
}

PrimitiveType StepType(PrimitiveType type) {
  return IsFloatingPointType(type) ? ComputeTypeOf(type) : type;
}

XlaOp Converted(XlaOp op, PrimitiveType from, PrimitiveType to) {
  return from == to ? op : ConvertElementType(op, to);
}

}  // namespace hloom
