// Graphs of programs for several devices: how many there are, which send feeds which recv, what
// leaves a device, and who meets whom.
#include "base/json.h"
#include "gtest/gtest.h"
#include "ops/collectives/collective_attributes.h"
#include "ops/host/transfer.h"
#include "support/module_builder.h"
#include "text/graph/hlo_graph.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

using Graph = std::string (*)(const HloModule& module);
std::string GraphOf(std::string_view text, Graph graph) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? graph(**module) : "";
}
std::string DotOf(std::string_view text) { return GraphOf(text, HloModuleToDot); }
std::string JsonOf(std::string_view text) { return GraphOf(text, HloModuleToJson); }

size_t Occurrences(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// All lines of the graph that hold the part, without the blanks in front of them.
std::string LinesWith(const std::string& text, std::string_view part) {
  std::string lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (line.find(part) != std::string::npos) {
      StrAppend(lines, line.substr(line.find_first_not_of(' ')), "\n");
    }
    at = end + 1;
  }
  return lines;
}

constexpr char kRing[] = R"(HloModule ring, replica_count=2, num_partitions=4

ENTRY main {
  x = f32[4] parameter(0)
  start = token[] after-all()
  send = (f32[4], u32[], token[]) send(x, start), channel_id=3,
    frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1, 2}}"}
  recv = (f32[4], u32[], token[]) recv(start), channel_id=3,
    frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,2}}"}
  sent = token[] send-done(send), channel_id=3
  received = (f32[4], token[]) recv-done(recv), channel_id=3
  y = f32[4] get-tuple-element(received), index=0
  begin = (f32[4], f32[8]) all-gather-start(y), channel_id=1,
    replica_groups={{0,1},{2,3},{4,5},{6,7}}, dimensions={0}, use_global_device_ids=true
  ROOT done = f32[8] all-gather-done(begin)
})";

TEST(HloGraphDevicesTest, DotOfARing) {
  EXPECT_EQ(DotOf(kRing), R"dot(digraph "ring" {
  graph [compound=true, fontname="Helvetica", fontsize=12];
  node [shape=box, style="rounded,filled", fillcolor="white", fontname="Helvetica", fontsize=10];
  edge [fontname="Helvetica", fontsize=8];
  label="ring\nreplica_count=2, num_partitions=4";
  labelloc=t;
  subgraph cluster_0 {
    label="main (entry)";
    c0i0 [label="parameter(0)\nx\nf32[4]{0}", fillcolor="lightgrey"];
    c0i1 [label="after-all\nstart\ntoken[]", fillcolor="#efebe9"];
    c0i2 [label="send\nsend\n(f32[4]{0}, u32[], token[])\nchannel_id=3\n_xla_send_recv_source_target_pairs={{0,1},{1, 2}}", fillcolor="#d7ccc8"];
    c0i3 [label="recv\nrecv\n(f32[4]{0}, u32[], token[])\nchannel_id=3\n_xla_send_recv_source_target_pairs={{0,1},{1,2}}", fillcolor="#d7ccc8"];
    c0i4 [label="send-done\nsent\ntoken[]\nchannel_id=3", fillcolor="#d7ccc8"];
    c0i5 [label="recv-done\nreceived\n(f32[4]{0}, token[])\nchannel_id=3", fillcolor="#d7ccc8"];
    c0i6 [label="get-tuple-element\ny\nf32[4]{0}\nindex=0"];
    c0i7 [label="all-gather-start\nbegin\n(f32[4]{0}, f32[8]{0})\nchannel_id=1\nreplica_groups={{0,1},{2,3},{4,5},{6,7}}\ndimensions={0}\nuse_global_device_ids=true", fillcolor="#bcaaa4"];
    c0i8 [label="all-gather-done\ndone\nf32[8]{0}", fillcolor="#bcaaa4", peripheries=2];
    c0i0 -> c0i2 [label="0"];
    c0i1 -> c0i2 [label="1", color="#8c7b75"];
    c0i1 -> c0i3 [color="#8c7b75"];
    c0i2 -> c0i4 [style=bold];
    c0i3 -> c0i5 [style=bold];
    c0i5 -> c0i6;
    c0i6 -> c0i7;
    c0i7 -> c0i8 [style=bold];
  }
  c0i2 -> c0i3 [style=dashed, constraint=false, color="#8c7b75", label="channel 3"];
}
)dot");
}

TEST(HloGraphDevicesTest, JsonOfARing) {
  const std::string json = JsonOf(kRing);
  EXPECT_EQ(json.find(R"({"name":"ring","entry":"main","replica_count":"2","num_partitions":"4",)"
                      R"("computations":[)"),
            0u)
      << json;
  EXPECT_NE(json.find(R"("operands":["x","start"],"attributes":{"channel_id":"3",)"
                      R"("_xla_send_recv_source_target_pairs":"{{0,1},{1, 2}}"},"calls":[]})"),
            std::string::npos)
      << json;
  EXPECT_NE(
      json.find(R"("attributes":{"channel_id":"1","replica_groups":"{{0,1},{2,3},{4,5},{6,7}}",)"
                R"("dimensions":"{0}","use_global_device_ids":"true"})"),
      std::string::npos)
      << json;
  const std::string end =
      R"(]}],"channels":[{"channel_id":"3","source_target_pairs":"{{0,1},{1,2}}",)"
      R"("sends":[{"computation":"main","instruction":"send"}],)"
      R"("recvs":[{"computation":"main","instruction":"recv"}]}]})";
  ASSERT_GT(json.size(), end.size());
  EXPECT_EQ(json.substr(json.size() - end.size()), end);
}

TEST(HloGraphDevicesTest, OnlyCountsOtherThanOneAreTold) {
  constexpr char kBody[] = "\nENTRY main { ROOT x = f32[] parameter(0) }";
  const std::string one = DotOf(StrCat("HloModule m", kBody));
  EXPECT_EQ(one.find("labelloc"), std::string::npos) << one;
  EXPECT_EQ(
      JsonOf(StrCat("HloModule m", kBody)).find(R"({"name":"m","entry":"main","computations")"),
      0u);
  EXPECT_EQ(LinesWith(DotOf(StrCat("HloModule m, num_partitions=8", kBody)), "num_partitions"),
            "label=\"m\\nnum_partitions=8\";\n");
  EXPECT_EQ(JsonOf(StrCat("HloModule m, replica_count=8", kBody))
                .find(R"({"name":"m","entry":"main","replica_count":"8","computations")"),
            0u);
}

// Sends and recvs, each with its channel and pairs; nothing else of them matters here.
class TransferModule {
 public:
  explicit TransferModule(Shape shape = F32Of({2})) : builder_("transfers") {
    builder_.Begin("main");
    x_ = builder_.Parameter(0, std::move(shape), "x");
    token_ = builder_.Add(HloOpcode::kAfterAll);
  }
  void Send(int64_t channel, std::string pairs = "", bool host = false) {
    SetPairs(builder_.Add(HloOpcode::kSend, {x_, token_},
                          MakeAttributes(ChannelAttributes{channel, host})),
             pairs);
  }
  void Recv(int64_t channel, std::string pairs = "", bool host = false) {
    Recv(x_->shape(), channel, pairs, host);
  }
  void Recv(const Shape& shape, int64_t channel, std::string pairs = "", bool host = false) {
    SetPairs(
        builder_.Add(HloOpcode::kRecv, {token_}, MakeAttributes(ChannelAttributes{channel, host}),
                     {}, TransferContextShape(shape)),
        pairs);
  }
  std::unique_ptr<HloModule> Take() {
    builder_.Finish(x_);
    return builder_.Take();
  }
  // The edges between sends and recvs, and the nodes of channels.
  std::string Links() {
    std::string links;
    const std::string dot = HloModuleToDot(*Take());
    for (const char* part : {"shape=ellipse", "constraint=false"}) {
      StrAppend(links, LinesWith(dot, part));
    }
    return links;
  }

 private:
  static void SetPairs(HloInstruction* instruction, const std::string& pairs) {
    if (pairs.empty()) return;
    auto extras = std::make_unique<InstructionExtras>();
    extras->frontend_attributes.emplace(kSendRecvPairs, pairs);
    instruction->set_extras(std::move(extras));
  }
  ModuleBuilder builder_;
  HloInstruction* x_;
  HloInstruction* token_;
};

std::string Link(std::string_view from, std::string_view to, int64_t channel) {
  return StrCat(from, " -> ", to, " [style=dashed, constraint=false, color=\"#8c7b75\", ",
                "label=\"channel ", channel, "\"];\n");
}
std::string LinkOverNode(std::string_view from, std::string_view to) {
  return StrCat(from, " -> ", to, " [style=dashed, constraint=false, color=\"#8c7b75\"];\n");
}

TEST(HloGraphDevicesTest, TransfersWithTheHostHaveNoLink) {
  TransferModule module;
  module.Send(1, "", /*host=*/true);
  module.Recv(2, "", /*host=*/true);
  module.Send(3, "", /*host=*/true);  // the same number, but another channel
  module.Recv(3);
  module.Send(4);  // without another end
  module.Send(0);  // without a channel
  module.Recv(0);
  EXPECT_EQ(module.Links(), "");
  TransferModule again;
  again.Send(1, "", /*host=*/true);
  again.Recv(1, "", /*host=*/true);
  EXPECT_EQ(HloModuleToJson(*again.Take()).find("channels"), std::string::npos);
}

// Pipelines share channel 0: the pairs tell the transfers apart, and the shapes do.
TEST(HloGraphDevicesTest, TransfersOfOneChannelAreToldApart) {
  TransferModule module;
  module.Send(0, "{{0,1}}");              // c0i2
  module.Recv(0, "{{1,2}}");              // c0i3
  module.Recv(F32Of({3}), 0, "{{0,1}}");  // c0i4
  module.Recv(0, "{{0,1}}");              // c0i5
  module.Send(0, "{ {1,2} }");            // c0i6
  EXPECT_EQ(module.Links(), StrCat(Link("c0i2", "c0i5", 0), Link("c0i6", "c0i3", 0)));
}

// As in a run, the order of pairs and blanks between them mean nothing.
TEST(HloGraphDevicesTest, PairsInAnotherOrderAreTheSame) {
  TransferModule module;
  module.Send(1, "{{1,0},{0,1}}");
  module.Recv(1, "{ {0,1}, {1,0} }");
  EXPECT_EQ(module.Links(), Link("c0i2", "c0i3", 1));
}

// Sizes must be the same, layouts and dynamic dimensions need not.
TEST(HloGraphDevicesTest, CompatibleShapesMeet) {
  Shape dynamic = F32Of({4, 2});
  dynamic.set_dynamic_dimension(0, true);
  TransferModule module(dynamic);
  module.Send(1);
  module.Recv(ShapeUtil::MakeShapeWithLayout(F32, {4, 2}, {0, 1}), 1);
  EXPECT_EQ(module.Links(), Link("c0i2", "c0i3", 1));
}

TEST(HloGraphDevicesTest, WhoHasNoPairsHasTheOnlyOnesOfTheChannel) {
  TransferModule one;
  one.Recv(1);
  one.Send(1, "{{0,1}}");
  EXPECT_EQ(one.Links(), Link("c0i3", "c0i2", 1));
  TransferModule several;
  several.Send(1, "{{0,1}}");
  several.Send(1, "{{1,2}}");
  several.Recv(1);
  EXPECT_EQ(several.Links(), "");
}

// If channels have only one end, pairs join them, in the order of the program.
TEST(HloGraphDevicesTest, PairsJoinWhatHasDifferentChannels) {
  TransferModule module;
  module.Send(1, "{{0,1}}");  // c0i2
  module.Send(5, "{{0,1}}");  // c0i3
  module.Recv(5, "{{0,1}}");  // c0i4
  module.Send(2, "{{0,1}}");  // c0i5
  module.Recv(3, "{{0,1}}");  // c0i6
  module.Recv(4, "{{0,1}}");  // c0i7
  EXPECT_EQ(module.Links(),
            StrCat(Link("c0i2", "c0i6", 1), Link("c0i3", "c0i4", 5), Link("c0i5", "c0i7", 2)));
  TransferModule ambiguous;
  ambiguous.Send(1, "{{0,1}}");
  ambiguous.Send(2, "{{0,1}}");
  ambiguous.Recv(3, "{{0,1}}");
  EXPECT_EQ(ambiguous.Links(), "");
}

TEST(HloGraphDevicesTest, SeveralSendsAndRecvsMeetInANode) {
  TransferModule one;
  one.Send(7);
  one.Recv(7);
  one.Recv(7);
  EXPECT_EQ(one.Links(), StrCat(Link("c0i2", "c0i3", 7), Link("c0i2", "c0i4", 7)));
  const auto fill = [](TransferModule& module) {
    module.Send(7);
    module.Recv(7);
    module.Send(7);
    module.Recv(7);
  };
  TransferModule both;
  fill(both);
  EXPECT_EQ(both.Links(),
            StrCat("channel0 [label=\"channel 7\", shape=ellipse, style=\"filled,dashed\", "
                   "fillcolor=\"#d7ccc8\"];\n",
                   LinkOverNode("c0i2", "channel0"), LinkOverNode("c0i4", "channel0"),
                   LinkOverNode("channel0", "c0i3"), LinkOverNode("channel0", "c0i5")));
  TransferModule json;
  fill(json);
  EXPECT_NE(HloModuleToJson(*json.Take())
                .find(R"("channels":[{"channel_id":"7","sends":[)"
                      R"({"computation":"main","instruction":"send.3"},)"
                      R"({"computation":"main","instruction":"send.5"}],"recvs":[)"
                      R"({"computation":"main","instruction":"recv.4"},)"
                      R"({"computation":"main","instruction":"recv.6"}]}]})"),
            std::string::npos);
}

// The edges are outside of the groups, so that every node is drawn in its own group.
TEST(HloGraphDevicesTest, LinksLeadFromComputationToComputation) {
  const std::string dot = DotOf(R"(HloModule m
    give { a = f32[] parameter(0)  b = token[] after-all()
      c = (f32[], u32[], token[]) send(a, b), channel_id=1
      ROOT d = token[] send-done(c), channel_id=1 }
    take { a2 = f32[] parameter(0)  b2 = token[] after-all()
      c2 = (f32[], u32[], token[]) recv(b2), channel_id=1
      d2 = (f32[], token[]) recv-done(c2), channel_id=1
      ROOT e2 = token[] get-tuple-element(d2), index=1 }
    ENTRY main { p = pred[] parameter(0)  x = f32[] parameter(1)
      ROOT y = token[] conditional(p, x, x), true_computation=give, false_computation=take })");
  EXPECT_NE(dot.find(StrCat("  ", Link("c0i2", "c1i2", 1), "}\n")), std::string::npos) << dot;
}

TEST(HloGraphDevicesTest, WhatLeavesADeviceIsBrown) {
  const std::string dot = DotOf(R"(HloModule m
    add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
    ENTRY main {
      t = token[] after-all()
      in = (f32[2], token[]) infeed(t)
      x = f32[2] get-tuple-element(in), index=0
      t2 = token[] get-tuple-element(in), index=1
      sum = f32[2] all-reduce(x), replica_groups={}, to_apply=add
      moved = f32[2] collective-permute(sum), source_target_pairs={{0,1},{1,0}}
      after = f32[2] add-dependency(moved, t2)
      out = token[] outfeed(after, t2), outfeed_shape=f32[2]
      replica = u32[] replica-id()
      call = f32[2] custom-call(after), custom_call_target="f"
      ROOT all = (f32[2], u32[], token[]) tuple(call, replica, out)
    })");
  EXPECT_EQ(LinesWith(dot, " [label=\"infeed"),
            "c1i1 [label=\"infeed\\nin\\n(f32[2]{0}, token[])\", fillcolor=\"#d7ccc8\"];\n");
  EXPECT_EQ(
      LinesWith(dot, "index=1\""),
      "c1i3 [label=\"get-tuple-element\\nt2\\ntoken[]\\nindex=1\", fillcolor=\"#efebe9\"];\n");
  EXPECT_EQ(LinesWith(dot, "\"all-reduce"),
            "c1i4 [label=\"all-reduce\\nsum\\nf32[2]{0}\\nreplica_groups={}\", "
            "fillcolor=\"#bcaaa4\"];\n");
  EXPECT_EQ(LinesWith(dot, "\"collective-permute"),
            "c1i5 [label=\"collective-permute\\nmoved\\nf32[2]{0}\\n"
            "source_target_pairs={{0,1},{1,0}}\", fillcolor=\"#bcaaa4\"];\n");
  EXPECT_EQ(LinesWith(dot, "\"add-dependency"),
            "c1i6 [label=\"add-dependency\\nafter\\nf32[2]{0}\"];\n");
  EXPECT_EQ(LinesWith(dot, "\"outfeed"),
            "c1i7 [label=\"outfeed\\nout\\ntoken[]\\noutfeed_shape=f32[2]{0}\", "
            "fillcolor=\"#d7ccc8\"];\n");
  EXPECT_EQ(LinesWith(dot, "\"replica-id"),
            "c1i8 [label=\"replica-id\\nreplica\\nu32[]\", fillcolor=\"#d7ccc8\"];\n");
  EXPECT_EQ(LinesWith(dot, "\"custom-call").find("fillcolor"), std::string::npos);
  EXPECT_EQ(LinesWith(dot, "-> c1i6"),
            "c1i5 -> c1i6 [label=\"0\"];\nc1i3 -> c1i6 [label=\"1\", color=\"#8c7b75\"];\n");
}

// A concurrent operation has the color of its kind, and so has its end.
TEST(HloGraphDevicesTest, BeginningAndEndBelongTogether) {
  const std::string dot = DotOf(R"(HloModule m
    shared { a = f32[2] parameter(0)
      ROOT b = f32[4] all-gather(a), replica_groups={}, dimensions={0} }
    own { a2 = f32[2] parameter(0)  ROOT b2 = f32[2] negate(a2) }
    ENTRY main {
      x = f32[2] parameter(0)
      s = ((f32[2]), f32[4], u32[]) async-start(x), calls=shared
      u = ((f32[2]), f32[4], u32[]) async-update(s)
      d = f32[4] async-done(u)
      begin = ((f32[2]), f32[2], u32[]) async-start(x), calls=own
      d2 = f32[2] async-done(begin)
      c = (f32[2], f32[2], u32[]) copy-start(d2)
      e = f32[2] copy-done(c)
      ROOT r = (f32[4], f32[2]) tuple(d, e)
    })");
  const auto color_of = [&](std::string_view label) {
    const std::string line = LinesWith(dot, StrCat("[label=\"", label, "\\n"));
    const size_t at = line.find("fillcolor=\"");
    return at == std::string::npos ? "" : line.substr(at + 11, line.find('"', at + 11) - at - 11);
  };
  EXPECT_EQ(color_of("async-start\\ns"), "#bcaaa4");
  EXPECT_EQ(color_of("async-update\\nu"), "#bcaaa4");
  EXPECT_EQ(color_of("async-done\\nd"), "#bcaaa4");
  EXPECT_EQ(color_of("async-start\\nbegin"), "lightyellow");
  EXPECT_EQ(color_of("async-done\\nd2"), "lightyellow");
  EXPECT_EQ(color_of("copy-start\\nc"), "");
  EXPECT_EQ(LinesWith(dot, "style=bold"),
            "c2i1 -> c2i2 [style=bold];\nc2i2 -> c2i3 [style=bold];\nc2i4 -> c2i5 [style=bold];\n"
            "c2i6 -> c2i7 [style=bold];\n");
}

// If the state of a loop carries a start, its done is not the end of the tuple.
TEST(HloGraphDevicesTest, WhatComesOutOfATupleEndsNothingThatIsThere) {
  const std::string dot = DotOf(R"(HloModule m
    ENTRY main {
      state = (f32[], (f32[], u32[], token[])) parameter(0)
      context = (f32[], u32[], token[]) get-tuple-element(state), index=1
      ROOT done = (f32[], token[]) recv-done(context), channel_id=1
    })");
  EXPECT_EQ(LinesWith(dot, "-> c0i2"), "c0i1 -> c0i2;\n");
  EXPECT_NE(LinesWith(dot, "\"recv-done").find("fillcolor=\"#d7ccc8\""), std::string::npos);
}

// An all-reduce over such groups, as its node tells them.
std::string GroupsInNode(std::vector<std::vector<int64_t>> groups) {
  ModuleBuilder b("groups");
  const HloComputation* add = b.FinishScalar(HloOpcode::kAdd, "add");
  b.Begin("main");
  AllReduceAttributes attributes;
  attributes.replica_groups.list = std::move(groups);
  HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
  b.Finish(b.Add(HloOpcode::kAllReduce, {x}, MakeAttributes(attributes), {add}, F32Of({2})));
  const std::string json = HloModuleToJson(*b.Take());
  constexpr std::string_view kName = R"("replica_groups":")";
  const size_t at = json.find(kName) + kName.size();
  return json.substr(at, json.find('"', at) - at);
}

std::vector<std::vector<int64_t>> GroupsOfSize(int64_t count, int64_t size) {
  std::vector<std::vector<int64_t>> groups(static_cast<size_t>(count));
  int64_t id = 0;
  for (auto& group : groups) {
    for (int64_t i = 0; i < size; ++i) group.push_back(id++);
  }
  return groups;
}

TEST(HloGraphDevicesTest, LongGroupsAreCutBetweenTwo) {
  EXPECT_EQ(GroupsInNode(GroupsOfSize(2, 2)), "{{0,1},{2,3}}");
  EXPECT_EQ(GroupsInNode(GroupsOfSize(512, 2)),
            "{{0,1},{2,3},{4,5},{6,7},{8,9},{10,11},{12,13},{14,15},{16,17},{18,19},{20,21},"
            "{22,23},{24,25},{26,27},{28,29},{30,31},{32,33},{34,35},{36,37},{38,39},{40,41},"
            "{42,43},{44,45},{46,47},{48,49},{50,51}, ... 486 more groups}");
  const std::string first =
      "{{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,"
      "33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,"
      "63,64,65,66,67,68";
  EXPECT_EQ(GroupsInNode(GroupsOfSize(1, 1024)), StrCat(first, ", ... 955 more ids}}"));
  EXPECT_EQ(GroupsInNode(GroupsOfSize(2, 512)),
            StrCat(first, ", ... 443 more ids}, ... 1 more group}"));
}

TEST(HloGraphDevicesTest, LongPairsAreCutBetweenTwo) {
  std::string pairs = "{";
  for (int i = 0; i < 100; ++i) StrAppend(pairs, i == 0 ? "{" : ",{", i, ",", i + 1, "}");
  pairs += "}";
  const std::string dot =
      DotOf(StrCat("HloModule m\nENTRY main { x = f32[] parameter(0)\n"
                   "ROOT y = f32[] collective-permute(x), source_target_pairs=",
                   pairs, " }"));
  EXPECT_NE(dot.find("{26,27}, ... 73 more pairs}\""), std::string::npos) << dot;
  TransferModule module;
  module.Send(1, pairs);
  module.Recv(1, pairs);
  const std::string json = HloModuleToJson(*module.Take());
  EXPECT_EQ(Occurrences(json, "{26,27}, ... 73 more pairs}\""), 3u) << json;
}

// A frontend attribute may be any text; all of these come from bytes.
TEST(HloGraphDevicesTest, PairsThatAreNoneAreOnlyText) {
  const std::vector<std::string> texts = {
      "{{",
      "{{" + std::string(300, ','),
      "{{" + std::string(300, '1'),
      "{{1," + std::string(300, '1'),
      "{{1," + std::string(100, '1') + "}" + std::string(300, '{'),
      "{{1" + std::string(300, '}') + ",",
      std::string(250, '\xff') + "},",
      "{{\xc3" + std::string(199, '\xa9') + "},{\"\n\\}",
  };
  for (const std::string& text : texts) {
    TransferModule module;
    module.Send(1, text);
    module.Recv(1, text);
    const auto taken = module.Take();
    EXPECT_EQ(Occurrences(HloModuleToDot(*taken), "constraint=false"), 1u) << text;
    EXPECT_TRUE(ParseJson(HloModuleToJson(*taken)).ok()) << text;
  }
}

TEST(HloGraphDevicesTest, ThousandsOfTransfersAreNoTrouble) {
  constexpr int kCount = 20000;
  TransferModule one_channel;
  TransferModule own_channels;
  TransferModule own_shapes;
  for (int i = 0; i < kCount; ++i) {
    one_channel.Send(1);
    one_channel.Recv(1);
    own_channels.Send(i + 1);
    own_channels.Recv(i + 1);
    own_shapes.Send(0, StrCat("{{", i, ",", i + 1, "}}"));
    own_shapes.Recv(F32Of({i}), 0, StrCat("{{", i, ",", i + 1, "}}"));
  }
  const auto edges = [](TransferModule& module) {
    const auto taken = module.Take();
    EXPECT_EQ(HloModuleToJson(*taken), HloModuleToJson(*taken));
    return Occurrences(HloModuleToDot(*taken), "constraint=false");
  };
  EXPECT_EQ(edges(one_channel), 2u * kCount);
  EXPECT_EQ(edges(own_channels), 1u * kCount);
  EXPECT_EQ(edges(own_shapes), 1u);
}

}  // namespace
}  // namespace hloom
