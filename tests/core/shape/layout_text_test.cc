// The text form of layouts, with the extension for padding.
#include "gtest/gtest.h"
#include "shape/shape_proto.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

Shape LayoutTextParsed(std::string_view text) {
  StatusOr<Shape> shape = ShapeUtil::ParseShape(text);
  EXPECT_TRUE(shape.ok()) << shape.status().ToString();
  return shape.ok() ? *shape : Shape();
}
Status ParseError(std::string_view text) { return ShapeUtil::ParseShape(text).status(); }

TEST(LayoutTextTest, PaddingRoundTrips) {
  for (const char* text :
       {"f32[2,3]{0,1:PAD(3,5)ZERO_PAD}", "f32[2,3]{1,0:PAD(2,3)ONE_PAD}",
        "bf16[0,3]{1,0:PAD(1,4)LOWEST_PAD}", "u8[4]{0:PAD(8)HIGHEST_PAD}",
        "c64[4]{0:PAD(8)UNKNOWN_PAD}",
        "(f32[2,3]{0,1:PAD(3,5)ZERO_PAD}, (s32[], (token[], pred[1]{0:PAD(2)ONE_PAD})))"}) {
    EXPECT_EQ(LayoutTextParsed(text).ToString(/*print_layout=*/true), text);
  }
  const Layout layout = LayoutTextParsed("f32[2,3]{ 0, 1:PAD( 3, 5 )HIGHEST_PAD}").layout();
  EXPECT_EQ(layout.padded_dimensions().ToVector(), (std::vector<int64_t>{3, 5}));
  EXPECT_EQ(layout.padding_value(), HIGHEST_PAD);
  EXPECT_EQ(LayoutUtil::HumanString(layout), "{0,1:PAD(3,5)HIGHEST_PAD}");
  EXPECT_EQ(ShapeUtil::HumanString(LayoutTextParsed("f32[2,3]{0,1:PAD(3,5)ZERO_PAD}")), "f32[2,3]");
}

TEST(LayoutTextTest, PaddingWithoutAValueIsUnknown) {
  for (const auto& [given, text] :
       {std::pair("f32[2,3]{0,1:PAD(3,5)}", "f32[2,3]{0,1:PAD(3,5)UNKNOWN_PAD}"),
        std::pair("f32[8]{0:PAD( 9 ) }", "f32[8]{0:PAD(9)UNKNOWN_PAD}"),
        std::pair("f32[8]{0:PAD(9)T(8)S(1)}", "f32[8]{0:PAD(9)UNKNOWN_PAD T(8)S(1)}"),
        std::pair("f32[8]{0:PAD(9) #(u32)}", "f32[8]{0:PAD(9)UNKNOWN_PAD #(u32)}"),
        std::pair("f32[8]{0:PAD(9) ZERO_PAD T(8)}", "f32[8]{0:PAD(9)ZERO_PAD T(8)}")}) {
    EXPECT_EQ(LayoutTextParsed(given).ToString(/*print_layout=*/true), text);
  }
}

TEST(LayoutTextTest, PaddingIsValidated) {
  EXPECT_EQ(ParseError("f32[2,3]{0,1:PAD(3)ZERO_PAD}").rule(), "layout.c2");
  EXPECT_EQ(ParseError("f32[2,3]{0,1:PAD(3,2)ZERO_PAD}").rule(), "layout.c3");
  EXPECT_EQ(ParseError("f32[2,3]{0,1:PAD(3,5)INVALID_PAD}").rule(), "layout.c4");
  EXPECT_EQ(ParseError("f32[2,3]{0,1:PAD()ZERO_PAD}").rule(), "layout.c4");
  EXPECT_EQ(ParseError("c64[2,3]{0,1:PAD(3,5)LOWEST_PAD}").rule(), "layout.c5");
}

TEST(LayoutTextTest, Errors) {
  for (const char* text :
       {"f32[2]{0:}", "f32[2]{0:", "f32[2]{0:PAD", "f32[2]{0:PAD(", "f32[2]{0:PAD(2",
        "f32[2]{0:PAD(2)", "f32[2]{0:PAD(2)zero}", "f32[2]{0:PAD(2)ZERO_PADS(1)}",
        "f32[2]{0:PAD(x)ZERO_PAD}", "f32[2]{:", "f32[2]{0:PAD 2}"}) {
    EXPECT_EQ(ParseError(text).rule(), "shape.p1") << text;
  }
}

// Tiles, memory spaces and similar properties are kept in text and bytes, in XLA's order.
TEST(LayoutTextTest, Properties) {
  for (const char* text :
       {"f32[8,128]{1,0:T(8,128)}", "bf16[8]{0:T(8,128)(2,1)S(1)}", "f32[8]{0:S(1)}",
        "f32[]{:T(256)}", "s4[8]{0:E(4)}", "f32[8,8]{1,0:T(2,*,128)}", "f32[8]{0:T()}",
        "f32[8]{0:PAD(8)ZERO_PAD S(1)}", "(f32[8]{0:L(2)}, s32[])",
        "f32[8]{0:T(8)L(4)#(u32)*(u64)E(32)S(5)SC(0:2,4)(1:3)M(8)}"}) {
    const Shape shape = LayoutTextParsed(text);
    EXPECT_EQ(shape.ToString(/*print_layout=*/true), text);
    WireWriter writer;
    WriteShapeProto(shape, writer);
    const StatusOr<Shape> read = ReadShapeProto(WireReader(writer.bytes()));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(*read, shape) << text;
  }
  const Layout layout = LayoutTextParsed("f32[8,128]{1,0: T(8, *) S(1) }").layout();
  ASSERT_NE(layout.properties(), nullptr);
  EXPECT_EQ(layout.properties()->tiles,
            (std::vector<std::vector<int64_t>>{{8, LayoutProperties::kCombineDimension}}));
  EXPECT_EQ(layout.properties()->memory_space, 1);
  // Defaults are the same as omitted properties.
  EXPECT_EQ(LayoutTextParsed("f32[8]{0:L(1)S(0)}"), LayoutTextParsed("f32[8]{0}"));
  EXPECT_FALSE(LayoutTextParsed("f32[8]{0:S(2)}") == LayoutTextParsed("f32[8]{0:S(1)}"));
  EXPECT_FALSE(LayoutTextParsed("f32[8]{0:S(2)}") == LayoutTextParsed("f32[8]{0}"));
  EXPECT_TRUE(
      ShapeUtil::Compatible(LayoutTextParsed("f32[8]{0:S(2)}"), LayoutTextParsed("f32[8]{0}")));
}

// xla_data.proto by hand: minor_to_major [0], tiles [{[8]}], memory_space 1.
TEST(LayoutTextTest, BytesOfProperties) {
  WireWriter writer;
  WriteShapeProto(LayoutTextParsed("f32[8]{0:T(8)S(1)}"), writer);
  EXPECT_NE(writer.bytes().find(std::string("\x0a\x01\x00\x32\x03\x0a\x01\x08\x40\x01", 10)),
            std::string::npos);
}

TEST(LayoutTextTest, PropertyErrors) {
  for (const char* text :
       {"f32[8]{0:S(1)T(8)}", "f32[8]{0:S(1)S(1)}", "f32[8]{0:S()}", "f32[8]{0:S(1,2)}",
        "f32[8]{0:T(8}", "f32[8]{0:T}", "f32[8]{0:#(x)}", "f32[8]{0:#(u32}", "f32[8]{0:SC(1)}",
        "f32[8]{0:SC(0,1:2)}", "f32[8]{0:X(1)}", "f32[8]{0:PAD(8)ZERO_PADS(1)}",
        "f32[8]{0:S(1)PAD(8)ZERO_PAD}", "f32[8]{0:S(*)}", "f32[8]{0:S(1)"}) {
    EXPECT_EQ(ParseError(text).rule(), "shape.p1") << text;
  }
}

TEST(LayoutTextTest, PropertiesAreValidated) {
  for (const char* text : {"f32[8]{0:S(-1)}", "f32[8]{0:T(-8)}", "f32[8]{0:E(-1)}",
                           "f32[8]{0:#(s32)}", "f32[8]{0:SC(-1:2)}", "f32[8]{0:SC(1:-2)}"}) {
    EXPECT_EQ(ParseError(text).rule(), "layout.c7") << text;
  }
}

TEST(LayoutTextTest, SparseLayoutsAreRefused) {
  for (const char* text :
       {"f32[8]{0:D(C)}", "f32[8]{0:P((f32[8]))}", "f32[8,8]{1,0:D(D,C)T(8)}", "f32[8]{0:D(S~)}",
        "f32[8]{0:S(1)D(D)}", "f32[8]{0:S(1)P(f32[8])M(8)}"}) {
    const Status status = ParseError(text);
    EXPECT_EQ(status.rule(), "shape.p2") << text;
    EXPECT_EQ(status.code(), StatusCode::kUnimplemented);
  }
  // A dense dimension is the same as an omitted property.
  EXPECT_EQ(LayoutTextParsed("f32[8,8]{1,0:D(D,D)}"), LayoutTextParsed("f32[8,8]{1,0}"));
  EXPECT_EQ(LayoutTextParsed("f32[8]{0:D()S(1)}"), LayoutTextParsed("f32[8]{0:S(1)}"));
  EXPECT_EQ(LayoutTextParsed("f32[8,8]{1,0:D( D+ , D+~)T(8)}"),
            LayoutTextParsed("f32[8,8]{1,0:T(8)}"));
}

// xla_data.proto: dim_level_types (9), 0 for a dense one, and physical_shape (10).
TEST(LayoutTextTest, SparseLayoutsInBytesAreRefused) {
  const auto rule = [](std::string_view field) {
    WireWriter shape;
    shape.AddInt32(2, F32);
    shape.AddInt64(3, 8);
    shape.BeginMessage(5);
    shape.AddInt64(1, 0);
    if (field == "compressed" || field == "dense") shape.AddInt32(9, field == "dense" ? 0 : 1);
    if (field == "physical") {
      shape.BeginMessage(10);
      shape.EndMessage();
    }
    shape.EndMessage();
    return std::string(ReadShapeProto(WireReader(shape.bytes())).status().rule());
  };
  EXPECT_EQ(rule(""), "");
  EXPECT_EQ(rule("dense"), "");
  EXPECT_EQ(rule("compressed"), "shape.p2");
  EXPECT_EQ(rule("physical"), "shape.p2");
}

TEST(LayoutTextTest, Buffers) {
  for (const char* text : {"b(f32[4]{0})", "(s32[], b(f32[4,2]{0,1}))", "b(f32[])",
                           "b(f32[8,128]{1,0:T(8,128)S(1)})", "b(s32[<=4]{0})"}) {
    const StatusOr<Shape> shape = ShapeUtil::ParseShape(text);
    ASSERT_TRUE(shape.ok()) << shape.status().ToString();
    EXPECT_EQ(shape->ToString(/*print_layout=*/true), text);
    WireWriter out;
    WriteShapeProto(*shape, out);
    const StatusOr<Shape> again = ReadShapeProto(WireReader(out.bytes()));
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    EXPECT_EQ(*again, *shape);
    EXPECT_TRUE(ShapeUtil::Compatible(*again, *shape));
  }
  const Shape buffer = *ShapeUtil::ParseShape("b(f32[4])");
  EXPECT_TRUE(buffer.IsBuffer());
  EXPECT_FALSE(buffer.IsArray());
  EXPECT_EQ(buffer.buffer_shape(), ShapeUtil::MakeShape(F32, {4}));
  EXPECT_TRUE(buffer.tuple_shapes().empty());
  EXPECT_EQ(buffer.rank(), 0);
  EXPECT_EQ(ShapeUtil::ByteSizeOf(buffer), 0);
  EXPECT_TRUE(ShapeUtil::ArrayLeaves(buffer).empty());
  EXPECT_EQ(ShapeUtil::GetLeafCount(buffer), 1);
  EXPECT_EQ(ShapeUtil::MakeStaticShape(*ShapeUtil::ParseShape("b(s32[<=4])")).ToString(),
            "b(s32[4])");
  for (const char* other : {"b(f32[5])", "b(s32[4])", "f32[4]", "(f32[4])"}) {
    EXPECT_FALSE(ShapeUtil::Compatible(buffer, *ShapeUtil::ParseShape(other))) << other;
    EXPECT_FALSE(ShapeUtil::EqualIgnoringLayout(buffer, *ShapeUtil::ParseShape(other))) << other;
    EXPECT_NE(buffer, *ShapeUtil::ParseShape(other));
  }
}

TEST(LayoutTextTest, WhatABufferCannotHold) {
  EXPECT_EQ(ParseError("b(token[])").rule(), "shape.c12");
  EXPECT_EQ(ParseError("b(f32[-1])").rule(), "shape.c2");
  for (const char* text : {"b[4]", "b((f32[4], s32[]))", "b(b(f32[4]))", "b()", "b(f32[4]",
                           "b(f32[4],", "b", "buffer[]", "b (f32[4])"}) {
    EXPECT_EQ(ParseError(text).rule(), "shape.p1") << text;
  }
  // A buffer of two shapes, or of none.
  for (const int count : {0, 2}) {
    WireWriter out;
    out.SetInt32(2, 34);
    for (int i = 0; i < count; ++i) {
      out.BeginMessage(4);
      WriteShapeProto(ShapeUtil::MakeShape(F32, {4}), out);
      out.EndMessage();
    }
    EXPECT_EQ(ReadShapeProto(WireReader(out.bytes())).status().rule(), "shape.c12");
  }
}

// A dimension without a bound is one that a program must be given before it can run.
TEST(LayoutTextTest, UnboundedSizesAreRefused) {
  EXPECT_EQ(ParseError("f32[?,10]").rule(), "shape.c5");
  EXPECT_EQ(ParseError("(s32[], f32[4,?]{1,0})").rule(), "shape.c5");
}

TEST(LayoutTextTest, StrictTextRefusesPadding) {
  EXPECT_EQ(ShapeUtil::StrictText(LayoutTextParsed("(f32[2,3]{0,1}, token[])")).value(),
            "(f32[2,3]{0,1}, token[])");
  const Status status =
      ShapeUtil::StrictText(LayoutTextParsed("(s32[], f32[2,3]{0,1:PAD(3,5)ZERO_PAD})")).status();
  EXPECT_EQ(status.rule(), "layout.c6");
}

TEST(LayoutTextTest, PrefixesAndLongTexts) {
  size_t length = 0;
  EXPECT_EQ(ShapeUtil::ParseShapePrefix("f32[2,3]{0,1} { {", &length).value().ToString(true),
            "f32[2,3]{0,1}");
  EXPECT_EQ(length, 13u);
  EXPECT_LT(ParseError(std::string(100000, 'x')).fields().headline.text().size(), 300u);
}

TEST(PaddingValueTest, Names) {
  for (int number = 0; number <= UNKNOWN_PAD; ++number) {
    const PaddingValue value = static_cast<PaddingValue>(number);
    EXPECT_EQ(ParsePaddingValue(PaddingValueName(value)), value);
  }
  EXPECT_EQ(PaddingValueName(static_cast<PaddingValue>(77)), "INVALID_PAD");
  EXPECT_EQ(ParsePaddingValue("PAD"), std::nullopt);
}

}  // namespace
}  // namespace hloom
