#include "ops/windows/fold_eval.h"

#include "ops/elementwise/compare.h"

namespace hloom {

namespace {

// JAX calls a computation for each of several folds.
const FoldKernel* FoldOf(const HloInstruction& result, const HloInstruction* accumulator,
                         const HloInstruction* value) {
  const HloInstruction* operation = &result;
  for (;;) {
    if (operation->operands().size() != 2) return nullptr;
    const bool in_order = operation->operand(0) == accumulator && operation->operand(1) == value;
    const bool swapped = operation->operand(0) == value && operation->operand(1) == accumulator;
    if (!in_order && !swapped) return nullptr;
    if (operation->opcode() != HloOpcode::kCall) {
      const HloOpcode opcode = operation->opcode();
      if (swapped && !GetOpDef(opcode).traits.commutative) return nullptr;
      return GetOpEval(opcode).fold();
    }
    const HloComputation& called = *operation->called_computation(0);
    operation = called.root();
    accumulator = called.parameters()[in_order ? 0 : 1];
    value = called.parameters()[in_order ? 1 : 0];
  }
}

// Finds log(exp(a) + exp(b)) in a computation of a and b.
class LogAddExpMatcher {
 public:
  LogAddExpMatcher(const HloInstruction* a, const HloInstruction* b) : a_(a), b_(b) {}

  bool Matches(const HloInstruction& root) const {
    if (root.opcode() != HloOpcode::kSelect) return IsPlain(root);
    return IsNoNumber(*root.operand(0)) && IsOfBoth(*root.operand(1), HloOpcode::kAdd) &&
           IsPlain(*root.operand(2));
  }

 private:
  bool IsOfBoth(const HloInstruction& x, HloOpcode opcode) const {
    if (x.opcode() != opcode) return false;
    return (x.operand(0) == a_ && x.operand(1) == b_) || (x.operand(0) == b_ && x.operand(1) == a_);
  }
  bool IsDifference(const HloInstruction& x) const { return IsOfBoth(x, HloOpcode::kSubtract); }

  // difference != difference
  bool IsNoNumber(const HloInstruction& x) const {
    return x.opcode() == HloOpcode::kCompare && x.operand(0) == x.operand(1) &&
           IsDifference(*x.operand(0)) &&
           x.attributes<CompareAttributes>().direction == ComparisonDirection::kNe &&
           !IsTotalOrderOfFloats(x);
  }

  // log1p(exp(-abs(difference)))
  bool IsRest(const HloInstruction& x) const {
    constexpr HloOpcode kChain[] = {HloOpcode::kLog1p, HloOpcode::kExp, HloOpcode::kNegate,
                                    HloOpcode::kAbs};
    const HloInstruction* inner = &x;
    for (const HloOpcode opcode : kChain) {
      if (inner->opcode() != opcode) return false;
      inner = inner->operand(0);
    }
    return IsDifference(*inner);
  }

  bool IsPlain(const HloInstruction& x) const {
    if (x.opcode() != HloOpcode::kAdd) return false;
    const HloInstruction& first = *x.operand(0);
    const HloInstruction& second = *x.operand(1);
    return (IsOfBoth(first, HloOpcode::kMaximum) && IsRest(second)) ||
           (IsOfBoth(second, HloOpcode::kMaximum) && IsRest(first));
  }

  const HloInstruction* const a_;
  const HloInstruction* const b_;
};

}  // namespace

const HloComputation& InnermostCalled(const HloComputation& region) {
  const HloComputation* computation = &region;
  for (;;) {
    const HloInstruction& root = *computation->root();
    const auto& parameters = computation->parameters();
    if (root.opcode() != HloOpcode::kCall || root.operands().size() != parameters.size()) break;
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (root.operand(i) != parameters[i]) return *computation;
    }
    computation = root.called_computation(0);
  }
  return *computation;
}

bool IsLogAddExp(const HloComputation& region) {
  const HloComputation& computation = InnermostCalled(region);
  const auto& parameters = computation.parameters();
  if (parameters.size() != 2) return false;
  if (!IsFloatingPointType(parameters[0]->shape().element_type())) return false;
  return LogAddExpMatcher(parameters[0], parameters[1]).Matches(*computation.root());
}

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
