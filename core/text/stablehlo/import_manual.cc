// Programs for each of several devices within a program for all of them: shard_map.
//
// The program outside runs on every device on whole arrays. At the entry of such a part each device
// slices its tile, and at its end the tiles are gathered:
//
//   mesh ["x"=2], f32[4,6], [{"x"}, {}]    tiles of f32[2,6]: device 1 has rows 2 and 3
//
// Shardy writes it as sdy.manual_computation; files of jax.export, as a call of a function between
// the custom calls xla.sdy.GlobalToLocalShape and xla.sdy.LocalToGlobalShape; older programs, as the
// custom calls SPMDFullToShardShape and SPMDShardToFullShape.
#include <algorithm>
#include <map>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "base/utf8.h"
#include "ops/collectives/collective_attributes.h"
#include "ops/verify/sharding_verifier.h"
#include "text/extras/sharding_text.h"
#include "text/stablehlo/function_importer.h"
#include "text/stablehlo/import_manual.h"
#include "text/stablehlo/import_types.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

// An axis of a mesh, or a part of it: of an axis of 8, (2)2 is the part of size 2 behind one of 2.
struct AxisPart {
  size_t axis;
  int64_t before;
  int64_t size;
};

// The axes that cut each dimension of an array, from major to minor.
struct Tiling {
  Mesh mesh;
  std::vector<std::vector<AxisPart>> dimensions;

  int64_t TilesOf(size_t dimension) const {
    int64_t tiles = 1;
    for (const AxisPart& part : dimensions[dimension]) tiles *= part.size;
    return tiles;
  }
};

// The coordinate of a position of the mesh along an axis, as a part of it sees that.
struct MeshPositions {
  explicit MeshPositions(const Mesh& mesh) : sizes(mesh.sizes()), strides(sizes.size(), 1) {
    for (size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
  }
  // The distance of two positions that differ by 1 in this part.
  int64_t StrideOf(const AxisPart& part) const {
    return strides[part.axis] * (sizes[part.axis] / (part.before * part.size));
  }
  int64_t CoordinateOf(int64_t position, const AxisPart& part) const {
    return position / StrideOf(part) % part.size;
  }
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
};

// ---- shardings as text ----

// Reads <@mesh, [{"x"}, {"y":(1)2, ?}], replicated={"z"}>.
class ShardingReader {
 public:
  ShardingReader(std::string_view text, const ModuleIndex& index) : in_(text), index_(index) {}

  bool ReadList(std::vector<Tiling>& tilings) {
    if (!in_.Accept('[')) return false;
    if (in_.Accept(']')) return in_.AtEnd();
    do {
      if (!ReadSharding(tilings.emplace_back())) return false;
    } while (in_.Accept(','));
    return in_.Accept(']') && in_.AtEnd();
  }

 private:
  bool ReadSharding(Tiling& tiling) {
    if (!in_.Accept('<') || !in_.Accept('@')) return false;
    const Attribute* const mesh = index_.FindMesh(in_.Name());
    if (mesh == nullptr || !ReadMeshText(mesh->text, tiling.mesh)) return false;
    if (!in_.Accept(',') || !in_.Accept('[')) return false;
    while (!in_.Accept(']')) {
      if (!ReadDimension(tiling)) return false;
      if (!in_.Accept(',') && in_.Peek() != ']') return false;
    }
    // Axes along which the value is the same on all devices; unreduced values are not read.
    while (in_.Accept(',')) {
      if (!in_.AcceptWord("replicated") || !in_.Accept('=') || !in_.Braces().ok()) return false;
    }
    return in_.Accept('>');
  }

  bool ReadDimension(Tiling& tiling) {
    std::vector<AxisPart>& parts = tiling.dimensions.emplace_back();
    if (!in_.Accept('{')) return false;
    while (!in_.Accept('}')) {
      if (!in_.Accept('?') && !ReadAxis(tiling.mesh, parts)) return false;
      if (!in_.Accept(',') && in_.Peek() != '}') return false;
    }
    // A priority, which only propagation reads: {"x"}p1.
    if (in_.Peek() == 'p') in_.Name();
    return true;
  }

  bool ReadAxis(const Mesh& mesh, std::vector<AxisPart>& parts) {
    const StatusOr<std::string> name = in_.String();
    if (!name.ok()) return false;
    for (size_t i = 0; i < mesh.axes.size(); ++i) {
      if (mesh.axes[i].name != *name) continue;
      AxisPart part = {.axis = i, .before = 1, .size = mesh.axes[i].size};
      if (in_.Accept(':')) {
        AxisRef::SubAxis sub;
        if (!in_.Accept('(') || !ReadNumber(sub.pre_size) || !in_.Accept(')') ||
            !ReadNumber(sub.size) || !HasPart(mesh.axes[i].size, sub)) {
          return false;
        }
        part.before = sub.pre_size;
        part.size = sub.size;
      }
      parts.push_back(part);
      return true;
    }
    return false;
  }

  bool ReadNumber(int64_t& number) {
    const StatusOr<int64_t> read = in_.Int64();
    if (read.ok()) number = *read;
    return read.ok();
  }

  TextReader in_;
  const ModuleIndex& index_;
};

// {"x", "y"}
bool ReadAxisNames(std::string_view text, std::vector<std::string>& names) {
  TextReader in(text);
  if (!in.Accept('{')) return false;
  while (!in.Accept('}')) {
    StatusOr<std::string> name = in.String();
    if (!name.ok()) return false;
    names.push_back(*std::move(name));
    if (!in.Accept(',') && in.Peek() != '}') return false;
  }
  return in.AtEnd();
}

// ---- slices and gathers ----

XlaOp NoTiles(OpScope& op, const Shape& shape, size_t dimension, int64_t tiles) {
  return op.Refuse(StrCat("dimension ", dimension, " of ", shape.ToString(),
                          " cannot be divided into ", tiles, " equal tiles"),
                   "choose sizes that are multiples of the number of devices along the dimension");
}

// The tile of the array that belongs to the device.
XlaOp TileOfDevice(OpScope& op, XlaOp whole, const Tiling& tiling) {
  const Shape shape = op.ShapeOf(whole);
  if (shape.IsToken()) return whole;
  if (!shape.IsArray() || shape.dimensions().size() != tiling.dimensions.size()) {
    return op.Refuse(
        StrCat("a sharding of ", tiling.dimensions.size(), " dimensions for ", shape.ToString()));
  }
  const MeshPositions positions(tiling.mesh);
  const std::vector<int64_t> devices = DevicesOf(tiling.mesh);
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  std::vector<XlaOp> starts;
  XlaOp device;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int64_t tiles = tiling.TilesOf(d);
    if (sizes[d] % tiles != 0) return NoTiles(op, shape, d, tiles);
    sizes[d] /= tiles;
    if (tiles == 1) {
      starts.push_back(ConstantR0<int32_t>(op.builder, 0));
      continue;
    }
    std::vector<int32_t> table(devices.size(), 0);
    for (size_t p = 0; p < devices.size(); ++p) {
      int64_t tile = 0;
      for (const AxisPart& part : tiling.dimensions[d]) {
        tile = tile * part.size + positions.CoordinateOf(static_cast<int64_t>(p), part);
      }
      table[static_cast<size_t>(devices[p])] = static_cast<int32_t>(tile * sizes[d]);
    }
    if (!device.valid()) device = ConvertElementType(PartitionId(op.builder), S32);
    const XlaOp start = DynamicSlice(
        ConstantR1<int32_t>(op.builder, Span<const int32_t>(table.data(), table.size())), {device},
        {1});
    starts.push_back(Reshape(start, {}));
  }
  return device.valid() ? DynamicSlice(whole, starts, sizes) : whole;
}

// The whole array on every device: tiles are gathered along each dimension that is cut.
XlaOp WholeOfTiles(OpScope& op, XlaOp tile, const Tiling& tiling) {
  Shape shape = op.ShapeOf(tile);
  if (shape.IsToken()) return tile;
  if (!shape.IsArray() || shape.dimensions().size() != tiling.dimensions.size()) {
    return op.Refuse(
        StrCat("a sharding of ", tiling.dimensions.size(), " dimensions for ", shape.ToString()));
  }
  const MeshPositions positions(tiling.mesh);
  const std::vector<int64_t> devices = DevicesOf(tiling.mesh);
  for (size_t d = 0; d < tiling.dimensions.size(); ++d) {
    const int64_t tiles = tiling.TilesOf(d);
    if (tiles == 1) continue;
    // Positions that differ only along these axes are a group, in the order of their tiles.
    std::map<int64_t, std::vector<int64_t>> groups;
    for (size_t p = 0; p < devices.size(); ++p) {
      int64_t key = static_cast<int64_t>(p);
      int64_t at = 0;
      for (const AxisPart& part : tiling.dimensions[d]) {
        const int64_t coordinate = positions.CoordinateOf(static_cast<int64_t>(p), part);
        key -= coordinate * positions.StrideOf(part);
        at = at * part.size + coordinate;
      }
      std::vector<int64_t>& group = groups[key];
      group.resize(static_cast<size_t>(tiles));
      group[static_cast<size_t>(at)] = devices[p];
    }
    AllGatherAttributes attributes;
    attributes.channel_id = op.importer.NextChannel();
    attributes.use_global_device_ids = true;
    attributes.dimensions = {static_cast<int64_t>(d)};
    for (auto& [key, group] : groups) attributes.replica_groups.list.push_back(std::move(group));
    std::vector<int64_t> sizes = shape.dimensions().ToVector();
    if (sizes[d] > 0 && tiles > INT64_MAX / sizes[d]) return NoTiles(op, shape, d, tiles);
    sizes[d] *= tiles;
    StatusOr<Shape> gathered = ShapeUtil::MakeValidatedShape(shape.element_type(), sizes);
    if (!gathered.ok()) return op.Fail(gathered.status());
    shape = *std::move(gathered);
    tile = op.Add(HloOpcode::kAllGather, {tile}, MakeAttributes(std::move(attributes)), {}, shape);
  }
  return tile;
}

// ---- Shardy ----

std::vector<std::string> ManualAxes(OpScope& op, std::string_view text) {
  std::vector<std::string> names;
  if (!ReadAxisNames(text, names)) {
    op.Refuse(StrCat("hloom does not read manual_axes=", Shortened(text)),
              "name the axes: {\"x\", \"y\"}");
  }
  return names;
}

// The part of a text from the first `open` through the last `close`: [...] of
// #sdy.sharding_per_value<[...]>. All of the text without them.
std::string_view Within(std::string_view text, char open, char close) {
  const size_t begin = text.find(open);
  const size_t end = text.rfind(close);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return text;
  return text.substr(begin, end + 1 - begin);
}

// The tilings of an attribute, along the manual axes alone: the program within the computation is
// for whole values along the others.
bool ReadTilings(OpScope& op, std::string_view name, std::string_view text,
                 Span<const mlir::Value* const> values, const std::vector<std::string>& manual,
                 std::vector<Tiling>& tilings) {
  ShardingReader reader(text, op.importer.index());
  const bool read = reader.ReadList(tilings);
  // Tokens have no sharding.
  for (size_t i = 0; i < values.size() && tilings.size() < values.size(); ++i) {
    if (values[i]->type->kind != mlir::Type::Kind::kToken || i > tilings.size()) continue;
    tilings.insert(tilings.begin() + static_cast<std::ptrdiff_t>(i), Tiling());
  }
  if (!read || tilings.size() != values.size()) {
    op.Fail(Unimplemented(kStableHloC1)
                .Say(StrCat("hloom does not read ", name, "=", Shortened(text)))
                .Help("a sharding names a mesh of the module, and the axes of each dimension: "
                      "<@mesh, [{\"x\"}, {}]>"));
    return false;
  }
  for (Tiling& tiling : tilings) {
    std::vector<AxisRef> all;
    for (const std::vector<AxisPart>& parts : tiling.dimensions) {
      for (const AxisPart& part : parts) {
        all.push_back({.mesh_axis_index = static_cast<int64_t>(part.axis),
                       .sub_axis = AxisRef::SubAxis{.pre_size = part.before, .size = part.size}});
        if (part.size == tiling.mesh.axes[part.axis].size) all.back().sub_axis.reset();
      }
    }
    if (OverlapIn(std::move(all), tiling.mesh)) {
      op.Fail(InvalidArgument(kStableHloC2)
                  .Say(MessageCat("axes of ", ArgumentName(name), " overlap"))
                  .Help("cut an array along each axis once"));
      return false;
    }
    op.importer.NeedDevices(static_cast<int64_t>(DevicesOf(tiling.mesh).size()));
    for (std::vector<AxisPart>& parts : tiling.dimensions) {
      const auto is_free = [&](const AxisPart& part) {
        const std::string& axis = tiling.mesh.axes[part.axis].name;
        return std::find(manual.begin(), manual.end(), axis) == manual.end();
      };
      parts.erase(std::remove_if(parts.begin(), parts.end(), is_free), parts.end());
    }
  }
  return true;
}

// ---- custom calls ----

// Tiles of HLO's form as axes: a dimension is an axis of its number of tiles, and further axes
// count devices with the same tile.
std::optional<Tiling> TilingOf(const std::optional<HloSharding>& sharding, const Shape& shape) {
  if (!sharding || sharding->type != HloSharding::Type::kOther || sharding->named ||
      !VerifySharding(*sharding, shape, 1).ok()) {
    return std::nullopt;
  }
  Tiling tiling;
  for (size_t i = 0; i < sharding->tile_dims.size(); ++i) {
    tiling.mesh.axes.push_back({StrCat(i), sharding->tile_dims[i]});
    if (static_cast<int64_t>(i) < shape.rank()) {
      tiling.dimensions.push_back({{.axis = i, .before = 1, .size = sharding->tile_dims[i]}});
    }
  }
  const std::optional<int64_t> count = CountOf(tiling.mesh.sizes());
  if (!count || *count > ReplicaGroups::kMostIds) return std::nullopt;
  tiling.mesh.devices = sharding->devices;
  const std::vector<int64_t> devices = DevicesOf(tiling.mesh);
  if (static_cast<int64_t>(devices.size()) != *count || !IsPermutation(devices)) {
    return std::nullopt;
  }
  return tiling;
}

}  // namespace

bool ReadMeshText(std::string_view text, Mesh& mesh) {
  TextReader in(text);
  const auto number = [&](int64_t& value) {
    const StatusOr<int64_t> read = in.Int64();
    if (read.ok()) value = *read;
    return read.ok();
  };
  if (!in.Accept('[')) return false;
  while (!in.Accept(']')) {
    const StatusOr<std::string> name = in.String();
    Mesh::Axis axis;
    if (!name.ok() || !in.Accept('=') || !number(axis.size)) return false;
    axis.name = *name;
    mesh.axes.push_back(std::move(axis));
    if (!in.Accept(',') && in.Peek() != ']') return false;
  }
  if (in.Accept(',')) {
    if (!in.AcceptWord("device_ids") || !in.Accept('=') || !in.Accept('[')) return false;
    while (!in.Accept(']')) {
      if (!number(mesh.devices.ids.emplace_back())) return false;
      if (!in.Accept(',') && in.Peek() != ']') return false;
    }
  }
  const std::optional<int64_t> count = CountOf(mesh.sizes());
  if (!in.AtEnd() || !count || *count > ReplicaGroups::kMostIds) return false;
  return mesh.devices.ids.empty() || (static_cast<int64_t>(mesh.devices.ids.size()) == *count &&
                                      IsPermutation(mesh.devices.ids));
}

XlaOp ImportManualComputation(OpScope& op) {
  const Attribute* const axes = op.Need("manual_axes");
  const Attribute* const in_text = op.Need("in_shardings");
  const Attribute* const out_text = op.Need("out_shardings");
  if (!op.error.ok()) return XlaOp();
  const std::vector<std::string> manual = ManualAxes(op, axes->text);
  std::vector<Tiling> in;
  std::vector<Tiling> out;
  if (!op.error.ok() ||
      !ReadTilings(op, "in_shardings", in_text->text, op.op.operands, manual, in) ||
      !ReadTilings(op, "out_shardings", out_text->text, op.op.results, manual, out)) {
    return XlaOp();
  }
  std::vector<XlaOp> arguments;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    arguments.push_back(TileOfDevice(op, op.operands[i], in[i]));
  }
  if (!op.error.ok() || !op.builder->GetCurrentStatus().ok()) return XlaOp();
  StatusOr<std::vector<XlaOp>> values =
      op.importer.ImportRegion(*op.op.regions[0], op.builder, arguments);
  if (!values.ok()) return op.Fail(values.status());
  if (values->size() != op.op.results.size()) {
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say(StrCat("the computation returns ",
                                   Count(static_cast<int64_t>(values->size()), "value"), " for ",
                                   Count(static_cast<int64_t>(op.op.results.size()), "result")))
                       .Help("return a value for each result"));
  }
  for (size_t i = 0; i < values->size(); ++i) {
    op.results.push_back(WholeOfTiles(op, (*values)[i], out[i]));
  }
  return op.results.empty() ? XlaOp() : op.results.back();
}

std::optional<XlaOp> ImportManualBoundary(OpScope& op, bool to_tile) {
  const mlir::Operation* holder = &op.op;
  if (FrontendAttribute(*holder, kSdyManualAxes) == nullptr) {
    // JAX before 0.6 wrote them at the call.
    const auto& values = to_tile ? op.op.results : op.op.operands;
    holder = values.empty() ? nullptr : op.importer.index().FindShardedCall(values[0]);
    if (holder == nullptr) return std::nullopt;
  }
  const std::string_view name = to_tile ? kSdyInShardings : kSdyOutShardings;
  const Attribute* const text = FrontendAttribute(*holder, name);
  if (text == nullptr || op.operands.size() != op.op.results.size()) return std::nullopt;
  const Attribute* const axes = FrontendAttribute(*holder, kSdyManualAxes);
  const std::vector<std::string> manual = ManualAxes(op, Within(axes->text, '{', '}'));
  std::vector<Tiling> tilings;
  if (!op.error.ok() ||
      !ReadTilings(op, name, Within(text->text, '[', ']'), op.op.operands, manual, tilings)) {
    return XlaOp();
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    op.results.push_back(to_tile ? TileOfDevice(op, op.operands[i], tilings[i])
                                 : WholeOfTiles(op, op.operands[i], tilings[i]));
  }
  return op.results.empty() ? XlaOp() : op.results.back();
}

std::optional<XlaOp> ImportShardBoundary(OpScope& op, bool to_tile) {
  if (op.operands.size() != 1 || op.op.results.size() != 1) return std::nullopt;
  const Shape& shape = op.ShapeOf(size_t{0});
  if (!shape.IsArray() || Fits(op.DeclaredResult(), shape)) return std::nullopt;
  std::optional<HloSharding> sharding;
  if (to_tile) {
    StatusOr<std::optional<HloSharding>> own = op.builder->GetOpSharding(op.operands[0]);
    if (own.ok()) sharding = *std::move(own);
  } else if (const Attribute* text = op.Find("mhlo.sharding")) {
    TextReader in(text->text);
    HloSharding read;
    if (hlo_text::ReadSharding(in, read).ok()) sharding = std::move(read);
  }
  const std::optional<Tiling> tiling = TilingOf(sharding, shape);
  if (!tiling) return std::nullopt;
  op.importer.NeedDevices(static_cast<int64_t>(DevicesOf(tiling->mesh).size()));
  return to_tile ? TileOfDevice(op, op.operands[0], *tiling)
                 : WholeOfTiles(op, op.operands[0], *tiling);
}

}  // namespace hloom::stablehlo
