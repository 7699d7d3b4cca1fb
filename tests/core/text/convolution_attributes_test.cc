// The attributes of convolutions: in the order of XLA's text, and in the fields of its proto.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using std::string_literals::operator""s;

StatusOr<std::unique_ptr<HloModule>> ConvolutionAttributesParsed(std::string_view x,
                                                                 std::string_view w,
                                                                 std::string_view convolution) {
  return ParseHloModule(StrCat("HloModule m\nENTRY e {\n  x = ", x, " parameter(0)\n  w = ", w,
                               " parameter(1)\n  ROOT c = ", convolution, "\n}\n"));
}

// XLA leaves out what has its default.
TEST(ConvolutionAttributesTest, TextAndBytesBothWays) {
  struct Sample {
    std::string_view x, w, shape, attributes;
  };
  const Sample samples[] = {
      {"f32[1,8,8,4]", "f32[3,3,2,6]", "f32[1,6,4,6]{3,2,1,0}",
       "window={size=3x3 stride=2x1 pad=1_0x-1_2 lhs_dilate=1x2 rhs_dilate=1x5 rhs_reversal=0x1}, "
       "dim_labels=b01f_01io->bf01, feature_group_count=2, operand_precision={high,default}"},
      {"f32[4,5,3]", "f32[2,3,6]", "f32[2,4,6]{2,1,0}",
       "window={size=2}, dim_labels=b0f_0io->b0f, batch_group_count=2"},
      {"bf16[2,3]", "bf16[3,4]", "f32[2,4]{1,0}", "dim_labels=bf_io->bf"},
      {"f32[4,5,3]", "f32[2,3,6]", "f32[2,4,6]{2,1,0}",
       "window={size=2}, dim_labels=b0f_0io->b0f, batch_group_count=2, convolution_kind=wgrad, "
       "operand_precision={high,high}"},
  };
  for (const Sample& sample : samples) {
    const auto module = ConvolutionAttributesParsed(
        sample.x, sample.w, StrCat(sample.shape, " convolution(x, w), ", sample.attributes));
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    const std::string printed = HloModuleToText(**module);
    EXPECT_NE(printed.find(
                  StrCat(" = ", sample.shape, " convolution(%x, %w), ", sample.attributes, "\n")),
              std::string::npos)
        << printed;
    const std::string bytes = HloModuleToProto(**module);
    const auto read = HloModuleFromProto(bytes);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(HloModuleToText(**read), printed);
    EXPECT_EQ(HloModuleToProto(**read), bytes);
  }
}

// The shape follows from operands and attributes where text leaves it out.
TEST(ConvolutionAttributesTest, TextWithoutTheShape) {
  const auto module =
      ConvolutionAttributesParsed("f32[2,9,9,3]", "f32[3,3,3,16]",
                                  "convolution(x, w), window={size=3x3 stride=2x2 pad=1_1x1_1}, "
                                  "dim_labels=b01f_01io->b01f");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ((*module)->entry_computation().root()->shape().ToString(), "f32[2,5,5,16]");
}

// The bytes are derived by hand from hlo.proto and xla_data.proto.
TEST(ConvolutionAttributesTest, Bytes) {
  const auto module =
      ConvolutionAttributesParsed("f32[4,5,3]", "f32[2,3,6]",
                                  "f32[2,2,6] convolution(x, w), window={size=2 stride=3 pad=1_0}, "
                                  "dim_labels=b0f_0io->b0f, batch_group_count=2");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const std::string bytes = HloModuleToProto(**module);
  // window (15): dimensions (1) {size 2, stride 3, padding_low 1, window_dilation 1, base_dilation
  // 1}.
  EXPECT_NE(bytes.find("\x7a\x0c\x0a\x0a\x08\x02\x10\x03\x18\x01\x28\x01\x30\x01"s),
            std::string::npos);
  // convolution_dimension_numbers (16): kernel_input_feature 1, kernel_output_feature 2,
  // kernel_spatial [0]; input_feature 2; output_feature 2; input_spatial [1]; output_spatial [1].
  EXPECT_NE(bytes.find("\x82\x01\x11\x18\x01\x20\x02\x32\x01\x00\x40\x02\x50\x02\x5a\x01\x01\x62"
                       "\x01\x01"s),
            std::string::npos);
  // feature_group_count (50) 1, batch_group_count (58) 2.
  EXPECT_NE(bytes.find("\x90\x03\x01"s), std::string::npos);
  EXPECT_NE(bytes.find("\xd0\x03\x02"s), std::string::npos);
}

// XLA's GPU passes record the recognized kind of convolution of a training step. It is kept, and
// changes no shape.
TEST(ConvolutionAttributesTest, Kind) {
  constexpr std::string_view kConvolution =
      "f32[2,4] convolution(x, w), dim_labels=bf_io->bf, convolution_kind=";
  const auto bytes = [&](std::string_view kind) {
    const auto module =
        ConvolutionAttributesParsed("f32[2,3]", "f32[3,4]", StrCat(kConvolution, kind));
    return module.ok() ? HloModuleToProto(**module) : std::string(module.status().rule());
  };
  // conv_kind (97): fprop 1, dgrad 2, wgrad 3.
  EXPECT_NE(bytes("fprop").find("\x88\x06\x01"s), std::string::npos);
  EXPECT_NE(bytes("dgrad").find("\x88\x06\x02"s), std::string::npos);
  EXPECT_NE(bytes("wgrad").find("\x88\x06\x03"s), std::string::npos);
  EXPECT_EQ(bytes("unset").find("\x88\x06"s), std::string::npos);
  EXPECT_EQ(bytes("forward"), "text.p1");
  std::string unknown = bytes("wgrad");
  unknown.replace(unknown.find("\x88\x06\x03"s), 3, "\x88\x06\x04"s);
  EXPECT_EQ(HloModuleFromProto(unknown).status().rule(), "attribute.p1");
}

// XLA asks whether the messages are there.
TEST(ConvolutionAttributesTest, BytesWithoutSpace) {
  const auto module = ConvolutionAttributesParsed(
      "f32[2,3]", "f32[3,4]", "f32[2,4] convolution(x, w), dim_labels=bf_io->bf");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  std::string bytes = HloModuleToProto(**module);
  EXPECT_NE(bytes.find("\x7a\x00"s), std::string::npos);  // an empty window
  // input_feature 1, kernel_output_feature 1, output_feature 1; the others are 0.
  const size_t at = bytes.find("\x82\x01\x06\x20\x01\x40\x01\x50\x01"s);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 2, "\x82\x3f"s);  // an unused field
  EXPECT_EQ(HloModuleFromProto(bytes).status().rule(), "proto.m8");
}

TEST(ConvolutionAttributesTest, WhatTextMustHave) {
  const auto rule = [](std::string_view attributes) {
    return std::string(
        ConvolutionAttributesParsed("f32[1,4,2]", "f32[3,2,1]",
                                    StrCat("f32[1,2,1] convolution(x, w)", attributes))
            .status()
            .rule());
  };
  EXPECT_EQ(rule(", window={size=3}, dim_labels=b0f_0io->b0f"), "");
  EXPECT_EQ(rule(", window={size=3}"), "text.p8");
  EXPECT_EQ(rule(", dim_labels=b0f_0io->b0f"), "convolution.c3");
  // A label more than there are dimensions, and one that is none.
  EXPECT_EQ(rule(", window={size=3}, dim_labels=b0?f_0io->b0f"), "convolution.c2");
  EXPECT_EQ(rule(", window={size=3}, dim_labels=b0f?_0io->b0f"), "");
  EXPECT_EQ(rule(", window={size=3}, dim_labels=b0f_0io->b0f, padding_type=PADDING_SAME"),
            "text.p6");
}

}  // namespace
}  // namespace hloom
