// Attributes of collectives.
#ifndef HLOOM_OPS_COLLECTIVES_COLLECTIVE_ATTRIBUTES_H_
#define HLOOM_OPS_COLLECTIVES_COLLECTIVE_ATTRIBUTES_H_

#include <vector>

#include "hlo/attributes/slice_sizes.h"
#include "hlo/devices/replica_groups.h"
#include "hlo/hlo_module.h"

namespace hloom {

// The first four attributes determine the groups of devices. Attributes that an operation does not
// have keep their defaults. Each operation has its own struct below, because each has its own order
// in HLO text.
struct CollectiveAttributes {
  static constexpr AttributeField kChannelId = {
      .name = "channel_id",
      .proto_field = 26,
      .doc =
          "the number of the channel of a collective that also works across partitions; 0 means "
          "none",
      .omit_default = true};
  static constexpr AttributeField kReplicaGroups = {
      .name = "replica_groups",
      .proto_field = kReplicaGroupsField,
      .proto_others = kNewerReplicaGroupsFields,
      .doc =
          "the ids of the devices of each group; their order decides the order of the result. {} "
          "puts all devices into one group, in the order of their ids",
      .optional_in_text = true};
  static constexpr AttributeField kConstrainLayout = {
      .name = "constrain_layout",
      .proto_field = 56,
      .doc = "true if compilers must keep the layouts; hloom ignores it",
      .omit_default = true};
  static constexpr AttributeField kUseGlobalDeviceIds = {
      .name = "use_global_device_ids",
      .proto_field = 71,
      .doc = "true if the ids number devices: replica * partitions + partition",
      .omit_default = true};

  int64_t channel_id = 0;
  ReplicaGroups replica_groups;
  bool constrain_layout = false;
  bool use_global_device_ids = false;
  // The one dimension along which operands are concatenated or split.
  std::vector<int64_t> dimensions;

  bool has_channel() const { return channel_id > 0; }

 protected:
  template <typename V>
  void VisitGroups(V& v) {
    v(kChannelId, channel_id);
    v(kReplicaGroups, replica_groups);
  }
};

struct AllReduceAttributes : CollectiveAttributes {
  template <typename V>
  void visit(V& v) {
    VisitGroups(v);
    v(kConstrainLayout, constrain_layout);
    v(kUseGlobalDeviceIds, use_global_device_ids);
  }
};

struct AllGatherAttributes : CollectiveAttributes {
  static constexpr AttributeField kDimensions = {
      .name = "dimensions",
      .proto_field = 14,
      .doc = "the one dimension along which the operands are concatenated",
      .always_write = true};

  template <typename V>
  void visit(V& v) {
    VisitGroups(v);
    v(kConstrainLayout, constrain_layout);
    v(kDimensions, dimensions);
    v(kUseGlobalDeviceIds, use_global_device_ids);
  }
};

struct ReduceScatterAttributes : CollectiveAttributes {
  static constexpr AttributeField kDimensions = {
      .name = "dimensions",
      .proto_field = 14,
      .doc = "the one dimension along which the result is split into shards",
      .always_write = true};

  template <typename V>
  void visit(V& v) {
    VisitGroups(v);
    v(kConstrainLayout, constrain_layout);
    v(kUseGlobalDeviceIds, use_global_device_ids);
    v(kDimensions, dimensions);
  }
};

struct AllToAllAttributes : CollectiveAttributes {
  static constexpr AttributeField kDimensions = {
      .name = "dimensions",
      .proto_field = 14,
      .doc =
          "the one dimension along which the operand is split into blocks; without it there is one "
          "operand for each device of the group",
      .omit_default = true};

  template <typename V>
  void visit(V& v) {
    VisitGroups(v);
    v(kConstrainLayout, constrain_layout);
    v(kDimensions, dimensions);
  }
};

struct CollectiveBroadcastAttributes : CollectiveAttributes {
  // Bytes have no field for it: there, an extra operand names the root.
  static constexpr AttributeField kHasDynamicRoot = {
      .name = "has_dynamic_root",
      .doc =
          "true if an operand names the device that sends; must be false, which newer HLO text "
          "writes",
      .omit_default = true};

  bool has_dynamic_root = false;

  template <typename V>
  void visit(V& v) {
    VisitGroups(v);
    v(kHasDynamicRoot, has_dynamic_root);
  }
};

// For ragged-all-to-all.
struct GroupAttributes : CollectiveAttributes {
  template <typename V>
  void visit(V& v) {
    VisitGroups(v);
  }
};

struct CollectivePermuteAttributes {
  static constexpr AttributeField kPairs = {
      .name = "source_target_pairs",
      .proto_field = 52,
      .doc = "pairs of ids, (source, target); an id is the target of at most one pair"};

  int64_t channel_id = 0;
  SourceTargetPairs source_target_pairs;
  SliceSizes slice_sizes;

  bool has_channel() const { return channel_id > 0; }

  template <typename V>
  void visit(V& v) {
    v(CollectiveAttributes::kChannelId, channel_id);
    v(kPairs, source_target_pairs);
    v({.name = "slice_sizes",
       .proto_field = 20,
       .doc =
           "the sizes of each slice, for the form with the operands (input, output, starts in the "
           "input, starts in the output), which sends slices of arrays into other arrays",
       .omit_default = true},
      slice_sizes);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_COLLECTIVE_ATTRIBUTES_H_
