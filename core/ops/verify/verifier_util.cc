#include "ops/verify/verifier_util.h"

#include "base/str_cat.h"
#include "ops/rules.h"

namespace hloom {

ErrorBuilder Missing(std::string text) {
  return InvalidArgument(kVerifierC1)
      .Say(std::move(text))
      .Help("the module was not built completely");
}

bool IsAmongFirst(const HloComputation& computation, const HloInstruction* instruction,
                  size_t count) {
  const int64_t index = instruction->index();
  return index >= 0 && static_cast<size_t>(index) < count &&
         computation.instructions()[static_cast<size_t>(index)].get() == instruction;
}

namespace {

Status CheckControlPredecessors(const HloComputation& computation, const InstructionExtras& extras,
                                size_t i) {
  for (const HloInstruction* predecessor : extras.control_predecessors) {
    if (predecessor == nullptr) return Missing("a control predecessor is missing");
    if (IsAmongFirst(computation, predecessor, i)) continue;
    return InvalidArgument(kVerifierC9)
        .Say(StrCat("the control predecessor %", Shortened(predecessor->name()),
                    " does not come earlier in the computation"))
        .Help("a control predecessor comes before the instruction: orders form no cycle");
  }
  return OkStatus();
}

// Counts arrays and tokens. The recursion is as deep as the shape, as below.
size_t CountLeaves(const Shape& shape) {
  if (!shape.IsTuple()) return 1;
  size_t leaves = 0;
  for (const Shape& element : shape.tuple_shapes()) leaves += CountLeaves(element);
  return leaves;
}

Status CheckReplication(const Shape& shape, const InstructionExtras& extras) {
  if (extras.parameter_replication.empty()) return OkStatus();
  const size_t leaves = CountLeaves(shape);
  if (extras.parameter_replication.size() == leaves) return OkStatus();
  return InvalidArgument(kVerifierC11)
      .Say(StrCat("parameter_replication has ",
                  Count(static_cast<int64_t>(extras.parameter_replication.size()), "value")))
      .Detail(StrCat(shape.ToString(), " has ", Count(static_cast<int64_t>(leaves), "array"),
                     " (tokens count too)"))
      .Help("give one value for each");
}

}  // namespace

Status VerifyCarried(const HloComputation& computation, const HloInstruction& instruction,
                     size_t i) {
  if (instruction.extras() == nullptr) return OkStatus();
  const InstructionExtras& extras = *instruction.extras();
  HLOOM_RETURN_IF_ERROR(CheckControlPredecessors(computation, extras, i));
  return CheckReplication(instruction.shape(), extras);
}

}  // namespace hloom
