#include "text/hlo_parser.h"

#include "gtest/gtest.h"
#include "support/sample_modules.h"
#include "text/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

// The module in its short form, without the header; or the error.
std::string Parsed(std::string_view text) {
  StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  const std::string printed = HloModuleToText(**module, HloTextOptions::ShortParsable());
  return printed.substr(printed.find("\n\n") + 2);
}

TEST(HloParserTest, RoundTrip) {
  for (const auto& module : SampleModules()) {
    const std::string text = HloModuleToText(*module);
    StatusOr<std::unique_ptr<HloModule>> read = ParseHloModule(text);
    ASSERT_TRUE(read.ok()) << read.status().ToString() << text;
    EXPECT_EQ(HloModuleToText(**read), text);
  }
}

TEST(HloParserTest, InstructionsAlone) {
  constexpr std::string_view kSum = R"(ENTRY main {
  x = f32[2]{0} parameter(0)
  y = f32[2]{0} parameter(1)
  ROOT sum = f32[2]{0} add(x, y)
}

)";
  EXPECT_EQ(Parsed("sum = f32[2] add(f32[2] x, f32[2] y)"), kSum);
  EXPECT_EQ(Parsed("%sum = add(f32[2]{0} %x, f32[2]{0} %y)"), kSum);
  EXPECT_EQ(Parsed("x = f32[2] parameter(0) y = f32[2] parameter(1) ROOT sum = add(x, y)"), kSum);
  constexpr std::string_view kNameless = R"(ENTRY main {
  parameter.anon = f32[2]{0} parameter(0)
  parameter.anon.1 = f32[2]{0} parameter(1)
  ROOT add.anon = f32[2]{0} add(parameter.anon, parameter.anon.1)
}

)";
  EXPECT_EQ(Parsed("add(f32[2], f32[2])"), kNameless);
  EXPECT_EQ(Parsed("f32[2] add(f32[2], f32[2])"), kNameless);
}

}  // namespace
}  // namespace hloom
