// copy and opt-barrier: the operand itself.
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kCopyOperands[] = {{"operand", "an array, or a value of any other shape"}};
constexpr OperandSpec kBarrierOperands[] = {{"operand", "a value of any shape, tuples included"}};

StatusOr<Shape> InferCopy(const InferContext& context) {
  return context.operand(0).IsArray() ? InferElementwise(context) : context.operand(0);
}

StatusOr<Shape> InferBarrier(const InferContext& context) { return context.operand(0); }

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
        "Copies the operand, a tuple with all of its parts. In HLO the result may have other "
        "layouts than the operand: that is how layouts are changed.",
    .source = "XLA, Copy",
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
        "Gives the operand's value, and lets no optimisation move computations across this place: "
        "all of the operand is computed before anything that depends on the result.",
    .source = "Operation Semantics, OptimizationBarrier",
};

}  // namespace hloom
