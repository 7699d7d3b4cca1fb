#include "literal/relayout.h"

#include "kernels/copy.h"
#include "shape/index_util.h"

namespace hloom {

StatusOr<Literal> Relayout(const Literal& literal, const Layout& layout, LedgerPtr ledger) {
  const Shape& from = literal.shape();
  if (!from.IsArray() || from.layout() == layout) return literal;
  Shape shape = from;
  shape.set_layout(layout);
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(shape, std::move(ledger)));
  StridedCopy(from.dimensions(), result.mutable_data<std::byte>(), IndexUtil::Strides(shape),
              literal.data<std::byte>(), IndexUtil::Strides(from), ByteWidth(from.element_type()));
  for (int64_t d = 0; d < from.rank(); ++d) {
    if (!from.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(d, literal.GetDynamicSize(d)));
  }
  return result;
}

// The depth of a shape is bounded.
StatusOr<Literal> RelayoutTo(const Literal& literal, const Shape& shape, LedgerPtr ledger) {
  if (literal.shape() == shape) return literal;
  if (!shape.IsTuple()) return Relayout(literal, shape.layout(), std::move(ledger));
  std::vector<Literal> elements;
  for (size_t i = 0; i < literal.elements().size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal element,
                           RelayoutTo(literal.elements()[i], shape.tuple_shapes()[i], ledger));
    elements.push_back(std::move(element));
  }
  return Literal::MakeTuple(std::move(elements));
}

}  // namespace hloom
