#include "ops/collectives/device_groups.h"

#include <algorithm>
#include <numeric>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/collectives/collective_util.h"

namespace hloom {

GroupMode ModeOfReduction(const CollectiveAttributes& attributes) {
  if (!attributes.has_channel()) return GroupMode::kCrossReplica;
  return attributes.use_global_device_ids ? GroupMode::kFlattenedId
                                          : GroupMode::kCrossReplicaAndPartition;
}

int64_t IdsIn(const DeviceGrid& grid, GroupMode mode) {
  if (mode == GroupMode::kFlattenedId) return grid.size();
  return mode == GroupMode::kCrossPartition ? grid.partitions : grid.replicas;
}

int64_t DevicesOfId(const DeviceGrid& grid, GroupMode mode) {
  return mode == GroupMode::kCrossReplicaAndPartition ? grid.partitions : 1;
}

std::string_view IdName(GroupMode mode) {
  if (mode == GroupMode::kFlattenedId) return "device";
  return mode == GroupMode::kCrossPartition ? "partition" : "replica";
}

Message RunAsWritten() {
  return Advice("run_as_written", "run it on as many devices as it was written for");
}

namespace {

std::string GridText(const DeviceGrid& grid) {
  return StrCat("the run has ", Count(grid.replicas, "replica"), " of ",
                Count(grid.partitions, "partition"));
}

ErrorBuilder NotThere(const HloInstruction& instruction, std::string_view attribute, int64_t id,
                      GroupMode mode, const DeviceGrid& grid) {
  return InvalidArgument(kCollectiveC7)
      .Op(HloOpcodeString(instruction.opcode()))
      .Say(StrCat("%", Shortened(instruction.name()), " names ", IdName(mode), " ", id, " in ",
                  attribute, ", which does not exist"))
      .Detail(GridText(grid))
      .Help(MessageCat(RunAsWritten(), ", or name only ", IdName(mode), "s below ",
                       IdsIn(grid, mode)));
}

Status CheckIdsOfDeviceGroups(const HloInstruction& instruction, const DeviceGroups& groups,
                              GroupMode mode, const DeviceGrid& grid, bool all_named) {
  const int64_t ids = IdsIn(grid, mode);
  std::vector<bool> named(static_cast<size_t>(ids), false);
  for (const std::vector<int64_t>& group : groups) {
    for (const int64_t id : group) {
      if (id < 0 || id >= ids) return NotThere(instruction, "replica_groups", id, mode, grid);
      named[static_cast<size_t>(id)] = true;
    }
  }
  const auto missing = std::find(named.begin(), named.end(), false);
  if (!all_named || missing == named.end()) return OkStatus();
  return InvalidArgument(kCollectiveC7)
      .Op(HloOpcodeString(instruction.opcode()))
      .Say(MessageCat("%", Shortened(instruction.name()), " leaves out ", IdName(mode), " ",
                      missing - named.begin(), " in `replica_groups`"_msg))
      .Detail(GridText(grid))
      .Help("name each once, or write `replica_groups={}` for one group of all"_msg);
}

}  // namespace

StatusOr<DeviceGroups> ExpandGroups(const HloInstruction& instruction, const ReplicaGroups& groups,
                                    GroupMode mode, const DeviceGrid& grid, bool all_named) {
  DeviceGroups of_ids = groups.Expanded();
  if (of_ids.empty()) {
    of_ids.emplace_back(static_cast<size_t>(IdsIn(grid, mode)));
    std::iota(of_ids[0].begin(), of_ids[0].end(), 0);
  }
  HLOOM_RETURN_IF_ERROR(CheckIdsOfDeviceGroups(instruction, of_ids, mode, grid, all_named));
  if (mode == GroupMode::kFlattenedId) return of_ids;
  DeviceGroups result;
  for (const std::vector<int64_t>& ids : of_ids) {
    if (mode == GroupMode::kCrossReplicaAndPartition) {
      std::vector<int64_t>& group = result.emplace_back();
      for (const int64_t replica : ids) {
        for (int64_t p = 0; p < grid.partitions; ++p) group.push_back(grid.device_at(replica, p));
      }
      continue;
    }
    const bool replicas = mode == GroupMode::kCrossReplica;
    for (int64_t other = 0; other < (replicas ? grid.partitions : grid.replicas); ++other) {
      std::vector<int64_t>& group = result.emplace_back();
      for (const int64_t id : ids) {
        group.push_back(replicas ? grid.device_at(id, other) : grid.device_at(other, id));
      }
    }
  }
  return result;
}

StatusOr<std::vector<DevicePair>> ExpandPairs(const HloInstruction& instruction,
                                              const SourceTargetPairs& pairs, GroupMode mode,
                                              const DeviceGrid& grid) {
  const int64_t ids = IdsIn(grid, mode);
  const bool replicas = mode == GroupMode::kCrossReplica;
  std::vector<DevicePair> result;
  for (const auto& [source, target] : pairs.pairs) {
    for (const int64_t id : {source, target}) {
      if (id < 0 || id >= ids) return NotThere(instruction, "source_target_pairs", id, mode, grid);
    }
    for (int64_t other = 0; other < (replicas ? grid.partitions : grid.replicas); ++other) {
      result.push_back(
          replicas ? DevicePair{grid.device_at(source, other), grid.device_at(target, other)}
                   : DevicePair{grid.device_at(other, source), grid.device_at(other, target)});
    }
  }
  return result;
}

DeviceGroups GroupsOfPairs(Span<const DevicePair> pairs, const DeviceGrid& grid) {
  // Each device points to a lower one of its group, the lowest to itself.
  std::vector<int64_t> lower(static_cast<size_t>(grid.size()));
  std::iota(lower.begin(), lower.end(), 0);
  const auto lowest = [&lower](int64_t device) {
    while (lower[static_cast<size_t>(device)] != device) {
      int64_t& next = lower[static_cast<size_t>(device)];
      device = next = lower[static_cast<size_t>(next)];
    }
    return device;
  };
  for (const auto& [source, target] : pairs) {
    const auto [low, high] = std::minmax({lowest(source), lowest(target)});
    lower[static_cast<size_t>(high)] = low;
  }
  DeviceGroups groups;
  std::vector<size_t> group_of(lower.size());
  for (int64_t device = 0; device < grid.size(); ++device) {
    const int64_t first = lowest(device);
    size_t& group = group_of[static_cast<size_t>(first)];
    if (first == device) {
      group = groups.size();
      groups.emplace_back();
    }
    groups[group].push_back(device);
  }
  return groups;
}

}  // namespace hloom
