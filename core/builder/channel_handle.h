// Channels, which pair operations of a program.
#ifndef HLOOM_BUILDER_CHANNEL_HANDLE_H_
#define HLOOM_BUILDER_CHANNEL_HANDLE_H_

#include <cstdint>

namespace hloom {

// A field that is read as `handle.type` and, as in XLA's message, as `handle.type()`.
template <typename T>
class ChannelField {
 public:
  constexpr ChannelField(T value) : value_(value) {}  // NOLINT: {.handle = 1} is to be possible
  constexpr operator T() const { return value_; }     // NOLINT
  constexpr T operator()() const { return value_; }

 private:
  T value_;
};

// Identifies the send and the receive of a pair, and the type of their ends: {.handle = 1}, or
// set_handle(1) as in XLA.
struct ChannelHandle {
  enum ChannelType { CHANNEL_TYPE_INVALID, DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE };
  ChannelField<int64_t> handle = 0;
  ChannelField<ChannelType> type = DEVICE_TO_DEVICE;

  void set_handle(int64_t value) { handle = value; }
  void set_type(ChannelType value) { type = value; }
};

}  // namespace hloom

#endif  // HLOOM_BUILDER_CHANNEL_HANDLE_H_
