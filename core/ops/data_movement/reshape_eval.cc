#include "kernels/reshape.h"

#include "ops/data_movement/reshape.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

StatusOr<Shape> LiveReshape(const HloInstruction& instruction, Span<const Shape* const> operands) {
  return LiveReshapeShape(instruction.operand(0)->shape(), instruction.shape(), *operands[0]);
}

// In row-major order both shapes are the same run of elements, and there are other such orders.
StatusOr<Literal> ViewOfSameOrder(EvalContext&, const HloInstruction& instruction,
                                  Operands operands) {
  const Shape& from = operands[0]->shape();
  const Shape& to = instruction.shape();
  if (from.layout().has_padding() || to.layout().has_padding()) return Literal();
  const bool alike = LieAlike(to.dimensions(), IndexUtil::Strides(to), from.dimensions(),
                              IndexUtil::Strides(from));
  if (!alike) return Literal();
  return Literal::OverStorage(instruction.shape_ptr(), operands[0]->storage());
}

Kernel EvaluateReshape(EvalContext&, const HloInstruction& instruction, Operands operands,
                       Destination& destination) {
  const Shape& from = operands[0]->shape();
  const Shape& to = instruction.shape();
  return ReshapeInto(to.dimensions(), destination.data(), IndexUtil::Strides(to), from.dimensions(),
                     operands[0]->data<std::byte>(), IndexUtil::Strides(from),
                     ByteWidth(to.element_type()));
}

}  // namespace

extern const OpEval kReshapeEval;
constexpr OpEval kReshapeEval = {
    .view = ViewOfSameOrder,
    .evaluate = EvaluateReshape,
    .live_shape = LiveReshape,
};

}  // namespace hloom
