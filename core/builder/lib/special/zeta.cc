#include "builder/lib/special/zeta.h"

#include <limits>

#include "builder/functions/functions.h"
#include "builder/lib/math.h"
#include "builder/lib/special/float_functions.h"

namespace hloom {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// ---- factor * zeta(s, q) for q > 0 ----

// Terms that are summed one by one.
constexpr int kTerms = 10;

// The sum from kTerms on by Euler and Maclaurin, divided by the term of kTerms.
XlaOp RestOfSum(XlaOp s, XlaOp at) {
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

// Its parameters are s, q, the factor, and its logarithm, which is for factors that are infinite.
StatusOr<XlaComputation> PositiveZeta(XlaBuilder* parent, const Shape& shape) {
  const auto builder = parent->CreateSubBuilder("zeta");
  const XlaOp s = Parameter(builder.get(), 0, shape, "s");
  const XlaOp q = Parameter(builder.get(), 1, shape, "q");
  const XlaOp factor = Parameter(builder.get(), 2, shape, "factor");
  const XlaOp log_factor = Parameter(builder.get(), 3, shape, "log_factor");
  // All is divided by the first term, so that no other one overflows. Its root stands on both sides
  // of the factor for the same reason.
  const XlaOp root = Pow(q, Number(s, -0.5) * s);
  const XlaOp first =
      Select(Lt(factor, Number(s, kInfinity)), root * factor * root, Exp(log_factor - s * Log(q)));
  const auto term = [&](int k) { return Exp(-(s * Log1p(Number(s, k) / q))); };
  XlaOp sum = Number(s, 1);
  for (int k = 1; k < kTerms; ++k) sum = sum + term(k);
  const XlaOp at = q + Number(s, kTerms);
  // For greater s nothing is left after so many terms, and the series would not converge.
  const XlaOp rest =
      Select(Gt(s, Number(s, 4) * at), Number(s, 0), term(kTerms) * RestOfSum(s, at));
  return builder->Build(
      Select(Eq(q, Number(s, kInfinity)), Select(Ne(s, s), s, Number(s, 0)), first * (sum + rest)));
}

// ---- of any q ----

XlaOp IsWhole(XlaOp x) { return Eq(x, Floor(x)); }
XlaOp IsEven(XlaOp x) { return IsWhole(Number(x, 0.5) * x); }

// The terms with q + k < 0 are, but for their sign, those of 1 - p, for the fraction p of q, as far
// as -q: zeta(s, 1 - p) less zeta(s, 1 - q).
XlaOp FactorTimesZeta(XlaOp s, XlaOp q, XlaOp factor, XlaOp log_factor) {
  XlaBuilder* const builder = s.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(s));
    HLOOM_ASSIGN_OR_RETURN(const XlaComputation zeta, PositiveZeta(builder, shape));
    const auto at = [&](XlaOp positive) {
      return Call(builder, zeta, {s, positive, factor, log_factor});
    };
    const XlaOp one = Number(q, 1), zero = Number(q, 0), negative = Lt(q, zero);
    const XlaOp rest = Select(negative, -q - Floor(-q), one);
    const XlaOp sum = at(Select(negative, one - rest, q));
    const XlaOp below = at(rest) - at(Select(negative, one - q, one));
    const XlaOp whole = Select(negative, sum + Select(IsEven(s), below, -below), sum);
    const XlaOp at_pole = And(Le(q, zero), IsWhole(q));
    const XlaOp nan = Number(q, kNan);
    const XlaOp result = Select(And(negative, Not(IsWhole(s))), nan, whole);
    return Select(at_pole, Select(IsEven(s), Number(q, kInfinity), nan), result);
  });
}

XlaOp ZetaOf(Span<const XlaOp> operands) {
  const XlaOp s = operands[0], q = operands[1], one = Number(s, 1);
  const XlaOp zeta = FactorTimesZeta(s, q, one, Number(s, 0));
  const XlaOp pole = And(Eq(s, one), Gt(q, Number(s, 0)));
  return Select(Lt(s, one), Number(s, kNan), Select(pole, Number(s, kInfinity), zeta));
}

XlaOp PolygammaOf(Span<const XlaOp> operands) {
  const XlaOp n = operands[0], x = operands[1];
  const XlaOp zero = Number(n, 0), one = Number(n, 1), s = n + one;
  const XlaOp raised = GammaFromTen(RaisedToTen(s));
  XlaOp factorial = Select(Lt(s, Number(s, 10)), raised / ProductOfTen(s), raised);
  factorial = Select(Le(n, Number(n, 170)), factorial, Number(n, kInfinity));
  const XlaOp size = FactorTimesZeta(s, x, factorial, Lgamma(s));
  const XlaOp derivative = Select(IsEven(s), size, -size);
  const XlaOp result = Select(Eq(n, zero), Digamma(x), derivative);
  return Select(And(IsWhole(n), Ge(n, zero)), result, Number(n, kNan));
}

}  // namespace

XlaOp Zeta(XlaOp x, XlaOp q) { return InF64("Zeta", {x, q}, ZetaOf); }
XlaOp Polygamma(XlaOp n, XlaOp x) { return InF64("Polygamma", {n, x}, PolygammaOf); }

}  // namespace hloom
