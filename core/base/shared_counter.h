// Counters and locks of several threads, which cost little if there is only one.
#ifndef HLOOM_BASE_SHARED_COUNTER_H_
#define HLOOM_BASE_SHARED_COUNTER_H_

#include <cstdint>

namespace hloom {

// False if the program has only one thread, in which an atomic operation takes 20 cycles, too. A
// WebAssembly module whose memory is not shared sets it to false when it starts.
inline bool threads_exist = true;

class SharedCounter {
 public:
  explicit SharedCounter(int64_t value) : value_(value) {}
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  // Sees what other threads did before they changed the value.
  int64_t Get() const {
    return threads_exist ? __atomic_load_n(&value_, __ATOMIC_ACQUIRE) : value_;
  }
  // Adds a number, which may be negative, and returns the sum.
  int64_t Add(int64_t number) {
    return threads_exist ? __atomic_add_fetch(&value_, number, __ATOMIC_ACQ_REL)
                         : (value_ += number);
  }
  // Replaces the value and returns true, if it is still `*expected`. Otherwise, sets `*expected` to
  // the value.
  bool CompareExchange(int64_t* expected, int64_t desired) {
    if (threads_exist) {
      return __atomic_compare_exchange_n(&value_, expected, desired, /*weak=*/true,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    value_ = desired;
    return true;
  }

 private:
  int64_t value_;
};

// A lock for a few memory accesses: to wait in a loop costs less than a mutex.
class SpinLock {
 public:
  void Take() {
    while (threads_exist && __atomic_test_and_set(&taken_, __ATOMIC_ACQUIRE)) {
    }
  }
  void Release() {
    if (threads_exist) __atomic_clear(&taken_, __ATOMIC_RELEASE);
  }

 private:
  bool taken_ = false;
};

}  // namespace hloom

#endif  // HLOOM_BASE_SHARED_COUNTER_H_
