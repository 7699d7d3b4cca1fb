// Collectives in text and bytes, as XLA and JAX write them.
#include "gtest/gtest.h"
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

// What XLA prints is printed again, and goes through bytes.
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

// What begins is ended, by its own kind.
TEST(CollectiveTextTest, StartsAreEnded) {
  EXPECT_EQ(RuleOf(With("f32[4,2] all-reduce-start(x), replica_groups={}, to_apply=add")),
            "pairing.c1");
  EXPECT_EQ(RuleOf(With("f32[4,2] all-reduce-done(x)")), "pairing.c2");
}

}  // namespace
}  // namespace hloom
