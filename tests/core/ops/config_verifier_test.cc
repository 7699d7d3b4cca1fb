// The header of a module, from its text.
#include "ops/verify/config_verifier.h"

#include <functional>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "ops/verify/verifier.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

// The rule that a header breaks; empty where it is right.
std::string ConfigVerifierRuleOf(std::string_view header) {
  const StatusOr<std::unique_ptr<HloModule>> module =
      ParseHloModule(StrCat("HloModule m", header, R"(
    ENTRY main {
      x = f32[2] parameter(0)
      p = (f32[2], (s32[4], token[])) parameter(1)
      q = s32[2] constant({1, 2})
      ROOT r = (f32[2], s32[2], (f32[2], s32[4], token[])) parameter(2)
    })"));
  if (!module.ok()) {
    EXPECT_FALSE(module.status().fields().help.empty()) << module.status().ToString();
    return std::string(module.status().rule());
  }
  return "";
}

TEST(ConfigVerifierTest, AcceptsWhatIsRight) {
  EXPECT_EQ(ConfigVerifierRuleOf(""), "");
  EXPECT_EQ(ConfigVerifierRuleOf(
                ", input_output_alias={ {0}: (0, {}, may-alias), {2,1}: (1, {1,0}, must-alias) }, "
                "buffer_donor={ (1, {0}) }, replica_count=2, num_partitions=4, "
                "allow_spmd_sharding_propagation_to_parameters={true,false,true}, "
                "allow_spmd_sharding_propagation_to_output={true}"),
            "");
}

// The text parser checks these itself; bytes may have any values.
std::string RuleOfConfig(const std::function<void(HloModuleConfig&)>& change) {
  const std::unique_ptr<HloModule> module =
      *ParseHloModule("ENTRY main { x = f32[2]{0} parameter(0) ROOT y = f32[2]{0} negate(x) }");
  change(module->mutable_config());
  const Status status = VerifyModule(*module);
  if (status.ok()) return "";
  EXPECT_FALSE(status.fields().help.empty()) << status.ToString();
  return std::string(status.rule());
}

TEST(ConfigVerifierTest, C1EntryComputationLayout) {
  const auto rule = [](std::vector<Shape> parameters, Shape result) {
    return RuleOfConfig([&](HloModuleConfig& config) {
      config.entry_computation_layout = ProgramShape{parameters, {}, result};
    });
  };
  const Shape pair = ShapeUtil::MakeShape(F32, {2});
  EXPECT_EQ(rule({pair}, pair), "");
  EXPECT_EQ(rule({pair}, ShapeUtil::MakeShape(F32, {3})), "config.c1");
  EXPECT_EQ(rule({ShapeUtil::MakeShape(F32, {2}, {true})}, pair), "config.c1");
  EXPECT_EQ(rule({}, pair), "config.c1");
}

TEST(ConfigVerifierTest, C2ArraysThatThereAreNot) {
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (3, {}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (-1, {}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (0, {0}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (1, {}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {3}: (0, {}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {}: (0, {}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {2,2}: (0, {}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", buffer_donor={ (1, {1,1}) }"), "config.c2");
  EXPECT_EQ(ConfigVerifierRuleOf(", buffer_donor={ (7, {}) }"), "config.c2");
}

TEST(ConfigVerifierTest, C3Sizes) {
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {2,1}: (0, {}) }"), "config.c3");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {1}: (0, {}) }"),
            "");  // f32[2] and s32[2]
}

TEST(ConfigVerifierTest, C4Once) {
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (0, {}), {1}: (0, {}) }"),
            "config.c4");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (0, {}), {0}: (1, {0}) }"),
            "config.c4");
  EXPECT_EQ(ConfigVerifierRuleOf(", input_output_alias={ {0}: (0, {}) }, buffer_donor={ (0, {}) }"),
            "config.c4");
  EXPECT_EQ(ConfigVerifierRuleOf(", buffer_donor={ (0, {}), (0, {}) }"), "config.c4");
}

TEST(ConfigVerifierTest, C5Counts) {
  EXPECT_EQ(RuleOfConfig([](HloModuleConfig& config) { config.replica_count = 0; }), "config.c5");
  EXPECT_EQ(RuleOfConfig([](HloModuleConfig& config) { config.num_partitions = -2; }), "config.c5");
}

TEST(ConfigVerifierTest, C6Flags) {
  EXPECT_EQ(ConfigVerifierRuleOf(", allow_spmd_sharding_propagation_to_parameters={true,false}"),
            "config.c6");
  EXPECT_EQ(ConfigVerifierRuleOf(", allow_spmd_sharding_propagation_to_output={true,false}"),
            "config.c6");
  EXPECT_EQ(ConfigVerifierRuleOf(", allow_spmd_sharding_propagation_to_output={true,false,true}"),
            "");
}

// The place of an error from the text parser, and the line with the caret.
std::string PlaceOf(std::string_view header) {
  const StatusOr<std::unique_ptr<HloModule>> module =
      ParseHloModule(StrCat("HloModule m, ", header,
                            "\nENTRY main { x = f32[2]{0} parameter(0) y = f32[2]{0} parameter(1)"
                            " ROOT t = (f32[2]{0}, f32[2]{0}) tuple(x, y) }"));
  if (module.ok()) return "";
  const ErrorFields& fields = module.status().fields();
  const size_t caret = fields.details.size() < 2 ? 0 : fields.details[1].text().find('^');
  return StrCat(fields.location, ": ", fields.details[0].text().substr(caret, 8));
}

TEST(ConfigVerifierTest, ErrorsSayWhichEntryIsWrong) {
  EXPECT_EQ(PlaceOf("is_scheduled=true"), "");
  EXPECT_EQ(PlaceOf("input_output_alias={ {0}: (0, {}), {7}: (1, {}) }"),
            "line 1, column 49: {7}: (1,");
  EXPECT_EQ(PlaceOf("input_output_alias={\n {0}: (0, {}),\n  {0}: (1, {}) }"),
            "line 3, column 3: {0}: (1,");
  EXPECT_EQ(PlaceOf("buffer_donor={ (0, {}), (1, {}), (0, {}) }"), "line 1, column 47: (0, {}) ");
  EXPECT_EQ(PlaceOf("buffer_donor={ (1, {}) }, input_output_alias={ {0}: (1, {}) }"),
            "line 1, column 29: (1, {}) ");
  EXPECT_EQ(PlaceOf("allow_spmd_sharding_propagation_to_output={true,false,true}"),
            "line 1, column 56: {true,fa");
  EXPECT_EQ(PlaceOf("replica_count=0"), "line 1, column 28: 0");
  EXPECT_EQ(PlaceOf("entry_computation_layout={(f32[3]{0})->f32[2]{0}}"),
            "line 1, column 39: {(f32[3]");
}

// Bytes have no position, but errors name the entry.
TEST(ConfigVerifierTest, TheCulprit) {
  const std::unique_ptr<HloModule> module =
      *ParseHloModule("ENTRY main { x = f32[2]{0} parameter(0) ROOT y = f32[2]{0} negate(x) }");
  module->mutable_config().buffer_donor = {{0, {}}, {4, {}}};
  VerifierCulprit culprit;
  EXPECT_EQ(VerifyModule(*module, &culprit).rule(), "config.c2");
  EXPECT_EQ(culprit.attribute, "buffer_donor");
  EXPECT_EQ(culprit.entry, 1u);
  module->mutable_config().buffer_donor.clear();
  EXPECT_TRUE(VerifyModule(*module, &culprit).ok());
  EXPECT_EQ(culprit.attribute, "");
}

}  // namespace
}  // namespace hloom
