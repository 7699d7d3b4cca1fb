// Numbers in the place of operands, as JavaScript sends them: literals, which become constants.
#include "gtest/gtest.h"
#include "support/core_caller.h"

namespace hloom {
namespace {

class NumberOperandTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  // The number as an argument.
  std::string F32(float value) {
    return StrCat(R"({"shape":"f32[]","leaves":[)", BufferOf(std::vector<float>{value}), "]}");
  }
  int64_t Buffers() { return Result("statistics", "{}").GetInt64("buffers").value(); }
  std::string TextOf(int builder) {
    const Json built = Result("builder.build", StrCat(R"({"builder":)", builder, "}"));
    const Json text = Result(
        "computation.hlo_text",
        StrCat(R"({"form":"short","computation":)", built.GetInt64("computation").value(), "}"));
    return text.GetString("text").value();
  }
};

TEST_F(NumberOperandTest, ANumberIsAConstant) {
  Begin(1, {"f32[2]"});
  const Json added = Build(1, "Add", StrCat(R"({"lhs":1,"rhs":)", F32(2.5), "}"));
  const Json* result = added.Find("result");
  ASSERT_NE(result, nullptr);
  // The constant is operation 2, its broadcast 3. Nobody outside knows the shape of operation 2, so
  // that it is written out.
  EXPECT_EQ(result->GetInt64("op").value(), 4);
  EXPECT_EQ(result->GetInt64("shape").value(), 1);
  const Json* broadcast = result->Find("broadcast");
  EXPECT_EQ(broadcast->GetInt64("lhs").value(), 1);
  EXPECT_EQ(broadcast->Find("rhs")->GetString("type").value(), "F32");
  EXPECT_EQ(Buffers(), 0);
  const std::string text = TextOf(1);
  EXPECT_NE(text.find("f32[] constant(2.5)"), std::string::npos) << text;
}

TEST_F(NumberOperandTest, AWrongCallTakesItsConstantsAway) {
  Begin(1, {"f32[2]", "s32[2]"});
  EXPECT_EQ(testing_support::RuleOf(Build(1, "Add", StrCat(R"({"lhs":2,"rhs":)", F32(1), "}"))),
            "broadcast.c6");
  EXPECT_EQ(testing_support::RuleOf(Build(
                1, "Clamp", StrCat(R"({"min":)", F32(1), R"(,"operand":2,"max":)", F32(2), "}"))),
            "elementwise.c2");
  EXPECT_EQ(testing_support::RuleOf(
                Build(1, "Clamp", StrCat(R"({"min":)", F32(1), R"(,"operand":true,"max":2})"))),
            "function.c3");
  EXPECT_EQ(
      testing_support::RuleOf(Build(1, "Add", R"({"lhs":1,"rhs":{"shape":"f32[]","leaves":[]}})")),
      "literal.c1");
  EXPECT_EQ(Buffers(), 0);
  EXPECT_EQ(Build(1, "Neg", R"({"operand":1})").Find("result")->GetInt64("op").value(), 3);
}

TEST_F(NumberOperandTest, OtherOperandsAreOperations) {
  Begin(1, {"f32[2]"});
  EXPECT_EQ(
      testing_support::RuleOf(Build(1, "Neg", R"({"operand":{"shape":"f32[]","leaves":[]}})")),
      "function.c3");
}

}  // namespace
}  // namespace hloom
