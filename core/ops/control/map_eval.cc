// How map is computed.
#include "kernels/map.h"

#include "ops/live_sizes_eval.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Puts what belongs to each dimension into the order in which the layout walks memory, outermost
// first.
std::vector<int64_t> OutermostFirst(const Layout& layout, Span<const int64_t> of_dimensions) {
  std::vector<int64_t> ordered;
  const Span<const int64_t> minor_to_major = layout.minor_to_major();
  for (size_t i = minor_to_major.size(); i-- > 0;) {
    ordered.push_back(of_dimensions[static_cast<size_t>(minor_to_major[i])]);
  }
  return ordered;
}

Kernel EvaluateMap(EvalContext&, const HloInstruction& instruction, Operands operands,
                   Destination& destination) {
  const Shape& shape = instruction.shape();
  const Layout& layout = shape.layout();
  MapArrays arrays;
  arrays.sizes = OutermostFirst(layout, shape.dimensions());
  for (const Literal* operand : operands) {
    const Shape& from = operand->shape();
    MapArrays::Operand array = {operand->data<std::byte>(), ByteWidth(from.element_type())};
    array.scalar = from.rank() == 0 && shape.rank() > 0;
    if (!array.scalar) array.strides = OutermostFirst(layout, IndexUtil::Strides(from));
    arrays.operands.push_back(std::move(array));
  }
  arrays.result = destination.data();
  arrays.width = ByteWidth(shape.element_type());
  arrays.strides = OutermostFirst(layout, IndexUtil::Strides(shape));
  return MapElements(std::move(arrays));
}

Status AlignMap(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

}  // namespace

extern const OpEval kMapEval;
constexpr OpEval kMapEval = {
    .evaluate = EvaluateMap,
    .in_place = InPlace::kAnyOperand,
    .align_sizes = AlignMap,
};

}  // namespace hloom
