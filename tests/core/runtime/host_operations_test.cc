// Operations whose value comes from the host: custom calls by a registry, everything else by an
// answer.
#include "base/str_cat.h"
#include "builder/functions/functions.h"
#include "ops/host/custom_call_registry.h"
#include "runtime/execution.h"
#include "support/run.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

StatusOr<Literal> RunWith(XlaBuilder& builder, Host* host, std::vector<Literal> arguments = {}) {
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, builder.Build());
  return Evaluate(*computation.CreateModule(), arguments, {}, host);
}

StatusOr<Literal> RunText(std::string_view text, Host* host, std::vector<Literal> arguments = {}) {
  auto module = ParseHloModule(text);
  HLOOM_RETURN_IF_ERROR(module.status());
  return Evaluate(**module, arguments, {}, host);
}

// The document's: z[0][0] = x[1] + y[1][0], and the rest of z.
extern "C" void myfunc(void* out, void** in) {  // NOLINT
  float(&x)[2] = *static_cast<float(*)[2]>(in[0]);
  float(&y)[2][3] = *static_cast<float(*)[2][3]>(in[1]);
  EXPECT_EQ(1, x[0]);
  EXPECT_EQ(2, x[1]);
  EXPECT_EQ(10, y[0][0]);
  EXPECT_EQ(20, y[0][1]);
  EXPECT_EQ(30, y[0][2]);
  EXPECT_EQ(40, y[1][0]);
  EXPECT_EQ(50, y[1][1]);
  EXPECT_EQ(60, y[1][2]);
  float(&z)[3][3] = *static_cast<float(*)[3][3]>(out);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) z[i][j] = x[1] + y[1][0] + static_cast<float>(10 * i + j);
  }
}

TEST(HostOperationsTest, TheDocumentsCustomCall) {
  XlaBuilder b("custom");
  const XlaOp x = ConstantR1<float>(&b, {1, 2});
  const XlaOp y = ConstantR2<float>(&b, {{10, 20, 30}, {40, 50, 60}});
  CustomCall(&b, "myfunc", {x, y}, ShapeUtil::MakeShape(F32, {3, 3}));
  CustomCallRegistry registry;
  registry.RegisterRaw("myfunc", myfunc);
  EXPECT_EQ(RunWith(b, &registry)->ToString(),
            "f32[3,3] { { 42, 43, 44 }, { 52, 53, 54 }, { 62, 63, 64 } }");
}

// out[i] = in[0][i % 128] + in[1][i].
void AddRepeated(void* out, void** in) {
  const float* x = static_cast<const float*>(in[0]);
  const float* y = static_cast<const float*>(in[1]);
  for (int i = 0; i < 2048; ++i) static_cast<float*>(out)[i] = x[i % 128] + y[i];
}

TEST(HostOperationsTest, TwoVectors) {
  XlaBuilder b("do_it");
  const XlaOp param0 = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {128}), "p0");
  const XlaOp param1 = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {2048}), "p1");
  CustomCall(&b, "do_custom_call", {param0, param1}, ShapeUtil::MakeShape(F32, {2048}));
  CustomCallRegistry registry;
  registry.RegisterRaw("do_custom_call", AddRepeated);
  std::vector<float> x(128), y(2048), want(2048);
  for (size_t i = 0; i < 128; ++i) x[i] = static_cast<float>(i);
  for (size_t i = 0; i < 2048; ++i) y[i] = static_cast<float>(1000 * i);
  for (size_t i = 0; i < 2048; ++i) want[i] = x[i % 128] + y[i];
  const StatusOr<Literal> value = RunWith(b, &registry,
                                          {LiteralUtil::CreateR1<float>(Span<const float>(x)),
                                           LiteralUtil::CreateR1<float>(Span<const float>(y))});
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_TRUE(*value == LiteralUtil::CreateR1<float>(Span<const float>(want)));
}

// (f32[2], s32[]) swapped, through the plain form.
void Swap(void* out, void** in) {
  const auto* pair = static_cast<const void* const*>(in[0]);
  auto* const* parts = static_cast<void* const*>(out);
  static_cast<int32_t*>(parts[0])[0] = static_cast<const int32_t*>(pair[1])[0];
  for (int i = 0; i < 2; ++i) {
    static_cast<float*>(parts[1])[i] = static_cast<const float*>(pair[0])[i];
  }
}

TEST(HostOperationsTest, TuplesInThePlainForm) {
  CustomCallRegistry registry;
  registry.RegisterRaw("swap", Swap);
  const auto value = RunText(R"(HloModule m
ENTRY e {
  a = f32[2] constant({1.5, 2.5})
  b = s32[] constant(7)
  t = (f32[2], s32[]) tuple(a, b)
  ROOT r = (s32[], f32[2]) custom-call(t), custom_call_target="swap"
})",
                             &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "(s32[] 7, f32[2] {1.5, 2.5})");
}

// An asynchronous computation runs where its last parameter is bound, once, independent of the
// place of its result.
TEST(HostOperationsTest, WhenAnAsynchronousComputationRuns) {
  const auto order = [](std::string_view start, std::string_view update, std::string_view second) {
    std::string order;
    CustomCallRegistry registry;
    registry.Register("note", [&](const CustomCallInfo& call, Operands operands) {
      StrAppend(order, order.empty() ? "" : " ", call.opaque);
      return StatusOr<Literal>(*operands[0]);
    });
    const auto note = [](std::string_view opaque) {
      return StrCat(
          "s32[] custom-call(x), custom_call_target=\"note\", "
          "custom_call_has_side_effect=true, backend_config=\"",
          opaque, "\"\n");
    };
    const auto value = RunText(
        StrCat("late { x = s32[] parameter(0)\n y = s32[] parameter(1)\n ROOT c = ", note("async"),
               "}\nENTRY e { x = s32[] constant(7)\n start = ", start,
               ", calls=late\n a = ", note("before"), " update = ", update,
               "\n b = ", note("between"), " second = ", second, "\n c = ", note("after"),
               " ROOT done = s32[] async-done(second) }"),
        &registry);
    EXPECT_EQ(value.ok() ? value->ToString() : value.status().ToString(), "s32[] 7");
    return order;
  };
  EXPECT_EQ(order("((s32[], s32[]), (), u32[]) async-start(x, x)",
                  "((s32[], s32[]), s32[], ()) async-update(start)", "async-update(update)"),
            "async before between after");
  EXPECT_EQ(order("((), (), u32[]) async-start()",
                  "((s32[], s32[]), (), ()) async-update(start, x, x)", "async-update(update)"),
            "before async between after");
  EXPECT_EQ(order("((s32[]), s32[], u32[]) async-start(x)", "async-update(start)",
                  "((s32[], s32[]), s32[], ()) async-update(update, x)"),
            "before between async after");
}

constexpr std::string_view kOpaque = R"(HloModule m
ENTRY e {
  x = f32[2,2] constant({{1, 2}, {3, 4}})
  ROOT r = f32[2,2] custom-call(x), custom_call_target="show",
    operand_layout_constraints={f32[2,2]{0,1}}, custom_call_has_side_effect=true,
    backend_config="two words"
})";

TEST(HostOperationsTest, WhatAFunctionLearns) {
  CustomCallRegistry registry;
  std::string seen;
  registry.Register("show", [&](const CustomCallInfo& call, Operands operands) {
    seen = StrCat(call.target, "|", call.opaque, "|", call.shape.ToString(), "|",
                  operands[0]->shape().ToString(true), "|", operands[0]->data<float>()[1]);
    return StatusOr<Literal>(*operands[0]);
  });
  const auto value = RunText(kOpaque, &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  // The operand is column by column in memory, as requested; the result has the default layout
  // again.
  EXPECT_EQ(seen, "show|two words|f32[2,2]|f32[2,2]{0,1}|3");
  EXPECT_EQ(value->ToString(), "f32[2,2] { { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(value->data<float>()[1], 2);
}

// The text of a function that is begun is meant for the function.
TEST(HostOperationsTest, WhatABegunFunctionLearns) {
  CustomCallRegistry registry;
  std::string seen;
  registry.Register("show", [&](const CustomCallInfo& call, Operands operands) {
    seen = call.opaque;
    return StatusOr<Literal>(*operands[0]);
  });
  const auto value = RunText(R"(HloModule m
ENTRY e {
  x = s32[] constant(5)
  begin = ((s32[]), s32[], u32[]) custom-call-start(x), custom_call_target="show",
    backend_config={"scale": 2}
  ROOT end = s32[] custom-call-done(begin)
})",
                             &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(seen, R"({"scale": 2})");
}

TEST(HostOperationsTest, TheAnswerHasTheShape) {
  CustomCallRegistry registry;
  registry.Register("show", [](const CustomCallInfo&, Operands) {
    return StatusOr<Literal>(LiteralUtil::CreateR1<float>({1, 2}));
  });
  const Status status = RunText(kOpaque, &registry).status();
  EXPECT_EQ(status.rule(), "ask.c1");
  EXPECT_NE(status.ToString().find("f32[2]"), std::string::npos);
  EXPECT_NE(status.ToString().find("f32[2,2]"), std::string::npos);
  EXPECT_NE(status.ToString().find("%r"), std::string::npos);
}

TEST(HostOperationsTest, AFunctionThatFails) {
  CustomCallRegistry registry;
  registry.Register("show", [](const CustomCallInfo&, Operands) -> StatusOr<Literal> {
    return Status(Aborted(Rule{"custom_call.c5", ""}).Say("it is Sunday").Help("wait for Monday"));
  });
  const Status status = RunText(kOpaque, &registry).status();
  EXPECT_EQ(status.rule(), "custom_call.c5");
  EXPECT_NE(status.ToString().find("it is Sunday"), std::string::npos);
  // The failure has no further effect.
  registry.Register("show", [](const CustomCallInfo&, Operands operands) {
    return StatusOr<Literal>(*operands[0]);
  });
  EXPECT_TRUE(RunText(kOpaque, &registry).ok());
}

TEST(HostOperationsTest, NamesThatAreKnownAreSaid) {
  CustomCallRegistry registry;
  registry.RegisterRaw("shown", Swap);
  const Status status = RunText(kOpaque, &registry).status();
  EXPECT_EQ(status.rule(), "custom_call.c3");
  EXPECT_NE(status.ToString().find("there are shown"), std::string::npos);
  EXPECT_EQ(RunText(kOpaque, nullptr).status().rule(), "ask.c2");
  // The error for an unknown function of LAPACK lists the built-in ones.
  const std::string lapack = UnknownCustomCall("lapack_dgees_ffi", {}).ToString();
  EXPECT_NE(lapack.find("potrf, geqrf"), std::string::npos) << lapack;
}

// In loops and conditionals, and in the computation of a reduction, a registry answers immediately.
TEST(HostOperationsTest, InsideOfAReduction) {
  CustomCallRegistry registry;
  registry.Register("plus", [](const CustomCallInfo&, Operands operands) {
    return StatusOr<Literal>(LiteralUtil::CreateR0<float>(operands[0]->GetFirstElement<float>() +
                                                          operands[1]->GetFirstElement<float>()));
  });
  const auto value = RunText(R"(HloModule m
plus {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] custom-call(a, b), custom_call_target="plus"
}
ENTRY e {
  x = f32[2,3] constant({{1, 2, 3}, {4, 5, 6}})
  zero = f32[] constant(0)
  ROOT r = f32[2] reduce(x, zero), dimensions={1}, to_apply=plus
})",
                             &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "f32[2] {6, 15}");
}

// A registry answers for each element of a map, too, and for each comparison of a sort.
TEST(HostOperationsTest, InsideOfAMapAndASort) {
  CustomCallRegistry registry;
  int asked = 0;
  registry.Register("square", [&](const CustomCallInfo&, Operands operands) {
    ++asked;
    const float x = operands[0]->GetFirstElement<float>();
    return StatusOr<Literal>(LiteralUtil::CreateR0<float>(x * x));
  });
  registry.Register("more", [](const CustomCallInfo&, Operands operands) {
    return StatusOr<Literal>(LiteralUtil::CreateR0<bool>(operands[0]->GetFirstElement<float>() >
                                                         operands[1]->GetFirstElement<float>()));
  });
  constexpr std::string_view kText = R"(HloModule m
square {
  x = f32[] parameter(0)
  ROOT r = f32[] custom-call(x), custom_call_target="square"
}
more {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT is_more = pred[] custom-call(a, b), custom_call_target="more"
}
ENTRY e {
  x = f32[5] constant({1, -4, 2, -3, 0})
  squares = f32[5] map(x), dimensions={0}, to_apply=square
  ROOT r = f32[5] sort(squares), dimensions={0}, to_apply=more
})";
  const auto value = RunText(kText, &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "f32[5] {16, 9, 4, 1, 0}");
  EXPECT_EQ(asked, 5);
  registry.Register("more", [](const CustomCallInfo&, Operands) -> StatusOr<Literal> {
    return Status(Aborted(Rule{"custom_call.c5", ""}).Say("cannot compare").Help("do without"));
  });
  const Status status = RunText(kText, &registry).status();
  EXPECT_EQ(status.rule(), "custom_call.c5");
  EXPECT_EQ(status.fields().location, "%is_more in computation \"more\"");
}

TEST(HostOperationsTest, InsideOfAWindowAndAScatter) {
  CustomCallRegistry registry;
  registry.Register("add", [](const CustomCallInfo&, Operands operands) {
    return StatusOr<Literal>(LiteralUtil::CreateR0<float>(operands[0]->GetFirstElement<float>() +
                                                          operands[1]->GetFirstElement<float>()));
  });
  const auto value = RunText(R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] custom-call(a, b), custom_call_target="add"
}
ENTRY e {
  x = f32[4] constant({1, 2, 3, 4})
  zero = f32[] constant(0)
  sums = f32[3] reduce-window(x, zero), window={size=2}, to_apply=add
  i = s32[2,1] constant({{3}, {3}})
  u = f32[2] constant({10, 20})
  scattered = f32[4] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0},
    scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add
  ROOT r = (f32[3], f32[4]) tuple(sums, scattered)
})",
                             &registry);
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(value->ToString(), "(f32[3] {3, 5, 7}, f32[4] {1, 2, 3, 34})");
}

// A host that answers later: the test, between steps.
class Later final : public Host {
 public:
  StatusOr<std::optional<Literal>> Ask(const HostQuestion&) override {
    return std::optional<Literal>();
  }
};

constexpr std::string_view kHostOperationsTransfers = R"(HloModule m
ENTRY e {
  t0 = token[] after-all()
  in = (f32[2], token[]) infeed(t0)
  x = f32[2] get-tuple-element(in), index=0
  t1 = token[] get-tuple-element(in), index=1
  out = token[] outfeed(x, t1), outfeed_shape=f32[2]
  send = (f32[2], u32[], token[]) send(x, out), channel_id=3, is_host_transfer=true
  sent = token[] send-done(send), channel_id=3, is_host_transfer=true
  recv = (s32[], u32[], token[]) recv(sent), channel_id=4, is_host_transfer=true
  received = (s32[], token[]) recv-done(recv), channel_id=4, is_host_transfer=true
  n = s32[] get-tuple-element(received), index=0
  kept = f32[2] add-dependency(x, sent)
  ROOT r = (f32[2], s32[]) tuple(kept, n)
})";

TEST(HostOperationsTest, TransfersWaitForTheirAnswers) {
  const std::shared_ptr<const HloModule> module = *ParseHloModule(kHostOperationsTransfers);
  Later later;
  auto run = Execution::Start(*Executable::Create(module), {}, {}, &later).value();
  const Literal token = Literal::MakeToken();
  const Literal x = LiteralUtil::CreateR1<float>({5, 6});
  const Literal n = LiteralUtil::CreateR0<int32_t>(9);
  const std::vector<std::pair<std::string, Literal>> answers = {
      {"in", Literal::MakeTuple({x, token})},
      {"out", token},
      {"send", token},
      {"sent", token},
      {"received", Literal::MakeTuple({n, token})},
  };
  for (const auto& [name, answer] : answers) {
    ASSERT_FALSE(*run->RunFor(1000));
    const auto question = run->TakeQuestion();
    ASSERT_TRUE(question.has_value());
    EXPECT_EQ(question->instruction->name(), name);
    if (name == "out") {
      EXPECT_TRUE(*question->operands[0] == x);
    }
    // Going on before the answer changes nothing.
    ASSERT_FALSE(*run->RunFor(0));
    EXPECT_TRUE(run->is_waiting());
    EXPECT_FALSE(run->has_question());
    run->Answer(0, answer);
    EXPECT_FALSE(run->is_waiting());
  }
  EXPECT_EQ(run->RunToEnd()->ToString(), "(f32[2] {5, 6}, s32[] 9)");
}

// While one device waits for its answer, the others go on: both ask, and are answered one after the
// other.
TEST(HostOperationsTest, DevicesAskOneByOne) {
  const std::shared_ptr<const HloModule> module = *ParseHloModule(R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] custom-call(x), custom_call_target="later"
  ROOT r = f32[] add(x, y)
})");
  Later later;
  const std::vector<Literal> arguments[] = {{LiteralUtil::CreateR0<float>(1)},
                                            {LiteralUtil::CreateR0<float>(2)}};
  auto run =
      Execution::StartOnDevices(*Executable::Create(module, {2, 1}), arguments, {}, &later).value();
  std::vector<float> asked;
  while (asked.size() < 2) {
    ASSERT_FALSE(*run->RunFor(1000));
    while (const auto question = run->TakeQuestion()) {
      EXPECT_EQ(question->device, static_cast<int64_t>(asked.size()));
      asked.push_back(question->operands[0]->GetFirstElement<float>());
    }
  }
  EXPECT_TRUE(run->is_waiting());
  // The answer to the second device comes before the first one's, and the first device keeps
  // waiting.
  EXPECT_TRUE(run->Answer(1, LiteralUtil::CreateR0<float>(10 * asked[1])));
  EXPECT_FALSE(run->Answer(1, LiteralUtil::CreateR0<float>(0)));
  ASSERT_FALSE(*run->RunFor(1000));
  EXPECT_FALSE(run->has_question());
  EXPECT_TRUE(run->Answer(0, LiteralUtil::CreateR0<float>(10 * asked[0])));
  ASSERT_TRUE(*run->RunFor(1000));
  EXPECT_EQ(run->TakeResult(0).ToString(), "f32[] 11");
  EXPECT_EQ(run->TakeResult(1).ToString(), "f32[] 22");
}

// The run has no host at all.
TEST(HostOperationsTest, AnInfeedOfNothingAsksNobody) {
  const std::shared_ptr<const HloModule> module = *ParseHloModule(R"(HloModule m
ENTRY e {
  t = token[] after-all()
  first = ((), token[]) infeed(t)
  u = token[] get-tuple-element(first), index=1
  ROOT second = ((), token[]) infeed(u)
})");
  auto run = Execution::Start(*Executable::Create(module), {}).value();
  const StatusOr<Literal> value = run->RunToEnd();
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_TRUE(*value == Literal::MakeTuple({Literal::MakeTuple({}), Literal::MakeToken()}));
}

TEST(HostOperationsTest, AnErrorInPlaceOfAnAnswer) {
  const std::shared_ptr<const HloModule> module = *ParseHloModule(kHostOperationsTransfers);
  Later later;
  auto run = Execution::Start(*Executable::Create(module), {}, {}, &later).value();
  ASSERT_FALSE(*run->RunFor(1000));
  run->Answer(0, Status(Aborted(Rule{"custom_call.c5", ""}).Say("gone").Help("try again")));
  const Status status = run->RunFor(1000).status();
  EXPECT_EQ(status.rule(), "custom_call.c5");
  EXPECT_EQ(status.fields().op, "infeed");
  EXPECT_EQ(status.fields().location, "%in in computation \"e\"");
  auto other = Execution::Start(*Executable::Create(module), {}, {}, &later).value();
  ASSERT_FALSE(*other->RunFor(1000));
  other->Cancel();
  EXPECT_EQ(other->RunFor(1000).status().rule(), "limits.c2");
  auto waiting = Execution::Start(*Executable::Create(module), {}, {}, &later).value();
  EXPECT_EQ(waiting->RunToEnd().status().rule(), "ask.c2");
}

// Each application asks separately, and the run waits between any two of them.
TEST(HostOperationsTest, AReductionWaitsForItsAnswers) {
  const std::shared_ptr<const HloModule> module = *ParseHloModule(R"(HloModule m
plus {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] custom-call(a, b), custom_call_target="plus"
}
ENTRY e {
  x = f32[3] constant({1, 2, 3})
  zero = f32[] constant(0)
  ROOT r = f32[] reduce(x, zero), dimensions={0}, to_apply=plus
})");
  Later later;
  auto run = Execution::Start(*Executable::Create(module), {}, {}, &later).value();
  int asked = 0;
  while (!*run->RunFor(1000)) {
    const auto question = run->TakeQuestion();
    ASSERT_TRUE(question.has_value());
    EXPECT_EQ(question->place, "%r in computation \"plus\"");
    ++asked;
    const Operands operands = question->operands;
    const float sum = operands[0]->GetFirstElement<float>() + operands[1]->GetFirstElement<float>();
    run->Answer(0, LiteralUtil::CreateR0<float>(sum));
  }
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(run->TakeResult().ToString(), "f32[] 6");
}

TEST(HostOperationsTest, LayoutsOnTheWayOut) {
  XlaBuilder b("send");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  SendToHost(x, CreateToken(&b), ShapeUtil::MakeShape(F32, {3, 2}),
             {.handle = 1, .type = ChannelHandle::DEVICE_TO_HOST});
  EXPECT_EQ(b.Build().status().rule(), "channel.b2");
}

}  // namespace
}  // namespace hloom
