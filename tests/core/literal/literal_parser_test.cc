// The text form of literals, read.
#include "literal/literal_parser.h"

#include <cmath>
#include <cstring>
#include <random>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/literal_comparison.h"
#include "literal/literal_util.h"
#include "shape/index_util.h"

namespace hloom {
namespace {

std::string Again(std::string_view text) {
  const StatusOr<Literal> literal = ParseLiteral(text);
  return literal.ok() ? literal->ToString() : literal.status().ToString();
}
std::string RuleOfLiteral(std::string_view text) {
  return std::string(ParseLiteral(text).status().rule());
}
std::string Headline(std::string_view text) {
  const Status status = ParseLiteral(text).status();
  return status.ok() ? "" : status.fields().headline.text();
}

TEST(LiteralParserTest, Forms) {
  for (const char* text :
       {"f32[2,2] { { 1, 2 }, { 3, 4 } }", "s32[] -7", "f32[0] {}", "f32[2,0] {}",
        "pred[2] {true, false}", "(f32[] 1, (token, pred[1] {true}), ())", "()", "token",
        "c64[2] {(1, 2), (nan, -inf)}", "c128[] (0, -0)", "f32[4] {nan, -nan, inf, -inf}",
        "u64[] 18446744073709551615", "s64[] -9223372036854775808", "f8e4m3fn[2] {448, nan}",
        "s1[2] {-1, 0}", "f4e2m1fn[3] {6, -0.5, -0}"}) {
    EXPECT_EQ(Again(text), text);
  }
}

// A NaN other than the one that operations make has its payload in its text, as XLA prints it.
TEST(LiteralParserTest, NanPayloads) {
  for (const char* text :
       {"f32[3] {nan(0x1), -nan(0x3fffff), nan(0x7fffff)}", "f64[1] {nan(0xfffffffffffff)}",
        "f16[2] {nan(0x3ff), -nan(0x1)}", "bf16[1] {nan(0x41)}", "f8e5m2[2] {nan(0x1), nan(0x3)}",
        "c64[1] {(nan(0x1), -nan(0x2))}"}) {
    EXPECT_EQ(Again(text), text);
  }
  EXPECT_EQ(Again("f32[2] {nan(0x400000), -nan(0x400000)}"), "f32[2] {nan, -nan}");
  EXPECT_EQ(ParseLiteral("f32[] nan(0x1)").value(), ParseLiteral("f32[] nan(0x01)").value());
  EXPECT_FALSE(ParseLiteral("f32[] nan(0x1)").value() == ParseLiteral("f32[] nan").value());
  // The payload is missing, too wide, or 0, or the type has no room for one.
  EXPECT_EQ(RuleOfLiteral("f32[] nan(0x)"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[] nan(0x800000)"), "literal.p3");
  EXPECT_EQ(RuleOfLiteral("f64[] nan(0x10000000000000001)"), "literal.p3");
  EXPECT_EQ(RuleOfLiteral("f32[] nan(0x0)"), "literal.p3");
  EXPECT_EQ(RuleOfLiteral("f8e4m3fn[] nan(0x1)"), "literal.p3");
  EXPECT_EQ(RuleOfLiteral("s32[] nan(0x1)"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[] inf(0x1)"), "literal.p2");
}

TEST(LiteralParserTest, WhatElseIsTaken) {
  EXPECT_EQ(Again("f32[2,0] { {}, {} }"), "f32[2,0] {}");
  EXPECT_EQ(Again("  f32[2]{0}{1,2} "), "f32[2] {1, 2}");
  EXPECT_EQ(Again("f32[2] {\n  1, /*i=1*/\n  2\n}"), "f32[2] {1, 2}");
  EXPECT_EQ(Again("f32[3] {0x1.8p3, -0x.8p-1, +1e2}"), "f32[3] {12, -0.25, 100}");
  EXPECT_EQ(Again("pred[2] {1, 0}"), "pred[2] {true, false}");
  EXPECT_EQ(Again("c64[2] {1, ( 2 , 3 )}"), "c64[2] {(1, 0), (2, 3)}");
  EXPECT_EQ(Again("(f32[], s32[2]) (\nf32[] 1,\ns32[2] {2, 3}\n)"), "(f32[] 1, s32[2] {2, 3})");
  EXPECT_EQ(Again("(f32[], (s32[2], token[])) (1, ({2, 3}, token))"),
            "(f32[] 1, (s32[2] {2, 3}, token))");
  EXPECT_EQ(Again("() ()"), "()");
}

// One value for all elements.
TEST(LiteralParserTest, Splats) {
  EXPECT_EQ(ParseLiteral("f32[2,2] 0x1p-1")->ToString(), "f32[2,2] { { 0.5, 0.5 }, { 0.5, 0.5 } }");
  EXPECT_EQ(ParseLiteral("(pred[2] true, c64[1]{0} (1, 2))")->ToString(),
            "(pred[2] {true, true}, c64[1] {(1, 2)})");
  EXPECT_EQ(ParseLiteral("s32[<=4] 1")->ToString(), "s32[<=4](4) {1, 1, 1, 1}");
  EXPECT_EQ(ParseLiteral("s32[<=4](2) 1")->ToString(), "s32[<=4](2) {1, 1}");
  EXPECT_EQ(RuleOfLiteral("s8[2] 128"), "literal.p3");
  EXPECT_EQ(RuleOfLiteral("s8[1073741825] 1"), "memory.c2");
}

TEST(LiteralParserTest, WithAGivenShape) {
  const Shape shape = ShapeUtil::ParseShape("(s32[2,2]{0,1:PAD(3,2)ONE_PAD}, token[])").value();
  const Literal literal = ParseLiteral(shape, "({ {1, 2}, {3, 4} }, token)").value();
  EXPECT_EQ(literal.ToStringWithoutShape(), "({ { 1, 2 }, { 3, 4 } }, token)");
  const Literal& array = literal.elements()[0];
  EXPECT_EQ(array.size_bytes(), 24);
  EXPECT_EQ(std::vector<int32_t>(array.data<int32_t>(), array.data<int32_t>() + 6),
            (std::vector<int32_t>{1, 3, 1, 2, 4, 1}));
  EXPECT_EQ(ParseLiteral(shape, "({ {1, 2}, {3, 4} })").status().rule(), "literal.p2");
  EXPECT_EQ(ParseLiteral(ShapeUtil::MakeShape(F32, {-1}), "{}").status().rule(), "shape.c2");
  EXPECT_EQ(ParseLiteral(ShapeUtil::MakeOpaqueShape(), "1").status().rule(), "literal.p2");
}

TEST(LiteralParserTest, Errors) {
  for (const char* text : {"",
                           " ",
                           "f32",
                           "f32[]",
                           "f32[2]",
                           "f32[2] {",
                           "f32[2] {1",
                           "f32[2] {1,",
                           "f32[2] {1}",
                           "f32[2] {1, 2",
                           "f32[2] {1, 2, 3}",
                           "f32[2] {1 2}",
                           "f32[2] {,}",
                           "f32[2] 1, 2",
                           "f32[2] (1)",
                           "f32[] {1}",
                           "f32[] 1 2",
                           "f32[] x",
                           "f32[] 1.5.2",
                           "f32[] 1e",
                           "f32[] 0x",
                           "f32[] 0x1e+",
                           "f32[] .",
                           "f32[] infinity",
                           "f32[] nan(1)",
                           "f32[] true",
                           "s32[] 1.5",
                           "s32[] 0x10",
                           "s32[] nan",
                           "s32[] -",
                           "pred[] maybe",
                           "c64[] (1)",
                           "c64[] (1, 2",
                           "c64[] (1; 2)",
                           "(f32[] 1",
                           "(f32[] 1,)",
                           "(f32[] 1 f32[] 2)",
                           "(,)",
                           "f32[2,2] {1, 2}",
                           "f32[2,2] { {1, 2} }",
                           "f32[0] {1}",
                           "f32[2,0] { {} }",
                           "f32[2,0] { {}, {1} }",
                           "f32[3] {...}",
                           "tokens",
                           "f32[1000000000000] {1, 2}",
                           "f32[2] {1, 2} /* no end",
                           "1",
                           "{1}"}) {
    if (std::string_view(text) == "f32[2] {1, 2} /* no end") {
      EXPECT_EQ(RuleOfLiteral(text), "");  // a comment may end with the text
      continue;
    }
    EXPECT_EQ(RuleOfLiteral(text), "literal.p2") << text;
  }
  EXPECT_EQ(RuleOfLiteral("f33[2] {1, 2}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[-1] {}"), "shape.c2");
  EXPECT_EQ(RuleOfLiteral("f32[?] {1, 2}"), "shape.c5");
  EXPECT_EQ(RuleOfLiteral("f32[<=2](3) {1, 2, 3}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[<=2](-1) {}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[<=2,2](1) {{1, 2}}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[<=2,2](1,1) {{1}}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[<=2](1) {1, 2}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral("f32[2](2) {1, 2}"), "literal.p2");
  EXPECT_EQ(RuleOfLiteral(std::string(1000000, '(')), "shape.c4");
  EXPECT_EQ(RuleOfLiteral(StrCat("f32[] ", std::string(1000000, '('))), "literal.p2");
}

// Found by fuzzing: a few characters must not ask for all memory.
TEST(LiteralParserTest, PaddingAndBoundsAreLimited) {
  EXPECT_EQ(RuleOfLiteral("s32[2,3]{1,0:PAD(844674404,4)ONE_PAD} {{0,1,2},{0,1,2}}"), "literal.p4");
  EXPECT_EQ(RuleOfLiteral("f32[<=1000000000](1) {1}"), "literal.p4");
  EXPECT_EQ(RuleOfLiteral("(s32[] 1, f32[<=1000000000](0) {})"), "literal.p4");
  EXPECT_EQ(RuleOfLiteral("s8[2]{0:PAD(1000)ONE_PAD} {0,1}"), "");
}

TEST(LiteralParserTest, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(Headline("f32[2] {\n  1,\n  x}"),
            "line 3, column 3 of the literal: expected a number, found \"x}\"");
  EXPECT_EQ(Headline("pred[2] {true"),
            "line 1, column 14 of the literal: expected ',' and 1 more element of dimension 0, "
            "found the end of the text");
  EXPECT_EQ(Headline("s32[2] {1, 2, 3}"),
            "line 1, column 13 of the literal: expected '}' after 2 elements of dimension 0, found "
            "\", 3}\"");
  EXPECT_EQ(Headline("s8[2] {1, 300}"),
            "line 1, column 11 of the literal: expected a number that s8 has, found \"300}\"");
}

TEST(LiteralParserTest, Ranges) {
  const auto verdict = [](std::string_view type, std::string_view number) {
    return RuleOfLiteral(StrCat(type, "[] ", number));
  };
  struct Ends {
    const char* type;
    const char* inside;
    const char* outside;
  };
  constexpr Ends kEnds[] = {{"s1", "-1", "-2"},
                            {"s1", "0", "1"},
                            {"s2", "-2", "-3"},
                            {"s4", "7", "8"},
                            {"s8", "-128", "-129"},
                            {"s16", "32767", "32768"},
                            {"s32", "-2147483648", "-2147483649"},
                            {"s64", "9223372036854775807", "9223372036854775808"},
                            {"s64", "-9223372036854775808", "-9223372036854775809"},
                            {"u1", "1", "2"},
                            {"u2", "3", "4"},
                            {"u4", "15", "16"},
                            {"u8", "255", "256"},
                            {"u16", "65535", "65536"},
                            {"u32", "4294967295", "4294967296"},
                            {"u64", "18446744073709551615", "18446744073709551616"},
                            {"u64", "-0", "-1"},
                            {"pred", "1", "2"},
                            {"f16", "65519", "65520"},
                            {"bf16", "3.39e38", "3.4e38"},
                            {"f32", "3.4028235e38", "3.5e38"},
                            {"f64", "-1.7e308", "-1.8e308"},
                            {"f8e5m2", "-inf", "61440"},
                            {"f8e4m3fn", "464", "inf"},
                            {"f8e4m3fn", "448", "465"},
                            {"f8e4m3fnuz", "nan", "248"},
                            {"f8e8m0fnu", "nan", "0"},
                            {"f8e8m0fnu", "1", "-1"},
                            {"f4e2m1fn", "6", "7"},
                            {"f4e2m1fn", "-6", "nan"},
                            {"f4e2m1fn", "0", "-inf"},
                            {"c64", "(3e38, 0)", "(4e38, 0)"}};
  for (const Ends& ends : kEnds) {
    EXPECT_EQ(verdict(ends.type, ends.inside), "") << ends.type << " " << ends.inside;
    EXPECT_EQ(verdict(ends.type, ends.outside), "literal.p3") << ends.type << " " << ends.outside;
  }
  EXPECT_EQ(verdict("u8", StrCat("1", std::string(100000, '0'))), "literal.p3");
  EXPECT_EQ(verdict("f32", StrCat("0.", std::string(100000, '0'), "1")), "");  // rounds to 0
}

// ---- parse(print(x)) == x ----

// Random bytes of a type, without NaN payloads, which have no text.
void RandomElement(PrimitiveType type, std::mt19937_64& random, std::byte* out) {
  const size_t width = static_cast<size_t>(ByteWidth(type));
  const ElementBytes nan = TypeValueBytes(type, TypeValue::kNan).value_or(ElementBytes());
  uint64_t words[2] = {random(), random()};
  // Often a small number, so that not all of them are long.
  if (random() % 4 == 0) words[0] = random() % 8;
  if (type == PRED) words[0] &= 1;
  if (IsIntegralType(type) && BitWidth(type) < 8) {
    const int unused = 64 - BitWidth(type);
    words[0] = IsSignedIntegralType(type)
                   ? static_cast<uint64_t>(static_cast<int64_t>(words[0] << unused) >> unused)
                   : words[0] & ((uint64_t{1} << BitWidth(type)) - 1);
  }
  if (type == F4E2M1FN) words[0] &= 15;
  std::memcpy(out, words, width);
  const PrimitiveType part = ComplexComponentType(type);
  const size_t part_width = static_cast<size_t>(ByteWidth(part));
  for (size_t at = 0; at < width && !IsIntegralType(type) && type != PRED; at += part_width) {
    if (UlpDistance(part, out + at, nan.bytes) == 0 && part != F4E2M1FN) {
      std::memcpy(out + at, nan.bytes, part_width);
    }
  }
}

TEST(LiteralRoundTripTest, RandomLiteralsOfEveryTypeAndRank) {
  std::mt19937_64 random(7);
  int literals = 0;
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    for (int64_t rank = 0; rank <= 5; ++rank) {
      for (int round = 0; round < 12; ++round) {
        std::vector<int64_t> sizes;
        for (int64_t i = 0; i < rank; ++i) {
          sizes.push_back(static_cast<int64_t>(random() % 10 == 0 ? 0 : 1 + random() % 3));
        }
        Literal literal = LiteralUtil::Zero(ShapeUtil::MakeShape(info.type, sizes));
        const int64_t width = ByteWidth(info.type);
        for (int64_t i = 0; i < literal.element_count(); ++i) {
          RandomElement(info.type, random, literal.mutable_data<std::byte>() + i * width);
        }
        const StatusOr<Literal> with_shape = ParseLiteral(literal.ToString());
        ASSERT_TRUE(with_shape.ok()) << with_shape.status().ToString() << literal.ToString();
        ASSERT_TRUE(*with_shape == literal) << literal.ToString() << "\n" << with_shape->ToString();
        const StatusOr<Literal> without =
            ParseLiteral(literal.shape(), literal.ToStringWithoutShape());
        ASSERT_TRUE(without.ok() && *without == literal) << literal.ToString();
        const StatusOr<Literal> constant = ParseLiteral(literal.shape(), literal.ToHloConstant());
        ASSERT_TRUE(constant.ok() && *constant == literal) << literal.ToHloConstant();
        ++literals;
      }
    }
  }
  EXPECT_EQ(literals, 30 * 6 * 12);
}

TEST(LiteralRoundTripTest, EveryBitPatternOfEightBits) {
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (info.bits != 8 || info.type == PRED) continue;
    Literal all = LiteralUtil::Zero(ShapeUtil::MakeShape(info.type, {256}));
    for (int i = 0; i < 256; ++i) all.mutable_data<uint8_t>()[i] = static_cast<uint8_t>(i);
    const Literal again = ParseLiteral(all.ToString()).value();
    const ComparisonReport bits = CompareLiterals(all, again, ComparisonOptions::Bits());
    for (const auto& mismatch : bits.mismatches) {
      EXPECT_TRUE(mismatch.expected == "nan" || mismatch.expected == "-nan") << info.text;
    }
    EXPECT_TRUE(CompareLiterals(all, again).equal()) << info.text;
    const Literal constant = ParseLiteral(all.shape(), all.ToHloConstant()).value();
    EXPECT_TRUE(CompareLiterals(all, constant).equal()) << info.text;
  }
}

// XLA's digits are more than the fewest, and for narrow types still few.
TEST(LiteralRoundTripTest, EveryBitPatternOfSixteenBitsInConstants) {
  for (const PrimitiveType type : {F16, BF16}) {
    Literal all = LiteralUtil::Zero(ShapeUtil::MakeShape(type, {65536}));
    for (int i = 0; i < 65536; ++i) all.mutable_data<uint16_t>()[i] = static_cast<uint16_t>(i);
    const Literal constant = ParseLiteral(all.shape(), all.ToHloConstant()).value();
    EXPECT_TRUE(CompareLiterals(all, constant, ComparisonOptions::Bits()).equal());
  }
}

// Damaged texts are refused, or are texts of something else; never worse.
TEST(LiteralRoundTripTest, DamagedTexts) {
  constexpr std::string_view kTexts[] = {
      "(f32[2,2]{0,1:PAD(3,5)ZERO_PAD} { { 1, -inf }, { 0x1p3, 4e2 } }, (token, s4[1] {-8}), ())",
      "c64[2,0,3] { {}, {} }", "(pred[], c128[1]) (true, {(1, nan)})", "u8[3] {1, /*i=1*/ 2, 255}"};
  constexpr std::string_view kPieces = "{}()[],:/*-.0129eainfPDx \n\xff";
  std::mt19937_64 random(3);
  int read = 0;
  for (int round = 0; round < 8000; ++round) {
    std::string text(kTexts[random() % 4]);
    for (uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
      const size_t at = random() % text.size();
      const char piece = kPieces[random() % kPieces.size()];
      if (random() % 3 == 0) {
        text.erase(at, 1 + random() % 4);
      } else if (random() % 2 == 0) {
        text.insert(at, 1, piece);
      } else {
        text[at] = piece;
      }
      if (text.empty()) text = "(";
    }
    const StatusOr<Literal> literal = ParseLiteral(text);
    if (!literal.ok()) continue;
    ++read;
    const StatusOr<Literal> again = ParseLiteral(literal->ToString());
    ASSERT_TRUE(again.ok() && CompareLiterals(*literal, *again).equal()) << text;
  }
  EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace hloom
