#include "ops/windows/fold_eval.h"

namespace hloom {

namespace {

const FoldKernel* FoldOf(const HloInstruction& root, const HloInstruction* accumulator,
                         const HloInstruction* value) {
  if (root.operands().size() != 2) return nullptr;
  const bool in_order = root.operand(0) == accumulator && root.operand(1) == value;
  const bool swapped = root.operand(0) == value && root.operand(1) == accumulator;
  const bool folds = in_order || (swapped && GetOpDef(root.opcode()).traits.commutative);
  return folds ? GetOpEval(root.opcode()).fold : nullptr;
}

}  // namespace

const FoldKernel* RecognizeFold(const HloComputation& computation) {
  const auto& parameters = computation.parameters();
  if (parameters.size() != 2) return nullptr;
  return FoldOf(*computation.root(), parameters[0], parameters[1]);
}

std::vector<const FoldKernel*> RecognizeFolds(const HloComputation& computation, size_t n) {
  const auto& parameters = computation.parameters();
  const HloInstruction& root = *computation.root();
  if (parameters.size() != 2 * n) return {};
  std::vector<const FoldKernel*> kernels;
  for (size_t i = 0; i < n; ++i) {
    const bool tuple = root.opcode() == HloOpcode::kTuple;
    if (tuple ? root.operands().size() != n : n != 1) return {};
    const FoldKernel* kernel =
        FoldOf(tuple ? *root.operand(i) : root, parameters[i], parameters[n + i]);
    if (kernel == nullptr) return {};
    kernels.push_back(kernel);
  }
  return kernels;
}

}  // namespace hloom
