// LiteralProto of xla_data.proto.
#include "literal/literal_proto.h"

#include <limits>

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "literal/relayout.h"
#include "shape/shape_proto.h"

namespace hloom {
namespace {

constexpr int kShape = 1;
constexpr int kF32s = 8;

std::string BytesOf(const Literal& literal) {
  WireWriter out;
  WriteLiteralProto(literal, out);
  return out.bytes();
}

StatusOr<Literal> Read(const std::string& bytes) { return ReadLiteralProto(WireReader(bytes)); }

TEST(LiteralProtoTest, RoundTrip) {
  const Literal values[] = {
      LiteralUtil::CreateR1<bool>({true, false, true}),
      LiteralUtil::CreateR1<int32_t>({INT32_MIN, -1, INT32_MAX}),
      LiteralUtil::CreateR1<int64_t>({INT64_MIN, -1, INT64_MAX}),
      LiteralUtil::CreateR1<uint8_t>({0, 128, 255}),
      LiteralUtil::CreateR1<uint32_t>({0, 4294967295u}),
      LiteralUtil::CreateR1<float>({-0.0f, 1e-45f, std::numeric_limits<float>::infinity()}),
      LiteralUtil::CreateR2<double>(
          {{-0.0, 5e-324}, {std::numeric_limits<double>::quiet_NaN(), 1}}),
      LiteralUtil::Zero(ShapeUtil::MakeShape(F32, {0, 3})),
      LiteralUtil::CreateR0<int32_t>(-7),
      Literal::MakeTuple(
          {LiteralUtil::CreateR0<float>(1), Literal::MakeTuple({}), Literal::MakeToken()}),
  };
  for (const Literal& value : values) {
    const StatusOr<Literal> read = Read(BytesOf(value));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(*read, value);
    EXPECT_EQ(read->shape(), value.shape());
  }
}

TEST(LiteralProtoTest, KeepsTheLayoutAndThePadding) {
  const Literal matrix = LiteralUtil::CreateR2<int32_t>({{1, 2, 3}, {4, 5, 6}});
  const StatusOr<Literal> column_major = Relayout(matrix, LayoutUtil::MakeLayout({0, 1}));
  ASSERT_TRUE(column_major.ok());
  const StatusOr<Literal> read = Read(BytesOf(*column_major));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->shape(), column_major->shape());
  EXPECT_EQ(*read, matrix);
  Layout layout = LayoutUtil::MakeLayout({0, 1});
  layout.set_padding({3, 5}, ZERO_PAD);
  const StatusOr<Literal> padded = Relayout(matrix, layout);
  ASSERT_TRUE(padded.ok());
  const StatusOr<Literal> again = Read(BytesOf(*padded));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->shape(), padded->shape());
  EXPECT_EQ(*again, matrix);
  // Only the elements are written, and the reader fills the padding again.
  EXPECT_EQ(std::vector<int32_t>(again->data<int32_t>(), again->data<int32_t>() + 15),
            (std::vector<int32_t>{1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(BytesOf(*again), BytesOf(*padded));
}

TEST(LiteralProtoTest, Damage) {  // literal.p1
  EXPECT_EQ(Read("").status().rule(), "literal.p1");
  // A shape that claims a terabyte and brings two elements.
  WireWriter out;
  out.BeginMessage(kShape);
  WriteShapeProto(ShapeUtil::MakeShape(F32, {int64_t{1} << 38}), out);
  out.EndMessage();
  out.PackFloats(kF32s, std::vector<float>{1, 2});
  EXPECT_EQ(Read(out.bytes()).status().rule(), "literal.p1");
  // A tuple without its elements.
  WireWriter tuple;
  tuple.BeginMessage(kShape);
  WriteShapeProto(ShapeUtil::MakeTupleShape({ShapeUtil::MakeScalarShape(F32)}), tuple);
  tuple.EndMessage();
  EXPECT_EQ(Read(tuple.bytes()).status().rule(), "literal.p1");
}

}  // namespace
}  // namespace hloom
