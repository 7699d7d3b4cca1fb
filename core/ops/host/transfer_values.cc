#include "ops/host/transfer_values.h"

#include <cstring>

#include "literal/literal_util.h"

namespace hloom {

// The recursion is as deep as the shape.
StatusOr<Literal> ZeroValue(const Shape& shape, const LedgerPtr& ledger) {
  if (shape.IsToken()) return Literal::MakeToken();
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.tuple_shapes()) {
      HLOOM_ASSIGN_OR_RETURN(Literal zeros, ZeroValue(element, ledger));
      elements.push_back(std::move(zeros));
    }
    return Literal::MakeTuple(std::move(elements));
  }
  HLOOM_ASSIGN_OR_RETURN(Literal array, Literal::Create(shape, ledger));
  if (array.size_bytes() > 0) {
    std::memset(array.mutable_data<std::byte>(), 0, static_cast<size_t>(array.size_bytes()));
  }
  return array;
}

Literal TransferContext(Literal value, uint32_t request) {
  return Literal::MakeTuple(
      {std::move(value), LiteralUtil::CreateR0<uint32_t>(request), Literal::MakeToken()});
}

uint32_t TransferRequest(const Literal& context) {
  return context.elements()[1].GetFirstElement<uint32_t>();
}

}  // namespace hloom
