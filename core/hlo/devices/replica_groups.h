// Kinds replica_groups and source_target_pairs: the groups of devices that work together, and the
// source and target of each transfer.
#ifndef HLOOM_HLO_DEVICES_REPLICA_GROUPS_H_
#define HLOOM_HLO_DEVICES_REPLICA_GROUPS_H_

#include <cstdint>
#include <vector>

#include "base/boxed.h"
#include "hlo/devices/mesh.h"
#include "hlo/kinds/numbers.h"

namespace hloom {

// Groups of ids, as a list, an iota or the axes of a mesh. The operation determines whether the ids
// are replicas, partitions or devices.
//
//   {{0,1},{2,3}}         two groups
//   {}                    one group of all
//   [2,4]<=[8]            the numbers 0..7 as two groups: {{0,1,2,3},{4,5,6,7}}
//   [4,2]<=[2,4]T(1,0)    as [2,4], transposed, in four groups: {{0,4},{1,5},{2,6},{3,7}}
//
// The axes of a mesh along which the ids of a group differ; their order is that of the ids:
//
//   mesh['a'=2,'b'=4] {'b'}           0..7 as [2,4], a group for each row: {{0,1,2,3},{4,5,6,7}}
//   mesh['a'=2,'b'=4] {'a'}           a group for each column: {{0,4},{1,5},{2,6},{3,7}}
//   mesh['a'=2,'b'=4] {'b':(1)2,'a'}  'b' as [2,2]: {{0,4,2,6},{1,5,3,7}}
//   mesh['a'=4], device_ids=(3,1,2,0) {'a'}    {{3,1,2,0}}
//
// The form is kept as it was written: different forms are different values.
struct ReplicaGroups {
  struct Iota {
    int64_t groups = 0;
    int64_t group_size = 0;
    // They multiply to groups * group_size, which is at most kMostIds.
    std::vector<int64_t> reshape_dims;
    // A permutation of their numbers.
    std::vector<int64_t> transpose_perm;

    friend bool operator==(const Iota&, const Iota&) = default;
  };
  struct MeshAxes {
    Mesh mesh;                  // of at most kMostIds ids
    std::vector<AxisRef> axes;  // valid ones, which do not overlap

    friend bool operator==(const MeshAxes&, const MeshAxes&) = default;
  };
  // A short text may not ask for more memory than this.
  static constexpr int64_t kMostIds = 1 << 16;

  // At most one of the three is not empty.
  std::vector<std::vector<int64_t>> list;
  Iota iota;  // used if it has dimensions
  Boxed<MeshAxes> mesh_axes;

  bool is_iota() const { return !iota.reshape_dims.empty(); }
  bool is_list() const { return !is_iota() && !mesh_axes; }
  bool empty() const { return list.empty() && is_list(); }
  // The number of ids in the first group; 0 if there is none.
  int64_t SizeOfFirstGroup() const;
  // The groups as a list, for any form.
  std::vector<std::vector<int64_t>> Expanded() const;

  friend bool operator==(const ReplicaGroups&, const ReplicaGroups&) = default;
};

// The fields of HloInstructionProto that hold replica groups. The first is the oldest, which every
// version of XLA reads. Lists are written there. Iotas and axes are written twice: there as lists,
// and in their own fields.
inline constexpr int kReplicaGroupsField = 49;
inline constexpr int kCollectiveDeviceListField = 87;
inline constexpr int kIotaDeviceListField = 92;
inline constexpr int kMeshAxesGroupListField = 93;
inline constexpr int kNewerReplicaGroupsFields[] = {kCollectiveDeviceListField,
                                                    kIotaDeviceListField, kMeshAxesGroupListField};

// {{0,1},{1,2}}: 0 sends to 1, and 1 to 2.
struct SourceTargetPairs {
  std::vector<Int64Pair> pairs;

  friend bool operator==(const SourceTargetPairs&, const SourceTargetPairs&) = default;
};

template <>
const AttributeKind& AttributeKindOf<ReplicaGroups>();
template <>
const AttributeKind& AttributeKindOf<SourceTargetPairs>();

}  // namespace hloom

#endif  // HLOOM_HLO_DEVICES_REPLICA_GROUPS_H_
