// The channels over which the devices of a program send and receive.
#ifndef HLOOM_COMM_CHANNEL_TABLE_H_
#define HLOOM_COMM_CHANNEL_TABLE_H_

#include <unordered_map>
#include <utility>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// A channel of which the module has both a send and a recv, and neither is a transfer of the host.
// Any other channel is the host's.
struct ChannelEntry {
  int64_t channel_id = 0;
  const HloInstruction* send = nullptr;
  const HloInstruction* recv = nullptr;
  // Who sends to whom, as the frontend attribute _xla_send_recv_source_target_pairs of the send
  // says. Empty where it says nothing: then the one device that executes the send sends to the one
  // that executes the recv.
  std::vector<std::pair<int64_t, int64_t>> pairs;
};

class ChannelTable {
 public:
  // comm.c6: pairs are written as {{0,1},{1,2}}, name devices of the grid, and each at most once as
  // a source and once as a target.
  static StatusOr<ChannelTable> Create(const HloModule& module, const DeviceGrid& grid);

  size_t size() const { return entries_.size(); }
  const ChannelEntry& entry(int64_t number) const { return entries_[static_cast<size_t>(number)]; }
  // The number of the entry to which a send, recv, or -done belongs; -1 where it is the host's.
  int64_t NumberOf(const HloInstruction& instruction) const;

 private:
  std::vector<ChannelEntry> entries_;
  std::unordered_map<int64_t, int64_t> numbers_;  // by channel
};

Span<const Rule> ChannelRules();

}  // namespace hloom

#endif  // HLOOM_COMM_CHANNEL_TABLE_H_
