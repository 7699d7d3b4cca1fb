// Literals of dynamic shapes: live sizes, and the ways between them and static arrays.
#include <cstring>

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "literal/literal.h"
#include "literal/relayout.h"
#include "literal/rules.h"
#include "shape/index_util.h"

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

namespace {

Status NotHeld(const Shape& shape, const Shape& bounded) {
  return InvalidArgument(kLiteralC9)
      .Say(StrCat("a value of shape ", shape.ToString(), " is none of ", bounded.ToString()))
      .Operand(shape)
      .Help(
          "type and rank must be the same, and each size within the bound, or equal where the "
          "dimension is not dynamic");
}

}  // namespace

StatusOr<Literal> Literal::CopyLive(const Literal& from, const Shape& to, LedgerPtr ledger) {
  const std::vector<int64_t> sizes = from.live_sizes();
  HLOOM_ASSIGN_OR_RETURN(Literal result, Create(to, std::move(ledger)));
  if (!SpanEquals(Span<const int64_t>(sizes), to.dimensions())) result.ClearElements();
  StridedCopy(sizes, result.mutable_data<std::byte>(), IndexUtil::Strides(to),
              from.data<std::byte>(), IndexUtil::Strides(from.shape()),
              ByteWidth(to.element_type()));
  return result;
}

StatusOr<Literal> Literal::ToBoundedDynamic(const Shape& bounded, LedgerPtr ledger) const {
  if (!ShapeUtil::Holds(bounded, shape())) return NotHeld(shape(), bounded);
  if (bounded == shape()) return *this;
  if (bounded.IsTuple()) {
    std::vector<Literal> parts;
    for (size_t i = 0; i < elements().size(); ++i) {
      HLOOM_ASSIGN_OR_RETURN(Literal part,
                             elements()[i].ToBoundedDynamic(bounded.tuple_shapes()[i], ledger));
      parts.push_back(std::move(part));
    }
    return MakeTuple(std::move(parts));
  }
  if (!bounded.IsArray()) return *this;
  const std::vector<int64_t> sizes = live_sizes();
  Literal result;
  if (ShapeUtil::SameDimensions(bounded, shape()) && bounded.layout() == shape().layout()) {
    result = *this;
    result.shape_ = std::make_shared<const Shape>(bounded);
    result.parts_ = nullptr;
  } else {
    HLOOM_ASSIGN_OR_RETURN(result, CopyLive(*this, bounded, std::move(ledger)));
  }
  for (int64_t d = 0; d < bounded.rank(); ++d) {
    if (!bounded.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(d, sizes[static_cast<size_t>(d)]));
  }
  return result;
}

// Depth is that of the shape.
StatusOr<Literal> Literal::PadToStatic(const Shape& padded, LedgerPtr ledger) const {
  if (!ShapeUtil::Compatible(padded, shape())) return NotHeld(shape(), padded);
  if (ShapeUtil::EqualIgnoringLayout(padded, shape())) return RelayoutTo(*this, padded, ledger);
  if (padded.IsTuple()) {
    std::vector<Literal> parts;
    for (size_t i = 0; i < elements().size(); ++i) {
      HLOOM_ASSIGN_OR_RETURN(Literal part,
                             elements()[i].PadToStatic(padded.tuple_shapes()[i], ledger));
      parts.push_back(std::move(part));
    }
    return MakeTuple(std::move(parts));
  }
  HLOOM_ASSIGN_OR_RETURN(Literal result, CopyLive(*this, padded, std::move(ledger)));
  for (int64_t d = 0; d < padded.rank(); ++d) {
    if (!padded.is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(result.SetDynamicSize(d, GetDynamicSize(d)));
  }
  return result;
}

// Padding between the elements keeps its value.
void Literal::ClearElements() {
  const int64_t width = ByteWidth(shape().element_type());
  const std::byte zero[16] = {};
  StridedCopy(shape().dimensions(), mutable_data<std::byte>(), IndexUtil::Strides(shape()), zero,
              std::vector<int64_t>(static_cast<size_t>(shape().rank()), 0), width);
}

}  // namespace hloom
