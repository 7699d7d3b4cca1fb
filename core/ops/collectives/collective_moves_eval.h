// What moves between the devices of a group, for those who look at it (CommLog).
#ifndef HLOOM_OPS_COLLECTIVES_COLLECTIVE_MOVES_EVAL_H_
#define HLOOM_OPS_COLLECTIVES_COLLECTIVE_MOVES_EVAL_H_

#include "ops/collectives/collective_eval.h"

namespace hloom {

// Each member gets something of all that every other one brings.
std::vector<CollectiveMove> WholeToEach(const HloInstruction& instruction,
                                        const CollectiveMembers& members);
// Each member gets a part of that, of which there are as many as members.
std::vector<CollectiveMove> PartToEach(const HloInstruction& instruction,
                                       const CollectiveMembers& members);

// The bytes that a member brings.
int64_t BytesOf(Span<const Literal> operands);

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_COLLECTIVE_MOVES_EVAL_H_
