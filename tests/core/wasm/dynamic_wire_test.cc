// Dynamic dimensions at the boundary to JavaScript: how shapes and values cross, and what is
// refused.
#include <cstring>

#include "gtest/gtest.h"
#include "support/core_caller.h"

namespace hloom {
namespace {

class DynamicWireTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  // A program that gives back its argument of that shape.
  void CompileIdentity(std::string_view shape) {
    Begin(1, {shape});
    Result("builder.build", R"({"builder":1})");
    const Json proto = Result("computation.proto", R"({"computation":1})");
    Result("engine.compile", StrCat(R"({"buffer":)", proto.Find("buffer")->text(), "}"));
  }
  // What a run answers to an argument of that many s32; the rest of the literal is `more`.
  Json Start(std::string_view shape, const std::vector<int32_t>& values, std::string_view more) {
    const int64_t buffer = BufferOf(values);
    return Answer("engine.start", StrCat(R"({"executable":1,"arguments":[{"shape":")", shape,
                                         R"(",)", more, R"("leaves":[)", buffer, "]}]}"));
  }
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
  CompileIdentity("s32[<=4,<=3]{0,1}");
  Json started = Start("s32[<=4,<=3]{0,1}", {1, 3, 2, 4}, R"("dynamic_sizes":[["2",2]],)");
  ASSERT_EQ(RuleOf(started), "no error");
  Result("engine.step", R"({"run":1,"milliseconds":1000})");
  const Json result = Result("engine.result", R"({"run":1})");
  EXPECT_EQ(result.Find("dynamic_sizes")->items()[0].items()[1].text(), "2");
  const int64_t leaf = result.GetInt64List("leaves").value().at(0);
  ASSERT_EQ(BufferSize(state_, leaf), 16);
  int32_t found[4];
  std::memcpy(found, BufferAddress(state_, leaf), sizeof(found));
  EXPECT_EQ(std::vector<int32_t>(found, found + 4), (std::vector<int32_t>{1, 3, 2, 4}));
}

TEST_F(DynamicWireTest, ValuesThatDoNotFit) {
  CompileIdentity("s32[<=4,3]");
  const auto rule = [this](const std::vector<int32_t>& values, std::string_view more) {
    return RuleOf(Start("s32[<=4,3]", values, more));
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
  // Whatever is wrong with a call, its buffers are taken.
  EXPECT_EQ(Result("statistics", "{}").GetInt64("buffers").value(), 0);
}

}  // namespace
}  // namespace hloom
