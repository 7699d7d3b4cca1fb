#include "ops/collectives/collective_arrays_eval.h"

#include "shape/index_util.h"

namespace hloom {

Literal ArrayOrTupleOf(std::vector<Literal> arrays) {
  return arrays.size() == 1 ? std::move(arrays[0]) : Literal::MakeTuple(std::move(arrays));
}

void GiveToAll(std::vector<Literal> arrays, std::vector<Literal>* results) {
  const Literal shared = ArrayOrTupleOf(std::move(arrays));
  for (Literal& result : *results) result = shared;
}

Kernel ZerosFor(const HloInstruction& instruction, const LedgerPtr& ledger, Literal* result) {
  std::vector<Literal> arrays(instruction.operands().size());
  for (size_t k = 0; k < arrays.size(); ++k) {
    StatusOr<Literal> array = Literal::Create(CollectiveArrayShape(instruction, k), ledger);
    HLOOM_CO_RETURN_IF_ERROR(array.status());
    arrays[k] = *std::move(array);
    co_await ClearElements(arrays[k]);
  }
  *result = ArrayOrTupleOf(std::move(arrays));
  co_return OkStatus();
}

void AddBlock(const Block& block, const Literal& from, Literal& to, CopyBatch& copies) {
  const std::vector<int64_t> to_strides = IndexUtil::Strides(to.shape());
  const std::vector<int64_t> from_strides = IndexUtil::Strides(from.shape());
  const auto dimension = static_cast<size_t>(block.dimension);
  const int64_t width = ByteWidth(to.shape().element_type());
  for (const int64_t size : block.sizes) {
    if (size == 0) return;
  }
  copies.Add(Span<const int64_t>(block.sizes.data(), block.sizes.size()),
             to.mutable_data<std::byte>() + block.to_place * to_strides[dimension] * width,
             Span<const int64_t>(to_strides.data(), to_strides.size()),
             from.data<std::byte>() + block.from_place * from_strides[dimension] * width,
             Span<const int64_t>(from_strides.data(), from_strides.size()), width);
}

}  // namespace hloom
