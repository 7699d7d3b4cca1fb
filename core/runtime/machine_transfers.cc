// Send and recv between the devices of a run. Host transfers are asked of the host, as custom calls
// are.
#include "comm/channels.h"
#include "ops/collectives/collective_moves_eval.h"
#include "ops/host/transfer_values.h"
#include "runtime/machine.h"

namespace hloom {

int64_t Machine::ChannelOf(const HloInstruction& instruction) const {
  const StatusOr<ChannelTable>& channels = executable_->channels();
  return channels.ok() && channels->size() > 0 ? channels->NumberOf(instruction) : -1;
}

uint32_t Machine::LaneOf(const HloInstruction& instruction) const {
  return executable_->channels()->LaneOf(instruction);
}

Status Machine::Transfer(const PlanStep& step, int64_t channel) {
  Channels& channels = *run_->channels;
  const Operands operands = GatherOperands(step);
  switch (step.eval->transfer) {
    case TransferPart::kSend: {
      Literal value = *operands[0];
      // The other end may already be there; its events must come after the start.
      CommEvent start{CommEvent::Kind::kStart};
      start.bytes = BytesOf(Span<const Literal>(&value, 1));
      HLOOM_ASSIGN_OR_RETURN(const Channels::Request request,
                             channels.Send(device_, channel, LaneOf(*step.instruction), value));
      LogTransfer(start, channel, request, /*sends=*/true);
      return FinishTransfer(step, TransferContext(std::move(value), request));
    }
    case TransferPart::kRecv: {
      HLOOM_ASSIGN_OR_RETURN(const Channels::Request request,
                             channels.Recv(device_, channel, LaneOf(*step.instruction)));
      LogTransfer({CommEvent::Kind::kStart}, channel, request, /*sends=*/false);
      const Shape& shape = step.instruction->shape().tuple_shapes()[0];
      HLOOM_ASSIGN_OR_RETURN(Literal room, ZeroValue(shape, run_->ledger));
      return FinishTransfer(step, TransferContext(std::move(room), request));
    }
    default:
      return AwaitTransfer(step);
  }
}

// Runs send-done or recv-done each time that the machine is woken.
Status Machine::AwaitTransfer(const PlanStep& step) {
  Channels& channels = *run_->channels;
  const Operands operands = GatherOperands(step);
  const int64_t channel = ChannelOf(*step.instruction);
  const Channels::Request request = TransferRequest(*operands[0]);
  const bool sends = step.eval->transfer == TransferPart::kSendDone;
  Literal value;
  HLOOM_ASSIGN_OR_RETURN(const bool over,
                         sends ? channels.EndSend(device_, channel, request)
                               : channels.EndRecv(device_, channel, request, &value));
  if (!over) {
    blocked_ = {Blocked::On::kChannel, step.instruction};
    blocked_.request = request;
    if (!std::exchange(waits_, true)) {
      LogTransfer({CommEvent::Kind::kWait}, channel, request, sends);
    }
    return OkStatus();
  }
  if (value.valid()) {
    CommEvent move{CommEvent::Kind::kTransfer};
    move.bytes = BytesOf(Span<const Literal>(&value, 1));
    move.from = run_->comm_log == nullptr ? -1 : channels.Partner(device_, channel, request, sends);
    move.to = device_;
    LogTransfer(move, channel, request, sends);
  }
  LogTransfer({CommEvent::Kind::kEnd}, channel, request, sends);
  if (sends) return FinishTransfer(step, Literal::MakeToken());
  // If no device sends to this one, the context has zeros; if the transfer ended earlier, as after
  // a group, the context has the received value.
  if (!value.valid()) value = operands[0]->elements()[0];
  return FinishTransfer(step, Literal::MakeTuple({std::move(value), Literal::MakeToken()}));
}

void Machine::LogTransfer(CommEvent event, int64_t channel, Channels::Request request, bool sends) {
  if (run_->comm_log == nullptr || request == Channels::kNoTransfer) return;
  const ChannelEntry& entry = executable_->channels()->entry(channel);
  const ChannelLane& lane = entry.lanes[Channels::LaneOf(request)];
  event.device = device_;
  event.instruction = sends ? lane.send : lane.recv;
  event.round = Channels::NumberOf(request);
  LogComm(event);
}

Status Machine::FinishTransfer(const PlanStep& step, Literal value) {
  HLOOM_RETURN_IF_ERROR(Spread(top(), *step.value, std::move(value)));
  Finish(step);
  return OkStatus();
}

}  // namespace hloom
