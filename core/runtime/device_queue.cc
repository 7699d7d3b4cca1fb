#include "runtime/device_queue.h"

#include "runtime/thread_pool.h"

namespace hloom {

DeviceQueue::DeviceQueue(int64_t devices, ThreadPool* pool)
    : pool_(pool),
      states_(static_cast<size_t>(devices), State::kRunnable),
      runnable_(devices),
      active_(devices) {
  for (int64_t device = 0; device < devices; ++device) queue_.push_back(device);
}

// The caller holds the lock.
void DeviceQueue::Append(int64_t device) {
  states_[static_cast<size_t>(device)] = State::kRunnable;
  queue_.push_back(device);
  runnable_.fetch_add(1);
}

int64_t DeviceQueue::Take() {
  if (!has_runnable()) return kNone;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (queue_.empty()) return kNone;
  const int64_t device = queue_.front();
  queue_.pop_front();
  runnable_.fetch_sub(1);
  states_[static_cast<size_t>(device)] = State::kTaken;
  return device;
}

void DeviceQueue::Pause(int64_t device) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Append(device);
  }
  if (pool_ != nullptr) pool_->Ring();
}

void DeviceQueue::Block(int64_t device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  State& state = states_[static_cast<size_t>(device)];
  if (state == State::kTakenAndWoken) return Append(device);
  state = State::kBlocked;
  active_.fetch_sub(1);
}

void DeviceQueue::End(int64_t device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  states_[static_cast<size_t>(device)] = State::kEnded;
  active_.fetch_sub(1);
}

void DeviceQueue::Wake(int64_t device) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    State& state = states_[static_cast<size_t>(device)];
    if (state == State::kTaken) state = State::kTakenAndWoken;
    if (state != State::kBlocked) return;
    active_.fetch_add(1);
    Append(device);
  }
  if (pool_ != nullptr) pool_->Ring();
}

}  // namespace hloom
