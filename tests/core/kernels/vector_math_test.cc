// The functions of kernels/vector_math against the library's functions of doubles, over bit patterns
// of all magnitudes; and the same bits for an element wherever in an array it is.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ops/elementwise/element_loops_eval.h"
#include "support/random.h"

namespace hloom {
namespace {

using testing_support::Random;
using testing_support::Rounds;

struct VectorFunction {
  std::string_view name;
  const ElementLoops* loops;
  size_t operands = 1;
};
const VectorFunction kVectorFunctions[] = {
    {"exp", &kExpLoops},       {"expm1", &kExpm1Loops}, {"log", &kLogLoops},
    {"log1p", &kLog1pLoops},   {"sqrt", &kSqrtLoops},   {"rsqrt", &kRsqrtLoops},
    {"cbrt", &kCbrtLoops},     {"erf", &kErfLoops},     {"logistic", &kLogisticLoops},
    {"sin", &kSinLoops},       {"cos", &kCosLoops},     {"tan", &kTanLoops},
    {"sinh", &kSinhLoops},     {"cosh", &kCoshLoops},   {"tanh", &kTanhLoops},
    {"asin", &kAsinLoops},     {"acos", &kAcosLoops},   {"asinh", &kAsinhLoops},
    {"acosh", &kAcoshLoops},   {"atanh", &kAtanhLoops}, {"power", &kPowerLoops, 2},
    {"atan2", &kAtan2Loops, 2}};

template <typename T>
PrimitiveType TypeOf() {
  return sizeof(T) == 4 ? F32 : F64;
}

template <typename T>
std::vector<T> Computed(ElementFunction::Loop loop, const std::vector<T>& a,
                        const std::vector<T>& b) {
  std::vector<T> result(a.size());
  const std::byte* const operands[] = {reinterpret_cast<const std::byte*>(a.data()),
                                       reinterpret_cast<const std::byte*>(b.data())};
  ElementFunction{loop}(operands, reinterpret_cast<std::byte*>(result.data()),
                        static_cast<int64_t>(a.size()));
  return result;
}

// Bits, counted so that neighbouring numbers have neighbouring counts: -0 and +0 have the same.
template <typename T>
int64_t Place(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  Bits bits;
  std::memcpy(&bits, &x, sizeof(x));
  return bits < 0 ? static_cast<int64_t>(std::numeric_limits<Bits>::min()) - bits : int64_t{bits};
}

template <typename T>
bool SameBits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// True if both are NaN, or neighbours at most, a zero among them with the sign of the other.
template <typename T>
bool AreNear(T have, T want, int64_t places) {
  if (std::isnan(have) || std::isnan(want)) return std::isnan(have) && std::isnan(want);
  if (std::signbit(have) != std::signbit(want)) return false;
  const int64_t distance = Place(have) - Place(want);
  return distance <= places && distance >= -places;
}

template <typename T>
std::vector<T> SpecialNumbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> numbers = {
      0,    1,   0.5, 2,   3,   4,          0.25,
      1.5,  2.5, 7,   8.5, 9.1, T{1} / 3,   static_cast<T>(1.5707963267948966),
      11,   22,  44,  87,  88,  T{355},     static_cast<T>(3.1415926535897931),
      88.7, 104, 110, 709, 745, T{1000000}, T{1000001}};
  for (const T x : {Limits::min(), Limits::denorm_min(), Limits::max(), Limits::infinity(),
                    Limits::quiet_NaN(), Limits::epsilon(), 1 - Limits::epsilon() / 2,
                    1 + Limits::epsilon(), 1 / Limits::epsilon(), 2 / Limits::epsilon() + 1}) {
    numbers.push_back(x);
  }
  for (size_t i = 0, count = numbers.size(); i < count; ++i) numbers.push_back(-numbers[i]);
  return numbers;
}

// Bit patterns, and numbers of moderate size.
template <typename T>
T DrawnNumber(Random& random) {
  if (random.OneIn(2)) return static_cast<T>(random.Between(-(1 << 30), 1 << 30)) / (1 << 26);
  const auto bits = static_cast<uint64_t>(random.Between(0, (int64_t{1} << 32) - 1)) << 32 |
                    static_cast<uint64_t>(random.Between(0, (int64_t{1} << 32) - 1));
  T x;
  if constexpr (sizeof(T) == 4) {
    const auto word = static_cast<uint32_t>(bits >> 32 ^ bits);
    std::memcpy(&x, &word, sizeof(x));
  } else {
    std::memcpy(&x, &bits, sizeof(x));
  }
  return x;
}

template <typename T>
void ExpectNear(const VectorFunction& function, const std::vector<T>& a, const std::vector<T>& b,
                int64_t places) {
  const std::vector<T> have = Computed((*function.loops)(TypeOf<T>()), a, b);
  const std::vector<T> want = Computed(function.loops->MostAccurate(TypeOf<T>()), a, b);
  int failures = 0;
  for (size_t i = 0; i < a.size() && failures < 5; ++i) {
    if (AreNear(have[i], want[i], places)) continue;
    ++failures;
    ADD_FAILURE() << function.name << " of " << a[i] << ", " << b[i] << " is " << have[i]
                  << ", not " << want[i];
  }
}

template <typename T>
void ExpectNearEverywhere(int64_t places) {
  const std::vector<T> special = SpecialNumbers<T>();
  Random random(41);
  for (const VectorFunction& function : kVectorFunctions) {
    std::vector<T> a, b;
    for (const T x : special) {
      for (const T y : special) {
        a.push_back(x);
        b.push_back(y);
        if (function.operands == 1) break;
      }
    }
    for (int i = 0; i < Rounds(200'000, 10'000); ++i) {
      a.push_back(DrawnNumber<T>(random));
      b.push_back(DrawnNumber<T>(random));
    }
    ExpectNear(function, a, b, places);
  }
}

TEST(VectorMathTest, FloatsAreNextToTheMostAccurate) { ExpectNearEverywhere<float>(1); }
// The libraries' functions are up to 2 ulps off themselves.
TEST(VectorMathTest, DoublesAreNearTheLibrarys) { ExpectNearEverywhere<double>(4); }

// Powers that neither overflow nor underflow, also of numbers beside 1.
TEST(VectorMathTest, PowersAreNearTheLibrarys) {
  Random random(43);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random.Below(1 << 30)) / (1 << 30);
  };
  std::vector<float> a, b;
  std::vector<double> wide_a, wide_b;
  for (int i = 0; i < Rounds(500'000, 20'000); ++i) {
    const double x = i % 2 == 0 ? std::exp2(between(-120, 120))
                                : 1 + between(-1, 1) * std::exp2(between(-50, -1));
    wide_a.push_back(x);
    wide_b.push_back(x == 1 ? 2 : between(-700, 700) / std::log(x));
    a.push_back(static_cast<float>(x));
    b.push_back(a.back() == 1 ? 2 : static_cast<float>(between(-87, 88) / std::log(a.back())));
  }
  const VectorFunction power = {"power", &kPowerLoops, 2};
  ExpectNear(power, a, b, 1);
  ExpectNear(power, wide_a, wide_b, 2);
}

// Each element alone, and in the middle of others of which some are rare.
template <typename T>
void ExpectTheSameBitsAnywhere() {
  Random random(47);
  std::vector<T> a = SpecialNumbers<T>(), b;
  for (int i = 0; i < 100; ++i) a.push_back(DrawnNumber<T>(random));
  for (size_t i = 0; i < a.size(); ++i) b.push_back(a[a.size() - 1 - i]);
  for (const VectorFunction& function : kVectorFunctions) {
    const ElementFunction::Loop loop = (*function.loops)(TypeOf<T>());
    const std::vector<T> all = Computed(loop, a, b);
    for (size_t i = 0; i < a.size(); ++i) {
      const T alone = Computed<T>(loop, {a[i]}, {b[i]})[0];
      EXPECT_TRUE(SameBits(alone, all[i]) || (std::isnan(alone) && std::isnan(all[i])))
          << function.name << " of " << a[i] << ", " << b[i];
    }
    for (size_t begin = 0; begin < 9; ++begin) {
      const auto from = static_cast<int64_t>(begin);
      const std::vector<T> rest =
          Computed<T>(loop, {a.begin() + from, a.end()}, {b.begin() + from, b.end()});
      for (size_t i = 0; i < rest.size(); ++i) {
        EXPECT_TRUE(SameBits(rest[i], all[begin + i]) || std::isnan(rest[i]))
            << function.name << " from " << begin;
      }
    }
    // The result may overwrite operand 0.
    std::vector<T> over = a;
    const std::byte* const operands[] = {reinterpret_cast<const std::byte*>(over.data()),
                                         reinterpret_cast<const std::byte*>(b.data())};
    ElementFunction{loop}(operands, reinterpret_cast<std::byte*>(over.data()),
                          static_cast<int64_t>(over.size()));
    for (size_t i = 0; i < over.size(); ++i) {
      EXPECT_TRUE(SameBits(over[i], all[i]) || std::isnan(over[i])) << function.name << " in place";
    }
  }
}
TEST(VectorMathTest, FloatsHaveTheSameBitsAnywhere) { ExpectTheSameBitsAnywhere<float>(); }
TEST(VectorMathTest, DoublesHaveTheSameBitsAnywhere) { ExpectTheSameBitsAnywhere<double>(); }

// Angles beside multiples of pi / 2.
TEST(VectorMathTest, LargeAnglesKeepTheirDigits) {
  std::vector<double> angles = {1e300, 0x1.fffffffffffffp1023, 1e22};
  for (int i = 1; i < 2000; ++i) angles.push_back(i * 1.5707963267948966);
  const std::vector<double> sines = Computed(kSinLoops(F64), angles, angles);
  const std::vector<double> cosines = Computed(kCosLoops(F64), angles, angles);
  for (size_t i = 0; i < angles.size(); ++i) {
    EXPECT_TRUE(AreNear(sines[i], std::sin(angles[i]), 2)) << angles[i];
    EXPECT_TRUE(AreNear(cosines[i], std::cos(angles[i]), 2)) << angles[i];
  }
  // The double that is nearest to a multiple of pi / 2. Some libraries are 8 ulps off.
  const std::vector<double> nearest = {0x1.6ac5b262ca1ffp+849};
  EXPECT_EQ(Computed(kCosLoops(F64), nearest, nearest)[0], -0x1.14ae72e6ba22fp-61);
}

}  // namespace
}  // namespace hloom
