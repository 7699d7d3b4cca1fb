// DeviceQueue: the devices of a run that can go on, for the threads that run them.
#ifndef HLOOM_RUNTIME_DEVICE_QUEUE_H_
#define HLOOM_RUNTIME_DEVICE_QUEUE_H_

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

#include "comm/device_waker.h"

namespace hloom {

class ThreadPool;

// Any thread may call any function. A device is with at most one thread at a time.
class DeviceQueue final : public DeviceWaker {
 public:
  static constexpr int64_t kNone = -1;

  // All devices can go on at first. `pool`, which must outlive the queue, is rung when a device can
  // go on; null if there is only one thread.
  DeviceQueue(int64_t devices, ThreadPool* pool);

  // The device that has waited longest for a thread, or kNone. The caller must return it with
  // Pause, Block or End.
  int64_t Take();
  // The device can go on after the others have had their turn.
  void Pause(int64_t device);
  // The device waits until it is woken; if that has already happened, it can go on.
  void Block(int64_t device);
  // It is done.
  void End(int64_t device);
  void Wake(int64_t device) override;

  bool has_runnable() const { return runnable_.load() > 0; }
  // No device can go on, and none is with a thread.
  bool is_idle() const { return active_.load() == 0; }

 private:
  enum class State : uint8_t { kRunnable, kTaken, kTakenAndWoken, kBlocked, kEnded };

  void Append(int64_t device);

  ThreadPool* const pool_;
  std::mutex mutex_;
  std::vector<State> states_;
  std::deque<int64_t> queue_;
  std::atomic<int64_t> runnable_;
  std::atomic<int64_t> active_;  // runnable, or with a thread
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_DEVICE_QUEUE_H_
