// DeviceWaker: called when a device need not wait any longer.
#ifndef HLOOM_COMM_DEVICE_WAKER_H_
#define HLOOM_COMM_DEVICE_WAKER_H_

#include <cstdint>

namespace hloom {

class DeviceWaker {
 public:
  virtual ~DeviceWaker() = default;
  // Called by any thread, perhaps before the device has begun to wait.
  virtual void Wake(int64_t device) = 0;
};

}  // namespace hloom

#endif  // HLOOM_COMM_DEVICE_WAKER_H_
