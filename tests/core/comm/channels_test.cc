// Transfers between devices over channels, and errors of devices that wait in vain.
#include "base/str_cat.h"
#include "comm/device_run.h"
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "text/hlo/hlo_parser.h"

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
  // A module that states its devices is refused when it is read.
  const auto read = [](std::string_view counts) {
    return ParseHloModule(StrCat("HloModule ring, ", counts,
                                 std::string(kRing).substr(std::string(kRing).find('\n'))))
        .status();
  };
  EXPECT_EQ(read("replica_count=3").ToString(), "OK");
  EXPECT_EQ(read("replica_count=2").rule(), "comm.c6");
  EXPECT_NE(read("replica_count=2").ToString().find("in a run with 2 replicas"), std::string::npos);
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

// Ids are partitions with a channel_id, otherwise replicas, as in XLA.
TEST(ChannelsTest, TheChannelSaysWhatIdsAre) {
  const auto arguments = Scalars({1, 2, 11, 12});
  ExpectResults(OneTransfer(", channel_id=1"), {2, 2}, arguments,
                {"f32[] 2", "f32[] 0", "f32[] 12", "f32[] 0"});
  for (const std::string none : {"", ", channel_id=0"}) {
    ExpectResults(OneTransfer(none), {2, 2}, arguments,
                  {"f32[] 11", "f32[] 12", "f32[] 0", "f32[] 0"});
  }
  // With only one partition, or one replica, the ids number the others.
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

// A send and a recv that do not depend on each other, in every order of lines: the order of waiting
// must not matter. Each device sends to the other one.
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

// The recv of a sends' second value is before the second send, which needs the received value: the
// first recv must still get the first value.
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
  // Device 0 gets the value of 1, then twice the value that 1 got, then ten times the value of 1.
  ExpectResults(text, {2, 1}, Scalars({2, 3}),
                {"(f32[] 3, f32[] 4, f32[] 30)", "(f32[] 2, f32[] 6, f32[] 20)"});
}

// An empty list of pairs names no device: all receive zeros, as with collective-permute.
TEST(ChannelsTest, NoPairsAtAllNameNobody) {
  std::string text = OneTransfer(", channel_id=1");
  for (size_t at = text.find("{{1,0}}"); at != std::string::npos; at = text.find("{{1,0}}")) {
    text.replace(at, 7, "{}");
  }
  ExpectResults(text, {1, 1}, Scalars({5}), {"f32[] 0"});
  ExpectResults(text, {2, 1}, Scalars({5, 6}), {"f32[] 0", "f32[] 0"});
}

// Without a channel only the pairs match the two ends.
TEST(ChannelsTest, WhatIsReceivedHasTheShapeOfWhatIsSent) {
  std::string text = OneTransfer("");
  const std::string recv = "r = (f32[], u32[], token[]) recv(t)";
  text.replace(text.find(recv), recv.size(), "r = (f32[2], u32[], token[]) recv(t)");
  const std::string done = "e = (f32[], token[])";
  text.replace(text.find(done), done.size(), "e = (f32[2], token[])");
  const std::string root = "y = f32[] get";
  text.replace(text.find(root), root.size(), "y = f32[2] get");
  const std::string error = ErrorOfStart(text, {2, 1}, Scalars({1, 2}));
  EXPECT_NE(error.find("[pairing.c4] recv: %r receives f32[2], and no operation"),
            std::string::npos)
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
               " f32[], and no operation with the same channel or pairs ",
               sends ? "receives" : "sends", " that\n  help: add the ", sends ? "recv" : "send",
               ", or leave the pairs out where the other end is the host"));
  }
}

// The order of the pairs has no meaning.
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
  EXPECT_NE(error.find("[pairing.c4] recv: %r receives f32[2], and no operation"),
            std::string::npos)
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
  // Both devices send; or none does.
  EXPECT_NE(ErrorOf(text, {2, 1}, Scalars({5, 6})).find("[comm.c7]"), std::string::npos);
  const std::string nobody = ErrorOf(text, {1, 1}, Scalars({-1}));
  EXPECT_NE(nobody.find("[comm.c2]"), std::string::npos) << nobody;
  EXPECT_NE(nobody.find("a device at the other end of its channel"), std::string::npos) << nobody;
}

// Each device waits until its value is received, and only then receives: XLA's deadlock.
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

// Bare contexts, without tuples: of a called computation, and of one that runs asynchronously.
TEST(ChannelsTest, ContextsGoThroughCalls) {
  const std::string text = R"(HloModule m
begin {
  x = f32[] parameter(0)
  t = token[] after-all()
  ROOT send = (f32[], u32[], token[]) send(x, t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2}}"}
}
end {
  recv = (f32[], u32[], token[]) parameter(0)
  received = (f32[], token[]) recv-done(recv), channel_id=1
  ROOT y = f32[] get-tuple-element(received), index=0
}
ENTRY e {
  x = f32[] parameter(0)
  t = token[] after-all()
  recv = (f32[], u32[], token[]) recv(t), channel_id=1
  send = (f32[], u32[], token[]) call(x), to_apply=begin
  sent = token[] send-done(send), channel_id=1
  ROOT y = f32[] call(recv), to_apply=end
})";
  const std::vector<std::string> results = {"f32[] 0", "f32[] 7", "f32[] 8"};
  ExpectResults(text, {3, 1}, Scalars({7, 8, 9}), results);
  std::string async = text;
  const auto replace = [&async](const std::string& from, const std::string& to) {
    async.replace(async.find(from), from.size(), to);
  };
  replace("received = (f32[], token[]) recv-done", "ROOT received = (f32[], token[]) recv-done");
  replace("  ROOT y = f32[] get-tuple-element(received), index=0\n", "");
  replace("ROOT y = f32[] call(recv), to_apply=end",
          "start = (((f32[], u32[], token[])), (f32[], token[])) async-start(recv), calls=end\n"
          "  done = (f32[], token[]) async-done(start)\n"
          "  ROOT y = f32[] get-tuple-element(done), index=0");
  ExpectResults(async, {3, 1}, Scalars({7, 8, 9}), results);
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

// XLA's back ends find the other end only by the pairs.
TEST(ChannelsTest, PairsJoinWhatHasDifferentChannels) {
  std::string text = OneTransfer(", channel_id=1");
  for (const std::string_view part : {"recv(t), channel_id=", "recv-done(r), channel_id="}) {
    text[text.find(part) + part.size()] = '2';
  }
  ExpectResults(text, {2, 1}, Scalars({1, 2}), {"f32[] 2", "f32[] 0"});
  // Ends of one channel are matched first: the other send has the other recv.
  const auto transfer = [](std::string_view name, std::string_view value, int send, int recv) {
    const std::string_view pairs =
        ", frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1}}\"}\n";
    return StrCat("  n", name, " = (f32[], u32[], token[]) send(", value, ", t), channel_id=", send,
                  pairs, "  r", name, " = (f32[], u32[], token[]) recv(t), channel_id=", recv,
                  pairs, "  e", name, " = (f32[], token[]) recv-done(r", name,
                  "), channel_id=", recv, "\n  d", name, " = token[] send-done(n", name,
                  "), channel_id=", send, "\n  v", name, " = f32[] get-tuple-element(e", name,
                  "), index=0\n");
  };
  const auto program = [](std::string_view lines, std::string_view root) {
    return StrCat(
        "HloModule m\nENTRY e {\n  x = f32[] parameter(0)\n  y = f32[] negate(x)\n"
        "  t = token[] after-all()\n",
        lines, "  ROOT a = ", root, "\n}\n");
  };
  const std::string two = program(StrCat(transfer("1", "x", 1, 2), transfer("2", "y", 3, 3)),
                                  "(f32[], f32[]) tuple(v1, v2)");
  ExpectResults(two, {2, 1}, Scalars({5, 6}), {"(f32[] 0, f32[] 0)", "(f32[] 5, f32[] -5)"});
  // Several go by the order of the program.
  const std::string several = program(StrCat(transfer("1", "x", 1, 2), transfer("2", "y", 3, 4)),
                                      "(f32[], f32[]) tuple(v1, v2)");
  ExpectResults(several, {2, 1}, Scalars({5, 6}), {"(f32[] 0, f32[] 0)", "(f32[] 5, f32[] -5)"});
}

// A value that is computed late is sent first: the order of the program determines its recv,
// independent of the places where the sends begin.
TEST(ChannelsTest, TransfersThatPairsJoinKeepTheirOrder) {
  const std::string_view pairs =
      ", frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1},{1,0}}\"}\n";
  const std::string text = StrCat(
      "HloModule m\nENTRY e {\n  x = f32[] parameter(0)\n  t = token[] after-all()\n"
      "  rz = (f32[], u32[], token[]) recv(t), channel_id=9",
      pairs, "  nz = (f32[], u32[], token[]) send(x, t), channel_id=9", pairs,
      "  ez = (f32[], token[]) recv-done(rz), channel_id=9\n"
      "  dz = token[] send-done(nz), channel_id=9\n"
      "  late = f32[] get-tuple-element(ez), index=0\n"
      "  n1 = (f32[], u32[], token[]) send(late, t), channel_id=1",
      pairs, "  n2 = (f32[], u32[], token[]) send(x, t), channel_id=3", pairs,
      "  r1 = (f32[], u32[], token[]) recv(t), channel_id=2", pairs,
      "  r2 = (f32[], u32[], token[]) recv(t), channel_id=4", pairs,
      "  e1 = (f32[], token[]) recv-done(r1), channel_id=2\n"
      "  e2 = (f32[], token[]) recv-done(r2), channel_id=4\n"
      "  d1 = token[] send-done(n1), channel_id=1\n"
      "  d2 = token[] send-done(n2), channel_id=3\n"
      "  v1 = f32[] get-tuple-element(e1), index=0\n"
      "  v2 = f32[] get-tuple-element(e2), index=0\n"
      "  ROOT a = (f32[], f32[]) tuple(v1, v2)\n}\n");
  ExpectResults(text, {2, 1}, Scalars({5, 6}), {"(f32[] 5, f32[] 6)", "(f32[] 6, f32[] 5)"});
}

// A -done that has its context from a loop is found by its own channel.
TEST(ChannelsTest, PairsJoinThroughALoop) {
  std::string text(kPipeline);
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  replace("recv(t), channel_id=1",
          "recv(t), channel_id=2, frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1},"
          "{1,2},{2,0}}\"}");
  replace("recv-done(recv), channel_id=1", "recv-done(recv), channel_id=2");
  replace("recv-done(last), channel_id=1", "recv-done(last), channel_id=2");
  ExpectResults(text, {3, 1}, Scalars({1, 2, 3}), {"f32[] 3", "f32[] 1", "f32[] 2"});
}

TEST(ChannelsTest, C9WhichOneIsMeantIsPlain) {
  const std::string_view pairs =
      ", frontend_attributes={_xla_send_recv_source_target_pairs=\"{{0,1}}\"}\n";
  const std::string head = "ENTRY e {\n  x = f32[] parameter(0)\n  t = token[] after-all()\n";
  const std::string two_sends =
      StrCat("HloModule m\n", head, "  n = (f32[], u32[], token[]) send(x, t), channel_id=1", pairs,
             "  m = (f32[], u32[], token[]) send(x, t), channel_id=2", pairs,
             "  r = (f32[], u32[], token[]) recv(t), channel_id=3", pairs,
             "  d = token[] send-done(n), channel_id=1\n  c = token[] send-done(m), channel_id=2\n"
             "  e = (f32[], token[]) recv-done(r), channel_id=3\n"
             "  ROOT y = f32[] get-tuple-element(e), index=0\n}\n");
  EXPECT_EQ(ErrorOfStart(two_sends, {2, 1}, Scalars({1, 2})),
            "INVALID_ARGUMENT [comm.c9] send: it is ambiguous which of %r (channel_id=3) receives "
            "from %n (channel_id=1), %m (channel_id=2)\n"
            "  they name the same pairs, and are not as many of either\n"
            "  help: give a send and its recv the same channel_id");
  // In two computations, which have no order.
  const std::string sends_in_a_call = StrCat(
      "HloModule m\nput {\n  x = f32[] parameter(0)\n  t = token[] after-all()\n",
      "  n = (f32[], u32[], token[]) send(x, t), channel_id=1", pairs,
      "  d = token[] send-done(n), channel_id=1\n  ROOT y = f32[] negate(x)\n}\n", head,
      "  m = (f32[], u32[], token[]) send(x, t), channel_id=2", pairs,
      "  r = (f32[], u32[], token[]) recv(t), channel_id=3", pairs,
      "  q = (f32[], u32[], token[]) recv(t), channel_id=4", pairs,
      "  e = (f32[], token[]) recv-done(r), channel_id=3\n"
      "  f = (f32[], token[]) recv-done(q), channel_id=4\n"
      "  d = token[] send-done(m), channel_id=2\n  ROOT y = f32[] call(x), to_apply=put\n}\n");
  const std::string error = ErrorOfStart(sends_in_a_call, {2, 1}, Scalars({1, 2}));
  EXPECT_NE(error.find("[comm.c9]"), std::string::npos) << error;
  EXPECT_NE(error.find("are of several computations"), std::string::npos) << error;
}

// ---- sends and recvs that begin together in one async-start, and end with its async-done ----

constexpr std::string_view kGroupHead = R"(HloModule m
g {
  d = f32[2] parameter(0)
  k = token[] parameter(1)
  s = (f32[2], u32[], token[]) send(d, k), frontend_attributes={_xla_send_recv_source_target_pairs={{0,1}}}
  r = (f32[2], u32[], token[]) recv(k), frontend_attributes={_xla_send_recv_source_target_pairs={{0,1}}}
  ROOT o = ((f32[2], u32[], token[]), (f32[2], u32[], token[])) tuple(s, r)
}
ENTRY e {
  d = f32[2] parameter(0)
  k = token[] after-all()
)";
constexpr std::string_view kGroupStart =
    "  a = ((f32[2], token[]), ((f32[2], u32[], token[]), (f32[2], u32[], token[])), s32[]) "
    "async-start(d, k), calls=g, frontend_attributes={_collectives_group=\"\"}\n";
constexpr std::string_view kGroupDone =
    "  n = ((f32[2], u32[], token[]), (f32[2], u32[], token[])) async-done(a)\n";
constexpr std::string_view kGroupRecv =
    "  r = (f32[2], u32[], token[]) get-tuple-element(n), index=1\n";

std::string GroupWith(std::string_view lines) { return StrCat(kGroupHead, lines, "}\n"); }

std::vector<std::vector<Literal>> GroupVectors() {
  return {{LiteralUtil::CreateR1<float>({5, 6})}, {LiteralUtil::CreateR1<float>({7, 8})}};
}

TEST(TransferGroupsTest, WhatWasReceivedIsInTheContext) {
  ExpectResults(GroupWith(StrCat(kGroupStart, kGroupDone, kGroupRecv,
                                 "  ROOT x = f32[2] get-tuple-element(r), index=0\n")),
                {2, 1}, GroupVectors(), {"f32[2] {0, 0}", "f32[2] {5, 6}"});
  // The same in the result of a program; and the sent value stays in its place.
  ExpectResults(GroupWith(StrCat(kGroupStart, "  ROOT", kGroupDone.substr(1))), {2, 1},
                GroupVectors(),
                {"((f32[2] {5, 6}, u32[] 0, token), (f32[2] {0, 0}, u32[] 0, token))",
                 "((f32[2] {7, 8}, u32[] 0, token), (f32[2] {5, 6}, u32[] 0, token))"});
}

// The call from which XLA makes the async-start.
TEST(TransferGroupsTest, ACallIsAGroupToo) {
  ExpectResults(GroupWith(StrCat("  n = ((f32[2], u32[], token[]), (f32[2], u32[], token[])) "
                                 "call(d, k), to_apply=g, frontend_attributes={_collectives_group"
                                 "=\"\"}\n",
                                 kGroupRecv, "  ROOT x = f32[2] get-tuple-element(r), index=0\n")),
                {2, 1}, GroupVectors(), {"f32[2] {0, 0}", "f32[2] {5, 6}"});
}

// An additional -done gives the same.
TEST(TransferGroupsTest, ADoneOfAContextThatIsOver) {
  ExpectResults(GroupWith(StrCat(kGroupStart, kGroupDone, kGroupRecv,
                                 "  v = (f32[2], token[]) recv-done(r)\n"
                                 "  ROOT x = f32[2] get-tuple-element(v), index=0\n")),
                {2, 1}, GroupVectors(), {"f32[2] {0, 0}", "f32[2] {5, 6}"});
}

// Only the async-done waits: instructions in between are executed before.
TEST(TransferGroupsTest, BeginsWithoutWaiting) {
  const std::string text =
      GroupWith(StrCat(kGroupStart,
                       "  s = (f32[2], u32[], token[]) send(d, k), channel_id=7, "
                       "frontend_attributes={_xla_send_recv_source_target_pairs={{1,0}}}\n"
                       "  q = (f32[2], u32[], token[]) recv(k), channel_id=7, "
                       "frontend_attributes={_xla_send_recv_source_target_pairs={{1,0}}}\n"
                       "  v = (f32[2], token[]) recv-done(q), channel_id=7\n"
                       "  w = token[] send-done(s), channel_id=7\n",
                       kGroupDone, kGroupRecv,
                       "  x = f32[2] get-tuple-element(r), index=0\n"
                       "  y = f32[2] get-tuple-element(v), index=0\n"
                       "  ROOT z = f32[2] add(x, y)\n"));
  ExpectResults(text, {2, 1}, GroupVectors(), {"f32[2] {7, 8}", "f32[2] {5, 6}"});
}

TEST(TransferGroupsTest, WithoutTheGroupTheReadIsRefused) {
  const std::string text = GroupWith(
      StrCat("  n = ((f32[2], u32[], token[]), (f32[2], u32[], token[])) call(d, k), to_apply=g\n",
             kGroupRecv, "  ROOT x = f32[2] get-tuple-element(r), index=0\n"));
  const auto module = ParseHloModule(text);
  EXPECT_EQ(module.status().rule(), "pairing.c6");
  EXPECT_NE(module.status().ToString().find("it takes element 0 of the context of %r, a recv"),
            std::string::npos)
      << module.status().ToString();
}

}  // namespace
}  // namespace hloom
