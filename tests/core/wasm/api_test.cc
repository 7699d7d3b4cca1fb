// The generic entry between JavaScript and the core: what each method answers, and that no input of
// any kind ends the process or is left without an answer.
#include "wasm/api.h"

#include <cstring>
#include <random>

#include "gtest/gtest.h"
#include "support/core_caller.h"

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
    // What the arguments tell is not repeated.
    EXPECT_EQ(Number(add, "shape"), 1);
    EXPECT_EQ(Number(*add.Find("broadcast"), "lhs"), 1);
    EXPECT_EQ(Number(*add.Find("broadcast"), "rhs"), 2);
    EXPECT_EQ(add.Find("broadcast")->GetInt64List("broadcast_dimensions").value(),
              std::vector<int64_t>{1});
    const Json built = Result("builder.build", StrCat(b, "}"));
    EXPECT_EQ(built.Find("program_shape")->GetString("text").value(),
              "(x: f32[2,3], v: f32[3]) -> f32[2,3]");
    const Json proto = Result("computation.proto",
                              StrCat(R"({"computation":)", Number(built, "computation"), "}"));
    const Json compiled =
        Result("engine.compile", StrCat(R"({"buffer":)", Number(proto, "buffer"), "}"));
    return Number(compiled, "executable");
  }

  std::string RunArguments(int64_t executable) {
    const int64_t x = BufferOf(std::vector<float>{1, 2, 3, 4, 5, 6});
    const int64_t v = BufferOf(std::vector<float>{7, 8, 9});
    return StrCat(R"({"executable":)", executable,
                  R"(,"arguments":[{"shape":"f32[2,3]","leaves":[)", x,
                  R"(]},{"shape":"f32[3]","leaves":[)", v, "]}]}");
  }

  int64_t next_builder_ = 1;
};

TEST_F(ApiTest, RunsAProgramFromBuilderToResult) {
  const int64_t executable = CompileAxisDemo();
  const int64_t run = Number(Result("engine.start", RunArguments(executable)), "run");
  const std::string run_json = StrCat(R"({"run":)", run, "}");
  const Json step = Result("engine.step", StrCat(R"({"run":)", run, R"(,"milliseconds":20})"));
  EXPECT_EQ(step.GetString("state").value(), "done");
  EXPECT_EQ(step.GetInt64("instructions").value(), 4);
  const Json literal = Result("engine.result", run_json);
  const int64_t leaf = literal.GetInt64List("leaves").value().at(0);
  ASSERT_EQ(BufferSize(state_, leaf), 24);
  float values[6];
  std::memcpy(values, BufferAddress(state_, leaf), sizeof(values));
  EXPECT_EQ((std::vector<float>(values, values + 6)), (std::vector<float>{8, 10, 12, 11, 13, 15}));
  ReleaseBuffer(state_, leaf);

  EXPECT_EQ(RuleOf("engine.result", run_json), "engine.c1");
  Result("engine.release_run", run_json);
  EXPECT_EQ(RuleOf("engine.step", StrCat(R"({"run":)", run, R"(,"milliseconds":20})")),
            "handle.c1");
  const Json statistics = Result("statistics", "{}");
  EXPECT_EQ(statistics.GetInt64("buffers").value(), 0);
  EXPECT_EQ(statistics.GetInt64("buffer_bytes").value(), 0);
  EXPECT_EQ(statistics.GetInt64("runs").value(), 0);
}

TEST_F(ApiTest, TellsWhatARunDoes) {
  const int64_t executable = CompileAxisDemo();
  std::string arguments = RunArguments(executable);
  arguments.insert(arguments.size() - 1, R"(,"trace":{"elements":"4"})");
  const std::string run =
      StrCat(R"({"run":)", Number(Result("engine.start", arguments), "run"), "}");
  EXPECT_EQ(Result("engine.trace", run).Find("events")->size(), 0u);
  Result("engine.step", StrCat(run.substr(0, run.size() - 1), R"(,"milliseconds":20})"));
  const Json trace = Result("engine.trace", run);
  const Json& events = *trace.Find("events");
  ASSERT_EQ(events.size(), 4u);
  const Json& last = events.items()[3];
  EXPECT_EQ(last.GetString("opcode").value(), "add");
  EXPECT_EQ(last.GetString("shape").value(), "f32[2,3]{1,0}");
  EXPECT_EQ(last.GetString("value").value(), "f32[2,3] {8, 10, 12, 11, ... 2 more elements}");
  EXPECT_EQ(last.Find("callers")->size(), 0u);
  EXPECT_EQ(Result("engine.trace", run).Find("events")->size(), 0u);

  const std::string silent =
      StrCat(R"({"run":)", Number(Result("engine.start", RunArguments(executable)), "run"), "}");
  EXPECT_EQ(Result("engine.trace", silent).Find("events")->size(), 0u);
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

TEST_F(ApiTest, AdoptsBuffersEvenWhenACallFails) {
  const int64_t executable = CompileAxisDemo();
  const int64_t x = BufferOf(std::vector<float>{1, 2, 3});
  const int64_t y = BufferOf(std::vector<float>{1, 2, 3});
  // The first argument has too few bytes; the second is taken all the same.
  EXPECT_EQ(RuleOf("engine.start", StrCat(R"({"executable":)", executable,
                                          R"(,"arguments":[{"shape":"f32[2,3]","leaves":[)", x,
                                          R"(]},{"shape":"f32[3]","leaves":[)", y, "]}]}")),
            "literal.c2");
  EXPECT_EQ(BufferSize(state_, x), 0);
  EXPECT_EQ(BufferSize(state_, y), 0);
  const unsigned char two = 2;
  EXPECT_EQ(RuleOf("engine.start", StrCat(R"({"executable":)", executable,
                                          R"(,"arguments":[{"shape":"pred[1]","leaves":[)",
                                          BufferOf(&two, 1), "]}]}")),
            "literal.c3");
  EXPECT_EQ(RuleOf("engine.start", StrCat(R"({"executable":)", executable,
                                          R"(,"arguments":[{"shape":"f32[3]","leaves":[]}]})")),
            "literal.c1");
  EXPECT_EQ(RuleOf("engine.start", StrCat(R"({"executable":)", executable,
                                          R"(,"arguments":[{"shape":"opaque[]","leaves":[]}]})")),
            "literal.c5");
  EXPECT_EQ(RuleOf("engine.start", StrCat(R"({"executable":)", executable, R"(,"arguments":[]})")),
            "arguments.c1");
  EXPECT_EQ(Result("statistics", "{}").GetInt64("buffers").value(), 0);
}

TEST_F(ApiTest, AConstantIsNotHandedToTheCallerToWriteTo) {
  Result("builder.create", R"({"name":"c"})");
  const int64_t value = BufferOf(std::vector<float>{1, 2});
  Result(
      "builder.call",
      StrCat(
          R"({"builder":1,"function":"ConstantLiteral","arguments":{"literal":{"shape":"f32[2]","leaves":[)",
          value, "]}}}"));
  const int64_t computation = Number(Result("builder.build", R"({"builder":1})"), "computation");
  const int64_t proto =
      Number(Result("computation.proto", StrCat(R"({"computation":)", computation, "}")), "buffer");
  const int64_t executable =
      Number(Result("engine.compile", StrCat(R"({"buffer":)", proto, "}")), "executable");
  for (int i = 0; i < 2; ++i) {
    const int64_t run = Number(
        Result("engine.start", StrCat(R"({"executable":)", executable, R"(,"arguments":[]})")),
        "run");
    Result("engine.step", StrCat(R"({"run":)", run, R"(,"milliseconds":20})"));
    const int64_t leaf = Result("engine.result", StrCat(R"({"run":)", run, "}"))
                             .GetInt64List("leaves")
                             .value()
                             .at(0);
    float values[2];
    std::memcpy(values, BufferAddress(state_, leaf), sizeof(values));
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(values[1], 2);
    std::memset(BufferAddress(state_, leaf), 0, 8);
  }
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
      {"engine.start",
       R"({"executable":1,"arguments":[{"shape":"f32[2]","leaves":[1]}],"limits":{"instructions":"5","bytes":"9","memory_limit":"9","milliseconds":"5","milliseconds_spent":"1"}})"},
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
      ASSERT_FALSE(error->GetString("help").value().empty()) << method << " " << text << "\n"
                                                             << answer;
    }
    ++answered;
  }
  EXPECT_EQ(answered, 20000);
}

}  // namespace
}  // namespace hloom
