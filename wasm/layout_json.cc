#include "wasm/layout_json.h"

#include "base/str_cat.h"
#include "base/utf8.h"
#include "shape/rules.h"

namespace hloom {

namespace {

// The properties that are one number.
struct NumberField {
  std::string_view name;
  int64_t LayoutProperties::*member;
};
constexpr NumberField kNumbers[] = {
    {"tail_padding_alignment", &LayoutProperties::tail_padding_alignment},
    {"element_size_in_bits", &LayoutProperties::element_size_in_bits},
    {"memory_space", &LayoutProperties::memory_space},
    {"dynamic_shape_metadata_prefix_bytes", &LayoutProperties::dynamic_shape_metadata_prefix_bytes},
};
struct TypeField {
  std::string_view name;
  PrimitiveType LayoutProperties::*member;
};
constexpr TypeField kTypes[] = {
    {"index_type", &LayoutProperties::index_type},
    {"pointer_type", &LayoutProperties::pointer_type},
};

StatusOr<PaddingValue> PaddingValueFromJson(const Json& json) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, json.GetString("padding_value"));
  if (const std::optional<PaddingValue> known = ParsePaddingValue(name)) return *known;
  return InvalidArgument(kLayoutC4)
      .Say(MessageCat("\"", Shortened(name), "\" is not a `padding_value`"_msg))
      .Help("`padding_value` is ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD or UNKNOWN_PAD"_msg);
}

// ["8", "*"]
StatusOr<std::vector<int64_t>> TileFromJson(const Json& json) {
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kArray));
  std::vector<int64_t> tile;
  for (const Json& size : json.items()) {
    if (size.is_string() && size.text() == "*") {
      tile.push_back(LayoutProperties::kCombineDimension);
      continue;
    }
    HLOOM_ASSIGN_OR_RETURN(const int64_t number, size.AsInt64());
    tile.push_back(number);
  }
  return tile;
}

// {"dimension": "0", "indices": ["512"]}
StatusOr<LayoutProperties::Split> SplitFromJson(const Json& json) {
  static constexpr std::string_view kKeys[] = {"dimension", "indices"};
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kObject));
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  LayoutProperties::Split split;
  HLOOM_ASSIGN_OR_RETURN(split.dimension, json.GetInt64("dimension"));
  HLOOM_ASSIGN_OR_RETURN(split.indices, json.GetInt64List("indices"));
  return split;
}

StatusOr<PrimitiveType> TypeFromJson(const Json& json, std::string_view key) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, json.GetString(key));
  if (const std::optional<PrimitiveType> type = ParsePrimitiveType(name)) return *type;
  return InvalidArgument(kLayoutC7)
      .Say(StrCat("\"", Shortened(name), "\" is not a ", key))
      .Help("the types of indices and pointers are unsigned: U8, U16, U32, U64");
}

StatusOr<LayoutProperties> PropertiesFromJson(const Json& json) {
  LayoutProperties properties;
  for (const NumberField& field : kNumbers) {
    if (json.Find(field.name) == nullptr) continue;
    HLOOM_ASSIGN_OR_RETURN(properties.*field.member, json.GetInt64(field.name));
  }
  for (const TypeField& field : kTypes) {
    if (json.Find(field.name) == nullptr) continue;
    HLOOM_ASSIGN_OR_RETURN(properties.*field.member, TypeFromJson(json, field.name));
  }
  if (json.Find("tiles") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const Json* tiles, json.GetArray("tiles"));
    for (const Json& entry : tiles->items()) {
      HLOOM_ASSIGN_OR_RETURN(std::vector<int64_t> tile, TileFromJson(entry));
      properties.tiles.push_back(std::move(tile));
    }
  }
  if (json.Find("splits") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const Json* splits, json.GetArray("splits"));
    for (const Json& entry : splits->items()) {
      HLOOM_ASSIGN_OR_RETURN(LayoutProperties::Split split, SplitFromJson(entry));
      properties.splits.push_back(std::move(split));
    }
  }
  return properties;
}

// Writes each property only if it is set.
void WriteProperties(const LayoutProperties& properties, JsonWriter& out) {
  const LayoutProperties none;
  if (!properties.tiles.empty()) {
    out.Key("tiles").BeginArray();
    for (const std::vector<int64_t>& tile : properties.tiles) {
      out.BeginArray();
      for (const int64_t size : tile)
        out.String(size == LayoutProperties::kCombineDimension ? "*" : StrCat(size));
      out.EndArray();
    }
    out.EndArray();
  }
  for (const NumberField& field : kNumbers) {
    if (properties.*field.member != none.*field.member)
      out.Key(field.name).String(StrCat(properties.*field.member));
  }
  for (const TypeField& field : kTypes) {
    if (properties.*field.member != none.*field.member)
      out.Key(field.name).String(PrimitiveTypeName(properties.*field.member));
  }
  if (!properties.splits.empty()) {
    out.Key("splits").BeginArray();
    for (const LayoutProperties::Split& split : properties.splits) {
      out.BeginObject().Key("dimension").String(StrCat(split.dimension));
      out.Key("indices").Int64List(split.indices).EndObject();
    }
    out.EndArray();
  }
}

}  // namespace

StatusOr<Layout> LayoutFromJson(const Json& json) {
  static constexpr std::string_view kKeys[] = {"minor_to_major",
                                               "padded_dimensions",
                                               "padding_value",
                                               "tiles",
                                               "tail_padding_alignment",
                                               "index_type",
                                               "pointer_type",
                                               "element_size_in_bits",
                                               "memory_space",
                                               "splits",
                                               "dynamic_shape_metadata_prefix_bytes"};
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> order, json.GetInt64List("minor_to_major"));
  Layout layout(order);
  std::vector<int64_t> padded;
  if (json.Find("padded_dimensions") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(padded, json.GetInt64List("padded_dimensions"));
  }
  PaddingValue value = padded.empty() ? INVALID_PAD : UNKNOWN_PAD;
  if (json.Find("padding_value") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(value, PaddingValueFromJson(json));
  }
  layout.set_padding(padded, value);
  HLOOM_ASSIGN_OR_RETURN(LayoutProperties properties, PropertiesFromJson(json));
  layout.set_properties(std::move(properties));
  return layout;
}

void WriteLayout(const Layout& layout, JsonWriter& out) {
  out.BeginObject();
  out.Key("minor_to_major").Int64List(layout.minor_to_major());
  if (layout.has_padding()) {
    out.Key("padded_dimensions").Int64List(layout.padded_dimensions());
    out.Key("padding_value").String(PaddingValueName(layout.padding_value()));
  }
  if (layout.properties() != nullptr) WriteProperties(*layout.properties(), out);
  out.EndObject();
}

}  // namespace hloom
