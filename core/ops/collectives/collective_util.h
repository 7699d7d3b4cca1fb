// Shape inference shared by collectives.
#ifndef HLOOM_OPS_COLLECTIVES_COLLECTIVE_UTIL_H_
#define HLOOM_OPS_COLLECTIVES_COLLECTIVE_UTIL_H_

#include <optional>
#include <string>
#include <vector>

#include "ops/collectives/collective_attributes.h"
#include "ops/collectives/device_groups.h"
#include "ops/op_def.h"

namespace hloom {

inline constexpr Rule kCollectiveC1 = {"collective.c1", "no group of replica_groups is empty"};
inline constexpr Rule kCollectiveC2 = {"collective.c2",
                                       "replica_groups names no id twice, and none below 0"};
inline constexpr Rule kCollectiveC3 = {
    "collective.c3", "replica_groups, unless it is empty, names every id from 0 to the greatest"};
inline constexpr Rule kCollectiveC4 = {"collective.c4",
                                       "the groups of replica_groups are of one size"};
inline constexpr Rule kCollectiveC5 = {"collective.c5",
                                       "use_global_device_ids requires a channel_id of 1 or more, "
                                       "and replica_groups that are not empty"};
inline constexpr Rule kCollectiveC6 = {
    "collective.c6", "all devices bring arrays of the same size: no dimension is dynamic"};
inline constexpr Rule kCollectiveC7 = {
    "collective.c7",
    "the ids are those of the replicas, partitions or devices of a run, and of the module if "
    "it states their number: every id exists, and, except in collective-broadcast and "
    "collective-permute, none is missing"};
inline constexpr Rule kCollectiveC8 = {"collective.c8",
                                       "there are as many shards, blocks or operands as devices in "
                                       "each group: in replica_groups, and when the program runs"};
inline constexpr Rule kCollectiveC9 = {
    "collective.c9",
    "the operands have one element type T, and the computation is (T, T) -> T, of scalars"};

inline constexpr Rule kCollectiveC10 = {
    "collective.c10",
    "the computation, with the computations that it calls, asks neither for the replica nor for "
    "the partition: any device of a group may apply it"};

inline constexpr RegionSpec kReducerRegion[] = {{"to_apply"}};

// Traits of collectives.
inline constexpr OpTraits kCollectiveTraits = {
    .side_effect = true, .collective = true, .keeps_type = true};
inline constexpr OpTraits kGivenCollectiveTraits = {
    .side_effect = true, .collective = true, .shape_given = true, .keeps_type = true};
inline constexpr OpTraits kReducingTraits = {
    .applies = true, .side_effect = true, .collective = true};
// Only its -done may use the result of a -start: no convert can be inserted between them.
inline constexpr OpTraits kReducingStartTraits = {
    .applies = true, .side_effect = true, .collective = true, .keeps_type = true};
inline constexpr OpTraits kGivenReducingTraits = {
    .applies = true, .side_effect = true, .collective = true, .shape_given = true};

struct GroupDemands {
  bool all_ids = true;  // collective.c3
  bool even = true;     // collective.c4
};
// collective.c1 to .c5, and .c6 of the operands.
Status CheckGroups(const InferContext& context, const CollectiveAttributes& attributes,
                   GroupDemands demands = {});
// collective.c6: the operands are static arrays.
Status CheckStatic(const InferContext& context);
// collective.c8, as far as it follows from replica_groups. `parts` are the shards, blocks or
// operands, as the error calls them.
Status CheckParts(const CollectiveAttributes& attributes, GroupMode mode, int64_t parts,
                  std::string_view what);
// The same for the groups of a run.
Status CheckPartsOfRun(const HloInstruction& instruction, const DeviceGroups& groups, int64_t parts,
                       std::string_view what);
// collective.c9 and .c10.
Status CheckReducer(const InferContext& context);

// `rule`: dimensions is one dimension of every operand, which is returned.
StatusOr<int64_t> OneDimension(const Rule& rule, const InferContext& context,
                               const std::vector<int64_t>& dimensions);

// Returns the array if there is only one, otherwise a tuple of them.
Shape ArrayOrTuple(std::vector<Shape> arrays);
Shape OperandsAsOne(const InferContext& context);
// The k-th array of an array or tuple of `count`; null for other shapes.
const Shape* ArrayOf(const Shape& arrays, size_t count, size_t k);

// Returns the number of shards, `large` / `small` along the dimension; nullopt if the shapes differ
// otherwise, and 0 if both are empty there, so that any number fits.
std::optional<int64_t> ShardsBetween(const Shape& large, const Shape& small, int64_t dimension);

// The result of a collective, an array or a tuple, if the instruction is the collective or its
// -start.
const Shape& ResultOfCollective(const HloInstruction& instruction);
// The shape of array k of it.
const Shape& CollectiveArrayShape(const HloInstruction& instruction, size_t k);

// The group modes of instructions with these attributes, for CollectiveDef.
template <typename Attributes>
GroupMode ModeOfReductionWith(const HloInstruction& instruction) {
  return ModeOfReduction(instruction.attributes<Attributes>());
}
template <typename Attributes>
GroupMode ModeOfMovesWith(const HloInstruction& instruction) {
  return ModeOfMoves(instruction.attributes<Attributes>().has_channel());
}

// The groups of a collective-broadcast, which need not contain every device.
StatusOr<DeviceGroups> GroupsNamed(const HloInstruction& instruction, const DeviceGrid& grid);
// The transfers of a collective-permute.
StatusOr<std::vector<DevicePair>> DevicePairsOf(const HloInstruction& instruction,
                                                const DeviceGrid& grid);

}  // namespace hloom

#endif  // HLOOM_OPS_COLLECTIVES_COLLECTIVE_UTIL_H_
