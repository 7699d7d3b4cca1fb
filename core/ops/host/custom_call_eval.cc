#include "ops/host/custom_call.h"
#include "ops/host/host.h"
#include "ops/linear_algebra/decomposition_calls_eval.h"
#include "ops/prepared_eval.h"
#include "ops/sorting/top_k_eval.h"

namespace hloom {

namespace {

// ---- what is built in ----

std::unique_ptr<const PreparedOp> MakeTopKCall(const HloInstruction& instruction,
                                               Span<const Shape* const> operands) {
  return PrepareTopK(instruction, *operands[0], /*largest=*/true);
}

constexpr OpEval kTopKCall = {.evaluate = EvaluatePrepared<MakeTopKCall>,
                              .prepare = PrepareAsStated<MakeTopKCall>};

const OpEval* BuiltIn(const HloInstruction& instruction) {
  const std::string& target = instruction.attributes<CustomCallAttributes>().custom_call_target;
  return target == "TopK" ? &kTopKCall : DecompositionCallEval(instruction);
}

}  // namespace

extern const OpEval kCustomCallEval;
constexpr OpEval kCustomCallEval = {
    .resume = ResumeAtHost,
    .reads_live_sizes = true,
    .executed_by = BuiltIn,
};

}  // namespace hloom
