#include "comm/collective_table.h"

#include "hlo/hlo_equality.h"

namespace hloom {

namespace {

std::vector<CollectiveEntry::Place> PlacesIn(const DeviceGroups& groups, const DeviceGrid& grid) {
  std::vector<CollectiveEntry::Place> places(static_cast<size_t>(grid.size()));
  for (size_t group = 0; group < groups.size(); ++group) {
    for (size_t member = 0; member < groups[group].size(); ++member) {
      places[static_cast<size_t>(groups[group][member])] = {static_cast<int32_t>(group),
                                                            static_cast<int32_t>(member)};
    }
  }
  return places;
}

bool SameOperandShapes(const HloInstruction& a, const HloInstruction& b) {
  if (a.operands().size() != b.operands().size()) return false;
  for (size_t i = 0; i < a.operands().size(); ++i) {
    if (!(a.operand(i)->shape() == b.operand(i)->shape())) return false;
  }
  return true;
}

// Whether who is at one of two collectives of one channel meets who is at the other. What differs
// in more than its place is another operation, and whoever waits there for others is told so.
bool AreOne(const HloInstruction& a, const HloInstruction& b) {
  if (a.opcode() != b.opcode() || !(a.shape() == b.shape()) || !SameOperandShapes(a, b) ||
      !AttributesEqual(a.raw_attributes(), b.raw_attributes()) ||
      a.called_computations().size() != b.called_computations().size()) {
    return false;
  }
  for (size_t c = 0; c < a.called_computations().size(); ++c) {
    if (!SameFunction(*a.called_computation(c), *b.called_computation(c))) return false;
  }
  return true;
}

}  // namespace

// The entries that meet by a channel have one of them in common, the first.
int64_t CollectiveTable::MeetingPlace(const CollectiveEntry& entry) {
  const auto own = static_cast<int64_t>(entries_.size());
  const int64_t channel = entry.collective->channel(*entry.instruction);
  if (channel == 0) return own;
  std::vector<int64_t>& firsts = by_channel_[channel];
  for (const int64_t first : firsts) {
    if (AreOne(*this->entry(first).instruction, *entry.instruction)) return first;
  }
  firsts.push_back(own);
  return own;
}

StatusOr<CollectiveTable> CollectiveTable::Create(const HloModule& module, const DeviceGrid& grid) {
  CollectiveTable table;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const Collective* collective = ExecutingOpEval(*instruction).collective;
      if (collective == nullptr) continue;
      const HloInstruction* wrapped = CollectiveOfAsync(*instruction);
      CollectiveEntry entry{wrapped == nullptr ? instruction.get() : wrapped, collective};
      HLOOM_ASSIGN_OR_RETURN(entry.groups, collective->groups(*entry.instruction, grid));
      entry.places = PlacesIn(entry.groups, grid);
      entry.meets_at = table.MeetingPlace(entry);
      table.numbers_.emplace(instruction.get(), static_cast<int64_t>(table.entries_.size()));
      table.entries_.push_back(std::move(entry));
    }
  }
  return table;
}

}  // namespace hloom
