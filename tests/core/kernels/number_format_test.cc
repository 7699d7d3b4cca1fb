// Every bit pattern of every narrow format, and the rounding into it at every place where it could
// go wrong, against a separately written model.
#include "kernels/number_format.h"

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "support/models/format_model.h"

namespace hloom {
namespace {

using namespace format_model;  // NOLINT: this file is about the model

TEST(NumberFormatTest, DecodesEveryPattern) {
  for (const Model& model : Models()) {
    SCOPED_TRACE(std::string(PrimitiveTypeName(model.type)));
    double largest = 0;
    for (uint32_t bits = 0; bits < Patterns(model); ++bits) {
      const double decoded = DecodeNarrowFloat(model.type, bits);
      if (IsNanPattern(model, bits)) {
        ASSERT_TRUE(std::isnan(decoded)) << bits;
      } else if (IsInfPattern(model, bits)) {
        ASSERT_EQ(decoded, bits >= Patterns(model) / 2 ? -kInf : kInf) << bits;
      } else {
        ASSERT_EQ(decoded, ValueOf(model, bits)) << bits;
        ASSERT_EQ(std::signbit(decoded), bits >= Patterns(model) / 2) << bits;
        largest = std::max(largest, decoded);
      }
    }
    EXPECT_EQ(largest, model.largest);
  }
}

// Bits above those of a format of fewer than 8 are zeros.
TEST(NumberFormatTest, DecodesBytesAsOneByOne) {
  for (const Model& model : Models()) {
    if (Patterns(model) > 256) continue;
    SCOPED_TRACE(std::string(PrimitiveTypeName(model.type)));
    std::vector<std::byte> bytes(Patterns(model));
    for (uint32_t bits = 0; bits < Patterns(model); ++bits) bytes[bits] = std::byte(bits);
    std::vector<float> decoded(bytes.size());
    DecodeByteFloats(model.type, bytes.data(), decoded.data(),
                     static_cast<int64_t>(decoded.size()));
    for (uint32_t bits = 0; bits < Patterns(model); ++bits) {
      const float expected = DecodeNarrowFloat(model.type, bits);
      ASSERT_EQ(std::memcmp(&decoded[bits], &expected, sizeof(expected)), 0)
          << bits << " gives " << decoded[bits] << " and not " << expected;
    }
  }
}

void ExpectRounded(const Model& model, const std::vector<double>& values, double x) {
  const double expected = RoundByModel(model, values, x);
  const uint32_t bits = EncodeNarrowFloat(model.type, x);
  ASSERT_LT(bits, Patterns(model)) << x;
  if (std::isnan(expected)) {
    ASSERT_TRUE(IsNanPattern(model, bits) || (model.saturates && bits == Patterns(model) / 2))
        << x << " gives pattern " << bits;
    return;
  }
  const double decoded = DecodeNarrowFloat(model.type, bits);
  ASSERT_EQ(decoded, expected) << x << " gives pattern " << bits;
  ASSERT_EQ(std::signbit(decoded), std::signbit(expected)) << x;
}

TEST(NumberFormatTest, RoundsAtEveryBoundary) {
  int64_t checked = 0;
  for (const Model& model : Models()) {
    SCOPED_TRACE(std::string(PrimitiveTypeName(model.type)));
    const std::vector<double> values = FiniteValues(model);
    for (size_t i = 0; i < values.size(); ++i) {
      const double next = i + 1 < values.size() ? values[i + 1] : 2 * values[i] - values[i - 1];
      const double middle = (values[i] + next) / 2;
      for (double center : {values[i], middle}) {
        for (double x : {center, std::nextafter(center, -kInf), std::nextafter(center, kInf)}) {
          ExpectRounded(model, values, x);
          ExpectRounded(model, values, -x);
          checked += 2;
        }
      }
    }
    for (double x : {0.0, -0.0, kInf, -kInf, 1e300, -1e300, 5e-324, std::nan("")}) {
      ExpectRounded(model, values, x);
      ++checked;
    }
  }
  std::printf("roundings checked at boundaries: %lld\n", static_cast<long long>(checked));
}

TEST(NumberFormatTest, RoundsRandomValues) {
  std::mt19937_64 random(3);
  for (const Model& model : Models()) {
    SCOPED_TRACE(std::string(PrimitiveTypeName(model.type)));
    const std::vector<double> values = FiniteValues(model);
    const double low = std::log2(values[1]) - 3;
    const double high = std::log2(model.largest) + 2;
    std::uniform_real_distribution<double> exponent(low, high);
    for (int i = 0; i < 20000; ++i) {
      const double x = std::exp2(exponent(random));
      ExpectRounded(model, values, i % 2 == 0 ? x : -x);
    }
  }
}

TEST(NumberFormatTest, EncodesWhatItDecodes) {
  for (const Model& model : Models()) {
    SCOPED_TRACE(std::string(PrimitiveTypeName(model.type)));
    for (uint32_t bits = 0; bits < Patterns(model); ++bits) {
      if (IsNanPattern(model, bits)) continue;
      ASSERT_EQ(EncodeNarrowFloat(model.type, DecodeNarrowFloat(model.type, bits)), bits);
    }
  }
}

TEST(NumberFormatTest, KeepsTheSignOfANanWhereThereIsOne) {
  EXPECT_EQ(EncodeNarrowFloat(F16, -std::nan("")), 0xfe00u);
  EXPECT_EQ(EncodeNarrowFloat(F16, std::nan("")), 0x7e00u);
  EXPECT_EQ(EncodeNarrowFloat(F8E4M3FN, -std::nan("")), 0xffu);
  EXPECT_EQ(EncodeNarrowFloat(F8E4M3FNUZ, -std::nan("")), 0x80u);
  EXPECT_TRUE(std::signbit(DecodeNarrowFloat(BF16, 0xffc0)));
}

// Only powers of two: pattern e is 2^(e-127), 255 is NaN.
TEST(NumberFormatTest, ExponentOnlyFormat) {
  for (uint32_t bits = 0; bits < 255; ++bits) {
    const double value = std::exp2(static_cast<int>(bits) - 127);
    ASSERT_EQ(DecodeNarrowFloat(F8E8M0FNU, bits), value);
    ASSERT_EQ(EncodeNarrowFloat(F8E8M0FNU, value), bits);
    // Halves round up; just below a half, down, but not between the two least values.
    ASSERT_EQ(EncodeNarrowFloat(F8E8M0FNU, 1.5 * value), bits + 1);
    ASSERT_EQ(EncodeNarrowFloat(F8E8M0FNU, std::nextafter(1.5 * value, 0.0)), std::max(bits, 1u));
  }
  EXPECT_TRUE(std::isnan(DecodeNarrowFloat(F8E8M0FNU, 255)));
  for (double x : {0.0, -0.0, -1.0, kInf, -kInf, std::nan(""), 1.5 * std::exp2(127)}) {
    EXPECT_EQ(EncodeNarrowFloat(F8E8M0FNU, x), 255u) << x;
  }
  EXPECT_EQ(EncodeNarrowFloat(F8E8M0FNU, std::exp2(-200)), 0u);
}

void ExpectExponentOnly(double x) {
  const double expected = RoundToExponentOnly(x);
  const double actual = DecodeNarrowFloat(F8E8M0FNU, EncodeNarrowFloat(F8E8M0FNU, x));
  ASSERT_TRUE(std::isnan(expected) ? std::isnan(actual) : actual == expected)
      << x << " gives " << actual << ", not " << expected;
}

// Every F16 and BF16, the subnormals of F32 from 2^-127 on, and as doubles the neighbors of every
// power of two and of every middle between two.
TEST(NumberFormatTest, ExponentOnlyFormatByTheModel) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    ExpectExponentOnly(DecodeNarrowFloat(F16, bits));
    ExpectExponentOnly(DecodeNarrowFloat(BF16, bits));
  }
  for (uint32_t bits = 0x400000; bits <= 0x800000; ++bits) {
    ExpectExponentOnly(std::ldexp(static_cast<double>(bits), -149));
  }
  for (int e = -1074; e < 1023; ++e) {
    for (double center : {std::ldexp(1.0, e), std::ldexp(1.5, e)}) {
      for (double x : {center, std::nextafter(center, 0.0), std::nextafter(center, kInf)}) {
        ExpectExponentOnly(x);
        ExpectExponentOnly(-x);
      }
    }
  }
  // The only case in which the nearest value is not the answer.
  EXPECT_EQ(EncodeNarrowFloat(F8E8M0FNU, 0x1p-127), 0u);
  EXPECT_EQ(EncodeNarrowFloat(F8E8M0FNU, std::nextafter(0x1p-127, 1.0)), 1u);
  EXPECT_EQ(EncodeNarrowFloat(F8E8M0FNU, 0x1.4p-127), 1u);
  EXPECT_EQ(EncodeNarrowFloat(F8E8M0FNU, 0x1.8p-128), 0u);
}

}  // namespace
}  // namespace hloom
