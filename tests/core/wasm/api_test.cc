// The generic entry between JavaScript and the core: what each method answers, and that no input of
// any kind ends the process or is left without an answer.
#include "wasm/api.h"

#include <random>

#include "gtest/gtest.h"
#include "support/core_caller.h"
#include "support/js_run.h"

namespace hloom {
namespace {

class ApiTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  std::string RuleOf(std::string_view method, std::string_view arguments) {
    return testing_support::RuleOf(Answer(method, arguments));
  }
  int64_t Number(const Json& json, std::string_view key) { return json.GetInt64(key).value(); }

  // x: f32[2,3] plus v: f32[3] along dimension 1, compiled.
  int64_t CompileAxisDemo() {
    EXPECT_EQ(Number(Result("builder.create", R"({"name":"axis_demo"})"), "builder"),
              next_builder_);
    const std::string b = StrCat(R"({"builder":)", next_builder_++);
    Result(
        "builder.call",
        StrCat(
            b,
            R"(,"function":"Parameter","arguments":{"parameter_number":0,"shape":"f32[2,3]","name":"x"}})"));
    Result(
        "builder.call",
        StrCat(
            b,
            R"(,"function":"Parameter","arguments":{"parameter_number":1,"shape":"f32[3]","name":"v"}})"));
    const Json add = Result(
        "builder.call",
        StrCat(b,
               R"(,"function":"Add","arguments":{"lhs":1,"rhs":2,"broadcast_dimensions":["1"]}})"));
    // Values that follow from the arguments are not repeated.
    EXPECT_EQ(Number(add, "shape"), 1);
    EXPECT_EQ(Number(*add.Find("broadcast"), "lhs"), 1);
    EXPECT_EQ(Number(*add.Find("broadcast"), "rhs"), 2);
    EXPECT_EQ(add.Find("broadcast")->GetInt64List("broadcast_dimensions").value(),
              std::vector<int64_t>{1});
    const Json built = Result("builder.build", StrCat(b, "}"));
    EXPECT_EQ(built.Find("program_shape")->GetString("text").value(),
              "(x: f32[2,3], v: f32[3]) -> f32[2,3]");
    return CompileComputation(Number(built, "computation"));
  }

  int64_t next_builder_ = 1;
};

TEST_F(ApiTest, RunsAProgramFromBuilderToResult) {
  testing_support::JsRun js_run(state_, CompileAxisDemo());
  const std::string run = StrCat(R"({"run":)", js_run.handle(), "}");
  js_run.Write<float>(0, {1, 2, 3, 4, 5, 6});
  js_run.Write<float>(1, {7, 8, 9});
  ASSERT_EQ(js_run.GoOn(), RunMemoryState::kDone);
  EXPECT_EQ(js_run.words()[RunWord::kInstructions], 4);
  EXPECT_EQ(js_run.Read<float>(2), (std::vector<float>{8, 10, 12, 11, 13, 15}));
  js_run.Close();
  EXPECT_EQ(RuleOf("engine.trace", run), "handle.c1");
  const Json statistics = Result("statistics", "{}");
  EXPECT_EQ(Number(statistics, "buffers"), 0);
  EXPECT_EQ(Number(statistics, "buffer_bytes"), 0);
  EXPECT_EQ(Number(statistics, "runs"), 0);
}

TEST_F(ApiTest, DrawsAComputation) {
  Result("builder.create", R"({"name":"t"})");
  Result(
      "builder.call",
      R"({"builder":1,"function":"Parameter","arguments":{"parameter_number":0,"shape":"f32[2]","name":"x"}})");
  Result("builder.build", R"({"builder":1})");
  const std::string dot =
      Result("computation.dot", R"({"computation":1})").GetString("text").value();
  EXPECT_NE(dot.find(R"([label="parameter(0)\nx)"), std::string::npos) << dot;
  const Json graph = Result("computation.graph", R"({"computation":1})");
  EXPECT_EQ(graph.Find("graph")->Find("computations")->size(), 1u);
  EXPECT_EQ(RuleOf("computation.dot", R"({"computation":2})"), "handle.c1");
}

TEST_F(ApiTest, AFailedCallLeavesTheBuilderUsable) {
  Result("builder.create", R"({"name":"t"})");
  Result(
      "builder.call",
      R"({"builder":1,"function":"Parameter","arguments":{"parameter_number":0,"shape":"f32[2,3]","name":"x"}})");
  Result(
      "builder.call",
      R"({"builder":1,"function":"Parameter","arguments":{"parameter_number":1,"shape":"f32[4]","name":"v"}})");
  EXPECT_EQ(
      RuleOf(
          "builder.call",
          R"({"builder":1,"function":"Add","arguments":{"lhs":1,"rhs":2,"broadcast_dimensions":[1]}})"),
      "broadcast.c2");
  const Json negated =
      Result("builder.call", R"({"builder":1,"function":"Neg","arguments":{"operand":2}})");
  EXPECT_EQ(Number(negated, "op"), 3);
  EXPECT_EQ(Number(negated, "shape"), 2);  // that of its operand
}

TEST_F(ApiTest, NamesWhatIsWrongWithACall) {
  Result("builder.create", R"({"name":"t"})");
  EXPECT_EQ(RuleOf("builder.crate", "{}"), "host.c1");
  EXPECT_EQ(RuleOf("builder.create", "{"), "json.c1");
  EXPECT_EQ(RuleOf("builder.create", R"({"nam":"x"})"), "json.c5");
  EXPECT_EQ(RuleOf("builder.create", "[]"), "json.c6");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":7,"function":"Neg","arguments":{}})"),
            "handle.c1");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":1,"function":"Negg","arguments":{}})"),
            "function.c1");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":1,"function":"Neg","overload":3,"arguments":{}})"),
            "function.c1");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":1,"function":"Neg","arguments":{}})"),
            "function.c2");
  EXPECT_EQ(
      RuleOf("builder.call", R"({"builder":1,"function":"Neg","arguments":{"operand":1,"x":2}})"),
      "function.c2");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":1,"function":"Neg","arguments":{"operand":"x"}})"),
            "function.c3");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":1,"function":"Neg","arguments":{"operand":1}})"),
            "builder.c1");
  EXPECT_EQ(RuleOf("builder.call", R"({"builder":1,"function":"Neg","arguments":{"operand":-1}})"),
            "builder.c3");
  EXPECT_EQ(
      RuleOf("builder.call",
             R"({"builder":1,"function":"Iota","overload":1,"arguments":{"type":"F33","size":1}})"),
      "function.c3");
  EXPECT_EQ(
      RuleOf(
          "builder.call",
          R"({"builder":1,"function":"Compare","arguments":{"lhs":1,"rhs":1,"direction":"EX"}})"),
      "function.c3");
  EXPECT_EQ(RuleOf("builder.build", R"({"builder":1})"), "builder.c2");
  EXPECT_EQ(RuleOf("shape.parse", R"({"shape":"f32[2,3"})"), "shape.p1");
  EXPECT_EQ(RuleOf("shape.parse", R"({"shape":{"type":"F32","dimensions":["-1"]}})"), "shape.c2");
  EXPECT_EQ(RuleOf("engine.compile", R"({"buffer":9})"), "handle.c1");
}

TEST_F(ApiTest, CompilesForAnAccuracy) {
  const auto is_most_accurate = [this](std::string_view accuracy) {
    const std::string text = "ENTRY e { x = f32[] parameter(0)\n  ROOT r = f32[] acos(x) }";
    const int64_t buffer = BufferOf(text.data(), text.size());
    const Json built = Result("computation.from_hlo_text", StrCat(R"({"buffer":)", buffer, "}"));
    const Json proto = Result("computation.proto",
                              StrCat(R"({"computation":)", Number(built, "computation"), "}"));
    const Json compiled =
        Result("engine.compile", StrCat(R"({"buffer":)", Number(proto, "buffer"), accuracy, "}"));
    const auto entry = state_.executables.Find(Number(compiled, "executable")).value();
    return entry->executable->module().entry_computation().root()->most_accurate();
  };
  EXPECT_FALSE(is_most_accurate(""));
  EXPECT_FALSE(is_most_accurate(R"(,"accuracy":"default")"));
  EXPECT_TRUE(is_most_accurate(R"(,"accuracy":"highest")"));
}

TEST_F(ApiTest, AdoptsBuffersEvenWhenACallFails) {
  const auto rule_of_put = [this](std::string_view shape, std::string_view leaves) {
    return RuleOf("engine.put", StrCat(R"({"value":1,"array":{"shape":")", shape, R"(","leaves":[)",
                                       leaves, "]}}"));
  };
  const int64_t x = BufferOf(std::vector<float>{1, 2, 3});
  const int64_t y = BufferOf(std::vector<float>{1, 2, 3});
  // The first array has too few bytes; the second is taken all the same.
  EXPECT_EQ(rule_of_put("(f32[2,3], f32[3])", StrCat(x, ",", y)), "literal.c2");
  EXPECT_EQ(BufferSize(state_, x), 0);
  EXPECT_EQ(BufferSize(state_, y), 0);
  const unsigned char two = 2;
  EXPECT_EQ(rule_of_put("pred[1]", StrCat(BufferOf(&two, 1))), "literal.c3");
  EXPECT_EQ(rule_of_put("f32[3]", ""), "literal.c1");
  EXPECT_EQ(rule_of_put("opaque[]", ""), "literal.c5");
  const Json statistics = Result("statistics", "{}");
  EXPECT_EQ(Number(statistics, "buffers"), 0);
  EXPECT_EQ(Number(statistics, "values"), 0);
}

TEST_F(ApiTest, RefusesBuffersThatCannotBe) {
  EXPECT_EQ(AllocateBuffer(state_, -1), 0);
  EXPECT_EQ(AllocateBuffer(state_, int64_t{1} << 60), 0);
  EXPECT_EQ(BufferAddress(state_, 99), nullptr);
  EXPECT_EQ(BufferSize(state_, 99), 0);
  ReleaseBuffer(state_, 99);
  const int64_t empty = AllocateBuffer(state_, 0);
  EXPECT_GT(empty, 0);
  EXPECT_EQ(BufferSize(state_, empty), 0);
}

TEST_F(ApiTest, OpsListsEveryFunctionWithItsArguments) {
  const Json ops = Result("ops", "{}");
  bool found = false;
  for (const Json& builder : ops.Find("builders")->items()) {
    if (builder.GetString("name").value() != "GetTupleElement") continue;
    found = true;
    EXPECT_EQ(builder.GetString("js").value(), "getTupleElement");
    EXPECT_EQ(builder.Find("arguments")->items()[0].GetString("js").value(), "tupleData");
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(ops.Find("operations")->size(), static_cast<size_t>(kHloOpcodeCount));
}

// Valid calls with characters changed, dropped, doubled and spliced: every one is answered.
TEST_F(ApiTest, AnswersDamagedCalls) {
  const std::vector<std::pair<std::string, std::string>> calls = {
      {"builder.create", R"({"name":"t"})"},
      {"builder.call",
       R"({"builder":1,"function":"Parameter","arguments":{"parameter_number":0,"shape":{"type":"F32","dimensions":["2","3"]},"name":"x"}})"},
      {"builder.call",
       R"({"builder":1,"function":"Iota","arguments":{"shape":"f32[3]{0}","iota_dimension":0}})"},
      {"builder.call",
       R"({"builder":1,"function":"Add","arguments":{"lhs":1,"rhs":2,"broadcast_dimensions":["1"]}})"},
      {"builder.call", R"({"builder":1,"function":"Tuple","arguments":{"elements":[1,2,1]}})"},
      {"builder.call",
       R"({"builder":1,"function":"BroadcastInDim","arguments":{"operand":2,"out_dim_size":[4,3],"broadcast_dimensions":[1]}})"},
      {"builder.call",
       R"({"builder":1,"function":"Conditional","overload":1,"arguments":{"branch_index":1,"branch_computations":[1],"branch_operands":[1]}})"},
      {"builder.build", R"({"builder":1,"root":3})"},
      {"computation.hlo_text", R"({"computation":1})"},
      {"computation.proto", R"({"computation":1})"},
      {"broadcast.explain", R"({"lhs":"f32[2,3]","rhs":"f32[3]","broadcast_dimensions":[1]})"},
      {"shape.parse", R"_({"shape":"(f32[2,3]{1,0}, (s32[], token[]))"})_"},
      {"engine.put",
       R"({"value":1,"array":{"shape":"s32[<=2]","dynamic_sizes":[["1"]],"leaves":[1]}})"},
  };
  const std::string_view alphabet = "{}[]\",:0123456789-.abcfstruenl \\\x80";
  std::mt19937 random(20);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  int answered = 0;
  for (int i = 0; i < 20000; ++i) {
    auto [method, text] = calls[below(calls.size())];
    const int edits = static_cast<int>(below(4));
    for (int e = 0; e < edits && !text.empty(); ++e) {
      const size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = alphabet[below(alphabet.size())];
          break;
        case 1:
          text.erase(at, 1 + below(5));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), below(12)));
          break;
        default:
          text.insert(at, 1, alphabet[below(alphabet.size())]);
          break;
      }
    }
    const std::string answer = CallCore(state_, method, text);
    const StatusOr<Json> parsed = ParseJson(answer);
    ASSERT_TRUE(parsed.ok()) << method << " " << text << "\n" << answer;
    if (const Json* error = parsed->Find("error")) {
      ASSERT_FALSE(error->GetString("code").value().empty()) << answer;
      ASSERT_FALSE(error->GetString("rule").value().empty()) << answer;
      const Json& help = *error->Find("help");
      ASSERT_FALSE(help.is_string() ? help.text().empty() : help.size() == 0)
          << method << " " << text << "\n"
          << answer;
    }
    ++answered;
  }
  EXPECT_EQ(answered, 20000);
}

}  // namespace
}  // namespace hloom
