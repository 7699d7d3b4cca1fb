// The text of floats: the fewest digits that read back as the same float, as printf writes them.
// And text as floats, against strtof and strtod.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "base/float_text.h"
#include "base/str_cat.h"

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

// The text that trying one precision after the other finds.
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

// The text that XLA writes.
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
    // Each time there is any float, and one between 2^-45 and 2^25.
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

// ---- text as numbers, which strtod reads alike in the C locale ----

#ifdef __wasm__
constexpr bool kIsWasm = true;
#else
constexpr bool kIsWasm = false;
#endif

// musl forgets the sign of a hexadecimal number that becomes zero.
template <typename F>
F Signed(F value, const std::string& text) {
  return value == 0 && text[0] == '-' ? -F{0} : value;
}

// Compares bits, so that zeros and NaNs are distinguished.
void CheckRead(const std::string& text) {
  ASSERT_TRUE(FloatFromText(text).has_value()) << text;
  ASSERT_TRUE(DoubleFromText(text).has_value()) << text;
  ASSERT_EQ(BitsOf(*FloatFromText(text)), BitsOf(Signed(std::strtof(text.c_str(), nullptr), text)))
      << text;
  const double read = *DoubleFromText(text);
  const double expected = Signed(std::strtod(text.c_str(), nullptr), text);
  ASSERT_EQ(std::memcmp(&read, &expected, sizeof read), 0) << text;
}

TEST(FloatFromTextTest, ReadsEveryFormOfNumbers) {
  for (const char* text :
       {"0", "-0", "+0", "1", "+1.5", ".5", "5.", "1e3", "1E+3", "1e-3", "007", "inf", "-inf",
        "+inf", "nan", "1e999", "-1e999", "1e-999", "1e99999999999999999999",
        "0e99999999999999999999", "1e-99999999999999999999", "3.4028235e38", "3.4028236e38",
        "1.17549435e-38", "1.4e-45", "7e-46", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "1.7976931348623159e308",
        // These are halfway between two numbers, and a little above.
        "9007199254740993", "9007199254740993.00000000000000000000000000000000001", "16777217",
        "16777217.0000000000000000000000001", "0x0", "0x1", "-0x1.8p3", "0X1P-1", "0x.8", "0x1.",
        "0x1.fffffep127", "0x1.ffffffp127", "0x1p-149", "0x1p-150", "0x1.000002p-150", "0x1p-1074",
        "0x1p-1075", "0x1.8p-1075", "0x1.00000000000008p0", "0x1.000000000000080000000000000001p0",
        "0x1.0000010000000001p0", "0x1p99999999999999999999", "0x1p-99999999999999999999",
        "0x0p99999999999999999999", "0x1000000000000000000000000000000000000001p-20",
        "0x.00000000000000000000000000000000001p140"}) {
    CheckRead(text);
  }
  CheckRead(StrCat("0.", std::string(2000, '0'), "1e2001"));
  CheckRead(StrCat(std::string(2000, '9'), "e-1990"));
  CheckRead(StrCat("0x", std::string(2000, 'f'), "p-7990"));
  CheckRead(StrCat("0x.", std::string(2000, '0'), "1p8004"));
}

TEST(FloatFromTextTest, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"",     " ",      "+",     "-",     ".",        "e3",     ".e3",      "1e",  "1e+",
        "1 ",   " 1",     "1,5",   "1.5.",  "--1",      "+-1",    "1f",       "0x",  "0x.",
        "0xp3", "0x1p",   "0x1p+", "0x1g",  "0x1.8.p1", "0x-1",   "infinity", "Inf", "INF",
        "NaN",  "nan(1)", "-+inf", "1_000", "1e3.5",    "0x1p1.5"}) {
    EXPECT_EQ(FloatFromText(text), std::nullopt) << text;
    EXPECT_EQ(DoubleFromText(text), std::nullopt) << text;
  }
}

TEST(FloatFromTextTest, RandomNumbers) {
  std::mt19937_64 random(9);
  const auto below = [&](uint64_t n) { return random() % n; };
  for (int i = 0; i < 200'000; ++i) {
    const bool hex = below(4) == 0;
    std::string text = below(2) == 0 ? "-" : "";
    if (hex) text.append("0x");
    const size_t digits = 1 + below(below(8) == 0 ? 60 : 22);
    const size_t point = below(2 * digits);
    for (size_t d = 0; d < digits; ++d) {
      text.push_back("0123456789abcdef"[below(hex ? 16 : 10)]);
      if (d == point) text.push_back('.');
    }
    if (below(3) != 0) {
      const int range = hex ? 1200 : 340;
      StrAppend(text, hex ? "p" : "e", static_cast<int64_t>(below(2 * range)) - range);
    }
    // This is not held to musl's strtod, which rounds some hexadecimal numbers below 2^-1022 the
    // wrong way.
    if (!hex || !kIsWasm) CheckRead(text);
  }
}

// The expected numbers are Python's, by float.fromhex, which rounds correctly.
TEST(FloatFromTextTest, HexadecimalNumbersBelowTheNormalOnes) {
  EXPECT_EQ(DoubleFromText("-0x54edd17960.e59f35a9b1add5816p-1082"), -0x0.0000054edd179p-1022);
  EXPECT_EQ(DoubleFromText("-0xc0fcfa9a54e5210a9eae0p-1127"), -0x0.00000607e7d4dp-1022);
  EXPECT_EQ(DoubleFromText("0x9c7fab0d3dd68.34a6ap-1095"), 0x0.000004e3fd587p-1022);
}

// Around the middle of two neighbors, where rounding is decided.
TEST(FloatFromTextTest, HalfwayNumbers) {
  std::mt19937_64 random(10);
  for (int i = 0; i < 20'000; ++i) {
    const double low =
        std::ldexp(static_cast<double>(random() >> 40), static_cast<int>(random() % 250) - 160);
    const double middle = (low + std::nextafter(static_cast<float>(low), INFINITY)) / 2;
    char text[400];
    std::snprintf(text, sizeof(text), "%.80e", middle);
    CheckRead(text);
    // These are not held to strtof, which in glibc 2.36 rounds some hexadecimal numbers below
    // 2^-126 the wrong way.
    for (const double value : {middle, std::nextafter(middle, i % 2 == 0 ? 0.0 : INFINITY)}) {
      std::snprintf(text, sizeof(text), "%a", value);
      ASSERT_EQ(DoubleFromText(text), value) << text;
      ASSERT_EQ(FloatFromText(text), static_cast<float>(value)) << text;
    }
  }
}

}  // namespace
}  // namespace hloom
