#include "shape/shape.h"

#include "base/str_cat.h"

namespace hloom {

namespace {
// Tuples nest at most ShapeUtil::kMaxTupleDepth deep, so the recursion is bounded.
void AppendShape(std::string& out, const Shape& shape, bool print_layout) {
  if (shape.IsTuple()) {
    out.push_back('(');
    bool first = true;
    for (const Shape& element : shape.tuple_shapes()) {
      if (!first) out.append(", ");
      first = false;
      AppendShape(out, element, print_layout);
    }
    out.push_back(')');
    return;
  }
  StrAppend(out, PrimitiveTypeText(shape.element_type()), "[", StrJoin(shape.dimensions(), ","),
            "]");
  if (print_layout && shape.IsArray() && shape.rank() > 0) out.append(shape.layout().ToString());
}
}  // namespace

std::string Shape::ToString(bool print_layout) const {
  std::string out;
  AppendShape(out, *this, print_layout);
  return out;
}

std::string ProgramShape::ToString() const {
  std::string out = "(";
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) out.append(", ");
    if (i < parameter_names.size()) StrAppend(out, parameter_names[i], ": ");
    out.append(parameters[i].ToString());
  }
  StrAppend(out, ") -> ", result.ToString());
  return out;
}

}  // namespace hloom
