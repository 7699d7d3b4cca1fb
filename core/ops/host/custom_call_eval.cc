#include "ops/contractions/dynamic_convolution_eval.h"
#include "ops/host/annotations.h"
#include "ops/host/custom_call.h"
#include "ops/host/host.h"
#include "ops/linear_algebra/decompositions_eval.h"
#include "ops/literal_copies_eval.h"
#include "ops/prepared_eval.h"
#include "ops/sorting/top_k_eval.h"

namespace hloom {

namespace {

// ---- what is built in ----

std::unique_ptr<const PreparedOp> MakeTopKCall(const HloInstruction& instruction,
                                               Span<const Shape* const> operands) {
  return PrepareTopK(instruction, *operands[0], /*largest=*/true);
}

constexpr OpEval kTopKCall = {
    .kind = Computes{.prepare = MakeTopKCall},
};

// ---- annotations ----

constexpr OpEval kHandsOnOperand = {
    .kind = Forwards{Forwards::kOperand},
    .live = kHandlesLiveSizes,
};
constexpr OpEval kHandsOnOperands = {
    .kind = Forwards{Forwards::kOperands},
    .live = kHandlesLiveSizes,
};

StatusOr<Literal> GiveNothing(EvalContext&, const HloInstruction&, Operands) {
  return Literal::MakeTuple({});
}
constexpr OpEval kGivesNothing = {
    .kind = Computes{.view = GiveNothing},
    .live = kHandlesLiveSizes,
};

// Operands that have other layouts in the tuple.
Kernel EvaluateRelaidOperands(EvalContext& context, const HloInstruction& call, Operands operands,
                              Destination& destination) {
  for (size_t i = 0; i < operands.size(); ++i) {
    Literal part;
    co_await RelayoutInTasks(*operands[i], call.shape().tuple_shapes()[i], context.ledger(), &part);
    destination.Add(std::move(part));
  }
  co_return OkStatus();
}
constexpr OpEval kRelaysOperands = {
    .kind = Computes{.evaluate = EvaluateRelaidOperands, .adds_parts = true},
    .live = kHandlesLiveSizes,
};

Kernel RefuseToChangeShape(EvalContext&, const HloInstruction& call, Operands, Destination&) {
  return ChangesShape(call);
}
constexpr OpEval kChangesShape = {
    .kind = Computes{.evaluate = RefuseToChangeShape, .adds_parts = true},
    .live = kHandlesLiveSizes,
};

bool HaveLayoutsOf(const HloInstruction& call) {
  for (size_t i = 0; i < call.operands().size(); ++i) {
    if (call.operand(i)->shape() != call.shape().tuple_shapes()[i]) return false;
  }
  return true;
}

const OpEval* AnnotationEval(const HloInstruction& call) {
  switch (HandedBy(call)) {
    case Handed::kOperand:
      return call.operand(0)->shape() == call.shape() ? &kHandsOnOperand
                                                      : &GetOpEval(HloOpcode::kCopy);
    case Handed::kOperands:
      return HaveLayoutsOf(call) ? &kHandsOnOperands : &kRelaysOperands;
    case Handed::kNothing:
      return &kGivesNothing;
    case Handed::kOther:
      break;
  }
  return &kChangesShape;
}

const OpEval* BuiltIn(const HloInstruction& instruction) {
  const std::string& target = instruction.attributes<CustomCallAttributes>().custom_call_target;
  if (FindAnnotation(target) != nullptr) return AnnotationEval(instruction);
  if (target == "TopK") return &kTopKCall;
  const OpEval* convolution = DynamicConvolutionEval(instruction);
  return convolution != nullptr ? convolution : DecompositionEval(instruction);
}

}  // namespace

constexpr OpEval kCustomCallEval = {
    .kind = AsksHost{ResumeAtHost},
    .live = kHandlesLiveSizes,
    .executed_by = BuiltIn,
};

}  // namespace hloom
