#include "comm/channels.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "comm/rules.h"

namespace hloom {

Channels::Channels(const ChannelTable& table, const DeviceGrid&, DeviceWaker* waker)
    : table_(table), waker_(waker), links_(table.size()) {
  for (size_t c = 0; c < table.size(); ++c) {
    for (const ChannelLane& lane : table.entry(static_cast<int64_t>(c)).lanes) {
      std::vector<Link>& links = links_[c].emplace_back(lane.pairs ? lane.pairs->size() : 1);
      for (size_t p = 0; lane.pairs && p < lane.pairs->size(); ++p) {
        links[p].source = (*lane.pairs)[p].first;
        links[p].target = (*lane.pairs)[p].second;
      }
    }
  }
}

Channels::Link* Channels::LinkOf(int64_t device, int64_t channel, uint32_t lane, bool sends) {
  for (Link& link : LinksOf(channel, lane)) {
    if ((sends ? link.source : link.target) == device) return &link;
  }
  return nullptr;
}

// The link over which the device begins a transfer; null if the pairs do not name the device.
StatusOr<Channels::Link*> Channels::Join(int64_t device, int64_t channel, uint32_t lane,
                                         bool sends) {
  if (Link* link = LinkOf(device, channel, lane, sends)) return link;
  const ChannelEntry& entry = table_.entry(channel);
  if (entry.lanes[lane].pairs) return static_cast<Link*>(nullptr);
  Link& link = LinksOf(channel, lane)[0];
  int64_t& end = sends ? link.source : link.target;
  if (end < 0) {
    end = device;
    return &link;
  }
  return FailedPrecondition(kCommC7)
      .Say(StrCat("several devices ", sends ? "send" : "receive",
                  entry.channel_id > 0 ? StrCat(" over channel ", entry.channel_id) : "",
                  ", and no source-target pairs match them"))
      .Help(
          StrCat("add frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1},{1,0}}\"}, "
                 "or let only one device ",
                 sends ? "send" : "receive"));
}

Channels::Request Channels::NewRequest(uint32_t lane, int64_t number) {
  const auto counted = static_cast<Request>(number % int64_t{kSequence});
  return (lane << kLaneShift) + counted + 1;
}

Channels::Transfer& Channels::At(Link& link, int64_t number) {
  while (number - link.first >= static_cast<int64_t>(link.open.size())) link.open.emplace_back();
  return link.open[static_cast<size_t>(number - link.first)];
}

// Few transfers are open at a time, so the low bits of the number identify one.
StatusOr<Channels::Transfer*> Channels::Find(Link& link, int64_t channel, Request request,
                                             bool sends) {
  const auto first = static_cast<uint32_t>(link.first % int64_t{kSequence});
  const uint32_t after_first = (NumberOf(request) + kSequence - first) % kSequence;
  if (after_first < link.open.size()) {
    Transfer& transfer = link.open[after_first];
    const bool is_open =
        sends ? transfer.sent && !transfer.send_ended : transfer.wanted && !transfer.recv_ended;
    if (is_open) return &transfer;
  }
  return NoSuchRequest(channel, request, sends);
}

Status Channels::NoSuchRequest(int64_t channel, Request request, bool sends) const {
  return FailedPrecondition(kCommC8)
      .Say(StrCat("request ", request, " was not begun by this device on channel ",
                  table_.entry(channel).channel_id, ", or is over"))
      .Help(StrCat("give it the context that ", sends ? "send" : "recv",
                   " returned, or the one that a loop returns, once"));
}

void Channels::GiveUpFinished(Link& link) {
  while (!link.open.empty() && link.open.front().send_ended && link.open.front().recv_ended) {
    link.open.pop_front();
    ++link.first;
  }
}

StatusOr<Channels::Request> Channels::Send(int64_t device, int64_t channel, uint32_t lane,
                                           Literal value) {
  int64_t woken = -1;
  Request request;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    HLOOM_ASSIGN_OR_RETURN(Link * link, Join(device, channel, lane, /*sends=*/true));
    if (link == nullptr) return kNoTransfer;
    Transfer& transfer = At(*link, link->sends);
    request = NewRequest(lane, link->sends++);
    transfer.value = std::move(value);
    transfer.sent = true;
    woken = std::exchange(transfer.waiting_receiver, -1);
  }
  WakeIf(woken);
  return request;
}

StatusOr<Channels::Request> Channels::Recv(int64_t device, int64_t channel, uint32_t lane) {
  int64_t woken = -1;
  Request request;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    HLOOM_ASSIGN_OR_RETURN(Link * link, Join(device, channel, lane, /*sends=*/false));
    if (link == nullptr) return kNoTransfer;
    Transfer& transfer = At(*link, link->recvs);
    request = NewRequest(lane, link->recvs++);
    transfer.wanted = true;
    woken = std::exchange(transfer.waiting_sender, -1);
  }
  WakeIf(woken);
  return request;
}

StatusOr<bool> Channels::EndSend(int64_t device, int64_t channel, Request request) {
  if (request == kNoTransfer) return true;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (LaneOf(request) >= table_.entry(channel).lanes.size())
    return NoSuchRequest(channel, request, /*sends=*/true);
  HLOOM_ASSIGN_OR_RETURN(Link * link, Join(device, channel, LaneOf(request), /*sends=*/true));
  if (link == nullptr) return true;
  HLOOM_ASSIGN_OR_RETURN(Transfer * transfer, Find(*link, channel, request, /*sends=*/true));
  if (!transfer->wanted) {
    transfer->waiting_sender = device;
    return false;
  }
  transfer->send_ended = true;
  GiveUpFinished(*link);
  return true;
}

StatusOr<bool> Channels::EndRecv(int64_t device, int64_t channel, Request request, Literal* value) {
  if (request == kNoTransfer) return true;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (LaneOf(request) >= table_.entry(channel).lanes.size())
    return NoSuchRequest(channel, request, /*sends=*/false);
  HLOOM_ASSIGN_OR_RETURN(Link * link, Join(device, channel, LaneOf(request), /*sends=*/false));
  if (link == nullptr) return true;
  HLOOM_ASSIGN_OR_RETURN(Transfer * transfer, Find(*link, channel, request, /*sends=*/false));
  if (!transfer->sent) {
    transfer->waiting_receiver = device;
    return false;
  }
  *value = std::move(transfer->value);
  transfer->recv_ended = true;
  GiveUpFinished(*link);
  return true;
}

int64_t Channels::Partner(int64_t device, int64_t channel, Request request, bool sends) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Link* link = LinkOf(device, channel, LaneOf(request), sends);
  return link == nullptr ? -1 : sends ? link->target : link->source;
}

void Channels::WakeIf(int64_t device) {
  if (device >= 0 && waker_ != nullptr) waker_->Wake(device);
}

}  // namespace hloom
