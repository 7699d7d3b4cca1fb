// Channels, by which operations of a program find each other.
#ifndef HLOOM_BUILDER_CHANNEL_HANDLE_H_
#define HLOOM_BUILDER_CHANNEL_HANDLE_H_

#include <cstdint>

namespace hloom {

// Which send and which receive belong together, and who is at the ends.
struct ChannelHandle {
  enum ChannelType { CHANNEL_TYPE_INVALID, DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE };
  int64_t handle = 0;
  ChannelType type = DEVICE_TO_DEVICE;
};

}  // namespace hloom

#endif  // HLOOM_BUILDER_CHANNEL_HANDLE_H_
