// ShapeProto of xla_data.proto: bytes that are refused. The tests of whole modules cover writing.
#include "shape/shape_proto.h"

#include <limits>

#include "gtest/gtest.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

// Field numbers of xla_data.proto.
constexpr int kElementType = 2;
constexpr int kDimensions = 3;
constexpr int kTupleShapes = 4;
constexpr int kLayout = 5;
constexpr int kIsDynamic = 6;
constexpr int kMinorToMajor = 1;
constexpr int kPaddedDimensions = 2;
constexpr int kPaddingValue = 3;

std::string ShapeProtoRuleOf(const std::string& bytes) {
  return std::string(ReadShapeProto(WireReader(bytes)).status().rule());
}

std::string ArrayBytes(int32_t type, std::vector<int64_t> dimensions,
                       std::vector<uint8_t> dynamic) {
  WireWriter out;
  out.SetInt32(kElementType, type);
  out.PackInt64s(kDimensions, dimensions);
  out.PackBools(kIsDynamic, dynamic);
  return out.bytes();
}

TEST(ShapeProtoTest, RoundTrip) {
  for (const char* text : {"f32[2,3]{0,1}", "pred[]", "(s64[1]{0}, (), (token[], u8[0,2]{1,0}))",
                           "f32[2,3]{0,1:PAD(3,5)HIGHEST_PAD}"}) {
    const Shape shape = ShapeUtil::ParseShape(text).value();
    WireWriter out;
    WriteShapeProto(shape, out);
    const StatusOr<Shape> read = ReadShapeProto(WireReader(out.bytes()));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(*read, shape) << text;
  }
}

TEST(ShapeProtoTest, UnknownTypes) {  // shape.c1
  EXPECT_EQ(ShapeProtoRuleOf(ArrayBytes(99, {2}, {})), "shape.c1");
  EXPECT_EQ(ShapeProtoRuleOf(""), "shape.c1");
}

TEST(ShapeProtoTest, DynamicDimensions) {  // shape.c5
  EXPECT_EQ(ShapeProtoRuleOf(ArrayBytes(F32, {2, 3}, {0, 0})), "");
  EXPECT_EQ(ReadShapeProto(WireReader(ArrayBytes(F32, {2, 3}, {0, 1}))).value().ToString(),
            "f32[2,<=3]");
  // XLA writes the smallest integer for an unbounded size.
  const int64_t unbounded = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(ShapeProtoRuleOf(ArrayBytes(F32, {2, unbounded}, {0, 1})), "shape.c5");
  EXPECT_EQ(ReadShapeProto(WireReader(ArrayBytes(F32, {unbounded}, {1}))).status().code(),
            StatusCode::kUnimplemented);
}

TEST(ShapeProtoTest, IsValidated) {
  EXPECT_EQ(ShapeProtoRuleOf(ArrayBytes(F32, {-2}, {})), "shape.c2");
  EXPECT_EQ(ShapeProtoRuleOf(ArrayBytes(F32, {int64_t{1} << 62}, {})), "shape.c3");
}

// layout.c4, and c3 for sizes below the dimensions'.
TEST(ShapeProtoTest, PaddingIsValidated) {
  const auto padded = [](std::vector<int64_t> sizes, int32_t value) {
    WireWriter out;
    out.SetInt32(kElementType, F32);
    out.PackInt64s(kDimensions, std::vector<int64_t>{2});
    out.BeginMessage(kLayout);
    out.PackInt64s(kMinorToMajor, std::vector<int64_t>{0});
    out.PackInt64s(kPaddedDimensions, sizes);
    out.SetInt32(kPaddingValue, value);
    out.EndMessage();
    return out.bytes();
  };
  EXPECT_EQ(ShapeProtoRuleOf(padded({5}, ONE_PAD)), "");
  EXPECT_EQ(ShapeProtoRuleOf(padded({5}, 17)), "layout.c4");
  EXPECT_EQ(ShapeProtoRuleOf(padded({5}, -1)), "layout.c4");
  EXPECT_EQ(ShapeProtoRuleOf(padded({}, ZERO_PAD)), "layout.c4");
  EXPECT_EQ(ShapeProtoRuleOf(padded({1}, ZERO_PAD)), "layout.c3");
  EXPECT_EQ(ShapeProtoRuleOf(padded({5, 5}, ZERO_PAD)), "layout.c2");
  // A value of 0 is the same as a missing one.
  const StatusOr<Shape> shape = ReadShapeProto(WireReader(padded({5}, INVALID_PAD)));
  ASSERT_TRUE(shape.ok()) << shape.status().ToString();
  EXPECT_EQ(shape->layout().padding_value(), UNKNOWN_PAD);
}

TEST(ShapeProtoTest, DeepTuples) {  // shape.c4
  const auto nested = [](int levels) {
    WireWriter out;
    for (int i = 0; i < levels; ++i) {
      out.SetInt32(kElementType, TUPLE);
      if (i + 1 < levels) out.BeginMessage(kTupleShapes);
    }
    for (int i = 0; i + 1 < levels; ++i) out.EndMessage();
    return out.bytes();
  };
  EXPECT_EQ(ShapeProtoRuleOf(nested(ShapeUtil::kMaxTupleDepth)), "");
  EXPECT_EQ(ShapeProtoRuleOf(nested(ShapeUtil::kMaxTupleDepth + 1)), "shape.c4");
  EXPECT_EQ(ShapeProtoRuleOf(nested(ShapeUtil::kMaxTupleDepth + 5)), "shape.c4");
}

}  // namespace
}  // namespace hloom
