// Shape: element type, dimension sizes and layout of an array; or a tuple of shapes; or a token; or
// a buffer, which is memory that holds an array. The source is XLA's page "Shapes and Layout",
// "Terminology, notation and conventions".
#ifndef HLOOM_SHAPE_SHAPE_H_
#define HLOOM_SHAPE_SHAPE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/span.h"
#include "shape/layout.h"
#include "shape/primitive_type.h"

namespace hloom {

// Dimensions are numbered 0..N-1; dimensions()[i] is the size of dimension i. A Shape may be
// invalid: ShapeUtil::ValidateShape checks it.
//
// The size of a dynamic dimension is known only when a program runs, and dimensions()[i] is its
// bound: f32[<=10,3] is an array of 0 to 10 rows. Memory is laid out for the bounds.
class Shape {
 public:
  // An invalid shape: no element type.
  Shape() = default;
  // Defined out of line: hundreds of places copy and drop shapes, seldom in a hot loop.
  Shape(const Shape& other);
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other);
  Shape& operator=(Shape&& other) noexcept;
  ~Shape();
  Shape(PrimitiveType element_type, Span<const int64_t> dimensions, Layout layout)
      : element_type_(element_type),
        dimensions_(dimensions.ToVector()),
        layout_(std::move(layout)) {}
  explicit Shape(std::vector<Shape> tuple_shapes);
  // The shape of a buffer that holds an array of shape `array`.
  static Shape Buffer(Shape array);

  PrimitiveType element_type() const { return element_type_; }
  bool IsArray() const { return IsArrayType(element_type_); }
  bool IsTuple() const { return element_type_ == TUPLE; }
  bool IsToken() const { return element_type_ == TOKEN; }
  bool IsOpaque() const { return element_type_ == OPAQUE_TYPE; }
  bool IsBuffer() const { return element_type_ == BUFFER; }

  int64_t rank() const { return static_cast<int64_t>(dimensions_.size()); }
  Span<const int64_t> dimensions() const { return dimensions_; }
  int64_t dimensions(int64_t i) const { return dimensions_[static_cast<size_t>(i)]; }
  bool is_dynamic_dimension(int64_t i) const {
    return !dynamic_.empty() && dynamic_[static_cast<size_t>(i)];
  }
  void set_dynamic_dimension(int64_t i, bool is_dynamic);
  // One for each dimension.
  std::vector<bool> dynamic_dimensions() const;
  // True if no dimension is dynamic; for a tuple, no dimension of any array in it.
  bool is_static() const;
  bool is_dynamic() const { return !is_static(); }

  const Layout& layout() const { return layout_; }
  void set_layout(Layout layout) { layout_ = std::move(layout); }

  // The elements of a tuple. A buffer is not a tuple, though it contains a shape.
  Span<const Shape> tuple_shapes() const {
    return tuple_ == nullptr || IsBuffer() ? Span<const Shape>()
                                           : Span<const Shape>(tuple_->shapes);
  }
  const Shape& tuple_shapes(int64_t i) const { return tuple_->shapes[static_cast<size_t>(i)]; }
  // The shape of the array that a buffer holds.
  const Shape& buffer_shape() const { return tuple_->shapes[0]; }
  // The number of parts: the shape itself and every shape in it, at any depth. (f32[], (s32[])) has
  // four. Stored, because a tuple may name another one many times; INT64_MAX also means any larger
  // number.
  int64_t parts() const { return tuple_ == nullptr ? 1 : tuple_->parts; }

  // "f32[2,3]", "f32[<=10]", "(f32[2], s32[])", "token[]", "b(f32[2])"; with the layout,
  // "f32[2,3]{1,0}", as XLA prints it. XLA's form cannot express padding: see
  // ShapeUtil::StrictText.
  std::string ToString(bool print_layout = false) const;

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  struct Tuple {
    std::vector<Shape> shapes;
    int64_t parts = 1;
    bool is_static = true;
  };

  PrimitiveType element_type_ = PRIMITIVE_TYPE_INVALID;
  std::vector<int64_t> dimensions_;
  // Empty if no dimension is dynamic, so that equal shapes have equal members.
  std::vector<bool> dynamic_;
  Layout layout_;
  // Shared between copies, so that the cost of a copy does not depend on the tuple's size. Null for
  // an empty tuple and for shapes other than tuples and buffers; a buffer stores its array's shape
  // in it.
  std::shared_ptr<const Tuple> tuple_;
};

// The signature of a computation.
struct ProgramShape {
  std::vector<Shape> parameters;
  std::vector<std::string> parameter_names;
  Shape result;

  // "(x: f32[2,3], v: f32[3]) -> f32[2,3]"
  std::string ToString() const;
};

}  // namespace hloom

#endif  // HLOOM_SHAPE_SHAPE_H_
