// Computations of scalars applied to runs of elements, and loops over scalars, give the same
// results as executing each instruction: bit for bit, and with the same counts.
#include "runtime/element_program.h"

#include <cstring>
#include <limits>

#include "base/str_cat.h"
#include "literal/convert.h"
#include "runtime/element_rounds.h"
#include "runtime/execution.h"
#include "support/operation_module.h"
#include "support/random.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

Literal Values(PrimitiveType type, int64_t count, Random& random) {
  std::vector<float> values(static_cast<size_t>(count));
  for (float& value : values) value = static_cast<float>(random.Below(64)) / 8 - 3;
  return *ConvertElements(LiteralUtil::CreateR1<float>(Span<const float>(values)), type);
}

const ElementProgram* NoCallee(const HloComputation&) { return nullptr; }

std::unique_ptr<const ElementProgram> CompileEntry(const HloModule& module) {
  return ElementProgram::Compile(module.entry_computation(), NoCallee);
}

TEST(ElementProgramTest, EveryOperationOfEveryType) {
  constexpr int64_t kCount = 150;  // more than are taken at a time, and no multiple
  Random random(11);
  int compared = 0;
  for (const OpDef* def : AllOpDefs()) {
    if (GetOpEval(def->opcode).elements() == nullptr || def->traits.shape_given) continue;
    for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
      const PrimitiveType type = info.type;
      if (!IsArrayType(type) || !TypeSetContains(def->types, type)) continue;
      const auto scalar = ModuleOfOperation(*def, ShapeUtil::MakeScalarShape(type));
      if (!scalar.ok()) continue;  // select, reduce-precision: tried below
      const auto module = ModuleOfOperation(*def, ShapeUtil::MakeShape(type, {kCount})).value();
      std::vector<Literal> operands;
      std::vector<const std::byte*> arguments;
      for (int i = 0; i < def->min_operands; ++i) {
        operands.push_back(Values(type, kCount, random));
      }
      for (const Literal& operand : operands) arguments.push_back(operand.data<std::byte>());
      const Literal want = *Evaluate(*module, operands);
      const auto program = CompileEntry(**scalar);
      ASSERT_NE(program, nullptr) << def->name << " of " << PrimitiveTypeName(type);
      Literal have = *Literal::Create(want.shape_ptr());
      std::byte* const results[] = {have.mutable_data<std::byte>()};
      (*ElementMachine::Create(*program, nullptr))
          ->Run(Span<const std::byte* const>(arguments.data(), arguments.size()), results, kCount);
      EXPECT_TRUE(have == want) << def->name << " of " << PrimitiveTypeName(type);
      ++compared;
    }
  }
  EXPECT_GT(compared, 600);
}

std::unique_ptr<HloModule> ElementProgramParsed(std::string_view text) {
  auto module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? *std::move(module) : nullptr;
}

// A computation of many kinds of steps, as the body of a map over 200 elements would have it.
TEST(ElementProgramTest, ConversionsTuplesAndConstants) {
  const auto module = ElementProgramParsed(R"(HloModule m
ENTRY e {
  a = bf16[] parameter(0)
  b = s8[] parameter(1)
  k = (f32[], s4[]) constant((0.5, 3))
  half = f32[] get-tuple-element(k), index=0
  three = s4[] get-tuple-element(k), index=1
  sum = bf16[] add(a, a)
  wide = f32[] convert(sum)
  scaled = f32[] multiply(wide, half)
  small = s4[] convert(b)
  wrapped = s4[] multiply(small, three)
  less = pred[] compare(scaled, half), direction=LT
  bits = u16[] bitcast-convert(sum)
  low = f32[] reduce-precision(scaled), exponent_bits=5, mantissa_bits=2
  lo = s8[] constant(-2)
  hi = s8[] constant(2)
  held = s8[] clamp(lo, b, hi)
  chosen = s8[] select(less, b, held)
  same = s8[] copy(chosen)
  inner = (u16[], s4[]) tuple(bits, wrapped)
  kept = (u16[], s4[]) opt-barrier(inner)
  ROOT r = (f32[], (u16[], s4[]), s8[], bf16[]) tuple(low, kept, same, a)
})");
  const auto program = CompileEntry(*module);
  ASSERT_NE(program, nullptr);
  constexpr int64_t kCount = 200;
  Random random(11);
  const Literal a = Values(BF16, kCount, random);
  const Literal b = Values(S8, kCount, random);
  std::vector<Literal> have;
  std::vector<std::byte*> results;
  for (PrimitiveType type : program->result_leaves()) {
    have.push_back(
        *Literal::Create(std::make_shared<const Shape>(ShapeUtil::MakeShape(type, {kCount}))));
    results.push_back(have.back().mutable_data<std::byte>());
  }
  const std::byte* const arguments[] = {a.data<std::byte>(), b.data<std::byte>()};
  (*ElementMachine::Create(*program, nullptr))
      ->Run(arguments, Span<std::byte* const>(results.data(), results.size()), kCount);
  for (int64_t i = 0; i < kCount; ++i) {
    const auto scalar = [&](const Literal& array) {
      Literal one = *Literal::Create(
          std::make_shared<const Shape>(ShapeUtil::MakeScalarShape(array.shape().element_type())));
      std::memcpy(one.mutable_data<std::byte>(), array.data<std::byte>() + i * one.size_bytes(),
                  static_cast<size_t>(one.size_bytes()));
      return one;
    };
    const Literal want = *Evaluate(*module, {scalar(a), scalar(b)});
    const Literal got =
        Literal::MakeTuple({scalar(have[0]), Literal::MakeTuple({scalar(have[1]), scalar(have[2])}),
                            scalar(have[3]), scalar(have[4])});
    ASSERT_TRUE(got == want) << got.ToString() << " for " << want.ToString();
  }
}

// Results overwrite the arguments: nothing is read after it was overwritten.
TEST(ElementProgramTest, ArgumentsMayChangePlaces) {
  const auto module = ElementProgramParsed(R"(HloModule m
ENTRY e {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  sum = s32[] add(a, b)
  ROOT r = (s32[], s32[], s32[]) tuple(b, a, sum)
})");
  const auto program = CompileEntry(*module);
  ASSERT_NE(program, nullptr);
  std::vector<int32_t> a, b, sum(100);
  for (int32_t i = 0; i < 100; ++i) {
    a.push_back(i);
    b.push_back(1000 + i);
  }
  const auto bytes = [](std::vector<int32_t>& v) { return reinterpret_cast<std::byte*>(v.data()); };
  const std::byte* const arguments[] = {bytes(a), bytes(b)};
  std::byte* const results[] = {bytes(a), bytes(b), bytes(sum)};
  (*ElementMachine::Create(*program, nullptr))->Run(arguments, results, 100);
  for (int32_t i = 0; i < 100; ++i) {
    const auto at = static_cast<size_t>(i);
    EXPECT_EQ(a[at], 1000 + i);
    EXPECT_EQ(b[at], i);
    EXPECT_EQ(sum[at], 1000 + 2 * i);
  }
}

// An unused parameter has no slot, and needs no address.
TEST(ElementProgramTest, OnlyUsedParametersAreLoaded) {
  std::string text = "HloModule m\n";
  std::string parameters;
  for (int p = 0; p < 5000; ++p) {
    parameters += StrCat("  p", p, " = f32[] parameter(", p, ")\n");
  }
  // It passes all of them on to a computation that reads two, and one of these reads one.
  std::string all = "p0";
  for (int p = 1; p < 5000; ++p) all += StrCat(", p", p);
  text += "first { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] negate(a) }\n";
  text += StrCat("difference {\n", parameters, "  m = f32[] call(p4097, p11), to_apply=first\n",
                 "  ROOT r = f32[] add(p3, m) }\n");
  text += StrCat("ENTRY e {\n", parameters, "  d = f32[] call(", all,
                 "), to_apply=difference\n  ROOT t = (f32[], f32[]) tuple(d, p4999) }");
  const auto module = ElementProgramParsed(text);
  std::vector<std::unique_ptr<const ElementProgram>> callees;
  const ElementProgram::Lookup lookup = [&](const HloComputation& computation) {
    callees.push_back(ElementProgram::Compile(computation, lookup));
    return callees.back().get();
  };
  const auto program = ElementProgram::Compile(module->entry_computation(), lookup);
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->used_leaves(), std::vector<int32_t>({3, 4097, 4999}));
  constexpr int64_t kCount = 100;
  std::vector<float> a(kCount), b(kCount), c(kCount), d(kCount), e(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    a[i] = static_cast<float>(10 * i);
    b[i] = static_cast<float>(i) / 2;
    c[i] = static_cast<float>(i) + 7;
  }
  const auto bytes = [](std::vector<float>& v) { return reinterpret_cast<std::byte*>(v.data()); };
  std::vector<const std::byte*> arguments(5000, nullptr);
  arguments[3] = bytes(a);
  arguments[4097] = bytes(b);
  arguments[4999] = bytes(c);
  std::byte* const results[] = {bytes(d), bytes(e)};
  (*ElementMachine::Create(*program, nullptr))
      ->Run(Span<const std::byte* const>(arguments.data(), arguments.size()), results, kCount);
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(d[i], a[i] - b[i]);
    EXPECT_EQ(e[i], c[i]);
  }
}

// A thousand sums are a thousand steps: no call repeats them.
TEST(ElementProgramTest, ManySteps) {
  constexpr int kSums = 1500;
  std::string text = "HloModule m\nENTRY e {\n";
  std::string sums;
  for (int p = 0; p < 2 * kSums; ++p) {
    text += StrCat("  p", p, " = s32[] parameter(", p, ")\n");
  }
  std::string shape;
  for (int k = 0; k < kSums; ++k) {
    text += StrCat("  sum", k, " = s32[] add(p", k, ", p", kSums + k, ")\n");
    sums += StrCat(k == 0 ? "" : ", ", "sum", k);
    shape += StrCat(k == 0 ? "" : ", ", "s32[]");
  }
  text += StrCat("  ROOT t = (", shape, ") tuple(", sums, ") }");
  const auto program = CompileEntry(*ElementProgramParsed(text));
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->cost(), kSums);
  std::vector<int32_t> values(2 * kSums);
  std::vector<const std::byte*> arguments;
  std::vector<std::byte*> results;
  for (int p = 0; p < 2 * kSums; ++p) {
    const auto at = static_cast<size_t>(p);
    values[at] = p < kSums ? p : 10000 * (p - kSums);
    arguments.push_back(reinterpret_cast<std::byte*>(&values[at]));
    if (p < kSums) results.push_back(reinterpret_cast<std::byte*>(&values[at]));
  }
  (*ElementMachine::Create(*program, nullptr))
      ->Run(Span<const std::byte* const>(arguments.data(), arguments.size()),
            Span<std::byte* const>(results.data(), results.size()), 1);
  for (int k = 0; k < kSums; ++k) EXPECT_EQ(values[static_cast<size_t>(k)], 10001 * k);
}

TEST(ElementProgramTest, OnlyScalarsAreCompiled) {
  for (const std::string_view text : {
           "HloModule m\nENTRY e { ROOT a = f32[1] parameter(0) }",
           "HloModule m\nENTRY e { a = f32[] parameter(0) b = f32[2] broadcast(a), dimensions={}\n"
           "  c = f32[1] slice(b), slice={[0:1]} ROOT r = f32[] reshape(c) }",
           "HloModule m\nENTRY e { ROOT t = token[] after-all() }",
       }) {
    EXPECT_EQ(CompileEntry(*ElementProgramParsed(text)), nullptr) << text;
  }
}

constexpr std::string_view kLoop = R"(HloModule loop
step {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  x = f32[] convert(i)
  y = f32[] add(a, x)
  ROOT t = (f32[], s32[]) tuple(y, i)
}
condition {
  s = (s32[], (f32[], s32[]), f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(777)
  ROOT go = pred[] compare(i, n), direction=LT
}
body {
  s = (s32[], (f32[], s32[]), f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  pair = (f32[], s32[]) get-tuple-element(s), index=1
  sum = f32[] get-tuple-element(pair), index=0
  other = f32[] get-tuple-element(s), index=2
  next = (f32[], s32[]) call(sum, i), to_apply=step
  total = f32[] get-tuple-element(next), index=0
  one = s32[] constant(1)
  j = s32[] add(i, one)
  swapped = (f32[], s32[]) tuple(other, i)
  ROOT t = (s32[], (f32[], s32[]), f32[]) tuple(j, swapped, total)
}
ENTRY main {
  start = s32[] parameter(0)
  zero = f32[] constant(0)
  two = f32[] constant(2)
  pair = (f32[], s32[]) tuple(zero, start)
  init = (s32[], (f32[], s32[]), f32[]) tuple(start, pair, two)
  ROOT w = (s32[], (f32[], s32[]), f32[]) while(init), condition=condition, body=body
})";

class Watcher final : public Tracer {
 public:
  void Executed(const TraceEvent& event) override {
    ++events;
    if (event.callers.size() == 1) last_iteration = event.callers[0].iteration;
  }
  bool full() const override { return events >= stop_after; }
  int64_t events = 0;
  int64_t last_iteration = -1;
  int64_t stop_after = std::numeric_limits<int64_t>::max();
};

TEST(ElementLoopTest, TheSameAsStepByStep) {
  for (const int32_t start : {0, 770, 777, 900}) {
    const std::shared_ptr<const HloModule> module = ElementProgramParsed(kLoop);
    const std::vector<Literal> arguments = {LiteralUtil::CreateR0<int32_t>(start)};
    auto fast = Execution::Start(*Executable::Create(module), arguments).value();
    auto slow = Execution::Start(*Executable::Create(module), arguments).value();
    Watcher watcher;
    slow->SetTracer(&watcher);
    const Literal want = *slow->RunToEnd();
    EXPECT_TRUE(*fast->RunToEnd() == want) << start;
    EXPECT_EQ(fast->instructions(), slow->instructions()) << start;
    EXPECT_GT(watcher.events, 0);
  }
}

// A tracer that is set in the middle gets the current iteration, and changes nothing.
TEST(ElementLoopTest, WatchedFromTheMiddleOn) {
  const std::shared_ptr<const HloModule> module = ElementProgramParsed(kLoop);
  const std::vector<Literal> arguments = {LiteralUtil::CreateR0<int32_t>(-1000000)};
  const Literal want =
      *Execution::Start(*Executable::Create(module), arguments).value()->RunToEnd();
  auto run = Execution::Start(*Executable::Create(module), arguments).value();
  ASSERT_FALSE(*run->RunFor(0));
  Watcher watcher;
  watcher.stop_after = 100;
  run->SetTracer(&watcher);
  ASSERT_FALSE(*run->RunFor(1000));
  EXPECT_GT(watcher.last_iteration, 100);
  const int64_t seen = watcher.last_iteration;
  run->SetTracer(nullptr);
  EXPECT_LT(seen, 1000777);
  EXPECT_TRUE(*run->RunToEnd() == want);
}

TEST(ElementLoopTest, LimitsAndCancellation) {
  const std::shared_ptr<const HloModule> module = ElementProgramParsed(kLoop);
  const std::vector<Literal> arguments = {LiteralUtil::CreateR0<int32_t>(-2000000000)};
  auto limited =
      Execution::Start(*Executable::Create(module), arguments, {.instructions = 100000}).value();
  EXPECT_EQ(limited->RunToEnd().status().rule(), "limits.c1");
  EXPECT_EQ(limited->instructions(), 100001);
  auto cancelled = Execution::Start(*Executable::Create(module), arguments).value();
  ASSERT_FALSE(*cancelled->RunFor(0));
  cancelled->Cancel();
  EXPECT_EQ(cancelled->RunToEnd().status().rule(), "limits.c2");
}

// Each computation calls the one before it twice: 2^63 instructions, and not one step.
TEST(ElementProgramTest, CallsWithoutEndAreExecutedAndCountedOneByOne) {
  std::string text = "k0 { x = f32[] parameter(0) ROOT t = () tuple() }\n";
  for (int i = 1; i < 63; ++i) {
    text += StrCat("k", i, " { x = f32[] parameter(0) a = () call(x), to_apply=k", i - 1,
                   " ROOT b = () call(x), to_apply=k", i - 1, " }\n");
  }
  text +=
      "f { x = f32[] parameter(0) a = () call(x), to_apply=k62 ROOT n = f32[] negate(x) }\n"
      "ENTRY e { p = f32[4] parameter(0) ROOT m = f32[4] map(p), dimensions={0}, to_apply=f }";
  const auto module = *ParseHloModule(text);
  const Literal x = LiteralUtil::CreateR1<float>({1, 2, 3, 4});
  const StatusOr<Literal> y = Evaluate(*module, {x}, RunLimits{.instructions = 100'000});
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.status().rule(), "limits.c1");
  const StatusOr<Literal> late = Evaluate(*module, {x}, RunLimits{.milliseconds = 5});
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.status().rule(), "limits.c4");
}

// Tokens have no elements: a loop with one is executed instruction by instruction.
TEST(ElementProgramTest, TokensAreNoElements) {
  const auto module = ElementProgramParsed(R"(HloModule m
below { i = s32[] parameter(0)
  n = s32[] constant(5)
  ROOT l = pred[] compare(i, n), direction=LT }
step { i = s32[] parameter(0)
  t = token[] after-all()
  one = s32[] constant(1)
  two = s32[] add(one, one)
  y = s32[] add-dependency(two, t)
  ROOT r = s32[] add(i, y) }
ENTRY e { x = s32[] parameter(0)
  ROOT w = s32[] while(x), condition=below, body=step }
)");
  ASSERT_NE(module, nullptr);
  for (const auto& computation : module->computations()) {
    const bool has_token = computation->name() == "step";
    if (computation.get() == &module->entry_computation()) continue;
    EXPECT_EQ(ElementProgram::Compile(*computation, NoCallee) == nullptr, has_token);
  }
  EXPECT_EQ(Evaluate(*module, {LiteralUtil::CreateR0<int32_t>(0)})->ToString(), "s32[] 6");
}

// An instruction that passes values on takes no step: the slots stay those of its operand.
TEST(ElementProgramTest, HandingOnTakesNoStep) {
  const auto module = ElementProgramParsed(R"(HloModule m
ENTRY e { x = f32[] parameter(0)
  y = f32[] parameter(1)
  s = f32[] opt-barrier(x)
  t = (f32[], f32[]) tuple(s, y)
  b = (f32[], f32[]) opt-barrier(t)
  p = f32[] get-tuple-element(b), index=1
  q = f32[] get-tuple-element(b), index=0
  ROOT r = f32[] subtract(p, q) }
)");
  ASSERT_NE(module, nullptr);
  const auto program = CompileEntry(*module);
  ASSERT_NE(program, nullptr);
  const float x[] = {1, 2}, y[] = {10, 30};
  float result[2];
  const std::byte* const arguments[] = {reinterpret_cast<const std::byte*>(x),
                                        reinterpret_cast<const std::byte*>(y)};
  std::byte* const results[] = {reinterpret_cast<std::byte*>(result)};
  (*ElementMachine::Create(*program, nullptr))->Run(arguments, results, 2);
  EXPECT_EQ(result[0], 9);
  EXPECT_EQ(result[1], 28);
}

// ---- rounds: the same bits as by the loops, one round after the other ----

struct RoundsCase {
  std::string_view region;  // of T accumulators a, b and values x, y, which is T[] or a tuple
  bool taken = true;
};

// T is the type.
constexpr RoundsCase kRoundsCases[] = {
    {"m = T[] maximum(a, x)  h = T[] constant(0.5)  n = T[] minimum(a, x)"
     "  k = T[] multiply(h, n)  ROOT r = T[] add(m, k)"},
    {"d = T[] subtract(a, x)  e = T[] abs(d)  f = T[] negate(e)  ROOT r = T[] divide(f, x)"},
    {"s = T[] multiply(x, x)  e = T[] exponential(s)  ROOT r = T[] maximum(e, a)"},
    {"s = T[] multiply(x, x)  t = T[] tanh(a)  u = T[] power(t, s)  ROOT r = T[] atan2(x, u)"},
    {"p = pred[] compare(x, a), direction=GT  ROOT r = T[] select(p, x, a)"},
    {"p = pred[] compare(x, a), direction=GE  q = pred[] compare(x, x), direction=NE"
     "  o = pred[] or(p, q)  ROOT r = T[] select(o, x, a)"},
    {"p = pred[] compare(x, a), direction=LT, type=TOTALORDER  ROOT r = T[] select(p, x, a)",
     false},
    {"p = pred[] compare(x, a), direction=LT  c = T[] convert(p)  ROOT r = T[] add(c, a)", false},
    {"ROOT r = T[] multiply(x, x)"},
    {"z = T[] constant(-0.0)  o = T[] add(a, x)  ROOT r = T[] minimum(z, o)"},
    {"p = pred[] compare(x, a), direction=LE  q = pred[] compare(x, b), direction=EQ"
     "  v = T[] select(p, x, a)  w = T[] select(q, y, b)  ROOT r = (T[], T[]) tuple(v, w)"},
    {"ROOT r = (T[], T[]) tuple(b, a)"},
    {"ROOT r = (T[], T[]) tuple(y, x)"},
    {"s = T[] add(a, x)  ROOT r = (T[], T[]) tuple(s, s)"},
    {"s = T[] add(a, x)  c = T[] constant(2)  ROOT r = (T[], T[]) tuple(c, s)"},
    {"s = T[] add(a, y)  t = T[] add(s, b)  ROOT r = (T[], T[]) tuple(t, s)"},
};

std::string RoundsText(const RoundsCase& one, std::string_view type, bool pair) {
  const std::string_view parameters = pair ? "  a = T[] parameter(0)  b = T[] parameter(1)"
                                             "  x = T[] parameter(2)  y = T[] parameter(3)  "
                                           : "  a = T[] parameter(0)  x = T[] parameter(1)  ";
  std::string text = StrCat("HloModule m\nENTRY f {", parameters, one.region, "\n}\n");
  for (size_t at; (at = text.find("T[]")) != std::string::npos;) text.replace(at, 1, type);
  for (size_t at; (at = text.find(")  ")) != std::string::npos;) text.replace(at + 1, 2, "\n");
  return text;
}

template <typename T>
T RoundsValue(Random& random) {
  constexpr T kSpecial[] = {0, T{-0.0f}, std::numeric_limits<T>::infinity(),
                            -std::numeric_limits<T>::infinity(),
                            std::numeric_limits<T>::quiet_NaN()};
  if (random.OneIn(200)) return kSpecial[random.Below(std::size(kSpecial))];
  return static_cast<T>(random.Between(-40, 40)) / 8;
}

template <typename T>
void ExpectSameInRounds(const RoundsCase& one, std::string_view type, int64_t count) {
  constexpr int64_t kRounds = 600;  // more than are taken at a time
  const size_t n = one.region.find("(T[], T[])") == std::string_view::npos ? 1 : 2;
  const std::string text = RoundsText(one, type, n == 2);
  auto module = ParseHloModule(text);
  ASSERT_TRUE(module.ok()) << module.status().ToString() << text;
  const auto program = CompileEntry(**module);
  ASSERT_NE(program, nullptr) << text;
  Random random(3);
  std::vector<std::vector<T>> values(2 * n);
  std::vector<const std::byte*> arguments;
  std::vector<std::byte*> results;
  for (size_t p = 0; p < 2 * n; ++p) {
    for (int64_t i = 0; i < (p < n ? count : count * kRounds); ++i) {
      values[p].push_back(RoundsValue<T>(random));
    }
    arguments.push_back(reinterpret_cast<const std::byte*>(values[p].data()));
    if (p < n) results.push_back(reinterpret_cast<std::byte*>(values[p].data()));
  }
  const std::vector<std::vector<T>> before = values;
  std::vector<int64_t> advance(2 * n);
  for (size_t p = n; p < 2 * n; ++p) advance[p] = count * static_cast<int64_t>(sizeof(T));
  const Application application = {0,
                                   Span<const std::byte* const>(arguments.data(), arguments.size()),
                                   Span<std::byte* const>(results.data(), n),
                                   count,
                                   kRounds,
                                   Span<const int64_t>(advance.data(), advance.size())};
  ASSERT_TRUE(ElementRounds::Takes(application));
  const auto rounds = ElementRounds::Create(*program, application, nullptr).value();
  ASSERT_EQ(rounds != nullptr, one.taken) << text;
  if (rounds == nullptr) return;
  rounds->Run(application, 0, 5);
  rounds->Run(application, 5, kRounds - 5);
  const std::vector<std::vector<T>> have = values;

  for (size_t p = 0; p < n; ++p) std::copy(before[p].begin(), before[p].end(), values[p].begin());
  const auto machine = ElementMachine::Create(*program, nullptr).value();
  for (int64_t round = 0; round < kRounds; ++round) {
    machine->Run(Span<const std::byte* const>(arguments.data(), arguments.size()),
                 Span<std::byte* const>(results.data(), n), count);
    for (size_t p = n; p < 2 * n; ++p) arguments[p] += advance[p];
  }
  for (size_t p = 0; p < n; ++p) {
    for (size_t i = 0; i < values[p].size(); ++i) {
      const T x = have[p][i], y = values[p][i];
      EXPECT_TRUE((x != x && y != y) || std::memcmp(&x, &y, sizeof(T)) == 0)
          << text << " of " << count << ": " << x << " for " << y;
    }
  }
}

TEST(ElementRoundsTest, TheSameAsRoundByRound) {
  for (const RoundsCase& one : kRoundsCases) {
    for (const int64_t count : {1, 3, 16}) {
      ASSERT_NO_FATAL_FAILURE(ExpectSameInRounds<float>(one, "f32", count));
      ASSERT_NO_FATAL_FAILURE(ExpectSameInRounds<double>(one, "f64", count));
    }
  }
}

// Of other types than F32 and F64, or of both, the loops compute every step.
TEST(ElementRoundsTest, OtherTypesTakeLoops) {
  constexpr RoundsCase kAdd = {"s = T[] add(a, x)  ROOT r = T[] add(s, x)", false};
  ASSERT_NO_FATAL_FAILURE(ExpectSameInRounds<float>(kAdd, "s32", 1));
  ASSERT_NO_FATAL_FAILURE(ExpectSameInRounds<double>(kAdd, "c64", 1));
}

}  // namespace
}  // namespace hloom
