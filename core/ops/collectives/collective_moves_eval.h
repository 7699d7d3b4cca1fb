// The transfers between the devices of a group, for CommLog.
#ifndef HLOOM_OPS_COLLECTIVES_COLLECTIVE_MOVES_EVAL_H_
#define HLOOM_OPS_COLLECTIVES_COLLECTIVE_MOVES_EVAL_H_

#include "ops/collectives/collective_eval.h"

namespace hloom {

// Each member gets all bytes of every other one.
std::vector<CollectiveMove> WholeToEach(const HloInstruction& instruction,
                                        const CollectiveMembers& members);
// Each member gets one part of the bytes of every other one; there are as many parts as members.
std::vector<CollectiveMove> PartToEach(const HloInstruction& instruction,
                                       const CollectiveMembers& members);

// The bytes that a member contributes.
int64_t BytesOf(Span<const Literal> operands);

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_COLLECTIVE_MOVES_EVAL_H_
