// Pairs of operations: async and transfer pairs, and the two ends of a channel.
#include "ops/verify/pairing_verifier.h"

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

// The rule that the verifier cites for these instructions, and the instruction that it names.
std::string Verdict(std::string_view lines, std::string_view more = "") {
  const auto module = ParseHloModule(
      StrCat("HloModule m\n", more,
             "sum { a = f32[2] parameter(0)\n"
             "  ROOT s = f32[2] add(a, a) }\n",
             "ENTRY e {\n  x = f32[2] parameter(0)\n", "  t = token[] after-all()\n", lines, "}\n"),
      {.verify = false});
  if (!module.ok()) return module.status().ToString();
  VerifierCulprit culprit;
  const Status status = VerifyModule(**module, &culprit);
  if (status.ok()) return "fine";
  const std::string name =
      culprit.instruction == nullptr ? "?" : std::string(culprit.instruction->name());
  return StrCat(status.rule(), " at ", name);
}

TEST(PairingVerifierTest, WhatBelongsTogether) {
  EXPECT_EQ(Verdict("  start = ((f32[2]), f32[2]) async-start(x), calls=sum\n"
                    "  step = ((f32[2]), f32[2]) async-update(start)\n"
                    "  ROOT done = f32[2] async-done(step)\n"),
            "fine");
  EXPECT_EQ(Verdict("  s = (f32[2], u32[], token[]) send(x, t), channel_id=1\n"
                    "  d = token[] send-done(s), channel_id=1\n"
                    "  r = (f32[2], u32[], token[]) recv(d), channel_id=1\n"
                    "  ROOT e = (f32[2], token[]) recv-done(r), channel_id=1\n"),
            "fine");
}

TEST(PairingVerifierTest, C1UsedOnce) {
  EXPECT_EQ(Verdict("  start = ((f32[2]), f32[2]) async-start(x), calls=sum\n"
                    "  one = f32[2] async-done(start)\n"
                    "  two = f32[2] async-done(start)\n"
                    "  ROOT r = f32[2] add(one, two)\n"),
            "pairing.c1 at start");
  EXPECT_EQ(Verdict("  ROOT start = ((f32[2]), f32[2]) async-start(x), calls=sum\n"),
            "pairing.c1 at start");
  EXPECT_EQ(Verdict("  start = ((f32[2]), f32[2]) async-start(x), calls=sum\n"
                    "  ROOT r = f32[2] get-tuple-element(start), index=1\n"),
            "pairing.c1 at start");
  EXPECT_EQ(Verdict("  ROOT sent = (f32[2], u32[], token[]) send(x, t), channel_id=1\n"),
            "pairing.c1 at sent");
}

TEST(PairingVerifierTest, C2WhatItEnds) {
  EXPECT_EQ(Verdict("  in = (f32[2]) tuple(x)\n"
                    "  start = ((f32[2]), f32[2]) tuple(in, x)\n"
                    "  ROOT done = f32[2] async-done(start)\n"),
            "pairing.c2 at done");
  EXPECT_EQ(Verdict("  r = (f32[2], u32[], token[]) recv(t), channel_id=1\n"
                    "  ROOT d = token[] send-done(r), channel_id=1\n"),
            "pairing.c1 at r");
  EXPECT_EQ(Verdict("  u = u32[] constant(0)\n"
                    "  made = (f32[2], u32[], token[]) tuple(x, u, t)\n"
                    "  ROOT d = token[] send-done(made), channel_id=1\n"),
            "pairing.c2 at d");
}

TEST(PairingVerifierTest, OperationsHaveTheArticleThatTheyAreSaidWith) {
  const auto module = ParseHloModule(R"(HloModule m
    ENTRY e {
      x = f32[2] parameter(0)
      y = f32[2] add(x, x)
      ROOT done = f32[2] all-reduce-done(y)
    })",
                                     {.verify = false});
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_NE(VerifyModule(**module).ToString().find("its operand %y is an add"), std::string::npos);
}

TEST(PairingVerifierTest, C3OneChannel) {
  EXPECT_EQ(Verdict("  s = (f32[2], u32[], token[]) send(x, t), channel_id=1\n"
                    "  ROOT d = token[] send-done(s), channel_id=2\n"),
            "pairing.c3 at d");
  EXPECT_EQ(Verdict("  r = (f32[2], u32[], token[]) recv(t), channel_id=1, is_host_transfer=true\n"
                    "  ROOT d = (f32[2], token[]) recv-done(r), channel_id=1\n"),
            "pairing.c3 at d");
}

TEST(PairingVerifierTest, C4BothEnds) {
  EXPECT_EQ(Verdict("  s = (f32[2], u32[], token[]) send(x, t), channel_id=1\n"
                    "  d = token[] send-done(s), channel_id=1\n"
                    "  r = (f32[3], u32[], token[]) recv(d), channel_id=1\n"
                    "  ROOT e = (f32[3], token[]) recv-done(r), channel_id=1\n"),
            "pairing.c4 at r");
  EXPECT_EQ(Verdict("  s = (f32[2], u32[], token[]) send(x, t), channel_id=7\n"
                    "  d = token[] send-done(s), channel_id=7\n"
                    "  again = (f32[2], u32[], token[]) send(x, d), channel_id=7\n"
                    "  ROOT e = token[] send-done(again), channel_id=7\n"),
            "fine");  // as in a loop that was pipelined
  // The host's channels have one end here, and one operation may run many times.
  EXPECT_EQ(
      Verdict("  s = (f32[2], u32[], token[]) send(x, t), channel_id=7, is_host_transfer=true\n"
              "  ROOT d = token[] send-done(s), channel_id=7, is_host_transfer=true\n"),
      "fine");
}

TEST(PairingVerifierTest, C5HostChannels) {
  const auto send = [](std::string_view name, std::string_view of, std::string_view after) {
    return StrCat("  ", name, " = (", of == "x" ? "f32[2]" : "f32[1]", ", u32[], token[]) send(",
                  of, ", ", after, "), channel_id=7, is_host_transfer=true\n");
  };
  const auto done = [](std::string_view name, std::string_view of) {
    return StrCat(name, " = token[] send-done(", of, "), channel_id=7, is_host_transfer=true\n");
  };
  EXPECT_EQ(Verdict(StrCat(send("s", "x", "t"), "  ", done("d", "s"), send("again", "x", "d"),
                           "  ROOT ", done("e", "again"))),
            "fine");
  EXPECT_EQ(Verdict(StrCat("  y = f32[1] slice(x), slice={[0:1]}\n", send("s", "x", "t"), "  ",
                           done("d", "s"), send("again", "y", "d"), "  ROOT ", done("e", "again"))),
            "pairing.c5 at again");
  EXPECT_EQ(
      Verdict(StrCat(
          send("s", "x", "t"), "  ", done("d", "s"),
          "  r = (f32[2], u32[], token[]) recv(d), channel_id=7, is_host_transfer=true\n",
          "  ROOT e = (f32[2], token[]) recv-done(r), channel_id=7, is_host_transfer=true\n")),
      "pairing.c5 at r");
}

TEST(PairingVerifierTest, C5TheHostsEndHasOneName) {
  const auto sends = [](std::string_view first, std::string_view second) {
    return StrCat(
        "  s = (f32[2], u32[], token[]) send(x, t), channel_id=7, is_host_transfer=true", first,
        "\n  d = token[] send-done(s), channel_id=7, is_host_transfer=true\n"
        "  again = (f32[2], u32[], token[]) send(x, d), channel_id=7, is_host_transfer=true",
        second, "\n  ROOT e = token[] send-done(again), channel_id=7, is_host_transfer=true\n");
  };
  const std::string one = ", frontend_attributes={_xla_host_transfer_rendezvous=\"one\"}";
  EXPECT_EQ(Verdict(sends(one, one)), "fine");
  EXPECT_EQ(Verdict(sends(one, ", frontend_attributes={_xla_host_transfer_rendezvous=\"two\"}")),
            "pairing.c5 at again");
  EXPECT_EQ(Verdict(sends(one, "")), "pairing.c5 at again");
  EXPECT_EQ(Verdict(sends("", ", frontend_attributes={_xla_host_transfer_handler_name=\"other\"}")),
            "pairing.c5 at again");
  EXPECT_EQ(Verdict(sends(one, one.substr(0, one.size() - 1) + ",other=\"1\"}")), "fine");
}

// However a context came there, nothing but its -done reads its data or its request.
TEST(PairingVerifierTest, C6ContextsAreForTheirDone) {
  const std::string recv =
      "  r = (f32[2], u32[], token[]) recv(t), channel_id=1\n"
      "  p = (f32[2], (f32[2], u32[], token[])) tuple(x, r)\n";
  const std::string taken = "  c = (f32[2], u32[], token[]) get-tuple-element(p), index=1\n";
  const std::string done = "  ROOT d = (f32[2], token[]) recv-done(c), channel_id=1\n";
  EXPECT_EQ(Verdict(StrCat(recv, taken, done)), "fine");
  EXPECT_EQ(Verdict(StrCat(recv, taken, "  ROOT y = f32[2] get-tuple-element(c), index=0\n")),
            "pairing.c6 at y");
  EXPECT_EQ(Verdict(StrCat(recv, taken, "  ROOT y = u32[] get-tuple-element(c), index=1\n")),
            "pairing.c6 at y");
  EXPECT_EQ(Verdict(StrCat(recv, taken, "  ROOT y = token[] get-tuple-element(c), index=2\n")),
            "fine");
  EXPECT_EQ(Verdict(StrCat(recv, "  ROOT y = f32[2] get-tuple-element(p), index=0\n")), "fine");
  // The host would read it, or a function of the host.
  EXPECT_EQ(Verdict(StrCat(recv, "  ROOT y = (f32[2], (f32[2], u32[], token[])) opt-barrier(p)\n")),
            "pairing.c6 at y");
  EXPECT_EQ(Verdict(StrCat(recv, "  ROOT y = f32[2] custom-call(p), custom_call_target=\"f\"\n")),
            "pairing.c6 at y");
  // The same of what is sent.
  EXPECT_EQ(Verdict("  s = (f32[2], u32[], token[]) send(x, t), channel_id=1\n"
                    "  p = ((f32[2], u32[], token[])) tuple(s)\n"
                    "  c = (f32[2], u32[], token[]) get-tuple-element(p), index=0\n"
                    "  ROOT y = f32[2] get-tuple-element(c), index=0\n"),
            "pairing.c6 at y");
}

TEST(PairingVerifierTest, C6ThroughCallsAndLoops) {
  const std::string recv =
      "  r = (f32[2], u32[], token[]) recv(t), channel_id=1\n"
      "  p = ((f32[2], u32[], token[])) tuple(r)\n";
  const std::string_view take = R"(take { p.1 = ((f32[2], u32[], token[])) parameter(0)
  k.1 = token[] after-all()
  c.1 = (f32[2], u32[], token[]) get-tuple-element(p.1), index=0
  ROOT o.1 = (token[], (f32[2], u32[], token[])) tuple(k.1, c.1) }
)";
  const std::string called =
      StrCat(recv,
             "  o = (token[], (f32[2], u32[], token[])) call(p), to_apply=take\n"
             "  c = (f32[2], u32[], token[]) get-tuple-element(o), index=1\n");
  EXPECT_EQ(
      Verdict(StrCat(called, "  ROOT d = (f32[2], token[]) recv-done(c), channel_id=1\n"), take),
      "fine");
  EXPECT_EQ(Verdict(StrCat(called, "  ROOT y = f32[2] get-tuple-element(c), index=0\n"), take),
            "pairing.c6 at y");
  // It is read in the computation that is called.
  EXPECT_EQ(Verdict(StrCat(recv, "  ROOT y = f32[2] call(p), to_apply=look\n"),
                    R"(look { p.1 = ((f32[2], u32[], token[])) parameter(0)
  c.1 = (f32[2], u32[], token[]) get-tuple-element(p.1), index=0
  ROOT z = f32[2] get-tuple-element(c.1), index=0 }
)"),
            "pairing.c6 at z");
  // Bare, without a tuple around it.
  const std::string_view end = R"(end { c.1 = (f32[2], u32[], token[]) parameter(0)
  d.1 = (f32[2], token[]) recv-done(c.1), channel_id=1
  ROOT y.1 = f32[2] get-tuple-element(d.1), index=0 }
)";
  const std::string_view begin = R"(begin { k.1 = token[] parameter(0)
  ROOT c.1 = (f32[2], u32[], token[]) recv(k.1), channel_id=1 }
)";
  const std::string bare = "  r = (f32[2], u32[], token[]) recv(t), channel_id=1\n";
  const std::string call = "  ROOT y = f32[2] call(r), to_apply=end\n";
  EXPECT_EQ(Verdict(StrCat(bare, call), end), "fine");
  EXPECT_EQ(
      Verdict(StrCat(bare, call, "  e = (f32[2], token[]) recv-done(r), channel_id=1\n"), end),
      "pairing.c1 at r");
  EXPECT_EQ(Verdict(StrCat(bare,
                           "  a = (((f32[2], u32[], token[])), (f32[2], token[])) async-start(r), "
                           "calls=done\n"
                           "  ROOT y = (f32[2], token[]) async-done(a)\n"),
                    "done { c.1 = (f32[2], u32[], token[]) parameter(0)\n"
                    "  ROOT d.1 = (f32[2], token[]) recv-done(c.1), channel_id=1 }\n"),
            "fine");
  EXPECT_EQ(Verdict(StrCat("  r = (f32[2], u32[], token[]) call(t), to_apply=begin\n",
                           "  b = (f32[2], u32[], token[]) opt-barrier(r)\n",
                           "  ROOT d = (f32[2], token[]) recv-done(b), channel_id=1\n"),
                    begin),
            "fine");
  EXPECT_EQ(Verdict(StrCat("  r = (f32[2], u32[], token[]) call(t), to_apply=begin\n",
                           "  ROOT y = f32[2] get-tuple-element(r), index=0\n"),
                    begin),
            "pairing.c6 at y");
  // A loop has it in its state, from before or from its body.
  const std::string_view loop = R"(more { s = (s32[], (f32[2], u32[], token[])) parameter(0)
  ROOT m = pred[] constant(false) }
body { s.1 = (s32[], (f32[2], u32[], token[])) parameter(0)
  i = s32[] get-tuple-element(s.1), index=0
  old = (f32[2], u32[], token[]) get-tuple-element(s.1), index=1
  o = (f32[2], token[]) recv-done(old), channel_id=1
  k = token[] get-tuple-element(o), index=1
  new = (f32[2], u32[], token[]) recv(k), channel_id=1
  ROOT t.1 = (s32[], (f32[2], u32[], token[])) tuple(i, new) }
)";
  const std::string looped =
      "  r = (f32[2], u32[], token[]) recv(t), channel_id=1\n"
      "  zero = s32[] constant(0)\n"
      "  p = (s32[], (f32[2], u32[], token[])) tuple(zero, r)\n"
      "  w = (s32[], (f32[2], u32[], token[])) while(p), condition=more, body=body\n"
      "  c = (f32[2], u32[], token[]) get-tuple-element(w), index=1\n";
  EXPECT_EQ(
      Verdict(StrCat(looped, "  ROOT d = (f32[2], token[]) recv-done(c), channel_id=1\n"), loop),
      "fine");
  EXPECT_EQ(Verdict(StrCat(looped, "  ROOT y = f32[2] get-tuple-element(c), index=0\n"), loop),
            "pairing.c6 at y");
}

}  // namespace
}  // namespace hloom
