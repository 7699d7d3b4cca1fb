#include "ops/literal_copies_eval.h"

#include "literal/padding.h"
#include "shape/index_util.h"

namespace hloom {

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

Kernel ClearBytes(std::byte* data, int64_t bytes) {
  constexpr int64_t kOne = 1;
  constexpr int64_t kStill = 0;
  static constexpr std::byte kZero = {};
  return CopyStrided({&bytes, 1}, data, {&kOne, 1}, &kZero, {&kStill, 1}, 1);
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

}  // namespace hloom
