// Meetings: where the devices of a run come together at collectives.
//
// The members of a group meet as often as they execute the collective. What identifies a meeting is
// the collective, or all of one channel_id that are alike, the group and its round, the number of
// meetings before it; so devices that are
// ahead, with several -starts under way, find the right ones. A device brings its operands and goes
// on; it waits only for the result. Whoever needs the result first, when all have come, computes
// it, for all members at once:
//
//   device 0: Arrive  Await: kWait ...........................  Await: kTake, Take
//   device 1:            Arrive  Await: kCompute ... Computed,  Await: kTake, Take
//
// What is computed follows from the operands and their order in the group alone, and never from
// who came when.
#ifndef HLOOM_COMM_MEETINGS_H_
#define HLOOM_COMM_MEETINGS_H_

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "comm/collective_table.h"
#include "comm/device_waker.h"

namespace hloom {

struct Meeting {
  const CollectiveEntry* entry = nullptr;
  CollectiveMembers members;
  std::vector<Literal> results;  // by member
};

// Any thread may call any function, one at a time for a device.
class Meetings {
 public:
  // Names a meeting of a device's group.
  struct Ticket {
    int64_t collective = 0;  // in the table
    int64_t round = 0;
  };
  enum class Turn { kWait, kCompute, kTake };

  // All outlive the meetings.
  Meetings(const CollectiveTable& table, const DeviceGrid& grid, DeviceWaker* waker);

  // Brings the operands of a device to the next meeting of its group. It never waits.
  Ticket Arrive(int64_t device, const HloInstruction& instruction, Operands operands);
  // How often a device has come to a collective before: the round of its next meeting there.
  int64_t NextRound(int64_t device, const HloInstruction& instruction);
  // What the device does now: it waits until it is woken, and asks again; it computes the results
  // of the meeting; or it takes its own.
  Turn Await(int64_t device, const Ticket& ticket);
  // After kCompute, until Computed.
  Meeting& MeetingOf(int64_t device, const Ticket& ticket);
  void Computed(int64_t device, const Ticket& ticket);
  // After kTake; once.
  Literal Take(int64_t device, const Ticket& ticket);
  // The devices for which the device waits: those that have not come.
  std::vector<int64_t> Missing(int64_t device, const Ticket& ticket);

 private:
  enum class State : uint8_t { kGathering, kComplete, kComputing, kDone };
  struct Gathering : Meeting {
    State state = State::kGathering;
    size_t came = 0;
    size_t left = 0;
    std::vector<bool> is_here;     // by member
    std::vector<int64_t> waiting;  // devices
  };
  // The meetings of a group that some member has not left; the first of them has number `first`.
  struct Group {
    int64_t first = 0;
    std::deque<std::unique_ptr<Gathering>> open;
  };

  const CollectiveEntry::Place& PlaceOf(int64_t device, int64_t collective) const {
    return table_.entry(collective).places[static_cast<size_t>(device)];
  }
  // The index of what all entries have that meet each other, in the two lists below.
  size_t MeetingPlace(int64_t collective) const {
    return static_cast<size_t>(table_.entry(collective).meets_at);
  }
  Group& GroupOf(int64_t device, int64_t collective);
  Gathering& Find(int64_t device, const Ticket& ticket);
  std::unique_ptr<Gathering> NewGathering(int64_t device, int64_t collective) const;
  void WakeAll(std::vector<int64_t> devices);

  const CollectiveTable& table_;
  const DeviceGrid grid_;
  DeviceWaker* const waker_;
  std::mutex mutex_;
  std::vector<std::vector<Group>> groups_;      // by collective, then by group
  std::vector<std::vector<int64_t>> arrivals_;  // by collective, then by device
};

}  // namespace hloom

#endif  // HLOOM_COMM_MEETINGS_H_
