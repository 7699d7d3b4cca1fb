// The collectives of a program on a grid of devices: who meets whom.
#ifndef HLOOM_COMM_COLLECTIVE_TABLE_H_
#define HLOOM_COMM_COLLECTIVE_TABLE_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "ops/op_eval.h"

namespace hloom {

// A collective, the -start of one, or what an async-start has in its computation.
struct CollectiveEntry {
  // Where a device stands: each is in a group, if only in one of its own.
  struct Place {
    int32_t group = -1;
    int32_t member = -1;
  };
  const HloInstruction* instruction = nullptr;
  const Collective* collective = nullptr;
  DeviceGroups groups;
  std::vector<Place> places;  // by device
  // The first entry in the table whose meetings are also this one's. It is another one where a
  // channel_id joins two instructions, as in the branches of a Conditional of which devices take
  // different ones.
  int64_t meets_at = 0;
};

// Says in what two collectives of one channel_id differ, for which devices do not meet there:
// "f32[2] and f32[3]". Empty where the channels are two, none, or join them.
std::string DifferenceOf(const CollectiveEntry& a, const CollectiveEntry& b);

// Made once for a compiled program; any thread may read it.
class CollectiveTable {
 public:
  // Errors are those of the operations' groups.
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
