#include "text/hlo/elided_text.h"

#include <algorithm>
#include <cstring>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "literal/literal_parser.h"
#include "literal/relayout.h"
#include "literal/rules.h"
#include "text/rules.h"

namespace hloom::hlo_text {

bool IsElided(const Literal& literal) {
  constexpr int64_t kMostPrinted = 10;
  return !literal.shape().IsArray() || literal.element_count() > kMostPrinted;
}

StatusOr<bool> ElidedZeros::Accept(TextReader& in, const Shape& shape, Literal* literal) {
  const char first = in.Peek();
  const size_t begin = in.position();
  const size_t length = ElidedLength(in.text().substr(begin));
  if (length == 0) return false;
  size_t position = begin;
  StatusOr<Literal> read =
      first == '{' ? Make(shape) : ReadTuple(in.text(), length, shape, &position);
  if (!read.ok()) return in.Locate(read.status(), position);
  *literal = *std::move(read);
  in.set_position(begin + length);
  return true;
}

// Reads a tuple of which some elements are written, perhaps as one value for a whole array. The
// memory that it takes beyond its text counts as that of zeros does.
StatusOr<Literal> ElidedZeros::ReadTuple(std::string_view text, size_t length, const Shape& shape,
                                         size_t* position) {
  int64_t bytes = -static_cast<int64_t>(length) * 8;
  for (const Shape* leaf : ShapeUtil::ArrayLeaves(shape))
    bytes = CheckedAdd(bytes, ShapeUtil::ByteSizeOf(*leaf)).value_or(INT64_MAX);
  HLOOM_RETURN_IF_ERROR(Book(std::max(bytes, int64_t{0}), shape));
  return ParseElidedLiteralAt(shape, text, position,
                              [this](const Shape& element) { return Make(element); });
}

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
StatusOr<Literal> ElidedZeros::Make(const Shape& shape) {
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.tuple_shapes()) {
      HLOOM_ASSIGN_OR_RETURN(Literal literal, Make(element));
      elements.push_back(std::move(literal));
    }
    return Literal::MakeTuple(std::move(elements));
  }
  if (shape.IsToken()) return Literal::MakeToken();
  if (shape.IsArray() && shape.layout().has_padding()) {
    const Shape dense(shape.element_type(), shape.dimensions(),
                      LayoutUtil::WithoutPadding(shape.layout()));
    HLOOM_ASSIGN_OR_RETURN(const Literal literal, Make(dense));
    HLOOM_RETURN_IF_ERROR(Book(ShapeUtil::ByteSizeOf(shape), shape));
    return Relayout(literal, shape.layout(), nullptr);
  }
  if (!shape.IsArray() || shape.is_dynamic()) {
    return InvalidArgument(kLiteralP2)
        .Say(StrCat("zeros cannot replace the elided elements of ", shape.ToString()))
        .Help("print the program with print_large_constants, which leaves nothing out");
  }
  Buffer& zeros = zeros_[ShapeUtil::ByteSizeOf(shape)];
  if (!zeros) {
    HLOOM_RETURN_IF_ERROR(Book(ShapeUtil::ByteSizeOf(shape), shape));
    HLOOM_ASSIGN_OR_RETURN(zeros, Buffer::Allocate(ShapeUtil::ByteSizeOf(shape)));
    std::memset(zeros.data(), 0, static_cast<size_t>(zeros.size()));
  }
  return Literal::FromBuffer(std::make_shared<const Shape>(shape), zeros);
}

Status ElidedZeros::Book(int64_t size, const Shape& shape) {
  constexpr int64_t kMostBytes = int64_t{256} << 20;
  if (size <= kMostBytes - bytes_) {
    bytes_ += size;
    return OkStatus();
  }
  return ResourceExhausted(kElidedC1)
      .Say(StrCat("the zeros for elided constants would take more than ", kMostBytes, " bytes"))
      .Detail(StrCat("this one is ", shape.ToString(), ", ", size, " bytes"))
      .Help("make large constants parameters of the program");
}

}  // namespace hloom::hlo_text
