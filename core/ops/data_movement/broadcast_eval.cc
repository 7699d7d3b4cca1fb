#include "ops/data_movement/broadcast.h"

#include "ops/data_movement/strided_source_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

StatusOr<Shape> LiveBroadcast(const HloInstruction& instruction,
                              Span<const Shape* const> operands) {
  const std::vector<int64_t>& dimensions = instruction.attributes<BroadcastAttributes>().dimensions;
  std::vector<int64_t> sizes = instruction.shape().dimensions().ToVector();
  for (size_t i = 0; i < dimensions.size(); ++i) {
    sizes[static_cast<size_t>(dimensions[i])] = operands[0]->dimensions()[i];
  }
  return ShapeUtil::MakeShape(instruction.shape().element_type(), sizes);
}

// f32[3] to f32[2,3] with dimensions={1}: strides {0,1}. Dimension 0 of the result is not a
// dimension of the operand, so a step along it stays on the same element.
StridedSource SourceOfBroadcast(const HloInstruction& instruction, const Shape& operand) {
  const std::vector<int64_t>& dimensions = instruction.attributes<BroadcastAttributes>().dimensions;
  const std::vector<int64_t> operand_strides = IndexUtil::Strides(operand);
  std::vector<int64_t> strides(static_cast<size_t>(instruction.shape().rank()), 0);
  for (size_t i = 0; i < dimensions.size(); ++i) {
    strides[static_cast<size_t>(dimensions[i])] = operand_strides[i];
  }
  return {std::move(strides), 0};
}

std::vector<int64_t> Repeats(const HloInstruction& instruction) {
  return SourceOfBroadcast(instruction, instruction.operand(0)->shape()).strides;
}

}  // namespace

constexpr OpEval kBroadcastEval = {
    .kind = Computes{.prepare = PrepareBySource<SourceOfBroadcast>, .repeats = Repeats},
    .live = {.shape = LiveBroadcast},
};

}  // namespace hloom
