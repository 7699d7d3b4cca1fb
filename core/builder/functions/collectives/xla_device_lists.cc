#include "builder/functions/collectives/xla_device_lists.h"

#include <algorithm>

namespace hloom {

namespace {

// The product, or 0 if a number is invalid or the product exceeds the limit of an iota.
int64_t CountIds(Span<const int64_t> sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) {
    if (size < 1 || size > ReplicaGroups::kMostIds / count) return 0;
    count *= size;
  }
  return count;
}

bool IsPermutation(std::vector<int64_t> order) {
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

ReplicaGroups IotaGroups(int64_t groups, int64_t group_size, std::vector<int64_t> sizes,
                         std::vector<int64_t> order) {
  const int64_t ids = CountIds({groups, group_size});
  const bool fits = ids != 0 && CountIds(sizes) == ids && !sizes.empty() &&
                    order.size() == sizes.size() && IsPermutation(order);
  ReplicaGroups result;
  if (!fits) {
    result.list = {{}};
    return result;
  }
  result.iota = {groups, group_size, std::move(sizes), std::move(order)};
  return result;
}

}  // namespace

IotaReplicaGroupList::IotaReplicaGroupList(int64_t num_replica_groups,
                                           int64_t num_devices_per_group)
    : CollectiveDeviceListBase(IotaGroups(
          num_replica_groups, num_devices_per_group,
          {std::max<int64_t>(CountIds({num_replica_groups, num_devices_per_group}), 1)}, {0})) {}

IotaReplicaGroupList::IotaReplicaGroupList(int64_t num_replica_groups,
                                           int64_t num_devices_per_group,
                                           Span<const int64_t> reshape_dims,
                                           Span<const int> transpose_perm)
    : CollectiveDeviceListBase(
          IotaGroups(num_replica_groups, num_devices_per_group, reshape_dims.ToVector(),
                     std::vector<int64_t>(transpose_perm.begin(), transpose_perm.end()))) {}

}  // namespace hloom
