#include "literal/convert.h"

#include "kernels/convert.h"
#include "literal/padding.h"

namespace hloom {

StatusOr<Literal> ConvertElements(const Literal& literal, const ShapePtr& to, LedgerPtr ledger) {
  const PrimitiveType from_type = literal.shape().element_type();
  const PrimitiveType to_type = to->element_type();
  if (from_type == to_type) return Literal::FromBuffer(to, literal.storage());
  const int64_t count = literal.size_bytes() / ByteWidth(from_type);
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(to, std::move(ledger)));
  ConvertRun(from_type, literal.data<std::byte>(), to_type, result.mutable_data<std::byte>(),
             count);
  // Padding is not converted: it is filled with the value of the new type.
  FillPadding(*to, result.mutable_data<std::byte>());
  return result;
}

StatusOr<Literal> ConvertElements(const Literal& literal, PrimitiveType to, LedgerPtr ledger) {
  if (literal.shape().element_type() == to) return literal;
  return ConvertElements(
      literal, std::make_shared<const Shape>(ShapeUtil::ChangeElementType(literal.shape(), to)),
      std::move(ledger));
}

}  // namespace hloom
