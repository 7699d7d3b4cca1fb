#include "builder/lib/loops.h"

#include "base/str_cat.h"
#include "builder/lib/constants.h"

namespace hloom {

namespace {

std::vector<XlaOp> ElementsOf(XlaOp tuple, size_t count) {
  std::vector<XlaOp> elements;
  for (size_t i = 0; i < count; ++i) {
    elements.push_back(GetTupleElement(tuple, static_cast<int64_t>(i)));
  }
  return elements;
}

}  // namespace

StatusOr<std::vector<XlaOp>> WhileLoopHelper(
    const WhileLoopHelperConditionFunction& condition_function,
    const WhileLoopHelperBodyFunction& body_function, Span<const XlaOp> initial_values,
    std::string_view name, XlaBuilder* builder) {
  std::vector<Shape> shapes;
  for (const XlaOp& value : initial_values) {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, builder->GetShape(value));
    shapes.push_back(std::move(shape));
  }
  const Shape state = ShapeUtil::MakeTupleShape(shapes);

  const std::unique_ptr<XlaBuilder> c = builder->CreateSubBuilder(StrCat(name, "_condition"));
  const XlaOp before = Parameter(c.get(), 0, state, "state");
  HLOOM_ASSIGN_OR_RETURN(const XlaOp goes_on,
                         condition_function(ElementsOf(before, shapes.size()), c.get()));
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation condition, c->Build(goes_on));

  const std::unique_ptr<XlaBuilder> b = builder->CreateSubBuilder(StrCat(name, "_body"));
  const XlaOp now = Parameter(b.get(), 0, state, "state");
  HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> next,
                         body_function(ElementsOf(now, shapes.size()), b.get()));
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation body, b->Build(Tuple(b.get(), next)));

  const XlaOp last = While(condition, body, Tuple(builder, initial_values));
  std::vector<XlaOp> values = ElementsOf(last, shapes.size());
  HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
  return values;
}

StatusOr<std::vector<XlaOp>> ForEachIndex(int64_t num_iterations, PrimitiveType num_iterations_type,
                                          const ForEachIndexBodyFunction& body_function,
                                          Span<const XlaOp> initial_values, std::string_view name,
                                          XlaBuilder* builder) {
  const auto number = [&](XlaBuilder* b, int64_t value) {
    return ConstantR0WithType(b, num_iterations_type, value);
  };
  const auto condition = [&](Span<const XlaOp> values, XlaBuilder* b) -> StatusOr<XlaOp> {
    return Lt(values[0], number(b, num_iterations));
  };
  const auto body = [&](Span<const XlaOp> values, XlaBuilder* b) -> StatusOr<std::vector<XlaOp>> {
    std::vector<XlaOp> next = {Add(values[0], number(b, 1))};
    const Span<const XlaOp> others(values.data() + 1, values.size() - 1);
    HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> given, body_function(values[0], others, b));
    next.insert(next.end(), given.begin(), given.end());
    return next;
  };
  std::vector<XlaOp> values = {number(builder, 0)};
  values.insert(values.end(), initial_values.begin(), initial_values.end());
  HLOOM_ASSIGN_OR_RETURN(values, WhileLoopHelper(condition, body, values, name, builder));
  values.erase(values.begin());
  return values;
}

}  // namespace hloom
