#include "shape/shape.h"

#include <algorithm>

#include "base/math_util.h"
#include "base/str_cat.h"

namespace hloom {

Shape::Shape(const Shape& other) = default;
Shape::Shape(Shape&& other) noexcept = default;
Shape& Shape::operator=(const Shape& other) = default;
Shape& Shape::operator=(Shape&& other) noexcept = default;
Shape::~Shape() = default;

Shape::Shape(std::vector<Shape> tuple_shapes) : element_type_(TUPLE) {
  if (tuple_shapes.empty()) return;
  auto tuple = std::make_shared<Tuple>();
  tuple->shapes = std::move(tuple_shapes);
  for (const Shape& shape : tuple->shapes) {
    tuple->parts = CheckedAdd(tuple->parts, shape.parts()).value_or(INT64_MAX);
    tuple->is_static = tuple->is_static && shape.is_static();
  }
  tuple_ = std::move(tuple);
}

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
bool operator==(const Shape& a, const Shape& b) {
  if (a.element_type_ != b.element_type_ || a.dimensions_ != b.dimensions_ ||
      a.dynamic_ != b.dynamic_ || !(a.layout_ == b.layout_)) {
    return false;
  }
  if (a.tuple_ == b.tuple_) return true;
  return a.parts() == b.parts() && a.tuple_->shapes == b.tuple_->shapes;
}

Shape Shape::Buffer(Shape array) {
  Shape shape(std::vector<Shape>{std::move(array)});
  shape.element_type_ = BUFFER;
  return shape;
}

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
  if (shape.IsBuffer()) {
    StrAppend(out, "b(", shape.buffer_shape().ToString(print_layout), ")");
    return;
  }
  StrAppend(out, PrimitiveTypeText(shape.element_type()), "[");
  for (int64_t i = 0; i < shape.rank(); ++i) {
    StrAppend(out, i > 0 ? "," : "", shape.is_dynamic_dimension(i) ? "<=" : "",
              shape.dimensions(i));
  }
  out.push_back(']');
  const bool has_layout = shape.rank() > 0 || shape.layout().properties() != nullptr;
  if (print_layout && shape.IsArray() && has_layout) out.append(shape.layout().ToString());
}
}  // namespace

void Shape::set_dynamic_dimension(int64_t i, bool is_dynamic) {
  if (dynamic_.empty()) dynamic_.resize(dimensions_.size(), false);
  dynamic_[static_cast<size_t>(i)] = is_dynamic;
  if (std::find(dynamic_.begin(), dynamic_.end(), true) == dynamic_.end()) dynamic_.clear();
}

std::vector<bool> Shape::dynamic_dimensions() const {
  return dynamic_.empty() ? std::vector<bool>(dimensions_.size(), false) : dynamic_;
}

bool Shape::is_static() const { return tuple_ == nullptr ? dynamic_.empty() : tuple_->is_static; }

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
