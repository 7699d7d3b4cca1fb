// What devices send to each other over channels, and what happens where they wait in vain.
#include "base/str_cat.h"
#include "comm/device_run.h"
#include "gtest/gtest.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kRing = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  t = token[] after-all()
  recv = (f32[], u32[], token[]) recv(t), channel_id=1
  send = (f32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2}}"}
  received = (f32[], token[]) recv-done(recv), channel_id=1
  sent = token[] send-done(send), channel_id=1
  ROOT y = f32[] get-tuple-element(received), index=0
})";

TEST(ChannelsTest, PairsSayWhoSendsToWhom) {
  ExpectResults(std::string(kRing), {3, 1}, Scalars({7, 8, 9}), {"f32[] 0", "f32[] 7", "f32[] 8"});
}

TEST(ChannelsTest, C6Pairs) {
  EXPECT_NE(ErrorOf(std::string(kRing), {2, 1}, Scalars({1, 2})).find("[comm.c6]"),
            std::string::npos);
}

// One transfer over {{1,0}}, in a program whose other attributes are `channel`.
std::string OneTransfer(const std::string& channel) {
  const std::string pairs =
      ", frontend_attributes={_xla_send_recv_source_target_pairs=\"{{1,0}}\"}";
  return StrCat("HloModule m\nENTRY e {\n  x = f32[] parameter(0)\n  t = token[] after-all()\n",
                "  r = (f32[], u32[], token[]) recv(t)", channel, pairs,
                "\n  n = (f32[], u32[], token[]) send(x, t)", channel, pairs,
                "\n  e = (f32[], token[]) recv-done(r)", channel, "\n  d = token[] send-done(n)",
                channel, "\n  ROOT y = f32[] get-tuple-element(e), index=0\n}\n");
}

// Ids are those of partitions where there is a channel, and else of replicas, as in XLA.
TEST(ChannelsTest, TheChannelSaysWhatIdsAre) {
  const auto arguments = Scalars({1, 2, 11, 12});
  ExpectResults(OneTransfer(", channel_id=1"), {2, 2}, arguments,
                {"f32[] 2", "f32[] 0", "f32[] 12", "f32[] 0"});
  for (const std::string none : {"", ", channel_id=0"}) {
    ExpectResults(OneTransfer(none), {2, 2}, arguments,
                  {"f32[] 11", "f32[] 12", "f32[] 0", "f32[] 0"});
  }
  // Where there is only one partition, or one replica, the others are meant.
  ExpectResults(OneTransfer(", channel_id=1"), {2, 1}, Scalars({1, 2}), {"f32[] 2", "f32[] 0"});
  ExpectResults(OneTransfer(""), {1, 2}, Scalars({1, 2}), {"f32[] 2", "f32[] 0"});
}

// As in a test of XLA's: two transfers that have pairs of their own share a channel.
TEST(ChannelsTest, SeveralTransfersShareAChannel) {
  const std::string text = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  t = token[] after-all()
  r = (f32[], u32[], token[]) recv(t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{1,0}}"}
  n = (f32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{1,0}}"}
  u = token[] after-all()
  q = (f32[], u32[], token[]) recv(u), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}"}
  m = (f32[], u32[], token[]) send(x, u), channel_id=1MINE
  d = (f32[], token[]) recv-done(r), channel_id=1
  v = f32[] get-tuple-element(d), index=0
  c = (f32[], token[]) recv-done(q), channel_id=1
  w = f32[] get-tuple-element(c), index=0
  e = token[] send-done(n), channel_id=1
  f = token[] send-done(m), channel_id=1
  ten = f32[] constant(10)
  vs = f32[] multiply(v, ten)
  ROOT y = f32[] add(vs, w)
})";
  const auto with = [&](const std::string& mine) {
    return StrCat(text.substr(0, text.find("MINE")), mine, text.substr(text.find("MINE") + 4));
  };
  ExpectResults(with(", frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1}}\"}"),
                {1, 2}, Scalars({5, 6}), {"f32[] 60", "f32[] 5"});
  const std::string error = ErrorOf(with(""), {1, 2}, Scalars({5, 6}));
  EXPECT_NE(error.find("[comm.c7] send: channel 1 has 2 lists of pairs, and %m none"),
            std::string::npos)
      << error;
}

// A send and a recv that do not depend on each other, in every order of lines that there is: who
// waits first must not matter. Each device sends to the other one.
TEST(ChannelsTest, BeginsBeforeItWaits) {
  const std::string send = "  n = (f32[], u32[], token[]) send(x, t), channel_id=1PAIRS\n";
  const std::string sent = "  d = token[] send-done(n), channel_id=1\n";
  const std::string recv =
      "  u = token[] after-all()\n  r = (f32[], u32[], token[]) recv(u), channel_id=1PAIRS\n";
  const std::string received = "  e = (f32[], token[]) recv-done(r), channel_id=1\n";
  const std::vector<std::vector<std::string>> orders = {
      {send, sent, recv, received}, {recv, received, send, sent}, {send, recv, sent, received},
      {send, recv, received, sent}, {recv, send, received, sent}, {recv, send, sent, received}};
  for (const std::vector<std::string>& order : orders) {
    std::string text =
        "HloModule m\nENTRY e {\n  y = f32[] parameter(0)\n  x = f32[] negate(y)\n"
        "  t = token[] after-all()\n";
    for (const std::string& line : order) text += line;
    text += "  ROOT v = f32[] get-tuple-element(e), index=0\n}\n";
    for (size_t at = text.find("PAIRS"); at != std::string::npos; at = text.find("PAIRS")) {
      text.replace(at, 5,
                   ", frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1},{1,0}}\"}");
    }
    ExpectResults(text, {2, 1}, Scalars({5, 6}), {"f32[] -6", "f32[] -5"});
  }
}

// The recv of a sends' second value stands before the second send, which needs what was received:
// the first recv must still get the first value.
TEST(ChannelsTest, TransfersOfAChannelKeepTheirOrder) {
  const std::string pairs =
      ", channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1},{1,0}}\"}";
  const std::string text = StrCat(R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  t = token[] after-all()
  n = (f32[], u32[], token[]) send(x, t))",
                                  pairs, R"(
  r = (f32[], u32[], token[]) recv(t))",
                                  pairs, R"(
  d = token[] send-done(n), channel_id=1
  e = (f32[], token[]) recv-done(r), channel_id=1
  v = f32[] get-tuple-element(e), index=0
  w = f32[] add(v, v)
  m = (f32[], u32[], token[]) send(w, t))",
                                  pairs, R"(
  f = token[] send-done(m), channel_id=1
  ten = f32[] constant(10)
  z = f32[] multiply(x, ten)
  k = (f32[], u32[], token[]) send(z, t))",
                                  pairs, R"(
  g = token[] send-done(k), channel_id=1
  q = (f32[], u32[], token[]) recv(t))",
                                  pairs, R"(
  h = (f32[], token[]) recv-done(q), channel_id=1
  s = (f32[], u32[], token[]) recv(t))",
                                  pairs, R"(
  i = (f32[], token[]) recv-done(s), channel_id=1
  hv = f32[] get-tuple-element(h), index=0
  iv = f32[] get-tuple-element(i), index=0
  ROOT all = (f32[], f32[], f32[]) tuple(v, hv, iv)
})");
  // Device 0 gets what 1 has, then twice what 1 got, then ten times what 1 has.
  ExpectResults(text, {2, 1}, Scalars({2, 3}),
                {"(f32[] 3, f32[] 4, f32[] 30)", "(f32[] 2, f32[] 6, f32[] 20)"});
}

// Pairs that are stated and empty name nobody: all receive zeros, as with collective-permute.
TEST(ChannelsTest, NoPairsAtAllNameNobody) {
  std::string text = OneTransfer(", channel_id=1");
  for (size_t at = text.find("{{1,0}}"); at != std::string::npos; at = text.find("{{1,0}}")) {
    text.replace(at, 7, "{}");
  }
  ExpectResults(text, {1, 1}, Scalars({5}), {"f32[] 0"});
  ExpectResults(text, {2, 1}, Scalars({5, 6}), {"f32[] 0", "f32[] 0"});
}

// Without a channel only the pairs tell what belongs together.
TEST(ChannelsTest, WhatIsReceivedHasTheShapeOfWhatIsSent) {
  std::string text = OneTransfer("");
  const std::string recv = "r = (f32[], u32[], token[]) recv(t)";
  text.replace(text.find(recv), recv.size(), "r = (f32[2], u32[], token[]) recv(t)");
  const std::string done = "e = (f32[], token[])";
  text.replace(text.find(done), done.size(), "e = (f32[2], token[])");
  const std::string root = "y = f32[] get";
  text.replace(text.find(root), root.size(), "y = f32[2] get");
  const std::string error = ErrorOfStart(text, {2, 1}, Scalars({1, 2}));
  EXPECT_NE(error.find("[pairing.c4] recv: %r receives f32[2], and nothing"), std::string::npos)
      << error;
}

// Pairs name devices: an end that has some is not the host's, and does not wait for it.
TEST(ChannelsTest, AnEndWithPairsHasAnotherEnd) {
  for (const bool sends : {false, true}) {
    const std::string pairs =
        ", channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1}}\"}";
    const std::string text =
        StrCat("HloModule m\nENTRY e {\n  x = f32[] parameter(0)\n  t = token[] after-all()\n",
               sends ? "  b = (f32[], u32[], token[]) send(x, t)"
                     : "  b = (f32[], u32[], token[]) recv(t)",
               pairs,
               sends ? "\n  d = token[] send-done(b), channel_id=1"
                     : "\n  d = (f32[], token[]) recv-done(b), channel_id=1",
               "\n  ROOT y = f32[] negate(x)\n}\n");
    EXPECT_EQ(
        ErrorOfStart(text, {2, 1}, Scalars({1, 2})),
        StrCat("INVALID_ARGUMENT [pairing.c4] ", sends ? "send: %b sends" : "recv: %b receives",
               " f32[], and nothing with the same channel and pairs ", sends ? "receives" : "sends",
               " that\n  help: add the ", sends ? "recv" : "send",
               ", or leave the pairs out where the other end is the host"));
  }
}

// Who writes the pairs in another order means the same.
TEST(ChannelsTest, TheOrderOfPairsMeansNothing) {
  std::string text = OneTransfer(", channel_id=1");
  const auto replace = [&](const std::string& to) { text.replace(text.find("{{1,0}}"), 7, to); };
  replace("{{1,0},{0,1}}");
  replace("{{0,1}, {1,0}}");
  ExpectResults(text, {2, 1}, Scalars({1, 2}), {"f32[] 2", "f32[] 1"});
}

// The same where only one end has pairs, which the other one takes over.
TEST(ChannelsTest, WhoHasNoPairsHasTheShapeOfTheOtherEnd) {
  std::string text = OneTransfer(", channel_id=1");
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace(
      "r = (f32[], u32[], token[]) recv(t), channel_id=1, frontend_attributes={"
      "_xla_send_recv_source_target_pairs=\"{{1,0}}\"}",
      "r = (f32[2], u32[], token[]) recv(t), channel_id=1");
  replace("e = (f32[], token[])", "e = (f32[2], token[])");
  replace("y = f32[] get", "y = f32[2] get");
  const std::string error = ErrorOfStart(text, {2, 1}, Scalars({1, 2}));
  EXPECT_NE(error.find("[pairing.c4] recv: %r receives f32[2], and nothing"), std::string::npos)
      << error;
}

// One device sends to another one, which a branch decides.
TEST(ChannelsTest, WithoutPairsOneSendsAndOneReceives) {
  const std::string text = R"(HloModule m
put {
  x = f32[] parameter(0)
  t = token[] after-all()
  send = (f32[], u32[], token[]) send(x, t), channel_id=1
  sent = token[] send-done(send), channel_id=1
  ROOT y = f32[] negate(x)
}
get {
  x = f32[] parameter(0)
  t = token[] after-all()
  recv = (f32[], u32[], token[]) recv(t), channel_id=1
  received = (f32[], token[]) recv-done(recv), channel_id=1
  ROOT y = f32[] get-tuple-element(received), index=0
}
ENTRY e {
  x = f32[] parameter(0)
  zero = f32[] constant(0)
  sends = pred[] compare(x, zero), direction=GT
  ROOT r = f32[] conditional(sends, x, x), true_computation=put, false_computation=get
})";
  ExpectResults(text, {2, 1}, Scalars({5, -1}), {"f32[] -5", "f32[] 5"});
  // Both send; or nobody does.
  EXPECT_NE(ErrorOf(text, {2, 1}, Scalars({5, 6})).find("[comm.c7]"), std::string::npos);
  const std::string nobody = ErrorOf(text, {1, 1}, Scalars({-1}));
  EXPECT_NE(nobody.find("[comm.c2]"), std::string::npos) << nobody;
  EXPECT_NE(nobody.find("a device at the other end of its channel"), std::string::npos) << nobody;
}

// Each waits until what it sent is received, and receives only then: XLA's deadlock.
TEST(ChannelsTest, ACycleIsNamed) {
  const std::string text = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  t = token[] after-all()
  send = (f32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}
  sent = token[] send-done(send), channel_id=1
  recv = (f32[], u32[], token[]) recv(sent), channel_id=1
  received = (f32[], token[]) recv-done(recv), channel_id=1
  ROOT y = f32[] get-tuple-element(received), index=0
})";
  const std::string error = ErrorOf(text, {2, 1}, Scalars({1, 2}));
  EXPECT_NE(error.find("[comm.c2]"), std::string::npos) << error;
  EXPECT_NE(
      error.find("device 0 waits at send-done %sent in computation \"e\" on device 0 for device 1"),
      std::string::npos)
      << error;
}

// The transfer that a round begins is ended in the next one.
constexpr std::string_view kPipeline = R"(HloModule m
more {
  s = (s32[], f32[], (f32[], u32[], token[]), (f32[], u32[], token[])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(3)
  ROOT r = pred[] compare(i, n), direction=LT
}
body {
  s = (s32[], f32[], (f32[], u32[], token[]), (f32[], u32[], token[])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  j = s32[] add(i, one)
  recv = (f32[], u32[], token[]) get-tuple-element(s), index=2
  received = (f32[], token[]) recv-done(recv), channel_id=1
  y = f32[] get-tuple-element(received), index=0
  send = (f32[], u32[], token[]) get-tuple-element(s), index=3
  sent = token[] send-done(send), channel_id=1
  t = token[] after-all()
  recv2 = (f32[], u32[], token[]) recv(t), channel_id=1
  send2 = (f32[], u32[], token[]) send(y, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}
  ROOT r = (s32[], f32[], (f32[], u32[], token[]), (f32[], u32[], token[])) tuple(j, y, recv2, send2)
}
ENTRY e {
  x = f32[] parameter(0)
  zero = s32[] constant(0)
  t = token[] after-all()
  recv = (f32[], u32[], token[]) recv(t), channel_id=1
  send = (f32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2},{2,0}}"}
  s = (s32[], f32[], (f32[], u32[], token[]), (f32[], u32[], token[])) tuple(zero, x, recv, send)
  w = (s32[], f32[], (f32[], u32[], token[]), (f32[], u32[], token[])) while(s), condition=more, body=body
  last = (f32[], u32[], token[]) get-tuple-element(w), index=2
  received = (f32[], token[]) recv-done(last), channel_id=1
  out = (f32[], u32[], token[]) get-tuple-element(w), index=3
  sent = token[] send-done(out), channel_id=1
  ROOT y = f32[] get-tuple-element(received), index=0
})";

TEST(ChannelsTest, ArePipelinedThroughALoop) {
  // Four steps around a ring of three.
  ExpectResults(std::string(kPipeline), {3, 1}, Scalars({1, 2, 3}),
                {"f32[] 3", "f32[] 1", "f32[] 2"});
}

TEST(ChannelsTest, C8WhatIsEndedWasBegun) {
  const std::string text = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  t = token[] after-all()
  recv = (f32[], u32[], token[]) recv(t), channel_id=1
  send = (f32[], u32[], token[]) send(x, t), channel_id=1
  nine = u32[] constant(9)
  context = (f32[], u32[], token[]) tuple(x, nine, t)
  state = ((f32[], u32[], token[])) tuple(context)
  other = (f32[], u32[], token[]) get-tuple-element(state), index=0
  wrong = (f32[], token[]) recv-done(other), channel_id=1
  received = (f32[], token[]) recv-done(recv), channel_id=1
  sent = token[] send-done(send), channel_id=1
  ROOT y = f32[] get-tuple-element(wrong), index=0
})";
  EXPECT_NE(ErrorOf(text, {1, 1}, Scalars({1})).find("[comm.c8]"), std::string::npos);
}

}  // namespace
}  // namespace hloom
