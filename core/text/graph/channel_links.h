// The sends of a module that may feed its recvs.
#ifndef HLOOM_TEXT_GRAPH_CHANNEL_LINKS_H_
#define HLOOM_TEXT_GRAPH_CHANNEL_LINKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/hlo_module.h"

namespace hloom {

struct ChannelEnd {
  const HloComputation* computation;
  const HloInstruction* instruction;
};

// The sends and recvs of one channel that name the same pairs of devices and carry values of one
// shape: each of these sends may feed each of these recvs. There is at least one of each. Ends of
// two channels are in one link if only their pairs join them.
struct ChannelLink {
  int64_t channel_id = 0;  // of the first; 0 where they have none
  // The pairs of _xla_send_recv_source_target_pairs, by source and without blanks; empty if there
  // are none.
  std::string pairs;
  std::vector<ChannelEnd> sends;
  std::vector<ChannelEnd> recvs;
};

// The order is that of the first instruction of each; the instructions have the order of the
// module. Transfers with the host are in no link: transfers that state it, channels with only one
// end in the module, and transfers without a channel or pairs.
std::vector<ChannelLink> ChannelLinksOf(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_CHANNEL_LINKS_H_
