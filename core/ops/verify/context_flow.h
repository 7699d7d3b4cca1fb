// Follows the contexts of sends and recvs, and carried values of async-start, through tuples, calls
// and loops.
#ifndef HLOOM_OPS_VERIFY_CONTEXT_FLOW_H_
#define HLOOM_OPS_VERIFY_CONTEXT_FLOW_H_

#include <map>
#include <unordered_map>

#include "ops/verify/verifier.h"
#include "shape/shape_index.h"

namespace hloom {

// The contexts in a value: their indices, and the send or recv that began each. In
//   %s = (f32[2], u32[], token[]) send(%x, %t)
//   %p = (f32[2], (f32[2], u32[], token[])) tuple(%x, %s)
// %p has one at {1}, of %s. A value of async-start is such a context as a whole.
struct TransferBegin {
  const HloInstruction* instruction;
  // Another one, over another channel or from another computation, may be there instead, for
  // example if a conditional decides.
  bool one_of_several = false;
};
using TransferContexts = std::map<ShapeIndex, TransferBegin>;

// pairing.c6, async.c12 and async.c13, for a module that is otherwise valid.
Status VerifyContexts(const HloModule& module, VerifierCulprit* culprit);

// The contexts in the values that end groups: the async-done of an async-start, or a call, with the
// frontend attribute _collectives_group. Their transfers end there. The module has passed the
// verifier. Transfers of the host are in no group.
std::unordered_map<const HloInstruction*, TransferContexts> ContextsOfGroups(
    const HloModule& module);

// The async-start of each async-update and async-done whose value was carried there, or whose chain
// began with such a step. The module has passed the verifier.
std::unordered_map<const HloInstruction*, const HloInstruction*> StartsOfCarried(
    const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_CONTEXT_FLOW_H_
