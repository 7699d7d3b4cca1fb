// The evaluation of a collective after all devices of a group have arrived.
#ifndef HLOOM_OPS_COLLECTIVES_COLLECTIVE_EVAL_H_
#define HLOOM_OPS_COLLECTIVES_COLLECTIVE_EVAL_H_

#include <vector>

#include "kernels/kernel.h"
#include "literal/literal.h"
#include "ops/collectives/device_groups.h"

namespace hloom {

// The contributions of the members of a group, in the group's order.
struct CollectiveMembers {
  std::vector<int64_t> devices;
  DeviceGrid grid;
  std::vector<std::vector<Literal>> operands;  // by member, then by operand of the instruction

  size_t size() const { return devices.size(); }
};

// Bytes of one member from which the result of another one is computed.
struct CollectiveMove {
  size_t from;
  size_t to;
  int64_t bytes;
};

template <typename Attributes>
int64_t ChannelIn(const HloInstruction& instruction) {
  const auto& attributes = instruction.attributes<Attributes>();
  return attributes.has_channel() ? attributes.channel_id : 0;
}

// The OpEval of each collective, and of its -start, has a row of it.
struct Collective {
  // Computes the value of every member: (*results)[m] is that of member m, in the shape of the
  // collective (not of its -start). Members with equal values share one literal. All arguments
  // outlive the kernel; applications (kernels/kernel.h) refer to the computations that the
  // instruction calls. `instruction` may be the collective itself or its -start.
  Kernel (*compute)(const HloInstruction& instruction, const CollectiveMembers& members,
                    const LedgerPtr& ledger, std::vector<Literal>* results);
  // The bytes that move between members, without the bytes that a member keeps.
  std::vector<CollectiveMove> (*moves)(const HloInstruction& instruction,
                                       const CollectiveMembers& members);
  // The channel_id that it has; 0 for none.
  int64_t (*channel)(const HloInstruction& instruction);
  // Refuses a form of the instruction that is parsed and printed but does not run. Null if all
  // forms run.
  Status (*check_runs)(const HloInstruction& instruction) = nullptr;
};

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_COLLECTIVE_EVAL_H_
