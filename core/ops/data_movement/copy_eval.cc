#include "kernels/elementwise/elements.h"
#include "ops/data_movement/strided_source_eval.h"
#include "ops/literal_copies_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

ElementFunction CopyFor(const HloInstruction& instruction, PrimitiveType) {
  return CopyFunction(ByteWidth(instruction.shape().element_type()));
}
constexpr ElementOp kCopyElements = {CopyFor, /*computes=*/false};

bool HasLayoutsOf(const Shape& shape, const Shape& other) {
  if (!shape.IsTuple()) return !shape.IsArray() || shape.layout() == other.layout();
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    if (!HasLayoutsOf(shape.tuple_shapes()[i], other.tuple_shapes()[i])) return false;
  }
  return true;
}

// Values are never changed in place: if the layout is the same, the copy can share the storage.
StatusOr<Literal> ViewOfSameLayout(EvalContext&, const HloInstruction& instruction,
                                   Operands operands) {
  return HasLayoutsOf(operands[0]->shape(), instruction.shape()) ? *operands[0] : Literal();
}

// Parts may be tuples; parts with the same layout are shared.
Kernel RelayoutParts(EvalContext& context, const Shape& shape, const Literal& tuple,
                     Destination& destination) {
  for (size_t i = 0; i < tuple.elements().size(); ++i) {
    Literal part;
    co_await RelayoutInTasks(tuple.elements()[i], shape.tuple_shapes()[i], context.ledger(), &part);
    destination.Add(std::move(part));
  }
  co_return OkStatus();
}

Kernel EvaluateIdentity(EvalContext& context, const HloInstruction& instruction, Operands operands,
                        Destination& destination) {
  const Literal& operand = *operands[0];
  if (operand.shape().IsTuple()) {
    return RelayoutParts(context, instruction.shape(), operand, destination);
  }
  HLOOM_RETURN_IF_ERROR(SetLiveSizes(operand.live_sizes(), destination.array()));
  return CopyBox(operand.shape().dimensions(), operand, destination.array());
}

std::unique_ptr<const PreparedOp> PrepareIdentity(const HloInstruction& instruction,
                                                  Span<const Shape* const> operands) {
  const Shape& from = *operands[0];
  const Shape& to = instruction.shape();
  if (HasLayoutsOf(from, to)) return PreparedView(0);
  return PreparedCopyBy(StridedCopyTasks(to.dimensions(), IndexUtil::Strides(to),
                                         IndexUtil::Strides(from), ByteWidth(to.element_type())),
                        0);
}

constexpr OpEval kHandsOn = {
    .kind = Forwards{Forwards::kOperand},
    .live = kHandlesLiveSizes,
};

const OpEval* HandsOnSameLayout(const HloInstruction& instruction) {
  return HasLayoutsOf(instruction.operand(0)->shape(), instruction.shape()) ? &kHandsOn : nullptr;
}

constexpr OpEval kSameEval = {
    .kind = Computes{.prepare = PrepareIdentity,
                     .evaluate = EvaluateIdentity,
                     .view = ViewOfSameLayout,
                     .adds_parts = true},
    .live = kHandlesLiveSizes,
    .executed_by = HandsOnSameLayout,
};

}  // namespace

constexpr OpEval kCopyEval = {
    .kind = Computes{.prepare = PrepareIdentity,
                     .evaluate = EvaluateIdentity,
                     .view = ViewOfSameLayout,
                     .adds_parts = true,
                     .elements = &kCopyElements},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kOptimizationBarrierEval = kSameEval;
constexpr OpEval kDomainEval = kSameEval;

}  // namespace hloom
