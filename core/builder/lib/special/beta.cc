#include "builder/lib/special/beta.h"

#include <limits>

#include "builder/functions/functions.h"
#include "builder/lib/special/float_functions.h"

namespace hloom {

namespace {

// After an integrand falls below exp(-38), the rest is less than the last bit of the integral.
constexpr double kBetaDepth = 38;

// The tail that is computed, below the mean of the distribution: y is 1 - x.
struct Tail {
  XlaOp a, b, x, y;
};

// ---- x^a y^b / beta(a, b) ----

// If both a and b are 10 or more: the largest value times the decrease at x.
XlaOp DensityOfLarge(const Tail& t) {
  constexpr double kInverseOfTwoPi = 0.15915494309189533577;
  const XlaOp sum = t.a + t.b;
  const XlaOp change = t.a * t.y - t.b * t.x;
  const XlaOp below = t.a * LogRemainder(-(change / t.a), t.x * (sum / t.a)) +
                      t.b * LogRemainder(change / t.b, t.y * (sum / t.b));
  const XlaOp exponent = StirlingRemainder(sum) - StirlingRemainder(t.a) - StirlingRemainder(t.b);
  return Sqrt(t.a / sum * t.b * Number(t.a, kInverseOfTwoPi)) * Exp(exponent - below);
}

// If the smaller one of both is less than 10: (x (a + b))^a y^b / gamma(a), times gamma(a + b) /
// (gamma(b) (a + b)^a) for the larger b, which goes to 1 as b grows.
XlaOp DensityOfSmall(const Tail& t) {
  const XlaOp first = Lt(t.a, t.b), ten = Number(t.a, 10), one = Number(t.a, 1);
  const XlaOp small = Min(Select(first, t.a, t.b), ten), large = Select(first, t.b, t.a);
  const XlaOp x = Select(first, t.x, t.y), y = Select(first, t.y, t.x);
  const XlaOp raised = RaisedToTen(large), sum = small + raised, share = small / raised;
  const XlaOp log_y = Select(Lt(x, Number(x, 0.5)), Log1p(-x), Log(y));
  const XlaOp exponent = large * log_y - raised * LogRemainder(share, one + share) +
                         StirlingRemainder(sum) - StirlingRemainder(raised);
  const XlaOp lowered =
      Select(Lt(large, ten), ProductOfTen(large) / ProductOfTen(large + small), one);
  return Pow(x * sum, small) * Exp(exponent) / Sqrt(one + share) * lowered *
         (ProductOfTen(small) / GammaFromTen(small + ten));
}

XlaOp BetaDensity(const Tail& t) {
  const XlaOp ten = Number(t.a, 10);
  return Select(Lt(Min(t.a, t.b), ten), DensityOfSmall(t), DensityOfLarge(t));
}

// ---- the integral ----

// With u / (1 - u) = x / y exp(-s), the probability is the density times the integral over s from 0
// of exp(-h(s)), for h(s) = (a y - b x) s + (a + b) k(s), k(s) = log(y + x exp(-s)) + x s. That is
// the same as log(x + y exp(s)) - y s: the smaller one of x and y keeps its digits.
enum BetaTailState { kBetaSlopeAtEnd, kBetaSum, kPart, kBetaSign, kHalf, kBetaMass };

XlaOp Curve(XlaOp part, XlaOp signed_s) {
  const XlaOp growth = part * Expm1(signed_s);
  return part * ExpRemainder(signed_s) - LogRemainder(growth, Number(part, 1) + growth);
}

// The s at which h is kBetaDepth, from above: h is convex.
XlaOp BetaLengthOf(const Tail& t, XlaOp slope, XlaOp part, XlaOp sign) {
  const XlaOp depth = Number(slope, kBetaDepth), sum = t.a + t.b;
  const XlaOp variance = sum * t.x * t.y;
  const XlaOp near = Number(slope, 3 * kBetaDepth) /
                     (slope + Sqrt(slope * slope + Number(slope, 2 * kBetaDepth) * variance));
  const XlaOp far = (depth - sum * Log(t.y)) / t.a;
  XlaOp length = Select(Lt(near, Number(near, 1)), Min(near, far), far);
  for (int i = 0; i < 4; ++i) {
    const XlaOp excess = slope * length + sum * Curve(part, sign * length) - depth;
    const XlaOp decay = Exp(-length);
    length = length - excess / (slope - variance * Expm1(-length) / (t.y + t.x * decay));
  }
  return length;
}

XlaOp IntegrateTailOfBeta(const Tail& t) {
  const XlaOp one = Number(t.a, 1), zero = Number(t.a, 0);
  const XlaOp slope = t.a * t.y - t.b * t.x, part = Min(t.x, t.y);
  const XlaOp sign = Select(Le(t.x, t.y), -one, one);
  // In two halves: where x and b are at their ends, h stays near 0 for long and then grows fast.
  const XlaOp half = Number(t.a, 0.5) * BetaLengthOf(t, slope, part, sign);
  const std::vector<XlaOp> sums =
      ForEachRow(kGaussPoints, {slope, t.a + t.b, part, sign, half, zero},
                 [](Span<const XlaOp> row, std::vector<XlaOp>& s) {
                   for (const bool second : {false, true}) {
                     const XlaOp first_at = s[kHalf] * row[0];
                     const XlaOp at = second ? s[kHalf] + first_at : first_at;
                     const XlaOp h =
                         s[kBetaSlopeAtEnd] * at + s[kBetaSum] * Curve(s[kPart], s[kBetaSign] * at);
                     s[kBetaMass] = s[kBetaMass] + row[1] * Exp(-h);
                   }
                 });
  return half * sums[kBetaMass];
}

// ---- the probability ----

// The integral is of a smooth function for greater a. Below 20, twenty terms of
// I(a, b) = density(a, b) / a + I(a + 1, b) come first, all of them positive.
enum RaisingState { kA, kAPlusB, kX, kDensity, kBetaTerms };

XlaOp LowerProbability(const Tail& t) {
  constexpr double kCounts[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  const XlaOp density = BetaDensity(t), zero = Number(t.a, 0);
  const std::vector<XlaOp> raised =
      ForEachRow({kCounts, 1}, {t.a, t.a + t.b, t.x, density, zero},
                 [](Span<const XlaOp> row, std::vector<XlaOp>& s) {
                   const XlaOp a = s[kA] + row[0];
                   s[kBetaTerms] = s[kBetaTerms] + s[kDensity] / a;
                   s[kDensity] = s[kDensity] * (s[kX] * ((s[kAPlusB] + row[0]) / a));
                 });
  const XlaOp twenty = Number(t.a, 20), small = Lt(t.a, twenty);
  const XlaOp mass = IntegrateTailOfBeta({Select(small, t.a + twenty, t.a), t.b, t.x, t.y});
  return Select(small, raised[kBetaTerms], zero) + Select(small, raised[kDensity], density) * mass;
}

XlaOp IncompleteBetaOf(Span<const XlaOp> operands) {
  const XlaOp a = operands[0], b = operands[1], x = operands[2];
  const XlaOp zero = Number(x, 0), one = Number(x, 1), y = one - x;
  const XlaOp upper = Gt(x * (a + b), a);
  const XlaOp tail = LowerProbability(
      {Select(upper, b, a), Select(upper, a, b), Select(upper, y, x), Select(upper, x, y)});
  XlaOp result = Select(upper, one - tail, tail);
  result = Select(Or(Eq(x, zero), Eq(x, one)), x, result);
  const XlaOp infinity = Number(x, std::numeric_limits<double>::infinity());
  const auto is_inside = [&](XlaOp v) { return And(Gt(v, zero), Lt(v, infinity)); };
  const XlaOp inside = And(And(is_inside(a), is_inside(b)), And(Ge(x, zero), Le(x, one)));
  return Select(inside, result, Number(x, std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace

XlaOp RegularizedIncompleteBeta(XlaOp a, XlaOp b, XlaOp x) {
  return InF64("RegularizedIncompleteBeta", {a, b, x}, IncompleteBetaOf);
}

}  // namespace hloom
