#include "ops/literal_copies_eval.h"

#include "literal/padding.h"
#include "shape/index_util.h"

namespace hloom {

StatusOr<Literal> CreateUnpadded(ShapePtr shape, const LedgerPtr& ledger) {
  HLOOM_ASSIGN_OR_RETURN(Buffer memory, Buffer::Allocate(ShapeUtil::ByteSizeOf(*shape), ledger));
  return Literal::OverStorage(std::move(shape), std::move(memory));
}

StatusOr<Literal> CopyBatch::Create(ShapePtr shape, const LedgerPtr& ledger) {
  HLOOM_ASSIGN_OR_RETURN(Literal array, CreateUnpadded(std::move(shape), ledger));
  if (array.shape().layout().has_padding()) padded_.push_back(array);
  return array;
}

void CopyBatch::Add(Span<const int64_t> sizes, std::byte* to, Span<const int64_t> to_strides,
                    const std::byte* from, Span<const int64_t> from_strides, int64_t width) {
  copies_.push_back({StridedCopyTasks(sizes, to_strides, from_strides, width), to, from});
}

// Dead elements move, too: a larger size set later makes them live again.
StatusOr<Literal> CopyBatch::InLayoutOf(const Shape& shape, const Literal& value,
                                        const LedgerPtr& ledger) {
  const Shape& from = value.shape();
  if (!from.IsArray() || from.layout() == shape.layout()) return value;
  Shape to = from;
  to.set_layout(shape.layout());
  HLOOM_ASSIGN_OR_RETURN(Literal moved,
                         Create(std::make_shared<const Shape>(std::move(to)), ledger));
  HLOOM_RETURN_IF_ERROR(SetLiveSizes(value.live_sizes(), moved));
  Add(from.dimensions(), moved.mutable_data<std::byte>(), IndexUtil::Strides(moved.shape()),
      value.data<std::byte>(), IndexUtil::Strides(from), ByteWidth(from.element_type()));
  return moved;
}

namespace {

Kernel PadAndCopy(std::vector<Literal> padded, std::vector<StridedCopyPart> copies) {
  for (Literal& array : padded) {
    co_await FillPaddingInTasks(array.shape(), array.mutable_data<std::byte>());
  }
  co_await CopyParts(std::move(copies));
  co_return OkStatus();
}

}  // namespace

Kernel CopyBatch::Run() && {
  if (padded_.empty()) return CopyParts(std::move(copies_));
  return PadAndCopy(std::move(padded_), std::move(copies_));
}

Kernel CopyBox(Span<const int64_t> sizes, const Literal& from, Literal& to) {
  return CopyStrided(sizes, to.mutable_data<std::byte>(), IndexUtil::Strides(to.shape()),
                     from.data<std::byte>(), IndexUtil::Strides(from.shape()),
                     ByteWidth(to.shape().element_type()));
}

namespace {

alignas(16) constexpr std::byte kZero[16] = {};

}  // namespace

Kernel ClearElements(Literal& array) {
  const Shape& shape = array.shape();
  const std::vector<int64_t> still(static_cast<size_t>(shape.rank()), 0);
  return CopyStrided(shape.dimensions(), array.mutable_data<std::byte>(), IndexUtil::Strides(shape),
                     kZero, still, ByteWidth(shape.element_type()));
}

Kernel ClearBytes(std::byte* data, int64_t bytes) {
  constexpr int64_t kOne = 1;
  constexpr int64_t kStill = 0;
  return CopyStrided({&bytes, 1}, data, {&kOne, 1}, kZero, {&kStill, 1}, 1);
}

Status SetLiveSizes(Span<const int64_t> sizes, Literal& array) {
  for (int64_t d = 0; d < array.shape().rank(); ++d) {
    if (!array.shape().is_dynamic_dimension(d)) continue;
    HLOOM_RETURN_IF_ERROR(array.SetDynamicSize(d, sizes[static_cast<size_t>(d)]));
  }
  return OkStatus();
}

bool IsPrefix(const Shape& part, const Shape& array) {
  if (part.layout().has_padding() || array.layout().has_padding()) return false;
  const std::vector<int64_t> strides = IndexUtil::Strides(array);
  const std::vector<int64_t> part_strides = IndexUtil::Strides(part);
  for (int64_t d = 0; d < part.rank(); ++d) {
    const size_t i = static_cast<size_t>(d);
    if (part.dimensions(d) > 1 && part_strides[i] != strides[i]) return false;
  }
  return true;
}

Kernel CutTo(Span<const int64_t> sizes, const Literal& array, const LedgerPtr& ledger,
             Literal* result) {
  const Shape& from = array.shape();
  const auto shape = std::make_shared<const Shape>(
      ShapeUtil::MakeShapeWithLayout(from.element_type(), sizes, from.layout().minor_to_major()));
  if (IsPrefix(*shape, from)) {
    const int64_t bytes = ShapeUtil::ByteSizeOf(*shape);
    *result = Literal::OverStorage(shape, array.storage().Slice(0, bytes));
    return {};
  }
  StatusOr<Literal> cut = Literal::Create(shape, ledger);
  HLOOM_RETURN_IF_ERROR(cut.status());
  *result = *std::move(cut);
  return CopyBox(sizes, array, *result);
}

namespace {

// The live elements in an array of this shape, which has room for them. Others are zero bytes.
Kernel FitArray(const Literal& array, const Shape& shape, const LedgerPtr& ledger,
                Literal* result) {
  StatusOr<Literal> created = CreateUnpadded(std::make_shared<const Shape>(shape), ledger);
  HLOOM_CO_RETURN_IF_ERROR(created.status());
  *result = *std::move(created);
  co_await FillPaddingInTasks(shape, result->mutable_data<std::byte>());
  const std::vector<int64_t> sizes = array.live_sizes();
  HLOOM_CO_RETURN_IF_ERROR(SetLiveSizes(sizes, *result));
  if (!SpanEquals(Span<const int64_t>(sizes), shape.dimensions())) {
    co_await ClearElements(*result);
  }
  co_await CopyBox(sizes, array, *result);
  co_return OkStatus();
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

Kernel Given(StatusOr<Literal> value, Literal* result) {
  HLOOM_RETURN_IF_ERROR(value.status());
  *result = *std::move(value);
  return {};
}

}  // namespace

Kernel RelayoutInTasks(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                       Literal* result) {
  if (value.shape() == shape) return Given(value, result);
  if (shape.IsTuple()) return EachPart(value, shape, RelayoutInTasks, ledger, result);
  CopyBatch batch;
  HLOOM_RETURN_IF_ERROR(Given(batch.InLayoutOf(shape, value, ledger), result).status());
  return std::move(batch).Run();
}

Kernel ToBoundedDynamic(const Literal& value, const Shape& bounded, const LedgerPtr& ledger,
                        Literal* result) {
  const Shape& shape = value.shape();
  const bool held = ShapeUtil::Holds(bounded, shape);
  if (held && bounded.IsTuple() && bounded != shape) {
    return EachPart(value, bounded, ToBoundedDynamic, ledger, result);
  }
  const bool moves =
      held && bounded.IsArray() && bounded != shape &&
      (!ShapeUtil::SameDimensions(bounded, shape) || bounded.layout() != shape.layout());
  if (moves) return FitArray(value, bounded, ledger, result);
  return Given(value.ToBoundedDynamic(bounded, ledger), result);
}

Kernel PadToStatic(const Literal& value, const Shape& shape, const LedgerPtr& ledger,
                   Literal* result) {
  if (!ShapeUtil::Compatible(shape, value.shape())) {
    return Given(value.PadToStatic(shape, ledger), result);
  }
  if (ShapeUtil::EqualIgnoringLayout(shape, value.shape())) {
    return RelayoutInTasks(value, shape, ledger, result);
  }
  if (shape.IsTuple()) return EachPart(value, shape, PadToStatic, ledger, result);
  return FitArray(value, shape, ledger, result);
}

}  // namespace hloom
