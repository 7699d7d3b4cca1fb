#include "literal/literal_preview.h"

#include <algorithm>
#include <cstring>

#include "base/str_cat.h"
#include "kernels/sizes.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

int64_t LiveElements(const Literal& literal) { return ElementCount(literal.live_sizes()); }

// The first elements in row-major order, as an array of one dimension.
StatusOr<Literal> FirstElements(const Literal& literal, int64_t count) {
  const Shape& shape = literal.shape();
  const int64_t width = ByteWidth(shape.element_type());
  const std::vector<int64_t> strides = IndexUtil::Strides(shape);
  const std::vector<int64_t> sizes = literal.live_sizes();
  std::vector<int64_t> index(static_cast<size_t>(shape.rank()), 0);
  HLOOM_ASSIGN_OR_RETURN(Literal first,
                         Literal::Create(ShapeUtil::MakeShape(shape.element_type(), {count})));
  for (int64_t i = 0; i < count; ++i) {
    int64_t linear = 0;
    for (size_t d = 0; d < index.size(); ++d) linear += index[d] * strides[d];
    std::memcpy(first.mutable_data<std::byte>() + i * width,
                literal.data<std::byte>() + linear * width, static_cast<size_t>(width));
    IndexUtil::BumpIndices(sizes, Span<int64_t>(index.data(), index.size()));
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
      return;
    }
    const int64_t elements = literal.shape().IsArray() ? LiveElements(literal) : 0;
    if (elements > std::max<int64_t>(left_, 1)) {
      Cut(literal, elements);
      return;
    }
    left_ -= elements;
    out_.append(with_shape_ ? literal.ToString() : literal.ToStringWithoutShape());
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

  void Cut(const Literal& literal, int64_t elements) {
    const int64_t shown = std::max<int64_t>(left_, 1);
    left_ = 0;
    if (with_shape_) {
      out_.append(literal.shape().ToString());
      if (literal.shape().is_dynamic()) {
        StrAppend(out_, "(", StrJoin(literal.live_sizes(), ","), ")");
      }
      out_.push_back(' ');
    }
    const StatusOr<Literal> first = FirstElements(literal, shown);
    std::string text = first.ok() ? first->ToStringWithoutShape() : "{}";
    text.pop_back();
    StrAppend(out_, text, first.ok() ? ", ... " : "... ", Count(elements - shown, "more element"),
              "}");
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
