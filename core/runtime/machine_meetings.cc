// Collectives: a device brings its operands, waits for the others, and takes its result.
#include "literal/literal_util.h"
#include "ops/collectives/collective_moves_eval.h"
#include "runtime/machine.h"

namespace hloom {

namespace {

// The value that a -start passes to its -done: the identity of the meeting. No other instruction
// reads it.
Literal TicketLiteral(const Meetings::Ticket& ticket) {
  return LiteralUtil::CreateR1<int64_t>({ticket.collective, ticket.round});
}
Meetings::Ticket TicketOf(const Literal& literal) {
  return {literal.data<int64_t>()[0], literal.data<int64_t>()[1]};
}

}  // namespace

// Continues a machine that was woken: checks again for the other devices.
Status Machine::AwaitOthers(const PlanStep& step) {
  return Meets(step) ? AwaitMeeting(step) : AwaitTransfer(step);
}

Status Machine::Meet(const PlanStep& step) {
  Frame& frame = top();
  const Operands operands = GatherOperands(step);
  using Part = OpEval::CollectivePart;
  if (step.eval->collective_part == Part::kDone) {
    frame.ticket = TicketOf(*operands[0]);
    return AwaitMeeting(step);
  }
  if (run_->comm_log != nullptr) {
    int64_t bytes = 0;
    for (const Literal* operand : operands) bytes += BytesOf(Span<const Literal>(operand, 1));
    const int64_t round = run_->meetings->NextRound(device_, *step.instruction);
    LogComm({CommEvent::Kind::kStart, device_, step.instruction, round, bytes});
  }
  frame.ticket = run_->meetings->Arrive(device_, *step.instruction, operands);
  if (step.eval->collective_part == Part::kWhole) return AwaitMeeting(step);
  HLOOM_RETURN_IF_ERROR(Put(frame, step.value->slot, TicketLiteral(frame.ticket)));
  Finish(step);
  return OkStatus();
}

// Waits, computes the group's results, or takes this device's result.
Status Machine::AwaitMeeting(const PlanStep& step) {
  Frame& frame = top();
  switch (run_->meetings->Await(device_, frame.ticket)) {
    case Meetings::Turn::kWait:
      blocked_ = {Blocked::On::kRendezvous, step.instruction};
      LogWait(CollectiveOf(frame.ticket), frame.ticket.round);
      return OkStatus();
    case Meetings::Turn::kCompute: {
      Meeting& meeting = run_->meetings->MeetingOf(device_, frame.ticket);
      const CollectiveEntry& entry = *meeting.entry;
      return Begin(step, entry.collective->compute(*entry.instruction, meeting.members,
                                                   run_->ledger, &meeting.results));
    }
    case Meetings::Turn::kTake:
      break;
  }
  LogComm({CommEvent::Kind::kEnd, device_, &CollectiveOf(frame.ticket), frame.ticket.round});
  HLOOM_RETURN_IF_ERROR(Spread(frame, *step.value, run_->meetings->Take(device_, frame.ticket)));
  Finish(step);
  return OkStatus();
}

// The results are there.
Status Machine::EndMeeting(const PlanStep& step) {
  const Meetings::Ticket& ticket = top().ticket;
  if (run_->comm_log != nullptr) {
    LogMoves(run_->meetings->MeetingOf(device_, ticket), ticket.round);
  }
  run_->meetings->Computed(device_, ticket);
  return AwaitMeeting(step);
}

const HloInstruction& Machine::CollectiveOf(const Meetings::Ticket& ticket) const {
  return *executable_->collectives()->entry(ticket.collective).instruction;
}

void Machine::LogComm(CommEvent event) {
  if (run_->comm_log == nullptr) return;
  if (event.kind == CommEvent::Kind::kEnd) waits_ = false;
  run_->comm_log->Add(event);
}

// A device that is woken while others are still missing has waited without a break.
void Machine::LogWait(const HloInstruction& instruction, int64_t round) {
  if (!std::exchange(waits_, true)) {
    LogComm({CommEvent::Kind::kWait, device_, &instruction, round});
  }
}

void Machine::LogMoves(const Meeting& meeting, int64_t round) {
  const HloInstruction& instruction = *meeting.entry->instruction;
  const std::vector<int64_t>& devices = meeting.members.devices;
  for (const CollectiveMove& move :
       meeting.entry->collective->moves(instruction, meeting.members)) {
    const int64_t to = devices[move.to];
    LogComm(
        {CommEvent::Kind::kTransfer, to, &instruction, round, move.bytes, devices[move.from], to});
  }
}

// The computation that the work at this step applies. A -done has none of its own; it uses those of
// its -start.
const ComputationPlan& Machine::AppliedIn(const PlanStep& step, size_t computation) {
  if (!Meets(step)) return *step.callees[computation];
  const HloInstruction& collective =
      *run_->meetings->MeetingOf(device_, top().ticket).entry->instruction;
  return executable_->PlanOf(*collective.called_computation(computation));
}

const CollectiveEntry* Machine::AwaitedCollective() const {
  if (blocked_.instruction == nullptr || blocked_.on != Blocked::On::kRendezvous) return nullptr;
  return &executable_->collectives()->entry(top().ticket.collective);
}

std::vector<int64_t> Machine::MissingDevices() const {
  if (blocked_.on == Blocked::On::kChannel) {
    const bool sends = top().plan->steps[top().pc].eval->transfer == TransferPart::kSendDone;
    const int64_t partner =
        run_->channels->Partner(device_, ChannelOf(*blocked_.instruction), blocked_.request, sends);
    return partner < 0 ? std::vector<int64_t>() : std::vector<int64_t>{partner};
  }
  return run_->meetings->Missing(device_, top().ticket);
}

}  // namespace hloom
