#include "comm/meetings.h"

#include <utility>

namespace hloom {

Meetings::Meetings(const CollectiveTable& table, const DeviceGrid& grid, DeviceWaker* waker)
    : table_(table), grid_(grid), waker_(waker), groups_(table.size()), arrivals_(table.size()) {
  for (size_t c = 0; c < table.size(); ++c) {
    groups_[c] = std::vector<Group>(table.entry(static_cast<int64_t>(c)).groups.size());
    arrivals_[c].resize(static_cast<size_t>(grid.size()));
  }
}

Meetings::Group& Meetings::GroupOf(int64_t device, int64_t collective) {
  const auto group = static_cast<size_t>(PlaceOf(device, collective).group);
  return groups_[MeetingPlace(collective)][group];
}

Meetings::Gathering& Meetings::Find(int64_t device, const Ticket& ticket) {
  Group& group = GroupOf(device, ticket.collective);
  return *group.open[static_cast<size_t>(ticket.round - group.first)];
}

std::unique_ptr<Meetings::Gathering> Meetings::NewGathering(int64_t device,
                                                            int64_t collective) const {
  auto gathering = std::make_unique<Gathering>();
  gathering->entry = &table_.entry(table_.entry(collective).meets_at);
  const auto group = static_cast<size_t>(PlaceOf(device, collective).group);
  gathering->members.devices = gathering->entry->groups[group];
  gathering->members.grid = grid_;
  gathering->members.operands.resize(gathering->members.size());
  gathering->is_here.resize(gathering->members.size());
  gathering->results.resize(gathering->members.size());
  return gathering;
}

Meetings::Ticket Meetings::Arrive(int64_t device, const HloInstruction& instruction,
                                  Operands operands) {
  const int64_t collective = table_.NumberOf(instruction);
  const CollectiveEntry::Place& place = PlaceOf(device, collective);
  std::vector<int64_t> woken;
  Ticket ticket{collective};
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ticket.round = arrivals_[MeetingPlace(collective)][static_cast<size_t>(device)]++;
    Group& group = GroupOf(device, collective);
    while (ticket.round - group.first >= static_cast<int64_t>(group.open.size())) {
      group.open.push_back(NewGathering(device, collective));
    }
    Gathering& gathering = *group.open[static_cast<size_t>(ticket.round - group.first)];
    const auto member = static_cast<size_t>(place.member);
    for (const Literal* operand : operands) {
      gathering.members.operands[member].push_back(*operand);
    }
    gathering.is_here[member] = true;
    if (++gathering.came == gathering.members.size()) {
      gathering.state = State::kComplete;
      woken = std::exchange(gathering.waiting, {});
    }
  }
  WakeAll(std::move(woken));
  return ticket;
}

int64_t Meetings::NextRound(int64_t device, const HloInstruction& instruction) {
  const size_t place = MeetingPlace(table_.NumberOf(instruction));
  const std::lock_guard<std::mutex> lock(mutex_);
  return arrivals_[place][static_cast<size_t>(device)];
}

Meetings::Turn Meetings::Await(int64_t device, const Ticket& ticket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Gathering& gathering = Find(device, ticket);
  switch (gathering.state) {
    case State::kComplete:
      gathering.state = State::kComputing;
      return Turn::kCompute;
    case State::kDone:
      return Turn::kTake;
    case State::kGathering:
    case State::kComputing:
      break;
  }
  gathering.waiting.push_back(device);
  return Turn::kWait;
}

Meeting& Meetings::MeetingOf(int64_t device, const Ticket& ticket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return Find(device, ticket);
}

void Meetings::Computed(int64_t device, const Ticket& ticket) {
  std::vector<int64_t> woken;
  std::vector<std::vector<Literal>> operands;  // freed outside of the lock
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Gathering& gathering = Find(device, ticket);
    gathering.state = State::kDone;
    operands = std::exchange(gathering.members.operands, {});
    woken = std::exchange(gathering.waiting, {});
  }
  operands.clear();
  WakeAll(std::move(woken));
}

Literal Meetings::Take(int64_t device, const Ticket& ticket) {
  std::vector<std::unique_ptr<Gathering>> over;
  const std::lock_guard<std::mutex> lock(mutex_);
  Gathering& gathering = Find(device, ticket);
  const auto member = static_cast<size_t>(PlaceOf(device, ticket.collective).member);
  Literal result = std::move(gathering.results[member]);
  ++gathering.left;
  // Rounds are removed in their order, so that only the first one needs a number.
  Group& group = GroupOf(device, ticket.collective);
  while (!group.open.empty() && group.open.front()->left == group.open.front()->members.size()) {
    over.push_back(std::move(group.open.front()));
    group.open.pop_front();
    ++group.first;
  }
  return result;
}

std::vector<int64_t> Meetings::Missing(int64_t device, const Ticket& ticket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Gathering& gathering = Find(device, ticket);
  std::vector<int64_t> missing;
  for (size_t m = 0; m < gathering.members.size(); ++m) {
    if (!gathering.is_here[m]) missing.push_back(gathering.members.devices[m]);
  }
  return missing;
}

void Meetings::WakeAll(std::vector<int64_t> devices) {
  for (const int64_t device : devices) waker_->Wake(device);
}

}  // namespace hloom
