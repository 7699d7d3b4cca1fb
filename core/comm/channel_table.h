// The channels over which the devices of a program send and receive.
#ifndef HLOOM_COMM_CHANNEL_TABLE_H_
#define HLOOM_COMM_CHANNEL_TABLE_H_

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// The sends and recvs of one channel that have the same shape and the same pairs of devices.
// Several transfers may share a channel, each with its own pairs, as XLA's pipelines do on channel
// 0.
struct ChannelLane {
  // Source and target of each transfer, in order. Without a value, the one device that executes a
  // send sends to the one that executes a recv. With an empty list, all receive zeros.
  std::optional<std::vector<std::pair<int64_t, int64_t>>> pairs;
  const HloInstruction* send = nullptr;
  const HloInstruction* recv = nullptr;
};

// A channel with both a send and a recv in the module, neither of which is a host transfer; or
// channels whose sends and recvs match by their pairs. Any other channel is the host's.
struct ChannelEntry {
  int64_t channel_id = 0;  // of the first one; 0 if they have none
  bool two_sided = true;   // that channel has both ends
  std::vector<ChannelLane> lanes;
};

// The pairs are those of the frontend attribute _xla_send_recv_source_target_pairs. As in XLA, the
// ids are partitions within each replica if the channel_id is 1 or more, otherwise replicas within
// each partition. If there is only one partition or only one replica, the ids number the others.
//   {2 replicas, 2 partitions}, {{1,0}} on channel 1:  device 1 to 0, and device 3 to 2
//
// A channel joins a send and a recv. An end without a partner on its channel joins an end of
// another channel with the same pairs and shape: the first such send of the program joins the first
// such recv, and so on. XLA's back ends match by pairs only.
class ChannelTable {
 public:
  // comm.c6: pairs are written as {{0,1},{1,2}}, name ids of the run, and each at most once as a
  // source and once as a target. comm.c7: an end without pairs has one partner. comm.c9: if only
  // pairs match ends, the match is unambiguous.
  static StatusOr<ChannelTable> Create(const HloModule& module, const DeviceGrid& grid);

  size_t size() const { return entries_.size(); }
  const ChannelEntry& entry(int64_t number) const { return entries_[static_cast<size_t>(number)]; }
  // The number of the entry of a send, recv, or -done; -1 if it is the host's.
  int64_t NumberOf(const HloInstruction& instruction) const;
  // The lane, in that entry, of a send or recv.
  uint32_t LaneOf(const HloInstruction& instruction) const {
    return lanes_.find(&instruction)->second;
  }

 private:
  struct End;
  static StatusOr<std::vector<End>> EndsOf(const HloModule& module, const DeviceGrid& grid);
  static StatusOr<ChannelEntry> EntryOf(const std::vector<const End*>& ends,
                                        std::unordered_map<const HloInstruction*, uint32_t>* lanes);
  Status JoinByChannel(const std::vector<End>& ends);
  Status JoinByPairs(const std::vector<End>& ends);
  template <typename Halves>
  Status CheckHalves(const Halves& halves) const;

  std::vector<ChannelEntry> entries_;
  std::unordered_map<int64_t, int64_t> numbers_;  // by channel
  std::unordered_map<const HloInstruction*, uint32_t> lanes_;
};

Span<const Rule> ChannelRules();

}  // namespace hloom

#endif  // HLOOM_COMM_CHANNEL_TABLE_H_
