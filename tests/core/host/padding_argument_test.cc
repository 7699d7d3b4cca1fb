// The argument kinds padding_config, [[low, high, interior], ...], and padding, "SAME", "VALID" or
// [[low, high], ...], as JavaScript passes them.
#include "base/json.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "wasm/host_api.h"

namespace hloom {
namespace {

// The shape that Pad of f32[3] answers, or the rule that it breaks.
std::string Pad(std::string_view padding) {
  HostState state;
  const auto call = [&state](std::string_view method, std::string_view arguments) {
    return ParseJson(HostCall(state, method, arguments)).value();
  };
  call("builder.create", R"({"name":"b"})");
  const std::string parameter =
      R"({"builder":1,"function":"Parameter","arguments":{"parameter_number":)";
  call("builder.call", StrCat(parameter, R"(0,"shape":"f32[3]","name":"x"}})"));
  call("builder.call", StrCat(parameter, R"(1,"shape":"f32[]","name":"v"}})"));
  const Json answer =
      call("builder.call",
           StrCat(R"({"builder":1,"function":"Pad","arguments":{"operand":1,"padding_value":2,)",
                  R"("padding_config":)", padding, "}}"));
  if (const Json* error = answer.Find("error")) return error->GetString("rule").value();
  const Json* sizes = answer.Find("result")->Find("shape")->Find("dimensions");
  return StrJoin(sizes->AsInt64List().value(), ",");
}

TEST(PaddingArgumentTest, Entries) {
  EXPECT_EQ(Pad("[[1,2,3]]"), "12");
  EXPECT_EQ(Pad("[[1,2]]"), "6");
  EXPECT_EQ(Pad(R"([["-1","-1","0"]])"), "1");
  EXPECT_EQ(Pad("[]"), "pad.c3");
  EXPECT_EQ(Pad(R"([["9223372036854775807",0]])"), "shape.c3");
}

TEST(PaddingArgumentTest, WhatIsNoPadding) {
  for (std::string_view wrong : {"1", "[1,2]", "[[1]]", "[[1,2,3,4]]", "[[1,2,3.5]]",
                                 R"([["a",2]])", "{}", "null", R"([["9223372036854775808",0]])"}) {
    EXPECT_EQ(Pad(wrong), "function.c3") << wrong;
  }
}

// The size that ReduceWindow of f32[5] answers with a window of 3 and a stride of 2, or the rule
// that it breaks.
std::string ReduceWindow(std::string_view padding) {
  HostState state;
  const auto call = [&state](std::string_view method, std::string_view arguments) {
    return ParseJson(HostCall(state, method, arguments)).value();
  };
  call("builder.create", R"({"name":"add"})");
  const auto parameter = [&](int builder, int number, std::string_view shape) {
    call("builder.call",
         StrCat(R"({"builder":)", builder,
                R"(,"function":"Parameter","arguments":{"parameter_number":)", number,
                R"(,"shape":")", shape, R"(","name":"p)", number, R"("}})"));
  };
  parameter(1, 0, "f32[]");
  parameter(1, 1, "f32[]");
  call("builder.call", R"({"builder":1,"function":"Add","arguments":{"lhs":1,"rhs":2}})");
  call("builder.build", R"({"builder":1})");
  call("builder.create", R"({"name":"b"})");
  parameter(2, 0, "f32[5]");
  parameter(2, 1, "f32[]");
  const Json answer = call(
      "builder.call", StrCat(R"({"builder":2,"function":"ReduceWindow","arguments":{"operand":1,)",
                             R"("init_value":2,"computation":1,"window_dimensions":[3],)",
                             R"("window_strides":[2],"padding":)", padding, "}}"));
  if (const Json* error = answer.Find("error")) return error->GetString("rule").value();
  const Json* sizes = answer.Find("result")->Find("shape")->Find("dimensions");
  return StrJoin(sizes->AsInt64List().value(), ",");
}

TEST(PaddingArgumentTest, OfAWindow) {
  EXPECT_EQ(ReduceWindow("\"SAME\""), "3");
  EXPECT_EQ(ReduceWindow("\"VALID\""), "2");
  EXPECT_EQ(ReduceWindow("[[2,3]]"), "4");
  EXPECT_EQ(ReduceWindow(R"([["-1","-1"]])"), "1");
  EXPECT_EQ(ReduceWindow("[]"), "window.c1");
  for (std::string_view wrong : {"1", "[1,2]", "[[1]]", "[[1,2,3]]", "[[1,2.5]]", "\"same\"",
                                 R"([["a",2]])", "{}", "null", R"([["9223372036854775808",0]])"}) {
    EXPECT_EQ(ReduceWindow(wrong), "function.c3") << wrong;
  }
}

}  // namespace
}  // namespace hloom
