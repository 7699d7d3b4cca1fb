// Additional attributes of XLA's custom calls, which are kept in text and bytes, both ways.
#include <functional>

#include "gtest/gtest.h"
#include "ops/host/custom_call.h"
#include "support/round_trip.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT
using std::string_literals::operator""s;

std::string CustomCallAttributesProgram(std::string_view attributes) {
  return StrCat("HloModule m\n\nadd {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n",
                "  ROOT z = f32[] add(x, y)\n}\n\nENTRY e {\n  a = f32[2]{0} constant({1, 2})\n",
                "  ROOT r = f32[2]{0} custom-call(a, a), custom_call_target=\"f\"", attributes,
                "\n}\n");
}

StatusOr<std::unique_ptr<HloModule>> CustomCallAttributesParsed(std::string_view attributes) {
  return ParseHloModule(CustomCallAttributesProgram(attributes));
}

// The attributes as they are printed, or the rule that is broken. Text and bytes give them back.
std::string Kept(std::string_view attributes) {
  const auto module = CustomCallAttributesParsed(attributes);
  if (!module.ok()) return std::string(module.status().rule());
  EXPECT_EQ(RoundTrip(**module), "") << attributes;
  const std::string text = HloModuleToText(**module);
  const size_t begin = text.find("custom-call(%a, %a)") + 19;
  return text.substr(begin, text.find('\n', begin) - begin);
}

constexpr std::string_view kTarget = ", custom_call_target=\"f\"";

// XLA prints what is about convolutions before the target, the rest behind it.
TEST(CustomCallAttributesTest, OfConvolutions) {
  for (const std::string_view attribute :
       {", window={size=3x3 pad=1_1x1_1}", ", window={}", ", dim_labels=b01f_01io->b01f",
        ", dim_labels=bf?01_io01->bf?01", ", feature_group_count=2", ", batch_group_count=3",
        ", operand_precision={highest,default}", ", operand_precision={high}",
        ", operand_precision={packed_nibble,highest}", ", algorithm=dot_bf16_bf16_f32_x3",
        ", operand_precision={default,high}, algorithm=dot_any_f8_any_f8_f32_fast_accum",
        ", padding_type=PADDING_SAME", ", padding_type=PADDING_VALID"}) {
    EXPECT_EQ(Kept(attribute), StrCat(attribute, kTarget));
  }
  // Defaults are not there.
  for (const std::string_view attribute :
       {", feature_group_count=1, batch_group_count=1", ", operand_precision={default,default}",
        ", operand_precision={}", ", algorithm=unset", ", padding_type=PADDING_INVALID"}) {
    EXPECT_EQ(Kept(attribute), kTarget);
  }
}

// That no operand is constrained is not the same as that none are.
TEST(CustomCallAttributesTest, NoOperandsConstrained) {
  const auto module = ParseHloModule(
      "ENTRY e { ROOT r = f32[] custom-call(), custom_call_target=\"f\", "
      "operand_layout_constraints={} }");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(RoundTrip(**module), "");
  const auto again = HloModuleFromProto(HloModuleToProto(**module));
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_NE(HloModuleToText(**again).find("operand_layout_constraints={}"), std::string::npos);
  EXPECT_EQ(HloModuleToText(*HloModuleFromProto(HloModuleToProto(**ParseHloModule(
                                                    "ENTRY e { ROOT r = f32[] custom-call(), "
                                                    "custom_call_target=\"f\" }")))
                                 .value())
                .find("operand_layout_constraints"),
            std::string::npos);
}

TEST(CustomCallAttributesTest, OfAnyFunction) {
  for (const std::string_view attribute :
       {", operand_layout_constraints={f32[2]{0}, f32[2]{0}}", ", custom_call_has_side_effect=true",
        ", literal=s32[2]{0} {1, 2}", ", literal=f32[] 0.1",
        ", literal=f32[2,2]{0,1} { { 1, 2 }, { 3, nan } }",
        ", literal=( s32[4]{0} {4, 128, 128, 3}, pred[4]{0} {1, 0, 0, 0} )",
        ", output_to_operand_aliasing={{}: (1, {})}", ", schedule=SCHEDULE_LATEST",
        ", schedule=SCHEDULE_EARLIEST", ", api_version=API_VERSION_STATUS_RETURNING",
        ", api_version=API_VERSION_STATUS_RETURNING_UNIFIED",
        ", api_version=API_VERSION_TYPED_FFI"}) {
    EXPECT_EQ(Kept(attribute), StrCat(kTarget, attribute));
  }
  EXPECT_EQ(Kept(", custom_call_has_side_effect=false, schedule=SCHEDULE_NONE, "
                 "api_version=API_VERSION_ORIGINAL"),
            kTarget);
  EXPECT_EQ(Kept(", literal=(s32[4] {4, 128, 128, 3}, pred[4] {true, false, false, false})"),
            Kept(", literal=( s32[4]{0} {4, 128, 128, 3}, pred[4]{0} {1, 0, 0, 0} )"));
}

// XLA's order, for any order in the parsed text.
TEST(CustomCallAttributesTest, Order) {
  EXPECT_EQ(Kept(", api_version=API_VERSION_TYPED_FFI, schedule=SCHEDULE_LATEST, literal=u8[] 7, "
                 "padding_type=PADDING_SAME, operand_precision={high,high}, batch_group_count=2, "
                 "feature_group_count=4, dim_labels=b0f_0io->b0f, window={size=3}, "
                 "custom_call_has_side_effect=true"),
            ", window={size=3}, dim_labels=b0f_0io->b0f, feature_group_count=4, "
            "batch_group_count=2, operand_precision={high,high}, padding_type=PADDING_SAME, "
            "custom_call_target=\"f\", custom_call_has_side_effect=true, literal=u8[] 7, "
            "schedule=SCHEDULE_LATEST, api_version=API_VERSION_TYPED_FFI");
}

TEST(CustomCallAttributesTest, WhatIsWrong) {
  EXPECT_EQ(Kept(", dim_labels=b01f"), "dim_labels.p1");
  EXPECT_EQ(Kept(", window={size=2 size=3}"), "window.p1");
  EXPECT_EQ(Kept(", operand_precision={best}"), "text.p1");
  EXPECT_EQ(Kept(", operand_precision=high"), "text.p1");
  EXPECT_EQ(Kept(", algorithm=dot_f32"), "text.p1");
  EXPECT_EQ(Kept(", padding_type=SAME"), "text.p1");
  EXPECT_EQ(Kept(", literal={1, 2}"), "literal.p2");
  EXPECT_EQ(Kept(", literal=s32[2] {1}"), "literal.p2");
  EXPECT_EQ(Kept(", literal=u8[] 256"), "literal.p3");
  EXPECT_EQ(Kept(", feature_group_count=x"), "text.p1");
  EXPECT_EQ(Kept(", feature_group_count=0"), "custom_call.c6");
  EXPECT_EQ(Kept(", api_version=API_VERSION_UNSPECIFIED"), "custom_call.c7");
  EXPECT_EQ(Kept(", dim_labels=bf_io->bf, dim_labels=bf_io->bf"), "text.p7");
  const std::string message =
      CustomCallAttributesParsed(", operand_precision={higest}").status().ToString();
  EXPECT_NE(message.find("did you mean highest?"), std::string::npos) << message;
  EXPECT_NE(message.find("at line 11, column 84"), std::string::npos) << message;
}

// One computation has another name in older texts.
TEST(CustomCallAttributesTest, ToApply) {
  EXPECT_EQ(Kept(", to_apply=add"), StrCat(kTarget, ", called_computations={%add}"));
  EXPECT_EQ(Kept(", called_computations={add, add}"),
            StrCat(kTarget, ", called_computations={%add, %add}"));
  EXPECT_EQ(Kept(", to_apply={add}"), "text.p1");
  EXPECT_EQ(Kept(", to_apply=add, to_apply=add"), "text.p7");
  EXPECT_EQ(Kept(", to_apply=add, called_computations={add}"), "text.p7");
  EXPECT_EQ(Kept(", called_computations={add}, to_apply=add"), "text.p7");
}

TEST(CustomCallAttributesTest, Equality) {
  const auto plain = CustomCallAttributesParsed("").value();
  EXPECT_EQ(
      HloDifference(*plain,
                    *CustomCallAttributesParsed(", operand_precision={default,default}").value()),
      "");
  EXPECT_EQ(HloDifference(*plain, *CustomCallAttributesParsed(", feature_group_count=1").value()),
            "");
  for (const std::string_view attribute :
       {", window={}", ", dim_labels=bf_io->bf", ", feature_group_count=2", ", batch_group_count=2",
        ", operand_precision={high}", ", algorithm=dot_f64_f64_f64", ", padding_type=PADDING_SAME",
        ", literal=s32[] 1"}) {
    EXPECT_NE(HloDifference(*plain, *CustomCallAttributesParsed(attribute).value()), "")
        << attribute;
  }
  EXPECT_NE(
      HloDifference(*CustomCallAttributesParsed(", literal=f32[2,2]{0,1} {{1,2},{3,4}}").value(),
                    *CustomCallAttributesParsed(", literal=f32[2,2]{1,0} {{1,2},{3,4}}").value()),
      "");
}

// The bytes are derived by hand from hlo.proto and xla_data.proto.
TEST(CustomCallAttributesTest, Bytes) {
  const std::string bytes =
      HloModuleToProto(*CustomCallAttributesParsed(
                            ", window={size=3}, dim_labels=bf_io->bf, feature_group_count=2, "
                            "operand_precision={highest,default}, algorithm=dot_bf16_bf16_f32, "
                            "padding_type=PADDING_SAME, literal=s32[] 7")
                            .value());
  // literal (8): a shape s32[], s32s [7].
  EXPECT_NE(bytes.find("\x22\x01\x07"s), std::string::npos);
  // window (15), convolution_dimension_numbers (16): o 1; the features of input and output.
  EXPECT_NE(bytes.find("\x82\x01\x06\x20\x01\x40\x01\x50\x01"s), std::string::npos);
  // feature_group_count (50) 2, precision_config (51) {operand_precision [2, 0], algorithm 6},
  // batch_group_count (58) 1, padding_type (75) 2, custom_call_api_version (77) 1.
  EXPECT_NE(bytes.find("\x90\x03\x02\x9a\x03\x06\x0a\x02\x02\x00\x10\x06\xd0\x03\x01"
                       "\xd8\x04\x02\xe8\x04\x01"s),
            std::string::npos);
  // The counts and an empty precision_config are always written, as by XLA.
  EXPECT_NE(HloModuleToProto(*CustomCallAttributesParsed("").value())
                .find("\x90\x03\x01\x9a\x03\x00\xd0\x03\x01\xe8\x04\x01"s),
            std::string::npos);
}

// The module, its call with these fields from number 50 on.
StatusOr<std::unique_ptr<HloModule>> WithFields(const std::function<void(WireWriter&)>& more) {
  const std::string bytes = HloModuleToProto(*CustomCallAttributesParsed("").value());
  const auto copied = [&](const WireReader& field, WireWriter& out) {
    if (field.type() == WireType::kVarint) {
      out.AddInt64(field.field(), field.Int64().value());
    } else {
      out.AddBytes(field.field(), field.Bytes().value());
    }
  };
  WireWriter out;
  WireReader module(bytes);
  while (module.Next().value()) {
    if (module.field() != 3) {
      copied(module, out);
      continue;
    }
    out.BeginMessage(3);
    WireReader computation = module.Message().value();
    while (computation.Next().value()) {
      const bool is_call = computation.field() == 2 &&
                           computation.Bytes().value().find("custom-call") != std::string::npos;
      if (!is_call) {
        copied(computation, out);
        continue;
      }
      out.BeginMessage(2);
      WireReader instruction = computation.Message().value();
      while (instruction.Next().value()) {
        if (instruction.field() < 50) copied(instruction, out);
      }
      more(out);
      out.EndMessage();
    }
    out.EndMessage();
  }
  return HloModuleFromProto(out.bytes());
}

TEST(CustomCallAttributesTest, BytesWithoutThem) {
  const auto module = WithFields([](WireWriter&) {});
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(HloDifference(**module, *CustomCallAttributesParsed("").value()), "");
  // Zeros are what older writers left out.
  const auto zeros = WithFields([](WireWriter& out) {
    for (const int field : {50, 58, 75, 76, 77}) out.AddInt64(field, 0);
  });
  ASSERT_TRUE(zeros.ok()) << zeros.status().ToString();
  EXPECT_EQ(HloDifference(**zeros, *CustomCallAttributesParsed("").value()), "");
}

TEST(CustomCallAttributesTest, BytesThatAreWrong) {
  const auto rule = [](const std::function<void(WireWriter&)>& more) {
    const auto module = WithFields(more);
    return module.ok() ? std::string() : std::string(module.status().rule());
  };
  EXPECT_EQ(rule([](WireWriter& out) { out.AddInt64(50, -1); }), "custom_call.c6");
  EXPECT_EQ(rule([](WireWriter& out) { out.AddInt64(75, 3); }), "attribute.p1");
  EXPECT_EQ(rule([](WireWriter& out) { out.AddInt64(77, 5); }), "attribute.p1");
  EXPECT_EQ(rule([](WireWriter& out) { out.AddBytes(51, "\x10\x0e"); }), "attribute.p1");
  EXPECT_EQ(rule([](WireWriter& out) { out.AddBytes(51, "\x08\x04"); }), "attribute.p1");
  EXPECT_EQ(rule([](WireWriter& out) { out.AddBytes(51, "\x08\x02\x08\x01"); }), "");
  // All dimensions are 0.
  EXPECT_EQ(rule([](WireWriter& out) { out.AddBytes(16, ""); }), "dim_labels.c1");
}

}  // namespace
}  // namespace hloom
