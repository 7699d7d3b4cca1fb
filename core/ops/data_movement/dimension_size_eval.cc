#include "base/str_cat.h"
#include "ops/data_movement/dimension_size.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"
#include "ops/rules.h"

namespace hloom {

namespace {

Kernel EvaluateGet(EvalContext&, const HloInstruction& instruction, Operands operands,
                   Destination& destination) {
  const int64_t dimension = instruction.attributes<DimensionSizeAttributes>().dimensions[0];
  const int64_t size = operands[0]->GetDynamicSize(dimension);
  *destination.array().mutable_data<int32_t>() = static_cast<int32_t>(size);
  return {};
}

// The size of a static dimension.
class PreparedSize final : public PreparedOp {
 public:
  explicit PreparedSize(int32_t size) : size_(size) {}
  Kernel Run(const std::byte* const*, std::byte* const* results) const override {
    *reinterpret_cast<int32_t*>(results[0]) = size_;
    return {};
  }
  bool is_small() const override { return true; }

 private:
  const int32_t size_;
};

std::unique_ptr<const PreparedOp> PrepareGet(const HloInstruction& instruction,
                                             Span<const Shape* const> operands) {
  const int64_t dimension = instruction.attributes<DimensionSizeAttributes>().dimensions[0];
  return std::make_unique<PreparedSize>(static_cast<int32_t>(operands[0]->dimensions(dimension)));
}

// The live sizes of the result.
std::vector<int64_t> SizesAfterSet(const HloInstruction& instruction, Operands operands) {
  const int64_t dimension = instruction.attributes<DimensionSizeAttributes>().dimensions[0];
  std::vector<int64_t> sizes = operands[0]->live_sizes();
  sizes[static_cast<size_t>(dimension)] = operands[1]->GetFirstElement<int32_t>();
  return sizes;
}

Status CheckSize(const HloInstruction& instruction, Operands operands) {
  const Shape& shape = instruction.shape();
  const int64_t dimension = instruction.attributes<DimensionSizeAttributes>().dimensions[0];
  const int64_t size = operands[1]->GetFirstElement<int32_t>();
  const int64_t bound = shape.dimensions(dimension);
  const bool dynamic = shape.is_dynamic_dimension(dimension);
  if (size >= (dynamic ? 0 : bound) && size <= bound) return OkStatus();
  return InvalidArgument(kSetDimensionSizeC3)
      .Say(
          StrCat("dimension ", dimension, " of ", shape.ToString(), " cannot have the size ", size))
      .Operand(operands[0]->shape())
      .Help(dynamic ? StrCat("a live size is in 0..", bound)
                    : StrCat("the dimension is static: its size is ", bound));
}

// The elements stay in memory, including dead ones: a larger size set later makes them live again.
StatusOr<Literal> ViewWithSize(EvalContext&, const HloInstruction& instruction, Operands operands) {
  HLOOM_RETURN_IF_ERROR(CheckSize(instruction, operands));
  if (operands[0]->shape().layout() != instruction.shape().layout()) return Literal();
  Literal result = Literal::OverStorage(instruction.shape_ptr(), operands[0]->storage());
  HLOOM_RETURN_IF_ERROR(SetLiveSizes(SizesAfterSet(instruction, operands), result));
  return result;
}

// Puts the array into another layout.
Kernel EvaluateSet(EvalContext&, const HloInstruction& instruction, Operands operands,
                   Destination& destination) {
  HLOOM_RETURN_IF_ERROR(SetLiveSizes(SizesAfterSet(instruction, operands), destination.array()));
  return CopyBox(instruction.shape().dimensions(), *operands[0], destination.array());
}

}  // namespace

constexpr OpEval kGetDimensionSizeEval = {
    .kind = Computes{.prepare = PrepareGet, .evaluate = EvaluateGet},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kSetDimensionSizeEval = {
    .kind = Computes{.evaluate = EvaluateSet, .view = ViewWithSize},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
