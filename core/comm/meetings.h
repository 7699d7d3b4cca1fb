// Meetings: the rendezvous of the devices of a run at collectives.
//
// The members of a group meet as often as they execute the collective. A meeting is identified by
// the collective (or all equal collectives of one channel_id), the group and the round, which is
// the number of earlier meetings. So devices that are ahead, with several -starts in flight, find
// the right meetings. A device brings its operands and goes on; it waits only for the result. After
// all have arrived, the first device that needs the result computes it for all members:
//
//   device 0: Arrive  Await: kWait ...........................  Await: kTake, Take
//   device 1:            Arrive  Await: kCompute ... Computed,  Await: kTake, Take
//
// The result depends only on the operands and their order in the group, never on the order of
// arrival.
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
  // The number of times that a device has arrived at a collective: the round of its next meeting
  // there.
  int64_t NextRound(int64_t device, const HloInstruction& instruction);
  // The device's next action: wait until woken and ask again, compute the results of the meeting,
  // or take its own result.
  Turn Await(int64_t device, const Ticket& ticket);
  // After kCompute, until Computed.
  Meeting& MeetingOf(int64_t device, const Ticket& ticket);
  void Computed(int64_t device, const Ticket& ticket);
  // After kTake; once.
  Literal Take(int64_t device, const Ticket& ticket);
  // The devices that have not arrived yet.
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
  // The index, in the two lists below, that all entries with the same meetings share.
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
