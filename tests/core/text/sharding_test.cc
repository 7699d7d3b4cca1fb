// Shardings and origins: text, bytes, and the verifier's errors.
#include "ops/verify/sharding_verifier.h"

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/round_trip.h"
#include "text/extras/sharding_proto.h"
#include "text/extras/sharding_text.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using testing_support::RoundTrip;

// The printed attributes of the parameter, or the error. Text and bytes must restore the module.
std::string Printed(std::string_view shape, std::string_view attributes,
                    std::string_view header = "") {
  const auto module = ParseHloModule(StrCat("HloModule m", header, "\nENTRY e { ROOT x = ", shape,
                                            " parameter(0), ", attributes, " }"));
  if (!module.ok()) return module.status().ToString();
  // The counts of devices are not in the bytes.
  if (header.empty()) {
    EXPECT_EQ(RoundTrip(**module), "");
  }
  const std::string text = HloModuleToText(**module);
  const size_t begin = text.find("parameter(0), ") + 14;
  return text.substr(begin, text.find("\n}\n") - begin);
}

std::string RuleOfSharding(std::string_view shape, std::string_view sharding,
                           std::string_view header = "") {
  const auto module = ParseHloModule(StrCat("HloModule m", header, "\nENTRY e { ROOT x = ", shape,
                                            " parameter(0), sharding=", sharding, " }"));
  return module.ok() ? "fine" : std::string(module.status().rule());
}

void ExpectKept(std::string_view shape, std::string_view attributes) {
  EXPECT_EQ(Printed(shape, attributes), attributes);
}

TEST(ShardingTest, WordsAndTiles) {
  for (std::string_view sharding :
       {"{replicated}", "{manual}", "{unknown}", "{unreduced}", "{maximal device=42}",
        "{devices=[2,1]0,1}", "{devices=[2,3]5,4,3,2,1,0}", "{devices=[2,3]<=[6]}",
        "{devices=[2,4]<=[2,2,2]T(1,0,2)}", "{devices=[2,1,3]<=[6] last_tile_dim_replicate}",
        "{devices=[1,2,2,2]<=[8] last_tile_dims={manual, replicated}}",
        "{devices=[2,1,2]0,2,1,3 last_tile_dims={unreduced}}", "{manual shard_as 1}",
        "{devices=[2,1]<=[2] shard_like 7}", "{replicated metadata={op_name=\"x\"}}",
        "{devices=[1,2]<=[2] shard_as 0 metadata={{op_name=\"x\"}, {source_file=\"a.py\" "
        "source_line=3}}}"}) {
    ExpectKept("f32[4,6]{1,0}", StrCat("sharding=", sharding));
  }
}

TEST(ShardingTest, Tuples) {
  constexpr std::string_view kPair = "(f32[4]{0}, (s32[], f32[2,2]{1,0}))";
  ExpectKept(kPair, "sharding={{devices=[2]<=[2]}, {replicated}, {devices=[1,2]0,1}}");
  // One sharding for all arrays of a tuple is read as it is meant.
  ExpectKept(kPair, "sharding={replicated}");
  ExpectKept("()", "sharding={}");
  ExpectKept("()", "sharding={{replicated}}");
  ExpectKept("(f32[], f32[], f32[], f32[], f32[], f32[])",
             "sharding={{replicated}, {manual}, {replicated}, {replicated}, {replicated}, "
             "/*index=5*/{maximal device=1}}");
}

TEST(ShardingTest, Meshes) {
  for (std::string_view sharding :
       {"{mesh['x'=2,'y'=4], [{'x'}, {'y'}]}", "{mesh['x'=2,'y'=4], [{'y', 'x'}, {}]}",
        "{mesh['x'=2,'y'=4], [{'x', ?}, {?}]}", "{mesh['x'=2,'y'=4], [{'y':(2)2}, {'y':(1)2}]}",
        "{mesh['x'=2,'y'=4], [{'x'}, {}], replicated={'y':(1)2}, unreduced={'y':(2)2}}",
        "{mesh['x'=2,'y'=4], [{'x'}, {}], manual={'y'}}", "{mesh['x'=2,'y'=4], replicated}",
        "{mesh[], replicated}", "{mesh['x'=2,'y'=4], unreduced}", "{mesh['x'=2,'y'=4], manual}",
        "{mesh['x'=2,'y'=2], device_ids=(0,2,1,3), [{'x'}, {'y'}]}",
        "{mesh['x'=2,'y'=4], device_ids=([4,2]T(1,0)), [{'x'}, {'y'}]}",
        "{maximal_mesh[device_id=3]}", "{maximal_mesh[device_id=0], metadata={{op_name=\"x\"}}}",
        "{mesh['a b'=2,'it\\'s'=4,'\"'=1], [{'a b'}, {'it\\'s', '\"'}]}",
        "{mesh['x'=2,'y'=4], [{'x'}, {}], metadata={{op_name=\"x\"}, {op_name=\"y\"}}}"}) {
    ExpectKept("f32[4,6]{1,0}", StrCat("sharding=", sharding));
  }
  ExpectKept("(f32[4,4]{1,0}, f32[])",
             "sharding={{mesh['x'=2], [{'x'}, {}]}, {mesh['x'=2], replicated}}");
  // Spellings that are read, and written as XLA does.
  EXPECT_EQ(Printed("f32[4]", "sharding={mesh['x'=2] [{'0'}]}"), "sharding={mesh['x'=2], [{'x'}]}");
  EXPECT_EQ(Printed("f32[4,4]", "sharding={mesh[x=2, y=4], [{x}, {y:(2)2, ?}]}"),
            "sharding={mesh['x'=2,'y'=4], [{'x'}, {'y':(2)2, ?}]}");
  EXPECT_EQ(Printed("f32[4]", "sharding={mesh['x'=2], replicated, metadata={op_name=\"a\"}}"),
            "sharding={mesh['x'=2], replicated, metadata={{op_name=\"a\"}}}");
}

TEST(ShardingTest, Reductions) {
  ExpectKept("f32[4,6]{1,0}", "sharding={mesh['x'=2], [{}, {}], unreduced=max{'x'}}");
  ExpectKept("f32[4,6]{1,0}", "sharding={mesh['x'=2], [{}, {}], unreduced=min{'x'}}");
  for (std::string_view kept : {"{mesh['x'=2], [{}, {}], unreduced=max{'x'}}",
                                "{mesh['x'=2,'y'=2], unreduced=min{'x', 'y'}}",
                                "{mesh['x'=2,'y'=2], unreduced=max{'x'}}"}) {
    TextReader in(kept);
    HloSharding sharding;
    ASSERT_EQ(hlo_text::ReadSharding(in, sharding).ToString(), OkStatus().ToString()) << kept;
    std::string text;
    hlo_text::AppendSharding(text, sharding);
    EXPECT_EQ(text, kept);
  }
}

TEST(ShardingTest, ErrorsInTheText) {
  EXPECT_EQ(RuleOfSharding("f32[2]", "{replicated manual}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{replicated device=1}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{maximal}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{maximal devices=[2]0,1}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{device=1}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{last_tile_dim_replicate}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{devices=[2]0,1 devices=[2]0,1}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{replicated last_tile_dim_replicate}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{shard_as 1}"), "text.p15");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{devices=[2]<=[2,2]}"), "text.p1");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{devices=[2]<=[]}"), "text.p1");
  EXPECT_EQ(RuleOfSharding("f32[2]", "replicated"), "text.p1");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{mesh['x'=2], [{'y'}]}"), "text.p16");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{mesh['x'=2], [{'7'}]}"), "text.p16");
  EXPECT_EQ(RuleOfSharding("f32[2]", "{mesh['x'=2], [{?, 'x'}]}"), "text.p1");
  EXPECT_EQ(Printed("f32[2]", "sharding={repliated}"),
            "INVALID_ARGUMENT [text.p1] expected a part of the sharding, or '}', found "
            "\"repliated\"\n"
            "  ENTRY e { ROOT x = f32[2] parameter(0), sharding={repliated} }\n"
            "                                                    ^\n"
            "  help: did you mean replicated?\n"
            "  at line 2, column 51");
}

TEST(ShardingVerifierTest, C1Lists) {
  EXPECT_EQ(RuleOfSharding("f32[2]", "{{replicated}}"), "sharding.c1");
  EXPECT_EQ(RuleOfSharding("(f32[2], f32[2])", "{{replicated}}"), "sharding.c1");
  EXPECT_EQ(RuleOfSharding("(f32[2])", "{}"), "sharding.c1");
  EXPECT_EQ(RuleOfSharding("()", "{{replicated}, {manual}}"), "sharding.c1");
  HloSharding list;
  list.type = HloSharding::Type::kTuple;
  HloSharding nested = list;
  nested.tuple_elements.push_back(list);
  EXPECT_EQ(
      VerifySharding(nested, ShapeUtil::MakeTupleShape({{ShapeUtil::MakeScalarShape(F32)}}), 1)
          .rule(),
      "sharding.c1");
}

TEST(ShardingVerifierTest, C2Counts) {
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[3]0,1}"), "sharding.c2");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[0]<=[1]}"), "sharding.c2");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[-1]<=[-1]}"), "sharding.c2");
  EXPECT_EQ(RuleOfSharding("f32[4,4]", "{devices=[4294967296,4294967296]<=[1]}"), "sharding.c2");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=0], [{'x'}]}"), "sharding.c2");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=4], device_ids=(1,0), [{'x'}]}"), "sharding.c2");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=4], device_ids=([3,2]T(1,0)), [{'x'}]}"),
            "sharding.c2");
}

TEST(ShardingVerifierTest, C3Rank) {
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[2,1]0,1}"), "sharding.c3");
  EXPECT_EQ(RuleOfSharding("f32[4,4]", "{devices=[2,1]<=[2] last_tile_dim_replicate}"),
            "sharding.c3");
  EXPECT_EQ(RuleOfSharding("(f32[4], f32[4,4])", "{devices=[2]0,1}"), "sharding.c3");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=2], [{'x'}, {}]}"), "sharding.c3");
  EXPECT_EQ(RuleOfSharding("f32[]", "{mesh['x'=2], []}"), "fine");
  EXPECT_EQ(RuleOfSharding("token[]", "{devices=[2]0,1}"), "fine");
}

TEST(ShardingVerifierTest, C4Devices) {
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[2]1,1}"), "sharding.c4");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[2]-1,1}"), "sharding.c4");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{maximal device=-3}"), "sharding.c4");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{maximal device=4}", ", num_partitions=4"), "sharding.c4");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{maximal device=3}", ", num_partitions=4"), "fine");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[8]<=[8]}", ", num_partitions=4"), "sharding.c4");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=8], [{'x'}]}", ", num_partitions=4"),
            "sharding.c4");
}

TEST(ShardingVerifierTest, C5Order) {
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[4]<=[2,2]T(1,1)}"), "sharding.c5");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[4]<=[2,2]T(0,2)}"), "sharding.c5");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{devices=[4]<=[2,2]T(1)}"), "sharding.c5");
}

TEST(ShardingVerifierTest, C6Meshes) {
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=2,'x'=2], [{'x'}]}"), "sharding.c6");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=2], device_ids=(1,1), [{'x'}]}"), "sharding.c6");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=2], device_ids=(0,2), [{'x'}]}"), "sharding.c6");
}

TEST(ShardingVerifierTest, C7Axes) {
  EXPECT_EQ(RuleOfSharding("f32[4,4]", "{mesh['x'=2], [{'x'}, {'x'}]}"), "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=8], [{'x':(2)8}]}"), "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=8], [{'x':(1)8}]}"), "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=8], [{'x':(3)2}]}"), "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=8], [{'x':(0)2}]}"), "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4]", "{mesh['x'=8], [{'x':(4611686018427387904)4}]}"),
            "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4,4]", "{mesh['x'=8], [{'x':(1)4}, {'x':(2)2}]}"), "sharding.c7");
  EXPECT_EQ(RuleOfSharding("f32[4,4]", "{mesh['x'=8], [{'x':(1)4}, {'x':(4)2}]}"), "fine");
  // Gaps are fine where the next part still begins at a multiple.
  EXPECT_EQ(RuleOfSharding("f32[4,4]", "{mesh['x'=24], [{'x':(1)2}, {'x':(3)2}]}"), "sharding.c7");
  NamedSharding named;
  named.dim_shardings.emplace_back().axes.push_back({5, {}});
  HloSharding sharding;
  sharding.type = HloSharding::Type::kOther;
  sharding.named.emplace() = named;
  EXPECT_EQ(VerifySharding(sharding, ShapeUtil::MakeShape(F32, {4}), 1).rule(), "sharding.c7");
}

TEST(ShardingVerifierTest, C8OneDevice) {
  HloSharding sharding;
  sharding.type = HloSharding::Type::kMaximal;
  EXPECT_EQ(VerifySharding(sharding, ShapeUtil::MakeShape(F32, {4}), 1).rule(), "sharding.c8");
}

// Unused fields from XLA, and invalid ones.
TEST(ShardingProtoTest, Reading) {
  const auto read = [](const WireWriter& field) {
    WireReader reader(field.bytes());
    HloSharding sharding;
    EXPECT_TRUE(reader.Next().ok());
    const Status status = hlo_proto::ReadSharding(reader, sharding);
    if (!status.ok()) return std::string(status.rule());
    std::string text;
    hlo_text::AppendSharding(text, sharding);
    return text;
  };
  WireWriter replicated;
  replicated.BeginMessage(1);
  replicated.PackInt64s(4, std::vector<int64_t>{0});
  replicated.EndMessage();
  EXPECT_EQ(read(replicated), "{replicated}");
  WireWriter unknown_type;
  unknown_type.BeginMessage(1);
  unknown_type.AddInt32(1, 99);
  unknown_type.EndMessage();
  EXPECT_EQ(read(unknown_type), "proto.m9");
  WireWriter unknown_reduction;
  unknown_reduction.BeginMessage(1);
  unknown_reduction.BeginMessage(14);
  unknown_reduction.AddInt32(8, 3);
  unknown_reduction.EndMessage();
  unknown_reduction.EndMessage();
  EXPECT_EQ(read(unknown_reduction), "proto.m9");
  WireWriter group;
  group.BeginMessage(1);
  group.AddInt32(1, 4);
  group.AddInt64(12, 3);
  group.EndMessage();
  EXPECT_EQ(read(group), "{manual}");
}

// The field numbers are those of xla_data.proto: {devices=[2,1]<=[2] shard_like 3}.
TEST(ShardingProtoTest, Bytes) {
  HloSharding sharding;
  sharding.type = HloSharding::Type::kOther;
  sharding.tile_dims = {2, 1};
  sharding.devices.reshape_dims = {2};
  sharding.devices.transpose_perm = {0};
  sharding.shard_group = HloSharding::ShardGroup{3, true};
  WireWriter out;
  hlo_proto::WriteSharding(sharding, 40, out);
  EXPECT_EQ(out.bytes(), std::string("\xc2\x02\x12"
                                     "\x08\x03"
                                     "\x1a\x02\x02\x01"
                                     "\x4a\x01\x02"
                                     "\x52\x01\x00"
                                     "\x58\x01"
                                     "\x60\x03"
                                     "\x68\x01",
                                     21));
}

TEST(OriginTest, TextAndBytes) {
  ExpectKept("f32[]", "origin={{\"x\"}}");
  ExpectKept("f32[]", "origin={{\"x\" {1,0}}}");
  ExpectKept("f32[]", "origin={{}}");
  ExpectKept("f32[]", "origin={[synthetic_call]}");
  ExpectKept("(f32[], (s32[], f32[]))", "origin={({\"a\"}, ({}, {\"b\" {2}}))}");
  ExpectKept("((f32[]), f32[])", "origin={(({\"a\"}), {\"b\"})}");
  ExpectKept("((), f32[], ((), s32[]))", "origin={((), {\"a\"}, ((), {\"b\"}))}");
  ExpectKept("()", "origin={()}");
}

TEST(OriginTest, Calls) {
  ExpectKept("f32[]", "origin={{\"x\"},[\"main/call.1\"]}");
  ExpectKept("f32[]", "origin={{\"x\"},[\"\"]}");
  ExpectKept("()", "origin={(),[\"main\"]}");
  EXPECT_EQ(Printed("()", "origin={(),[\"\"]}"), "origin={[synthetic_call]}");
  EXPECT_EQ(Printed("f32[]", "origin={[synthetic_call],[\"\"]}"), "origin={[synthetic_call]}");
}

// The field numbers are those of xla_data.proto.
TEST(OriginTest, Bytes) {
  OriginalValue value;
  value.elements.push_back({{}, OriginalArray{"x", {1}}});
  value.call_hierarchy = "f";
  WireWriter out;
  hlo_proto::WriteOriginalValue(value, 88, out);
  EXPECT_EQ(out.bytes(), std::string("\xc2\x05\x0d"
                                     "\x0a\x08\x12\x06\x0a\x01x\x12\x01\x01"
                                     "\x1a\x01"
                                     "f"));
}

// Newer versions of XLA write a call that the compiler made with an empty call_hierarchy.
TEST(OriginTest, SyntheticCallsOfNewerVersions) {
  WireWriter out;
  out.BeginMessage(88);
  out.AddString(3, "");
  out.EndMessage();
  WireReader reader(out.bytes());
  ASSERT_TRUE(reader.Next().ok());
  OriginalValue value;
  ASSERT_TRUE(hlo_proto::ReadOriginalValue(reader, value).ok());
  EXPECT_TRUE(value.is_synthetic_call);
  EXPECT_EQ(value.call_hierarchy, std::nullopt);
}

TEST(OriginTest, C1Structure) {
  const auto rule = [](std::string_view shape, std::string_view origin) {
    const auto module = ParseHloModule(
        StrCat("ENTRY e { ROOT x = ", shape, " parameter(0), origin=", origin, " }"));
    return module.ok() ? "fine" : std::string(module.status().rule());
  };
  EXPECT_EQ(rule("f32[]", "{({\"x\"})}"), "origin.c1");
  EXPECT_EQ(rule("(f32[], f32[])", "{({\"x\"})}"), "origin.c1");
  EXPECT_EQ(rule("(f32[], (f32[]))", "{({\"x\"}, {\"y\"})}"), "origin.c1");
  EXPECT_EQ(rule("f32[]", StrCat("{", std::string(100, '('), "}")), "text.p12");
  EXPECT_EQ(rule("f32[]", "{[made_up]}"), "text.p1");
  EXPECT_EQ(rule("f32[]", "{\"x\"}"), "text.p1");
}

}  // namespace
}  // namespace hloom
