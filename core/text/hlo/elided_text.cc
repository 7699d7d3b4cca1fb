#include "text/hlo/elided_text.h"

#include <cstring>

#include "base/str_cat.h"
#include "literal/strided.h"

namespace hloom::hlo_text {

bool IsElided(const Literal& literal) {
  constexpr int64_t kMostPrinted = 10;
  return !literal.shape().IsArray() || literal.element_count() > kMostPrinted;
}

StatusOr<bool> ElidedZeros::Accept(TextReader& in, const Shape& shape, Literal* literal) {
  const size_t begin = in.position();
  // XLA prints {...}; its parser takes spaces and comments inside of the braces.
  if (!in.Accept('{') || !in.Accept("...") || !in.Accept('}')) {
    in.set_position(begin);
    return false;
  }
  StatusOr<Literal> zeros = Make(shape);
  if (!zeros.ok()) return in.Locate(zeros.status(), begin);
  *literal = *std::move(zeros);
  return true;
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
    HLOOM_RETURN_IF_ERROR(Book(shape));
    return Relayout(literal, shape.layout(), nullptr);
  }
  if (!shape.IsArray() || shape.is_dynamic()) {
    return InvalidArgument("literal.p2")
        .Say(StrCat("elided elements of ", shape.ToString(), " have no zeros to stand for them"))
        .Help("print the program with print_large_constants, which leaves nothing out");
  }
  Buffer& zeros = zeros_[ShapeUtil::ByteSizeOf(shape)];
  if (!zeros) {
    HLOOM_RETURN_IF_ERROR(Book(shape));
    HLOOM_ASSIGN_OR_RETURN(zeros, Buffer::Allocate(ShapeUtil::ByteSizeOf(shape)));
    std::memset(zeros.data(), 0, static_cast<size_t>(zeros.size()));
  }
  return Literal::FromBuffer(std::make_shared<const Shape>(shape), zeros);
}

Status ElidedZeros::Book(const Shape& shape) {
  constexpr int64_t kMostBytes = int64_t{256} << 20;
  const int64_t size = ShapeUtil::ByteSizeOf(shape);
  if (size <= kMostBytes - bytes_) {
    bytes_ += size;
    return OkStatus();
  }
  return ResourceExhausted("elided.c1")
      .Say(StrCat("the zeros for elided constants would take more than ", kMostBytes, " bytes"))
      .Detail(StrCat("this one is ", shape.ToString(), ", ", size, " bytes"))
      .Help("make what is large a parameter of the program");
}

}  // namespace hloom::hlo_text
