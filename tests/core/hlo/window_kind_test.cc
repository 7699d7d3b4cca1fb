// The attribute kind window: text and bytes, both ways, and their errors.
#include "hlo/attributes/window.h"

#include "gtest/gtest.h"

namespace hloom {
namespace {

const AttributeKind& window_kind = AttributeKindOf<Window>();

StatusOr<Window> WindowKindParsed(std::string_view text) {
  TextReader in(text);
  Window window;
  HLOOM_RETURN_IF_ERROR(window_kind.parse(&window, in, nullptr));
  EXPECT_TRUE(in.AtEnd()) << text;
  return window;
}

std::string Printed(const Window& window) {
  std::string out;
  window_kind.print(&window, out);
  return out;
}

TEST(WindowKindTest, TextBothWays) {
  for (const std::string_view text :
       {"{size=3}", "{size=2x3 stride=1x2}", "{size=2x3 pad=0_1x-1_1}",
        "{size=1x2x3 stride=3x2x1 pad=0_0x1_2x3_4 lhs_dilate=1x2x3 rhs_dilate=3x2x1 "
        "rhs_reversal=0x1x0}",
        "{}"}) {
    const StatusOr<Window> window = WindowKindParsed(text);
    ASSERT_TRUE(window.ok()) << window.status().ToString();
    EXPECT_EQ(Printed(*window), text);
  }
}

TEST(WindowKindTest, FieldsInAnyOrder) {
  const Window window =
      WindowKindParsed("{ pad=1_2x3_4 size=5x6\n  rhs_dilate=7x8 /*both*/ }").value();
  ASSERT_EQ(window.dimensions_size(), 2);
  EXPECT_EQ(window.dimensions(1).size(), 6);
  EXPECT_EQ(window.dimensions(1).padding_low(), 3);
  EXPECT_EQ(window.dimensions(1).padding_high(), 4);
  EXPECT_EQ(window.dimensions(0).window_dilation(), 7);
  EXPECT_EQ(window.dimensions(0).stride(), 1);
  EXPECT_EQ(Printed(window), "{size=5x6 pad=1_2x3_4 rhs_dilate=7x8}");
}

TEST(WindowKindTest, Bytes) {
  const Window window =
      WindowKindParsed(
          "{size=2x3 stride=4x1 pad=-1_2x0_0 lhs_dilate=1x5 rhs_dilate=6x1 rhs_reversal=1x0}")
          .value();
  WireWriter out;
  window_kind.write(&window, 15, out);
  // The first dimension, field by field, as xla_data.proto numbers them.
  WireReader reader(out.bytes());
  ASSERT_TRUE(reader.Next().value());
  EXPECT_EQ(reader.field(), 15);
  WireReader dimensions = reader.Message().value();
  ASSERT_TRUE(dimensions.Next().value());
  EXPECT_EQ(dimensions.field(), 1);
  WireReader first = dimensions.Message().value();
  const int64_t expected[] = {0, 2, 4, -1, 2, 6, 1, 1};
  int seen = 0;
  while (first.Next().value()) {
    ++seen;
    ASSERT_LE(first.field(), 7);
    EXPECT_EQ(first.Int64().value(), expected[first.field()]) << first.field();
  }
  EXPECT_EQ(seen, 7);

  Window read;
  ASSERT_TRUE(window_kind.read(&read, reader).ok());
  EXPECT_TRUE(window_kind.equal(&read, &window));
  Window other = window;
  other.mutable_dimensions(1)->set_stride(2);
  EXPECT_FALSE(window_kind.equal(&other, &window));
  EXPECT_FALSE(window_kind.is_default(&window));
  const Window none;
  EXPECT_TRUE(window_kind.is_default(&none));
}

TEST(WindowKindTest, WhatBytesLeaveOutIsZero) {
  WireWriter out;
  out.BeginMessage(15);
  out.BeginMessage(1);
  out.SetInt64(1, 3);
  out.EndMessage();
  out.EndMessage();
  WireReader reader(out.bytes());
  ASSERT_TRUE(reader.Next().value());
  Window read;
  ASSERT_TRUE(window_kind.read(&read, reader).ok());
  EXPECT_EQ(read.dimensions(0).size(), 3);
  EXPECT_EQ(read.dimensions(0).stride(), 0);
  EXPECT_EQ(read.dimensions(0).window_dilation(), 0);
}

TEST(WindowKindTest, WrongText) {
  const auto error = [](std::string_view text) { return WindowKindParsed(text).status(); };
  EXPECT_EQ(error("{stride=1}").rule(), "window.p1");
  EXPECT_EQ(error("{size=1 size=2}").rule(), "window.p1");
  EXPECT_EQ(error("{size=1x2 stride=1}").rule(), "window.p1");
  EXPECT_EQ(error("{size=1 pad=0_0x1_1}").rule(), "window.p1");
  EXPECT_EQ(error("{size=1x1 rhs_reversal=0x2}").rule(), "window.p1");
  EXPECT_EQ(error("{size=1 rhs_reversal=-1}").rule(), "window.p1");
  EXPECT_EQ(error("size=1").rule(), "text.p1");
  EXPECT_EQ(error("{size=1 pad=3}").rule(), "text.p1");
  EXPECT_EQ(error("{size=1").rule(), "text.p1");
  EXPECT_EQ(error("{size=x}").rule(), "text.p1");
  const Status near = error("{sise=1}");
  EXPECT_EQ(near.rule(), "text.p1");
  EXPECT_EQ(near.fields().help, "did you mean size?");
  EXPECT_NE(
      error("{size=1x2 stride=1}").ToString().find("stride of the window has 1 entry, size has 2"),
      std::string::npos);
}

TEST(WindowKindTest, WrongEntriesShowHowTheyAreWritten) {
  const auto help = [](std::string_view text) {
    return WindowKindParsed(text).status().fields().help.text();
  };
  EXPECT_EQ(help("{size=}"), "write a number for each dimension, with x between: size=2x3");
  EXPECT_EQ(help("{size=1 stride=x}"),
            "write a number for each dimension, with x between: stride=2x3");
  EXPECT_EQ(help("{size=1 rhs_reversal=true}"),
            "write a number for each dimension, with x between: rhs_reversal=0x1");
  const std::string_view pad =
      "write the low and high padding of each dimension, with x between: pad=1_0x2_2";
  EXPECT_EQ(help("{size=1 pad=}"), pad);
  EXPECT_EQ(help("{size=1 pad=1}"), pad);
  EXPECT_EQ(help("{size=1 pad=1-1}"), pad);
}

}  // namespace
}  // namespace hloom
