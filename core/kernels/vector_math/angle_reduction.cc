// Reduces angles modulo pi / 2: in three parts up to a million, beyond it with 1280 bits of 2 / pi.
#include <cmath>
#include <cstdint>

#include "kernels/vector_math/trigonometric.h"

namespace hloom::vector_math {

namespace {

// The first 1280 binary digits of 2 / pi after the point, behind 64 zeros.
constexpr uint64_t kTwoOverPi[] = {0,
                                   0xa2f9836e4e441529,
                                   0xfc2757d1f534ddc0,
                                   0xdb6295993c439041,
                                   0xfe5163abdebbc561,
                                   0xb7246e3a424dd2e0,
                                   0x06492eea09d1921c,
                                   0xfe1deb1cb129a73e,
                                   0xe88235f52ebb4484,
                                   0xe99c7026b45f7e41,
                                   0x3991d639835339f4,
                                   0x9c845f8bbdf9283b,
                                   0x1ff897ffde05980f,
                                   0xef2f118b5a0a6d1f,
                                   0x6d367ecf27cb09b7,
                                   0x4f463f669e5fea2d,
                                   0x7527bac7ebe5f17b,
                                   0x3d0739f78a5292ea,
                                   0x6bfb5fb11f8d5d08,
                                   0x56033046fc7b6bab,
                                   0xf0cfbc209af4361d};

// 64 digits from this place on.
uint64_t DigitsOfTwoOverPi(int place) {
  const int word = place / 64, bit = place % 64;
  return bit == 0 ? kTwoOverPi[word] : kTwoOverPi[word] << bit | kTwoOverPi[word + 1] >> (64 - bit);
}

struct ScalarAngle {
  int quadrant;
  double high;
  double low;
};

// x = M 2^e with an integer M below 2^53. Digits of 2 / pi at places whose product with 2^e is a
// multiple of 4 do not count; the 192 digits from there on, W, give M W 2^-190 modulo 4 with an
// error of 2^-137.
//
//   x = 3 2^20: M = 3 2^51, e = -31. The digit after the point, at place 64 of the table, is worth
//   2^-32. The first digit that counts is worth 2, so it is 33 places before it: at place 31.
ScalarAngle ReduceExactly(double x) {
  constexpr int kBias = 1075;
  const auto bits = __builtin_bit_cast(uint64_t, x);
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  if (biased == 0x7ff) return {0, x - x, 0};
  const uint64_t mantissa = (bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  const int place = 64 + biased - kBias - 2;
  // The product modulo 2^192, in words from the lowest to the highest.
  __extension__ using Wide = unsigned __int128;
  uint64_t product[3];
  Wide carry = 0;
  for (int i = 0; i < 3; ++i) {
    carry += static_cast<Wide>(mantissa) * DigitsOfTwoOverPi(place + 64 * (2 - i));
    product[i] = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
  int quadrant = static_cast<int>(product[2] >> 62);
  product[2] = product[2] << 2 | product[1] >> 62;
  product[1] = product[1] << 2 | product[0] >> 62;
  product[0] <<= 2;
  // The nearest quadrant: a fraction of a half and more becomes negative.
  const bool up = product[2] >> 63 != 0;
  quadrant += up ? 1 : 0;
  if (up) {
    for (uint64_t& word : product) word = ~word;
  }
  // The words' halves are doubles. They are added from the lowest to the highest.
  double high = 0, low = 0;
  for (int i = 0; i < 6; ++i) {
    const auto half = static_cast<double>(product[i / 2] >> (i % 2 * 32) & 0xffffffff);
    const double term = std::ldexp(half, 32 * (i - 6));
    const double sum = term + high;
    low += high - (sum - term);
    high = sum;
  }
  constexpr double kHalfPi = kPi / 2;
  constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;
  const double r = high * kHalfPi;
  const double rest = std::fma(high, kHalfPi, -r) + high * kHalfPiRest + low * kHalfPi;
  const double sign = (up ? -1 : 1) * (std::signbit(x) ? -1 : 1);
  const double nearest = r + rest;
  return {std::signbit(x) ? -quadrant : quadrant, sign * nearest, sign * (rest - (nearest - r))};
}

}  // namespace

Angle ReduceAngle(Doubles x) {
  const Doubles sum = x * Splat(2 / kPi) + Splat(kRounder);
  const Doubles n = sum - Splat(kRounder);
  // The difference is exact, and the next one is an exact sum.
  const TwoDoubles nearly = ExactSum(x - n * Splat(kHalfPiHigh), -(n * Splat(kHalfPiMiddle)));
  const Doubles low = nearly.low - n * Splat(kHalfPiLow);
  Angle angle = {Bits(sum), FastSum(nearly.high, low)};
  angle.rest.high = Select(n == Splat(0.0), x, angle.rest.high);  // -0 stays -0
  // Beside multiples of pi / 2, the three parts leave too few digits.
  const auto rare =
      ~(Abs(x) <= Splat(kLargestUsual)) | ((Abs(nearly.high) < Splat(0x1p-20)) & (n != Splat(0.0)));
  if (Any(rare)) {
    for (int i = 0; i < 2; ++i) {
      if (rare[i] == 0) continue;
      const ScalarAngle exact = ReduceExactly(x[i]);
      angle.quadrant[i] = exact.quadrant;
      angle.rest.high[i] = exact.high;
      angle.rest.low[i] = exact.low;
    }
  }
  return angle;
}

}  // namespace hloom::vector_math
