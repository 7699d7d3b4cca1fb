#include "wasm/leaves.h"

#include "base/str_cat.h"
#include "literal/padding.h"
#include "literal/rules.h"
#include "wasm/rules.h"

namespace hloom {

namespace {

// Only the live elements of a value of a dynamic shape are copied, without gaps.
StatusOr<Literal> FromLiveElements(const Shape& bounded, Leaf leaf, const LedgerPtr& ledger) {
  if (static_cast<int64_t>(leaf.sizes.size()) != bounded.rank()) {
    return InvalidArgument(kLiteralC1)
        .Operand(bounded)
        .Say(StrCat("a value of shape ", bounded.ToString(), " comes with ",
                    Count(static_cast<int64_t>(leaf.sizes.size()), "size"), ", not ",
                    bounded.rank()))
        .Help("give its `dynamic_sizes`, one for each dimension, static ones included"_msg);
  }
  for (int64_t d = 0; d < bounded.rank(); ++d) {
    const int64_t size = leaf.sizes[static_cast<size_t>(d)];
    if (size >= 0 && size <= bounded.dimensions(d)) continue;
    return InvalidArgument(kLiteralC8)
        .Operand(bounded)
        .Say(StrCat("dimension ", d, " of ", bounded.ToString(), " cannot have the size ", size))
        .Help(StrCat("its size is in 0..", bounded.dimensions(d)));
  }
  const Shape live(bounded.element_type(), leaf.sizes,
                   LayoutUtil::WithoutPadding(bounded.layout()));
  HLOOM_ASSIGN_OR_RETURN(
      const Literal literal,
      Literal::FromBuffer(std::make_shared<const Shape>(live), std::move(leaf.buffer)));
  return literal.ToBoundedDynamic(bounded, ledger);
}

}  // namespace

StatusOr<Literal> LiteralFromLeaf(const ShapePtr& shape, Leaf leaf, const LedgerPtr& ledger) {
  if (shape->is_dynamic()) return FromLiveElements(*shape, std::move(leaf), ledger);
  // The padding always has the value of the layout, for any bytes from the caller.
  if (shape->layout().has_padding() && leaf.buffer.size() == ShapeUtil::ByteSizeOf(*shape)) {
    FillPadding(*shape, leaf.buffer.data());
  }
  return Literal::FromBuffer(shape, std::move(leaf.buffer));
}

Status NoSuchValue(const Shape& shape) {
  return Unimplemented(kLiteralC5)
      .Say(StrCat(shape.ToString(), " has no value that could be passed"))
      .Help("opaques and buffers stay inside a program");
}

}  // namespace hloom
