// Damaged bytes: cut off anywhere, or changed at random. And the messages around a program that XLA
// writes to files.
#include <random>

#include "base/wire.h"
#include "gtest/gtest.h"
#include "hlo/hlo_equality.h"
#include "ops/verify/verifier.h"
#include "support/round_trip.h"
#include "support/sample_modules.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders
using std::string_literals::operator""s;

// An error that cites a rule, or a module that is valid, and stays itself.
void ExpectSafe(const std::string& bytes, int* valid) {
  StatusOr<std::unique_ptr<HloModule>> module = HloModuleFromProto(bytes);
  if (!module.ok()) {
    EXPECT_FALSE(module.status().rule().empty()) << module.status().ToString();
    EXPECT_FALSE(module.status().fields().headline.empty());
    return;
  }
  ++*valid;
  EXPECT_TRUE(VerifyModule(**module).ok());
  const std::string text = HloModuleToText(**module);
  StatusOr<std::unique_ptr<HloModule>> again = HloModuleFromProto(HloModuleToProto(**module));
  ASSERT_TRUE(again.ok()) << again.status().ToString() << text;
  EXPECT_EQ(HloModuleToText(**again), text);
}

TEST(HloProtoTest, TruncatedAnywhere) {
  for (const auto& module : SampleModules()) {
    const std::string bytes = HloModuleToProto(*module);
    for (size_t size = 0; size < bytes.size(); ++size) {
      int valid = 0;
      ExpectSafe(bytes.substr(0, size), &valid);
      // The fields after the computations are optional, except the entry's id, which is last.
      EXPECT_TRUE(valid == 0 || size > bytes.size() / 2) << size;
    }
  }
}

std::string Mutate(std::string bytes, std::mt19937& random) {
  const auto below = [&random](size_t n) { return n == 0 ? 0 : random() % n; };
  const size_t count = 1 + below(3);
  for (size_t m = 0; m < count && !bytes.empty(); ++m) {
    const size_t at = below(bytes.size());
    const size_t length = 1 + below(std::min<size_t>(24, bytes.size() - at));
    switch (below(6)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes[at] = static_cast<char>(bytes[at] + 1 - 2 * static_cast<int>(below(2)));
        break;
      case 3:
        bytes.erase(at, length);
        break;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size()), length));
        break;
      default:
        bytes.replace(at, length, bytes.substr(below(bytes.size()), length));
    }
  }
  return bytes;
}

TEST(HloProtoTest, FiveThousandMutations) {
  std::mt19937 random(20180501);
  std::vector<std::string> seeds;
  for (const auto& module : SampleModules()) seeds.push_back(HloModuleToProto(*module));
  int valid = 0;
  for (int i = 0; i < 5000; ++i) ExpectSafe(Mutate(seeds[random() % seeds.size()], random), &valid);
  // Many mutations hit a name, an id or a value and leave a module: the deep checks are reached.
  EXPECT_GT(valid, 100);
  RecordProperty("valid", valid);
}

// ---- the messages that XLA writes to files ----

std::string In(int field, std::string_view message) {
  WireWriter out;
  out.AddBytes(field, message);
  return out.TakeBytes();
}

std::string DifferenceAfter(const HloModule& module, std::string_view bytes) {
  const StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(bytes);
  return read.ok() ? HloDifference(module, **read) : read.status().ToString();
}

TEST(HloProtoEnvelopeTest, FilesThatXlaWrites) {
  for (const auto& module : SampleModules()) {
    const std::string bytes = HloModuleToProto(*module);
    const std::string hlo_proto = In(1, bytes);
    EXPECT_EQ(DifferenceAfter(*module, hlo_proto), "");
    // These messages have more than the module: a buffer assignment; arguments, a result, and
    // where it ran.
    EXPECT_EQ(DifferenceAfter(*module, hlo_proto + In(3, "\x0a\x02\x08\x01"s)), "");
    EXPECT_EQ(DifferenceAfter(*module, In(1, hlo_proto) + In(2, "") + In(4, "Host")), "");
    EXPECT_EQ(DifferenceAfter(*module, In(1, hlo_proto + In(3, "\x0a\x02\x08\x01"s))), "");
    EXPECT_EQ(DifferenceAfter(*module, HloModuleToProtoWithConfig(*module)), "");
  }
}

TEST(HloProtoEnvelopeTest, TheConfigKeepsTheWholeHeader) {
  const auto module = ParseHloModule(
      "HloModule m, alias_passthrough_params=true, allow_spmd_sharding_propagation_to_parameters="
      "{true,false}, allow_spmd_sharding_propagation_to_output={true}, replica_count=2, "
      "num_partitions=4\nENTRY e { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = add(a, "
      "b) "
      "}");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(DifferenceAfter(**module, HloModuleToProtoWithConfig(**module)), "");
  EXPECT_EQ(DifferenceAfter(**module, HloModuleToProto(**module)),
            "the configuration of the module differs");
}

// Neither a name nor what is deeper inside is taken for a module.
TEST(HloProtoEnvelopeTest, OnlyWhatItHolds) {
  const std::string bytes = HloModuleToProto(*SampleModules()[0]);
  EXPECT_FALSE(HloModuleFromProto(In(1, In(1, In(1, bytes)))).ok());
  EXPECT_FALSE(HloModuleFromProto(In(2, bytes)).ok());
  EXPECT_FALSE(HloModuleFromProto(In(1, "")).ok());
}

}  // namespace
}  // namespace hloom
