// Complex functions at zeros, infinities and NaN: C99's Annex G.6, entry by entry.
#include <cmath>
#include <limits>

#include "support/plain.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr double kComplexSpecialInf = std::numeric_limits<double>::infinity();
constexpr double kComplexSpecialNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793;
constexpr double kAnySign = 1e99;  // added to a zero: its sign is not specified
constexpr double kAnyInf = 2e99;   // an infinity of either sign

struct ComplexSpecialRow {
  const char* name;
  XlaOp (*function)(XlaOp);
  double re, im;  // the operand
  double want_re, want_im;
};

constexpr double kZeroAnySign = kAnySign;
constexpr ComplexSpecialRow kComplexSpecialRows[] = {
    // G.6.4.2
    {"Sqrt", Plain<Sqrt>, 0, 0, 0, 0},
    {"Sqrt", Plain<Sqrt>, -0.0, 0, 0, 0},
    {"Sqrt", Plain<Sqrt>, 1, kComplexSpecialInf, kComplexSpecialInf, kComplexSpecialInf},
    {"Sqrt", Plain<Sqrt>, kComplexSpecialNan, kComplexSpecialInf, kComplexSpecialInf,
     kComplexSpecialInf},
    {"Sqrt", Plain<Sqrt>, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Sqrt", Plain<Sqrt>, -kComplexSpecialInf, 1, 0, kComplexSpecialInf},
    {"Sqrt", Plain<Sqrt>, kComplexSpecialInf, 1, kComplexSpecialInf, 0},
    {"Sqrt", Plain<Sqrt>, -kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan, kAnyInf},
    {"Sqrt", Plain<Sqrt>, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Sqrt", Plain<Sqrt>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Sqrt", Plain<Sqrt>, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    {"Sqrt", Plain<Sqrt>, -4, 0, 0, 2},
    // G.6.3.1
    {"Exp", Plain<Exp>, 0, 0, 1, 0},
    {"Exp", Plain<Exp>, -0.0, 0, 1, 0},
    {"Exp", Plain<Exp>, 1, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan},
    {"Exp", Plain<Exp>, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Exp", Plain<Exp>, kComplexSpecialInf, 0, kComplexSpecialInf, 0},
    {"Exp", Plain<Exp>, -kComplexSpecialInf, 2, -0.0, 0},
    {"Exp", Plain<Exp>, kComplexSpecialInf, 2, -kComplexSpecialInf, kComplexSpecialInf},
    {"Exp", Plain<Exp>, -kComplexSpecialInf, kComplexSpecialInf, kZeroAnySign, kZeroAnySign},
    {"Exp", Plain<Exp>, kComplexSpecialInf, kComplexSpecialInf, kAnyInf, kComplexSpecialNan},
    {"Exp", Plain<Exp>, -kComplexSpecialInf, kComplexSpecialNan, kZeroAnySign, kZeroAnySign},
    {"Exp", Plain<Exp>, kComplexSpecialInf, kComplexSpecialNan, kAnyInf, kComplexSpecialNan},
    {"Exp", Plain<Exp>, kComplexSpecialNan, 0, kComplexSpecialNan, 0},
    {"Exp", Plain<Exp>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Exp", Plain<Exp>, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    // G.6.3.2
    {"Log", Plain<Log>, -0.0, 0, -kComplexSpecialInf, kPi},
    {"Log", Plain<Log>, 0, 0, -kComplexSpecialInf, 0},
    {"Log", Plain<Log>, 1, kComplexSpecialInf, kComplexSpecialInf, kPi / 2},
    {"Log", Plain<Log>, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Log", Plain<Log>, -kComplexSpecialInf, 1, kComplexSpecialInf, kPi},
    {"Log", Plain<Log>, kComplexSpecialInf, 1, kComplexSpecialInf, 0},
    {"Log", Plain<Log>, -kComplexSpecialInf, kComplexSpecialInf, kComplexSpecialInf, 3 * kPi / 4},
    {"Log", Plain<Log>, kComplexSpecialInf, kComplexSpecialInf, kComplexSpecialInf, kPi / 4},
    {"Log", Plain<Log>, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Log", Plain<Log>, -kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Log", Plain<Log>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Log", Plain<Log>, kComplexSpecialNan, kComplexSpecialInf, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Log", Plain<Log>, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    // G.6.2.4
    {"Cosh", Cosh, 0, 0, 1, 0},
    {"Cosh", Cosh, 0, kComplexSpecialInf, kComplexSpecialNan, kZeroAnySign},
    {"Cosh", Cosh, 0, kComplexSpecialNan, kComplexSpecialNan, kZeroAnySign},
    {"Cosh", Cosh, 1, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan},
    {"Cosh", Cosh, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Cosh", Cosh, kComplexSpecialInf, 0, kComplexSpecialInf, 0},
    {"Cosh", Cosh, kComplexSpecialInf, 2, -kComplexSpecialInf, kComplexSpecialInf},
    {"Cosh", Cosh, kComplexSpecialInf, kComplexSpecialInf, kAnyInf, kComplexSpecialNan},
    {"Cosh", Cosh, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf, kComplexSpecialNan},
    {"Cosh", Cosh, kComplexSpecialNan, 0, kComplexSpecialNan, kZeroAnySign},
    {"Cosh", Cosh, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Cosh", Cosh, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    // G.6.2.5
    {"Sinh", Sinh, 0, 0, 0, 0},
    {"Sinh", Sinh, 0, kComplexSpecialInf, kZeroAnySign, kComplexSpecialNan},
    {"Sinh", Sinh, 0, kComplexSpecialNan, kZeroAnySign, kComplexSpecialNan},
    {"Sinh", Sinh, 1, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan},
    {"Sinh", Sinh, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Sinh", Sinh, kComplexSpecialInf, 0, kComplexSpecialInf, 0},
    {"Sinh", Sinh, kComplexSpecialInf, 2, -kComplexSpecialInf, kComplexSpecialInf},
    {"Sinh", Sinh, kComplexSpecialInf, kComplexSpecialInf, kAnyInf, kComplexSpecialNan},
    {"Sinh", Sinh, kComplexSpecialInf, kComplexSpecialNan, kAnyInf, kComplexSpecialNan},
    {"Sinh", Sinh, kComplexSpecialNan, 0, kComplexSpecialNan, 0},
    {"Sinh", Sinh, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Sinh", Sinh, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    // G.6.2.6, with the corrections of C11's DR 471
    {"Tanh", Plain<Tanh>, 0, 0, 0, 0},
    {"Tanh", Plain<Tanh>, 0, kComplexSpecialInf, 0, kComplexSpecialNan},
    {"Tanh", Plain<Tanh>, 1, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan},
    {"Tanh", Plain<Tanh>, 0, kComplexSpecialNan, 0, kComplexSpecialNan},
    {"Tanh", Plain<Tanh>, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Tanh", Plain<Tanh>, kComplexSpecialInf, 2, 1, -0.0},
    {"Tanh", Plain<Tanh>, kComplexSpecialInf, kComplexSpecialInf, 1, kZeroAnySign},
    {"Tanh", Plain<Tanh>, kComplexSpecialInf, kComplexSpecialNan, 1, kZeroAnySign},
    {"Tanh", Plain<Tanh>, kComplexSpecialNan, 0, kComplexSpecialNan, 0},
    {"Tanh", Plain<Tanh>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Tanh", Plain<Tanh>, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    // G.6.2.2
    {"Asinh", Asinh, 0, 0, 0, 0},
    {"Asinh", Asinh, 1, kComplexSpecialInf, kComplexSpecialInf, kPi / 2},
    {"Asinh", Asinh, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Asinh", Asinh, kComplexSpecialInf, 1, kComplexSpecialInf, 0},
    {"Asinh", Asinh, kComplexSpecialInf, kComplexSpecialInf, kComplexSpecialInf, kPi / 4},
    {"Asinh", Asinh, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Asinh", Asinh, kComplexSpecialNan, 0, kComplexSpecialNan, 0},
    {"Asinh", Asinh, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Asinh", Asinh, kComplexSpecialNan, kComplexSpecialInf, kAnyInf, kComplexSpecialNan},
    {"Asinh", Asinh, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    // G.6.1.1
    {"Acos", Acos, 0, 0, kPi / 2, -0.0},
    {"Acos", Acos, -0.0, 0, kPi / 2, -0.0},
    {"Acos", Acos, 0, kComplexSpecialNan, kPi / 2, kComplexSpecialNan},
    {"Acos", Acos, 1, kComplexSpecialInf, kPi / 2, -kComplexSpecialInf},
    {"Acos", Acos, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Acos", Acos, -kComplexSpecialInf, 1, kPi, -kComplexSpecialInf},
    {"Acos", Acos, kComplexSpecialInf, 1, 0, -kComplexSpecialInf},
    {"Acos", Acos, -kComplexSpecialInf, kComplexSpecialInf, 3 * kPi / 4, -kComplexSpecialInf},
    {"Acos", Acos, kComplexSpecialInf, kComplexSpecialInf, kPi / 4, -kComplexSpecialInf},
    {"Acos", Acos, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan, kAnyInf},
    {"Acos", Acos, -kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialNan, kAnyInf},
    {"Acos", Acos, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Acos", Acos, kComplexSpecialNan, kComplexSpecialInf, kComplexSpecialNan, -kComplexSpecialInf},
    {"Acos", Acos, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    // G.6.2.1
    {"Acosh", Acosh, 0, 0, 0, kPi / 2},
    {"Acosh", Acosh, -0.0, 0, 0, kPi / 2},
    {"Acosh", Acosh, 1, kComplexSpecialInf, kComplexSpecialInf, kPi / 2},
    {"Acosh", Acosh, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Acosh", Acosh, -kComplexSpecialInf, 1, kComplexSpecialInf, kPi},
    {"Acosh", Acosh, kComplexSpecialInf, 1, kComplexSpecialInf, 0},
    {"Acosh", Acosh, -kComplexSpecialInf, kComplexSpecialInf, kComplexSpecialInf, 3 * kPi / 4},
    {"Acosh", Acosh, kComplexSpecialInf, kComplexSpecialInf, kComplexSpecialInf, kPi / 4},
    {"Acosh", Acosh, kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Acosh", Acosh, -kComplexSpecialInf, kComplexSpecialNan, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Acosh", Acosh, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Acosh", Acosh, kComplexSpecialNan, kComplexSpecialInf, kComplexSpecialInf,
     kComplexSpecialNan},
    {"Acosh", Acosh, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    // G.6.2.3
    {"Atanh", Atanh, 0, 0, 0, 0},
    {"Atanh", Atanh, 0, kComplexSpecialNan, 0, kComplexSpecialNan},
    {"Atanh", Atanh, 1, 0, kComplexSpecialInf, 0},
    {"Atanh", Atanh, 1, kComplexSpecialInf, 0, kPi / 2},
    {"Atanh", Atanh, 1, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan},
    {"Atanh", Atanh, kComplexSpecialInf, 1, 0, kPi / 2},
    {"Atanh", Atanh, kComplexSpecialInf, kComplexSpecialInf, 0, kPi / 2},
    {"Atanh", Atanh, kComplexSpecialInf, kComplexSpecialNan, 0, kComplexSpecialNan},
    {"Atanh", Atanh, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Atanh", Atanh, kComplexSpecialNan, kComplexSpecialInf, kZeroAnySign, kPi / 2},
    {"Atanh", Atanh, kComplexSpecialNan, kComplexSpecialNan, kComplexSpecialNan,
     kComplexSpecialNan},
    // C does not have these. They follow from the functions above, or are XLA's.
    {"Expm1", Plain<Expm1>, 0, 0, 0, 0},
    {"Expm1", Plain<Expm1>, -0.0, -0.0, -0.0, -0.0},
    {"Expm1", Plain<Expm1>, -kComplexSpecialInf, 2, -1, 0},
    {"Expm1", Plain<Expm1>, kComplexSpecialInf, 0, kComplexSpecialInf, 0},
    {"Expm1", Plain<Expm1>, kComplexSpecialInf, kComplexSpecialNan, kAnyInf, kComplexSpecialNan},
    {"Expm1", Plain<Expm1>, kComplexSpecialNan, 0, kComplexSpecialNan, 0},
    {"Log1p", Plain<Log1p>, 0, 0, 0, 0},
    {"Log1p", Plain<Log1p>, -0.0, -0.0, -0.0, -0.0},
    {"Log1p", Plain<Log1p>, -1, 0, -kComplexSpecialInf, 0},
    {"Log1p", Plain<Log1p>, kComplexSpecialInf, 1, kComplexSpecialInf, 0},
    {"Log1p", Plain<Log1p>, -kComplexSpecialInf, 1, kComplexSpecialInf, kPi},
    {"Log1p", Plain<Log1p>, 1, kComplexSpecialInf, kComplexSpecialInf, kPi / 2},
    {"Log1p", Plain<Log1p>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Logistic", Plain<Logistic>, 0, 0, 0.5, 0},
    {"Logistic", Plain<Logistic>, kComplexSpecialInf, 0, 1, 0},
    {"Logistic", Plain<Logistic>, -kComplexSpecialInf, 0, 0, 0},
    {"Rsqrt", Plain<Rsqrt>, 0, 0, kComplexSpecialInf, kComplexSpecialNan},
    {"Rsqrt", Plain<Rsqrt>, kComplexSpecialInf, 1, 0, -0.0},
    {"Rsqrt", Plain<Rsqrt>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Cbrt", Plain<Cbrt>, 0, 0, 0, 0},
    {"Cbrt", Plain<Cbrt>, kComplexSpecialInf, 0, kComplexSpecialInf, 0},
    {"Cbrt", Plain<Cbrt>, kComplexSpecialInf, 1, kComplexSpecialInf, 0},
    {"Cbrt", Plain<Cbrt>, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
    {"Sign", Sign, 0, 0, 0, 0},
    {"Sign", Sign, kComplexSpecialNan, 1, kComplexSpecialNan, kComplexSpecialNan},
};

bool Fits(double have, double want) {
  if (want == kZeroAnySign) return have == 0;
  if (want == kAnyInf) return std::isinf(have);
  if (std::isnan(want)) return std::isnan(have);
  if (want == 0 || std::isinf(want))
    return have == want && std::signbit(have) == std::signbit(want);
  return std::fabs(have - want) <= 1e-6;
}

template <typename T>
std::complex<T> Apply(XlaOp (*function)(XlaOp), std::complex<T> z) {
  XlaBuilder b("special");
  function(ConstantR0<std::complex<T>>(&b, z));
  const StatusOr<Literal> result = BuildAndRun(b);
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  return result.ok() ? result->GetFirstElement<std::complex<T>>() : std::complex<T>();
}

template <typename T>
void Expect(const ComplexSpecialRow& row, double re, double im, double want_re, double want_im) {
  const std::complex<T> have =
      Apply(row.function, std::complex<T>(static_cast<T>(re), static_cast<T>(im)));
  EXPECT_TRUE(Fits(have.real(), want_re) && Fits(have.imag(), want_im))
      << row.name << "(" << re << ", " << im << ") is (" << have.real() << ", " << have.imag()
      << "), not (" << want_re << ", " << want_im << ")";
}

// Changes the sign of a value that is no mark.
double Minus(double x) { return x == kZeroAnySign || x == kAnyInf ? x : -x; }

TEST(ComplexSpecialTest, AnnexG) {
  for (const ComplexSpecialRow& row : kComplexSpecialRows) {
    Expect<double>(row, row.re, row.im, row.want_re, row.want_im);
    Expect<float>(row, row.re, row.im, row.want_re, row.want_im);
  }
}

// f(conj z) = conj f(z), with the signs of zeros.
TEST(ComplexSpecialTest, ConjugateSymmetry) {
  for (const ComplexSpecialRow& row : kComplexSpecialRows) {
    if (row.function == Sign && row.im == 0) continue;  // 0 for any zero
    Expect<double>(row, row.re, -row.im, row.want_re, Minus(row.want_im));
  }
}

// f(-z) = -f(z)
TEST(ComplexSpecialTest, OddFunctions) {
  for (const ComplexSpecialRow& row : kComplexSpecialRows) {
    const bool odd = row.function == Sinh || row.function == Plain<Tanh> || row.function == Asinh ||
                     row.function == Atanh;
    if (odd) Expect<double>(row, -row.re, -row.im, Minus(row.want_re), Minus(row.want_im));
  }
}

// sin z = -i sinh(i z), tan z = -i tanh(i z), asin z = -i asinh(i z), cos z = cosh(i z).
TEST(ComplexSpecialTest, CircularFunctions) {
  constexpr struct {
    XlaOp (*circular)(XlaOp);
    XlaOp (*hyperbolic)(XlaOp);
  } kPairs[] = {{Plain<Sin>, Sinh}, {Plain<Tan>, Plain<Tanh>}, {Asin, Asinh}};
  constexpr double kParts[] = {
      0.0, -0.0, 1, -2, kComplexSpecialInf, -kComplexSpecialInf, kComplexSpecialNan};
  const auto same = [](double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  };
  for (double re : kParts) {
    for (double im : kParts) {
      const std::complex<double> turned(-im, re);
      for (const auto& [circular, hyperbolic] : kPairs) {
        const std::complex<double> have = Apply(circular, std::complex<double>(re, im));
        const std::complex<double> want = Apply(hyperbolic, turned);
        EXPECT_TRUE(same(have.real(), want.imag()) && same(have.imag(), -want.real()))
            << re << ", " << im;
      }
      const std::complex<double> have = Apply(Plain<Cos>, std::complex<double>(re, im));
      const std::complex<double> want = Apply(Cosh, turned);
      EXPECT_TRUE(same(have.real(), want.real()) && same(have.imag(), want.imag()))
          << re << ", " << im;
    }
  }
}

// Far out, where a product or a square on the way would overflow, near zero, where one would
// underflow, and where terms cancel. Expected values were computed with 60 decimal digits.
TEST(ComplexSpecialTest, Extremes) {
  constexpr struct {
    const char* name;
    XlaOp (*function)(XlaOp);
    double operand[2];
    double want[2];
  } kExtremes[] = {
      {"Sqrt", Plain<Sqrt>, {1e+308, 1e+308}, {1.09868411346781e+154, 4.5508986056222734e+153}},
      {"Sqrt", Plain<Sqrt>, {0.0, 2e-320}, {9.99994433575849e-161, 9.99994433575849e-161}},
      {"Rsqrt", Plain<Rsqrt>, {1e+308, 1e+308}, {7.768869870150187e-155, -3.217971264527913e-155}},
      {"Rsqrt", Plain<Rsqrt>, {0.0, 2e-320}, {5.0000278322756814e+159, -5.0000278322756814e+159}},
      {"Cbrt", Plain<Cbrt>, {1e+308, 1e+308}, {5.032480615484825e+102, 1.3484491168444382e+102}},
      {"Cbrt", Plain<Cbrt>, {1e-320, 2e-320}, {2.6275743624690777e-107, 1.0162673476701465e-107}},
      {"Log", Plain<Log>, {1e+308, 1e+308}, {709.542782232446, 0.7853981633974483}},
      {"Log", Plain<Log>, {1e-320, 2e-320}, {-736.0225219347568, 1.1071487177940904}},
      {"Log", Plain<Log>, {0.6, 0.8}, {2.2204460492503132e-17, 0.9272952180016123}},
      {"Log1p", Plain<Log1p>, {1e-200, 1e-200}, {1e-200, 1e-200}},
      {"Exp", Plain<Exp>, {709.9, 0.785}, {1.429916101769437e+308, 1.42877787440347e+308}},
      {"Exp", Plain<Exp>, {-746.0, 1.0}, {0.0, 0.0}},
      {"Sinh", Sinh, {710.2, 1.5}, {9.650702487019524e+306, 1.3608860855467683e+308}},
      {"Cosh", Cosh, {-710.2, 1.5}, {9.650702487019524e+306, -1.3608860855467683e+308}},
      {"Tanh", Plain<Tanh>, {1e-200, 1e-200}, {1e-200, 1e-200}},
      {"Tanh", Plain<Tanh>, {100.0, 1.0}, {1.0, 2.516747101509427e-87}},
      {"Tan", Plain<Tan>, {1.0, 100.0}, {2.516747101509427e-87, 1.0}},
      {"Asin", Asin, {1e+300, 1e+300}, {0.7853981633974483, 691.8152486690536}},
      {"Asin", Asin, {1e-200, 1e-200}, {1e-200, 1e-200}},
      {"Acos", Acos, {1e+300, 1e+300}, {0.7853981633974483, -691.8152486690536}},
      {"Asinh", Asinh, {1e+300, -1e+300}, {691.8152486690536, -0.7853981633974483}},
      {"Acosh", Acosh, {1e+300, 1e+300}, {691.8152486690536, 0.7853981633974483}},
      {"Atanh", Atanh, {1e+200, 1e+200}, {5e-201, 1.5707963267948966}},
      {"Atanh", Atanh, {1.0, 1e-200}, {230.60508288968455, 0.7853981633974483}},
      {"Sign", Sign, {1e+308, 1e+308}, {0.7071067811865476, 0.7071067811865476}},
      {"Sign", Sign, {5e-324, 0.0}, {1.0, 0.0}},
      {"Expm1", Plain<Expm1>, {1e-200, 1e-200}, {1e-200, 1e-200}},
      {"Logistic", Plain<Logistic>, {-740.0, 1.0}, {2.27e-322, 3.5e-322}},
      {"Logistic", Plain<Logistic>, {0.0, 3.141592653589793}, {0.5, 8165619676597685.0}},
  };
  for (const auto& row : kExtremes) {
    const std::complex<double> operand(row.operand[0], row.operand[1]);
    const std::complex<double> have = Apply(row.function, operand);
    const auto near = [](double a, double b) {
      return std::fabs(a - b) <= 2e-15 * std::fabs(b) + 5e-324;
    };
    EXPECT_TRUE(near(have.real(), row.want[0]) && near(have.imag(), row.want[1]))
        << row.name << "(" << operand.real() << ", " << operand.imag() << ") is (" << have.real()
        << ", " << have.imag() << "), not (" << row.want[0] << ", " << row.want[1] << ")";
  }
}

}  // namespace
}  // namespace hloom
