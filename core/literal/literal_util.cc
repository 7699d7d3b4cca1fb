#include "literal/literal_util.h"

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "literal/padding.h"
#include "literal/rules.h"
#include "shape/index_util.h"

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
  FillPadding(shape, literal->mutable_data<std::byte>());
  return *std::move(literal);
}

namespace {

MarkedText TypeValueHelp(PrimitiveType type, TypeValue value) {
  if (IsComplexType(type)) {
    return "complex numbers have no order: `Real`, `Imag` and `Abs` give real numbers"_msg;
  }
  if (IsIntegralType(type) && value == TypeValue::kOne) {
    return "`ConvertElementType` gives the elements a wider type, such as S8, which has it"_msg;
  }
  return "`ConvertElementType` gives the elements another type, such as F32, which has it"_msg;
}

}  // namespace

StatusOr<Literal> LiteralUtil::Make(PrimitiveType type, TypeValue value) {
  const std::optional<ElementBytes> element = TypeValueBytes(type, value);
  if (!element) {
    return InvalidArgument(kLiteralC7)
        .Say(StrCat(PrimitiveTypeText(type), " has no ", TypeValueName(value)))
        .Help(TypeValueHelp(type, value));
  }
  HLOOM_ASSIGN_OR_RETURN(Literal literal, Literal::Create(ShapeUtil::MakeScalarShape(type)));
  std::memcpy(literal.mutable_data<std::byte>(), element->bytes,
              static_cast<size_t>(ByteWidth(type)));
  return literal;
}

Literal LiteralUtil::Full(const Shape& shape, const Literal& value) {
  const bool fits = ShapeUtil::IsScalarWithElementType(value.shape(), shape.element_type());
  if (!fits || !ShapeUtil::ValidateShape(shape).ok()) return Literal();
  StatusOr<Literal> literal = Literal::Create(shape);
  if (!literal.ok()) return Literal();
  const std::vector<int64_t> same(static_cast<size_t>(shape.rank()), 0);
  StridedCopy(shape.dimensions(), literal->mutable_data<std::byte>(), IndexUtil::Strides(shape),
              value.data<std::byte>(), same, ByteWidth(shape.element_type()));
  return *std::move(literal);
}

}  // namespace hloom
