#include "ops/collectives/collective_moves_eval.h"
#include "ops/host/transfer_values.h"
#include "runtime/machine.h"

namespace hloom {

int64_t TransferExecutor::ChannelOf(const HloInstruction& instruction) const {
  const StatusOr<ChannelTable>& channels = executable().channels();
  return channels.ok() && channels->size() > 0 ? channels->NumberOf(instruction) : -1;
}

uint32_t TransferExecutor::LaneOf(const HloInstruction& instruction) const {
  return executable().channels()->LaneOf(instruction);
}

Status TransferExecutor::Execute(const PlanStep& step) {
  const int64_t channel = ChannelOf(*step.instruction);
  return channel < 0 ? machine_.call_.Resume(step) : Begin(step, channel);
}

Status TransferExecutor::Begin(const PlanStep& step, int64_t channel) {
  Channels& channels = *run().channels;
  const Operands operands = top().GatherOperands(step);
  switch (step.eval->As<Transfers>()->part) {
    case Transfers::kSend: {
      Literal value = *operands[0];
      // The other end may already be there; its events must come after the start.
      CommEvent start{CommEvent::Kind::kStart};
      start.bytes = BytesOf(Span<const Literal>(&value, 1));
      HLOOM_ASSIGN_OR_RETURN(
          const Channels::Request request,
          channels.Send(machine_.device_, channel, LaneOf(*step.instruction), value));
      Log(start, channel, request, /*sends=*/true);
      return FinishWith(step, TransferContext(std::move(value), request));
    }
    case Transfers::kRecv: {
      HLOOM_ASSIGN_OR_RETURN(const Channels::Request request,
                             channels.Recv(machine_.device_, channel, LaneOf(*step.instruction)));
      Log({CommEvent::Kind::kStart}, channel, request, /*sends=*/false);
      const Shape& shape = step.instruction->shape().tuple_shapes()[0];
      HLOOM_ASSIGN_OR_RETURN(Literal room, ZeroValue(shape, run().ledger));
      return FinishWith(step, TransferContext(std::move(room), request));
    }
    default:
      return Await(step);
  }
}

Status TransferExecutor::Await(const PlanStep& step) {
  Channels& channels = *run().channels;
  const Operands operands = top().GatherOperands(step);
  const int64_t channel = ChannelOf(*step.instruction);
  const Channels::Request request = TransferRequest(*operands[0]);
  const bool sends = step.eval->As<Transfers>()->part == Transfers::kSendDone;
  Literal value;
  HLOOM_ASSIGN_OR_RETURN(const bool over,
                         sends ? channels.EndSend(machine_.device_, channel, request)
                               : channels.EndRecv(machine_.device_, channel, request, &value));
  if (!over) {
    machine_.blocked_ = {Blocked::On::kChannel, step.instruction};
    machine_.blocked_.request = request;
    Log({CommEvent::Kind::kWait}, channel, request, sends);
    return OkStatus();
  }
  if (value.valid()) {
    CommEvent move{CommEvent::Kind::kTransfer};
    move.bytes = BytesOf(Span<const Literal>(&value, 1));
    move.from = !log_.is_on() ? -1 : channels.Partner(machine_.device_, channel, request, sends);
    move.to = machine_.device_;
    Log(move, channel, request, sends);
  }
  Log({CommEvent::Kind::kEnd}, channel, request, sends);
  if (sends) return FinishWith(step, Literal::MakeToken());
  // If no device sends to this one, the context has zeros; if the transfer ended earlier, as after
  // a group, the context has the received value.
  if (!value.valid()) value = operands[0]->elements()[0];
  return FinishWith(step, Literal::MakeTuple({std::move(value), Literal::MakeToken()}));
}

void TransferExecutor::Log(CommEvent event, int64_t channel, Channels::Request request,
                           bool sends) {
  if (!log_.is_on() || request == Channels::kNoTransfer) return;
  const ChannelEntry& entry = executable().channels()->entry(channel);
  const ChannelLane& lane = entry.lanes[Channels::LaneOf(request)];
  event.device = machine_.device_;
  event.instruction = sends ? lane.send : lane.recv;
  event.round = Channels::NumberOf(request);
  log_.Add(event);
}

std::vector<int64_t> TransferExecutor::MissingDevices() const {
  const Blocked& blocked = machine_.blocked_;
  const bool sends = top().step().eval->As<Transfers>()->part == Transfers::kSendDone;
  const int64_t partner = run().channels->Partner(machine_.device_, ChannelOf(*blocked.instruction),
                                                  blocked.request, sends);
  return partner < 0 ? std::vector<int64_t>() : std::vector<int64_t>{partner};
}

}  // namespace hloom
