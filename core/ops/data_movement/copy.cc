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

// verifier.cc checks it.
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
        "Copies the operand; a tuple is copied with all its parts. In HLO the layouts of the "
        "result may differ from the operand's: copy changes layouts.",
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
        "Returns the operand's value, and prevents optimizations from moving computations across "
        "this point: all of the operand is computed before anything that depends on the result.",
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
        "Returns the operand's value, and marks the boundary between instructions of two "
        "shardings. In domain={kind=\"sharding\", entry={...}, exit={...}}, entry is the sharding "
        "of the instructions that use the value, and exit that of the instructions that produce "
        "it. Either may be {}, none; without the attribute both are. Values never depend on it.",
    .source = "XLA, HloDomainInstruction",
};

}  // namespace hloom
