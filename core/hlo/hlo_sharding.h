// The sharding of an instruction's value over devices: XLA's OpSharding. Kept, checked and written;
// values never depend on it.
//
// An array is cut into tiles, and each tile has its device:
//
//   f32[4,6], {devices=[2,3]0,1,2,3,4,5}     tiles of f32[2,2]; device 4 has rows 2,3, columns 2,3
//   {devices=[2,3]<=[6]}                     the same: the devices are an iota
//   {devices=[2,3]<=[3,2]T(1,0)}             iota(6) as [3,2], transposed: 0,2,4,1,3,5
//   {devices=[2,1,3]<=[6] last_tile_dim_replicate}   two tiles of f32[2,6], on three devices each
//
// Newer programs name the axes of a mesh of devices instead (NamedSharding):
//
//   f32[4,6], {mesh['x'=2,'y'=3], [{'x'}, {'y'}]}    tiles of f32[2,2] as in the first line
#ifndef HLOOM_HLO_HLO_SHARDING_H_
#define HLOOM_HLO_HLO_SHARDING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/boxed.h"
#include "hlo/devices/mesh.h"
#include "hlo/op_metadata.h"

namespace hloom {

enum class ShardReduction { kSum, kMax, kMin };

struct NamedSharding {
  // A dimension of the array: the axes that cut it, from major to minor.
  struct DimensionSharding {
    std::vector<AxisRef> axes;
    bool is_closed = true;  // false, "?": a partitioner may cut it further
    friend bool operator==(const DimensionSharding&, const DimensionSharding&) = default;
  };
  Mesh mesh;
  std::vector<DimensionSharding> dim_shardings;  // empty: no dimension is cut
  std::vector<AxisRef> replicated_axes;
  std::vector<AxisRef> unreduced_axes;
  ShardReduction reduction = ShardReduction::kSum;  // combines the unreduced parts
  std::vector<AxisRef> manual_axes;
  std::vector<OpMetadata> metadata;

  friend bool operator==(const NamedSharding&, const NamedSharding&) = default;
};

struct HloSharding {
  // The numbers are those of OpSharding.Type.
  enum class Type : int32_t {
    kReplicated = 0,  // every device has all of it
    kMaximal = 1,     // one device has all of it
    kTuple = 2,       // one sharding for each array of the shape, in pre-order
    kOther = 3,       // tiles
    kManual = 4,      // the program is written for one device of many already
    kUnknown = 5,     // any other sharding wins over this one
    kUnreduced = 6,   // the value is the sum of the devices' values
  };
  struct ShardGroup {
    int64_t id = 0;
    bool like = false;  // false: exactly as the others of the group; true: like them if possible
    friend bool operator==(const ShardGroup&, const ShardGroup&) = default;
  };

  Type type = Type::kReplicated;
  DeviceOrder devices;             // kOther: of the tiles, in row-major order; kMaximal: one id
  std::vector<int64_t> tile_dims;  // kOther: the number of tiles along each dimension
  // kOther: the meaning of the last entries of `tile_dims`, which cut no dimension of the array.
  bool replicate_on_last_tile_dim = false;
  std::vector<Type> last_tile_dims;
  std::optional<ShardGroup> shard_group;
  std::vector<OpMetadata> metadata;
  std::vector<HloSharding> tuple_elements;
  Boxed<NamedSharding> named;  // then nothing else is set, and the type is kOther

  friend bool operator==(const HloSharding&, const HloSharding&) = default;
};

}  // namespace hloom

#endif  // HLOOM_HLO_HLO_SHARDING_H_
