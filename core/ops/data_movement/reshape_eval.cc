#include "kernels/reshape.h"

#include "ops/data_movement/reshape.h"
#include "ops/data_movement/strided_source_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

StatusOr<Shape> LiveReshape(const HloInstruction& instruction, Span<const Shape* const> operands) {
  return LiveReshapeShape(instruction.operand(0)->shape(), instruction.shape(), *operands[0],
                          instruction.attributes<ReshapeAttributes>().inferred_dimension.value);
}

// In row-major order both shapes are the same run of elements, and there are other such orders.
bool IsReshapeView(const Shape& to, const Shape& from) {
  if (from.layout().has_padding() || to.layout().has_padding()) return false;
  return LieAlike(to.dimensions(), IndexUtil::Strides(to), from.dimensions(),
                  IndexUtil::Strides(from));
}

StatusOr<Literal> ReshapeViewOfSameOrder(EvalContext&, const HloInstruction& instruction,
                                         Operands operands) {
  if (!IsReshapeView(instruction.shape(), operands[0]->shape())) return Literal();
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

// Null for a reshape that goes through scratch memory.
std::unique_ptr<const PreparedOp> PrepareReshape(const HloInstruction& instruction) {
  const Shape& from = instruction.operand(0)->shape();
  const Shape& to = instruction.shape();
  if (IsReshapeView(to, from)) return PreparedView(0);
  const auto copy = ReshapeAsCopy(to.dimensions(), IndexUtil::Strides(to), from.dimensions(),
                                  IndexUtil::Strides(from));
  if (!copy.has_value()) return nullptr;
  return PreparedCopyBy(StridedCopyTasks(copy->sizes, copy->to_strides, copy->from_strides,
                                         ByteWidth(to.element_type())),
                        0);
}

}  // namespace

constexpr OpEval kReshapeEval = {
    .view = ReshapeViewOfSameOrder,
    .evaluate = EvaluateReshape,
    .prepare = PrepareReshape,
    .live_shape = LiveReshape,
};

}  // namespace hloom
