// domain and copy-start: what they carry is read, kept, printed and written as XLA has it.
#include "gtest/gtest.h"
#include "hlo/hlo_equality.h"
#include "ops/control/copy_start.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

StatusOr<std::unique_ptr<HloModule>> Domain(std::string_view attribute) {
  return ParseHloModule(
      StrCat("HloModule m\nENTRY e { x = f32[4]{0} parameter(0)\n ROOT d = f32[4]{0} domain(x)",
             attribute, " }"));
}

TEST(DomainTest, TextIsKept) {
  for (const std::string_view sides :
       {"entry={replicated}, exit={maximal device=0}", "entry={devices=[2]0,1}, exit={}",
        "entry={}, exit={mesh['x'=2], [{'x'}]}"}) {
    const std::string attribute = StrCat(", domain={kind=\"sharding\", ", sides, "}");
    const auto module = Domain(attribute);
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    EXPECT_EQ(RoundTrip(**module), "") << sides;
    EXPECT_NE(HloModuleToText(**module).find(StrCat("domain(%x)", attribute, "\n")),
              std::string::npos)
        << HloModuleToText(**module);
  }
  // XLA requires the attribute even if there is no sharding on either side.
  constexpr std::string_view kNone = ", domain={kind=\"sharding\", entry={}, exit={}}";
  for (const std::string_view given : {kNone, std::string_view()}) {
    const auto none = Domain(given);
    ASSERT_TRUE(none.ok()) << none.status().ToString();
    EXPECT_EQ(RoundTrip(**none), "");
    EXPECT_NE(HloModuleToText(**none).find(StrCat("domain(%x)", kNone, "\n")), std::string::npos);
  }
  // The parts may be in any order; the attribute comes before those of all operations.
  const auto module =
      Domain(", sharding={manual}, domain={exit={}, kind=\"sharding\", entry={replicated}}");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_NE(HloModuleToText(**module).find(
                "domain(%x), domain={kind=\"sharding\", entry={replicated}, exit={}}, "
                "sharding={manual}\n"),
            std::string::npos)
      << HloModuleToText(**module);
}

TEST(DomainTest, WrongText) {
  const auto rule = [](std::string_view parts) {
    return std::string(Domain(StrCat(", domain={", parts, "}")).status().rule());
  };
  EXPECT_EQ(rule("kind=\"device\", entry={replicated}, exit={}"), "domain.c1");
  EXPECT_EQ(rule("kind=\"sharding\", entry={replicated}"), "text.p8");
  EXPECT_EQ(rule("kind=\"sharding\", entry={replicated}, entry={}, exit={}"), "text.p7");
  EXPECT_EQ(rule("kind=\"sharding\", entry={replicated}, exits={}"), "text.p1");
  EXPECT_EQ(rule("kind=\"sharding\", entry=replicated, exit={}"), "text.p1");
}

// In text, entry is the sharding of the users; in bytes, domain_entry_sharding (54) is that of the
// operand, and domain_exit_sharding (55) that of the users.
TEST(DomainTest, Bytes) {
  const auto module =
      Domain(", domain={kind=\"sharding\", entry={maximal device=5}, exit={manual}}");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const std::string bytes = HloModuleToProto(**module);
  // Type 4 is MANUAL, type 1 MAXIMAL.
  const size_t operand_side = bytes.find("\xb2\x03\x02\x08\x04");
  const size_t user_side = bytes.find("\xba\x03");
  ASSERT_NE(operand_side, std::string::npos);
  ASSERT_NE(user_side, std::string::npos);
  EXPECT_LT(operand_side, user_side);
  EXPECT_EQ(bytes.substr(user_side + 3, 2), "\x08\x01");
}

TEST(DomainTest, DomainsDiffer) {
  const auto a = Domain(", domain={kind=\"sharding\", entry={manual}, exit={}}");
  const auto b = Domain(", domain={kind=\"sharding\", entry={}, exit={manual}}");
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_NE(HloDifference(**a, **b), "");
}

std::string Copy(std::string_view attribute) {
  return StrCat(
      "HloModule m\n\nENTRY %e (x: f32[4]) -> f32[4] {\n  %x = f32[4]{0} parameter(0)\n"
      "  %s = (f32[4]{0:S(1)}, f32[4]{0}, u32[]{:S(2)}) copy-start(%x)",
      attribute, "\n  ROOT %d = f32[4]{0:S(1)} copy-done(%s)\n}\n");
}

TEST(CopyStartTest, PrefetchIndex) {
  for (const std::string_view attribute :
       {"", ", cross_program_prefetch_index=0", ", cross_program_prefetch_index=7"}) {
    const auto module = ParseHloModule(Copy(attribute));
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    EXPECT_EQ(RoundTrip(**module), "") << attribute;
    EXPECT_NE(HloModuleToText(**module).find(StrCat("copy-start(%x)", attribute, "\n")),
              std::string::npos)
        << HloModuleToText(**module);
  }
  const auto module = ParseHloModule(Copy(", cross_program_prefetch_index=2147483648"));
  EXPECT_EQ(module.status().rule(), "text.p2");
}

// Field 80 of the proto, and the bool of older bytes, field 73, which means index 0.
TEST(CopyStartTest, Bytes) {
  const auto module = ParseHloModule(Copy(", cross_program_prefetch_index=3"));
  ASSERT_TRUE(module.ok());
  std::string bytes = HloModuleToProto(**module);
  const size_t at = bytes.find("\x80\x05\x03");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 3, "\xc8\x04\x01");
  const auto old = HloModuleFromProto(bytes);
  ASSERT_TRUE(old.ok()) << old.status().ToString();
  const auto& start = *(*old)->entry_computation().root()->operand(0);
  EXPECT_EQ(start.attributes<CopyStartAttributes>().cross_program_prefetch_index.value, 0);
}

}  // namespace
}  // namespace hloom
