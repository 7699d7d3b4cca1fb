// Elementwise steps that run as one loop: runs give the same bits as traced runs, which execute each
// step, except for those of a NaN, and need less memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/str_cat.h"
#include "runtime/execution.h"
#include "support/random.h"
#include "support/same_numbers.h"
#include "support/test_threads.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::shared_ptr<const HloModule> FusionModule(std::string_view body,
                                              std::string_view computations = "") {
  StatusOr<std::unique_ptr<HloModule>> module =
      ParseHloModule(StrCat("HloModule m\n", computations, "ENTRY main {\n", body, "\n}"));
  EXPECT_TRUE(module.ok()) << module.status().ToString() << body;
  return module.ok() ? std::move(*module) : nullptr;
}

// The names of the instructions of each loop, the one that runs it last.
std::string LoopsOf(std::string_view body) {
  const auto module = FusionModule(body);
  ShapeTable shapes;
  const ComputationPlan plan = PlanFor(module->entry_computation(), shapes);
  std::string loops, fused;
  for (const PlanStep& step : plan.steps) {
    if (step.fused) fused += StrCat(step.instruction->name(), " ");
    if (step.fusion == nullptr) continue;
    loops += StrCat(loops.empty() ? "" : "; ", fused, step.instruction->name());
    fused.clear();
  }
  return loops;
}

constexpr std::string_view kFusionParameters = R"(  x = f32[100,64] parameter(0)
  y = f32[100,64] parameter(1)
  v = f32[100] parameter(2)
)";

TEST(LoopFusionTest, FusesValuesThatOneLoopReads) {
  const auto of = [](std::string_view body) { return LoopsOf(StrCat(kFusionParameters, body)); };
  EXPECT_EQ(of("  a = f32[100,64] multiply(x, y)\n"
               "  b = f32[100,64] add(a, x)\n"
               "  ROOT r = f32[100,64] tanh(b)"),
            "a b r");
  // Both readers are in the loop; a type in between may be another.
  EXPECT_EQ(of("  a = f32[100,64] multiply(x, y)\n"
               "  p = pred[100,64] compare(a, x), direction=GT\n"
               "  ROOT r = f32[100,64] select(p, a, y)"),
            "a p r");
  // The result of the program, and what other operations read, are arrays.
  EXPECT_EQ(of("  a = f32[100,64] multiply(x, y)\n"
               "  b = f32[100,64] add(a, x)\n"
               "  ROOT r = (f32[100,64], f32[100,64]) tuple(a, b)"),
            "");
  EXPECT_EQ(of("  a = f32[100,64] multiply(x, y)\n"
               "  t = f32[64,100] transpose(a), dimensions={1,0}\n"
               "  b = f32[100,64] add(a, x)\n"
               "  c = f32[100,64] negate(b)\n"
               "  ROOT r = (f32[100,64], f32[64,100]) tuple(c, t)"),
            "b c");
  // Values in another order are copied.
  EXPECT_EQ(of("  a = f32[100,64]{0,1} multiply(x, y)\n"
               "  ROOT r = f32[100,64]{1,0} add(a, x)"),
            "");
  // A broadcast of a value reads it from an array; the broadcast itself needs none.
  EXPECT_EQ(LoopsOf("  x = f32[300,200] parameter(0)\n"
                    "  u = f32[300] parameter(1)\n"
                    "  w = f32[300] negate(u)\n"
                    "  c = f32[300,200] broadcast(w), dimensions={0}\n"
                    "  a = f32[300,200] subtract(x, c)\n"
                    "  ROOT r = f32[300,200] exponential(a)"),
            "a r");
  // Few elements stay in the cache.
  EXPECT_EQ(of("  a = f32[100] add(v, v)\n  ROOT r = f32[100] negate(a)"), "");
}

TEST(LoopFusionTest, LeavesAnOperandToAStepThatOverwritesIt) {
  EXPECT_EQ(LoopsOf("  x0 = f32[100,64] parameter(0)\n"
                    "  x = f32[100,64] copy(x0)\n"
                    "  row = f32[1,64] parameter(1)\n"
                    "  i = s32[] parameter(2)\n"
                    "  a = f32[100,64] exponential(x)\n"
                    "  u = f32[100,64] dynamic-update-slice(x, row, i, i)\n"
                    "  ROOT r = f32[100,64] add(a, u)"),
            "");
}

TEST(LoopFusionTest, HoldsNoMoreArraysThanTheStepsOneByOne) {
  // While the product is computed, the loop would hold both x and y in place of a.
  constexpr std::string_view kBody =
      "  x = f32[100,100] parameter(0)\n"
      "  y = f32[100,100] parameter(1)\n"
      "  w = f32[100,100] parameter(2)\n"
      "  A\n"
      "  d = f32[100,100] dot(w, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
      "  ROOT r = f32[100,100] add(a, d)";
  const auto with = [&](std::string_view a) {
    std::string body(kBody);
    body.replace(body.find('A'), 1, a);
    return LoopsOf(body);
  };
  EXPECT_EQ(with("a = f32[100,100] multiply(x, y)"), "");
  EXPECT_EQ(with("a = f32[100,100] multiply(x, x)"), "a r");
  EXPECT_EQ(with("b = f32[100,100] negate(x)\n  a = f32[100,100] exponential(b)"), "b a r");
}

class FusionTracer final : public Tracer {
 public:
  void Executed(const TraceEvent&) override { ++instructions; }
  int64_t instructions = 0;
};

struct FusionRun {
  Literal value;
  int64_t instructions = 0;
};

FusionRun RunFusion(const std::shared_ptr<const Executable>& program,
                    const std::vector<Literal>& arguments, const RunLimits& limits = {},
                    Tracer* tracer = nullptr) {
  const auto execution = Execution::Start(program, arguments, limits);
  EXPECT_TRUE(execution.ok()) << execution.status().ToString();
  if (tracer != nullptr) (*execution)->SetTracer(tracer);
  const StatusOr<Literal> result = (*execution)->RunToEnd();
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  return {*result, (*execution)->instructions()};
}

// Arrays of f32, of multiples of 1/8; some elements are NaN, infinities and -0.
std::vector<Literal> RandomFusionArguments(const HloModule& module, Random& random) {
  constexpr float kSpecial[] = {NAN, INFINITY, -INFINITY, -0.0f};
  std::vector<Literal> arguments;
  for (const HloInstruction* parameter : module.entry_computation().parameters()) {
    Literal array = *Literal::Create(parameter->shape());
    for (int64_t i = 0; i < array.element_count(); ++i) {
      array.mutable_data<float>()[i] = random.OneIn(50)
                                           ? kSpecial[random.Below(4)]
                                           : static_cast<float>(random.Between(-90, 90)) / 8;
    }
    arguments.push_back(std::move(array));
  }
  return arguments;
}

// The program takes the memory of its result, and one block of the loop, beside its arguments.
TEST(LoopFusionTest, ValuesBetweenTakeNoMemory) {
  std::string body = "  x = f32[1000,200] parameter(0)\n  n0 = f32[1000,200] negate(x)\n";
  for (int n = 0; n < 40; ++n) {
    body += StrCat("  n", n + 1, " = f32[1000,200] add(n", n, ", x)\n");
  }
  const auto module = FusionModule(StrCat(body, "  ROOT r = f32[1000,200] abs(n40)"));
  const auto program = *Executable::Create(module);
  Random random(1);
  const std::vector<Literal> arguments = RandomFusionArguments(*module, random);
  RunFusion(program, arguments, {.bytes = 1000 * 200 * 4 + (64 << 10)});
}

TEST(LoopFusionTest, CountsTheInstructionsOfTheSteps) {
  const auto module = FusionModule(
      "  x = f32[100,64] parameter(0)\n  a = f32[100,64] multiply(x, x)\n"
      "  b = f32[100,64] add(a, x)\n  ROOT r = f32[100,64] tanh(b)");
  const auto program = *Executable::Create(module);
  Random random(2);
  const std::vector<Literal> arguments = RandomFusionArguments(*module, random);
  FusionTracer tracer;
  const FusionRun traced = RunFusion(program, arguments, {}, &tracer);
  EXPECT_EQ(tracer.instructions, 4);
  EXPECT_EQ(RunFusion(program, arguments).instructions, traced.instructions);
  const auto limited = Execution::Start(program, arguments, {.instructions = 2});
  const Status status = (*limited)->RunToEnd().status();
  EXPECT_NE(status.ToString().find("%b"), std::string::npos) << status.ToString();
}

// H and W are sizes. A is a value of the same type, of the loop or not; N is new.
constexpr std::string_view kFusionBegin = R"(  x = f32[H,W]{1,0} parameter(0)
  y = f32[H,W]{1,0} parameter(1)
  row = f32[W] parameter(2)
  column = f32[H] parameter(3)
  v = f32[] parameter(4)
  rows = f32[H,W]{1,0} broadcast(row), dimensions={1}
  columns = f32[H,W]{1,0} broadcast(column), dimensions={0}
  all = f32[H,W]{1,0} broadcast(v), dimensions={}
  upright = f32[H,W]{0,1} broadcast(row), dimensions={1}
  narrow = bf16[W] convert(row)
  narrows = bf16[H,W]{1,0} broadcast(narrow), dimensions={1}
  xt = (f32[H,W]{1,0}) tuple(x)
  tall = f32[H,W]{0,1} get-tuple-element(xt), index=0
  counts = s32[H,W]{1,0} iota(), iota_dimension=1
)";
struct FusionLink {
  std::string_view result, operand, text;
};
constexpr FusionLink kFusionLinks[] = {
    {"f32", "f32", "add(A, A)"},
    {"f32", "f32", "subtract(A, rows)"},
    {"f32", "f32", "multiply(A, columns)"},
    {"f32", "f32", "maximum(A, all)"},
    {"f32", "f32", "tanh(A)"},
    {"f32", "f32", "negate(A)"},
    {"f32", "f32", "clamp(v, A, rows)"},
    {"f32", "f32", "add(tall, A)"},
    {"f32", "f32", "add(A, upright)"},
    {"pred", "f32", "compare(A, A), direction=LT"},
    {"f32", "pred", "select(A, x, y)"},
    {"pred", "pred", "xor(A, A)"},
    {"bf16", "f32", "convert(A)"},
    {"bf16", "bf16", "multiply(A, narrows)"},
    {"bf16", "bf16", "exponential(A)"},
    {"bf16", "bf16", "subtract(A, A)"},
    {"f32", "bf16", "convert(A)"},
    {"s32", "f32", "convert(A)"},
    {"s32", "s32", "add(A, counts)"},
    {"s8", "s32", "convert(A)"},
    {"s8", "s8", "multiply(A, A)"},
    {"f64", "s8", "convert(A)"},
    {"f64", "f64", "sqrt(A)"},
    {"f32", "f64", "convert(A)"},
    {"c64", "f32", "complex(A, A)"},
    {"c64", "c64", "multiply(A, A)"},
    {"f32", "c64", "imag(A)"},
};

std::string RandomFusionBody(Random& random, int links, std::string_view size) {
  struct Value {
    std::string name, type;
  };
  std::vector<Value> values = {{"x", "f32"}, {"y", "f32"}};
  std::string body(kFusionBegin);
  for (int n = 0; n < links;) {
    const FusionLink& link = kFusionLinks[random.Below(std::size(kFusionLinks))];
    std::string text(link.text);
    bool found = true;
    for (size_t at; found && (at = text.find('A')) != std::string::npos;) {
      // Mostly one of the last values.
      found = false;
      for (int attempt = 0; attempt < 8 && !found; ++attempt) {
        const auto count = static_cast<int64_t>(values.size());
        const int64_t back = random.OneIn(3) ? count : std::min<int64_t>(count, 3);
        const Value& value = values[static_cast<size_t>(count - 1 - random.Below(back))];
        found = value.type == link.operand;
        if (found) text.replace(at, 1, value.name);
      }
    }
    if (!found) continue;
    const std::string name = StrCat("n", n++);
    body += StrCat("  ", name, " = ", link.result, "[H,W]{1,0} ", text, "\n");
    values.push_back({name, std::string(link.result)});
  }
  // The last value, and some others.
  std::string results, shapes;
  for (size_t i = 2; i < values.size(); ++i) {
    if (i + 1 != values.size() && !random.OneIn(5)) continue;
    const char* const comma = results.empty() ? "" : ", ";
    results += StrCat(comma, values[i].name);
    shapes += StrCat(comma, values[i].type, "[H,W]{1,0}");
  }
  body += StrCat("  ROOT r = (", shapes, ") tuple(", results, ")");
  const size_t comma = size.find(',');
  for (size_t at; (at = body.find("[H,W]")) != std::string::npos;) {
    body.replace(at, 5, StrCat("[", size, "]"));
  }
  for (size_t at; (at = body.find("[H]")) != std::string::npos;) {
    body.replace(at, 3, StrCat("[", size.substr(0, comma), "]"));
  }
  for (size_t at; (at = body.find("[W]")) != std::string::npos;) {
    body.replace(at, 3, StrCat("[", size.substr(comma + 1), "]"));
  }
  return body;
}

TEST(LoopFusionTest, RandomProgramsGiveTheBitsOfTheirSteps) {
  Random random(3);
  int64_t loops = 0;
  for (int round = 0; round < Rounds(400, 40); ++round) {
    constexpr std::string_view kSizes[] = {"70,64", "37,150", "160,300", "3,9000", "9000,3"};
    const std::string body =
        RandomFusionBody(random, round % 7 == 0 ? 100 : 12, kSizes[random.Below(5)]);
    const std::string found = LoopsOf(body);
    loops += std::count(found.begin(), found.end(), ';') + (found.empty() ? 0 : 1);
    const auto module = FusionModule(body);
    ASSERT_NE(module, nullptr);
    const auto program = *Executable::Create(module);
    const std::vector<Literal> arguments = RandomFusionArguments(*module, random);
    FusionTracer tracer;
    const Literal expected = RunFusion(program, arguments, {}, &tracer).value;
    ASSERT_TRUE(SameNumbers(RunFusion(program, arguments).value, expected)) << body;
    const RunLimits limits = {.threads = TestThreads()};
    ASSERT_TRUE(SameNumbers(RunFusion(program, arguments, limits).value, expected)) << body;
  }
  EXPECT_GT(loops, Rounds(400, 40));
}

}  // namespace
}  // namespace hloom
