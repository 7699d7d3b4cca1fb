#include "wasm/jax_export_json.h"

#include <string>
#include <string_view>
#include <vector>

namespace hloom {
namespace {

constexpr std::string_view kTreeKindNames[] = {"leaf", "none", "tuple", "list", "dict", "custom"};

std::string HexOf(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (const char c : bytes) {
    digits += kDigits[static_cast<unsigned char>(c) >> 4];
    digits += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return digits;
}

// The nodes in a list, with the indices of their children: nested JSON would be as deep as the
// tree.
void WriteTree(const JaxTree& tree, JsonWriter& out) {
  out.BeginArray();
  for (const JaxTreeNode& node : tree) {
    out.BeginObject().Key("kind").String(kTreeKindNames[static_cast<size_t>(node.kind)]);
    if (!node.children.empty()) {
      out.Key("children").BeginArray();
      for (const uint32_t child : node.children) out.Number(static_cast<int>(child));
      out.EndArray();
    }
    if (node.kind == JaxTreeNode::Kind::kDict) out.Key("names").StringList(node.names);
    if (node.kind == JaxTreeNode::Kind::kCustom) {
      out.Key("custom_name").String(node.custom_name);
      out.Key("custom_data").String(HexOf(node.custom_data));
    }
    out.EndObject();
  }
  out.EndArray();
}

void WriteAvals(const std::vector<JaxAval>& avals, JsonWriter& out) {
  out.BeginArray();
  for (const JaxAval& aval : avals) {
    out.BeginObject().Key("shape").StringList(aval.shape);
    out.Key("dtype").String(aval.dtype);
    if (aval.element_type != PRIMITIVE_TYPE_INVALID) {
      out.Key("element_type").String(PrimitiveTypeText(aval.element_type));
    }
    if (!aval.memory_space.empty()) out.Key("memory_space").String(aval.memory_space);
    out.EndObject();
  }
  out.EndArray();
}

void WriteSharding(const JaxSharding& sharding, JsonWriter& out) {
  if (sharding.kind == JaxSharding::Kind::kUnspecified) {
    out.Null();
    return;
  }
  out.BeginObject();
  if (sharding.kind == JaxSharding::Kind::kHlo) {
    out.Key("hlo").String(sharding.hlo).EndObject();
    return;
  }
  out.Key("mesh").BeginArray();
  for (const JaxMeshAxis& axis : sharding.mesh) {
    out.BeginObject().Key("name").String(axis.name).Key("size").Int64AsString(axis.size);
    if (!axis.type.empty()) out.Key("type").String(axis.type);
    out.EndObject();
  }
  out.EndArray().Key("spec").BeginArray();
  for (const auto& axes : sharding.spec) out.StringList(axes);
  out.EndArray();
  if (!sharding.unreduced.empty()) out.Key("unreduced").StringList(sharding.unreduced);
  if (!sharding.memory_kind.empty()) out.Key("memory_kind").String(sharding.memory_kind);
  out.EndObject();
}

void WriteShardings(const std::vector<JaxSharding>& shardings, JsonWriter& out) {
  out.BeginArray();
  for (const JaxSharding& sharding : shardings) WriteSharding(sharding, out);
  out.EndArray();
}

}  // namespace

void WriteJaxExport(const JaxExport& read, JsonWriter& out) {
  out.BeginObject().Key("function_name").String(read.function_name);
  out.Key("serialization_version").Number(static_cast<int>(read.serialization_version));
  out.Key("calling_convention_version").Number(static_cast<int>(read.calling_convention_version));
  out.Key("platforms").StringList(read.platforms);
  out.Key("devices").Int64AsString(read.device_count);
  out.Key("in_tree");
  WriteTree(read.in_tree, out);
  out.Key("in_avals");
  WriteAvals(read.in_avals, out);
  out.Key("in_shardings");
  WriteShardings(read.in_shardings, out);
  out.Key("out_tree");
  WriteTree(read.out_tree, out);
  out.Key("out_avals");
  WriteAvals(read.out_avals, out);
  out.Key("out_shardings");
  WriteShardings(read.out_shardings, out);
  out.Key("kept_arguments").BeginArray();
  for (const uint32_t index : read.kept_arguments) out.Number(static_cast<int>(index));
  out.EndArray().Key("uses_global_constants").Bool(read.uses_global_constants);
  out.Key("ordered_effects").StringList(read.ordered_effects);
  out.Key("unordered_effects").StringList(read.unordered_effects);
  out.Key("allowed_custom_calls").StringList(read.allowed_custom_calls);
  out.Key("has_vjp").Bool(read.has_vjp);
  out.Key("module_bytes").Int64AsString(static_cast<int64_t>(read.module.size()));
  out.EndObject();
}

}  // namespace hloom
