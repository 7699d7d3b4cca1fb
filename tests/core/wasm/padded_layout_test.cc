// Padded layouts at the boundary to JavaScript: what crosses, and what is refused.
#include "gtest/gtest.h"
#include "support/core_caller.h"
#include "support/js_run.h"

namespace hloom {
namespace {

class PaddedWireTest : public ::testing::Test, protected testing_support::CoreCaller {
 protected:
  // The rule that a shape of this element type, sizes and layout breaks.
  std::string RuleOfLayout(std::string_view layout) {
    return testing_support::RuleOf(
        Answer("shape.parse",
               StrCat(R"({"shape":{"type":"S32","dimensions":[2],"layout":)", layout, "}}")));
  }
};
using LayoutPropertiesWireTest = PaddedWireTest;

TEST_F(PaddedWireTest, ShapesSayTheirPadding) {
  const std::string answer =
      CallCore(state_, "shape.parse", R"({"shape":"f32[2,3]{0,1:PAD(3,5)ZERO_PAD}"})");
  EXPECT_NE(answer.find(R"("layout":{"minor_to_major":["0","1"],"padded_dimensions":["3","5"],)"
                        R"("padding_value":"ZERO_PAD"})"),
            std::string::npos)
      << answer;
  const Json report = Result(
      "shape.parse", R"({"shape":{"type":"S32","dimensions":[2],"layout":{"minor_to_major":[0],)"
                     R"("padded_dimensions":[4],"padding_value":"ONE_PAD"}}})");
  EXPECT_EQ(report.GetString("text_with_layout").value(), "s32[2]{0:PAD(4)ONE_PAD}");
  EXPECT_EQ(report.GetString("elements").value(), "2");
  EXPECT_EQ(report.GetString("bytes").value(), "16");
}

TEST_F(PaddedWireTest, LayoutsThatDoNotFit) {
  const auto rule = [this](std::string_view layout) { return RuleOfLayout(layout); };
  EXPECT_EQ(rule(R"({"minor_to_major":[0],"padded_dimensions":[4],"padding_value":"NO_PAD"})"),
            "layout.c4");
  EXPECT_EQ(rule(R"({"minor_to_major":[0],"padded_dimensions":[4]})"), "no error");
  EXPECT_EQ(rule(R"({"minor_to_major":[0],"padded_dimensions":[4],"padding_value":"INVALID_PAD"})"),
            "layout.c4");
  EXPECT_EQ(rule(R"({"minor_to_major":[0],"padding_value":"ZERO_PAD"})"), "layout.c4");
  EXPECT_EQ(rule(R"({"minor_to_major":[0],"padded_dimensions":[1],"padding_value":"ZERO_PAD"})"),
            "layout.c3");
  EXPECT_EQ(rule(R"({"minor_to_major":[0],"padded":[4]})"), "json.c5");
  EXPECT_EQ(rule(R"({"padded_dimensions":[4],"padding_value":"ZERO_PAD"})"), "json.c5");
  EXPECT_EQ(rule("1"), "json.c6");
}

// The properties of XLA's layouts for other machines cross both ways unchanged.
TEST_F(LayoutPropertiesWireTest, ThereAndBack) {
  const std::string text =
      "f32[8,128]{1,0:T(8,*)(2,1)L(1024)#(u32)*(u64)E(4)S(1)SC(0:2,4)(1:64)M(8)}";
  const std::string layout =
      R"({"minor_to_major":["1","0"],"tiles":[["8","*"],["2","1"]],)"
      R"("tail_padding_alignment":"1024","element_size_in_bits":"4","memory_space":"1",)"
      R"("dynamic_shape_metadata_prefix_bytes":"8","index_type":"U32","pointer_type":"U64",)"
      R"("splits":[{"dimension":"0","indices":["2","4"]},{"dimension":"1","indices":["64"]}]})";
  const std::string answer =
      CallCore(state_, "shape.parse", StrCat(R"({"shape":")", text, R"("})"));
  EXPECT_NE(answer.find(StrCat(R"("layout":)", layout)), std::string::npos) << answer;
  const Json back =
      Result("shape.parse",
             StrCat(R"({"shape":{"type":"F32","dimensions":[8,128],"layout":)", layout, "}}"));
  EXPECT_EQ(back.GetString("text_with_layout").value(), text);
  // Properties that are not set are omitted.
  EXPECT_NE(CallCore(state_, "shape.parse", R"({"shape":"f32[8]{0:S(0)}"})")
                .find(R"("layout":{"minor_to_major":["0"]})"),
            std::string::npos);
}

TEST_F(LayoutPropertiesWireTest, WhatIsNone) {
  const auto rule = [this](std::string_view property) {
    return RuleOfLayout(StrCat(R"({"minor_to_major":[0],)", property, "}"));
  };
  EXPECT_EQ(rule(R"("memory_space":-1)"), "layout.c7");
  EXPECT_EQ(rule(R"("tiles":[["-8"]])"), "layout.c7");
  EXPECT_EQ(rule(R"("index_type":"S32")"), "layout.c7");
  EXPECT_EQ(rule(R"("pointer_type":"U33")"), "layout.c7");
  EXPECT_EQ(rule(R"("tiles":[8])"), "json.c6");
  EXPECT_EQ(rule(R"("tiles":[["x"]])"), "json.c6");
  EXPECT_EQ(rule(R"("splits":[{"dimension":0}])"), "json.c5");
  EXPECT_EQ(rule(R"("splits":[{"dimension":0,"indices":[1],"x":1}])"), "json.c5");
  EXPECT_EQ(rule(R"("memory":1)"), "json.c5");
}

// A program cannot be made to see, or to give back, what a caller left in the padding.
TEST_F(PaddedWireTest, ThePaddingIsFilledOnTheWayIn) {
  Begin(1, {"s32[1,2]{0,1:PAD(2,3)ONE_PAD}"});
  Result("builder.build", R"({"builder":1})");
  testing_support::JsRun run(state_, CompileComputation(1));
  run.Write<int32_t>(0, {7, -1, 8, -1, -1, -1});
  ASSERT_EQ(run.GoOn(), RunMemoryState::kDone);
  EXPECT_EQ(run.Read<int32_t>(1), (std::vector<int32_t>{7, 1, 8, 1, 1, 1}));
}

}  // namespace
}  // namespace hloom
