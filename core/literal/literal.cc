#include "literal/literal.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/article.h"
#include "base/str_cat.h"
#include "literal/padding.h"
#include "literal/rules.h"
#include "shape/index_util.h"

namespace hloom {

Literal::Literal(const Literal& other) = default;
Literal& Literal::operator=(const Literal& other) = default;
Literal::~Literal() = default;

const Shape& Literal::InvalidShape() {
  static const Shape* const kInvalid =
      new Shape();  // never destroyed: no exit-time order to get wrong
  return *kInvalid;
}

StatusOr<Literal> Literal::Create(const Shape& shape, LedgerPtr ledger) {
  return Create(std::make_shared<const Shape>(shape), std::move(ledger));
}

StatusOr<Literal> Literal::Create(ShapePtr shape, LedgerPtr ledger) {
  Literal literal;
  HLOOM_ASSIGN_OR_RETURN(literal.storage_,
                         Buffer::Allocate(ShapeUtil::ByteSizeOf(*shape), std::move(ledger)));
  FillPadding(*shape, literal.storage_.data());
  literal.shape_ = std::move(shape);
  return literal;
}

namespace {

// literal.c3: elements of fewer than 8 bits leave the rest of their byte empty.
Status CheckSmallElements(const Shape& shape, const Buffer& storage) {
  const PrimitiveType type = shape.element_type();
  const int bits = type == PRED ? 1 : BitWidth(type);
  if (bits >= 8) return OkStatus();
  const bool is_signed = IsSignedIntegralType(type);
  const int low = is_signed ? -(1 << (bits - 1)) : 0;
  const int high = (1 << (is_signed ? bits - 1 : bits)) - 1;
  for (int64_t i = 0; i < storage.size(); ++i) {
    const int byte = static_cast<int>(storage.data()[i]);
    const int value = is_signed ? static_cast<int8_t>(byte) : byte;
    if (value >= low && value <= high) continue;
    return InvalidArgument(kLiteralC3)
        .Say(StrCat("element ", i, " of ", WithArticle(shape.ToString()), " has the byte value ",
                    value))
        .Operand(shape)
        .Help(type == PRED ? std::string("a PRED element is the byte 0 (false) or 1 (true)")
                           : StrCat("the bytes of ", PrimitiveTypeText(type), " elements are ", low,
                                    " to ", high));
  }
  return OkStatus();
}

}  // namespace

StatusOr<Literal> Literal::FromBuffer(ShapePtr shape, Buffer storage) {
  const int64_t bytes = ShapeUtil::ByteSizeOf(*shape);
  if (!shape->IsArray() || storage.size() != bytes) {
    return InvalidArgument(kLiteralC2)
        .Say(StrCat("a value of shape ", shape->ToString(), " takes ", Count(bytes, "byte"),
                    ", not ", storage.size()))
        .Operand(*shape)
        .Help(StrCat("pass ", Count(ShapeUtil::ElementsIn(*shape), "element"), " of ",
                     ByteWidth(shape->element_type()), " bytes each"));
  }
  HLOOM_RETURN_IF_ERROR(CheckSmallElements(*shape, storage));
  return OverStorage(std::move(shape), std::move(storage));
}

Literal Literal::OverStorage(ShapePtr shape, Buffer storage) {
  Literal literal;
  literal.shape_ = std::move(shape);
  literal.storage_ = std::move(storage);
  return literal;
}

Literal Literal::MakeTuple(std::vector<Literal> elements) {
  std::vector<Shape> shapes;
  shapes.reserve(elements.size());
  for (const Literal& element : elements) shapes.push_back(element.shape());
  return MakeTuple(std::make_shared<const Shape>(std::move(shapes)), std::move(elements));
}

Literal Literal::MakeTuple(ShapePtr shape, std::vector<Literal> elements) {
  Literal literal;
  literal.shape_ = std::move(shape);
  literal.parts_ = std::make_shared<const Parts>(Parts{std::move(elements), {}});
  return literal;
}

Literal Literal::MakeToken() {
  Literal literal;
  literal.shape_ = std::make_shared<const Shape>(ShapeUtil::MakeTokenShape());
  return literal;
}

Span<const Literal> Literal::elements() const {
  return parts_ ? Span<const Literal>(parts_->elements) : Span<const Literal>();
}

int64_t Literal::LinearIndex(Span<const int64_t> index) const {
  return IndexUtil::MultidimensionalIndexToLinearIndex(shape(), index);
}

bool operator==(const Literal& a, const Literal& b) {
  if (!ShapeUtil::EqualIgnoringLayout(a.shape(), b.shape())) return false;
  if (a.shape().IsTuple()) return SpanEquals(a.elements(), b.elements());
  const std::vector<int64_t> sizes = a.live_sizes();
  if (sizes != b.live_sizes()) return false;
  if (!a.shape().IsArray() || std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return true;
  const size_t width = static_cast<size_t>(ByteWidth(a.shape().element_type()));
  std::vector<int64_t> index(static_cast<size_t>(a.shape().rank()));
  do {
    const std::byte* x = a.data<std::byte>() + static_cast<size_t>(a.LinearIndex(index)) * width;
    const std::byte* y = b.data<std::byte>() + static_cast<size_t>(b.LinearIndex(index)) * width;
    if (std::memcmp(x, y, width) != 0) return false;
  } while (IndexUtil::BumpIndices(sizes, index));
  return true;
}

}  // namespace hloom
