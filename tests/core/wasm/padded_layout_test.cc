// Padded layouts at the boundary to JavaScript: what crosses, and what is refused.
#include <cstring>

#include "base/json.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "wasm/api.h"

namespace hloom {
namespace {

Json Answer(InstanceState& state, std::string_view method, std::string_view arguments) {
  StatusOr<Json> answer = ParseJson(CallCore(state, method, arguments));
  EXPECT_TRUE(answer.ok()) << answer.status().ToString();
  return *std::move(answer);
}

Json Result(InstanceState& state, std::string_view method, std::string_view arguments) {
  const Json answer = Answer(state, method, arguments);
  if (const Json* error = answer.Find("error")) ADD_FAILURE() << error->Find("message")->text();
  return answer.Find("result") == nullptr ? Json() : *answer.Find("result");
}

TEST(PaddedWireTest, ShapesSayTheirPadding) {
  InstanceState state;
  const std::string answer =
      CallCore(state, "shape.parse", R"({"shape":"f32[2,3]{0,1:PAD(3,5)ZERO_PAD}"})");
  EXPECT_NE(answer.find(R"("layout":{"minor_to_major":["0","1"],"padded_dimensions":["3","5"],)"
                        R"("padding_value":"ZERO_PAD"})"),
            std::string::npos)
      << answer;
  const Json report =
      Result(state, "shape.parse",
             R"({"shape":{"type":"S32","dimensions":[2],"layout":{"minor_to_major":[0],)"
             R"("padded_dimensions":[4],"padding_value":"ONE_PAD"}}})");
  EXPECT_EQ(report.GetString("text_with_layout").value(), "s32[2]{0:PAD(4)ONE_PAD}");
  EXPECT_EQ(report.GetString("elements").value(), "2");
  EXPECT_EQ(report.GetString("bytes").value(), "16");
}

TEST(PaddedWireTest, LayoutsThatDoNotFit) {
  const auto rule = [](std::string_view layout) {
    InstanceState state;
    const Json answer =
        Answer(state, "shape.parse",
               StrCat(R"({"shape":{"type":"S32","dimensions":[2],"layout":)", layout, "}}"));
    const Json* error = answer.Find("error");
    return error == nullptr ? std::string("no error") : error->GetString("rule").value();
  };
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

// What XLA's layouts say of other machines crosses both ways, whole.
TEST(LayoutPropertiesWireTest, ThereAndBack) {
  InstanceState state;
  const std::string text =
      "f32[8,128]{1,0:T(8,*)(2,1)L(1024)#(u32)*(u64)E(4)S(1)SC(0:2,4)(1:64)M(8)}";
  const std::string layout =
      R"({"minor_to_major":["1","0"],"tiles":[["8","*"],["2","1"]],)"
      R"("tail_padding_alignment":"1024","element_size_in_bits":"4","memory_space":"1",)"
      R"("dynamic_shape_metadata_prefix_bytes":"8","index_type":"U32","pointer_type":"U64",)"
      R"("splits":[{"dimension":"0","indices":["2","4"]},{"dimension":"1","indices":["64"]}]})";
  const std::string answer = CallCore(state, "shape.parse", StrCat(R"({"shape":")", text, R"("})"));
  EXPECT_NE(answer.find(StrCat(R"("layout":)", layout)), std::string::npos) << answer;
  const Json back =
      Result(state, "shape.parse",
             StrCat(R"({"shape":{"type":"F32","dimensions":[8,128],"layout":)", layout, "}}"));
  EXPECT_EQ(back.GetString("text_with_layout").value(), text);
  // Nothing is said of what says nothing.
  EXPECT_NE(CallCore(state, "shape.parse", R"({"shape":"f32[8]{0:S(0)}"})")
                .find(R"("layout":{"minor_to_major":["0"]})"),
            std::string::npos);
}

TEST(LayoutPropertiesWireTest, WhatIsNone) {
  const auto rule = [](std::string_view property) {
    InstanceState state;
    const Json answer =
        Answer(state, "shape.parse",
               StrCat(R"({"shape":{"type":"S32","dimensions":[2],"layout":{"minor_to_major":[0],)",
                      property, "}}}"));
    const Json* error = answer.Find("error");
    return error == nullptr ? std::string("no error") : error->GetString("rule").value();
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
TEST(PaddedWireTest, ThePaddingIsFilledOnTheWayIn) {
  InstanceState state;
  Result(state, "builder.create", R"({"name":"identity"})");
  Result(state, "builder.call",
         R"({"builder":1,"function":"Parameter","arguments":{"parameter_number":0,)"
         R"("shape":"s32[1,2]{0,1:PAD(2,3)ONE_PAD}","name":"x"}})");
  Result(state, "builder.build", R"({"builder":1})");
  const Json proto = Result(state, "computation.proto", R"({"computation":1})");
  Result(state, "engine.compile", StrCat(R"({"buffer":)", proto.Find("buffer")->text(), "}"));
  const int32_t given[6] = {7, -1, 8, -1, -1, -1};
  const int64_t buffer = AllocateBuffer(state, sizeof(given));
  std::memcpy(BufferAddress(state, buffer), given, sizeof(given));
  Result(state, "engine.start",
         StrCat(R"({"executable":1,"arguments":[{"shape":"s32[1,2]{0,1:PAD(2,3)ONE_PAD}",)",
                R"("leaves":[)", buffer, "]}]}"));
  Result(state, "engine.step", R"({"run":1,"milliseconds":1000})");
  const Json result = Result(state, "engine.result", R"({"run":1})");
  const int64_t leaf = result.GetInt64List("leaves").value().at(0);
  ASSERT_EQ(BufferSize(state, leaf), 24);
  int32_t found[6];
  std::memcpy(found, BufferAddress(state, leaf), sizeof(found));
  EXPECT_EQ(std::vector<int32_t>(found, found + 6), (std::vector<int32_t>{7, 1, 8, 1, 1, 1}));
}

}  // namespace
}  // namespace hloom
