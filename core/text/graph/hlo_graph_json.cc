// HloModuleToJson.
#include "base/json_writer.h"
#include "base/str_cat.h"
#include "hlo/instruction_extras.h"
#include "text/extras/sharding_text.h"
#include "text/graph/attribute_texts.h"
#include "text/graph/channel_links.h"
#include "text/graph/graph_iteration.h"
#include "text/graph/hlo_graph.h"

namespace hloom {

namespace {

// Members that most instructions do not have are left out.
void WriteExtras(const InstructionExtras& extras, JsonWriter& json) {
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) json.Key(key).String(value);
  };
  text("op_type", extras.metadata.op_type);
  text("op_name", extras.metadata.op_name);
  if (!extras.metadata.source_file.empty()) {
    text("source", StrCat(extras.metadata.source_file, ":", extras.metadata.source_line));
  }
  if (extras.sharding) {
    std::string sharding;
    hlo_text::AppendSharding(sharding, *extras.sharding);
    text("sharding", sharding);
  }
  if (extras.control_predecessors.empty()) return;
  json.Key("control_predecessors").BeginArray();
  for (const HloInstruction* before : extras.control_predecessors) json.String(before->name());
  json.EndArray();
}

void WriteInstruction(const HloInstruction& instruction, JsonWriter& json) {
  json.BeginObject().Key("name").String(instruction.name());
  json.Key("opcode").String(HloOpcodeString(instruction.opcode()));
  json.Key("shape").String(instruction.shape().ToString(/*print_layout=*/true));
  json.Key("operands").BeginArray();
  for (const HloInstruction* operand : instruction.operands()) json.String(operand->name());
  json.EndArray().Key("attributes").BeginObject();
  for (const AttributeText& attribute : AttributeTextsOf(instruction)) {
    json.Key(attribute.name).String(attribute.value);
  }
  json.EndObject().Key("calls").BeginArray();
  ForEachCallee(instruction, [&](std::string_view region, const HloComputation& callee) {
    json.BeginObject().Key("region").String(region);
    json.Key("computation").String(callee.name()).EndObject();
  });
  json.EndArray();
  if (instruction.extras() != nullptr) WriteExtras(*instruction.extras(), json);
  json.EndObject();
}

void WriteChannelEnds(Span<const ChannelEnd> ends, JsonWriter& json) {
  json.BeginArray();
  for (const ChannelEnd& end : ends) {
    json.BeginObject().Key("computation").String(end.computation->name());
    json.Key("instruction").String(end.instruction->name()).EndObject();
  }
  json.EndArray();
}

void WriteChannels(const std::vector<ChannelLink>& links, JsonWriter& json) {
  json.BeginArray();
  for (const ChannelLink& link : links) {
    json.BeginObject().Key("channel_id").Int64AsString(link.channel_id);
    if (!link.pairs.empty()) {
      json.Key("source_target_pairs").String(ShortenedGroups(link.pairs, "pair"));
    }
    WriteChannelEnds(link.sends, json.Key("sends"));
    WriteChannelEnds(link.recvs, json.Key("recvs"));
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

std::string HloModuleToJson(const HloModule& module) {
  std::string out;
  JsonWriter json(&out);
  json.BeginObject().Key("name").String(module.name());
  json.Key("entry").String(module.entry_computation().name());
  ForEachDeviceCount(
      module, [&](std::string_view name, int64_t count) { json.Key(name).Int64AsString(count); });
  json.Key("computations").BeginArray();
  for (const auto& computation : module.computations()) {
    json.BeginObject().Key("name").String(computation->name()).Key("parameters").BeginArray();
    for (const HloInstruction* parameter : computation->parameters()) {
      json.String(parameter->name());
    }
    json.EndArray().Key("root").String(computation->root()->name());
    json.Key("instructions").BeginArray();
    for (const auto& instruction : computation->instructions()) {
      WriteInstruction(*instruction, json);
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
  const std::vector<ChannelLink> links = ChannelLinksOf(module);
  if (!links.empty()) WriteChannels(links, json.Key("channels"));
  json.EndObject();
  return out;
}

}  // namespace hloom
