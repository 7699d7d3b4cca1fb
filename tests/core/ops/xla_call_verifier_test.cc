// Calls, fusions, execution threads and asynchronous operations that XLA's verifier, and its parser
// beyond grammar, refuse: a line for each check. The rest is in xla_verifier_test.cc.
#include "base/str_cat.h"
#include "hlo/hlo_equality.h"
#include "support/refusals.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: refusals

constexpr Refusal kCalls[] = {
    {"call, parameters", "call.c1", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x, x), to_apply=f })"},
    {"call, shapes", "call.c1", R"(f { a = f32[3] parameter(0) ROOT s = f32[3] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[3] call(x), to_apply=f })"},
    {"call, result", "verifier.c7", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[3] call(x), to_apply=f })"},
    {"while, parameters of the condition", "while.c1", R"(c { a = s32[] parameter(0)
  b = s32[] parameter(1) ROOT s = pred[] constant(false) } b { a = s32[] parameter(0) }
  ENTRY e { x = s32[] parameter(0) ROOT r = s32[] while(x), condition=c, body=b })"},
    {"while, no PRED", "while.c1", R"(c { a = s32[] parameter(0) } b { a = s32[] parameter(0) }
  ENTRY e { x = s32[] parameter(0) ROOT r = s32[] while(x), condition=c, body=b })"},
    {"while, body", "while.c2", R"(c { a = s32[] parameter(0) ROOT s = pred[] constant(false) }
  b { a = s32[] parameter(0) ROOT t = (s32[]) tuple(a) }
  ENTRY e { x = s32[] parameter(0) ROOT r = s32[] while(x), condition=c, body=b })"},
    {"conditional, no scalar", "conditional.c1", R"(f { a = s32[] parameter(0) }
  ENTRY e { i = s32[1] parameter(0) x = s32[] parameter(1)
  ROOT r = s32[] conditional(i, x, x), branch_computations={f, f} })"},
    {"conditional, type", "conditional.c1", R"(f { a = s32[] parameter(0) }
  ENTRY e { i = u32[] parameter(0) x = s32[] parameter(1)
  ROOT r = s32[] conditional(i, x, x), branch_computations={f, f} })"},
    {"conditional, operands", "conditional.c2", R"(f { a = s32[] parameter(0) }
  ENTRY e { i = s32[] parameter(0) x = s32[] parameter(1)
  ROOT r = s32[] conditional(i, x), branch_computations={f, f} })"},
    {"conditional, parameters", "conditional.c3", R"(f { a = s32[] parameter(0)
  b = s32[] parameter(1) } ENTRY e { i = s32[] parameter(0) x = s32[] parameter(1)
  ROOT r = s32[] conditional(i, x), branch_computations={f} })"},
    {"conditional, results", "conditional.c4", R"(f { a = s32[] parameter(0) }
  g { a = s32[] parameter(0) ROOT t = f32[] convert(a) } ENTRY e { i = s32[] parameter(0)
  x = s32[] parameter(1) ROOT r = s32[] conditional(i, x, x), branch_computations={f, g} })"},
    {"a composite without attributes", "call.c2", R"(f { a = f32[2] parameter(0) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x), to_apply=f, is_composite=true })"},
    {"a composite without a name", "call.c2", R"(f { a = f32[2] parameter(0) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x), to_apply=f, is_composite=true,
  frontend_attributes={composite.name="",composite.version="1"} })"},
    {"a composite with empty attributes", "call.c2", R"(f { a = f32[2] parameter(0) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x), to_apply=f, is_composite=true,
  frontend_attributes={composite.name="a",composite.attributes=""} })"},
    {"a composite of a negative version", "call.c2", R"(f { a = f32[2] parameter(0) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x), to_apply=f, is_composite=true,
  frontend_attributes={composite.name="a",composite.version="-1"} })"},
    {"a composite of a version that is none", "call.c2", R"(f { a = f32[2] parameter(0) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x), to_apply=f, is_composite=true,
  frontend_attributes={composite.name="a",composite.version="one"} })"},
    {"custom-call, number of layouts", "custom_call.c2",
     "ROOT r = f32[2] custom-call(f32[2] x), custom_call_target=\"f\", "
     "operand_layout_constraints={f32[2]{0}, f32[2]{0}}"},
    {"custom-call, layouts of other shapes", "custom_call.c2",
     "ROOT r = f32[2] custom-call(f32[2] x), custom_call_target=\"f\", "
     "operand_layout_constraints={f32[3]{0}}"},
    {"custom-call, alias of no operand", "custom_call.c4",
     "ROOT r = f32[2] custom-call(f32[2] x), custom_call_target=\"f\", "
     "output_to_operand_aliasing={{}: (1, {})}"},
    {"custom-call, alias of no part", "custom_call.c4",
     "ROOT r = f32[2] custom-call(f32[2] x), custom_call_target=\"f\", "
     "output_to_operand_aliasing={{}: (0, {0})}"},
    {"custom-call, alias of no output", "custom_call.c4",
     "ROOT r = f32[2] custom-call(f32[2] x), custom_call_target=\"f\", "
     "output_to_operand_aliasing={{0}: (0, {})}"},
    {"custom-call, alias of another shape", "custom_call.c4",
     "ROOT r = f32[3] custom-call(f32[2] x), custom_call_target=\"f\", "
     "output_to_operand_aliasing={{}: (0, {})}"},
    {"a seed with operands", "custom_call.c8",
     "ROOT r = u64[] custom-call(f32[2] x), custom_call_target=\"GetRngSeed\""},
    {"a seed of another type", "custom_call.c8",
     "ROOT r = u32[] custom-call(), custom_call_target=\"GetRngSeed\""},
};

TEST(XlaCallVerifierTest, Calls) { ExpectRefused(kCalls); }

constexpr Refusal kFusions[] = {
    {"more parameters than operands", "fusion.c1", R"(f { a = f32[2] parameter(0)
  b = f32[2] parameter(1) ROOT s = f32[2] add(a, b) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] fusion(x), kind=kLoop, calls=f })"},
    {"an operand of another shape", "fusion.c1", R"(f { a = f32[3] parameter(0)
  ROOT s = f32[3] negate(a) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[3] fusion(x), kind=kLoop, calls=f })"},
    {"another result", "verifier.c7", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[3] fusion(x), kind=kLoop, calls=f })"},
    {"alias of no operand", "fusion.c2", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] fusion(x), kind=kLoop, calls=f,
  output_to_operand_aliasing={{}: (1, {})} })"},
    {"alias of no output", "fusion.c2", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] fusion(x), kind=kLoop, calls=f,
  output_to_operand_aliasing={{0}: (0, {})} })"},
    {"alias of another shape", "fusion.c2", R"(f { a = f32[2] parameter(0)
  ROOT s = s32[2] convert(a) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = s32[2] fusion(x), kind=kLoop, calls=f, output_to_operand_aliasing={{}: (0, {})} })"},
    {"two fusions of one computation", "fusion.c3", R"(f { a = f32[2] parameter(0)
  ROOT s = f32[2] negate(a) } ENTRY e { x = f32[2] parameter(0)
  y = f32[2] fusion(x), kind=kLoop, calls=f ROOT r = f32[2] fusion(y), kind=kLoop, calls=f })"},
    {"the entry is fused", "fusion.c3", R"(d { a = f32[2] parameter(0)
  ROOT s = f32[2] fusion(a), kind=kLoop, calls=e } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] negate(x) })"},
    {"the root is used", "fusion.c4", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a)
  t = f32[2] negate(s) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] fusion(x), kind=kLoop, calls=f })"},
    {"an instruction for nothing", "fusion.c4", R"(f { a = f32[2] parameter(0)
  t = f32[2] negate(a) ROOT s = f32[2] negate(a) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] fusion(x), kind=kLoop, calls=f })"},
    {"a parameter for nothing", "fusion.c4", R"(f { a = f32[2] parameter(0)
  b = f32[2] parameter(1) ROOT s = f32[2] negate(a) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] fusion(x, x), kind=kLoop, calls=f })"},
    {"no kind", "text.p8", R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] fusion(x), calls=f })"},
};

TEST(XlaCallVerifierTest, Fusions) { ExpectRefused(kFusions); }

constexpr Refusal kThreads[] = {
    {"call", "verifier.c10", R"(f { a = f32[2] parameter(0) }, execution_thread="side"
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x), to_apply=f })"},
    {"fusion", "verifier.c10", R"(f { a = f32[2] parameter(0) }, execution_thread="side"
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] fusion(x), kind=kLoop, calls=f })"},
    {"while", "verifier.c10", R"(c { a = s32[] parameter(0) ROOT s = pred[] constant(false) }
  b { a = s32[] parameter(0) }, execution_thread="side"
  ENTRY e { x = s32[] parameter(0) ROOT r = s32[] while(x), condition=c, body=b })"},
    {"reduce", "verifier.c10", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }, execution_thread="side" ENTRY e { x = f32[2] parameter(0)
  z = f32[] constant(0) ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f })"},
    {"shared with an asynchronous computation", "verifier.c10", R"(g { a = f32[2] parameter(0) }
  f { a = f32[2] parameter(0) ROOT s = f32[2] call(a), to_apply=g }
  ENTRY e { x = f32[2] parameter(0) s = ((f32[2]), f32[2]) async-start(x), calls=f,
  async_execution_thread="side" d = f32[2] async-done(s) ROOT r = f32[2] call(d), to_apply=g })"},
    {"an unknown attribute", "text.p6", R"(ENTRY e { x = f32[2] parameter(0) }, thread="side")"},
    {"an attribute twice", "text.p7",
     R"(ENTRY e { x = f32[2] parameter(0) }, execution_thread="a", execution_thread="a")"},
};

TEST(XlaCallVerifierTest, Threads) { ExpectRefused(kThreads); }

// An async-start sets the thread of all computations that it begins, as in XLA's parser.
TEST(XlaCallVerifierTest, ThreadsAreSpread) {
  const auto module = ParseHloModule(R"(g { a = f32[2] parameter(0) }, execution_thread="other"
    f { a = f32[2] parameter(0) ROOT s = f32[2] call(a), to_apply=g }
    h { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }, execution_thread="side"
    ENTRY e { x = f32[2] parameter(0)
      s = ((f32[2]), f32[2]) async-start(x), calls=f, async_execution_thread="side"
      t = ((f32[2]), f32[2]) async-start(x), calls=h
      y = f32[2] async-done(s)
      z = f32[2] async-done(t)
      ROOT r = f32[2] add(y, z) })");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  std::string threads;
  for (const auto& computation : (*module)->computations()) {
    StrAppend(threads, computation->name(), "=", computation->execution_thread(), " ");
  }
  EXPECT_EQ(threads, "g=side f=side h=main e=main ");
}

TEST(XlaCallVerifierTest, ThreadsAreKept) {
  constexpr std::string_view kText =
      R"(HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

%f (a: f32[2]) -> f32[2] {
  %a = f32[2]{0} parameter(0)
  ROOT %s = f32[2]{0} negate(%a)
}, execution_thread="a \"side\""

ENTRY %e (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  %b = ((f32[2]{0}), f32[2]{0}) async-start(%x), async_execution_thread="a \"side\"", calls=%f
  ROOT %r = f32[2]{0} async-done(%b)
}

)";
  const auto module = ParseHloModule(kText);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(HloModuleToText(**module), kText);
  EXPECT_EQ(HloModuleToText(*(*module)->Clone()), kText);
  const auto read = HloModuleFromProto(HloModuleToProto(**module));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(HloModuleToText(**read), kText);
  const auto other = (*module)->Clone();
  other->computations()[0]->set_execution_thread("main");
  EXPECT_EQ(HloDifference(**module, *other), "the execution thread of computation f differs");
}

// %x is f32[2], f negates, g negates too, h is two operations.
std::string Async(std::string_view lines) {
  return StrCat(R"(f { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
    g { a = f32[2] parameter(0) ROOT s = f32[2] negate(a) }
    h { a = f32[2] parameter(0) b = f32[2] negate(a) ROOT s = f32[2] negate(b) }
    ENTRY e { x = f32[2] parameter(0) )",
                lines, "}");
}

TEST(XlaCallVerifierTest, AsynchronousOperations) {
  EXPECT_EQ(RuleOf(Async("s = ((f32[2]), f32[2]) async-start(x), calls=f "
                         "u = ((f32[2]), f32[2]) async-update(s), calls=f "
                         "ROOT r = f32[2] async-done(u), async_execution_thread=\"main\"")),
            "");
  constexpr Refusal kRefusals[] = {
      {"two operations", "async.c6",
       "s = ((f32[2]), f32[2]) async-start(x), calls=h ROOT r = f32[2] async-done(s)"},
      {"no tuple", "async.c2", "s = f32[2] async-start(x), calls=f ROOT r = f32[2] async-done(s)"},
      {"other parameters", "async.c2",
       "s = ((f32[3]), f32[2]) async-start(x), calls=f ROOT r = f32[2] async-done(s)"},
      {"another result", "async.c2",
       "s = ((f32[2]), f32[3]) async-start(x), calls=f ROOT r = f32[3] async-done(s)"},
      {"operands", "async.c1",
       "s = ((f32[2], f32[2]), f32[2]) async-start(x, x), calls=f ROOT r = f32[2] async-done(s)"},
      {"no computation", "text.p8", "s = ((f32[2]), f32[2]) async-start(x)"},
      {"never done", "pairing.c1",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f ROOT r = f32[2] negate(x)"},
      {"done twice", "pairing.c1",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f d = f32[2] async-done(s) "
       "ROOT r = f32[2] async-done(s)"},
      {"an update that is never done", "pairing.c1",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f "
       "ROOT u = ((f32[2]), f32[2]) async-update(s)"},
      {"nothing began", "pairing.c2",
       "t = (f32[2]) tuple(x) u = ((f32[2]), f32[2]) tuple(t, x) "
       "ROOT r = f32[2] async-done(u)"},
      {"done after done", "async.c3",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f d = f32[2] async-done(s) "
       "ROOT r = f32[2] async-done(d)"},
      {"another update", "async.c9",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f "
       "u = ((f32[2]), f32[3]) async-update(s) ROOT r = f32[3] async-done(u)"},
      {"another value", "verifier.c7",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f ROOT r = f32[3] async-done(s)"},
      {"another computation", "async.c5",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f ROOT r = f32[2] async-done(s), calls=g"},
      {"another thread", "async.c5",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f "
       "ROOT r = f32[2] async-done(s), async_execution_thread=\"side\""},
      {"another operation", "text.p18",
       "s = ((f32[2]), f32[2]) negate-start(x) ROOT r = f32[2] sine-done(s)"},
      {"another operation, later", "text.p18",
       "s = ((f32[2]), f32[2]) async-start(x), calls=f u = ((f32[2]), f32[2]) negate-update(s) "
       "ROOT r = f32[2] sine-done(u)"},
  };
  for (const Refusal& refusal : kRefusals) {
    EXPECT_EQ(RuleOf(Async(refusal.text)), refusal.rule) << refusal.what;
  }
}

TEST(XlaCallVerifierTest, WhatIsAsynchronousForAReason) {
  // Several operations are allowed in a group of transfers, or on their own thread.
  EXPECT_EQ(RuleOf(Async("s = ((f32[2]), f32[2]) async-start(x), calls=h, "
                         "frontend_attributes={_collectives_group=\"\"} "
                         "ROOT r = f32[2] async-done(s)")),
            "");
  EXPECT_EQ(RuleOf(R"(h { a = f32[2] parameter(0) b = f32[2] negate(a) ROOT s = f32[2] negate(b) },
      execution_thread="side"
    ENTRY e { x = f32[2] parameter(0)
      s = ((f32[2]), f32[2]) async-start(x), calls=h, async_execution_thread="side"
      ROOT r = f32[2] async-done(s), async_execution_thread="side" })"),
            "");
  // The computation gives nothing but parts of its parameters.
  EXPECT_EQ(RuleOf(R"(h { a = (f32[2], f32[]) parameter(0) b = f32[2] get-tuple-element(a), index=0
      c = f32[] get-tuple-element(a), index=1 ROOT s = (f32[], f32[2]) tuple(c, b) }
    ENTRY e { x = (f32[2], f32[]) parameter(0)
      s = (((f32[2], f32[])), (f32[], f32[2])) async-start(x), calls=h
      ROOT r = (f32[], f32[2]) async-done(s) })"),
            "");
}

}  // namespace
}  // namespace hloom
