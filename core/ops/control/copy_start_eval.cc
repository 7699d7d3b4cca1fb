// Evaluation of copy-start and copy-done: copy-start makes the copy. Values are never changed in
// place, so it shares the operand's memory unless it has another layout.
#include "literal/literal_util.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

Kernel EvaluateCopyStart(EvalContext& context, const HloInstruction& instruction, Operands operands,
                         Destination& destination) {
  for (size_t i = 0; i < 2; ++i) {
    Literal part;
    co_await RelayoutInTasks(*operands[0], instruction.shape().tuple_shapes()[i], context.ledger(),
                             &part);
    destination.Add(std::move(part));
  }
  destination.Add(LiteralUtil::CreateR0<uint32_t>(0));
  co_return OkStatus();
}

StatusOr<Literal> ViewOfCopy(EvalContext&, const HloInstruction&, Operands operands) {
  return operands[0]->elements()[0];
}

}  // namespace

constexpr OpEval kCopyStartEval = {
    .kind = Computes{.evaluate = EvaluateCopyStart, .adds_parts = true},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kCopyDoneEval = {
    .kind = Computes{.view = ViewOfCopy},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
