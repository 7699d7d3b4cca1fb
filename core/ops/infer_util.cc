#include "ops/infer_util.h"

#include "ops/rules.h"

namespace hloom {

MarkedText HelpToAnArray(const Shape& shape) {
  if (shape.IsTuple()) return "take the array out of the tuple with `GetTupleElement`"_msg;
  if (shape.IsBuffer()) return "take the array out of the buffer with a custom call to Unpin";
  if (shape.IsToken()) return "a token only orders operations; it has no value";
  return "no operation reads an opaque: it is only passed on";
}

Status ExpectArrays(const InferContext& context) {
  for (size_t i = 0; i < context.operands.size(); ++i) {
    if (context.operand(i).IsArray()) continue;
    return InvalidArgument(kTypeC2)
        .Say(StrCat("takes arrays, operand ", i, " is ", context.operand(i).ToString()))
        .Help(HelpToAnArray(context.operand(i)));
  }
  return OkStatus();
}

StatusOr<Shape> InferElementwise(const InferContext& context, size_t first) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& lead = context.operand(first);
  bool same_layout = true;
  for (size_t i = first + 1; i < context.operands.size(); ++i) {
    const Shape& other = context.operand(i);
    if (!ShapeUtil::SameDimensions(lead, other)) {
      return InvalidArgument(kElementwiseC1)
          .Say(StrCat(lead.ToString(), " and ", other.ToString(), " differ in their dimensions"))
          .Help("at the HLO level nothing is broadcast implicitly: insert a broadcast");
    }
    if (lead.element_type() != other.element_type()) {
      return InvalidArgument(kElementwiseC2)
          .Say(StrCat(lead.ToString(), " and ", other.ToString(), " differ in their element types"))
          .Help(
              "convert one of them with `ConvertElementType`: types are never converted implicitly"_msg);
    }
    same_layout = same_layout && lead.layout() == other.layout();
  }
  Shape result = lead;
  for (const Shape* operand : context.operands.subspan(first, context.operands.size() - first)) {
    MergeDynamicDimensions(*operand, &result);
  }
  if (!same_layout || !lead.layout().padded_dimensions().empty()) {
    result.set_layout(LayoutUtil::GetDefaultLayoutForRank(lead.rank()));
  }
  return result;
}

void MergeDynamicDimensions(const Shape& from, Shape* to) {
  for (int64_t d = 0; d < to->rank(); ++d) {
    if (from.is_dynamic_dimension(d)) to->set_dynamic_dimension(d, true);
  }
}

// The recursion is as deep as the shapes.
Shape DynamicInEither(const Shape& a, const Shape& b) {
  if (a.IsTuple()) {
    std::vector<Shape> elements;
    for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
      elements.push_back(DynamicInEither(a.tuple_shapes()[i], b.tuple_shapes()[i]));
    }
    return Shape(std::move(elements));
  }
  Shape result = a;
  MergeDynamicDimensions(b, &result);
  return result;
}

Shape WithDynamicDimensionsOf(const Shape& dynamic, const Shape& shape) {
  return DynamicInEither(ShapeUtil::MakeStaticShape(shape), dynamic);
}

StatusOr<Shape> GivenShape(const InferContext& context, const Shape& inferred) {
  const Shape& given = *context.given_shape;
  if (context.given_follows) return WithDynamicDimensionsOf(inferred, given);
  for (int64_t d = 0; d < given.rank(); ++d) {
    if (given.is_dynamic_dimension(d) == inferred.is_dynamic_dimension(d)) continue;
    return InvalidArgument(kDynamicC2)
        .Say(StrCat("the result was given as ", given.ToString(), ", it is ", inferred.ToString()))
        .Detail(StrCat("dimension ", d, " comes from a ",
                       given.is_dynamic_dimension(d) ? "static" : "dynamic", " one"))
        .Help(
            "`SetDimensionSize` makes a dimension dynamic, and static again where it sets the bound"_msg);
  }
  return given;
}

std::vector<Shape> OperandShapes(const InferContext& context) {
  std::vector<Shape> shapes;
  for (const Shape* operand : context.operands) shapes.push_back(*operand);
  return shapes;
}

std::vector<Shape> OperandShapes(const InferContext& context, size_t, Span<const Shape>) {
  return OperandShapes(context);
}

std::string SignatureText(Span<const Shape> parameters, const Shape& result) {
  std::string out = "(";
  for (size_t i = 0; i < parameters.size(); ++i) {
    StrAppend(out, i > 0 ? ", " : "", parameters[i].ToString());
  }
  StrAppend(out, ") -> ", result.ToString());
  return out;
}

std::string SignatureText(const HloComputation& computation) {
  const ProgramShape program_shape = computation.ComputeProgramShape();
  return SignatureText(program_shape.parameters, program_shape.result);
}

Status ExpectSignature(const Rule& rule, std::string_view role, const HloComputation& computation,
                       Span<const Shape> parameters, const Shape& result) {
  const ProgramShape actual = computation.ComputeProgramShape();
  const bool same_result = ShapeUtil::Compatible(actual.result, result);
  bool same_parameters = actual.parameters.size() == parameters.size();
  for (size_t i = 0; same_parameters && i < parameters.size(); ++i) {
    same_parameters = ShapeUtil::Compatible(actual.parameters[i], parameters[i]);
  }
  if (same_result && same_parameters) return OkStatus();
  return InvalidArgument(rule)
      .Say(same_parameters ? StrCat("the ", role, " returns ", actual.result.ToString(),
                                    ", and must return ", result.ToString())
                           : StrCat("the ", role, " has the wrong signature"))
      .Detail(StrCat("it is ", SignatureText(computation)))
      .Detail(StrCat("it must be ", SignatureText(parameters, result)))
      .Help(StrCat("build the ", role, " with these parameters and this result"));
}

Status ExpectRegions(const InferContext& context, size_t count) {
  if (context.called_computations.size() == count) return OkStatus();
  return InvalidArgument(kArityC1)
      .Say(StrCat("calls ", Count(static_cast<int64_t>(count), "computation"), ", ",
                  context.called_computations.size(), " were given"))
      .Help(StrCat("give ", Count(static_cast<int64_t>(count), "computation")));
}

}  // namespace hloom
