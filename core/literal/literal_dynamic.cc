// Live sizes of literals of dynamic shapes.
#include "base/str_cat.h"
#include "literal/literal.h"
#include "literal/rules.h"

namespace hloom {

Status Literal::SetDynamicSize(int64_t dimension, int64_t size) {
  const Shape& shape = this->shape();
  const bool there = shape.IsArray() && dimension >= 0 && dimension < shape.rank() &&
                     shape.is_dynamic_dimension(dimension);
  if (!there || size < 0 || size > shape.dimensions(dimension)) {
    return InvalidArgument(kLiteralC8)
        .Say(StrCat("dimension ", dimension, " of ", shape.ToString(), " cannot have the size ",
                    size))
        .Operand(shape)
        .Help(there ? StrCat("its size is in 0..", shape.dimensions(dimension))
                    : std::string("only dynamic dimensions, such as that of f32[<=10], have sizes "
                                  "that may change"));
  }
  std::vector<int64_t> sizes = live_sizes();
  sizes[static_cast<size_t>(dimension)] = size;
  const bool bounds = SpanEquals(Span<const int64_t>(sizes), shape.dimensions());
  parts_ = bounds ? nullptr : std::make_shared<const Parts>(Parts{{}, std::move(sizes)});
  return OkStatus();
}

// Depth is that of the shape.
StatusOr<Literal> Literal::ToStatic(LedgerPtr ledger) const {
  if (shape().is_static()) return *this;
  if (shape().IsTuple()) {
    std::vector<Literal> parts;
    for (const Literal& element : elements()) {
      HLOOM_ASSIGN_OR_RETURN(Literal part, element.ToStatic(ledger));
      parts.push_back(std::move(part));
    }
    return MakeTuple(std::move(parts));
  }
  return Slice(std::vector<int64_t>(static_cast<size_t>(shape().rank()), 0), live_sizes(),
               std::move(ledger));
}

}  // namespace hloom
