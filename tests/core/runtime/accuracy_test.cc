// Programs compiled for the highest accuracy: all functions round once, also those without the
// attribute result_accuracy.
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "hlo/attributes/result_accuracy.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

float ResultOf(const std::string& text, const std::vector<Literal>& arguments,
               ResultAccuracy::Mode accuracy) {
  const auto executable = Executable::Create(ParseHloModule(text).value(), {}, accuracy).value();
  const auto execution = Execution::Start(executable, arguments, {}).value();
  const Literal result = execution->RunToEnd().value();
  return result.data<float>()[0];
}

// Arguments for which the usual function does not give the nearest number.
struct AccuracyCase {
  std::string_view call;
  float x;
  float y;
  double exact;
};
const AccuracyCase kAccuracyCases[] = {
    {"atan2(x, y)", 2.54137731f, 7.99472857f, std::atan2(double{2.54137731f}, double{7.99472857f})},
    {"power(x, y)", 6.19992208f, 9.07356548f, std::pow(double{6.19992208f}, double{9.07356548f})},
    {"acos(x)", 0.513897002f, 0, std::acos(double{0.513897002f})},
    {"cosh(x)", 4.20535564f, 0, std::cosh(double{4.20535564f})},
    {"tanh(x)", 4.71444416f, 0, std::tanh(double{4.71444416f})},
    {"exponential(x), result_accuracy={tolerance={ulps=5}}", 2.24355197f, 0,
     std::exp(double{2.24355197f})},
};

// In an array, of dynamic size, and in a loop over scalars.
TEST(CompiledAccuracyTest, HighestRoundsOnce) {
  for (const AccuracyCase& c : kAccuracyCases) {
    const auto array = [&c](std::string_view shape) {
      return StrCat("HloModule m\nENTRY e {\n  x = ", shape, " parameter(0)\n  y = ", shape,
                    " parameter(1)\n  ROOT r = ", shape, " ", c.call, "\n}\n");
    };
    const std::string loop = StrCat(R"(HloModule m
more {
  s.1 = (s32[], f32[], f32[], f32[]) parameter(0)
  i.1 = s32[] get-tuple-element(s.1), index=0
  n = s32[] constant(2)
  ROOT l = pred[] compare(i.1, n), direction=LT
}
body {
  s = (s32[], f32[], f32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  j = s32[] add(i, one)
  x = f32[] get-tuple-element(s), index=1
  y = f32[] get-tuple-element(s), index=2
  r = f32[] )",
                                    c.call, R"(
  ROOT t = (s32[], f32[], f32[], f32[]) tuple(j, x, y, r)
}
ENTRY e {
  x.1 = f32[] parameter(0)
  y.1 = f32[] parameter(1)
  zero = s32[] constant(0)
  t.1 = (s32[], f32[], f32[], f32[]) tuple(zero, x.1, y.1, x.1)
  w = (s32[], f32[], f32[], f32[]) while(t.1), condition=more, body=body
  ROOT r.1 = f32[] get-tuple-element(w), index=3
}
)");
    const auto expect = [&c](const std::string& text, const std::vector<Literal>& arguments) {
      const auto exact = static_cast<float>(c.exact);
      EXPECT_EQ(ResultOf(text, arguments, ResultAccuracy::HIGHEST), exact) << text;
      EXPECT_NE(ResultOf(text, arguments, ResultAccuracy::DEFAULT), exact) << text;
    };
    const std::vector<Literal> vectors = {LiteralUtil::CreateR1<float>({c.x, 1}),
                                          LiteralUtil::CreateR1<float>({c.y, 1})};
    expect(array("f32[2]"), vectors);
    expect(array("f32[<=2]"), vectors);
    expect(loop, {LiteralUtil::CreateR0<float>(c.x), LiteralUtil::CreateR0<float>(c.y)});
  }
}

}  // namespace
}  // namespace hloom
