#include "comm/collective_table.h"

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

}  // namespace

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
      table.numbers_.emplace(instruction.get(), static_cast<int64_t>(table.entries_.size()));
      table.entries_.push_back(std::move(entry));
    }
  }
  return table;
}

}  // namespace hloom
