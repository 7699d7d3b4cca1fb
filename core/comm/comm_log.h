// CommLog: a log of the communication between the devices of a run, for observers.
#ifndef HLOOM_COMM_COMM_LOG_H_
#define HLOOM_COMM_COMM_LOG_H_

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "hlo/hlo_instruction.h"

namespace hloom {

// An event of a device at a collective, or at a channel. Two devices, of which 1 arrives later:
//
//   device 0: kStart  kWait ......................................  kEnd
//   device 1:                 kStart  kTransfer 0->1, kTransfer 1->0  kEnd
struct CommEvent {
  using Clock = std::chrono::steady_clock;
  enum class Kind : uint8_t {
    kStart,     // it brings its operands; `bytes` are theirs
    kWait,      // it waits for others to arrive
    kTransfer,  // `bytes` of `from` are now part of the value of `to`
    kEnd,       // it continues with its value
  };

  Kind kind = Kind::kStart;
  int64_t device = 0;
  // The collective or its -start; of a channel the send or recv with which the device began.
  const HloInstruction* instruction = nullptr;
  // The number of earlier meetings of the group, or of the two ends of the channel.
  int64_t round = 0;
  int64_t bytes = 0;
  int64_t from = -1;
  int64_t to = -1;
  Clock::time_point time = Clock::now();
};

// Any thread may call any function.
class CommLog {
 public:
  void Add(const CommEvent& event) {
    const std::lock_guard<std::mutex> lock(mutex_);
    events_.push_back(event);
  }
  // The events since the last time, in the order of their times. No thread is inside of Add.
  std::vector<CommEvent> Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::stable_sort(events_.begin(), events_.end(),
                     [](const CommEvent& a, const CommEvent& b) { return a.time < b.time; });
    return std::exchange(events_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<CommEvent> events_;
};

}  // namespace hloom

#endif  // HLOOM_COMM_COMM_LOG_H_
