// Tuples that repeat each other, as they cross the boundary to JavaScript.
#include "gtest/gtest.h"
#include "support/core_caller.h"

namespace hloom {
namespace {

class ShapeWireTest : public ::testing::Test, protected testing_support::CoreCaller {};

using testing_support::RuleOf;

constexpr std::string_view kTuple = R"({"type":"TUPLE","tuple_shapes":[)";

// (a, b) with a = (f32[]) and b = (a, a): each tuple is written once.
TEST_F(ShapeWireTest, RepeatedTuples) {  // shape.c13
  Begin(1, {"(f32[])"});
  const auto tuple = [this](std::string_view elements) {
    return Build(1, "Tuple", StrCat(R"({"elements":[)", elements, "]}"));
  };
  const auto first_elements = [](const Json& answer) {
    return answer.Find("result")->Find("shape")->Find("tuple_shapes")->items();
  };
  const Json b = tuple("1,1");
  ASSERT_EQ(RuleOf(b), "no error");
  EXPECT_TRUE(first_elements(b)[0].is_object());
  EXPECT_EQ(first_elements(b)[1].text(), "0");
  const Json c = tuple("1,2");
  EXPECT_EQ(first_elements(c)[1].Find("tuple_shapes")->items()[0].text(), "0");

  const auto check = [this](std::string_view elements) {
    return Answer("shape.parse", StrCat(R"({"shape":)", kTuple, elements, "]}}"));
  };
  const Json read = check(StrCat(kTuple, R"("f32[]"]},)", kTuple, "0,0]},1"));
  ASSERT_EQ(RuleOf(read), "no error");
  EXPECT_EQ(read.Find("result")->GetString("text").value(),
            "((f32[]), ((f32[]), (f32[])), ((f32[]), (f32[])))");
  EXPECT_EQ(RuleOf(check("0")), "json.c6");
  EXPECT_EQ(RuleOf(check(StrCat(kTuple, "]},1"))), "shape.c13");
  EXPECT_EQ(RuleOf(check(StrCat(kTuple, "]},-1"))), "shape.c13");
}

// The shape is written in a line, and has more than thirty million parts.
TEST_F(ShapeWireTest, TooManyParts) {
  std::string elements = R"("f32[]")";
  for (int i = 0; i < 24; ++i) elements = StrCat(kTuple, elements, "]},", i);
  EXPECT_EQ(RuleOf(Answer("shape.parse", StrCat(R"({"shape":)", kTuple, elements, "]}}"))),
            "parts.c1");
}

// A builder's answers stay as short as what was asked.
TEST_F(ShapeWireTest, AnswersAreShort) {
  Begin(1, {"f32[]"});
  for (int i = 1; i < 19; ++i) {
    const Json answer = Build(1, "Tuple", StrCat(R"({"elements":[)", i, ",", i, "]}"));
    ASSERT_EQ(RuleOf(answer), "no error");
  }
  const std::string last =
      CallCore(state_, "builder.call",
               R"({"builder":1,"function":"Tuple","arguments":{"elements":[19,19]}})");
  EXPECT_LT(last.size(), 2000u) << last.substr(0, 1000);
  EXPECT_EQ(RuleOf(Build(1, "Tuple", R"({"elements":[20,20]})")), "parts.c1");
}

// Large tuples of the arguments are named by the operation that has them.
TEST_F(ShapeWireTest, ShapesOfArguments) {
  std::string large = "(f32[]";
  for (int i = 1; i < 20; ++i) large.append(",f32[]");
  large.append(")");
  Begin(1, {large, "f32[]"});
  const Json barrier = Build(1, "OptimizationBarrier", R"({"operand":1})");
  ASSERT_EQ(RuleOf(barrier), "no error");
  EXPECT_EQ(barrier.Find("result")->Find("shape")->GetString("type").value(), "OP");
  EXPECT_EQ(barrier.Find("result")->Find("shape")->GetInt64("op").value(), 1);
  const Json tuple = Build(1, "Tuple", R"({"elements":[2,3]})");
  const Json& elements = *tuple.Find("result")->Find("shape")->Find("tuple_shapes");
  EXPECT_EQ(elements.items()[0].GetString("type").value(), "F32");
  EXPECT_EQ(elements.items()[1].GetInt64("op").value(), 3);
  const Json element = Build(1, "GetTupleElement", R"({"tuple_data":4,"index":"1"})");
  EXPECT_EQ(element.Find("result")->Find("shape")->Find("tuple_shapes")->size(), 20u);
}

}  // namespace
}  // namespace hloom
