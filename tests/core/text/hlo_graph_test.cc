// Graphs of modules: the texts themselves, and for every sample that the DOT is well formed and
// that both graphs have the nodes and the edges of the module.
#include "text/graph/hlo_graph.h"

#include <set>

#include "base/json.h"
#include "gtest/gtest.h"
#include "hlo/instruction_extras.h"
#include "support/sample_modules.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

TEST(HloGraphTest, DotOfABroadcast) {
  EXPECT_EQ(HloModuleToDot(*BroadcastModule()), R"dot(digraph "axis_demo" {
  graph [compound=true, fontname="Helvetica", fontsize=12];
  node [shape=box, style="rounded,filled", fillcolor="white", fontname="Helvetica", fontsize=10];
  edge [fontname="Helvetica", fontsize=8];
  subgraph cluster_0 {
    label="main.5 (entry)";
    c0i0 [label="parameter(0)\nx\nf32[2,3]{1,0}", fillcolor="lightgrey"];
    c0i1 [label="parameter(1)\nv\nf32[3]{0}", fillcolor="lightgrey"];
    c0i2 [label="broadcast\nbroadcast.3\nf32[2,3]{1,0}\ndimensions={1}"];
    c0i3 [label="add\nadd.4\nf32[2,3]{1,0}", peripheries=2];
    c0i1 -> c0i2;
    c0i0 -> c0i3 [label="0"];
    c0i2 -> c0i3 [label="1"];
  }
}
)dot");
}

TEST(HloGraphTest, CallsLeadToTheRootOfWhatIsCalled) {
  const std::string dot = HloModuleToDot(*WhileModule());
  EXPECT_NE(dot.find("  c2i1 -> c0i2 [style=dashed, label=\"body\", lhead=cluster_0];\n"),
            std::string::npos)
      << dot;
  EXPECT_NE(dot.find("  c2i1 -> c1i2 [style=dashed, label=\"condition\", lhead=cluster_1];\n"),
            std::string::npos)
      << dot;
}

TEST(HloGraphTest, JsonOfAReduction) {
  EXPECT_EQ(HloModuleToJson(*ReduceModule()),
            R"({"name":"sums","entry":"main","computations":[)"
            R"({"name":"add_f32","parameters":["a.1","b.2"],"root":"add.3","instructions":[)"
            R"({"name":"a.1","opcode":"parameter","shape":"f32[]","operands":[],)"
            R"("attributes":{"parameter_number":"0"},"calls":[]},)"
            R"({"name":"b.2","opcode":"parameter","shape":"f32[]","operands":[],)"
            R"("attributes":{"parameter_number":"1"},"calls":[]},)"
            R"({"name":"add.3","opcode":"add","shape":"f32[]","operands":["a.1","b.2"],)"
            R"("attributes":{},"calls":[]}]},)"
            R"({"name":"main","parameters":["x"],"root":"reduce.7","instructions":[)"
            R"({"name":"x","opcode":"parameter","shape":"f32[2,3]{0,1}","operands":[],)"
            R"("attributes":{"parameter_number":"0"},"calls":[]},)"
            R"({"name":"constant.6","opcode":"constant","shape":"f32[]","operands":[],)"
            R"("attributes":{"literal":"0"},"calls":[]},)"
            R"({"name":"reduce.7","opcode":"reduce","shape":"f32[3]{0}",)"
            R"("operands":["x","constant.6"],"attributes":{"dimensions":"{0}"},)"
            R"("calls":[{"region":"to_apply","computation":"add_f32"}]}]}]})");
}

// Enough of DOT's grammar: identifiers, quoted strings, punctuation, balanced braces and brackets.
struct Dot {
  bool ok = true;
  std::set<std::string> nodes;
  std::vector<std::pair<std::string, std::string>> edges;
  std::vector<std::string> labels;
};

class DotReader {
 public:
  explicit DotReader(const std::string& text) : text_(text) {}

  Dot Read() {
    int braces = 0, brackets = 0;
    std::string previous, token;
    while (dot_.ok && Next(token)) {
      braces += token == "{" ? 1 : token == "}" ? -1 : 0;
      brackets += token == "[" ? 1 : token == "]" ? -1 : 0;
      Check(braces >= 0 && (brackets == 0 || brackets == 1));
      if (previous == "->") {
        dot_.edges.emplace_back(before_arrow_, token);
      } else if (token == "->") {
        before_arrow_ = previous;
      } else if (token == "[" && before_arrow_.empty() && previous[0] == 'c') {
        Check(dot_.nodes.insert(previous).second);
      } else if (token == ";") {
        before_arrow_.clear();
      }
      previous = token;
    }
    Check(braces == 0 && brackets == 0);
    return dot_;
  }

 private:
  void Check(bool holds) { dot_.ok = dot_.ok && holds; }

  bool Next(std::string& token) {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    if (at_ == text_.size()) return false;
    const size_t start = at_;
    if (text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        Check(static_cast<unsigned char>(text_[at_]) >= 0x20);
        if (text_[at_] == '\\') ++at_;
      }
      Check(at_ < text_.size());
      ++at_;
      dot_.labels.push_back(text_.substr(start, at_ - start));
    } else if (text_.compare(at_, 2, "->") == 0) {
      at_ += 2;
    } else if (std::string_view("{}[];,=").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else {
      while (at_ < text_.size() && (isalnum(text_[at_]) || text_[at_] == '_')) ++at_;
      Check(at_ > start);
    }
    token = text_.substr(start, at_ - start);
    return dot_.ok;
  }

  const std::string& text_;
  size_t at_ = 0;
  std::string before_arrow_;
  Dot dot_;
};

TEST(HloGraphTest, BothGraphsHaveTheNodesAndEdgesOfEverySample) {
  for (const auto& module : SampleModules()) {
    size_t nodes = 0, edges = 0, calls = 0;
    for (const auto& computation : module->computations()) {
      for (const auto& instruction : computation->instructions()) {
        ++nodes;
        edges += instruction->operands().size();
        calls += instruction->called_computations().size();
      }
    }
    const Dot dot = DotReader(HloModuleToDot(*module)).Read();
    EXPECT_TRUE(dot.ok) << module->name();
    EXPECT_EQ(dot.nodes.size(), nodes) << module->name();
    EXPECT_EQ(dot.edges.size(), edges + calls) << module->name();
    for (const auto& [from, to] : dot.edges) {
      EXPECT_TRUE(dot.nodes.count(from) == 1 && dot.nodes.count(to) == 1) << from << " -> " << to;
    }

    StatusOr<Json> json = ParseJson(HloModuleToJson(*module));
    ASSERT_TRUE(json.ok()) << json.status().ToString();
    size_t json_nodes = 0, json_edges = 0, json_calls = 0;
    for (const Json& computation : (*json->GetArray("computations"))->items()) {
      std::set<std::string> names;
      for (const Json& instruction : (*computation.GetArray("instructions"))->items()) {
        ++json_nodes;
        json_calls += (*instruction.GetArray("calls"))->size();
        for (const Json& operand : (*instruction.GetArray("operands"))->items()) {
          ++json_edges;
          EXPECT_EQ(names.count(std::string(operand.text())), 1u) << "operands come before users";
        }
        names.insert(instruction.GetString("name").value());
      }
      EXPECT_EQ(names.count(computation.GetString("root").value()), 1u);
    }
    EXPECT_EQ(json_nodes, nodes);
    EXPECT_EQ(json_edges, edges);
    EXPECT_EQ(json_calls, calls);
  }
}

// Names from bytes can hold anything at all.
TEST(HloGraphTest, AnyNameIsQuoted) {
  ModuleBuilder b("a \"quoted\\\" name\n\x01\xff");
  b.Begin("comp\"utation\\");
  b.Finish(b.Parameter(0, ScalarOf(F32), "x\\N\"\r\n}; \xc3\xa9\xe2\x82"));
  const auto module = b.Take();
  const std::string text = HloModuleToDot(*module);
  const Dot dot = DotReader(text).Read();
  EXPECT_TRUE(dot.ok) << text;
  EXPECT_EQ(dot.nodes, (std::set<std::string>{"c0i0"}));
  EXPECT_EQ(dot.labels.at(0), "\"a \\\"quoted\\\\\\\" name\\n \xef\xbf\xbd\"");
  EXPECT_NE(text.find("label=\"comp\\\"utation\\\\ (entry)\";"), std::string::npos) << text;
  EXPECT_NE(text.find("\\nx\\\\N\\\" \\n}; \xc3\xa9\xef\xbf\xbd"), std::string::npos) << text;
  EXPECT_TRUE(ParseJson(HloModuleToJson(*module)).ok());
}

TEST(HloGraphTest, WhatIsLongIsCutWithACount) {
  ModuleBuilder b("long");
  b.Begin("main");
  const std::vector<int32_t> ones(100000, 1);
  HloInstruction* big = b.Constant(LiteralUtil::CreateR1<int32_t>(ones));
  std::vector<int64_t> order(200);
  std::vector<int64_t> sizes(200, 1);
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
  HloInstruction* x = b.Parameter(0, ShapeUtil::MakeShape(S32, sizes), "x");
  HloInstruction* turned =
      b.Add(HloOpcode::kTranspose, {x}, MakeAttributes(TransposeAttributes{order}));
  b.Finish(b.Add(HloOpcode::kTuple, {big, turned}));
  const auto module = b.Take();
  const std::string dot = HloModuleToDot(*module);
  EXPECT_NE(dot.find("constant({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ... 99984 more "
                     "elements})\\n"),
            std::string::npos)
      << dot.substr(0, 1000);
  EXPECT_NE(dot.find("\\ndimensions={0,1,2,3"), std::string::npos);
  EXPECT_NE(dot.find("... 491 more bytes\""), std::string::npos) << dot;
  // The shape of the parameter: 200 times "1,", 691 bytes of layout.
  EXPECT_NE(dot.find("\\nx\\ns32[1,1,"), std::string::npos);
  EXPECT_NE(dot.find("... 895 more bytes\", fillcolor"), std::string::npos) << dot;
  EXPECT_TRUE(DotReader(dot).Read().ok);
}

TEST(HloGraphTest, WhereInstructionsComeFromAndWhatRunsBefore) {
  ModuleBuilder b("extras");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, ScalarOf(F32), "x");
  HloInstruction* first = b.Add(HloOpcode::kNegate, {x}, nullptr, {}, {}, "first");
  HloInstruction* second = b.Add(HloOpcode::kNegate, {x}, nullptr, {}, {}, "second");
  auto extras = std::make_unique<InstructionExtras>();
  extras->metadata.op_name = "jit(f)/neg";
  extras->metadata.source_file = "model.py";
  extras->metadata.source_line = 12;
  extras->sharding.emplace();
  extras->control_predecessors = {first};
  second->set_extras(std::move(extras));
  b.Finish(second);
  const auto module = b.Take();
  EXPECT_NE(HloModuleToDot(*module).find("c0i1 -> c0i2 [style=dotted, label=\"before\"];\n"),
            std::string::npos);
  EXPECT_NE(HloModuleToJson(*module).find(
                R"("calls":[],"op_name":"jit(f)/neg","source":"model.py:12",)"
                R"("sharding":"{replicated}","control_predecessors":["first"]}])"),
            std::string::npos);
}

TEST(HloGraphTest, ALongProgramIsNoTrouble) {
  ModuleBuilder b("chain");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, ScalarOf(F32), "x");
  constexpr int kLength = 50000;
  for (int i = 0; i < kLength; ++i) x = b.Add(HloOpcode::kNegate, {x});
  b.Finish(x);
  const auto module = b.Take();
  const Dot dot = DotReader(HloModuleToDot(*module)).Read();
  EXPECT_TRUE(dot.ok);
  EXPECT_EQ(dot.edges.size(), static_cast<size_t>(kLength));
  EXPECT_GT(HloModuleToJson(*module).size(), static_cast<size_t>(kLength) * 50);
}

}  // namespace
}  // namespace hloom
