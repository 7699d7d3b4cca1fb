#include "builder/lib/special/zeta.h"

#include <limits>

#include "builder/functions/functions.h"
#include "builder/lib/math.h"
#include "builder/lib/special/float_functions.h"

namespace hloom {

namespace {

constexpr double kZetaInfinity = std::numeric_limits<double>::infinity();
constexpr double kZetaNan = std::numeric_limits<double>::quiet_NaN();

// ---- parts of sums ----

// Terms that are summed one by one.
constexpr int kZetaTerms = 10;

// ((q + k) / q)^-s
XlaOp Term(XlaOp s, XlaOp q, int k) { return Exp(-(s * Log1p(Number(s, k) / q))); }

// The sum of ((at + k) / at)^-s from k = 0 on, by Euler and Maclaurin.
XlaOp SeriesFrom(XlaOp s, XlaOp at) {
  // Bernoulli's numbers B(2j) / (2j)!, from j = 12 down.
  constexpr double kBernoulli[] = {
      -1.3954464685812522e-19, 5.5090028283602295e-18,  -2.174868698558062e-16,
      8.586062056277845e-15,   -3.3896802963225827e-13, 1.3382536530684679e-11,
      -5.284190138687493e-10,  2.08767569878681e-08,    -8.267195767195768e-07,
      3.306878306878307e-05,   -0.001388888888888889,   0.08333333333333333};
  const XlaOp one = Number(s, 1), inverse = one / at, square = inverse * inverse;
  XlaOp sum = Number(s, kBernoulli[0]);
  for (int i = 1; i < 12; ++i) {
    const double first = 2 * (12 - i) - 1;
    sum = (s + Number(s, first)) * (s + Number(s, first + 1)) * square * sum +
          Number(s, kBernoulli[i]);
  }
  return at / (s - one) + Number(s, 0.5) + s * inverse * sum;
}

// The sum of ((q + k) / q)^-s from kZetaTerms on, as a computation of s and q.
StatusOr<XlaComputation> RestOfSum(XlaBuilder* parent, const Shape& shape) {
  const auto builder = parent->CreateSubBuilder("zeta_rest");
  const XlaOp s = Parameter(builder.get(), 0, shape, "s");
  const XlaOp q = Parameter(builder.get(), 1, shape, "q");
  const XlaOp at = q + Number(s, kZetaTerms);
  // For greater s nothing is left after so many terms, and the series would not converge.
  return builder->Build(
      Select(Gt(s, Number(s, 4) * at), Number(s, 0), Term(s, q, kZetaTerms) * SeriesFrom(s, at)));
}

// sum * factor * q^-s; the logarithm of the factor is for factors that are infinite. Sums are in
// proportion to q^-s, so that no term of theirs overflows. Its root is on both sides of the
// factor for the same reason.
XlaOp Scaled(XlaOp sum, XlaOp s, XlaOp q, XlaOp factor, XlaOp log_factor) {
  const XlaOp root = Pow(q, Number(s, -0.5) * s), zero = Number(s, 0);
  const XlaOp large = Exp(log_factor - s * Log(q)) * sum;
  const XlaOp scaled =
      Select(Lt(factor, Number(s, kZetaInfinity)), root * sum * factor * root, large);
  return Select(Eq(sum, zero), zero, scaled);
}

// ---- of any q ----

XlaOp IsWhole(XlaOp x) { return Eq(x, Floor(x)); }
XlaOp IsEven(XlaOp x) { return IsWhole(Number(x, 0.5) * x); }

// The sums that zeta(s, q) is made of, in proportion to the factor.
class ZetaSums {
 public:
  ZetaSums(XlaOp s, XlaOp factor, XlaOp log_factor, const XlaComputation& rest)
      : s_(s), factor_(factor), log_factor_(log_factor), rest_(rest) {}

  // zeta(s, q) for q > 0.
  XlaOp From(XlaOp q) const {
    XlaOp sum = Number(s_, 1);
    for (int k = 1; k < kZetaTerms; ++k) sum = sum + Term(s_, q, k);
    const XlaOp zeta = Scaled(sum + Rest(s_, q), s_, q, factor_, log_factor_);
    return Select(Eq(q, Number(q, kZetaInfinity)), Select(Ne(s_, s_), s_, Number(s_, 0)), zeta);
  }

  // zeta(s, low) + zeta(s, 1 - low) for even s, and zeta(s, low) - zeta(s, 1 - low) for others, for
  // a low from 0 to 1/2 and `width`, which is 1 - 2 low. The terms of both are added, or taken from
  // each other, one by one: near 1/2 their sums would be nearly equal.
  XlaOp FromBothSides(XlaOp low, XlaOp width) const {
    // Times an infinite s, a width of 0 would be NaN.
    const XlaOp s = Min(s_, Number(s_, 1e300)), even = IsEven(s_), two = Number(s, 2);
    // The relative difference between the terms of low and of 1 - low.
    const auto change = [&](int k) { return Expm1(-(s * Log1p(width / (low + Number(low, k))))); };
    const auto both = [&](XlaOp less) { return Select(even, two + less, -less); };
    const XlaOp first = change(0);
    XlaOp sum = both(first);
    for (int k = 1; k < kZetaTerms; ++k) sum = sum + Term(s, low, k) * both(change(k));
    const XlaOp rest = Rest(s, low);
    const XlaOp other = (Number(s, 1) + first) * Rest(s, Number(s, 1) - low);
    sum = sum + Select(even, rest + other, rest - other);
    return Scaled(sum, s, low, factor_, log_factor_);
  }

 private:
  XlaOp Rest(XlaOp s, XlaOp q) const { return Call(s.builder(), rest_, {s, q}); }

  XlaOp s_, factor_, log_factor_;
  const XlaComputation& rest_;
};

// For q < 0, with the fraction p of -q, the terms are those of p, without those beyond -q, and
// those of 1 - p; for odd s the former are negative.
XlaOp FactorTimesZeta(XlaOp s, XlaOp q, XlaOp factor, XlaOp log_factor) {
  XlaBuilder* const builder = s.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(s));
    HLOOM_ASSIGN_OR_RETURN(const XlaComputation rest, RestOfSum(builder, shape));
    const ZetaSums sums(s, factor, log_factor, rest);
    const XlaOp one = Number(q, 1), zero = Number(q, 0), half = Number(q, 0.5);
    const XlaOp negative = Lt(q, zero), even = IsEven(s);
    const XlaOp from = sums.From(Select(negative, one - q, q));
    const XlaOp fraction = Select(negative, -q - Floor(-q), half);
    const XlaOp is_low = Lt(fraction, half), beyond = fraction - half;
    // Both are exact.
    const XlaOp low = Select(is_low, fraction, one - fraction), width = Abs(beyond + beyond);
    const XlaOp both = sums.FromBothSides(low, width);
    // Beside what is infinite the terms that are left out count for nothing, and may be infinite.
    const XlaOp beside = Select(Lt(both, Number(q, kZetaInfinity)), from, zero);
    const XlaOp odd = beside + Select(is_low, -both, both);
    const XlaOp whole = Select(negative, Select(even, both - beside, odd), from);
    const XlaOp at_pole = And(Le(q, zero), IsWhole(q));
    const XlaOp nan = Number(q, kZetaNan);
    const XlaOp result = Select(And(negative, Not(IsWhole(s))), nan, whole);
    return Select(at_pole, Select(even, Number(q, kZetaInfinity), nan), result);
  });
}

XlaOp ZetaOf(Span<const XlaOp> operands) {
  const XlaOp s = operands[0], q = operands[1], one = Number(s, 1);
  const XlaOp zeta = FactorTimesZeta(s, q, one, Number(s, 0));
  const XlaOp pole = And(Eq(s, one), Gt(q, Number(s, 0)));
  return Select(Lt(s, one), Number(s, kZetaNan), Select(pole, Number(s, kZetaInfinity), zeta));
}

XlaOp PolygammaOf(Span<const XlaOp> operands) {
  const XlaOp n = operands[0], x = operands[1];
  const XlaOp zero = Number(n, 0), one = Number(n, 1), s = n + one;
  const XlaOp raised = GammaFromTen(RaisedToTen(s));
  XlaOp factorial = Select(Lt(s, Number(s, 10)), raised / ProductOfTen(s), raised);
  factorial = Select(Le(n, Number(n, 170)), factorial, Number(n, kZetaInfinity));
  const XlaOp size = FactorTimesZeta(s, x, factorial, Lgamma(s));
  const XlaOp derivative = Select(IsEven(s), size, -size);
  const XlaOp result = Select(Eq(n, zero), Digamma(x), derivative);
  return Select(And(IsWhole(n), Ge(n, zero)), result, Number(n, kZetaNan));
}

}  // namespace

XlaOp Zeta(XlaOp x, XlaOp q) { return InF64("Zeta", {x, q}, ZetaOf); }
XlaOp Polygamma(XlaOp n, XlaOp x) { return InF64("Polygamma", {n, x}, PolygammaOf); }

}  // namespace hloom
