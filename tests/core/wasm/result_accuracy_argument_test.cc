// The argument kind result_accuracy, {"mode": ...} or {"tolerance": {...}}, as JavaScript passes
// it.
#include "base/json.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "wasm/api.h"

namespace hloom {
namespace {

// The argument in the HLO text of Exp: "" for the default; or the broken rule.
std::string Exp(std::string_view accuracy) {
  InstanceState state;
  const auto call = [&state](std::string_view method, std::string_view arguments) {
    return ParseJson(CallCore(state, method, arguments)).value();
  };
  call("builder.create", R"({"name":"b"})");
  call("builder.call", R"({"builder":1,"function":"Parameter","arguments":)"
                       R"({"parameter_number":0,"shape":"f32[3]","name":"x"}})");
  const Json answer = call(
      "builder.call", StrCat(R"({"builder":1,"function":"Exp","arguments":{"operand":1)",
                             accuracy.empty() ? "" : R"(,"result_accuracy":)", accuracy, "}}"));
  if (const Json* error = answer.Find("error")) return error->GetString("rule").value();
  call("builder.build", R"({"builder":1})");
  const Json printed = call("computation.hlo_text", R"({"computation":1})");
  const std::string text = printed.Find("result")->GetString("text").value();
  const size_t begin = text.find("exponential(%x)") + 15;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(ResultAccuracyArgumentTest, ModesAndTolerances) {
  EXPECT_EQ(Exp(""), "");
  EXPECT_EQ(Exp(R"({"mode":"DEFAULT"})"), "");
  EXPECT_EQ(Exp(R"({"mode":"HIGHEST"})"), ", result_accuracy={mode=highest}");
  EXPECT_EQ(Exp(R"({"tolerance":{"atol":1.5,"rtol":0.5,"ulps":"1"}})"),
            ", result_accuracy={tolerance={atol=1.5,rtol=0.5,ulps=1}}");
  EXPECT_EQ(Exp(R"({"tolerance":{"rtol":"Infinity"}})"),
            ", result_accuracy={tolerance={atol=0,rtol=inf,ulps=0}}");
  EXPECT_EQ(Exp(R"({"tolerance":{"atol":-1}})"), "result_accuracy.c1");
  EXPECT_EQ(Exp(R"({"tolerance":{"rtol":"NaN"}})"), "result_accuracy.c1");
}

TEST(ResultAccuracyArgumentTest, WhatIsNone) {
  for (std::string_view wrong :
       {R"("HIGHEST")", "{}", "[]", "null", R"({"mode":"highest"})", R"({"mode":1})",
        R"({"mode":"HIGHEST","tolerance":{}})", R"({"precision":"HIGHEST"})",
        R"({"tolerance":{"tol":1}})", R"({"tolerance":[1]})", R"({"tolerance":{"ulps":0.5}})"}) {
    EXPECT_EQ(Exp(wrong), "function.c3") << wrong;
  }
}

}  // namespace
}  // namespace hloom
