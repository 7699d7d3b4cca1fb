#include "ops/host/host.h"

#include "base/str_cat.h"
#include "literal/relayout.h"
#include "ops/op_def.h"

namespace hloom {

StatusOr<ControlAction> ResumeAtHost(const HloInstruction& instruction, Operands,
                                     ControlState& state) {
  if (state.phase++ == 0) return ControlAction{.ask_host = true};
  const Shape& given = state.returned.shape();
  if (!ShapeUtil::Compatible(given, instruction.shape())) {  // ask.c1
    return InvalidArgument("ask.c1")
        .Say(StrCat("the host gave ", given.ToString(), " for an instruction of shape ",
                    instruction.shape().ToString()))
        .Help("give a value of exactly the shape that the program states");
  }
  HLOOM_ASSIGN_OR_RETURN(Literal value,
                         RelayoutTo(state.returned, instruction.shape(), state.ledger));
  return ControlAction{.value = std::move(value)};
}

Status NobodyAnswers(const HloInstruction& instruction) {
  return FailedPrecondition("ask.c2")
      .Say(
          StrCat("nobody is there to give the value of this ", GetOpDef(instruction.opcode()).name))
      .Help(
          "run the program where its custom calls are registered and its feeds and channels are "
          "connected");
}

}  // namespace hloom
