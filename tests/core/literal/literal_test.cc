// Literal: making values, text, equality, sharing, layouts.
#include "literal/literal.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "gtest/gtest.h"
#include "literal/convert.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"

namespace hloom {
namespace {

constexpr float kLiteralInf = std::numeric_limits<float>::infinity();
constexpr float kLiteralNan = std::numeric_limits<float>::quiet_NaN();

TEST(LiteralTest, TextByRank) {
  EXPECT_EQ(LiteralUtil::CreateR0<int32_t>(-7).ToString(), "s32[] -7");
  EXPECT_EQ(LiteralUtil::CreateR1<float>({1, 2.5f, -3}).ToString(), "f32[3] {1, 2.5, -3}");
  EXPECT_EQ(LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}}).ToString(),
            "f32[2,3] { { 1, 2, 3 }, { 4, 5, 6 } }");
  EXPECT_EQ(LiteralUtil::CreateR3<uint8_t>({{{1}, {2}}, {{3}, {255}}}).ToString(),
            "u8[2,2,1] { { { 1 }, { 2 } }, { { 3 }, { 255 } } }");
}

TEST(LiteralTest, TextByType) {
  EXPECT_EQ(LiteralUtil::CreateR1<bool>({true, false}).ToString(), "pred[2] {true, false}");
  EXPECT_EQ(LiteralUtil::CreateR1<int64_t>({INT64_MIN, INT64_MAX}).ToStringWithoutShape(),
            "{-9223372036854775808, 9223372036854775807}");
  EXPECT_EQ(LiteralUtil::CreateR0<uint32_t>(4294967295u).ToStringWithoutShape(), "4294967295");
  EXPECT_EQ(LiteralUtil::CreateR1<float>({0.1f, kLiteralInf, -kLiteralInf, -0.0f, 1e-45f})
                .ToStringWithoutShape(),
            "{0.1, inf, -inf, -0, 1e-45}");
  EXPECT_EQ(LiteralUtil::CreateR0<double>(0.1).ToStringWithoutShape(), "0.1");
  EXPECT_EQ(LiteralUtil::CreateR0<double>(static_cast<double>(0.1f)).ToStringWithoutShape(),
            "0.10000000149011612");
  EXPECT_EQ(LiteralUtil::CreateR0<float>(kLiteralNan).ToStringWithoutShape(), "nan");
}

// In constants numbers have XLA's digits: 6 or 9 for F32, 15 or 17 for F64.
TEST(LiteralTest, ConstantsHaveTheDigitsOfXla) {
  EXPECT_EQ(LiteralUtil::CreateR1<float>({0.1f, 1.0f / 3, 1e6f, 123456, 1234567, -0.0f, 16777216.0f,
                                          1e-5f, 1e-45f, kLiteralInf, -kLiteralNan})
                .ToHloConstant(),
            "{0.1, 0.333333343, 1e+06, 123456, 1234567, -0, 16777216, 1e-05, 1.4013e-45, inf, "
            "-nan}");
  EXPECT_EQ(LiteralUtil::CreateR1<double>({0.1, 1.0 / 3, 1e6, 1e15, 5e-324, 1e300}).ToHloConstant(),
            "{0.1, 0.33333333333333331, 1000000, 1e+15, 4.94065645841247e-324, 1e+300}");
  EXPECT_EQ(LiteralUtil::CreateR0<std::complex<float>>({2.0f / 3, 1e7f}).ToHloConstant(),
            "(0.666666687, 1e+07)");
  const auto narrow = [](PrimitiveType type, std::vector<double> values) {
    const Literal wide = LiteralUtil::CreateR1<double>(values);
    return ConvertElements(wide, type, nullptr).value().ToHloConstant();
  };
  EXPECT_EQ(narrow(F16, {1.0 / 3, 65504, 1e-7, 2049.5}), "{0.33325, 65504, 1.1921e-07, 2050}");
  EXPECT_EQ(narrow(BF16, {1.0 / 3, 500, 12345, 1e6}), "{0.334, 500, 1.235e+04, 9.994e+05}");
  EXPECT_EQ(narrow(F8E4M3FN, {1.125, 448, 0.3}), "{1.12, 448, 0.312}");
  EXPECT_EQ(narrow(F8E5M2, {1.25, 57344, 0.3}), "{1.2, 5.7e+04, 0.31}");
  EXPECT_EQ(narrow(F4E2M1FN, {0.5, 1.5, -6}), "{0.5, 1.5, -6}");
  EXPECT_EQ(narrow(F8E8M0FNU, {1, 4096, 0.125}), "{1, 4.1e+03, 0.12}");
}

// XLA reads an empty array only with all its empty rows.
TEST(LiteralTest, ConstantsHaveTheirEmptyRows) {
  const auto text = [](std::vector<int64_t> sizes) {
    return LiteralUtil::Zero(ShapeUtil::MakeShape(F32, sizes)).ToHloConstant();
  };
  EXPECT_EQ(text({0}), "{}");
  EXPECT_EQ(text({2, 0}), "{ {}, {} }");
  EXPECT_EQ(text({0, 2}), "{ }");
  EXPECT_EQ(text({2, 2, 0}), "{ { {}, {} }, { {}, {} } }");
  EXPECT_EQ(text({2, 0, 1}), "{ { }, { } }");
  EXPECT_EQ(text({1, 2, 0, 3}), "{ { /*i0=0*/ { /*i1=0*/ }, { /*i1=1*/ } } }");
  EXPECT_EQ(text({1, 1, 2, 0}), "{ { /*i0=0*/ { /*i1=0*/ {}, {} } } }");
  // XLA would write a billion rows.
  EXPECT_EQ(text({1000000000, 0}), "{}");
  EXPECT_EQ(text({100000, 100000, 100000, 0}), "{}");
}

TEST(LiteralTest, TextOfEmptyArraysTuplesAndTokens) {
  EXPECT_EQ(LiteralUtil::Zero(ShapeUtil::MakeShape(F32, {1000000000, 0})).ToString(),
            "f32[1000000000,0] {}");
  const Literal inner = Literal::MakeTuple({Literal::MakeToken(), LiteralUtil::CreateR0<float>(1)});
  EXPECT_EQ(Literal::MakeTuple({inner, LiteralUtil::CreateR1<int32_t>({2, 3})}).ToString(),
            "((token, f32[] 1), s32[2] {2, 3})");
  EXPECT_EQ(Literal::MakeTuple({}).ToString(), "()");
}

TEST(LiteralTest, TextIsTheSameInEveryLayout) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  const StatusOr<Literal> column_major = Relayout(matrix, LayoutUtil::MakeLayout({0, 1}));
  ASSERT_TRUE(column_major.ok());
  EXPECT_EQ(column_major->ToString(), matrix.ToString());
}

TEST(LiteralTest, RaggedListsAreNoValue) {
  EXPECT_FALSE((LiteralUtil::CreateR2<float>({{1, 2}, {3}}).valid()));
  EXPECT_FALSE((LiteralUtil::CreateR3<float>({{{1}, {2}}, {{3}}}).valid()));
  EXPECT_FALSE((LiteralUtil::CreateR3<float>({{{1, 2}}, {{3}}}).valid()));
  EXPECT_FALSE(Literal().valid());
}

TEST(LiteralTest, EmptyLists) {
  EXPECT_EQ(LiteralUtil::CreateR1<float>({}).shape().ToString(), "f32[0]");
  EXPECT_EQ(LiteralUtil::CreateR2<float>({{}, {}}).shape().ToString(), "f32[2,0]");
}

TEST(LiteralTest, EqualityIsOfBits) {
  EXPECT_EQ(LiteralUtil::CreateR1<float>({1, kLiteralNan}),
            LiteralUtil::CreateR1<float>({1, kLiteralNan}));
  EXPECT_FALSE(LiteralUtil::CreateR0<float>(0.0f) == LiteralUtil::CreateR0<float>(-0.0f));
  EXPECT_FALSE(LiteralUtil::CreateR0<int32_t>(1) == LiteralUtil::CreateR0<uint32_t>(1));
  EXPECT_FALSE(LiteralUtil::CreateR1<float>({1}) == LiteralUtil::CreateR0<float>(1));
  EXPECT_EQ(LiteralUtil::Zero(ShapeUtil::MakeShape(F32, {0, 2})),
            LiteralUtil::Zero(ShapeUtil::MakeShape(F32, {0, 2})));
  const Literal one = LiteralUtil::CreateR0<float>(1);
  EXPECT_EQ(Literal::MakeTuple({one, Literal::MakeToken()}),
            Literal::MakeTuple({one, Literal::MakeToken()}));
  EXPECT_FALSE(Literal::MakeTuple({one}) == Literal::MakeTuple({LiteralUtil::CreateR0<float>(2)}));
  EXPECT_FALSE(Literal::MakeTuple({one}) == Literal::MakeTuple({one, one}));
}

TEST(LiteralTest, EqualityIgnoresLayoutsAndPadding) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  Layout padded = LayoutUtil::MakeLayout({0, 1});
  padded.set_padding({3, 5}, ZERO_PAD);
  const StatusOr<Literal> other = Relayout(matrix, padded);
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->size_bytes(), 60);
  EXPECT_EQ(*other, matrix);
  EXPECT_EQ(other->Get<int32_t>({1, 2}), 6);
}

TEST(LiteralTest, CopiesShareTheirElements) {
  const Literal original = LiteralUtil::CreateR1<int32_t>({1, 2});
  const Literal copy = original;
  EXPECT_EQ(copy.data<int32_t>(), original.data<int32_t>());
  EXPECT_EQ(copy.ToStringWithoutShape(), "{1, 2}");
}

TEST(LiteralTest, FromBufferRefusesWhatDoesNotFit) {
  const auto shape = std::make_shared<const Shape>(ShapeUtil::MakeShape(F32, {3}));
  StatusOr<Buffer> eight = Buffer::Allocate(8);
  ASSERT_TRUE(eight.ok());
  const Status wrong = Literal::FromBuffer(shape, *eight).status();
  EXPECT_EQ(wrong.rule(), "literal.c2");
  EXPECT_EQ(wrong.fields().help, "pass 3 elements of 4 bytes each");
  const auto pred = std::make_shared<const Shape>(ShapeUtil::MakeShape(PRED, {8}));
  std::memset(eight->data(), 1, 8);
  EXPECT_TRUE(Literal::FromBuffer(pred, *eight).ok());
  eight->data()[5] = std::byte{2};
  EXPECT_EQ(Literal::FromBuffer(pred, *eight).status().rule(), "literal.c3");
}

TEST(LiteralTest, MemoryIsBooked) {
  const auto ledger = std::make_shared<MemoryLedger>(100);
  {
    const StatusOr<Literal> first = Literal::Create(ShapeUtil::MakeShape(F32, {20}), ledger);
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(ledger->in_use(), 80);
    const Status second = Literal::Create(ShapeUtil::MakeShape(F32, {6}), ledger).status();
    EXPECT_EQ(second.rule(), "memory.c1");
    EXPECT_EQ(second.code(), StatusCode::kResourceExhausted);
    EXPECT_EQ(ledger->in_use(), 80);
  }
  EXPECT_EQ(ledger->in_use(), 0);
  EXPECT_EQ(ledger->peak(), 80);
}

TEST(RelayoutTest, ColumnMajorInMemory) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  const StatusOr<Literal> column_major = Relayout(matrix, LayoutUtil::MakeLayout({0, 1}));
  ASSERT_TRUE(column_major.ok());
  const int32_t* data = column_major->data<int32_t>();
  EXPECT_EQ(std::vector<int32_t>(data, data + 6), (std::vector<int32_t>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(*column_major, matrix);
  const StatusOr<Literal> back = Relayout(*column_major, matrix.shape().layout());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->shape(), matrix.shape());
  EXPECT_EQ(std::memcmp(back->data<int32_t>(), matrix.data<int32_t>(), 24), 0);
}

TEST(RelayoutTest, SharesWhatIsRightAlready) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  const StatusOr<Literal> same = Relayout(matrix, matrix.shape().layout());
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(same->data<int32_t>(), matrix.data<int32_t>());
}

}  // namespace
}  // namespace hloom
