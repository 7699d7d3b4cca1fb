// The text of floats: the fewest digits that read back as the same float, as printf writes them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "base/float_text.h"

namespace hloom {
namespace {

float FromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t BitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// By trying.
std::string Expected(float value) {
  char text[40];
  if (value == std::trunc(value) && std::fabs(value) < 1e15f) {
    std::snprintf(text, sizeof(text), "%.0f", static_cast<double>(value));
    return text;
  }
  for (int digits = 1; digits <= 9; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value) break;
  }
  return text;
}

// As XLA does.
std::string XlaExpected(float value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.6g", static_cast<double>(value));
  if (std::strtof(text, nullptr) != value)
    std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(value));
  return text;
}

void Check(float value) {
  ASSERT_EQ(FloatToString(value), Expected(value)) << BitsOf(value);
  ASSERT_EQ(FloatToXlaString(value), XlaExpected(value)) << BitsOf(value);
}

TEST(FloatTextTest, XlaExamples) {
  EXPECT_EQ(FloatToXlaString(0.1f), "0.1");
  EXPECT_EQ(FloatToXlaString(3.14159274f), "3.14159274");
  EXPECT_EQ(FloatToXlaString(1e-5f), "1e-05");
  EXPECT_EQ(FloatToXlaString(-0.0f), "-0");
  EXPECT_EQ(FloatToXlaString(-12345.0f), "-12345");
  EXPECT_EQ(FloatToXlaString(1e6f), "1e+06");
  EXPECT_EQ(FloatToXlaString(16777217.0f), "16777216");
  EXPECT_EQ(FloatToXlaString(1e-45f), "1.4013e-45");
  EXPECT_EQ(DoubleToXlaString(0.1), "0.1");
  EXPECT_EQ(DoubleToXlaString(0.1 + 0.2), "0.30000000000000004");
}

TEST(FloatTextTest, Examples) {
  EXPECT_EQ(FloatToString(0.1f), "0.1");
  EXPECT_EQ(FloatToString(-0.5f), "-0.5");
  EXPECT_EQ(FloatToString(3.14159274f), "3.1415927");
  EXPECT_EQ(FloatToString(0.3f), "0.3");
  EXPECT_EQ(FloatToString(1e-4f), "0.0001");
  EXPECT_EQ(FloatToString(1e-5f), "1e-05");
  EXPECT_EQ(FloatToString(-1.25e-11f), "-1.25e-11");
  EXPECT_EQ(FloatToString(123456.789f), "123456.79");
  EXPECT_EQ(FloatToString(8388607.5f), "8388607.5");
  EXPECT_EQ(FloatToString(1e-45f), "1e-45");
  EXPECT_EQ(FloatToString(-0.0f), "-0");
}

TEST(FloatTextTest, AreWhatTryingGives) {
  std::mt19937 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const uint32_t bits = random();
    // Any float, and one between 2^-45 and 2^25.
    for (const float value :
         {FromBits(bits), FromBits((bits & 0x807fffff) | ((82 + bits % 70) << 23))}) {
      if (!std::isfinite(value)) continue;
      Check(value);
    }
  }
}

TEST(FloatTextTest, AroundPowersOfTwoAndTen) {
  for (int exponent = -45; exponent < 26; ++exponent) {
    for (const float middle : {std::ldexp(1.0f, exponent), std::pow(10.0f, exponent / 4.0f)}) {
      for (uint32_t bits = BitsOf(middle) - 200; bits < BitsOf(middle) + 200; ++bits) {
        Check(FromBits(bits));
      }
    }
  }
}

TEST(FloatTextTest, OfFewDigits) {
  std::mt19937 random(8);
  for (int i = 0; i < 100'000; ++i) {
    char text[40];
    const double value = std::ldexp(static_cast<double>(random()), -static_cast<int>(i % 70));
    std::snprintf(text, sizeof(text), "%.*g", 1 + i % 9, value);
    const float parsed = std::strtof(text, nullptr);
    Check(parsed);
  }
}

}  // namespace
}  // namespace hloom
