// Collectives, channels and feeds are called as XLA's headers declare them, in its namespace: the
// calls compile, and give the HLO that XLA's builder gives.
#include "builder/functions/collectives/xla_collectives.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "support/run.h"
#include "text/hlo/hlo_text.h"
#include "xla.h"

namespace {

using namespace xla;                       // NOLINT: so do programs
using hloom::testing_support::BuildOrDie;  // NOLINT
using hloom::testing_support::ScalarAdd;   // NOLINT
using XlaCollectivesPairs = std::vector<std::pair<int64_t, int64_t>>;

// A builder with operands, and what a call adds to it.
class XlaCollectivesTest : public testing::Test {
 protected:
  XlaBuilder b{"m"};
  const Shape array = ShapeUtil::MakeShape(F32, {4, 16});
  const Layout columns = LayoutUtil::MakeLayout({0, 1});
  const XlaOp x = Parameter(&b, 0, array, "x");
  const XlaOp y = Parameter(&b, 1, array, "y");
  const XlaComputation add = ScalarAdd(F32);
  ChannelHandle channel;
  ReplicaGroup pair;
  ReplicaGroup other;

  void SetUp() override {
    channel.set_handle(1);
    channel.set_type(ChannelHandle::DEVICE_TO_DEVICE);
    pair.add_replica_ids(0);
    pair.add_replica_ids(1);
    other.mutable_replica_ids()->Add(2);
    other.mutable_replica_ids()->Add(3);
  }

  // The instructions that were added, each without its name, and nothing of what they call.
  std::string Added() {
    const std::string text = HloModuleToText(*BuildOrDie(b).CreateModule());
    std::string added;
    for (size_t at = text.find("ENTRY"); at != std::string::npos; at = text.find('\n', at)) {
      const size_t end = text.find('\n', ++at);
      const std::string line = text.substr(at, end == std::string::npos ? end : end - at);
      const size_t equals = line.find(" = ");
      if (equals == std::string::npos || line.find(" parameter(") != std::string::npos) continue;
      added += line.substr(equals + 3) + "\n";
    }
    return added;
  }
  void Expect(const std::string& added) { EXPECT_EQ("\n" + Added(), added); }
};

TEST_F(XlaCollectivesTest, AllReduce) {
  AllReduce(x, add);
  AllReduce(x, add, {});
  AllReduce(x, add, {pair, other});
  AllReduce(x, add, std::vector<ReplicaGroup>{pair, other}, channel);
  AllReduce(x, add, {}, std::nullopt, std::nullopt);
  AllReduce(x, add, {pair}, channel, std::nullopt, true);
  AllReduceTuple({x, y}, add, {pair}, channel, std::nullopt, true);
  Expect(R"(
f32[4,16]{1,0} all-reduce(%x), replica_groups={}, to_apply=%add.4
f32[4,16]{1,0} all-reduce(%x), replica_groups={}, to_apply=%add.4
f32[4,16]{1,0} all-reduce(%x), replica_groups={{0,1},{2,3}}, to_apply=%add.4
f32[4,16]{1,0} all-reduce(%x), channel_id=1, replica_groups={{0,1},{2,3}}, to_apply=%add.4
f32[4,16]{1,0} all-reduce(%x), replica_groups={}, to_apply=%add.4
f32[4,16]{1,0} all-reduce(%x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%add.4
(f32[4,16]{1,0}, f32[4,16]{1,0}) all-reduce(%x, %y), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%add.4
)");
}

TEST_F(XlaCollectivesTest, LayoutsOfReductions) {
  const Shape laid_out = ShapeUtil::MakeShapeWithLayout(F32, {4, 16}, {0, 1});
  AllReduce(x, add, {}, std::nullopt, array);
  AllReduce(x, add, {}, std::nullopt, laid_out);
  AllReduceTuple({x, y}, add, {}, std::nullopt, ShapeUtil::MakeTupleShape({array, laid_out}));
  AllReduce(Tuple(&b, {x}), add, {}, std::nullopt, ShapeUtil::MakeTupleShape({laid_out}));
  ReduceScatter(x, add, 1, 2, {pair}, channel, columns, true);
  Expect(R"(
f32[4,16]{1,0} all-reduce(%x), replica_groups={}, constrain_layout=true, to_apply=%add.4
f32[4,16]{0,1} reshape(%x)
f32[4,16]{0,1} all-reduce(%reshape.8), replica_groups={}, constrain_layout=true, to_apply=%add.4
f32[4,16]{0,1} reshape(%y)
(f32[4,16]{1,0}, f32[4,16]{0,1}) all-reduce(%x, %reshape.10), replica_groups={}, constrain_layout=true, to_apply=%add.4
(f32[4,16]{1,0}) tuple(%x)
f32[4,16]{1,0} get-tuple-element(%tuple.12), index=0
f32[4,16]{0,1} reshape(%get-tuple-element.13)
f32[4,16]{0,1} all-reduce(%reshape.14), replica_groups={}, constrain_layout=true, to_apply=%add.4
(f32[4,16]{0,1}) tuple(%all-reduce.15)
f32[4,8]{0,1} reduce-scatter(%x), channel_id=1, replica_groups={{0,1}}, constrain_layout=true, use_global_device_ids=true, dimensions={1}, to_apply=%add.4
)");
}

TEST_F(XlaCollectivesTest, GathersAndSums) {
  AllGather(x, 0, 2);
  AllGather(x, 0, 2, {});
  AllGather(x, 0, 2, {pair}, channel);
  AllGather(x, 0, 2, {pair}, channel, std::nullopt, true);
  AllGather(x, 0, 2, {}, std::nullopt, columns);
  AllGatherTuple({x, y}, 1, 2, {pair}, std::nullopt, columns);
  ReduceScatter(x, add, 0, 2, {pair}, channel);
  CrossReplicaSum(x);
  CrossReplicaSum(x, {pair});
  Expect(R"(
f32[8,16]{1,0} all-gather(%x), replica_groups={}, dimensions={0}
f32[8,16]{1,0} all-gather(%x), replica_groups={}, dimensions={0}
f32[8,16]{1,0} all-gather(%x), channel_id=1, replica_groups={{0,1}}, dimensions={0}
f32[8,16]{1,0} all-gather(%x), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true
f32[8,16]{0,1} all-gather(%x), replica_groups={}, constrain_layout=true, dimensions={0}
(f32[4,32]{0,1}, f32[4,32]{0,1}) all-gather(%x, %y), replica_groups={{0,1}}, constrain_layout=true, dimensions={1}
f32[2,16]{1,0} reduce-scatter(%x), channel_id=1, replica_groups={{0,1}}, dimensions={0}, to_apply=%add.4
f32[4,16]{1,0} all-reduce(%x), replica_groups={}, to_apply=%add.8
f32[4,16]{1,0} all-reduce(%x), replica_groups={{0,1}}, to_apply=%add.12
)");
}

TEST_F(XlaCollectivesTest, AllToAll) {
  AllToAll(x, 0, 0, 2);
  AllToAll(x, 0, 0, 2, {pair}, std::nullopt);
  AllToAll(x, 0, 0, 2, {}, std::nullopt, channel);
  AllToAll(x, 1, 0, 2, {pair}, std::nullopt, channel);
  AllToAllTuple({x, y}, {pair}, std::nullopt, channel);
  AllToAllTuple({x, y}, {}, columns);
  Expect(R"(
f32[4,16]{1,0} all-to-all(%x), replica_groups={}, dimensions={0}
f32[4,16]{1,0} all-to-all(%x), replica_groups={{0,1}}, dimensions={0}
f32[4,16]{1,0} all-to-all(%x), channel_id=1, replica_groups={}, dimensions={0}
f32[4,16]{1,0} all-to-all(%x), channel_id=1, replica_groups={{0,1}}, dimensions={1}
f32[4,2,8]{2,1,0} reshape(%all-to-all.6)
f32[2,4,8]{2,1,0} transpose(%reshape.7), dimensions={1,0,2}
f32[8,8]{1,0} reshape(%transpose.8)
(f32[4,16]{1,0}, f32[4,16]{1,0}) all-to-all(%x, %y), channel_id=1, replica_groups={{0,1}}
f32[4,16]{0,1} reshape(%x)
f32[4,16]{0,1} reshape(%y)
(f32[4,16]{0,1}, f32[4,16]{0,1}) all-to-all(%reshape.11, %reshape.12), replica_groups={}, constrain_layout=true
)");
}

TEST_F(XlaCollectivesTest, AllToAllBySlices) {
  AllToAllTuple(x, 1, 0, 2, {pair}, std::nullopt, channel);
  AllToAll(x, 1, 0, 2, {pair}, columns);
  Expect(R"(
f32[4,8]{1,0} slice(%x), slice={[0:4], [0:8]}
f32[4,8]{1,0} slice(%x), slice={[0:4], [8:16]}
(f32[4,8]{1,0}, f32[4,8]{1,0}) all-to-all(%slice.3, %slice.4), channel_id=1, replica_groups={{0,1}}
f32[4,8]{1,0} get-tuple-element(%all-to-all.5), index=0
f32[4,8]{1,0} get-tuple-element(%all-to-all.5), index=1
f32[8,8]{1,0} concatenate(%get-tuple-element.6, %get-tuple-element.7), dimensions={0}
f32[4,8]{1,0} slice(%x), slice={[0:4], [0:8]}
f32[4,8]{1,0} slice(%x), slice={[0:4], [8:16]}
f32[4,8]{0,1} reshape(%slice.9)
f32[4,8]{0,1} reshape(%slice.10)
(f32[4,8]{0,1}, f32[4,8]{0,1}) all-to-all(%reshape.11, %reshape.12), replica_groups={{0,1}}, constrain_layout=true
f32[4,8]{0,1} get-tuple-element(%all-to-all.13), index=0
f32[4,8]{0,1} get-tuple-element(%all-to-all.13), index=1
f32[8,8]{1,0} concatenate(%get-tuple-element.14, %get-tuple-element.15), dimensions={0}
)");
}

// Both ways to exchange, and both layouts, give the same values.
TEST_F(XlaCollectivesTest, LayoutsChangeNoValue) {
  const XlaOp z = Parameter(&b, 2, ShapeUtil::MakeShape(F32, {2, 4}), "z");
  const Shape columns_of_z = ShapeUtil::MakeShapeWithLayout(F32, {2, 4}, {0, 1});
  Tuple(&b, {AllToAll(z, 1, 0, 2), AllToAll(z, 1, 0, 2, {}, columns),
             AllGather(z, 0, 2, {}, std::nullopt, columns),
             AllReduce(z, add, {}, std::nullopt, columns_of_z),
             ReduceScatter(z, add, 1, 2, {}, std::nullopt, columns)});
  const std::shared_ptr<const HloModule> module = BuildOrDie(b).CreateModule();
  const DeviceGrid grid{.replicas = 2};
  std::vector<std::vector<Literal>> arguments;
  for (const float first : {1.0f, 100.0f}) {
    const Literal rows = LiteralUtil::CreateR2<float>(
        {{first, first + 1, first + 2, first + 3}, {first + 4, first + 5, first + 6, first + 7}});
    arguments.push_back({LiteralUtil::Zero(array), LiteralUtil::Zero(array), rows});
  }
  const auto executable = *Executable::Create(module, grid);
  auto run = Execution::StartOnDevices(executable, {arguments.data(), arguments.size()}, {});
  ASSERT_TRUE(run.ok()) << run.status().ToString();
  while (!*(*run)->RunFor(1000)) {
  }
  EXPECT_EQ((*run)->TakeResult(1).ToString(),
            "(f32[4,2] { { 3, 4 }, { 7, 8 }, { 102, 103 }, { 106, 107 } }, "
            "f32[4,2] { { 3, 4 }, { 7, 8 }, { 102, 103 }, { 106, 107 } }, "
            "f32[4,4] { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 100, 101, 102, 103 }, "
            "{ 104, 105, 106, 107 } }, "
            "f32[2,4] { { 101, 103, 105, 107 }, { 109, 111, 113, 115 } }, "
            "f32[2,2] { { 105, 107 }, { 113, 115 } })");
}

TEST_F(XlaCollectivesTest, Sends) {
  CollectivePermute(x, {{0, 1}, {1, 2}, {2, 3}});
  CollectivePermute(x, {{0, 1}}, channel);
  CollectivePermute(x, XlaCollectivesPairs{{1, 0}}, std::nullopt, /*inplace=*/false);
  CollectivePermute(x, {});
  MultiCollectivePermute({x, y}, {{0, 1}}, channel);
  CollectiveBroadcast(x, {pair});
  CollectiveBroadcast(x, {pair}, channel);
  CollectiveBroadcast({x, y}, {pair}, channel, /*has_dynamic_root=*/false);
  Expect(R"(
f32[4,16]{1,0} collective-permute(%x), source_target_pairs={{0,1},{1,2},{2,3}}
f32[4,16]{1,0} collective-permute(%x), channel_id=1, source_target_pairs={{0,1}}
f32[4,16]{1,0} collective-permute(%x), source_target_pairs={{1,0}}
f32[4,16]{1,0} collective-permute(%x), source_target_pairs={}
(f32[4,16]{1,0}, f32[4,16]{1,0}) collective-permute(%x, %y), channel_id=1, source_target_pairs={{0,1}}
f32[4,16]{1,0} collective-broadcast(%x), replica_groups={{0,1}}
f32[4,16]{1,0} collective-broadcast(%x), channel_id=1, replica_groups={{0,1}}
f32[4,16]{1,0} collective-broadcast(%x), channel_id=1, replica_groups={{0,1}}
f32[4,16]{1,0} collective-broadcast(%y), channel_id=1, replica_groups={{0,1}}
(f32[4,16]{1,0}, f32[4,16]{1,0}) tuple(%collective-broadcast.10, %collective-broadcast.11)
)");
}

TEST_F(XlaCollectivesTest, RaggedAllToAll) {
  const XlaOp offsets = ConstantR1<int32_t>(&b, {0, 1});
  RaggedAllToAll(x, offsets, offsets, y, offsets, offsets, {pair}, channel);
  Expect(R"(
s32[2]{0} constant({0, 1})
f32[4,16]{1,0} ragged-all-to-all(%x, %y, %constant.3, %constant.3, %constant.3, /*index=5*/%constant.3), channel_id=1, replica_groups={{0,1}}
)");
}

TEST_F(XlaCollectivesTest, DeviceLists) {
  const CollectiveDeviceList list(std::vector<ReplicaGroup>{pair, other});
  AllReduceWithDeviceList(x, add, list, channel, std::nullopt, true);
  AllReduceTupleWithDeviceList({x, y}, add, list);
  AllGatherWithDeviceList(x, 0, 2, IotaReplicaGroupList(2, 2));
  AllGatherTupleWithDeviceList({x, y}, 0, 2, IotaReplicaGroupList(2, 2, {2, 2}, {1, 0}));
  ReduceScatterWithDeviceList(x, add, 0, 2, list);
  AllToAllWithDeviceList(x, 0, 0, 2, list);
  AllToAllTupleWithDeviceList({x, y}, list);
  CollectiveBroadcastWithDeviceList(x, list, channel);
  CollectiveBroadcastWithDeviceList({x, y}, list);
  Expect(R"(
f32[4,16]{1,0} all-reduce(%x), channel_id=1, replica_groups={{0,1},{2,3}}, use_global_device_ids=true, to_apply=%add.4
(f32[4,16]{1,0}, f32[4,16]{1,0}) all-reduce(%x, %y), replica_groups={{0,1},{2,3}}, to_apply=%add.4
f32[8,16]{1,0} all-gather(%x), replica_groups=[2,2]<=[4], dimensions={0}
(f32[8,16]{1,0}, f32[8,16]{1,0}) all-gather(%x, %y), replica_groups=[2,2]<=[2,2]T(1,0), dimensions={0}
f32[2,16]{1,0} reduce-scatter(%x), replica_groups={{0,1},{2,3}}, dimensions={0}, to_apply=%add.4
f32[4,16]{1,0} all-to-all(%x), replica_groups={{0,1},{2,3}}, dimensions={0}
(f32[4,16]{1,0}, f32[4,16]{1,0}) all-to-all(%x, %y), replica_groups={{0,1},{2,3}}
f32[4,16]{1,0} collective-broadcast(%x), channel_id=1, replica_groups={{0,1},{2,3}}
f32[4,16]{1,0} collective-broadcast(%x), replica_groups={{0,1},{2,3}}
f32[4,16]{1,0} collective-broadcast(%y), replica_groups={{0,1},{2,3}}
(f32[4,16]{1,0}, f32[4,16]{1,0}) tuple(%collective-broadcast.15, %collective-broadcast.16)
)");
}

TEST_F(XlaCollectivesTest, WrongIotasHaveNoGroup) {
  AllGatherWithDeviceList(x, 0, 2, IotaReplicaGroupList(2, 2, {2, 2}, {1, 1}));
  EXPECT_EQ(b.TakeError().rule(), "collective.c1");
  AllGatherWithDeviceList(x, 0, 2, IotaReplicaGroupList(int64_t{1} << 40, int64_t{1} << 40));
  EXPECT_EQ(b.TakeError().rule(), "collective.c1");
}

TEST_F(XlaCollectivesTest, ChannelsAndFeeds) {
  const Shape scalar = ShapeUtil::MakeShape(F32, {});
  ChannelHandle out;
  out.set_handle(2);
  out.set_type(ChannelHandle::DEVICE_TO_HOST);
  ChannelHandle in;
  in.set_handle(3);
  in.set_type(ChannelHandle::HOST_TO_DEVICE);
  EXPECT_EQ(out.handle(), 2);
  EXPECT_EQ(in.type(), ChannelHandle::HOST_TO_DEVICE);
  Send(ConstantR0<float>(&b, 1), channel);
  Recv(&b, scalar, channel);
  const XlaOp first = CreateToken(&b);
  const XlaOp token = SendWithToken(ConstantR0<float>(&b, 2), first, channel);
  const XlaOp received = RecvWithToken(token, scalar, channel);
  const XlaOp sent = SendToHost(x, GetTupleElement(received, 1), array, out);
  const XlaOp answer = RecvFromHost(sent, scalar, in);
  const XlaOp fed = InfeedWithToken(GetTupleElement(answer, 1), scalar, "config");
  Infeed(&b, scalar);
  Outfeed(x, array, "");
  OutfeedWithToken(x, AfterAll(&b, {GetTupleElement(fed, 1), CreateToken(&b)}), array, "config");
  ReplicaId(&b);
  Expect(R"(
f32[] constant(1)
token[] after-all()
(f32[], u32[], token[]) send(%constant.3, %after-all.4), channel_id=1
token[] send-done(%send.5), channel_id=1
token[] after-all()
(f32[], u32[], token[]) recv(%after-all.7), channel_id=1
(f32[], token[]) recv-done(%recv.8), channel_id=1
f32[] get-tuple-element(%recv-done.9), index=0
token[] after-all()
f32[] constant(2)
(f32[], u32[], token[]) send(%constant.12, %after-all.11), channel_id=1
token[] send-done(%send.13), channel_id=1
(f32[], u32[], token[]) recv(%send-done.14), channel_id=1
(f32[], token[]) recv-done(%recv.15), channel_id=1
token[] get-tuple-element(%recv-done.16), index=1
(f32[4,16]{1,0}, u32[], token[]) send(%x, %get-tuple-element.17), channel_id=2, is_host_transfer=true
token[] send-done(%send.18), channel_id=2, is_host_transfer=true
(f32[], u32[], token[]) recv(%send-done.19), channel_id=3, is_host_transfer=true
(f32[], token[]) recv-done(%recv.20), channel_id=3, is_host_transfer=true
token[] get-tuple-element(%recv-done.21), index=1
(f32[], token[]) infeed(%get-tuple-element.22), infeed_config="config"
token[] after-all()
(f32[], token[]) infeed(%after-all.24)
f32[] get-tuple-element(%infeed.25), index=0
token[] after-all()
token[] outfeed(%x, %after-all.27), outfeed_shape=f32[4,16]{1,0}
token[] get-tuple-element(%infeed.23), index=1
token[] after-all()
token[] after-all(%get-tuple-element.29, %after-all.30)
token[] outfeed(%x, %after-all.31), outfeed_shape=f32[4,16]{1,0}, outfeed_config="config"
u32[] replica-id()
)");
}

// Errors of calls in XLA's form: unsupported features and wrong arguments.
TEST_F(XlaCollectivesTest, Errors) {
  AllReduce(x, add, {}, std::nullopt, ShapeUtil::MakeShape(F32, {16, 4}));
  EXPECT_EQ(b.TakeError().ToString(),
            "INVALID_ARGUMENT [channel.b2] all-reduce: shape_with_layout is f32[16,4], the operand "
            "f32[4,16]\n"
            "  help: give the operand's shape, with the layout that the result is to have\n"
            "  at %all-reduce.3 in computation \"m\"");
  AllReduceTuple({x, y}, add, {}, std::nullopt, array);
  EXPECT_EQ(b.TakeError().ToString(),
            "INVALID_ARGUMENT [channel.b2] all-reduce: shape_with_layout is f32[4,16], the operand "
            "(f32[4,16], f32[4,16])\n"
            "  help: give the operand's shape, with the layout that the result is to have\n"
            "  at %all-reduce.3 in computation \"m\"");
  AllGather(x, 0, 2, {}, std::nullopt, LayoutUtil::MakeLayout({0, 1, 2}));
  EXPECT_EQ(b.TakeError().ToString(),
            "INVALID_ARGUMENT [layout.c1] all-gather: minor_to_major={0,1,2} is not a "
            "permutation of the dimensions of [8,16]\n"
            "  each of the dimensions 0..1 must be in it exactly once\n"
            "  help: the default, row-major order is {1,0}\n"
            "  at %all-gather.3 in computation \"m\"");
  AllToAllTuple({x, y}, {}, LayoutUtil::MakeLayout({0, 0}));
  EXPECT_EQ(b.TakeError().rule(), "layout.c1");
  AllToAllTuple(x, 1, 0, 3);
  EXPECT_EQ(b.TakeError().rule(), "collective.b2");
  AllToAllTuple(x, 1, 2, 2);
  EXPECT_EQ(b.TakeError().rule(), "collective.b3");
  AllToAllTuple(x, 2, 0, 2);
  EXPECT_EQ(b.TakeError().rule(), "all_to_all.c1");
  CollectiveBroadcast({x, ReplicaId(&b)}, {pair}, channel, /*has_dynamic_root=*/true);
  EXPECT_EQ(b.TakeError().rule(), "collective_broadcast.c1");
  CollectivePermute(x, {{0, 1}}, channel, /*inplace=*/true);
  EXPECT_EQ(b.TakeError().ToString(),
            "INVALID_ARGUMENT [arity.c1] collective-permute: inplace asks for operands that "
            "receive the result\n"
            "  the operation takes only operands that it sends\n"
            "  help: leave inplace out, and put the result into an array with DynamicUpdateSlice\n"
            "  at %collective-permute.4 in computation \"m\"");
}

TEST_F(XlaCollectivesTest, Groups) {
  EXPECT_EQ(pair.replica_ids_size(), 2);
  EXPECT_EQ(pair.replica_ids(1), 1);
  int64_t sum = 0;
  for (const int64_t id : other.replica_ids()) sum += id;
  EXPECT_EQ(sum, 5);
  const IotaReplicaGroupList columns_of_devices(2, 2, {2, 2}, {1, 0});
  EXPECT_EQ(columns_of_devices.num_replica_groups(), 2);
  EXPECT_EQ(columns_of_devices.num_devices_per_group(), 2);
  EXPECT_EQ(columns_of_devices.flattened_replica_groups(),
            (std::vector<std::vector<int64_t>>{{0, 2}, {1, 3}}));
}

}  // namespace
