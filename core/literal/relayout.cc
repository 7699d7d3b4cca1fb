#include "literal/relayout.h"

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "literal/padding.h"
#include "literal/rules.h"
#include "shape/index_util.h"

namespace hloom {

// ---- parts ----

StatusOr<Literal> CreateUnpadded(ShapePtr shape, const LedgerPtr& ledger) {
  HLOOM_ASSIGN_OR_RETURN(Buffer memory, Buffer::Allocate(ShapeUtil::ByteSizeOf(*shape), ledger));
  return Literal::OverStorage(std::move(shape), std::move(memory));
}

Kernel CopyBox(Span<const int64_t> sizes, const Literal& from, Literal& to) {
  return CopyStrided(sizes, to.mutable_data<std::byte>(), IndexUtil::Strides(to.shape()),
                     from.data<std::byte>(), IndexUtil::Strides(from.shape()),
                     ByteWidth(to.shape().element_type()));
}

Kernel ClearElements(Literal& array) {
  alignas(16) static constexpr std::byte kZero[16] = {};
  const Shape& shape = array.shape();
  const std::vector<int64_t> still(static_cast<size_t>(shape.rank()), 0);
  return CopyStrided(shape.dimensions(), array.mutable_data<std::byte>(), IndexUtil::Strides(shape),
                     kZero, still, ByteWidth(shape.element_type()));
}

Status SetLiveSizes(Span<const int64_t> sizes, Literal& array) {
  for (int64_t d = 0; d < array.shape().rank(); ++d) {
    if (!array.shape().is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(array.SetDynamicSize(d, sizes[static_cast<size_t>(d)]));
  }
  return OkStatus();
}

namespace {

// Fills a fresh array: padding, and the elements of `from` below `sizes`. Others are zero bytes.
Kernel FillAndCopy(std::vector<int64_t> sizes, const Literal& from, Literal& to) {
  co_await FillPaddingInTasks(to.shape(), to.mutable_data<std::byte>());
  if (!SpanEquals(Span<const int64_t>(sizes), to.shape().dimensions())) co_await ClearElements(to);
  co_await CopyBox(sizes, from, to);
  co_return OkStatus();
}

// The elements below `sizes` in a fresh array of this shape, which has room for them, with the
// same live sizes.
Kernel CopyInto(const Literal& array, Span<const int64_t> sizes, const Shape& shape,
                const LedgerPtr& ledger, Literal* result) {
  StatusOr<Literal> created = CreateUnpadded(std::make_shared<const Shape>(shape), ledger);
  HLOOM_RETURN_IF_ERROR(created.status());
  *result = *std::move(created);
  HLOOM_RETURN_IF_ERROR(SetLiveSizes(array.live_sizes(), *result));
  if (!shape.layout().has_padding() && SpanEquals(sizes, shape.dimensions())) {
    return CopyBox(sizes, array, *result);
  }
  return FillAndCopy(sizes.ToVector(), array, *result);
}

// A tuple, part by part. Depth is that of the shape.
template <typename F>
Kernel EachPart(const Literal& tuple, const Shape& shape, F of_part, const LedgerPtr& ledger,
                Literal* result) {
  std::vector<Literal> parts(tuple.elements().size());
  for (size_t i = 0; i < parts.size(); ++i) {
    Kernel part = of_part(tuple.elements()[i], shape.tuple_shapes()[i], ledger, &parts[i]);
    co_await std::move(part);
  }
  *result = Literal::MakeTuple(std::move(parts));
  co_return OkStatus();
}

Kernel Given(const Literal& value, Literal* result) {
  *result = value;
  return {};
}

Status NotHeld(const Shape& shape, const Shape& bounded) {
  return InvalidArgument(kLiteralC9)
      .Say(StrCat("a value of shape ", shape.ToString(), " does not fit ", bounded.ToString()))
      .Operand(shape)
      .Help(
          "type and rank must be the same, and each size within the bound, or equal where the "
          "dimension is not dynamic");
}

}  // namespace

// ---- kernels ----

// Dead elements move too: a larger size set later finds them again.
Kernel RelayoutInTasks(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                       Literal* result) {
  const Shape& from = value.shape();
  if (from == shape) return Given(value, result);
  if (shape.IsTuple()) return EachPart(value, shape, RelayoutInTasks, ledger, result);
  if (!from.IsArray() || from.layout() == shape.layout()) return Given(value, result);
  Shape to = from;
  to.set_layout(shape.layout());
  return CopyInto(value, from.dimensions(), to, ledger, result);
}

Kernel ToBoundedDynamic(const Literal& value, const Shape& bounded, const LedgerPtr& ledger,
                        Literal* result) {
  const Shape& shape = value.shape();
  if (!ShapeUtil::Holds(bounded, shape)) return NotHeld(shape, bounded);
  if (bounded == shape) return Given(value, result);
  if (bounded.IsTuple()) return EachPart(value, bounded, ToBoundedDynamic, ledger, result);
  if (!bounded.IsArray()) return Given(value, result);
  const std::vector<int64_t> sizes = value.live_sizes();
  if (!ShapeUtil::SameDimensions(bounded, shape) || bounded.layout() != shape.layout()) {
    return CopyInto(value, sizes, bounded, ledger, result);
  }
  *result = Literal::OverStorage(std::make_shared<const Shape>(bounded), value.storage());
  return SetLiveSizes(sizes, *result);
}

Kernel PadToStatic(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                   Literal* result) {
  if (!ShapeUtil::Compatible(shape, value.shape())) return NotHeld(value.shape(), shape);
  if (ShapeUtil::EqualIgnoringLayout(shape, value.shape())) {
    return RelayoutInTasks(value, shape, ledger, result);
  }
  if (shape.IsTuple()) return EachPart(value, shape, PadToStatic, ledger, result);
  return CopyInto(value, value.live_sizes(), shape, ledger, result);
}

// ---- at once ----

namespace {

// Runs one of these kernels, which need nothing but phases without scratch memory.
StatusOr<Literal> AtOnce(Kernel (*make)(const Literal&, const Shape&, const LedgerPtr&, Literal*),
                         const Literal& value, const Shape& shape, const LedgerPtr& ledger) {
  Literal result;
  KernelRun run(make(value, shape, ledger, &result));
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const Kernel::Need need, run.Next());
    if (need == Kernel::Need::kNothing) return result;
    for (int64_t task = 0; task < run.phase().tasks; ++task) run.phase().Run(task, nullptr);
  }
}

}  // namespace

StatusOr<Literal> RelayoutTo(const Literal& literal, const Shape& shape, LedgerPtr ledger) {
  return AtOnce(RelayoutInTasks, literal, shape, ledger);
}

StatusOr<Literal> Relayout(const Literal& literal, const Layout& layout, LedgerPtr ledger) {
  if (!literal.shape().IsArray()) return literal;
  Shape shape = literal.shape();
  shape.set_layout(layout);
  return RelayoutTo(literal, shape, std::move(ledger));
}

StatusOr<Literal> Literal::ToBoundedDynamic(const Shape& bounded, LedgerPtr ledger) const {
  return AtOnce(hloom::ToBoundedDynamic, *this, bounded, ledger);
}

StatusOr<Literal> Literal::PadToStatic(const Shape& shape, LedgerPtr ledger) const {
  return AtOnce(hloom::PadToStatic, *this, shape, ledger);
}

}  // namespace hloom
