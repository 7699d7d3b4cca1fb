// copy and opt-barrier: the operand itself.
#include <algorithm>

#include "kernels/elementwise/elements.h"
#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/op_eval.h"

namespace hloom {

namespace {

constexpr OperandSpec kCopyOperands[] = {{"operand", "an array, or a value of any other shape"}};
constexpr OperandSpec kBarrierOperands[] = {{"operand", "a value of any shape, tuples included"}};

StatusOr<Shape> InferCopy(const InferContext& context) {
  return context.operand(0).IsArray() ? InferElementwise(context) : context.operand(0);
}
ElementFunction CopyFor(const HloInstruction& instruction, PrimitiveType) {
  return CopyFunction(ByteWidth(instruction.shape().element_type()));
}
constexpr ElementOp kCopyElements = {CopyFor, /*computes=*/false};

StatusOr<Shape> InferBarrier(const InferContext& context) { return context.operand(0); }

// Values are never changed in place: where the layout stays, the copy may share the storage.
StatusOr<Literal> EvaluateIdentity(EvalContext& context, const HloInstruction& instruction,
                                   Operands operands) {
  return RelayoutTo(*operands[0], instruction.shape(), context.ledger());
}

}  // namespace

extern const OpDef kCopyDef, kOptimizationBarrierDef;

constexpr OpDef kCopyDef = {
    .opcode = HloOpcode::kCopy,
    .name = "copy",
    .operands = kCopyOperands,
    .min_operands = 1,
    .max_operands = 1,
    .infer_shape = InferCopy,
    .traits = {.elementwise = true},
    .doc =
        "The operand's value, that of a tuple with all of its parts. In HLO the result may have "
        "other "
        "layouts than the operand: that is how layouts are changed.",
    .source = "XLA, Copy",
};
extern const OpEval kCopyEval;
constexpr OpEval kCopyEval = {
    .evaluate_whole = EvaluateIdentity,
    .reads_live_sizes = true,
    .elements = &kCopyElements,
};

constexpr OpDef kOptimizationBarrierDef = {
    .opcode = HloOpcode::kOptimizationBarrier,
    .name = "opt-barrier",
    .operands = kBarrierOperands,
    .min_operands = 1,
    .max_operands = 1,
    .infer_shape = InferBarrier,
    .traits = {.keeps_type = true},
    .doc =
        "The operand's value, across which no optimisation moves computations: all of the operand "
        "is computed before anything that depends on the result.",
    .source = "Operation Semantics, OptimizationBarrier",
};
extern const OpEval kOptimizationBarrierEval;
constexpr OpEval kOptimizationBarrierEval = {
    .evaluate_whole = EvaluateIdentity,
    .reads_live_sizes = true,
};

}  // namespace hloom
