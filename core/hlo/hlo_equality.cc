#include "hlo/hlo_equality.h"

#include <algorithm>
#include <unordered_map>

#include "base/str_cat.h"

namespace hloom {

namespace {

using Computations = std::unordered_map<const HloComputation*, const HloComputation*>;

std::vector<int64_t> IndicesOf(Span<const HloInstruction* const> instructions) {
  std::vector<int64_t> indices;
  for (const HloInstruction* instruction : instructions) indices.push_back(instruction->index());
  return indices;
}

bool SameComputations(Span<const HloComputation* const> a, Span<const HloComputation* const> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool SameOperands(const HloInstruction& a, const HloInstruction& b) {
  if (a.operands().size() != b.operands().size()) return false;
  for (size_t i = 0; i < a.operands().size(); ++i) {
    if (a.operand(i)->index() != b.operand(i)->index()) return false;
  }
  return true;
}

bool SameCallees(const HloInstruction& a, const HloInstruction& b,
                 const Computations& counterparts) {
  if (a.called_computations().size() != b.called_computations().size()) return false;
  for (size_t i = 0; i < a.called_computations().size(); ++i) {
    const auto found = counterparts.find(a.called_computation(i));
    if (found == counterparts.end() || found->second != b.called_computation(i)) return false;
  }
  return true;
}

bool SameExtras(const InstructionExtras* a, const InstructionExtras* b) {
  const InstructionExtras none;
  if (a == nullptr) a = &none;
  if (b == nullptr) b = &none;
  const auto predecessors = [](const InstructionExtras& extras) {
    const auto& list = extras.control_predecessors;
    return IndicesOf(Span<const HloInstruction* const>(list.data(), list.size()));
  };
  return a->metadata == b->metadata && a->frontend_attributes == b->frontend_attributes &&
         a->sharding == b->sharding && a->origin == b->origin &&
         a->backend_config == b->backend_config && predecessors(*a) == predecessors(*b) &&
         a->statistics == b->statistics && a->parameter_replication == b->parameter_replication &&
         a->domain == b->domain;
}

// Names the difference; empty if there is none.
std::string_view InstructionDifference(const HloInstruction& a, const HloInstruction& b,
                                       const Computations& counterparts) {
  if (a.name() != b.name()) return "name";
  if (a.opcode() != b.opcode()) return "operation";
  if (!(a.shape() == b.shape())) return "shape";
  if (!SameOperands(a, b)) return "operands";
  if (!AttributesEqual(a.raw_attributes(), b.raw_attributes())) return "attributes";
  if (!SameCallees(a, b, counterparts)) return "called computations";
  if (!SameExtras(a.extras(), b.extras())) return "extras";
  return {};
}

std::string ComputationDifference(const HloComputation& a, const HloComputation& b,
                                  const Computations& counterparts) {
  if (a.name() != b.name()) return StrCat("computation ", a.name(), " is named ", b.name());
  const std::string of = StrCat(" of computation ", a.name());
  if (a.instructions().size() != b.instructions().size()) {
    return StrCat("the number of instructions", of, " differs: ", a.instructions().size(), " and ",
                  b.instructions().size());
  }
  for (size_t i = 0; i < a.instructions().size(); ++i) {
    const HloInstruction& left = *a.instructions()[i];
    const HloInstruction& right = *b.instructions()[i];
    const std::string_view what = InstructionDifference(left, right, counterparts);
    if (!what.empty()) {
      return StrCat("instruction ", i, of, ", %", left.name(), " and %", right.name(),
                    ", differs in its ", what);
    }
  }
  if (a.root()->index() != b.root()->index()) return StrCat("the root", of, " differs");
  if (a.execution_thread() != b.execution_thread()) {
    return StrCat("the execution thread", of, " differs");
  }
  const auto parameters = [](const HloComputation& c) {
    return IndicesOf(Span<const HloInstruction* const>(c.parameters()));
  };
  if (parameters(a) != parameters(b)) return StrCat("the parameters", of, " differ");
  return std::string();
}

}  // namespace

std::string HloDifference(const HloModule& a, const HloModule& b) {
  if (a.name() != b.name()) return StrCat("module ", a.name(), " is named ", b.name());
  if (a.computations().size() != b.computations().size()) {
    return StrCat("the number of computations differs: ", a.computations().size(), " and ",
                  b.computations().size());
  }
  Computations counterparts;
  for (size_t i = 0; i < a.computations().size(); ++i) {
    const HloComputation& left = *a.computations()[i];
    const HloComputation& right = *b.computations()[i];
    std::string difference = ComputationDifference(left, right, counterparts);
    if (!difference.empty()) return difference;
    counterparts[&left] = &right;
  }
  if (counterparts[&a.entry_computation()] != &b.entry_computation())
    return "the entry computation differs";
  if (!(a.config() == b.config())) return "the configuration of the module differs";
  return std::string();
}

bool SameFunction(const HloComputation& a, const HloComputation& b) {
  if (&a == &b) return true;
  if (a.instructions().size() != b.instructions().size()) return false;
  if (a.root()->index() != b.root()->index()) return false;
  for (size_t i = 0; i < a.instructions().size(); ++i) {
    const HloInstruction& left = *a.instructions()[i];
    const HloInstruction& right = *b.instructions()[i];
    if (left.opcode() != right.opcode() || !(left.shape() == right.shape()) ||
        !SameOperands(left, right) ||
        !AttributesEqual(left.raw_attributes(), right.raw_attributes()) ||
        !SameComputations(left.called_computations(), right.called_computations())) {
      return false;
    }
  }
  return true;
}

}  // namespace hloom
