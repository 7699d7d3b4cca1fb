#include "ops/windows/general_reduce.h"

#include <cstring>

namespace hloom {

namespace {

// Results that are computed side by side: the k-th element of each is folded in one step.
constexpr int64_t kSideBySide = 256;

// What one of the arrays takes part with.
struct Side {
  Side(const Literal& array, const Literal& init, Literal result, const Partition& partition)
      : array(array),
        init(init),
        result(std::move(result)),
        width(static_cast<size_t>(init.size_bytes())),
        kept(array.shape(), partition.kept_dimensions),
        accumulators(width * kSideBySide),
        values(width * kSideBySide) {}

  // The first elements that fall into the next `count` results.
  void Begin(int64_t count) {
    offsets.clear();
    for (int64_t i = 0; i < count; ++i, kept.Next()) {
      offsets.push_back(kept.offset());
      std::memcpy(accumulators.data() + static_cast<size_t>(i) * width, init.data<std::byte>(),
                  width);
    }
  }
  void Load(int64_t reduced_offset) {
    for (size_t i = 0; i < offsets.size(); ++i) {
      const auto from = static_cast<size_t>(offsets[i] + reduced_offset);
      std::memcpy(values.data() + i * width, array.data<std::byte>() + from * width, width);
    }
  }

  const Literal& array;
  const Literal& init;
  Literal result;
  size_t width;
  OffsetWalk kept;
  std::vector<int64_t> offsets;
  std::vector<std::byte> accumulators, values;
};

class GeneralReduce {
 public:
  GeneralReduce(EvalContext& context, const Partition& partition)
      : context_(context), partition_(partition), poller_(context) {}

  StatusOr<Literal> Run(const HloInstruction& instruction, Operands operands) {
    HLOOM_ASSIGN_OR_RETURN(caller_, context_.Prepare(*instruction.called_computation(0)));
    const size_t n = operands.size() / 2;
    for (size_t i = 0; i < n; ++i) {
      const Shape& shape = n == 1 ? instruction.shape() : instruction.shape().tuple_shapes()[i];
      HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(RowMajor(shape, shape.element_type()),
                                                             context_.ledger()));
      sides_.emplace_back(*operands[i], *operands[n + i], std::move(result), partition_);
    }
    // Accumulators first, then values: f(max, argmax, value, index).
    for (Side& side : sides_) arguments_.push_back(side.accumulators.data());
    for (Side& side : sides_) arguments_.push_back(side.values.data());
    for (Side& side : sides_) results_.push_back(side.accumulators.data());
    const int64_t count = sides_[0].result.element_count();
    for (int64_t r = 0; r < count; r += kSideBySide) {
      HLOOM_RETURN_IF_ERROR(ReduceSome(r, std::min(kSideBySide, count - r)));
    }
    if (n == 1) return std::move(sides_[0].result);
    std::vector<Literal> results;
    for (Side& side : sides_) results.push_back(std::move(side.result));
    return Literal::MakeTuple(std::move(results));
  }

 private:
  Status ReduceSome(int64_t first, int64_t count) {
    std::vector<OffsetWalk> walks;
    for (Side& side : sides_) {
      side.Begin(count);
      walks.emplace_back(side.array.shape(), partition_.reduced_dimensions);
    }
    const int64_t reduced = partition_.reduced_count();
    for (int64_t e = 0; e < reduced; ++e) {
      for (size_t i = 0; i < sides_.size(); ++i) {
        sides_[i].Load(walks[i].offset());
        walks[i].Next();
      }
      HLOOM_RETURN_IF_ERROR(caller_->CallOnElements(
          Span<const std::byte* const>(arguments_.data(), arguments_.size()),
          Span<std::byte* const>(results_.data(), results_.size()), count));
      HLOOM_RETURN_IF_ERROR(poller_.After(count));
    }
    HLOOM_RETURN_IF_ERROR(poller_.After(count));
    for (Side& side : sides_) {
      std::memcpy(side.result.mutable_data<std::byte>() + static_cast<size_t>(first) * side.width,
                  side.accumulators.data(), static_cast<size_t>(count) * side.width);
    }
    return OkStatus();
  }

  EvalContext& context_;
  const Partition& partition_;
  Poller poller_;
  std::unique_ptr<ComputationCaller> caller_;
  std::vector<Side> sides_;
  std::vector<const std::byte*> arguments_;
  std::vector<std::byte*> results_;
};

}  // namespace

StatusOr<Literal> ReduceByComputation(EvalContext& context, const HloInstruction& instruction,
                                      Operands operands, const Partition& partition) {
  return GeneralReduce(context, partition).Run(instruction, operands);
}

}  // namespace hloom
