// Broadcasts that are not stored, because their readers repeat the elements: runs give the same
// values as traced runs, which store every value.
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "runtime/execution.h"
#include "support/models/array_model.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kBroadcastsBegin = R"(HloModule m
ENTRY main {
  x = f32[H,W]{1,0} parameter(0)
  y = f32[H,W]{1,0} parameter(1)
  row = f32[W] parameter(2)
  column = f32[H] parameter(3)
  v = f32[] parameter(4)
  p = pred[H,W]{1,0} parameter(5)
  line = f32[W] parameter(6)
  rows = f32[H,W]{1,0} broadcast(row), dimensions={1}
  columns = f32[H,W]{1,0} broadcast(column), dimensions={0}
  all = f32[H,W]{1,0} broadcast(v), dimensions={}
  upright = f32[H,W]{0,1} broadcast(row), dimensions={1}
  lines = f32[H,W]{1,0} broadcast(line), dimensions={1}
  counts = f32[H,W]{1,0} iota(), iota_dimension=1
  downwards = f32[H,W]{1,0} iota(), iota_dimension=0
)";

struct Size {
  int64_t height, width;
};
// Steps on so many elements are done immediately, or by tasks.
constexpr Size kFew = {140, 150}, kMany = {160, 300};

std::shared_ptr<const HloModule> ParsedBroadcasts(std::string_view body, Size size = kMany) {
  std::string text = StrCat(kBroadcastsBegin, body, "\n}");
  const auto replace = [&text](std::string_view name, int64_t value) {
    for (size_t at; (at = text.find(name)) != std::string::npos;) {
      text.replace(at + 1, 1, StrCat(value));
    }
  };
  for (const std::string_view h : {"[H,", "[H]", ":H]"}) replace(h, size.height);
  for (const std::string_view w : {",W]", "[W]", ":W]", "[W,"}) replace(w, size.width);
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString() << body;
  return module.ok() ? std::move(*module) : nullptr;
}

// The names of the broadcasts that are implicit.
std::string ImplicitBroadcasts(std::string_view body) {
  const auto module = ParsedBroadcasts(body);
  ShapeTable shapes;
  const ComputationPlan plan = PlanFor(module->entry_computation(), shapes);
  std::string names;
  for (const PlanStep& step : plan.steps) {
    if (step.implicit_broadcast == nullptr || !step.unused.empty()) continue;
    names += StrCat(names.empty() ? "" : " ", step.instruction->name());
  }
  return names;
}

constexpr std::string_view kEnd = "\n  ROOT r = f32[H,W]{1,0} add(a, x)";

TEST(ImplicitBroadcastTest, WhereAllThatReadThemRepeat) {
  const auto of = [](std::string_view a) { return ImplicitBroadcasts(StrCat(a, kEnd)); };
  EXPECT_EQ(of("  a = f32[H,W]{1,0} multiply(rows, lines)"), "rows lines");
  EXPECT_EQ(of("  a = f32[H,W]{1,0} clamp(all, x, rows)"), "rows all");
  EXPECT_EQ(of("  a = f32[H,W]{1,0} select(p, lines, all)"), "all lines");
  EXPECT_EQ(of("  a = f32[H,W]{1,0} negate(lines)"), "lines");
  // The order in which it would have lain does not matter.
  EXPECT_EQ(of("  a = f32[H,W]{1,0} add(x, upright)"), "upright");
  EXPECT_EQ(of("  n = f32[H,W]{1,0} negate(lines)\n  a = f32[H,W]{1,0} add(n, lines)"), "lines");
  EXPECT_EQ(of("  a = f32[H,W]{1,0} multiply(counts, lines)"), "lines counts");
  // Each element is repeated often enough.
  EXPECT_EQ(of("  a = f32[H,W]{1,0} add(x, columns)"), "columns");
  EXPECT_EQ(of("  a = f32[H,W]{1,0} add(x, downwards)"), "downwards");
}

TEST(ImplicitBroadcastTest, NotWhereAnythingElseReadsThem) {
  const auto of = [](std::string_view a) { return ImplicitBroadcasts(StrCat(a, kEnd)); };
  EXPECT_EQ(of("  c = f32[H,W]{1,0} copy(rows)\n  a = f32[H,W]{1,0} add(c, rows)"), "");
  EXPECT_EQ(of("  t = (f32[H,W]{1,0}) tuple(rows)\n"
               "  g = f32[H,W]{1,0} get-tuple-element(t), index=0\n"
               "  a = f32[H,W]{1,0} add(g, rows)"),
            "");
  EXPECT_EQ(of("  s = f32[2,3]{1,0} slice(all), slice={[0:2], [0:3]}\n"
               "  a = f32[H,W]{1,0} add(x, all)"),
            "");
  EXPECT_EQ(of("  c = f32[H,W]{1,0} copy(counts)\n  a = f32[H,W]{1,0} add(c, counts)"), "");
  // Runs are short, and so is the period, of three elements, so these are repeated.
  EXPECT_EQ(ImplicitBroadcasts("  c = f32[3] slice(row), slice={[0:3]}\n"
                               "  b = f32[9000,3]{1,0} broadcast(c), dimensions={1}\n"
                               "  ROOT r = f32[9000,3]{1,0} negate(b)"),
            "b");
  EXPECT_EQ(ImplicitBroadcasts("  l = f32[W,3]{1,0} broadcast(row), dimensions={0}\n"
                               "  m = f32[W,3,20]{2,1,0} broadcast(l), dimensions={0,1}\n"
                               "  ROOT r = f32[W,3,20]{2,1,0} negate(m)"),
            "");
  // Results are there.
  EXPECT_EQ(ImplicitBroadcasts("  n = f32[H,W]{1,0} negate(rows)\n"
                               "  ROOT r = (f32[H,W]{1,0}, f32[H,W]{1,0}) tuple(rows, n)"),
            "");
  // Few elements are copied.
  EXPECT_EQ(ImplicitBroadcasts("  b = f32[8] broadcast(v), dimensions={}\n"
                               "  ROOT r = f32[8] negate(b)"),
            "");
}

std::vector<Literal> RandomBroadcastArguments(const HloModule& module, Random& random) {
  std::vector<Literal> arguments;
  for (const HloInstruction* parameter : module.entry_computation().parameters()) {
    Literal array = *Literal::Create(parameter->shape());
    const bool is_pred = parameter->shape().element_type() == PRED;
    for (int64_t i = 0; i < array.element_count(); ++i) {
      if (is_pred) {
        array.mutable_data<bool>()[i] = random.OneIn(2);
      } else {
        array.mutable_data<float>()[i] = static_cast<float>(random.Between(-90, 90)) / 8;
      }
    }
    arguments.push_back(std::move(array));
  }
  return arguments;
}

class BroadcastLines final : public Tracer {
 public:
  void Executed(const TraceEvent& event) override {
    if (event.instruction.name() == "lines") value = event.value.ToString();
  }
  std::string value;
};

Literal Result(const std::shared_ptr<const Executable>& program,
               const std::vector<Literal>& arguments, Tracer* tracer) {
  const auto execution = Execution::Start(program, arguments);
  EXPECT_TRUE(execution.ok()) << execution.status().ToString();
  if (tracer != nullptr) (*execution)->SetTracer(tracer);
  const StatusOr<Literal> result = (*execution)->RunToEnd();
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  return *result;
}

TEST(ImplicitBroadcastTest, WhoLooksSeesThem) {
  const auto module = ParsedBroadcasts("  ROOT r = f32[H,W]{1,0} multiply(rows, lines)");
  const auto program = *Executable::Create(module);
  Random random(1);
  const std::vector<Literal> arguments = RandomBroadcastArguments(*module, random);
  BroadcastLines tracer;
  EXPECT_EQ(Result(program, arguments, &tracer), Result(program, arguments, nullptr));
  const Literal& line = arguments[6];
  Literal lines = *Literal::Create(ShapeUtil::MakeShape(F32, {160, 300}));
  for (int64_t i = 0; i < lines.element_count(); ++i) {
    lines.mutable_data<float>()[i] = line.data<float>()[i % 300];
  }
  EXPECT_EQ(tracer.value, lines.ToString());
}

// It takes no memory but that of its result.
TEST(ImplicitBroadcastTest, TheyTakeNoMemory) {
  const auto module = ParsedBroadcasts("  ROOT r = f32[H,W]{1,0} multiply(rows, lines)");
  const auto program = *Executable::Create(module);
  Random random(2);
  const std::vector<Literal> arguments = RandomBroadcastArguments(*module, random);
  const auto execution = Execution::Start(program, arguments, {.bytes = 160 * 300 * 4 + 100});
  ASSERT_TRUE(execution.ok());
  EXPECT_TRUE((*execution)->RunToEnd().ok());
}

// A is the value before, B any value.
constexpr const char* kBroadcastLinks[] = {
    "N = f32[H,W]{1,0} add(A, B)",
    "N = f32[H,W]{1,0} subtract(B, A)",
    "N = f32[H,W]{1,0} select(p, A, B)",
    "N = f32[H,W]{1,0} clamp(B, A, v)",
    "N = f32[H,W]{1,0} negate(B)",
    // The value keeps its layout, although the program states another.
    "Nt = (f32[H,W]{1,0}) tuple(A)\n  Ng = f32[H,W]{0,1} get-tuple-element(Nt), index=0\n  "
    "N = f32[H,W]{0,1} maximum(Ng, upright)",
    "Nb = f32[W] slice(row), slice={[0:W]}\n  "
    "Nc = f32[H,W]{1,0} broadcast(Nb), dimensions={1}\n  Nd = f32[W] negate(Nb)\n  "
    "Ne = f32[H,W]{1,0} add(Nc, A)\n  Nf = f32[H,W]{1,0} broadcast(Nd), dimensions={1}\n  "
    "N = f32[H,W]{1,0} maximum(Ne, Nf)",
    "Nm = f32[H] slice(column), slice={[0:H]}\n  "
    "Nb = f32[H,W]{0,1} broadcast(Nm), dimensions={0}\n  N = f32[H,W]{0,1} add(A, Nb)",
};

std::string RandomBroadcastProgram(Random& random, int links) {
  std::string body;
  std::vector<std::string> values = {"x",       "y",     "rows",   "columns",  "all",
                                     "upright", "lines", "counts", "downwards"};
  for (int n = 0; n < links; ++n) {
    const std::string_view link = kBroadcastLinks[random.Below(std::size(kBroadcastLinks))];
    const std::string before = n == 0 ? "x" : values.back();
    const std::string other =
        values[static_cast<size_t>(random.Below(static_cast<int64_t>(values.size())))];
    std::string text;
    for (size_t at = 0; at < link.size(); ++at) {
      const char next = at + 1 < link.size() ? link[at + 1] : ')';
      const bool alone = next == ',' || next == ')';
      const std::string whole(1, link[at]);
      text += link[at] == 'N'            ? StrCat("n", n, "_")
              : link[at] == 'A' && alone ? before
              : link[at] == 'B' && alone ? other
                                         : whole;
    }
    body += StrCat("  ", text, "\n");
    values.push_back(StrCat("n", n, "_"));
  }
  return StrCat(body, "  ROOT r = f32[H,W]{1,0} add(", values.back(), ", rows)");
}

TEST(ImplicitBroadcastTest, RandomPrograms) {
  Random random(3);
  for (int round = 0; round < Rounds(60, 15); ++round) {
    const std::string body = RandomBroadcastProgram(random, 8);
    const auto module = ParsedBroadcasts(body, round % 2 == 0 ? kFew : kMany);
    ASSERT_NE(module, nullptr);
    const auto program = *Executable::Create(module);
    const std::vector<Literal> arguments = RandomBroadcastArguments(*module, random);
    BroadcastLines tracer;
    ASSERT_TRUE(Result(program, arguments, nullptr) == Result(program, arguments, &tracer)) << body;
  }
}

}  // namespace
}  // namespace hloom
