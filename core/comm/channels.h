// Channels: the transfers between the devices of a run. Each channel has its own links.
//
// The n-th send over a link meets the n-th recv. A send leaves its value there and goes on, a recv
// announces that it is ready; send-done waits for the recv, and recv-done for the send:
//
//   device 0: send ............. send-done (the recv has begun)
//   device 1:        recv  recv-done (takes the value)
#ifndef HLOOM_COMM_CHANNELS_H_
#define HLOOM_COMM_CHANNELS_H_

#include <deque>
#include <mutex>
#include <vector>

#include "comm/channel_table.h"
#include "comm/device_waker.h"

namespace hloom {

// Any thread may call any function. `channel` is a number in the table.
class Channels {
 public:
  // Identifies a transfer among those of a device over a channel; stored in the u32[] of a context.
  // kNoTransfer is for a device that no pair names as a source or target. The upper 12 bits are the
  // lane. The lower bits count from 1, and start again after kSequence.
  using Request = uint32_t;
  static constexpr Request kNoTransfer = 0;
  static constexpr int kLaneShift = 20;
  static constexpr Request kSequence = (1u << kLaneShift) - 1;
  static uint32_t LaneOf(Request request) { return request >> kLaneShift; }
  // The number of a transfer among those over its link, from 0 on, modulo kSequence.
  static uint32_t NumberOf(Request request) { return (request & kSequence) - 1; }

  // All outlive the channels.
  Channels(const ChannelTable& table, const DeviceGrid& grid, DeviceWaker* waker);

  // Begin a transfer; they never wait. comm.c7.
  StatusOr<Request> Send(int64_t device, int64_t channel, uint32_t lane, Literal value);
  StatusOr<Request> Recv(int64_t device, int64_t channel, uint32_t lane);
  // Returns true if the device's transfer is complete; otherwise wakes the device on completion.
  // comm.c8. `*value` is set to the received value, or is not valid() if no device sends to this
  // one.
  StatusOr<bool> EndSend(int64_t device, int64_t channel, Request request);
  StatusOr<bool> EndRecv(int64_t device, int64_t channel, Request request, Literal* value);
  // The device at the other end, or -1 if it has not arrived yet.
  int64_t Partner(int64_t device, int64_t channel, Request request, bool sends);

 private:
  struct Transfer {
    Literal value;
    bool sent = false;
    bool wanted = false;  // by a recv
    bool send_ended = false;
    bool recv_ended = false;
    int64_t waiting_sender = -1;
    int64_t waiting_receiver = -1;
  };
  // The transfers that are not over; the first of them has number `first`.
  struct Link {
    int64_t source = -1;
    int64_t target = -1;
    int64_t first = 0;
    int64_t sends = 0;
    int64_t recvs = 0;
    std::deque<Transfer> open;
  };

  std::vector<Link>& LinksOf(int64_t channel, uint32_t lane) {
    return links_[static_cast<size_t>(channel)][lane];
  }
  // The link of a device at one of its ends; null if it has none, or none yet.
  Link* LinkOf(int64_t device, int64_t channel, uint32_t lane, bool sends);
  StatusOr<Link*> Join(int64_t device, int64_t channel, uint32_t lane, bool sends);
  static Request NewRequest(uint32_t lane, int64_t number);
  static Transfer& At(Link& link, int64_t number);
  StatusOr<Transfer*> Find(Link& link, int64_t channel, Request request, bool sends);
  Status NoSuchRequest(int64_t channel, Request request, bool sends) const;  // comm.c8
  static void GiveUpFinished(Link& link);
  void WakeIf(int64_t device);

  const ChannelTable& table_;
  DeviceWaker* const waker_;
  std::mutex mutex_;
  // By channel and lane; one link for each pair, or a single link if the lane has no pairs.
  std::vector<std::vector<std::vector<Link>>> links_;
};

}  // namespace hloom

#endif  // HLOOM_COMM_CHANNELS_H_
