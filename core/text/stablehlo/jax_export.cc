#include "text/stablehlo/jax_export.h"

#include <iterator>
#include <utility>

#include "base/str_cat.h"
#include "base/wire.h"
#include "text/extras/sharding_proto.h"
#include "text/extras/sharding_text.h"
#include "text/mlir/mlir_bytecode.h"
#include "text/stablehlo/flatbuffer_reader.h"

namespace hloom {
namespace jax_export {
namespace {

constexpr Rule kJaxExportP1 = {
    "jax_export.p1",
    "the offsets of a file of jax.export stay in the file, and name no bytes often"};
constexpr Rule kJaxExportP2 = {"jax_export.p2",
                               "a file of jax.export holds a program as MLIR bytecode"};
constexpr Rule kJaxExportP3 = {
    "jax_export.p3",
    "the trees, types and shardings of a file of jax.export are of kinds that hloom knows"};
constexpr Rule kJaxExportP4 = {"jax_export.p4",
                               "a tree has an abstract value for each leaf, a dictionary a name "
                               "for each child, and trees nest "
                               "at most 128 deep"};
constexpr Rule kJaxExportRules[] = {kJaxExportP1, kJaxExportP2, kJaxExportP3, kJaxExportP4};

// The fields of the tables, in the order of the schema.
enum ExportedField {
  kSerializationVersion,
  kFunctionName,
  kInTree,
  kInAvals,
  kOutTree,
  kOutAvals,
  kOldDeviceCount,
  kInShardings,
  kOutShardings,
  kPlatforms,
  kOrderedEffects,
  kUnorderedEffects,
  kDisabledChecks,
  kModule,
  kCallingConventionVersion,
  kKeptArguments,
  kUsesGlobalConstants,
  kVjp,
  kDeviceCount,
  // Since version 10, equal parts are written once, and others name them by their index.
  kUniqueAvals,
  kUniqueMeshes,
  kUniqueShardings,
  kInAvalIndices,
  kOutAvalIndices,
  kInShardingIndices,  // from 1 on; 0 is an unspecified sharding
  kOutShardingIndices,
};
enum TreeField { kTreeKind, kTreeChildren, kTreeNames, kTreeCustomName, kTreeCustomData };
enum AvalField { kAvalKind, kAvalShape, kAvalDtype, kAvalMemorySpace };
enum ShardingField { kShardingKind, kShardingProto, kShardingNamed };
enum NamedShardingField { kNamedMesh, kNamedSpec, kNamedMemoryKind, kNamedMeshIndex };
enum MeshField { kMeshSizes, kMeshNames, kMeshTypes };
enum SpecField { kSpecPartitions, kSpecReduced, kSpecUnreduced };
enum CheckField { kCheckKind, kCheckTarget };

struct DtypeRow {
  std::string_view name;
  PrimitiveType type = PRIMITIVE_TYPE_INVALID;
};
// By the numbers of the schema.
constexpr DtypeRow kDtypes[] = {
    {"bool", PRED},
    {"int8", S8},
    {"int16", S16},
    {"int32", S32},
    {"int64", S64},
    {"uint8", U8},
    {"uint16", U16},
    {"uint32", U32},
    {"uint64", U64},
    {"float16", F16},
    {"float32", F32},
    {"float64", F64},
    {"complex64", C64},
    {"complex128", C128},
    {"bfloat16", BF16},
    {"int4", S4},
    {"uint4", U4},
    {"float8_e4m3b11fnuz", F8E4M3B11FNUZ},
    {"float8_e4m3fn", F8E4M3FN},
    {"float8_e4m3fnuz", F8E4M3FNUZ},
    {"float8_e5m2", F8E5M2},
    {"float8_e5m2fnuz", F8E5M2FNUZ},
    {"float0"},
    {"float8_e4m3", F8E4M3},
    {"float8_e3m4", F8E3M4},
    {"float8_e8m0fnu", F8E8M0FNU},
    {"float4_e2m1fn", F4E2M1FN},
    {"key<fry>"},
    {"key<rbg>"},
    {"key<unsafe_rbg>"},
};
constexpr std::string_view kMemorySpaces[] = {"", "device", "host", "any"};
constexpr std::string_view kAxisTypes[] = {"", "auto", "explicit", "manual"};
constexpr uint32_t kTreeKindCount = 6;

ErrorBuilder ExportError(const Rule& rule, size_t place, std::string text) {
  return InvalidArgument(rule).Say(std::move(text)).At(StrCat("byte ", place, " of the file"));
}

class JaxExportReader {
 public:
  explicit JaxExportReader(std::string_view bytes) : buffer_(bytes) {}

  StatusOr<JaxExport> Read(int vjp_order);

 private:
  Status Damage() const {
    if (buffer_.ok()) return OkStatus();
    return ExportError(kJaxExportP1, buffer_.failed_at(),
                       "an offset or a size leads out of the file")
        .Help("the file is damaged or cut off, or is not one of jax.export: serialize() it again");
  }
  Status Unknown(std::string_view what, uint32_t number, size_t place) const {
    HLOOM_RETURN_IF_ERROR(Damage());
    return ExportError(kJaxExportP3, place, StrCat("hloom knows no ", what, " ", number))
        .Help("export the function with an older version of JAX");
  }
  std::vector<std::string_view> Strings(FlatTable& table, int field);
  Status ReadTree(FlatTable root, JaxTree& tree);
  Status ReadAvals(FlatTable& table, int field, std::vector<JaxAval>& avals);
  Status ReadShardings(FlatTable& table, int field, std::vector<JaxSharding>& shardings);
  Status ReadUniques(FlatTable& table);
  Status ReadMesh(FlatTable mesh, std::vector<JaxMeshAxis>& axes);
  Status ReadNamedSharding(FlatTable named, JaxSharding& sharding);
  // The parts whose indices a field has. Indices count from `first` on; those before it are absent
  // parts.
  template <typename Part>
  Status ReadIndices(FlatTable& table, int field, const std::vector<Part>& unique, size_t first,
                     std::string_view what, std::vector<Part>& parts);
  Status CheckLeaves(std::string_view which, const JaxTree& tree, size_t avals) const;

  FlatBuffer buffer_;
  std::vector<JaxAval> unique_avals_;
  std::vector<std::vector<JaxMeshAxis>> unique_meshes_;
  std::vector<JaxSharding> unique_shardings_;
};

std::vector<std::string_view> JaxExportReader::Strings(FlatTable& table, int field) {
  const FlatVector vector = table.Vector(field, 4);
  std::vector<std::string_view> strings;
  strings.reserve(vector.size);
  for (size_t i = 0; i < vector.size && buffer_.ok(); ++i) {
    strings.push_back(table.String(vector, i));
  }
  return strings;
}

// Nodes are visited in the order of their indices, so that no stack grows with the tree.
Status JaxExportReader::ReadTree(FlatTable root, JaxTree& tree) {
  constexpr size_t kMostDepth = 128;
  struct Visit {
    FlatTable table;
    size_t depth;
  };
  std::vector<Visit> visits = {{root, 1}};
  tree.emplace_back();
  for (size_t i = 0; i < visits.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(Damage());
    FlatTable table = visits[i].table;
    const size_t depth = visits[i].depth;
    if (depth > kMostDepth) {
      return ExportError(kJaxExportP4, table.place(),
                         StrCat("a tree nests more than ", kMostDepth, " deep"));
    }
    const uint32_t kind = table.Unsigned(kTreeKind, 1);
    if (kind >= kTreeKindCount) return Unknown("kind of tree", kind, table.place());
    JaxTreeNode node = {.kind = static_cast<JaxTreeNode::Kind>(kind),
                        .names = Strings(table, kTreeNames),
                        .custom_name = table.String(kTreeCustomName),
                        .custom_data = table.Bytes(kTreeCustomData)};
    const FlatVector children = table.Vector(kTreeChildren, 4);
    for (size_t k = 0; k < children.size && buffer_.ok(); ++k) {
      node.children.push_back(static_cast<uint32_t>(visits.size()));
      visits.push_back({table.Table(children, k), depth + 1});
      tree.emplace_back();
    }
    HLOOM_RETURN_IF_ERROR(Damage());
    if (node.kind == JaxTreeNode::Kind::kDict && node.names.size() != node.children.size()) {
      return ExportError(kJaxExportP4, table.place(),
                         StrCat("a dictionary has ", node.names.size(), " names and ",
                                node.children.size(), " values"));
    }
    tree[i] = std::move(node);
  }
  return OkStatus();
}

Status JaxExportReader::ReadAvals(FlatTable& table, int field, std::vector<JaxAval>& avals) {
  const FlatVector vector = table.Vector(field, 4);
  for (size_t i = 0; i < vector.size && buffer_.ok(); ++i) {
    FlatTable one = table.Table(vector, i);
    const uint32_t dtype = one.Unsigned(kAvalDtype, 1);
    const uint32_t space = one.Unsigned(kAvalMemorySpace, 1);
    const uint32_t kind = one.Unsigned(kAvalKind, 1);
    if (kind != 0) return Unknown("kind of abstract value", kind, one.place());
    if (dtype >= std::size(kDtypes)) return Unknown("dtype", dtype, one.place());
    if (space >= std::size(kMemorySpaces)) return Unknown("memory space", space, one.place());
    avals.push_back({.shape = Strings(one, kAvalShape),
                     .dtype = kDtypes[dtype].name,
                     .element_type = kDtypes[dtype].type,
                     .memory_space = kMemorySpaces[space]});
  }
  return Damage();
}

template <typename Part>
Status JaxExportReader::ReadIndices(FlatTable& table, int field, const std::vector<Part>& unique,
                                    size_t first, std::string_view what, std::vector<Part>& parts) {
  const FlatVector vector = table.Vector(field, 4);
  for (size_t i = 0; i < vector.size && buffer_.ok(); ++i) {
    const size_t index = buffer_.Unsigned(vector.Place(i), 4);
    if (index >= unique.size() + first) {
      HLOOM_RETURN_IF_ERROR(Damage());
      return ExportError(kJaxExportP4, vector.Place(i),
                         StrCat(what, " ", index, " is not one of ", unique.size()))
          .Help("the file is damaged: serialize() the function again");
    }
    parts.push_back(index < first ? Part() : unique[index - first]);
  }
  return Damage();
}

Status JaxExportReader::ReadMesh(FlatTable mesh, std::vector<JaxMeshAxis>& axes) {
  const FlatVector sizes = mesh.Vector(kMeshSizes, 4);
  const FlatVector types = mesh.Vector(kMeshTypes, 1);
  const std::vector<std::string_view> names = Strings(mesh, kMeshNames);
  for (size_t i = 0; i < names.size(); ++i) {
    JaxMeshAxis axis = {.name = names[i]};
    if (i < sizes.size) axis.size = buffer_.Unsigned(sizes.Place(i), 4);
    const uint32_t type = i < types.size ? buffer_.Unsigned(types.Place(i), 1) : 0;
    if (type >= std::size(kAxisTypes)) return Unknown("type of axis", type, mesh.place());
    axis.type = kAxisTypes[type];
    axes.push_back(axis);
  }
  return Damage();
}

Status JaxExportReader::ReadUniques(FlatTable& table) {
  HLOOM_RETURN_IF_ERROR(ReadAvals(table, kUniqueAvals, unique_avals_));
  const FlatVector meshes = table.Vector(kUniqueMeshes, 4);
  for (size_t i = 0; i < meshes.size && buffer_.ok(); ++i) {
    HLOOM_RETURN_IF_ERROR(ReadMesh(table.Table(meshes, i), unique_meshes_.emplace_back()));
  }
  const FlatVector shardings = table.Vector(kUniqueShardings, 4);
  for (size_t i = 0; i < shardings.size && buffer_.ok(); ++i) {
    HLOOM_RETURN_IF_ERROR(
        ReadNamedSharding(table.Table(shardings, i), unique_shardings_.emplace_back()));
  }
  return Damage();
}

Status JaxExportReader::ReadNamedSharding(FlatTable named, JaxSharding& sharding) {
  sharding.kind = JaxSharding::Kind::kNamed;
  const uint32_t mesh = named.Unsigned(kNamedMeshIndex, 4);
  if (mesh < unique_meshes_.size()) {
    sharding.mesh = unique_meshes_[mesh];
  } else if (named.Has(kNamedMesh)) {
    HLOOM_RETURN_IF_ERROR(ReadMesh(named.Table(kNamedMesh), sharding.mesh));
  }
  if (named.Has(kNamedSpec)) {
    FlatTable spec = named.Table(kNamedSpec);
    const FlatVector partitions = spec.Vector(kSpecPartitions, 4);
    for (size_t i = 0; i < partitions.size && buffer_.ok(); ++i) {
      FlatTable one = spec.Table(partitions, i);
      sharding.spec.push_back(Strings(one, 0));
    }
    sharding.unreduced = Strings(spec, kSpecUnreduced);
  }
  sharding.memory_kind = named.String(kNamedMemoryKind);
  return Damage();
}

Status JaxExportReader::ReadShardings(FlatTable& table, int field,
                                      std::vector<JaxSharding>& shardings) {
  const FlatVector vector = table.Vector(field, 4);
  for (size_t i = 0; i < vector.size && buffer_.ok(); ++i) {
    FlatTable one = table.Table(vector, i);
    const uint32_t kind = one.Unsigned(kShardingKind, 1);
    if (kind > static_cast<uint32_t>(JaxSharding::Kind::kNamed)) {
      return Unknown("kind of sharding", kind, one.place());
    }
    JaxSharding& sharding = shardings.emplace_back();
    sharding.kind = static_cast<JaxSharding::Kind>(kind);
    if (sharding.kind == JaxSharding::Kind::kHlo) {
      const std::string_view bytes = one.Bytes(kShardingProto);
      HLOOM_RETURN_IF_ERROR(Damage());
      // The reader of shardings takes a field of a message.
      WireWriter message;
      message.AddBytes(1, bytes);
      WireReader reader(message.bytes());
      HLOOM_RETURN_IF_ERROR(reader.Next().status());
      HloSharding read;
      HLOOM_RETURN_IF_ERROR(hlo_proto::ReadSharding(reader, read));
      hlo_text::AppendSharding(sharding.hlo, read);
    } else if (one.Has(kShardingNamed)) {  // since version 9 without a kind
      HLOOM_RETURN_IF_ERROR(ReadNamedSharding(one.Table(kShardingNamed), sharding));
    }
  }
  return Damage();
}

Status JaxExportReader::CheckLeaves(std::string_view which, const JaxTree& tree,
                                    size_t avals) const {
  size_t leaves = 0;
  for (const JaxTreeNode& node : tree) leaves += node.kind == JaxTreeNode::Kind::kLeaf;
  if (leaves == avals) return OkStatus();
  return ExportError(kJaxExportP4, 0,
                     StrCat("the tree of ", which, " has ", leaves, " leaves and ", avals,
                            " abstract values"))
      .Help("the file is damaged: serialize() the function again");
}

StatusOr<JaxExport> JaxExportReader::Read(int vjp_order) {
  FlatTable table(buffer_);
  for (; vjp_order > 0; --vjp_order) {
    HLOOM_RETURN_IF_ERROR(Damage());
    if (!table.Has(kVjp)) {
      return ExportError(kJaxExportP2, table.place(), "the file holds no gradient function")
          .Help("write it with serialize(vjp_order=1)");
    }
    table = table.Table(kVjp);
  }
  JaxExport read;
  read.serialization_version = table.Unsigned(kSerializationVersion, 2);
  read.function_name = table.String(kFunctionName);
  read.calling_convention_version = table.Unsigned(kCallingConventionVersion, 2);
  read.platforms = Strings(table, kPlatforms);
  // Older files have a 16-bit number of devices.
  read.device_count = table.Unsigned(kDeviceCount, 4);
  if (read.device_count == 0) read.device_count = table.Unsigned(kOldDeviceCount, 2, 1);
  read.uses_global_constants = table.Unsigned(kUsesGlobalConstants, 1) != 0;
  read.has_vjp = table.Has(kVjp);
  read.module = table.Bytes(kModule);
  HLOOM_RETURN_IF_ERROR(Damage());
  if (!mlir::IsMlirBytecode(read.module)) {
    return ExportError(kJaxExportP2, table.place(), "the file holds no program as MLIR bytecode")
        .Help("read files that Exported.serialize() of jax.export wrote");
  }
  HLOOM_RETURN_IF_ERROR(ReadUniques(table));
  for (const bool in : {true, false}) {
    const int field = in ? kInTree : kOutTree;
    if (table.Has(field)) {
      HLOOM_RETURN_IF_ERROR(ReadTree(table.Table(field), in ? read.in_tree : read.out_tree));
    }
    std::vector<JaxAval>& avals = in ? read.in_avals : read.out_avals;
    std::vector<JaxSharding>& shardings = in ? read.in_shardings : read.out_shardings;
    HLOOM_RETURN_IF_ERROR(ReadIndices(table, in ? kInAvalIndices : kOutAvalIndices, unique_avals_,
                                      0, "abstract value", avals));
    if (avals.empty()) HLOOM_RETURN_IF_ERROR(ReadAvals(table, in ? kInAvals : kOutAvals, avals));
    HLOOM_RETURN_IF_ERROR(ReadIndices(table, in ? kInShardingIndices : kOutShardingIndices,
                                      unique_shardings_, 1, "sharding", shardings));
    if (shardings.empty()) {
      HLOOM_RETURN_IF_ERROR(ReadShardings(table, in ? kInShardings : kOutShardings, shardings));
    }
    HLOOM_RETURN_IF_ERROR(CheckLeaves(in ? "the arguments" : "the results",
                                      in ? read.in_tree : read.out_tree, avals.size()));
  }
  const FlatVector kept = table.Vector(kKeptArguments, 2);
  for (size_t i = 0; i < kept.size; ++i) {
    read.kept_arguments.push_back(buffer_.Unsigned(kept.Place(i), 2));
  }
  for (const bool ordered : {true, false}) {
    const FlatVector effects = table.Vector(ordered ? kOrderedEffects : kUnorderedEffects, 4);
    for (size_t i = 0; i < effects.size && buffer_.ok(); ++i) {
      (ordered ? read.ordered_effects : read.unordered_effects)
          .push_back(table.Table(effects, i).String(0));
    }
  }
  const FlatVector checks = table.Vector(kDisabledChecks, 4);
  for (size_t i = 0; i < checks.size && buffer_.ok(); ++i) {
    FlatTable check = table.Table(checks, i);
    if (check.Has(kCheckTarget)) read.allowed_custom_calls.push_back(check.String(kCheckTarget));
  }
  HLOOM_RETURN_IF_ERROR(Damage());
  return read;
}

}  // namespace
}  // namespace jax_export

Span<const Rule> JaxExportRules() { return jax_export::kJaxExportRules; }

bool IsJaxExport(std::string_view bytes) {
  FlatBuffer buffer(bytes);
  FlatTable table(buffer);
  const std::string_view module = table.Bytes(jax_export::kModule);
  return buffer.ok() && mlir::IsMlirBytecode(module);
}

StatusOr<JaxExport> ReadJaxExport(std::string_view bytes, int vjp_order) {
  return jax_export::JaxExportReader(bytes).Read(vjp_order);
}

}  // namespace hloom
