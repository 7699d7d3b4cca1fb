// HloModuleToDot.
#include "text/graph/hlo_graph.h"

#include <unordered_map>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/instruction_extras.h"
#include "ops/verify/pairing_verifier.h"
#include "text/graph/attribute_texts.h"
#include "text/graph/channel_links.h"
#include "text/graph/graph_iteration.h"
#include "text/graph/node_colors.h"

namespace hloom {

namespace {

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
  explicit DotWriter(const HloModule& module) : module_(module), colors_(module) {
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
    Title();
    for (const auto& computation : module_.computations()) Cluster(*computation);
    // These edges are written outside of the groups, so that every node is drawn in its own group.
    for (const auto& computation : module_.computations()) {
      for (const auto& instruction : computation->instructions()) {
        CallEdges(*computation, *instruction);
      }
    }
    const std::vector<ChannelLink> links = ChannelLinksOf(module_);
    for (size_t i = 0; i < links.size(); ++i) ChannelEdges(links[i], i);
    out_.append("}\n");
    return std::move(out_);
  }

 private:
  std::string Node(const HloComputation& computation, const HloInstruction& instruction) {
    return StrCat("c", numbers_[&computation], "i", instruction.index());
  }

  std::string Node(const ChannelEnd& end) { return Node(*end.computation, *end.instruction); }

  // A module that runs once, as most do, needs no title other than its name.
  void Title() {
    std::string counts;
    ForEachDeviceCount(module_, [&](std::string_view name, int64_t count) {
      StrAppend(counts, counts.empty() ? "" : ", ", name, "=", count);
    });
    if (counts.empty()) return;
    StrAppend(out_, "  label=", DotQuote(StrCat(module_.name(), "\n", counts)),
              ";\n  labelloc=t;\n");
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
                  Node(computation, *instruction), OperandStyle(*instruction, i), ";\n");
      }
      if (instruction->extras() == nullptr) continue;
      for (const HloInstruction* before : instruction->extras()->control_predecessors) {
        StrAppend(out_, "    ", Node(computation, *before), " -> ", Node(computation, *instruction),
                  " [style=dotted, label=\"before\"];\n");
      }
    }
    out_.append("  }\n");
  }

  // opcode(attributes in place of operands), name, shape, and a line for each other attribute.
  std::string Label(const HloInstruction& instruction) {
    const std::vector<AttributeText> attributes = AttributeTextsOf(instruction);
    std::string label(HloOpcodeString(instruction.opcode()));
    for (const AttributeText& attribute : attributes) {
      if (attribute.in_operands) StrAppend(label, "(", attribute.value, ")");
    }
    StrAppend(label, "\n", instruction.name(), "\n",
              ShortenedText(instruction.shape().ToString(/*print_layout=*/true)));
    for (const AttributeText& attribute : attributes) {
      if (!attribute.in_operands) StrAppend(label, "\n", attribute.name, "=", attribute.value);
    }
    return label;
  }

  std::string Style(const HloComputation& computation, const HloInstruction& instruction) {
    const std::string_view color = colors_.Of(instruction);
    return StrCat(color.empty() ? "" : StrCat(", fillcolor=\"", color, "\""),
                  &instruction == computation.root() ? ", peripheries=2" : "");
  }

  std::string OperandStyle(const HloInstruction& instruction, size_t i) {
    std::vector<std::string> style;
    if (instruction.operands().size() > 1) style.push_back(StrCat("label=\"", i, "\""));
    if (i == 0 && BegunBy(instruction) != nullptr) style.push_back("style=bold");
    if (instruction.operand(i)->shape().IsToken()) {
      style.push_back(StrCat("color=\"", kBrownLine, "\""));
    }
    return style.empty() ? "" : StrCat(" [", StrJoin(style, ", "), "]");
  }

  void CallEdges(const HloComputation& computation, const HloInstruction& instruction) {
    ForEachCallee(instruction, [&](std::string_view region, const HloComputation& callee) {
      StrAppend(out_, "  ", Node(computation, instruction), " -> ", Node(callee, *callee.root()),
                " [style=dashed, label=", DotQuote(region), ", lhead=cluster_", numbers_[&callee],
                "];\n");
    });
  }

  // These edges do not define an order, and move no node. Several sends and several recvs meet in a
  // node of the channel: thousands of each would have millions of edges.
  void ChannelEdges(const ChannelLink& link, size_t number) {
    const std::string label = StrCat("label=\"channel ", link.channel_id, "\"");
    const auto edge = [&](const std::string& from, const std::string& to, std::string_view more) {
      StrAppend(out_, "  ", from, " -> ", to, " [style=dashed, constraint=false, color=\"",
                kBrownLine, "\"", more, "];\n");
    };
    if (link.sends.size() > 1 && link.recvs.size() > 1) {
      const std::string channel = StrCat("channel", number);
      StrAppend(out_, "  ", channel, " [", label, ", shape=ellipse, style=\"filled,dashed\"",
                ", fillcolor=\"", kTransferColor, "\"];\n");
      for (const ChannelEnd& send : link.sends) edge(Node(send), channel, "");
      for (const ChannelEnd& recv : link.recvs) edge(channel, Node(recv), "");
      return;
    }
    for (const ChannelEnd& send : link.sends) {
      for (const ChannelEnd& recv : link.recvs) edge(Node(send), Node(recv), StrCat(", ", label));
    }
  }

  const HloModule& module_;
  const NodeColors colors_;
  std::unordered_map<const HloComputation*, size_t> numbers_;
  std::string out_;
};

}  // namespace

std::string HloModuleToDot(const HloModule& module) { return DotWriter(module).Write(); }

}  // namespace hloom
