#include "builder/lib/special/gamma.h"

#include <limits>

#include "builder/argument_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/special/bessel.h"
#include "builder/lib/special/beta.h"
#include "builder/lib/special/float_functions.h"
#include "builder/lib/special/zeta.h"

namespace hloom {

namespace {

constexpr double kGammaInfinity = std::numeric_limits<double>::infinity();
constexpr double kGammaNan = std::numeric_limits<double>::quiet_NaN();
// After an integrand falls below exp(-38), the rest is less than the last bit of the integral.
constexpr double kGammaDepth = 38;

// Chooses between a series and an integral, and the tail of the integral; the other probability is
// the difference from 1.
struct Place {
  Place(XlaOp a, XlaOp x)
      : tiny(And(Le(a, Number(a, 0.5)), Lt(x, Number(x, 1)))),
        series(Or(tiny, And(Lt(x, a), Lt(a, Number(a, 10))))),
        upper(And(Not(series), Ge(x, a))) {}
  XlaOp tiny, series, upper;
};

// x^a exp(-x) / gamma(a)
XlaOp GammaDensity(XlaOp a, XlaOp x) {
  const XlaOp raised = RaisedToTen(a), ten = Number(a, 10);
  // Two factors, as exp(-x) would be subnormal where the product is not. Nothing is left of it
  // beyond 2000.
  const XlaOp bounded = Min(x, Number(x, 2000));
  const XlaOp root = Exp(Number(x, -0.5) * bounded);
  const XlaOp small = Pow(bounded, Min(a, ten)) * root * root *
                      (ProductOfTen(a) / GammaFromTen(Min(raised, ten + ten)));
  const XlaOp exponent = raised * LogRemainder((x - raised) / raised, x / raised);
  constexpr double kInverseRootOfTwoPi = 0.39894228040143267794;
  const XlaOp large =
      Number(a, kInverseRootOfTwoPi) * Sqrt(raised) * Exp(-(exponent + StirlingRemainder(raised)));
  return Select(Lt(a, ten), small, large);
}

// ---- series ----

// With u(n) = x^n / ((a + 1) ... (a + n)) and h(n) = 1 / (a + 1) + ... + 1 / (a + n), the sums from
// n = 0 of u(n) and u(n) h(n), and that from n = 1 of (-x)^n / (n! (a + n)).
struct SeriesSums {
  XlaOp value, slope, rest;
};

enum SeriesState { kSeriesA, kSeriesX, kTerm, kHarmonic, kValue, kSlope, kSignedTerm, kRest };

SeriesSums SumSeries(XlaOp a, XlaOp x) {
  constexpr double kCounts[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
                                31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45};
  const XlaOp zero = Number(a, 0), one = Number(a, 1);
  const std::vector<XlaOp> sums =
      ForEachRow({kCounts, 1}, {a, x, one, zero, one, zero, one, zero},
                 [](Span<const XlaOp> row, std::vector<XlaOp>& s) {
                   const XlaOp below = s[kSeriesA] + row[0];
                   s[kTerm] = s[kTerm] * s[kSeriesX] / below;
                   s[kHarmonic] = s[kHarmonic] + Number(below, 1) / below;
                   s[kValue] = s[kValue] + s[kTerm];
                   s[kSlope] = s[kSlope] + s[kTerm] * s[kHarmonic];
                   s[kSignedTerm] = -(s[kSignedTerm] * s[kSeriesX] / row[0]);
                   s[kRest] = s[kRest] + s[kSignedTerm] / below;
                 });
  return {sums[kValue], sums[kSlope], sums[kRest]};
}

// log gamma(a + 1) for a from 0 to 1/2, in proportion to a.
XlaOp LogGammaAboveOne(XlaOp a) {
  // (-1)^k (zeta(k) - 1) / k, from k = 27 to 2, and 1 - gamma, Euler's.
  constexpr double kSeries[] = {
      -2.7595228851242334e-10, 5.731367241678862e-10,  -1.1921401405860912e-09,
      2.4836745438024785e-09,  -5.183475041970047e-09, 1.0838659214896955e-08,
      -2.2711094608943164e-08, 4.7698101693639804e-08, -1.0043224823968099e-07,
      2.1207184805554665e-07,  -4.492469198764566e-07, 9.55141213040742e-07,
      -2.039215753801366e-06,  4.374866789907488e-06,  -9.439488275268397e-06,
      2.050721277567069e-05,   -4.492623673813314e-05, 9.945751278180853e-05,
      -0.00022315475845357939, 0.0005096695247430425,  -0.001192753911703261,
      0.0028905103307415234,   -0.007385551028673986,  0.020580808427784546,
      -0.0673523010531981,     0.3224670334241132,     0.42278433509846713};
  return a * Polynomial(a, kSeries) - Log1p(a);
}

// The upper probability of small numbers, where the lower one is nearly 1.
XlaOp UpperOfTiny(XlaOp a, XlaOp x, const SeriesSums& sums) {
  const XlaOp exponent = a * Log(x) - LogGammaAboveOne(a);
  return -(Expm1(exponent) + Exp(exponent) * a * sums.rest);
}

// ---- integrals ----

// With t = x exp(s), the probability of a tail is GammaDensity times the integral over s from 0 of
// exp(-h(s)), for h(s) = |x - a| s + x (exp(s) - 1 - s); s is negative in the lower tail. The first
// moment, with s as a factor, is what its derivative is made of.
struct TailIntegrals {
  XlaOp mass, moment;
};

enum GammaTailState { kGammaSlopeAtEnd, kTailX, kGammaSign, kLength, kGammaMass, kMoment };

// The s at which h is kGammaDepth: h is convex, so that Newton's steps come down to it.
XlaOp GammaLengthOf(XlaOp a, XlaOp x, XlaOp upper, XlaOp distance, XlaOp sign) {
  const XlaOp depth = Number(x, kGammaDepth);
  // The s at which |x - a| s + x s^2 / 2 has this value. In the upper tail h is greater, in the
  // lower one less.
  const XlaOp scale = Sqrt(x), ratio = distance / scale;
  const XlaOp start = Number(x, 2 * kGammaDepth) /
                      (scale * (ratio + Sqrt(ratio * ratio + Number(x, 2 * kGammaDepth))));
  XlaOp above = start;
  // h(s) is kGammaDepth for s = log(1 + (kGammaDepth + a s) / x), too.
  for (int i = 0; i < 3; ++i) above = Min(above, Log1p((depth + a * above) / x));
  const XlaOp linear = (depth + x) / a;
  const XlaOp wider = Number(x, 1.25) * start;
  XlaOp length = Select(upper, above, Select(Gt(wider, Number(x, 1)), linear, Min(wider, linear)));
  for (int i = 0; i < 3; ++i) {
    const XlaOp signed_length = sign * length;
    const XlaOp excess = distance * length + x * ExpRemainder(signed_length) - depth;
    length = length - excess / (distance + x * sign * Expm1(signed_length));
  }
  return length;
}

TailIntegrals IntegrateTailOfGamma(XlaOp a, XlaOp x, XlaOp upper) {
  const XlaOp one = Number(a, 1), zero = Number(a, 0);
  const XlaOp sign = Select(upper, one, -one);
  const XlaOp distance = Abs(x - a);
  const XlaOp length = GammaLengthOf(a, x, upper, distance, sign);
  const std::vector<XlaOp> sums = ForEachRow(
      kGaussPoints, {distance, x, sign, length, zero, zero},
      [](Span<const XlaOp> row, std::vector<XlaOp>& s) {
        const XlaOp at = s[kLength] * row[0];
        const XlaOp h = s[kGammaSlopeAtEnd] * at + s[kTailX] * ExpRemainder(s[kGammaSign] * at);
        const XlaOp part = row[1] * Exp(-h);
        s[kGammaMass] = s[kGammaMass] + part;
        s[kMoment] = s[kMoment] + part * at;
      });
  return {length * sums[kGammaMass], length * sums[kMoment]};
}

// ---- probabilities ----

struct Probabilities {
  Probabilities(XlaOp a, XlaOp x) {
    const Place place(a, x);
    const SeriesSums sums = SumSeries(a, x);
    const TailIntegrals tail = IntegrateTailOfGamma(a, x, place.upper);
    const XlaOp density = GammaDensity(a, x), one = Number(a, 1);
    const XlaOp part = Select(place.series, density / a * sums.value, density * tail.mass);
    lower = Select(place.upper, one - part, part);
    upper = Select(place.tiny, UpperOfTiny(a, x, sums), Select(place.upper, part, one - part));
  }
  XlaOp lower, upper;
};

XlaOp IsNanOf(XlaOp a, XlaOp x) { return Or(Ne(a, a), Ne(x, x)); }
// True where Igamma and its derivatives are undefined.
XlaOp IsOutside(XlaOp a, XlaOp x) {
  const XlaOp zero = Number(a, 0);
  return Or(IsNanOf(a, x), Or(Le(a, zero), Lt(x, zero)));
}
// Positive numbers below 1e-20 are as good as that where results have a limit other than 0 at 0:
// the difference is less than the last bit, and products with smaller ones would be subnormal.
XlaOp AwayFromZero(XlaOp a) {
  const XlaOp least = Number(a, 1e-20);
  return Select(Lt(a, least), least, a);
}
XlaOp Is(XlaOp x, double value) { return Eq(x, Number(x, value)); }

XlaOp IgammaOf(Span<const XlaOp> operands) {
  const XlaOp a = operands[0], x = operands[1];
  XlaOp result = Probabilities(AwayFromZero(a), x).lower;
  result = Select(Or(Is(x, 0), Is(a, kGammaInfinity)), Number(x, 0), result);
  result = Select(Is(x, kGammaInfinity), Number(x, 1), result);
  return Select(IsOutside(a, x), Number(x, kGammaNan), result);
}

XlaOp IgammacOf(Span<const XlaOp> operands) {
  const XlaOp a = operands[0], x = operands[1], zero = Number(a, 0);
  XlaOp result = Probabilities(a, x).upper;
  result = Select(Is(a, kGammaInfinity), Number(x, 1), result);
  result = Select(Is(x, kGammaInfinity), zero, result);
  result = Select(Or(Le(a, zero), Le(x, zero)), Number(x, 1), result);
  return Select(IsNanOf(a, x), Number(x, kGammaNan), result);
}

// ---- derivatives ----

// log(x) - digamma(a + 1) for a below 10, and log(x) - digamma(a) beyond.
XlaOp LogOfQuotient(XlaOp a, XlaOp x) {
  constexpr double kSeries[] = {3.0539543302701198,    -0.4432598039215686,   0.08333333333333333,
                                -0.021092796092796094, 0.007575757575757576,  -0.004166666666666667,
                                0.003968253968253968,  -0.008333333333333333, 0.08333333333333333};
  const XlaOp raised = RaisedToTen(a), one = Number(a, 1);
  const XlaOp inverse = one / raised, square = inverse * inverse;
  const XlaOp change = (x - raised) * inverse;
  const XlaOp log = Select(Lt(Abs(change), Number(a, 0.5)), Log1p(change), Log(x) - Log(raised));
  XlaOp harmonic = Number(a, 0);
  for (int i = 1; i < 10; ++i) harmonic = harmonic + one / (a + Number(a, i));
  return log + inverse * Number(a, 0.5) + square * Polynomial(square, kSeries) +
         Select(Lt(a, Number(a, 10)), harmonic, Number(a, 0));
}

// The derivative with respect to a is factor * density, times 1 / a where a series is summed.
struct Derivative {
  Derivative(XlaOp a, XlaOp x) : place(a, x) {
    const SeriesSums sums = SumSeries(a, x);
    const TailIntegrals tail = IntegrateTailOfGamma(a, x, place.upper);
    const XlaOp log = LogOfQuotient(a, x), zero = Number(a, 0);
    const XlaOp whole = log + Select(Lt(a, Number(a, 10)), Number(a, 1) / a, zero);
    factor = Select(
        place.series, sums.value * log - sums.slope,
        Select(place.upper, -(tail.mass * whole + tail.moment), tail.mass * whole - tail.moment));
  }
  Place place;
  XlaOp factor;
};

XlaOp IgammaGradAOf(Span<const XlaOp> operands) {
  const XlaOp a = AwayFromZero(operands[0]), x = operands[1];
  const Derivative derivative(a, x);
  const XlaOp density = GammaDensity(a, x);
  XlaOp result = derivative.factor * Select(derivative.place.series, density / a, density);
  const XlaOp at_end = Or(Is(x, 0), Or(Is(x, kGammaInfinity), Is(a, kGammaInfinity)));
  result = Select(at_end, Number(x, 0), result);
  return Select(IsOutside(operands[0], x), Number(x, kGammaNan), result);
}

XlaOp RandomGammaGradOf(Span<const XlaOp> operands) {
  const XlaOp a = operands[0], x = operands[1];
  const Derivative derivative(a, x);
  const XlaOp factor = -derivative.factor;
  XlaOp result = x * Select(derivative.place.series, factor / a, factor);
  result = Select(Or(Is(x, 0), Is(a, kGammaInfinity)), Number(x, 0), result);
  // Infinite, and NaN where both are.
  result = Select(Is(x, kGammaInfinity), x - a, result);
  return Select(IsOutside(a, x), Number(x, kGammaNan), result);
}

}  // namespace

XlaOp Igamma(XlaOp a, XlaOp x) { return InF64("Igamma", {a, x}, IgammaOf); }
XlaOp Igammac(XlaOp a, XlaOp x) { return InF64("Igammac", {a, x}, IgammacOf); }
XlaOp IgammaGradA(XlaOp a, XlaOp x) { return InF64("IgammaGradA", {a, x}, IgammaGradAOf); }
XlaOp RandomGammaGrad(XlaOp a, XlaOp x) {
  return InF64("RandomGammaGrad", {a, x}, RandomGammaGradOf);
}

Span<const Rule> MathRules();

namespace {

constexpr std::string_view kGammaFunctionGroup = "special functions";
constexpr std::string_view kGammaFunctionSource = "XLA, client library, math";
constexpr std::string_view kSameDoc = "an array of the same shape";
constexpr std::string_view kFloatsDoc = "an array of F16, BF16, F32 or F64";

constexpr ArgumentSpec kGammaArguments[] = {{"a", ArgumentKind::kOp, kFloatsDoc},
                                            {"x", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kBetaArguments[] = {{"a", ArgumentKind::kOp, kFloatsDoc},
                                           {"b", ArgumentKind::kOp, kSameDoc},
                                           {"x", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kZetaArguments[] = {{"x", ArgumentKind::kOp, kFloatsDoc},
                                           {"q", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kPolygammaArguments[] = {{"n", ArgumentKind::kOp, kFloatsDoc},
                                                {"x", ArgumentKind::kOp, kSameDoc}};
constexpr ArgumentSpec kBesselArguments[] = {{"x", ArgumentKind::kOp, "an array of floats"}};

constexpr HloOpcode kLoopOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
    HloOpcode::kAdd,      HloOpcode::kSubtract,  HloOpcode::kMultiply,
    HloOpcode::kDivide,   HloOpcode::kNegate,    HloOpcode::kPower,
    HloOpcode::kExp,      HloOpcode::kExpm1,     HloOpcode::kLog,
    HloOpcode::kLog1p,    HloOpcode::kSqrt,      HloOpcode::kAbs,
    HloOpcode::kMinimum,  HloOpcode::kCompare,   HloOpcode::kAnd,
    HloOpcode::kOr,       HloOpcode::kNot,       HloOpcode::kDynamicSlice,
    HloOpcode::kReshape,  HloOpcode::kTuple,     HloOpcode::kGetTupleElement,
    HloOpcode::kWhile,    HloOpcode::kCall,      HloOpcode::kSelect};
constexpr HloOpcode kZetaOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
                                  HloOpcode::kAdd,      HloOpcode::kSubtract,  HloOpcode::kMultiply,
                                  HloOpcode::kDivide,   HloOpcode::kNegate,    HloOpcode::kPower,
                                  HloOpcode::kExp,      HloOpcode::kLog,       HloOpcode::kLog1p,
                                  HloOpcode::kFloor,    HloOpcode::kCompare,   HloOpcode::kAnd,
                                  HloOpcode::kNot,      HloOpcode::kCall,      HloOpcode::kSelect};
constexpr HloOpcode kBesselOps[] = {
    HloOpcode::kConstant, HloOpcode::kBroadcast, HloOpcode::kConvert,
    HloOpcode::kAdd,      HloOpcode::kSubtract,  HloOpcode::kMultiply,
    HloOpcode::kDivide,   HloOpcode::kSqrt,      HloOpcode::kAbs,
    HloOpcode::kSign,     HloOpcode::kCompare,   HloOpcode::kDynamicSlice,
    HloOpcode::kReshape,  HloOpcode::kTuple,     HloOpcode::kGetTupleElement,
    HloOpcode::kWhile,    HloOpcode::kCall,      HloOpcode::kSelect};

template <XlaOp (*kFunction)(XlaOp, XlaOp)>
BuilderDef OfTwo(std::string_view name, Span<const HloOpcode> ops,
                 Span<const ArgumentSpec> arguments, Documentation doc, Documentation example) {
  return {.name = name,
          .group = kGammaFunctionGroup,
          .lowers_to = ops,
          .arguments = arguments,
          .rules = MathRules(),
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kGammaFunctionSource,
          .example = example};
}

template <XlaOp (*kFunction)(XlaOp)>
BuilderDef Bessel(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .group = kGammaFunctionGroup,
          .lowers_to = kBesselOps,
          .arguments = kBesselArguments,
          .rules = MathRules(),
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kGammaFunctionSource,
          .example = example};
}

}  // namespace

Span<const BuilderDef> GammaFunctionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      OfTwo<Igamma>("Igamma", kLoopOps, kGammaArguments,
                    "Computes the regularized lower incomplete gamma function: the probability "
                    "that a number of the gamma distribution of shape a is below x. It is NaN for "
                    "a <= 0 and for x < 0.",
                    "const y = b.igamma(b.constant([0.5, 2, 100]), b.constant([1, 3, 90]));"),
      OfTwo<Igammac>("Igammac", kLoopOps, kGammaArguments,
                     "Computes the regularized upper incomplete gamma function, 1 - igamma(a, x), "
                     "accurate even if it is small. As in XLA, it is 1 for a <= 0 and for x <= 0.",
                     "const y = b.igammac(b.constant([0.5, 2, 100]), b.constant([1, 30, 150]));"),
      OfTwo<IgammaGradA>("IgammaGradA", kLoopOps, kGammaArguments,
                         "Computes the derivative of igamma(a, x) with respect to a. It is NaN for "
                         "a <= 0 and for x < 0.",
                         "const y = b.igammaGradA(b.constant([0.5, 2]), b.constant([1, 3]));"),
      OfTwo<RandomGammaGrad>(
          "RandomGammaGrad", kLoopOps, kGammaArguments,
          "Computes the derivative with respect to a of a sample x of the gamma distribution of "
          "shape a, with igamma(a, x) held constant. It is NaN for a <= 0 and for x < 0.",
          "const y = b.randomGammaGrad(b.constant([0.5, 2]), b.constant([1, 3]));"),
      {.name = "RegularizedIncompleteBeta",
       .group = kGammaFunctionGroup,
       .lowers_to = kLoopOps,
       .arguments = kBetaArguments,
       .rules = MathRules(),
       .invoke = Invoke<RegularizedIncompleteBeta>,
       .doc = "Computes the regularized incomplete beta function: the probability that a number of "
              "the beta distribution of a and b is below x. It is NaN for x outside [0, 1], and "
              "for a and b that are not positive or infinite.",
       .source = kGammaFunctionSource,
       .example = "const y = b.regularizedIncompleteBeta(b.constant([0.5, 2]), b.constant([3, 4]), "
                  "b.constant([0.1, 0.9]));"},
      OfTwo<Zeta>("Zeta", kZetaOps, kZetaArguments,
                  "Computes the Hurwitz zeta function, the sum of (q + k)^-x for k = 0, 1, 2 and "
                  "so on; for q = 1 it is Riemann's. It is infinite for x = 1 and NaN for x < 1. "
                  "If q is negative, x must be an integer; at its poles, q = 0, -1, -2 and so on, "
                  "it is infinite for even x, and NaN for others.",
                  "const y = b.zeta(b.constant([2, 3, 1.5]), b.constant([1, 0.5, 100]));"),
      OfTwo<Polygamma>("Polygamma", kZetaOps, kPolygammaArguments,
                       "Computes the derivative of order n of digamma(x), which is digamma itself "
                       "for n = 0. It is NaN if n is not 0, 1, 2 and so on. At its poles, x = 0, "
                       "-1, -2 and so on, it is infinite for odd n, and NaN for even n except "
                       "digamma(0).",
                       "const y = b.polygamma(b.constant([0, 1, 2]), b.constant([1, 1, 0.5]));"),
      Bessel<BesselI0e>("BesselI0e",
                        "Computes the modified Bessel function of order 0, I0(x), times exp(-|x|).",
                        "const y = b.besselI0e(b.constant([0, 1, -100]));"),
      Bessel<BesselI1e>("BesselI1e",
                        "Computes the modified Bessel function of order 1, I1(x), times exp(-|x|).",
                        "const y = b.besselI1e(b.constant([0, 1, -100]));"),
  };
  return kDefs;
}

}  // namespace hloom
