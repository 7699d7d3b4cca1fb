#include "ops/verify/sharding_verifier.h"

#include <algorithm>
#include <unordered_set>

#include "base/math_util.h"
#include "base/str_cat.h"

namespace hloom {

namespace {

constexpr Rule kShardingC1 = {
    "sharding.c1",
    "a list of shardings has one for each array of a tuple; an array has a sharding, not a list"};
constexpr Rule kShardingC2 = {"sharding.c2",
                              "there are as many devices as tiles; sizes are at least 1"};
constexpr Rule kShardingC3 = {"sharding.c3",
                              "an array is cut in each of its dimensions, if only into one part: "
                              "tiles and meshes that cut have its rank"};
constexpr Rule kShardingC4 = {
    "sharding.c4",
    "devices are different, not negative, and, where the module has partitions, among them"};
constexpr Rule kShardingC5 = {"sharding.c5",
                              "the order of an iota's dimensions has each of them once"};
constexpr Rule kShardingC6 = {
    "sharding.c6",
    "the axes of a mesh have different names; its devices are 0 to n-1, each of them once"};
constexpr Rule kShardingC7 = {
    "sharding.c7",
    "an axis is one of the mesh, a part of it divides it, and no two uses of an axis overlap"};
constexpr Rule kShardingC8 = {"sharding.c8", "a device that has the whole is one device"};
constexpr Rule kOriginC1 = {"origin.c1",
                            "an origin has an element for each array of the shape, in order"};
constexpr Rule kShardingVerifierRules[] = {kShardingC1, kShardingC2, kShardingC3,
                                           kShardingC4, kShardingC5, kShardingC6,
                                           kShardingC7, kShardingC8, kOriginC1};

class ShardingVerifier {
 public:
  explicit ShardingVerifier(int64_t num_partitions) : num_partitions_(num_partitions) {}

  Status Verify(const HloSharding& sharding, const Shape& shape) const {
    std::vector<const Shape*> arrays;
    ShapeUtil::ForEachLeafShape(
        shape, [&](const Shape& array, const ShapeIndex&) { arrays.push_back(&array); });
    if (sharding.type == HloSharding::Type::kTuple)
      return VerifyList(sharding.tuple_elements, shape, arrays);
    HLOOM_RETURN_IF_ERROR(VerifyAlone(sharding));
    for (const Shape* array : arrays) HLOOM_RETURN_IF_ERROR(VerifyRank(sharding, *array));
    return OkStatus();
  }

 private:
  Status VerifyList(const std::vector<HloSharding>& elements, const Shape& shape,
                    const std::vector<const Shape*>& arrays) const {
    // In XLA a tuple without arrays may have its own sharding, or none.
    const bool empty = arrays.empty() && elements.size() <= 1;
    if (!shape.IsTuple() || (elements.size() != arrays.size() && !empty)) {
      return InvalidArgument(kShardingC1)
          .Say(StrCat("a list of ", Count(static_cast<int64_t>(elements.size()), "sharding"),
                      " does not fit ", shape.ToString()))
          .Detail(StrCat("the shape has ", Count(static_cast<int64_t>(arrays.size()), "array")))
          .Help(shape.IsTuple() ? "give one sharding for each array, or one without a list for all"
                                : "leave out the outer braces");
    }
    for (size_t i = 0; i < arrays.size(); ++i) {
      HLOOM_RETURN_IF_ERROR(VerifyAlone(elements[i]));
      HLOOM_RETURN_IF_ERROR(VerifyRank(elements[i], *arrays[i]));
    }
    return OkStatus();
  }

  // Checks that do not need a shape.
  Status VerifyAlone(const HloSharding& sharding) const {
    using Type = HloSharding::Type;
    if (sharding.named) return VerifyNamed(*sharding.named);
    if (sharding.type == Type::kTuple) {
      return InvalidArgument(kShardingC1)
          .Say("a list of shardings contains a list of shardings")
          .Help("the list is flat, however the tuples nest");
    }
    if (sharding.type == Type::kMaximal) {
      if (sharding.devices.ids.size() == 1) return VerifyDevices(sharding.devices.ids);
      return InvalidArgument(kShardingC8)
          .Say(StrCat("a maximal sharding has ",
                      Count(static_cast<int64_t>(sharding.devices.ids.size()), "device")))
          .Help("write {maximal device=0}");
    }
    return sharding.type == Type::kOther ? VerifyTiles(sharding) : OkStatus();
  }

  Status VerifyTiles(const HloSharding& sharding) const {
    const std::optional<int64_t> tiles = CountOf(sharding.tile_dims);
    HLOOM_RETURN_IF_ERROR(VerifyOrder(sharding.devices));
    const bool iota = !sharding.devices.reshape_dims.empty();
    const std::optional<int64_t> devices =
        iota ? CountOf(sharding.devices.reshape_dims)
             : std::optional<int64_t>(sharding.devices.ids.size());
    if (!tiles || !devices || *tiles != *devices || sharding.tile_dims.empty()) {
      return InvalidArgument(kShardingC2)
          .Say(StrCat("devices=[", StrJoin(sharding.tile_dims, ","), "] does not have ",
                      devices ? Count(*devices, "device") : "so many devices"))
          .Help("the product of the tiles in each dimension is the number of devices");
    }
    if (iota) return VerifyRange(*devices - 1);
    return VerifyDevices(sharding.devices.ids);
  }

  Status VerifyOrder(const DeviceOrder& order) const {
    if (order.reshape_dims.empty() && order.transpose_perm.empty()) return OkStatus();
    if (order.ids.empty() && order.reshape_dims.size() == order.transpose_perm.size() &&
        IsPermutation(order.transpose_perm)) {
      return OkStatus();
    }
    return InvalidArgument(kShardingC5)
        .Say(StrCat("the devices [", StrJoin(order.reshape_dims, ","), "]T(",
                    StrJoin(order.transpose_perm, ","), ") are not an iota"))
        .Help("T has the numbers of the dimensions, each once: [2,4]T(1,0)");
  }

  Status VerifyRange(int64_t device) const {
    if (device >= 0 && (num_partitions_ <= 1 || device < num_partitions_)) return OkStatus();
    return InvalidArgument(kShardingC4)
        .Say(StrCat("the sharding names device ", device))
        .Help(num_partitions_ <= 1 ? StrCat("devices are counted from 0")
                                   : StrCat("num_partitions=", num_partitions_,
                                            ": the devices are 0..", num_partitions_ - 1));
  }

  Status VerifyDevices(const std::vector<int64_t>& devices) const {
    std::unordered_set<int64_t> seen;
    for (const int64_t device : devices) {
      HLOOM_RETURN_IF_ERROR(VerifyRange(device));
      if (seen.insert(device).second) continue;
      return InvalidArgument(kShardingC4)
          .Say(StrCat("the sharding names device ", device, " twice"))
          .Help("each tile has its own device; last_tile_dim_replicate gives a tile to several");
    }
    return OkStatus();
  }

  // ---- meshes ----

  Status VerifyNamed(const NamedSharding& sharding) const {
    HLOOM_RETURN_IF_ERROR(VerifyMesh(sharding.mesh));
    std::vector<AxisRef> used;
    const auto use = [&used](const std::vector<AxisRef>& axes) {
      used.insert(used.end(), axes.begin(), axes.end());
    };
    for (const NamedSharding::DimensionSharding& dimension : sharding.dim_shardings)
      use(dimension.axes);
    use(sharding.replicated_axes);
    use(sharding.unreduced_axes);
    use(sharding.manual_axes);
    for (const AxisRef& axis : used) HLOOM_RETURN_IF_ERROR(VerifyAxis(axis, sharding.mesh));
    return VerifyNoOverlap(std::move(used), sharding.mesh);
  }

  Status VerifyMesh(const Mesh& mesh) const {
    std::unordered_set<std::string_view> names;
    const std::vector<int64_t> sizes = mesh.sizes();
    for (const Mesh::Axis& axis : mesh.axes) {
      if (names.insert(axis.name).second) continue;
      return InvalidArgument(kShardingC6)
          .Say(StrCat("two axes of the mesh have the name '", axis.name.substr(0, 64), "'"))
          .Help("give each axis its own name");
    }
    HLOOM_RETURN_IF_ERROR(VerifyOrder(mesh.devices));
    if (mesh.axes.empty()) return VerifyDevices(mesh.devices.ids);
    const std::optional<int64_t> count = CountOf(sizes);
    const bool iota = !mesh.devices.reshape_dims.empty();
    const std::optional<int64_t> devices = iota ? CountOf(mesh.devices.reshape_dims)
                                           : mesh.devices.ids.empty()
                                               ? count
                                               : std::optional<int64_t>(mesh.devices.ids.size());
    if (!count || devices != count) {
      return InvalidArgument(kShardingC2)
          .Say(StrCat("the axes of the mesh have the sizes ", StrJoin(sizes, ", "),
                      ", which is not ",
                      devices ? Count(*devices, "device") : "a number of devices"))
          .Help("the product of the sizes is the number of devices");
    }
    if (!IsPermutation(mesh.devices.ids)) {
      return InvalidArgument(kShardingC6)
          .Say("the devices of the mesh are not 0 to n-1, each of them once")
          .Help("leave device_ids out for the devices in order");
    }
    return VerifyRange(*count - 1);
  }

  static std::string NameOf(const AxisRef& axis, const Mesh& mesh) {
    const std::string& name = mesh.axes[static_cast<size_t>(axis.mesh_axis_index)].name;
    const std::string part =
        axis.sub_axis ? StrCat(":(", axis.sub_axis->pre_size, ")", axis.sub_axis->size) : "";
    return StrCat("'", name.substr(0, 64), "'", part);
  }

  Status VerifyAxis(const AxisRef& axis, const Mesh& mesh) const {
    if (axis.mesh_axis_index < 0 || static_cast<size_t>(axis.mesh_axis_index) >= mesh.axes.size()) {
      return InvalidArgument(kShardingC7)
          .Say(StrCat("the mesh has no axis ", axis.mesh_axis_index))
          .Help(StrCat("axes are counted from 0; their number is ", mesh.axes.size()));
    }
    if (!axis.sub_axis) return OkStatus();
    const int64_t size = mesh.axes[static_cast<size_t>(axis.mesh_axis_index)].size;
    if (HasPart(size, *axis.sub_axis)) return OkStatus();
    return InvalidArgument(kShardingC7)
        .Say(StrCat("an axis of size ", size, " has no part ", NameOf(axis, mesh)))
        .Help("(p)s is the part of size s after parts whose product is p; p*s divides the axis");
  }

  Status VerifyNoOverlap(std::vector<AxisRef> used, const Mesh& mesh) const {
    const auto overlap = OverlapIn(std::move(used), mesh);
    if (!overlap) return OkStatus();
    return InvalidArgument(kShardingC7)
        .Say(StrCat("the axes ", NameOf(overlap->first, mesh), " and ",
                    NameOf(overlap->second, mesh), " overlap"))
        .Help("an axis, or a part of it, cuts one dimension, or is in one of the lists");
  }

  // ---- against the shape ----

  Status VerifyRank(const HloSharding& sharding, const Shape& shape) const {
    if (sharding.type != HloSharding::Type::kOther || !shape.IsArray()) return OkStatus();
    const size_t extra = sharding.replicate_on_last_tile_dim ? 1 : sharding.last_tile_dims.size();
    const size_t cut =
        sharding.named ? sharding.named->dim_shardings.size() : sharding.tile_dims.size();
    const bool uncut = sharding.named && cut == 0;
    if (uncut || cut == static_cast<size_t>(shape.rank()) + extra) return OkStatus();
    return InvalidArgument(kShardingC3)
        .Say(StrCat("a sharding that cuts ",
                    Count(static_cast<int64_t>(cut) - static_cast<int64_t>(extra), "dimension"),
                    " does not fit ", shape.ToString()))
        .Help(sharding.named
                  ? "give axes for each dimension: {} for one that is not cut"
                  : "give the number of tiles of each dimension: 1 for one that is not cut");
  }

  const int64_t num_partitions_;
};

}  // namespace

Span<const Rule> ShardingRules() { return kShardingVerifierRules; }

Status VerifySharding(const HloSharding& sharding, const Shape& shape, int64_t num_partitions) {
  return ShardingVerifier(num_partitions).Verify(sharding, shape);
}

Status VerifyOrigin(const OriginalValue& origin, const Shape& shape) {
  if (origin.is_synthetic_call) return OkStatus();
  const auto& elements = origin.elements;
  size_t next = 0;
  bool fits = true;
  ShapeUtil::ForEachLeafShape(shape, [&](const Shape&, const ShapeIndex& index) {
    fits = fits && next < elements.size() && elements[next++].shape_index == index;
  });
  if (fits && next == elements.size()) return OkStatus();
  return InvalidArgument(kOriginC1)
      .Say(StrCat("an origin of ", Count(static_cast<int64_t>(elements.size()), "array"),
                  " does not fit ", shape.ToString()))
      .Help("an array has {\"name\"}, a tuple ({\"name\"}, {\"name\"}); {} where none is known");
}

}  // namespace hloom
