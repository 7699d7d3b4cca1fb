// F16 and BF16 by bits against the definition of the formats in kernels/number_format.h.
#include "kernels/half.h"

#include <gtest/gtest.h>

#include "kernels/number_format.h"

namespace hloom {
namespace {

uint32_t Bits(float value) { return __builtin_bit_cast(uint32_t, value); }

TEST(Half, EveryPatternMeansWhatTheFormatSays) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    ASSERT_EQ(Bits(HalfFloat::Decode(half)), Bits(DecodeNarrowFloat(F16, bits))) << bits;
    ASSERT_EQ(Bits(BrainFloat::Decode(half)), Bits(DecodeNarrowFloat(BF16, bits))) << bits;
  }
}

void ExpectSameRounding(uint32_t bits) {
  const auto value = __builtin_bit_cast(float, bits);
  ASSERT_EQ(HalfFloat::Encode(value), EncodeNarrowFloat(F16, value)) << value;
  ASSERT_EQ(BrainFloat::Encode(value), EncodeNarrowFloat(BF16, value)) << value;
}

// Numbers, ties and their neighbors have lower 12 bits of zeros, or nearly so: a step of a F16 is
// 2^13 patterns of F32, and its tie half of that.
TEST(Half, RoundsAroundEveryTie) {
  for (uint32_t high = 0; high < 0x100000; ++high) {
    for (uint32_t low : {0u, 1u, 2u, 0xffeu, 0xfffu}) ExpectSameRounding(high << 12 | low);
    if (HasFatalFailure()) return;
  }
}

TEST(Half, RoundsSubnormals) {
  // The values go from 2^-26, half of the tie below the least F16, to the least normal one, 2^-14.
  for (uint32_t bits = Bits(0x1p-26f); bits <= Bits(0x1p-14f); bits += 61) {
    ExpectSameRounding(bits);
    ExpectSameRounding(bits | 0x80000000);
    if (HasFatalFailure()) return;
  }
}

TEST(Half, RoundsWhatLiesBetween) {
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 4099) {
    ExpectSameRounding(static_cast<uint32_t>(bits));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace hloom
