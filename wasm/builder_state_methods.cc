// The methods builder.* for annotations of instructions and programs, and for questions about
// values.
#include <algorithm>

#include "ops/verify/sharding_verifier.h"
#include "text/extras/sharding_text.h"
#include "wasm/builder_handles.h"
#include "wasm/free_memory.h"
#include "wasm/methods.h"

namespace hloom {

namespace {

// All instructions from now on carry these: names and values in the same order.
Status SetFrontendAttributes(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const Json* names, arguments.Get("names"));
  HLOOM_ASSIGN_OR_RETURN(std::vector<std::string> keys, names->AsStringList());
  HLOOM_ASSIGN_OR_RETURN(const Json* given, arguments.Get("values"));
  HLOOM_ASSIGN_OR_RETURN(std::vector<std::string> values, given->AsStringList());
  FrontendAttributes attributes;
  for (size_t i = 0; i < std::min(keys.size(), values.size()); ++i) {
    attributes[std::move(keys[i])] = std::move(values[i]);
  }
  builder->SetFrontendAttributes(std::move(attributes));
  result.BeginObject().EndObject();
  return OkStatus();
}

// The operation of the builder that the arguments name.
StatusOr<XlaOp> OpOf(XlaBuilder* builder, const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t op, arguments.GetInt64("op"));
  return XlaOp(builder, op);
}

Status SetInstructionFrontendAttribute(InstanceState& state, const Json& arguments,
                                       JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const XlaOp op, OpOf(builder, arguments));
  HLOOM_ASSIGN_OR_RETURN(std::string name, arguments.GetString("name"));
  HLOOM_ASSIGN_OR_RETURN(std::string value, arguments.GetString("value"));
  result.BeginObject().EndObject();
  return builder->SetInstructionFrontendAttribute(op, std::move(name), std::move(value));
}

// Checks what needs no shape.
Status VerifyShardingAlone(const HloSharding& sharding) {
  const Shape no_array = ShapeUtil::MakeTokenShape();
  if (sharding.type != HloSharding::Type::kTuple) return VerifySharding(sharding, no_array, 1);
  for (const HloSharding& element : sharding.tuple_elements) {
    HLOOM_RETURN_IF_ERROR(VerifySharding(element, no_array, 1));
  }
  return OkStatus();
}

Status ReadWholeSharding(std::string_view text, HloSharding& sharding) {
  TextReader in(text);
  HLOOM_RETURN_IF_ERROR(hlo_text::ReadSharding(in, sharding));
  if (!in.AtEnd()) return in.Expected("the end of the sharding");
  return VerifyShardingAlone(sharding);
}

// A sharding in the form of HLO text, or null for none.
StatusOr<std::optional<HloSharding>> ShardingOf(const Json& arguments) {
  HLOOM_ASSIGN_OR_RETURN(const Json* given, arguments.Get("sharding"));
  if (given->is_null()) return std::optional<HloSharding>();
  HLOOM_ASSIGN_OR_RETURN(const std::string text, given->AsString());
  HloSharding sharding;
  const Status read = ReadWholeSharding(text, sharding);
  if (read.ok()) return std::optional(std::move(sharding));
  return read.WithHelp(
      "write {replicated}, {maximal device=0}, {devices=[2,1]0,1} or {devices=[2,1]<=[2]}");
}

Status SetSharding(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(std::optional<HloSharding> sharding, ShardingOf(arguments));
  builder->SwapSharding(std::move(sharding));
  result.BeginObject().EndObject();
  return OkStatus();
}

Status SetInstructionSharding(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const XlaOp op, OpOf(builder, arguments));
  HLOOM_ASSIGN_OR_RETURN(const std::optional<HloSharding> sharding, ShardingOf(arguments));
  result.BeginObject().EndObject();
  return builder->SetInstructionSharding(op, sharding);
}

// A field of metadata: a text, or a number of 32 bits.
struct MetadataMember {
  std::string_view name;
  std::string OpMetadata::*text = nullptr;
  int32_t OpMetadata::*number = nullptr;
};
constexpr MetadataMember kMetadataMembers[] = {
    {.name = "op_type", .text = &OpMetadata::op_type},
    {.name = "op_name", .text = &OpMetadata::op_name},
    {.name = "source_file", .text = &OpMetadata::source_file},
    {.name = "source_line", .number = &OpMetadata::source_line},
    {.name = "source_end_line", .number = &OpMetadata::source_end_line},
    {.name = "source_column", .number = &OpMetadata::source_column},
    {.name = "source_end_column", .number = &OpMetadata::source_end_column},
};

StatusOr<OpMetadata> MetadataOf(const Json& json) {
  OpMetadata metadata;
  for (const MetadataMember& member : kMetadataMembers) {
    if (json.Find(member.name) == nullptr) continue;
    if (member.text != nullptr) {
      HLOOM_ASSIGN_OR_RETURN(metadata.*member.text, json.GetString(member.name));
    } else {
      HLOOM_ASSIGN_OR_RETURN(const int64_t number, json.GetInt64(member.name));
      metadata.*member.number = static_cast<int32_t>(number);
    }
  }
  return metadata;
}

// `once`: only the next instruction carries them.
Status SetOpMetadata(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const Json* json, arguments.Get("metadata"));
  HLOOM_ASSIGN_OR_RETURN(OpMetadata metadata, MetadataOf(*json));
  HLOOM_ASSIGN_OR_RETURN(const Json* once, arguments.Get("once"));
  HLOOM_ASSIGN_OR_RETURN(const bool one_shot, once->AsBool());
  if (one_shot) {
    builder->SetOneShotOpMetadata(std::move(metadata));
  } else {
    builder->SetOpMetadata(std::move(metadata));
  }
  result.BeginObject().EndObject();
  return OkStatus();
}

// A parameter, and an array in it.
StatusOr<BufferDonor> ParameterPlaceOf(const Json& arguments) {
  BufferDonor place;
  HLOOM_ASSIGN_OR_RETURN(place.parameter_number, arguments.GetInt64("parameter_number"));
  HLOOM_ASSIGN_OR_RETURN(const Json* index, arguments.Get("parameter_index"));
  HLOOM_ASSIGN_OR_RETURN(place.parameter_index, index->AsInt64List());
  return place;
}

Status SetUpAlias(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const Json* output, arguments.Get("output_index"));
  HLOOM_ASSIGN_OR_RETURN(ShapeIndex output_index, output->AsInt64List());
  HLOOM_ASSIGN_OR_RETURN(BufferDonor place, ParameterPlaceOf(arguments));
  HLOOM_ASSIGN_OR_RETURN(const Json* must, arguments.Get("must_alias"));
  HLOOM_ASSIGN_OR_RETURN(const bool must_alias, must->AsBool());
  builder->SetUpAlias(
      std::move(output_index), place.parameter_number, std::move(place.parameter_index),
      must_alias ? HloInputOutputAliasConfig::kMustAlias : HloInputOutputAliasConfig::kMayAlias);
  result.BeginObject().EndObject();
  return OkStatus();
}

Status AddBufferDonor(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(BufferDonor place, ParameterPlaceOf(arguments));
  builder->AddBufferDonor(place.parameter_number, std::move(place.parameter_index));
  result.BeginObject().EndObject();
  return OkStatus();
}

Status IsConstant(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const XlaOp op, OpOf(builder, arguments));
  HLOOM_ASSIGN_OR_RETURN(const bool constant, builder->IsConstant(op));
  result.BeginObject().Key("constant").Bool(constant).EndObject();
  return OkStatus();
}

Status BuildConstantSubGraph(InstanceState& state, const Json& arguments, JsonWriter& result) {
  HLOOM_ASSIGN_OR_RETURN(XlaBuilder * builder, FindBuilder(state, arguments));
  HLOOM_ASSIGN_OR_RETURN(const XlaOp op, OpOf(builder, arguments));
  HLOOM_ASSIGN_OR_RETURN(const Json* json, arguments.Get("dynamic_dimension_is_minus_one"));
  HLOOM_ASSIGN_OR_RETURN(const bool minus_one, json->AsBool());
  HLOOM_RETURN_IF_ERROR(CheckMemoryToWork());
  HLOOM_ASSIGN_OR_RETURN(XlaComputation computation, builder->BuildConstantSubGraph(op, minus_one));
  WriteComputation(state, std::move(computation), result);
  return OkStatus();
}

constexpr std::string_view kStateAttributes[] = {"builder", "names", "values"};
constexpr std::string_view kStateAttribute[] = {"builder", "op", "name", "value"};
constexpr std::string_view kStateShardingOfAll[] = {"builder", "sharding"};
constexpr std::string_view kStateShardingOfOne[] = {"builder", "op", "sharding"};
constexpr std::string_view kStateMetadata[] = {"builder", "metadata", "once"};
constexpr std::string_view kStateAlias[] = {"builder", "output_index", "parameter_number",
                                            "parameter_index", "must_alias"};
constexpr std::string_view kStateDonor[] = {"builder", "parameter_number", "parameter_index"};
constexpr std::string_view kStateValue[] = {"builder", "op"};
constexpr std::string_view kStateConstant[] = {"builder", "op", "dynamic_dimension_is_minus_one"};

constexpr MethodRow kBuilderStateMethods[] = {
    {"builder.set_frontend_attributes", kStateAttributes, SetFrontendAttributes},
    {"builder.set_instruction_frontend_attribute", kStateAttribute,
     SetInstructionFrontendAttribute},
    {"builder.set_sharding", kStateShardingOfAll, SetSharding},
    {"builder.set_instruction_sharding", kStateShardingOfOne, SetInstructionSharding},
    {"builder.set_op_metadata", kStateMetadata, SetOpMetadata},
    {"builder.set_up_alias", kStateAlias, SetUpAlias},
    {"builder.add_buffer_donor", kStateDonor, AddBufferDonor},
    {"builder.is_constant", kStateValue, IsConstant},
    {"builder.build_constant_sub_graph", kStateConstant, BuildConstantSubGraph},
};

}  // namespace

Span<const MethodRow> BuilderStateMethods() { return kBuilderStateMethods; }

}  // namespace hloom
