#include "builder/lib/special/bessel.h"

#include "builder/functions/functions.h"
#include "builder/lib/special/float_functions.h"

namespace hloom {

namespace {

// Coefficients of Chebyshev polynomials, from that of the highest order down. The first column is
// for numbers up to 8, the second for greater ones.
constexpr double kOrder0[] = {
    -4.4153416464793395e-18, 6.444656697373444e-20,   3.3307945188222384e-17,
    -1.938426454160906e-19,  -2.431279846547955e-16,  -2.4887098371508075e-19,
    1.715391285555133e-15,   1.193650890845982e-18,   -1.1685332877993451e-14,
    9.921475412173699e-19,   7.676185498604936e-14,   -7.233180487874754e-18,
    -4.856446783111929e-13,  -4.830504485944182e-18,  2.95505266312964e-12,
    4.46562142029676e-17,    -1.726826291441556e-11,  3.461222867697461e-17,
    9.675809035373237e-11,   -2.8276239805165836e-16, -5.189795601635263e-10,
    -3.425485619677219e-16,  2.6598237246823866e-09,  1.7725601330565263e-15,
    -1.300025009986248e-08,  3.8116806693526224e-15,  6.046995022541919e-08,
    -9.554846698828307e-15,  -2.670793853940612e-07,  -4.150569347287222e-14,
    1.1173875391201037e-06,  1.54008621752141e-14,    -4.4167383584587505e-06,
    3.8527783827421426e-13,  1.6448448070728896e-05,  7.180124451383666e-13,
    -5.754195010082104e-05,  -1.7941785315068062e-12, 0.00018850288509584165,
    -1.3215811840447713e-11, -0.0005763755745385824,  -3.1499165279632416e-11,
    0.0016394756169413357,   1.1889147107846439e-11,  -0.004324309995050576,
    4.94060238822497e-10,    0.010546460394594998,    3.3962320257083865e-09,
    -0.02373741480589947,    2.266668990498178e-08,   0.04930528423967071,
    2.0489185894690638e-07,  -0.09490109704804764,    2.8913705208347567e-06,
    0.17162090152220877,     6.889758346916825e-05,   -0.3046826723431984,
    0.0033691164782556943,   0.6767952744094761,      0.8044904110141088};
// The first column gives the function divided by x.
constexpr double kOrder1[] = {
    -3.541581772542136e-19,  -6.394267188269098e-20,  2.7779141127610464e-18,
    2.0269443840532852e-19,  -2.111421214358166e-17,  2.4142767194548486e-19,
    1.5536319577362005e-16,  -1.242193275194891e-18,  -1.1055969477353862e-15,
    -9.314178867326884e-19,  7.600684294735408e-15,   7.517296310842105e-18,
    -5.042185504727912e-14,  4.414348323071708e-18,   3.223793365945575e-13,
    -4.6503053684893586e-17, -1.9839743977649436e-12, -3.209525921993424e-17,
    1.1736186298890901e-11,  2.96262899764595e-16,    -6.663489723502027e-11,
    3.3082023109209285e-16,  3.625590281552117e-10,   -1.8803547755107825e-15,
    -1.8872497517228294e-09, -3.8144030724370075e-15, 9.381537386495773e-09,
    1.0420276984128802e-14,  -4.445059128796328e-08,  4.272440016711951e-14,
    2.0032947535521353e-07,  -2.1015418427726643e-14, -8.568720264695455e-07,
    -4.0835511110921974e-13, 3.4702513081376785e-06,  -7.198551776245908e-13,
    -1.3273163656039436e-05, 2.0356285441470896e-12,  4.781565107550054e-05,
    1.4125807436613782e-11,  -0.00016176081582589674, 3.2526035830154884e-11,
    0.0005122859561685758,   -1.8974958123505413e-11, -0.0015135724506312532,
    -5.589743462196584e-10,  0.004156422944312888,    -3.835380385964237e-09,
    -0.010564084894626197,   -2.6314688468895196e-08, 0.024726449030626516,
    -2.512236237870209e-07,  -0.05294598120809499,    -3.882564808877691e-06,
    0.1026436586898471,      -0.00011058893876262371, -0.17641651835783406,
    -0.009761097491361469,   0.25258718644363365,     0.7785762350182801};

enum State { kSmall, kArgument, kLast, kBeforeLast, kBesselSum };

// Clenshaw's sum of a table at |x|, with half of the last coefficient: b(k) is
// argument * b(k + 1) - b(k + 2) + c(k), and the sum is (b(0) - b(2)) / 2.
XlaOp SumOfPolynomials(XlaOp size, XlaOp small, Span<const double> table) {
  const XlaOp two = Number(size, 2), zero = Number(size, 0);
  const XlaOp argument =
      Select(small, Number(size, 0.5) * size - two, Number(size, 32) / size - two);
  const std::vector<XlaOp> sums =
      ForEachRow({table, 2}, {small, argument, zero, zero, zero},
                 [](Span<const XlaOp> row, std::vector<XlaOp>& s) {
                   const XlaOp next =
                       s[kArgument] * s[kBesselSum] - s[kLast] + Select(s[kSmall], row[0], row[1]);
                   s[kBeforeLast] = s[kLast];
                   s[kLast] = s[kBesselSum];
                   s[kBesselSum] = next;
                 });
  return Number(size, 0.5) * (sums[kBesselSum] - sums[kBeforeLast]);
}

XlaOp BesselI0eOf(Span<const XlaOp> operands) {
  const XlaOp size = Abs(operands[0]), small = Le(size, Number(size, 8));
  const XlaOp sum = SumOfPolynomials(size, small, kOrder0);
  return Select(small, sum, sum / Sqrt(size));
}

XlaOp BesselI1eOf(Span<const XlaOp> operands) {
  const XlaOp size = Abs(operands[0]), small = Le(size, Number(size, 8));
  const XlaOp sum = SumOfPolynomials(size, small, kOrder1);
  return Select(small, operands[0] * sum, Sign(operands[0]) * (sum / Sqrt(size)));
}

}  // namespace

XlaOp BesselI0e(XlaOp x) { return InF64("BesselI0e", {x}, BesselI0eOf); }
XlaOp BesselI1e(XlaOp x) { return InF64("BesselI1e", {x}, BesselI1eOf); }

}  // namespace hloom
