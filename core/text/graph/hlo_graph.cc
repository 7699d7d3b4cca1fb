#include "text/graph/hlo_graph.h"

#include <unordered_map>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/instruction_extras.h"
#include "literal/literal_preview.h"
#include "ops/op_def.h"
#include "text/carried/sharding_text.h"

namespace hloom {

namespace {

// A constant shows so many of its elements; other attributes, and the shapes in DOT, so many bytes.
constexpr int64_t kMaxConstantElements = 16;
constexpr size_t kMaxAttributeBytes = 200;

struct AttributeText {
  std::string_view name;
  std::string value;
  bool in_operands;
};

std::string Shortened(const std::string& text) {
  const std::string_view start = Utf8Prefix(text, kMaxAttributeBytes);
  if (start.size() == text.size()) return text;
  return StrCat(start, "... ",
                Count(static_cast<int64_t>(text.size() - start.size()), "more byte"));
}

// An instruction's attributes as text, each of bounded length.
class AttributeCollector final : public AttributeVisitor {
 public:
  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    if (field.omit_default && kind.is_default(value)) return;
    texts.push_back({field.name, ValueText(kind, value), field.in_operands});
  }
  std::vector<AttributeText> texts;

 private:
  std::string ValueText(const AttributeKind& kind, void* value) {
    // A constant may be as big as the memory: it is cut before it becomes text.
    if (&kind == &AttributeKindOf<Literal>()) {
      return LiteralPreviewWithoutShape(*static_cast<const Literal*>(value), kMaxConstantElements);
    }
    std::string text;
    kind.print(value, text);
    return Shortened(text);
  }
};

std::vector<AttributeText> AttributesOf(const HloInstruction& instruction) {
  AttributeCollector collector;
  if (instruction.raw_attributes() != nullptr) {
    instruction.raw_attributes()->VisitConst(collector);
  }
  return std::move(collector.texts);
}

// Calls `f(region name, called computation)` for each in turn.
template <typename F>
void ForEachCallee(const HloInstruction& instruction, F f) {
  const auto callees = instruction.called_computations();
  for (const RegionSpec& region : GetOpDef(instruction.opcode()).regions) {
    if (region.applies != nullptr && !region.applies(instruction)) continue;
    const size_t first = static_cast<size_t>(region.first);
    const size_t end =
        region.count < 0 ? callees.size() : first + static_cast<size_t>(region.count);
    for (size_t i = first; i < end && i < callees.size(); ++i) f(region.name, *callees[i]);
  }
}

// ---- DOT ----

// Puts text into double quotes. In DOT only the quote needs a backslash, but labels read escapes of
// their own, so that a backslash needs one too. Line feeds become the labels' \n, other control
// characters blanks; what is not UTF-8 becomes U+FFFD.
std::string DotQuote(std::string_view text) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size();) {
    const size_t length = Utf8Length(text, i);
    const char c = text[i];
    if (length == 0) {
      AppendUtf8(out, 0xFFFD);
    } else if (length > 1) {
      out.append(text.substr(i, length));
    } else if (c == '\n') {
      out.append("\\n");
    } else if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else {
      out.push_back(static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c);
    }
    i += length == 0 ? 1 : length;
  }
  out.push_back('"');
  return out;
}

class DotWriter {
 public:
  explicit DotWriter(const HloModule& module) : module_(module) {
    for (const auto& computation : module.computations()) {
      numbers_.emplace(computation.get(), numbers_.size());
    }
  }

  std::string Write() {
    StrAppend(out_, "digraph ", DotQuote(module_.name()), " {\n",
              "  graph [compound=true, fontname=\"Helvetica\", fontsize=12];\n"
              "  node [shape=box, style=\"rounded,filled\", fillcolor=\"white\", "
              "fontname=\"Helvetica\", fontsize=10];\n"
              "  edge [fontname=\"Helvetica\", fontsize=8];\n");
    for (const auto& computation : module_.computations()) Cluster(*computation);
    // These edges are written outside of the groups, so that no node is drawn into a group that is
    // not its own.
    for (const auto& computation : module_.computations()) {
      for (const auto& instruction : computation->instructions()) {
        CallEdges(*computation, *instruction);
      }
    }
    out_.append("}\n");
    return std::move(out_);
  }

 private:
  std::string Node(const HloComputation& computation, const HloInstruction& instruction) {
    return StrCat("c", numbers_[&computation], "i", instruction.index());
  }

  void Cluster(const HloComputation& computation) {
    const bool entry = &computation == &module_.entry_computation();
    StrAppend(out_, "  subgraph cluster_", numbers_[&computation],
              " {\n    label=", DotQuote(StrCat(computation.name(), entry ? " (entry)" : "")),
              ";\n");
    for (const auto& instruction : computation.instructions()) {
      StrAppend(out_, "    ", Node(computation, *instruction),
                " [label=", DotQuote(Label(*instruction)), Style(computation, *instruction),
                "];\n");
    }
    for (const auto& instruction : computation.instructions()) {
      const auto operands = instruction->operands();
      for (size_t i = 0; i < operands.size(); ++i) {
        StrAppend(out_, "    ", Node(computation, *operands[i]), " -> ",
                  Node(computation, *instruction));
        if (operands.size() > 1) StrAppend(out_, " [label=\"", i, "\"]");
        out_.append(";\n");
      }
      if (instruction->extras() == nullptr) continue;
      for (const HloInstruction* before : instruction->extras()->control_predecessors) {
        StrAppend(out_, "    ", Node(computation, *before), " -> ", Node(computation, *instruction),
                  " [style=dotted, label=\"before\"];\n");
      }
    }
    out_.append("  }\n");
  }

  // opcode(what stands for operands), name, shape, and a line for each other attribute.
  std::string Label(const HloInstruction& instruction) {
    const std::vector<AttributeText> attributes = AttributesOf(instruction);
    std::string label(HloOpcodeString(instruction.opcode()));
    for (const AttributeText& attribute : attributes) {
      if (attribute.in_operands) StrAppend(label, "(", attribute.value, ")");
    }
    StrAppend(label, "\n", instruction.name(), "\n",
              Shortened(instruction.shape().ToString(/*print_layout=*/true)));
    for (const AttributeText& attribute : attributes) {
      if (!attribute.in_operands) StrAppend(label, "\n", attribute.name, "=", attribute.value);
    }
    return label;
  }

  std::string Style(const HloComputation& computation, const HloInstruction& instruction) {
    const OpTraits& traits = GetOpDef(instruction.opcode()).traits;
    std::string_view color;
    if (instruction.operands().empty()) color = "lightgrey";
    if (traits.control_flow) color = "lightyellow";
    if (traits.side_effect) color = "mistyrose";
    return StrCat(color.empty() ? "" : StrCat(", fillcolor=\"", color, "\""),
                  &instruction == computation.root() ? ", peripheries=2" : "");
  }

  void CallEdges(const HloComputation& computation, const HloInstruction& instruction) {
    ForEachCallee(instruction, [&](std::string_view region, const HloComputation& callee) {
      StrAppend(out_, "  ", Node(computation, instruction), " -> ", Node(callee, *callee.root()),
                " [style=dashed, label=", DotQuote(region), ", lhead=cluster_", numbers_[&callee],
                "];\n");
    });
  }

  const HloModule& module_;
  std::unordered_map<const HloComputation*, size_t> numbers_;
  std::string out_;
};

// ---- JSON ----

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
  for (const AttributeText& attribute : AttributesOf(instruction)) {
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

}  // namespace

std::string HloModuleToDot(const HloModule& module) { return DotWriter(module).Write(); }

std::string HloModuleToJson(const HloModule& module) {
  std::string out;
  JsonWriter json(&out);
  json.BeginObject().Key("name").String(module.name());
  json.Key("entry").String(module.entry_computation().name()).Key("computations").BeginArray();
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
  json.EndArray().EndObject();
  return out;
}

}  // namespace hloom
