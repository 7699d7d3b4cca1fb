// Rules of the conversions that no builder function can break, since it makes the result's shape.
#include <cmath>
#include <cstring>

#include "gtest/gtest.h"
#include "ops/elementwise/conversion.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

std::string ConversionRuleOf(HloOpcode opcode, const Shape& operand, const Shape& given) {
  const Shape* operands[] = {&operand};
  const StatusOr<Shape> shape = InferShape({opcode, operands, nullptr, {}, &given});
  return shape.ok() ? "" : std::string(shape.status().rule());
}

TEST(ConvertInferTest, C2Dimensions) {
  const Shape operand = ShapeUtil::MakeShape(F32, {2, 3});
  EXPECT_EQ(ConversionRuleOf(HloOpcode::kConvert, operand, ShapeUtil::MakeShape(S8, {2, 3})), "");
  EXPECT_EQ(ConversionRuleOf(HloOpcode::kConvert, operand, ShapeUtil::MakeShape(S8, {3, 2})),
            "convert.c2");
  EXPECT_EQ(ConversionRuleOf(HloOpcode::kConvert, operand, ShapeUtil::MakeShape(S8, {6})),
            "convert.c2");
}

TEST(BitcastConvertInferTest, C5Shape) {
  const Shape operand = ShapeUtil::MakeShape(F32, {2, 3});
  const auto rule = [&](PrimitiveType type, std::vector<int64_t> sizes) {
    return ConversionRuleOf(HloOpcode::kBitcastConvert, operand, ShapeUtil::MakeShape(type, sizes));
  };
  EXPECT_EQ(rule(S32, {2, 3}), "");
  EXPECT_EQ(rule(U8, {2, 3, 4}), "");
  EXPECT_EQ(rule(S32, {3, 2}), "bitcast_convert.c5");
  EXPECT_EQ(rule(U8, {2, 3}), "bitcast_convert.c5");
  EXPECT_EQ(rule(U8, {2, 12}), "bitcast_convert.c5");
}

// There and back gives the same bits, for every pair of types that has a there and back. A PRED
// keeps of its byte only whether it is 0.
TEST(BitcastConvertTest, RoundTrips) {
  for (const PrimitiveTypeInfo& from : AllPrimitiveTypes()) {
    for (const PrimitiveTypeInfo& to : AllPrimitiveTypes()) {
      if (from.bits == 0 || to.bits == 0 || from.bits < to.bits) continue;
      const bool apart = (from.kind == TypeKind::kComplex) != (to.kind == TypeKind::kComplex) ||
                         (to.type == PRED && from.type != PRED);
      if (apart) continue;
      const Shape shape = ShapeUtil::MakeShape(from.type, {3});
      std::vector<std::byte> bytes(static_cast<size_t>(ShapeUtil::ByteSizeOf(shape)));
      for (size_t i = 0; i < bytes.size(); ++i) {
        const uint8_t pattern = static_cast<uint8_t>(i * 37 + 11);
        const int unused = from.bits < 8 ? 8 - from.bits : 0;
        const auto high = static_cast<uint8_t>(pattern << unused);
        const auto narrow = from.kind == TypeKind::kSigned
                                ? static_cast<uint8_t>(static_cast<int8_t>(high) >> unused)
                                : static_cast<uint8_t>(high >> unused);
        bytes[i] = static_cast<std::byte>(from.type == PRED ? i & 1 : narrow);
      }
      const Literal value =
          LiteralUtil::FromData(shape, bytes.data(), static_cast<int64_t>(bytes.size()));
      XlaBuilder b("round_trip");
      BitcastConvertType(BitcastConvertType(ConstantLiteral(&b, value), to.type), from.type);
      const StatusOr<Literal> result = BuildAndRun(b);
      ASSERT_TRUE(result.ok()) << from.name << " " << to.name << result.status().ToString();
      EXPECT_TRUE(*result == value) << from.name << " through " << to.name;
    }
  }
}

// The type's own widths change no value.
TEST(ReducePrecisionTest, OwnWidthsChangeNothing) {
  constexpr struct {
    PrimitiveType type;
    int exponent_bits, mantissa_bits;
  } kFormats[] = {{F16, 5, 10},       {BF16, 8, 7},          {F8E5M2, 5, 2},  {F8E4M3, 4, 3},
                  {F8E4M3FN, 4, 3},   {F8E4M3B11FNUZ, 4, 3}, {F8E3M4, 3, 4},  {F8E5M2FNUZ, 5, 2},
                  {F8E4M3FNUZ, 4, 3}, {F8E8M0FNU, 8, 0},     {F4E2M1FN, 2, 1}};
  for (const auto& format : kFormats) {
    const int64_t count = int64_t{1} << BitWidth(format.type);
    const int64_t width = ByteWidth(format.type);
    std::vector<std::byte> bytes(static_cast<size_t>(count * width));
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t k = 0; k < width; ++k) {
        bytes[static_cast<size_t>(i * width + k)] = static_cast<std::byte>(i >> (8 * k));
      }
    }
    const Literal all = LiteralUtil::FromData(ShapeUtil::MakeShape(format.type, {count}),
                                              bytes.data(), static_cast<int64_t>(bytes.size()));
    XlaBuilder b("own_widths");
    ReducePrecision(ConstantLiteral(&b, all), format.exponent_bits, format.mantissa_bits);
    const StatusOr<Literal> result = BuildAndRun(b);
    ASSERT_TRUE(result.ok());
    EXPECT_TRUE(*result == all) << PrimitiveTypeName(format.type);
  }
}

// If the narrower format is one of hloom's types with infinities, converting through it differs
// only in its denormals, which become zero; BF16 has the exponents of F32, whose denormals stay.
TEST(ReducePrecisionTest, IsADetourThroughANarrowerType) {
  constexpr struct {
    PrimitiveType type;
    int exponent_bits, mantissa_bits;
    float smallest_normal;
  } kFormats[] = {{F16, 5, 10, 0x1p-14f}, {BF16, 8, 7, 0}, {F8E5M2, 5, 2, 0x1p-14f}};
  uint32_t state = 1;
  std::vector<float> values;
  for (int i = 0; i < 20000; ++i) {
    state = state * 1664525 + 1013904223;
    float value;
    std::memcpy(&value, &state, 4);
    values.push_back(
        i % 2 == 0 ? value
                   : std::ldexp(value == value ? 1.0f + (state >> 9) * 0x1p-23f : 1, i % 40 - 20));
  }
  for (const auto& format : kFormats) {
    XlaBuilder b("detour");
    const XlaOp x = ConstantR1<float>(&b, Span<const float>(values));
    Tuple(&b, {ReducePrecision(x, format.exponent_bits, format.mantissa_bits),
               ConvertElementType(ConvertElementType(x, format.type), F32)});
    const StatusOr<Literal> result = BuildAndRun(b);
    ASSERT_TRUE(result.ok());
    for (size_t i = 0; i < values.size(); ++i) {
      const float have = result->elements()[0].data<float>()[i];
      float want = result->elements()[1].data<float>()[i];
      // It is rounded to the mantissa's bits first, and is then still below the normal numbers.
      const float smallest =
          format.smallest_normal * (1 - std::ldexp(1.0f, -format.mantissa_bits - 2));
      if (std::fabs(values[i]) < smallest) want = std::copysign(0.0f, want);
      EXPECT_TRUE((std::isnan(have) && std::isnan(want)) || have == want)
          << PrimitiveTypeName(format.type) << " of " << values[i];
    }
  }
}

}  // namespace
}  // namespace hloom
