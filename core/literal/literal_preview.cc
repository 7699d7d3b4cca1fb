#include "literal/literal_preview.h"

#include <algorithm>
#include <cstring>

#include "base/str_cat.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The first elements in row-major order, as an array of one dimension.
StatusOr<Literal> FirstElements(const Literal& literal, int64_t count) {
  const Shape& shape = literal.shape();
  const int64_t width = ByteWidth(shape.element_type());
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  std::vector<int64_t> index(static_cast<size_t>(shape.rank()), 0);
  HLOOM_ASSIGN_OR_RETURN(Literal first,
                         Literal::Create(ShapeUtil::MakeShape(shape.element_type(), {count})));
  for (int64_t i = 0; i < count; ++i) {
    int64_t linear = 0;
    for (size_t d = 0; d < index.size(); ++d) linear += index[d] * strides[d];
    std::memcpy(first.mutable_data<std::byte>() + i * width,
                literal.data<std::byte>() + linear * width, static_cast<size_t>(width));
    IndexUtil::BumpIndices(shape.dimensions(), Span<int64_t>(index.data(), index.size()));
  }
  return first;
}

class Preview {
 public:
  Preview(int64_t max_elements, bool with_shape) : left_(max_elements), with_shape_(with_shape) {}

  // Recursion is bounded by ShapeUtil::kMaxTupleDepth.
  void Append(const Literal& literal) {
    if (literal.shape().IsTuple()) {
      Tuple(literal);
    } else if (!literal.shape().IsArray() ||
               literal.element_count() <= std::max<int64_t>(left_, 1)) {
      left_ -= literal.shape().IsArray() ? literal.element_count() : 0;
      out_.append(with_shape_ ? literal.ToString() : literal.ToStringWithoutShape());
    } else {
      Cut(literal);
    }
  }
  std::string Take() { return std::move(out_); }

 private:
  void Tuple(const Literal& literal) {
    out_.push_back('(');
    size_t shown = 0;
    for (const Literal& element : literal.elements()) {
      if (shown > 0) out_.append(", ");
      // A value without elements takes room too.
      if (left_-- <= 0) {
        StrAppend(out_, "... ",
                  Count(static_cast<int64_t>(literal.elements().size() - shown), "more value"));
        break;
      }
      Append(element);
      ++shown;
    }
    out_.push_back(')');
  }

  void Cut(const Literal& literal) {
    const int64_t shown = std::max<int64_t>(left_, 1);
    left_ = 0;
    if (with_shape_) StrAppend(out_, literal.shape().ToString(), " ");
    const StatusOr<Literal> first = FirstElements(literal, shown);
    std::string text = first.ok() ? first->ToStringWithoutShape() : "{}";
    text.pop_back();
    StrAppend(out_, text, first.ok() ? ", ... " : "... ",
              Count(literal.element_count() - shown, "more element"), "}");
  }

  int64_t left_;
  const bool with_shape_;
  std::string out_;
};

std::string PreviewOf(const Literal& literal, int64_t max_elements, bool with_shape) {
  if (!literal.valid()) return "";
  Preview preview(max_elements, with_shape);
  preview.Append(literal);
  return preview.Take();
}

}  // namespace

std::string LiteralPreview(const Literal& literal, int64_t max_elements) {
  return PreviewOf(literal, max_elements, /*with_shape=*/true);
}

std::string LiteralPreviewWithoutShape(const Literal& literal, int64_t max_elements) {
  return PreviewOf(literal, max_elements, /*with_shape=*/false);
}

}  // namespace hloom
