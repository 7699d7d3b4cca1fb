// The attributes of products: side by side in text, in bytes inside of DotDimensionNumbers,
// RaggedDotDimensionNumbers, which holds another one, and PrecisionConfig.
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom {
namespace {

using std::string_literals::operator""s;

// Programs of XLA print their attributes in this order, and leave out empty batches.
TEST(DotAttributesTest, TextAndBytesBothWays) {
  constexpr std::string_view kText = R"(HloModule products

ENTRY %main (x: bf16[4,3,5], y: f32[3,5,6], g: s32[2], z: f32[2,5,7], a: f32[], b: f32[1,5,1]) -> (f64[5,4,6], f32[4,3,5,3,5,6], f32[4,3,7], f32[4,5,5,6]) {
  %x = bf16[4,3,5]{2,1,0} parameter(0)
  %y = f32[3,5,6]{2,1,0} parameter(1)
  %d = f64[5,4,6]{2,1,0} dot(%x, %y), lhs_batch_dims={2}, lhs_contracting_dims={1}, rhs_batch_dims={1}, rhs_contracting_dims={0}, operand_precision={highest,default}, algorithm=dot_bf16_bf16_f32
  %o = f32[4,3,5,3,5,6]{5,4,3,2,1,0} dot(%x, %y), lhs_contracting_dims={}, rhs_contracting_dims={}
  %z = f32[2,5,7]{2,1,0} parameter(3)
  %g = s32[2]{0} parameter(2)
  %r = f32[4,3,7]{2,1,0} ragged-dot(%x, %z, %g), lhs_contracting_dims={2}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}, operand_precision={high,high}
  %a = f32[] parameter(4)
  %b = f32[1,5,1]{2,1,0} parameter(5)
  %s = f32[4,5,5,6]{3,2,1,0} scaled-dot(%x, %y, %a, %b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT %t = (f64[5,4,6]{2,1,0}, f32[4,3,5,3,5,6]{5,4,3,2,1,0}, f32[4,3,7]{2,1,0}, f32[4,5,5,6]{3,2,1,0}) tuple(%d, %o, %r, %s)
}
)";
  const auto module = ParseHloModule(kText);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const std::string printed = HloModuleToText(**module);
  for (const std::string_view line : {
           "dot(%x, %y), lhs_batch_dims={2}, lhs_contracting_dims={1}, rhs_batch_dims={1}, "
           "rhs_contracting_dims={0}, operand_precision={highest,default}, "
           "algorithm=dot_bf16_bf16_f32\n",
           "dot(%x, %y), lhs_contracting_dims={}, rhs_contracting_dims={}\n",
           "ragged-dot(%x, %z, %g), lhs_contracting_dims={2}, rhs_contracting_dims={1}, "
           "lhs_ragged_dims={0}, rhs_group_dims={0}, operand_precision={high,high}\n",
           "scaled-dot(%x, %y, %a, %b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n",
       }) {
    EXPECT_NE(printed.find(line), std::string::npos) << printed;
  }
  const std::string bytes = HloModuleToProto(**module);
  const auto read = HloModuleFromProto(bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(HloModuleToText(**read), printed);
  EXPECT_EQ(HloModuleToProto(**read), bytes);
}

std::string BytesOfText(std::string_view instructions) {
  const auto module = ParseHloModule(StrCat("HloModule m\nENTRY e {\n", instructions, "}\n"));
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? HloModuleToProto(**module) : "";
}

// The bytes are derived by hand from hlo.proto and xla_data.proto.
TEST(DotAttributesTest, Bytes) {
  // dot_dimension_numbers (30) {lhs_contracting [1], rhs_contracting [0], lhs_batch [2], rhs_batch
  // [1]}; precision_config (51) {operand_precision [2, 0], algorithm 6}.
  const std::string dot = BytesOfText(R"(  x = f32[4,3,5] parameter(0)
  y = f32[3,5,6] parameter(1)
  ROOT d = f32[5,4,6] dot(x, y), lhs_batch_dims={2}, lhs_contracting_dims={1}, rhs_batch_dims={1},
    rhs_contracting_dims={0}, operand_precision={highest,default}, algorithm=dot_bf16_bf16_f32
)");
  EXPECT_NE(dot.find("\xf2\x01\x0c\x0a\x01\x01\x12\x01\x00\x1a\x01\x02\x22\x01\x01"s),
            std::string::npos);
  EXPECT_NE(dot.find("\x9a\x03\x06\x0a\x02\x02\x00\x10\x06"s), std::string::npos);
  // XLA asks whether the message is there, also of a product without any dimension numbers.
  const std::string outer = BytesOfText("  x = f32[] parameter(0)\n  ROOT d = f32[] dot(x, x)\n");
  EXPECT_NE(outer.find("\xf2\x01\x00"s), std::string::npos);
  // ragged_dot_dimension_numbers (90) {dot_dimension_numbers (1) {lhs_contracting [1],
  // rhs_contracting [1]}, lhs_ragged [0], rhs_group [0]}.
  const std::string ragged = BytesOfText(R"(  x = f32[6,4] parameter(0)
  y = f32[3,4,5] parameter(1)
  g = s64[3] parameter(2)
  ROOT r = f32[6,5] ragged-dot(x, y, g), lhs_contracting_dims={1}, rhs_contracting_dims={1},
    lhs_ragged_dims={0}, rhs_group_dims={0}
)");
  EXPECT_NE(ragged.find("\xd2\x05\x0e\x0a\x06\x0a\x01\x01\x12\x01\x01\x12\x01\x00\x1a\x01\x00"s),
            std::string::npos);
}

// XLA lowers the names that it reads, and prints them in small letters.
TEST(DotAttributesTest, NamesInCapitals) {
  const auto module = ParseHloModule(R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  ROOT d = f32[] dot(x, x), lhs_contracting_dims={0}, rhs_contracting_dims={0},
    operand_precision={HIGHEST,Default}, algorithm=DOT_F32_F32_F32
}
)");
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const std::string printed = HloModuleToText(**module);
  EXPECT_NE(printed.find("operand_precision={highest,default}, algorithm=dot_f32_f32_f32\n"),
            std::string::npos)
      << printed;
}

// A default for each operand, also for scales and group sizes, is the same as none. Some versions
// of XLA write them into bytes.
TEST(DotAttributesTest, AnyNumberOfDefaults) {
  constexpr std::string_view kProducts = R"(  x = f32[2,2] parameter(0)
  s = f32[1,1] parameter(1)
  a = f32[2,2] scaled-dot(x, x, s, s), lhs_contracting_dims={0}, rhs_contracting_dims={0},
    operand_precision={high,high}, algorithm=dot_f32_f32_f32
  g = s32[1] parameter(2)
  ROOT b = f32[1,2,2] ragged-dot(a, x, g), lhs_contracting_dims={0}, rhs_contracting_dims={0},
    lhs_ragged_dims={0}, operand_precision={default,default,default}
)";
  std::string bytes = BytesOfText(kProducts);
  // precision_config {operand_precision [1, 1], algorithm 11} becomes one of four defaults.
  const size_t at = bytes.find("\x9a\x03\x06\x0a\x02\x01\x01\x10\x0b"s);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at + 3, 6, "\x0a\x04\x00\x00\x00\x00"s);
  const auto module = HloModuleFromProto(bytes);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  const std::string printed = HloModuleToText(**module);
  EXPECT_EQ(printed.find("operand_precision"), std::string::npos) << printed;
  EXPECT_EQ(printed.find("algorithm"), std::string::npos) << printed;
}

// A product whose bytes lack the message is refused, as XLA does.
TEST(DotAttributesTest, BytesWithoutDimensionNumbers) {
  std::string bytes = BytesOfText("  x = f32[] parameter(0)\n  ROOT d = f32[] dot(x, x)\n");
  const size_t at = bytes.find("\xf2\x01\x00"s);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 2, "\xf2\x3e"s);  // field 1006, which is unused
  EXPECT_EQ(HloModuleFromProto(bytes).status().rule(), "proto.m8");
}

TEST(DotAttributesTest, UnknownNames) {
  const auto rule = [](std::string_view attribute) {
    return std::string(
        ParseHloModule(
            StrCat("HloModule m\nENTRY e {\n  x = f32[2] parameter(0)\n  ROOT d = f32[] dot(x, x), "
                   "lhs_contracting_dims={0}, rhs_contracting_dims={0}, ",
                   attribute, "\n}\n"))
            .status()
            .rule());
  };
  EXPECT_EQ(rule("algorithm=dot_f32_f32_f32"), "");
  EXPECT_EQ(rule("algorithm=dot_f31_f32_f32"), "text.p1");
  EXPECT_EQ(rule("algorithm=ALG_DOT_F32_F32_F32"), "text.p1");
  EXPECT_EQ(rule("operand_precision={best,best}"), "text.p1");
  EXPECT_EQ(rule("operand_precision={highest,default,default}"), "dot.c11");
  EXPECT_EQ(rule("sparsity=L.0@2:4"), "text.p6");
}

}  // namespace
}  // namespace hloom
