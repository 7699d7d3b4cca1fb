#include "literal/literal_util.h"

namespace hloom {

Literal LiteralUtil::FromData(const Shape& shape, const void* data, int64_t size) {
  if (!ShapeUtil::ValidateShape(shape).ok() || ShapeUtil::ByteSizeOf(shape) != size)
    return Literal();
  StatusOr<Literal> literal = Literal::Create(shape);
  if (!literal.ok()) return Literal();
  if (size > 0) std::memcpy(literal->mutable_data<std::byte>(), data, static_cast<size_t>(size));
  return *std::move(literal);
}

Literal LiteralUtil::Zero(const Shape& shape) {
  if (!ShapeUtil::ValidateShape(shape).ok()) return Literal();
  StatusOr<Literal> literal = Literal::Create(shape);
  if (!literal.ok()) return Literal();
  if (literal->size_bytes() > 0) {
    std::memset(literal->mutable_data<std::byte>(), 0, static_cast<size_t>(literal->size_bytes()));
  }
  return *std::move(literal);
}

}  // namespace hloom
