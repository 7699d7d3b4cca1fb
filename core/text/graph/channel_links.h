// Which sends of a module may feed which recvs.
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
// shape: each of these sends may feed each of these recvs. There is at least one of either. Those
// of two channels are in one link where only their pairs say that they belong together.
struct ChannelLink {
  int64_t channel_id = 0;  // of the first; 0 where they have none
  // Who sends to whom, as _xla_send_recv_source_target_pairs says, by source and without blanks;
  // empty where nothing says it.
  std::string pairs;
  std::vector<ChannelEnd> sends;
  std::vector<ChannelEnd> recvs;
};

// The order is that of the first instruction of each; the instructions have the order of the
// module. What goes to the host or comes from there is in no link: transfers that say so, channels
// of which the module has one end only, and transfers without a channel or pairs.
std::vector<ChannelLink> ChannelLinksOf(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_CHANNEL_LINKS_H_
