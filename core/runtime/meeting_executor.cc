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

bool DeviceLog::is_on() const { return machine_.run_->comm_log != nullptr; }

void DeviceLog::Add(CommEvent event) {
  if (!is_on()) return;
  if (event.kind == CommEvent::Kind::kEnd) waits_ = false;
  if (event.kind == CommEvent::Kind::kWait && std::exchange(waits_, true)) return;
  machine_.run_->comm_log->Add(event);
}

Status MeetingExecutor::Execute(const PlanStep& step) {
  Frame& frame = top();
  const int64_t device = machine_.device_;
  const Operands operands = frame.GatherOperands(step);
  const Meets::Part part = step.eval->As<Meets>()->part;
  if (part == Meets::kDone) {
    frame.ticket = TicketOf(*operands[0]);
    return Await(step);
  }
  if (log_.is_on()) {
    int64_t bytes = 0;
    for (const Literal* operand : operands) bytes += BytesOf(Span<const Literal>(operand, 1));
    const int64_t round = run().meetings->NextRound(device, *step.instruction);
    log_.Add({CommEvent::Kind::kStart, device, step.instruction, round, bytes});
  }
  frame.ticket = run().meetings->Arrive(device, *step.instruction, operands);
  if (part == Meets::kWhole) return Await(step);
  return FinishWith(step, TicketLiteral(frame.ticket));
}

Status MeetingExecutor::Await(const PlanStep& step) {
  const Meetings::Ticket& ticket = top().ticket;
  const int64_t device = machine_.device_;
  const HloInstruction& collective = *entry().instruction;
  switch (run().meetings->Await(device, ticket)) {
    case Meetings::Turn::kWait:
      machine_.blocked_ = {Blocked::On::kRendezvous, step.instruction};
      log_.Add({CommEvent::Kind::kWait, device, &collective, ticket.round});
      return OkStatus();
    case Meetings::Turn::kCompute: {
      Meeting& meeting = run().meetings->MeetingOf(device, ticket);
      const CollectiveEntry& met = *meeting.entry;
      return machine_.compute_.Begin(
          step, met.collective->compute(*met.instruction, meeting.members, run().ledger,
                                        &meeting.results));
    }
    case Meetings::Turn::kTake:
      break;
  }
  log_.Add({CommEvent::Kind::kEnd, device, &collective, ticket.round});
  return FinishWith(step, run().meetings->Take(device, ticket));
}

Status MeetingExecutor::Computed(const PlanStep& step) {
  if (log_.is_on()) LogMoves();
  run().meetings->Computed(machine_.device_, top().ticket);
  return Await(step);
}

const CollectiveEntry& MeetingExecutor::entry() const {
  return executable().collectives()->entry(top().ticket.collective);
}

const ComputationPlan& MeetingExecutor::AppliedIn(size_t computation) const {
  const Meeting& meeting = run().meetings->MeetingOf(machine_.device_, top().ticket);
  const HloInstruction& collective = *meeting.entry->instruction;
  return executable().PlanOf(*collective.called_computation(computation));
}

std::vector<int64_t> MeetingExecutor::MissingDevices() const {
  return run().meetings->Missing(machine_.device_, top().ticket);
}

void MeetingExecutor::LogMoves() {
  const Meetings::Ticket& ticket = top().ticket;
  const Meeting& meeting = run().meetings->MeetingOf(machine_.device_, ticket);
  const HloInstruction& instruction = *meeting.entry->instruction;
  const std::vector<int64_t>& devices = meeting.members.devices;
  for (const CollectiveMove& move :
       meeting.entry->collective->moves(instruction, meeting.members)) {
    const int64_t to = devices[move.to];
    log_.Add({CommEvent::Kind::kTransfer, to, &instruction, ticket.round, move.bytes,
              devices[move.from], to});
  }
}

}  // namespace hloom
