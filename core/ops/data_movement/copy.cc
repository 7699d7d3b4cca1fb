// copy, opt-barrier and domain: the operand itself.
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kCopyOperands[] = {{"operand", "an array, or a value of any other shape"}};
constexpr OperandSpec kAnyOperand[] = {{"operand", "a value of any shape, tuples included"}};

StatusOr<Shape> InferCopy(const InferContext& context) {
  return context.operand(0).IsArray() ? InferElementwise(context) : context.operand(0);
}

StatusOr<Shape> InferSame(const InferContext& context) { return context.operand(0); }

// Judged where instructions are verified with what they carry: verifier.cc.
constexpr Rule kDomainRules[] = {kDomainC1};

}  // namespace

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
    .operands = kAnyOperand,
    .min_operands = 1,
    .max_operands = 1,
    .infer_shape = InferSame,
    .traits = {.keeps_type = true},
    .doc =
        "Gives the operand's value, and lets no optimisation move computations across this place: "
        "all of the operand is computed before anything that depends on the result.",
    .source = "Operation Semantics, OptimizationBarrier",
};

constexpr OpDef kDomainDef = {
    .opcode = HloOpcode::kDomain,
    .name = "domain",
    .operands = kAnyOperand,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kDomainRules,
    .infer_shape = InferSame,
    .traits = {.keeps_type = true},
    .doc =
        "Gives the operand's value, and marks where instructions of one sharding end and those of "
        "another begin: in domain={kind=\"sharding\", entry={...}, exit={...}}, entry is the "
        "sharding of those that use the value, exit that of those that make it; either may be {}, "
        "none, and without the attribute both are. "
        "Values never depend on it.",
    .source = "XLA, HloDomainInstruction",
};

}  // namespace hloom
