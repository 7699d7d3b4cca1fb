// Collectives in text and bytes, as XLA and JAX write them.
#include "gtest/gtest.h"
#include "hlo/attribute.h"
#include "ops/collectives/collective_attributes.h"
#include "support/refusals.h"
#include "support/round_trip.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr std::string_view kHead = R"(HloModule m

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY e {
  x = f32[4,2]{1,0} parameter(0)
)";

std::string With(std::string_view root) { return StrCat(kHead, "  ROOT y = ", root, "\n}\n"); }

// XLA's text is printed unchanged, and survives bytes.
TEST(CollectiveTextTest, IsPrintedAsItWasRead) {
  for (const std::string_view text :
       {"f32[4,2]{1,0} all-reduce(x), channel_id=1, replica_groups={{0,1},{2,3}}, "
        "use_global_device_ids=true, to_apply=add",
        "f32[4,2]{1,0} all-reduce(x), replica_groups={}, to_apply=add",
        "f32[4,2]{1,0} all-reduce(x), channel_id=1, replica_groups=[2,2]<=[4], "
        "use_global_device_ids=true, to_apply=add",
        "f32[8,2]{1,0} all-gather(x), channel_id=2, replica_groups=[2,2]<=[2,2]T(1,0), "
        "dimensions={0}, use_global_device_ids=true",
        "f32[2,2]{1,0} reduce-scatter(x), replica_groups={{0,1}}, dimensions={0}, to_apply=add",
        "f32[4,2]{1,0} all-to-all(x), channel_id=3, replica_groups={{0,1}}, dimensions={0}",
        "(f32[4,2]{1,0}, f32[4,2]{1,0}) all-to-all(x, x), replica_groups={{0,1}}",
        "f32[4,2]{1,0} collective-permute(x), source_target_pairs={{0,1},{1,0}}",
        "f32[4,2]{1,0} all-reduce(x), replica_groups=mesh['a'=2,'b'=2] {'a'}, to_apply=add",
        "f32[4,2]{1,0} all-reduce(x), channel_id=1, replica_groups=mesh['a'=8] "
        "{'a':(1)2,'a':(4)2}, "
        "use_global_device_ids=true, to_apply=add",
        "f32[8,2]{1,0} all-gather(x), channel_id=1, replica_groups=mesh['a'=2,'b'=2], "
        "device_ids=([2,2]T(1,0)) {'b'}, dimensions={0}, use_global_device_ids=true",
        "f32[4,2]{1,0} collective-broadcast(x), replica_groups=mesh['a'=3], "
        "device_ids=(2,0,1) {'a'}",
        "f32[4,2]{1,0} collective-broadcast(x), replica_groups={{1,0}}"}) {
    const auto module = ParseHloModule(With(text));
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    EXPECT_EQ(RoundTrip(**module), "") << text;
    const std::string printed = HloModuleToText(**module);
    std::string wanted(text);
    for (const std::string_view name : {"(x, x)", "(x)"}) {
      const size_t at = wanted.find(name);
      if (at == std::string::npos) continue;
      std::string with(name);
      for (size_t x = 0; (x = with.find('x', x)) != std::string::npos; x += 2) with.insert(x, "%");
      wanted.replace(at, name.size(), with);
      break;
    }
    if (const size_t at = wanted.find("to_apply=add"); at != std::string::npos) {
      wanted.replace(at, 12, "to_apply=%add");
    }
    EXPECT_NE(printed.find(wanted), std::string::npos) << wanted << "\n" << printed;
  }
}

TEST(CollectiveTextTest, WrongIotas) {  // replica_groups.p1
  for (const std::string_view groups :
       {"[1,2]<=[2]T(1)", "[2,2]<=[5]", "[0,2]<=[0]", "[1,2]<=[2]T(0,0)", "[300,300]<=[90000]"}) {
    EXPECT_EQ(RuleOf(With(StrCat("f32[4,2]{1,0} all-reduce(x), replica_groups=", groups,
                                 ", to_apply=add"))),
              "replica_groups.p1")
        << groups;
  }
}

std::string GroupsOf(std::string_view text) {
  const auto module =
      ParseHloModule(With(StrCat("f32[4,2] collective-broadcast(x), replica_groups=", text)));
  if (!module.ok()) return module.status().ToString();
  const auto& attributes =
      (*module)->entry_computation().root()->attributes<CollectiveBroadcastAttributes>();
  const ReplicaGroups list = {.list = attributes.replica_groups.Expanded()};
  EXPECT_EQ(attributes.replica_groups.SizeOfFirstGroup(), static_cast<int64_t>(list.list[0].size()))
      << text;
  std::string printed;
  AttributeKindOf<ReplicaGroups>().print(&list, printed);
  return printed;
}

// The axes along which the ids of a group differ, in the order of the ids.
TEST(CollectiveTextTest, AxesOfAMesh) {
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=4] {'b'}"), "{{0,1,2,3},{4,5,6,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=4] {'a'}"), "{{0,4},{1,5},{2,6},{3,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=2] {'a','b'}"), "{{0,1,2,3}}");
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=2] {'b','a'}"), "{{0,2,1,3}}");
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=2] {}"), "{{0},{1},{2},{3}}");
  EXPECT_EQ(GroupsOf("mesh['a'=1,'b'=2] {'a'}"), "{{0},{1}}");
  EXPECT_EQ(GroupsOf("mesh['x'=2,'y'=3,'z'=2] {'z','x'}"), "{{0,6,1,7},{2,8,3,9},{4,10,5,11}}");
  EXPECT_EQ(GroupsOf("mesh[a=2,b=2] {'0'}"), "{{0,2},{1,3}}");
  // Parts of an axis: 8 seen as [2,4], as [2,2,2], and as [2,2,2] in another order.
  EXPECT_EQ(GroupsOf("mesh['a'=8] {'a':(1)2}"), "{{0,4},{1,5},{2,6},{3,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=8] {'a':(2)2}"), "{{0,2},{1,3},{4,6},{5,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=8] {'a':(2)4}"), "{{0,1,2,3},{4,5,6,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=8] {'a':(1)2,'a':(4)2}"), "{{0,1,4,5},{2,3,6,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=8] {'a':(4)2,'a':(1)2}"), "{{0,4,1,5},{2,6,3,7}}");
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=4] {'b':(1)2,'a'}"), "{{0,4,2,6},{1,5,3,7}}");
  // The devices of the mesh in another order: a list, and an iota that is transposed.
  EXPECT_EQ(GroupsOf("mesh['a'=4], device_ids=(3,1,2,0) {'a'}"), "{{3,1,2,0}}");
  EXPECT_EQ(GroupsOf("mesh['a'=2,'b'=2], device_ids=(0,2,1,3) {'b'}"), "{{0,2},{1,3}}");
  EXPECT_EQ(GroupsOf("mesh['a'=3,'b'=2], device_ids=([2,3]T(1,0)) {'b'}"), "{{0,3},{1,4},{2,5}}");
}

TEST(CollectiveTextTest, WrongMeshes) {  // replica_groups.p2
  for (const std::string_view groups : {"mesh[] {}",
                                        "mesh['a'=2,'a'=2] {'a'}",
                                        "mesh['a'=0] {'a'}",
                                        "mesh['a'=-1,'b'=-1] {'a'}",
                                        "mesh['a'=300,'b'=300] {'a'}",
                                        "mesh['a'=4294967296,'b'=4294967296] {'a'}",
                                        "mesh['a'=2], device_ids=(0,0) {'a'}",
                                        "mesh['a'=2], device_ids=(0,2) {'a'}",
                                        "mesh['a'=2], device_ids=(1,0,2) {'a'}",
                                        "mesh['a'=4], device_ids=([2,2]T(0,0)) {'a'}",
                                        "mesh['a'=4], device_ids=([2,3]T(1,0)) {'a'}",
                                        "mesh['a'=4] {'a','a'}",
                                        "mesh['a'=4] {'a':(3)2}",
                                        "mesh['a'=4] {'a':(1)4}",
                                        "mesh['a'=4] {'a':(1)2,'a'}",
                                        "mesh['a'=12] {'a':(1)2,'a':(3)2}",
                                        "mesh['a'=8] {'a':(1)2,'a':(2)2}",
                                        "mesh['a'=1,'b'=2] {'a','a'}",
                                        "mesh['a'=4] {'a':(0)2}",
                                        "mesh['a'=4] {'a':(9223372036854775807)2}"}) {
    EXPECT_EQ(RuleOf(With(StrCat("f32[4,2]{1,0} all-reduce(x), replica_groups=", groups,
                                 ", to_apply=add"))),
              "replica_groups.p2")
        << groups;
  }
  EXPECT_EQ(RuleOf(With("f32[4,2] all-reduce(x), replica_groups=mesh['a'=2] {'b'}, to_apply=add")),
            "text.p16");
  EXPECT_EQ(RuleOf(With("f32[4,2] all-reduce(x), replica_groups=mesh['a'=2], to_apply=add")),
            "text.p1");
}

// A short text may not ask for more work than a long one.
TEST(CollectiveTextTest, MeshesOfManyAxes) {  // replica_groups.p2
  const auto rule = [](int count) {
    std::vector<std::string> axes;
    for (int i = 0; i < count; ++i) axes.push_back(StrCat("'a", i, "'=1"));
    return RuleOf(With(StrCat("f32[4,2] collective-broadcast(x), replica_groups=mesh[",
                              StrJoin(axes, ","), "] {'a0'}")));
  };
  EXPECT_EQ(rule(64), "");
  EXPECT_EQ(rule(65), "replica_groups.p2");
}

// Newer XLA writes it for every collective-broadcast.
TEST(CollectiveTextTest, RootsOfBroadcasts) {  // collective_broadcast.c1
  const auto module = ParseHloModule(
      With("f32[4,2] collective-broadcast(x), replica_groups={{1,0}}, has_dynamic_root=false"));
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(HloModuleToText(**module).find("has_dynamic_root"), std::string::npos);
  EXPECT_EQ(RuleOf(With(
                "f32[4,2] collective-broadcast(x), replica_groups={{1,0}}, has_dynamic_root=true")),
            "collective_broadcast.c1");
}

// Each start is ended by a done of its kind.
TEST(CollectiveTextTest, StartsAreEnded) {
  EXPECT_EQ(RuleOf(With("f32[4,2] all-reduce-start(x), replica_groups={}, to_apply=add")),
            "pairing.c1");
  EXPECT_EQ(RuleOf(With("f32[4,2] all-reduce-done(x)")), "pairing.c2");
}

}  // namespace
}  // namespace hloom
