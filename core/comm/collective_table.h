// The collectives of a program on a grid of devices, and the groups that meet at each.
#ifndef HLOOM_COMM_COLLECTIVE_TABLE_H_
#define HLOOM_COMM_COLLECTIVE_TABLE_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// A collective, its -start, or the collective in the computation of an async-start.
struct CollectiveEntry {
  // The place of a device. Each device is in a group, possibly alone.
  struct Place {
    int32_t group = -1;
    int32_t member = -1;
  };
  const HloInstruction* instruction = nullptr;
  const Collective* collective = nullptr;
  DeviceGroups groups;
  std::vector<Place> places;  // by device
  // The first entry in the table that shares this one's meetings. It is another entry if a
  // channel_id joins two instructions, as in the branches of a Conditional that devices take
  // differently.
  int64_t meets_at = 0;
};

// Describes the difference that keeps two collectives of one channel_id from meeting: "f32[2] and
// f32[3]". Empty if they have different channels or none, or if the channel joins them.
std::string DifferenceOf(const CollectiveEntry& a, const CollectiveEntry& b);

// Made once for a compiled program; any thread may read it.
class CollectiveTable {
 public:
  // Returns the errors of the operations' groups.
  static StatusOr<CollectiveTable> Create(const HloModule& module, const DeviceGrid& grid);

  size_t size() const { return entries_.size(); }
  const CollectiveEntry& entry(int64_t number) const {
    return entries_[static_cast<size_t>(number)];
  }
  // The number of the entry of an instruction that is in the table.
  int64_t NumberOf(const HloInstruction& instruction) const {
    return numbers_.find(&instruction)->second;
  }

 private:
  int64_t MeetingPlace(const CollectiveEntry& entry);

  std::vector<CollectiveEntry> entries_;
  // The entries with a channel_id at which devices meet.
  std::unordered_map<int64_t, std::vector<int64_t>> by_channel_;
  std::unordered_map<const HloInstruction*, int64_t> numbers_;
};

}  // namespace hloom

#endif  // HLOOM_COMM_COLLECTIVE_TABLE_H_
