// Dynamic dimensions at the boundary to JavaScript: how shapes and values cross, and what is
// refused.
#include <cstring>

#include "gtest/gtest.h"
#include "support/core_caller.h"
#include "support/js_run.h"

namespace hloom {
namespace {

class DynamicWireTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  // The answer to putting this number of s32 on the engine; `more` is the rest of the literal.
  Json Put(std::string_view shape, const std::vector<int32_t>& values, std::string_view more) {
    const int64_t buffer = BufferOf(values);
    return Answer("engine.put", StrCat(R"({"value":)", ++last_, R"(,"array":{"shape":")", shape,
                                       R"(",)", more, R"("leaves":[)", buffer, "]}}"));
  }

  int last_ = 0;
};

using testing_support::RuleOf;

TEST_F(DynamicWireTest, Shapes) {
  const std::string answer =
      CallCore(state_, "shape.parse", R"j({"shape":"(f32[<=10,3], s8[2])"})j");
  EXPECT_NE(answer.find(R"("dimensions":["10","3"],"dynamic_dimensions":[true,false],"layout")"),
            std::string::npos)
      << answer;
  EXPECT_NE(answer.find(R"("dimensions":["2"],"layout")"), std::string::npos) << answer;
  const Json report =
      Result("shape.parse",
             R"({"shape":{"type":"F32","dimensions":[10,3],"dynamic_dimensions":[false,true]}})");
  EXPECT_EQ(report.GetString("text").value(), "f32[10,<=3]");
  EXPECT_EQ(report.GetString("bytes").value(), "120");
  const auto rule = [this](std::string_view dynamic) {
    return RuleOf(Answer("shape.parse", StrCat(R"({"shape":{"type":"F32","dimensions":[10,3],)",
                                               R"("dynamic_dimensions":)", dynamic, "}}")));
  };
  EXPECT_EQ(rule("[false,false]"), "no error");
  EXPECT_EQ(rule("[true]"), "shape.c11");
  EXPECT_EQ(rule("[true,false,true]"), "shape.c11");
  EXPECT_EQ(rule("[1,0]"), "json.c6");
  EXPECT_EQ(rule("true"), "json.c6");
}

TEST_F(DynamicWireTest, ValuesAreTheirLiveElements) {
  ASSERT_EQ(RuleOf(Put("s32[<=4,<=3]{0,1}", {1, 3, 2, 4}, R"("dynamic_sizes":[["2",2]],)")),
            "no error");
  const Json value = Result("engine.value", R"({"value":1})");
  EXPECT_EQ(value.GetInt64List("dynamic_sizes").value(), (std::vector<int64_t>{2, 2}));
  const int64_t leaf = value.GetInt64("buffer").value();
  ASSERT_EQ(BufferSize(state_, leaf), 16);
  int32_t found[4];
  std::memcpy(found, BufferAddress(state_, leaf), sizeof(found));
  EXPECT_EQ(std::vector<int32_t>(found, found + 4), (std::vector<int32_t>{1, 3, 2, 4}));
}

// The operands of a custom call are written as one literal.
TEST_F(DynamicWireTest, ALiteralSaysTheSizesOfEachArray) {
  testing_support::JsRun run(state_, CompileText(R"(HloModule m
ENTRY e {
  x = s32[<=4,<=3] parameter(0)
  n = s32[] constant(7)
  ROOT y = s32[2] custom-call(x, n), custom_call_target="show"
})"));
  run.Write<int32_t>(0, {1, 2, 3, 4}, {2, 2});
  ASSERT_EQ(run.GoOn(), RunMemoryState::kWaiting);
  const Json request = Result("engine.request", StrCat(R"({"run":)", run.handle(), "}"));
  const Json& operands = *request.Find("operands");
  const Json& sizes = *operands.Find("dynamic_sizes");
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(sizes.items()[0].AsInt64List().value(), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(sizes.items()[1].size(), 0u);
  EXPECT_EQ(BufferSize(state_, operands.GetInt64List("leaves").value()[0]), 16);
}

TEST_F(DynamicWireTest, ValuesThatDoNotFit) {
  const auto rule = [this](const std::vector<int32_t>& values, std::string_view more) {
    return RuleOf(Put("s32[<=4,3]", values, more));
  };
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[1,3]],)"), "no error");
  EXPECT_EQ(rule({}, R"("dynamic_sizes":[[0,3]],)"), "no error");
  EXPECT_EQ(rule({1, 2, 3}, ""), "literal.c1");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[],)"), "literal.c1");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[1]],)"), "literal.c1");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[1,3],[]],)"), "literal.c1");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[2,3]],)"), "literal.c2");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[5,3]],)"), "literal.c8");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[-1,3]],)"), "literal.c8");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[[3,1]],)"), "literal.c9");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[1],)"), "json.c6");
  EXPECT_EQ(rule({1, 2, 3}, R"("dynamic_sizes":[["x",3]],)"), "json.c6");
  // A call takes its buffers even if it fails.
  EXPECT_EQ(Result("statistics", "{}").GetInt64("buffers").value(), 0);
}

}  // namespace
}  // namespace hloom
