// fft_type and fft_length: read, kept, printed and written as XLA has them; and the programs of
// XLA's own tests.
#include "gtest/gtest.h"
#include "ops/spectral/fft.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders

std::string FftAttributesProgram(std::string_view attributes, std::string_view operand = "f32[4]",
                                 std::string_view result = "c64[3]") {
  return StrCat("HloModule m\n\nENTRY %main (x: ", operand, ") -> ", result, " {\n  %x = ", operand,
                " parameter(0)\n  ROOT %y = ", result, " fft(%x), ", attributes, "\n}\n");
}

std::string RuleOf(std::string_view attributes) {
  return std::string(ParseHloModule(FftAttributesProgram(attributes)).status().rule());
}

TEST(FftAttributesTest, WhatTextSays) {
  const auto module = ParseHloModule(FftAttributesProgram("fft_type=RFFT, fft_length={4}"));
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "");
  const auto& attributes = (*module)->entry_computation().root()->attributes<FftAttributes>();
  EXPECT_EQ(attributes.fft_type, FftType::RFFT);
  EXPECT_EQ(attributes.fft_length, std::vector<int64_t>{4});
  EXPECT_NE(HloModuleToText(**module).find("fft(%x), fft_type=RFFT, fft_length={4}\n"),
            std::string::npos);
  EXPECT_TRUE(ParseHloModule(FftAttributesProgram("fft_length={4}, fft_type=rfft")).ok());
  EXPECT_EQ(RuleOf("fft_length={4}"), "text.p8");
  EXPECT_EQ(RuleOf("fft_type=RFFT"), "text.p8");
  EXPECT_EQ(RuleOf("fft_type=DFT, fft_length={4}"), "text.p1");
  EXPECT_EQ(RuleOf("fft_type=RFFT, fft_length={5}"), "fft.c5");
}

// XLA's proto has fft_type as field 31, a number, and fft_length as field 32.
TEST(FftAttributesTest, Bytes) {
  const auto module = ParseHloModule(FftAttributesProgram("fft_type=RFFT, fft_length={4}"));
  ASSERT_TRUE(module.ok());
  EXPECT_NE(HloModuleToProto(**module).find(std::string("\xf8\x01\x02\x82\x02\x01\x04", 7)),
            std::string::npos);
  // FFT is 0, which bytes leave out.
  const auto plain = ParseHloModule(
      FftAttributesProgram("fft_type=FFT, fft_length={4}", "c64[4]{0}", "c64[4]{0}"));
  ASSERT_TRUE(plain.ok()) << plain.status().ToString();
  EXPECT_EQ(RoundTrip(**plain), "");
  EXPECT_EQ(HloModuleToProto(**plain).find("\xf8\x01"), std::string::npos);
}

// As XLA's and JAX's tests have them, with layouts and batches.
TEST(FftAttributesTest, ProgramsOfOthers) {
  for (const std::string& text : {
           FftAttributesProgram("fft_type=FFT, fft_length={32}", "c64[8,32]{1,0}",
                                "c64[8,32]{1,0}"),
           FftAttributesProgram("fft_type=IFFT, fft_length={8,32}", "c64[5,8,32]{2,1,0}",
                                "c64[5,8,32]{2,1,0}"),
           FftAttributesProgram("fft_type=RFFT, fft_length={64,32}", "f32[5,64,32]{2,1,0}",
                                "c64[5,64,17]{2,1,0}"),
           FftAttributesProgram("fft_type=IRFFT, fft_length={64,128,64}",
                                "c64[5,64,128,33]{3,2,1,0}", "f32[5,64,128,64]{3,2,1,0}"),
           FftAttributesProgram("fft_type=RFFT, fft_length={128}", "f64[128]{0}", "c128[65]{0}"),
           FftAttributesProgram("fft_type=IRFFT, fft_length={32,32}", "c128[32,17]{1,0}",
                                "f64[32,32]{1,0}"),
       }) {
    const auto module = ParseHloModule(text);
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    EXPECT_EQ(RoundTrip(**module), "") << text;
  }
}

}  // namespace
}  // namespace hloom
