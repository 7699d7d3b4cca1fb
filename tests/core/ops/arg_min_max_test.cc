// Reductions to the greatest or least value and its index: computations that are recognised, and the
// same results as by a call for each element.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/str_cat.h"
#include "literal/convert.h"
#include "literal/literal_util.h"
#include "ops/windows/arg_min_max_eval.h"
#include "runtime/execution.h"
#include "support/random.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using testing_support::Random;
using testing_support::Rounds;

// As JAX writes it. BETTER is GT or LT.
constexpr std::string_view kOfJax = R"(
  pick = pred[] compare(a, c), direction=BETTER
  unordered = pred[] compare(a, a), direction=NE
  pick.1 = pred[] or(pick, unordered)
  equal = pred[] compare(a, c), direction=EQ
  before = pred[] compare(b, d), direction=LT
  tie = pred[] and(equal, before)
  pick.2 = pred[] or(pick.1, tie)
  value = T[] select(pick.1, a, c)
  index = I[] select(pick.2, b, d)
  ROOT r = (T[], I[]) tuple(value, index)
)";
// Equal values keep the accumulator, and the lower index.
constexpr std::string_view kOfMinimum = R"(
  better = pred[] compare(c, a), direction=BETTER
  number.a = pred[] compare(a, a), direction=EQ
  nan_c = pred[] compare(c, c), direction=NE
  new = pred[] and(nan_c, number.a)
  take = pred[] or(better, new)
  equal = pred[] compare(a, c), direction=EQ
  both = pred[] not(number.a)
  both.1 = pred[] and(both, nan_c)
  tied = pred[] or(equal, both.1)
  lower = I[] minimum(b, d)
  other = I[] select(take, d, b)
  index = I[] select(tied, lower, other)
  value = T[] select(take, c, a)
  ROOT r = (T[], I[]) tuple(value, index)
)";
// An element is taken unless it is worse, which NaN never is.
constexpr std::string_view kWithoutNaN = R"(
  better = pred[] compare(a, c), direction=BETTER
  equal = pred[] compare(a, c), direction=EQ
  before = pred[] compare(b, d), direction=LT
  tie = pred[] and(equal, before)
  keeps = pred[] or(better, tie)
  value = T[] select(keeps, a, c)
  index = I[] select(keeps, b, d)
  ROOT r = (T[], I[]) tuple(value, index)
)";
// Among equal values the accumulator's index stays, even if it is above.
constexpr std::string_view kFirstOfAll = R"(
  keeps = pred[] compare(a, c), direction=GE
  value = T[] select(keeps, a, c)
  index = I[] select(keeps, b, d)
  ROOT r = (T[], I[]) tuple(value, index)
)";
constexpr std::string_view kHigherIndex = R"(
  better = pred[] compare(a, c), direction=GT
  equal = pred[] compare(a, c), direction=EQ
  after = pred[] compare(b, d), direction=GT
  tie = pred[] and(equal, after)
  keeps = pred[] or(better, tie)
  value = T[] select(keeps, a, c)
  index = I[] select(keeps, b, d)
  ROOT r = (T[], I[]) tuple(value, index)
)";
constexpr std::string_view kSum = R"(
  value = T[] add(a, c)
  index = I[] add(b, d)
  ROOT r = (T[], I[]) tuple(value, index)
)";

void ReplaceAll(std::string& text, std::string_view name, std::string_view with) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += with.size()) {
    text.replace(at, name.size(), with);
  }
}

// Reduces along `dimension`. With `hides`, the indices are a sum, which is not recognised.
struct ArgMinMaxProgram {
  std::string_view region = kOfJax;
  bool greatest = true;
  std::string_view type = "f32";
  std::string_view index = "s32";
  std::string_view shape = "[5,7]";
  std::string_view layout = "{1,0}";
  std::string_view kept = "[5]";
  int dimension = 1;
  std::string_view init = "-inf";
  int init_index = 0;

  std::string Text(bool hides) const {
    std::string text = StrCat(
        "HloModule m\n\nregion {\n  a = T[] parameter(0)\n  b = I[] parameter(1)\n"
        "  c = T[] parameter(2)\n  d = I[] parameter(3)",
        region, "}\n\nENTRY e {\n  x = T", shape, layout, " parameter(0)\n  counts = I", shape,
        layout, " iota(), iota_dimension=", dimension, "\n  none = I", shape, layout,
        " parameter(1)\n  sums = I", shape, layout, " add(counts, none)\n  v = T[] constant(", init,
        ")\n  i = I[] constant(", init_index, ")\n  ROOT r = (T", kept, ", I", kept, ") reduce(x, ",
        hides ? "sums" : "counts", ", v, i), dimensions={", dimension, "}, to_apply=region\n}\n");
    ReplaceAll(text, "BETTER", greatest ? "GT" : "LT");
    ReplaceAll(text, "T[", StrCat(type, "["));
    ReplaceAll(text, "I[", StrCat(index, "["));
    return text;
  }
};

std::shared_ptr<const HloModule> ParsedArgMinMax(const std::string& text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString() << text;
  return std::move(*module);
}

// For each relation of values, the choice at indices that are below, the same and above: the
// accumulator's value and index, "ai", or the element's, "EI", or one of each.
std::string Recognized(std::string_view region, bool greatest = true,
                       std::string_view type = "f32") {
  ArgMinMaxProgram program = {region, greatest, type};
  if (type == "s32") program.init = "-9";
  const auto module = ParsedArgMinMax(program.Text(false));
  const HloComputation& entry = module->entry_computation();
  const auto order = RecognizeArgMinMax(*entry.root()->called_computation(0));
  if (!order.has_value()) return "no";
  std::string text = order->greatest ? "greatest" : "least";
  for (const size_t v : {ArgMinMaxOrder::kEqual, ArgMinMaxOrder::kNanAndNumber,
                         ArgMinMaxOrder::kNumberAndNan, ArgMinMaxOrder::kTwoNans}) {
    text += " ";
    for (const auto choice : order->choices[v]) {
      text += StrCat(choice.takes_value ? "E" : "a", choice.takes_index ? "I" : "i");
    }
  }
  return text;
}

TEST(ArgMinMaxTest, RecognizesOrders) {
  EXPECT_EQ(Recognized(kOfJax), "greatest EiEIEI aiaiai EIEIEI aiaiai");
  EXPECT_EQ(Recognized(kOfJax, false), "least EiEIEI aiaiai EIEIEI aiaiai");
  EXPECT_EQ(Recognized(kOfMinimum), "greatest aiaIaI aiaiai EIEIEI aiaIaI");
  EXPECT_EQ(Recognized(kOfMinimum, false), "least aiaIaI aiaiai EIEIEI aiaIaI");
  EXPECT_EQ(Recognized(kWithoutNaN), "greatest aiEIEI EIEIEI EIEIEI EIEIEI");
  EXPECT_EQ(Recognized(kOfJax, true, "s32"), "greatest EiEIEI aiaiai aiaiai aiaiai");
  EXPECT_EQ(Recognized(kFirstOfAll), "greatest aiaiai EIEIEI EIEIEI EIEIEI");
  EXPECT_EQ(Recognized(kHigherIndex), "no");
  EXPECT_EQ(Recognized(kSum), "no");
}

// Few different values, among them zeros of both signs, and for floats infinities and NaN.
Literal RandomValues(Random& random, const Shape& shape, bool with_nan) {
  Literal values = *Literal::Create(ShapeUtil::ChangeElementType(shape, F64));
  const bool floats = IsFloatingPointType(shape.element_type());
  for (int64_t i = 0; i < values.element_count(); ++i) {
    double x = static_cast<double>(random.Between(-3, 3));
    if (shape.element_type() == U8) x = std::fabs(x);
    if (floats && random.OneIn(3)) x = -x;
    if (floats && random.OneIn(9)) x = random.OneIn(2) ? 0.0 : -0.0;
    if (floats && with_nan && random.OneIn(40)) x = std::nan("");
    if (floats && random.OneIn(50)) x = -std::numeric_limits<double>::infinity();
    values.mutable_data<double>()[i] = x;
  }
  return *ConvertElements(values, shape.element_type());
}

TEST(ArgMinMaxTest, FindsWhatCallsFind) {
  constexpr ArgMinMaxProgram kPrograms[] = {
      {},
      {.shape = "[5,7]", .layout = "{0,1}"},
      {.shape = "[40,30]", .layout = "{1,0}", .kept = "[30]", .dimension = 0},
      {.shape = "[3,700]", .kept = "[3]"},
      {.shape = "[90,80]", .layout = "{0,1}", .kept = "[90]"},
      {.shape = "[300,600]", .layout = "{1,0}", .kept = "[600]", .dimension = 0},
      {.shape = "[2,200000]", .kept = "[2]"},
      {.shape = "[3000,2]", .layout = "{0,1}", .kept = "[2]", .dimension = 0},
      {.shape = "[4,3,300]", .layout = "{2,1,0}", .kept = "[4,300]", .dimension = 1},
      {.shape = "[20,900]", .kept = "[20]", .init = "0", .init_index = 2},
      {.shape = "[20,9]", .kept = "[20]", .init = "nan", .init_index = 4},
      {.shape = "[9]", .layout = "{0}", .kept = "[]", .dimension = 0},
  };
  Random random(71);
  int round = 0;
  for (const std::string_view type : {"f32", "f64", "bf16", "s32", "u8"}) {
    for (const std::string_view region : {kOfJax, kOfMinimum, kWithoutNaN, kFirstOfAll}) {
      for (const bool greatest : {true, false}) {
        for (ArgMinMaxProgram program : kPrograms) {
          const bool floats = type != "s32" && type != "u8";
          if (!floats && program.init == "nan") continue;
          if (region == kFirstOfAll && !greatest) continue;
          program.region = region;
          program.greatest = greatest;
          program.type = type;
          program.index = round % 2 == 0 ? "s32" : "u64";
          if (!floats || (program.init == "-inf" && !greatest)) {
            program.init = floats ? "inf" : greatest ? "0" : "3";
          }
          ++round;
          const auto module = ParsedArgMinMax(program.Text(false));
          const auto hidden = ParsedArgMinMax(program.Text(true));
          const auto& parameters = module->entry_computation().parameters();
          std::vector<Literal> arguments;
          arguments.push_back(RandomValues(random, parameters[0]->shape(), random.OneIn(2)));
          arguments.push_back(LiteralUtil::Zero(parameters[1]->shape()));
          const StatusOr<Literal> have = Evaluate(*module, arguments);
          const StatusOr<Literal> want = Evaluate(*hidden, arguments);
          ASSERT_TRUE(have.ok() && want.ok()) << program.Text(false);
          ASSERT_EQ(have->ToString(), want->ToString()) << program.Text(false);
        }
      }
    }
  }
}

}  // namespace
}  // namespace hloom
