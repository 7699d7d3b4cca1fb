// The distinguished values of types, padding, and literals full of them.
#include "literal/type_values.h"

#include <cmath>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "literal/convert.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"
#include "shape/index_util.h"

namespace hloom {
namespace {

std::string Text(PrimitiveType type, TypeValue value) {
  const StatusOr<Literal> literal = LiteralUtil::Make(type, value);
  return literal.ok() ? literal->ToStringWithoutShape() : std::string(literal.status().rule());
}

struct TypeValuesRow {
  PrimitiveType type;
  const char* zero;
  const char* one;
  const char* min;
  const char* max;
  const char* min_finite;
  const char* max_finite;
  const char* infinity;
  const char* nan;
};

// The values are from the published definitions of the formats; nullptr: the type has none.
constexpr TypeValuesRow kTypeValuesRows[] = {
    {PRED, "false", "true", "false", "true", "false", "true", nullptr, nullptr},
    {S1, "0", nullptr, "-1", "0", "-1", "0", nullptr, nullptr},
    {S2, "0", "1", "-2", "1", "-2", "1", nullptr, nullptr},
    {S4, "0", "1", "-8", "7", "-8", "7", nullptr, nullptr},
    {S8, "0", "1", "-128", "127", "-128", "127", nullptr, nullptr},
    {S16, "0", "1", "-32768", "32767", "-32768", "32767", nullptr, nullptr},
    {S32, "0", "1", "-2147483648", "2147483647", "-2147483648", "2147483647", nullptr, nullptr},
    {S64, "0", "1", "-9223372036854775808", "9223372036854775807", "-9223372036854775808",
     "9223372036854775807", nullptr, nullptr},
    {U1, "0", "1", "0", "1", "0", "1", nullptr, nullptr},
    {U2, "0", "1", "0", "3", "0", "3", nullptr, nullptr},
    {U4, "0", "1", "0", "15", "0", "15", nullptr, nullptr},
    {U8, "0", "1", "0", "255", "0", "255", nullptr, nullptr},
    {U16, "0", "1", "0", "65535", "0", "65535", nullptr, nullptr},
    {U32, "0", "1", "0", "4294967295", "0", "4294967295", nullptr, nullptr},
    {U64, "0", "1", "0", "18446744073709551615", "0", "18446744073709551615", nullptr, nullptr},
    {F16, "0", "1", "-inf", "inf", "-65504", "65504", "inf", "nan"},
    {F32, "0", "1", "-inf", "inf", "-3.4028235e+38", "3.4028235e+38", "inf", "nan"},
    {F64, "0", "1", "-inf", "inf", "-1.7976931348623157e+308", "1.7976931348623157e+308", "inf",
     "nan"},
    {F8E5M2, "0", "1", "-inf", "inf", "-57344", "57344", "inf", "nan"},
    {F8E4M3, "0", "1", "-inf", "inf", "-240", "240", "inf", "nan"},
    {F8E3M4, "0", "1", "-inf", "inf", "-15.5", "15.5", "inf", "nan"},
    {F8E4M3FN, "0", "1", "-448", "448", "-448", "448", nullptr, "nan"},
    {F8E4M3B11FNUZ, "0", "1", "-30", "30", "-30", "30", nullptr, "nan"},
    {F8E4M3FNUZ, "0", "1", "-240", "240", "-240", "240", nullptr, "nan"},
    {F8E5M2FNUZ, "0", "1", "-57344", "57344", "-57344", "57344", nullptr, "nan"},
    {F4E2M1FN, "0", "1", "-6", "6", "-6", "6", nullptr, nullptr},
    {C64, "(0, 0)", "(1, 0)", nullptr, nullptr, nullptr, nullptr, nullptr, "(nan, nan)"},
    {C128, "(0, 0)", "(1, 0)", nullptr, nullptr, nullptr, nullptr, nullptr, "(nan, nan)"},
};

TEST(TypeValuesTest, OfEachType) {
  for (const TypeValuesRow& row : kTypeValuesRows) {
    const auto expect = [&](TypeValue value, const char* text) {
      EXPECT_EQ(Text(row.type, value), text == nullptr ? "literal.c7" : text)
          << PrimitiveTypeText(row.type) << " " << TypeValueName(value);
    };
    expect(TypeValue::kZero, row.zero);
    expect(TypeValue::kOne, row.one);
    expect(TypeValue::kMin, row.min);
    expect(TypeValue::kMax, row.max);
    expect(TypeValue::kMinFinite, row.min_finite);
    expect(TypeValue::kMaxFinite, row.max_finite);
    expect(TypeValue::kInfinity, row.infinity);
    EXPECT_EQ(Text(row.type, TypeValue::kNegativeInfinity),
              row.infinity == nullptr ? "literal.c7" : StrCat("-", row.infinity));
    expect(TypeValue::kNan, row.nan);
  }
}

TEST(TypeValuesTest, OfTheExponentOnlyFormatAndBfloat) {
  EXPECT_EQ(LiteralUtil::MinValue(F8E8M0FNU).value().GetFirstElement<uint8_t>(), 0);
  EXPECT_EQ(LiteralUtil::MaxValue(F8E8M0FNU).value().GetFirstElement<uint8_t>(), 254);
  EXPECT_EQ(LiteralUtil::One(F8E8M0FNU).value().GetFirstElement<uint8_t>(), 127);
  EXPECT_EQ(LiteralUtil::NanValue(F8E8M0FNU).value().GetFirstElement<uint8_t>(), 255);
  EXPECT_EQ(Text(F8E8M0FNU, TypeValue::kZero), "literal.c7");
  EXPECT_EQ(LiteralUtil::MaxFiniteValue(BF16).value().GetFirstElement<uint16_t>(), 0x7f7f);
  EXPECT_EQ(LiteralUtil::MinFiniteValue(BF16).value().GetFirstElement<uint16_t>(), 0xff7f);
  EXPECT_EQ(LiteralUtil::MinValue(BF16).value().GetFirstElement<uint16_t>(), 0xff80);
}

TEST(TypeValuesTest, WhatATypeDoesNotHave) {
  EXPECT_EQ(LiteralUtil::Zero(F8E8M0FNU).status().fields().headline, "f8e8m0fnu has no zero");
  EXPECT_EQ(LiteralUtil::One(S1).status().rule(), "literal.c7");
  EXPECT_EQ(LiteralUtil::MinValue(C64).status().rule(), "literal.c7");
  EXPECT_EQ(LiteralUtil::Infinity(S32).status().rule(), "literal.c7");
  EXPECT_EQ(LiteralUtil::NegativeInfinity(F8E4M3FN).status().rule(), "literal.c7");
  EXPECT_EQ(LiteralUtil::Zero(TOKEN).status().rule(), "literal.c7");
  EXPECT_EQ(LiteralUtil::Zero(TUPLE).status().rule(), "literal.c7");
}

TEST(TypeValuesTest, WhatToDoWhereATypeHasNoSuchValue) {
  const auto help = [](const StatusOr<Literal>& made) {
    return made.status().fields().help.text();
  };
  EXPECT_EQ(help(LiteralUtil::Zero(F8E8M0FNU)),
            "ConvertElementType gives the elements another type, such as F32, which has it");
  EXPECT_EQ(help(LiteralUtil::One(S1)),
            "ConvertElementType gives the elements a wider type, such as S8, which has it");
  EXPECT_EQ(help(LiteralUtil::MinValue(C64)),
            "complex numbers have no order: Real, Imag and Abs give real numbers");
}

// A layout can be padded with exactly those values that the type has.
TEST(PaddingTest, LayoutsAndTypesAgree) {
  constexpr std::pair<PaddingValue, TypeValue> kPairs[] = {{ZERO_PAD, TypeValue::kZero},
                                                           {ONE_PAD, TypeValue::kOne},
                                                           {LOWEST_PAD, TypeValue::kMin},
                                                           {HIGHEST_PAD, TypeValue::kMax}};
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    for (const auto& [padding, value] : kPairs) {
      EXPECT_EQ(LayoutUtil::HasPaddingValue(info.type, padding),
                TypeValueBytes(info.type, value).has_value())
          << info.text << " " << PaddingValueName(padding);
    }
  }
}

std::string InMemory(const Literal& literal) {
  // The stored elements as an array of their own.
  const int64_t stored = IndexUtil::StoredElements(literal.shape());
  const Literal flat =
      LiteralUtil::FromData(ShapeUtil::MakeShape(literal.shape().element_type(), {stored}),
                            literal.bytes().data(), literal.size_bytes());
  return flat.ToStringWithoutShape();
}

Layout PaddedLayout(Span<const int64_t> order, Span<const int64_t> padded, PaddingValue value) {
  return LayoutUtil::WithPadding(Layout(order), padded, value);
}

// The examples of the document with 1..6 for a..f.
TEST(PaddingTest, TheDocumentsMemory) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(InMemory(Relayout(matrix, Layout({0, 1})).value()), "{1, 4, 2, 5, 3, 6}");
  EXPECT_EQ(InMemory(Relayout(matrix, Layout({1, 0})).value()), "{1, 2, 3, 4, 5, 6}");
  EXPECT_EQ(InMemory(Relayout(matrix, PaddedLayout({0, 1}, {3, 5}, ZERO_PAD)).value()),
            "{1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0}");
  // It is the memory of the equivalent array.
  const Literal equivalent =
      LiteralUtil::CreateR2<int32_t>({{1, 2, 3, 0, 0}, {4, 5, 6, 0, 0}, {0, 0, 0, 0, 0}});
  EXPECT_EQ(InMemory(Relayout(equivalent, Layout({0, 1})).value()),
            InMemory(Relayout(matrix, PaddedLayout({0, 1}, {3, 5}, ZERO_PAD)).value()));
}

TEST(PaddingTest, EveryPaddingValueInEveryType) {
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    for (PaddingValue value : {ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD, UNKNOWN_PAD}) {
      if (!LayoutUtil::HasPaddingValue(info.type, value)) continue;
      const Literal nothing = LiteralUtil::Zero(ShapeUtil::MakeShape(info.type, {0, 2}));
      const StatusOr<Literal> padded =
          Relayout(nothing, PaddedLayout({0, 1}, {2, 2}, value));  // only padding
      ASSERT_TRUE(padded.ok());
      const Shape four = ShapeUtil::MakeShape(info.type, {4});
      const Literal memory =
          LiteralUtil::FromData(four, padded->bytes().data(), padded->size_bytes());
      Literal scalar = LiteralUtil::Zero(ShapeUtil::MakeScalarShape(info.type));
      if (value == ONE_PAD) scalar = LiteralUtil::One(info.type).value();
      if (value == LOWEST_PAD) scalar = LiteralUtil::MinValue(info.type).value();
      if (value == HIGHEST_PAD) scalar = LiteralUtil::MaxValue(info.type).value();
      EXPECT_EQ(memory, LiteralUtil::Full(four, scalar)) << info.text;
    }
  }
}

TEST(PaddingTest, InThreeDimensions) {
  const Literal cube = LiteralUtil::CreateR3<int8_t>({{{1, 2}}, {{3, 4}}});
  const Literal padded = Relayout(cube, PaddedLayout({1, 2, 0}, {3, 2, 2}, HIGHEST_PAD)).value();
  EXPECT_EQ(InMemory(padded), "{1, 127, 2, 127, 3, 127, 4, 127, 127, 127, 127, 127}");
  EXPECT_EQ(padded, cube);
  EXPECT_EQ(Relayout(padded, cube.shape().layout()).value(), cube);
}

TEST(PaddingTest, ConversionFillsAnew) {
  const Literal vector = LiteralUtil::CreateR1<float>({1, 2});
  const Literal padded = Relayout(vector, PaddedLayout({0}, {4}, LOWEST_PAD)).value();
  EXPECT_EQ(InMemory(padded), "{1, 2, -inf, -inf}");
  EXPECT_EQ(InMemory(ConvertElements(padded, S8).value()), "{1, 2, -128, -128}");
  EXPECT_EQ(InMemory(ConvertElements(ConvertElements(padded, BF16).value(), F32).value()),
            "{1, 2, -inf, -inf}");
  EXPECT_EQ(InMemory(LiteralUtil::Zero(padded.shape())), "{0, 0, -inf, -inf}");
}

TEST(LiteralUtilTest, ListsAndArrays) {
  EXPECT_EQ((LiteralUtil::CreateR4<int32_t>({{{{1, 2}}, {{3, 4}}}}).ToString()),
            "s32[1,2,1,2] { { { { 1, 2 } }, { { 3, 4 } } } }");
  EXPECT_FALSE((LiteralUtil::CreateR4<int32_t>({{{{1, 2}}, {{3}}}}).valid()));
  EXPECT_FALSE((LiteralUtil::CreateR4<int32_t>({{{{}}, {{}, {}}}}).valid()));
  EXPECT_EQ((LiteralUtil::CreateR4<float>({{}, {}}).shape().ToString()), "f32[2,0,0,0]");
  const double values[2][3] = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(LiteralUtil::CreateFromArray(values).ToString(),
            "f64[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }");
  EXPECT_FALSE(
      LiteralUtil::Full(ShapeUtil::MakeShape(F32, {2}), LiteralUtil::CreateR0<int32_t>(1)).valid());
}

TEST(LiteralUtilTest, RawBytesRoundTrip) {
  const Literal literal = Relayout(LiteralUtil::CreateR2<float>({{1, 2}, {3, -0.0f}}),
                                   PaddedLayout({0, 1}, {3, 2}, ONE_PAD))
                              .value();
  const Literal again =
      LiteralUtil::FromData(literal.shape(), literal.bytes().data(), literal.size_bytes());
  EXPECT_EQ(again, literal);
  EXPECT_EQ(InMemory(again), "{1, 3, 1, 2, -0, 1}");
}

TEST(LiteralSliceTest, Boxes) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  for (const Layout& layout :
       {Layout({1, 0}), Layout({0, 1}), PaddedLayout({0, 1}, {3, 5}, ZERO_PAD)}) {
    const Literal source = Relayout(matrix, layout).value();
    EXPECT_EQ(source.Slice({0, 1}, {2, 3}).value().ToString(), "s32[2,2] { { 2, 3 }, { 5, 6 } }");
    EXPECT_EQ(source.Slice({0, 1}, {2, 3}).value().shape().layout(),
              LayoutUtil::WithoutPadding(layout));
    EXPECT_EQ(source.Slice({2, 3}, {2, 3}).value().ToString(), "s32[0,0] {}");
  }
  EXPECT_EQ(LiteralUtil::CreateR0<int32_t>(7).Slice({}, {}).value().ToString(), "s32[] 7");
}

TEST(LiteralSliceTest, OutOfRange) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(matrix.Slice({0, 0}, {2, 4}).status().rule(), "literal.c6");
  EXPECT_EQ(matrix.Slice({0, -1}, {2, 3}).status().rule(), "literal.c6");
  EXPECT_EQ(matrix.Slice({0, 2}, {2, 1}).status().rule(), "literal.c6");
  EXPECT_EQ(matrix.Slice({0}, {2}).status().rule(), "literal.c6");
  EXPECT_EQ(Literal::MakeTuple({matrix}).Slice({}, {}).status().rule(), "literal.c6");
}

TEST(LiteralSliceTest, InsideTuples) {
  const Literal seven = LiteralUtil::CreateR0<int32_t>(7);
  const Literal tuple = Literal::MakeTuple({Literal::MakeTuple({}), Literal::MakeTuple({seven})});
  EXPECT_EQ(tuple.SubLiteral({1, 0}).value(), seven);
  EXPECT_EQ(tuple.SubLiteral({}).value(), tuple);
  EXPECT_EQ(tuple.SubLiteral({0, 0}).status().rule(), "shape.c10");
}

}  // namespace
}  // namespace hloom
