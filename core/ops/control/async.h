// Attributes of async-start, async-update and async-done.
#ifndef HLOOM_OPS_CONTROL_ASYNC_H_
#define HLOOM_OPS_CONTROL_ASYNC_H_

#include <string>
#include <string_view>

#include "hlo/attributes/custom_call.h"
#include "hlo/hlo_module.h"
#include "hlo/kinds/text.h"

namespace hloom {

struct AsyncAttributes {
  std::string async_execution_thread;
  // async-start and async-update have it.
  OutputOperandAliasing output_to_operand_aliasing;

  template <typename V>
  void visit(V& v) {
    v({.name = "async_execution_thread",
       .proto_field = 79,
       .doc = "the name of the thread on which a back end runs it; hloom ignores it",
       .omit_default = true},
      async_execution_thread);
    v({.name = "output_to_operand_aliasing",
       .proto_field = 74,
       .doc = "the parts of the result that share memory with parts of the operands",
       .omit_default = true},
      output_to_operand_aliasing);
  }
};

// Returns the async-start that an async-update or async-done continues, or, if a tuple, a loop or a
// call carries the value there, the first operation that takes it, as %done here:
//
//   %state = ((f32[8]), f32[], u32[]) get-tuple-element(%loop), index=1
//   %done = f32[] async-done(%state)
const HloInstruction& AsyncBegin(const HloInstruction& step);
bool IsAsyncStep(HloOpcode opcode);  // async-update and async-done
// Returns true if something carries the value to this async-update or async-done.
bool IsCarriedTo(const HloInstruction& step);

// The frontend attribute of a call, or of the async-start that XLA makes of it, whose computation
// is a group of collectives and transfers that begin together. Its async-done ends them all.
inline constexpr std::string_view kCollectivesGroup = "_collectives_group";
bool IsCollectivesGroup(const HloInstruction& instruction);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTROL_ASYNC_H_
