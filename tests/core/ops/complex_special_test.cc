// Complex functions at zeros, infinities and NaN: C99's Annex G.6, entry by entry.
#include <cmath>
#include <limits>

#include "support/plain.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793;
constexpr double kAnySign = 1e99;  // added to a zero: its sign is not specified
constexpr double kAnyInf = 2e99;   // an infinity of either sign

struct Row {
  const char* name;
  XlaOp (*function)(XlaOp);
  double re, im;  // the operand
  double want_re, want_im;
};

constexpr double kZeroAnySign = kAnySign;
constexpr Row kRows[] = {
    // G.6.4.2
    {"Sqrt", Plain<Sqrt>, 0, 0, 0, 0},
    {"Sqrt", Plain<Sqrt>, -0.0, 0, 0, 0},
    {"Sqrt", Plain<Sqrt>, 1, kInf, kInf, kInf},
    {"Sqrt", Plain<Sqrt>, kNan, kInf, kInf, kInf},
    {"Sqrt", Plain<Sqrt>, 1, kNan, kNan, kNan},
    {"Sqrt", Plain<Sqrt>, -kInf, 1, 0, kInf},
    {"Sqrt", Plain<Sqrt>, kInf, 1, kInf, 0},
    {"Sqrt", Plain<Sqrt>, -kInf, kNan, kNan, kAnyInf},
    {"Sqrt", Plain<Sqrt>, kInf, kNan, kInf, kNan},
    {"Sqrt", Plain<Sqrt>, kNan, 1, kNan, kNan},
    {"Sqrt", Plain<Sqrt>, kNan, kNan, kNan, kNan},
    {"Sqrt", Plain<Sqrt>, -4, 0, 0, 2},
    // G.6.3.1
    {"Exp", Plain<Exp>, 0, 0, 1, 0},
    {"Exp", Plain<Exp>, -0.0, 0, 1, 0},
    {"Exp", Plain<Exp>, 1, kInf, kNan, kNan},
    {"Exp", Plain<Exp>, 1, kNan, kNan, kNan},
    {"Exp", Plain<Exp>, kInf, 0, kInf, 0},
    {"Exp", Plain<Exp>, -kInf, 2, -0.0, 0},
    {"Exp", Plain<Exp>, kInf, 2, -kInf, kInf},
    {"Exp", Plain<Exp>, -kInf, kInf, kZeroAnySign, kZeroAnySign},
    {"Exp", Plain<Exp>, kInf, kInf, kAnyInf, kNan},
    {"Exp", Plain<Exp>, -kInf, kNan, kZeroAnySign, kZeroAnySign},
    {"Exp", Plain<Exp>, kInf, kNan, kAnyInf, kNan},
    {"Exp", Plain<Exp>, kNan, 0, kNan, 0},
    {"Exp", Plain<Exp>, kNan, 1, kNan, kNan},
    {"Exp", Plain<Exp>, kNan, kNan, kNan, kNan},
    // G.6.3.2
    {"Log", Plain<Log>, -0.0, 0, -kInf, kPi},
    {"Log", Plain<Log>, 0, 0, -kInf, 0},
    {"Log", Plain<Log>, 1, kInf, kInf, kPi / 2},
    {"Log", Plain<Log>, 1, kNan, kNan, kNan},
    {"Log", Plain<Log>, -kInf, 1, kInf, kPi},
    {"Log", Plain<Log>, kInf, 1, kInf, 0},
    {"Log", Plain<Log>, -kInf, kInf, kInf, 3 * kPi / 4},
    {"Log", Plain<Log>, kInf, kInf, kInf, kPi / 4},
    {"Log", Plain<Log>, kInf, kNan, kInf, kNan},
    {"Log", Plain<Log>, -kInf, kNan, kInf, kNan},
    {"Log", Plain<Log>, kNan, 1, kNan, kNan},
    {"Log", Plain<Log>, kNan, kInf, kInf, kNan},
    {"Log", Plain<Log>, kNan, kNan, kNan, kNan},
    // G.6.2.4
    {"Cosh", Cosh, 0, 0, 1, 0},
    {"Cosh", Cosh, 0, kInf, kNan, kZeroAnySign},
    {"Cosh", Cosh, 0, kNan, kNan, kZeroAnySign},
    {"Cosh", Cosh, 1, kInf, kNan, kNan},
    {"Cosh", Cosh, 1, kNan, kNan, kNan},
    {"Cosh", Cosh, kInf, 0, kInf, 0},
    {"Cosh", Cosh, kInf, 2, -kInf, kInf},
    {"Cosh", Cosh, kInf, kInf, kAnyInf, kNan},
    {"Cosh", Cosh, kInf, kNan, kInf, kNan},
    {"Cosh", Cosh, kNan, 0, kNan, kZeroAnySign},
    {"Cosh", Cosh, kNan, 1, kNan, kNan},
    {"Cosh", Cosh, kNan, kNan, kNan, kNan},
    // G.6.2.5
    {"Sinh", Sinh, 0, 0, 0, 0},
    {"Sinh", Sinh, 0, kInf, kZeroAnySign, kNan},
    {"Sinh", Sinh, 0, kNan, kZeroAnySign, kNan},
    {"Sinh", Sinh, 1, kInf, kNan, kNan},
    {"Sinh", Sinh, 1, kNan, kNan, kNan},
    {"Sinh", Sinh, kInf, 0, kInf, 0},
    {"Sinh", Sinh, kInf, 2, -kInf, kInf},
    {"Sinh", Sinh, kInf, kInf, kAnyInf, kNan},
    {"Sinh", Sinh, kInf, kNan, kAnyInf, kNan},
    {"Sinh", Sinh, kNan, 0, kNan, 0},
    {"Sinh", Sinh, kNan, 1, kNan, kNan},
    {"Sinh", Sinh, kNan, kNan, kNan, kNan},
    // G.6.2.6, with the corrections of C11's DR 471
    {"Tanh", Plain<Tanh>, 0, 0, 0, 0},
    {"Tanh", Plain<Tanh>, 0, kInf, 0, kNan},
    {"Tanh", Plain<Tanh>, 1, kInf, kNan, kNan},
    {"Tanh", Plain<Tanh>, 0, kNan, 0, kNan},
    {"Tanh", Plain<Tanh>, 1, kNan, kNan, kNan},
    {"Tanh", Plain<Tanh>, kInf, 2, 1, -0.0},
    {"Tanh", Plain<Tanh>, kInf, kInf, 1, kZeroAnySign},
    {"Tanh", Plain<Tanh>, kInf, kNan, 1, kZeroAnySign},
    {"Tanh", Plain<Tanh>, kNan, 0, kNan, 0},
    {"Tanh", Plain<Tanh>, kNan, 1, kNan, kNan},
    {"Tanh", Plain<Tanh>, kNan, kNan, kNan, kNan},
    // G.6.2.2
    {"Asinh", Asinh, 0, 0, 0, 0},
    {"Asinh", Asinh, 1, kInf, kInf, kPi / 2},
    {"Asinh", Asinh, 1, kNan, kNan, kNan},
    {"Asinh", Asinh, kInf, 1, kInf, 0},
    {"Asinh", Asinh, kInf, kInf, kInf, kPi / 4},
    {"Asinh", Asinh, kInf, kNan, kInf, kNan},
    {"Asinh", Asinh, kNan, 0, kNan, 0},
    {"Asinh", Asinh, kNan, 1, kNan, kNan},
    {"Asinh", Asinh, kNan, kInf, kAnyInf, kNan},
    {"Asinh", Asinh, kNan, kNan, kNan, kNan},
    // G.6.1.1
    {"Acos", Acos, 0, 0, kPi / 2, -0.0},
    {"Acos", Acos, -0.0, 0, kPi / 2, -0.0},
    {"Acos", Acos, 0, kNan, kPi / 2, kNan},
    {"Acos", Acos, 1, kInf, kPi / 2, -kInf},
    {"Acos", Acos, 1, kNan, kNan, kNan},
    {"Acos", Acos, -kInf, 1, kPi, -kInf},
    {"Acos", Acos, kInf, 1, 0, -kInf},
    {"Acos", Acos, -kInf, kInf, 3 * kPi / 4, -kInf},
    {"Acos", Acos, kInf, kInf, kPi / 4, -kInf},
    {"Acos", Acos, kInf, kNan, kNan, kAnyInf},
    {"Acos", Acos, -kInf, kNan, kNan, kAnyInf},
    {"Acos", Acos, kNan, 1, kNan, kNan},
    {"Acos", Acos, kNan, kInf, kNan, -kInf},
    {"Acos", Acos, kNan, kNan, kNan, kNan},
    // G.6.2.1
    {"Acosh", Acosh, 0, 0, 0, kPi / 2},
    {"Acosh", Acosh, -0.0, 0, 0, kPi / 2},
    {"Acosh", Acosh, 1, kInf, kInf, kPi / 2},
    {"Acosh", Acosh, 1, kNan, kNan, kNan},
    {"Acosh", Acosh, -kInf, 1, kInf, kPi},
    {"Acosh", Acosh, kInf, 1, kInf, 0},
    {"Acosh", Acosh, -kInf, kInf, kInf, 3 * kPi / 4},
    {"Acosh", Acosh, kInf, kInf, kInf, kPi / 4},
    {"Acosh", Acosh, kInf, kNan, kInf, kNan},
    {"Acosh", Acosh, -kInf, kNan, kInf, kNan},
    {"Acosh", Acosh, kNan, 1, kNan, kNan},
    {"Acosh", Acosh, kNan, kInf, kInf, kNan},
    {"Acosh", Acosh, kNan, kNan, kNan, kNan},
    // G.6.2.3
    {"Atanh", Atanh, 0, 0, 0, 0},
    {"Atanh", Atanh, 0, kNan, 0, kNan},
    {"Atanh", Atanh, 1, 0, kInf, 0},
    {"Atanh", Atanh, 1, kInf, 0, kPi / 2},
    {"Atanh", Atanh, 1, kNan, kNan, kNan},
    {"Atanh", Atanh, kInf, 1, 0, kPi / 2},
    {"Atanh", Atanh, kInf, kInf, 0, kPi / 2},
    {"Atanh", Atanh, kInf, kNan, 0, kNan},
    {"Atanh", Atanh, kNan, 1, kNan, kNan},
    {"Atanh", Atanh, kNan, kInf, kZeroAnySign, kPi / 2},
    {"Atanh", Atanh, kNan, kNan, kNan, kNan},
    // C does not have these. They follow from the functions above, or are XLA's.
    {"Expm1", Plain<Expm1>, 0, 0, 0, 0},
    {"Expm1", Plain<Expm1>, -0.0, -0.0, -0.0, -0.0},
    {"Expm1", Plain<Expm1>, -kInf, 2, -1, 0},
    {"Expm1", Plain<Expm1>, kInf, 0, kInf, 0},
    {"Expm1", Plain<Expm1>, kInf, kNan, kAnyInf, kNan},
    {"Expm1", Plain<Expm1>, kNan, 0, kNan, 0},
    {"Log1p", Plain<Log1p>, 0, 0, 0, 0},
    {"Log1p", Plain<Log1p>, -0.0, -0.0, -0.0, -0.0},
    {"Log1p", Plain<Log1p>, -1, 0, -kInf, 0},
    {"Log1p", Plain<Log1p>, kInf, 1, kInf, 0},
    {"Log1p", Plain<Log1p>, -kInf, 1, kInf, kPi},
    {"Log1p", Plain<Log1p>, 1, kInf, kInf, kPi / 2},
    {"Log1p", Plain<Log1p>, kNan, 1, kNan, kNan},
    {"Logistic", Plain<Logistic>, 0, 0, 0.5, 0},
    {"Logistic", Plain<Logistic>, kInf, 0, 1, 0},
    {"Logistic", Plain<Logistic>, -kInf, 0, 0, 0},
    {"Rsqrt", Plain<Rsqrt>, 0, 0, kInf, kNan},
    {"Rsqrt", Plain<Rsqrt>, kInf, 1, 0, -0.0},
    {"Rsqrt", Plain<Rsqrt>, kNan, 1, kNan, kNan},
    {"Cbrt", Plain<Cbrt>, 0, 0, 0, 0},
    {"Cbrt", Plain<Cbrt>, kInf, 0, kInf, 0},
    {"Cbrt", Plain<Cbrt>, kInf, 1, kInf, 0},
    {"Cbrt", Plain<Cbrt>, kNan, 1, kNan, kNan},
    {"Sign", Sign, 0, 0, 0, 0},
    {"Sign", Sign, kNan, 1, kNan, kNan},
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
void Expect(const Row& row, double re, double im, double want_re, double want_im) {
  const std::complex<T> have =
      Apply(row.function, std::complex<T>(static_cast<T>(re), static_cast<T>(im)));
  EXPECT_TRUE(Fits(have.real(), want_re) && Fits(have.imag(), want_im))
      << row.name << "(" << re << ", " << im << ") is (" << have.real() << ", " << have.imag()
      << "), not (" << want_re << ", " << want_im << ")";
}

// Changes the sign of a value that is no mark.
double Minus(double x) { return x == kZeroAnySign || x == kAnyInf ? x : -x; }

TEST(ComplexSpecialTest, AnnexG) {
  for (const Row& row : kRows) {
    Expect<double>(row, row.re, row.im, row.want_re, row.want_im);
    Expect<float>(row, row.re, row.im, row.want_re, row.want_im);
  }
}

// f(conj z) = conj f(z), with the signs of zeros.
TEST(ComplexSpecialTest, ConjugateSymmetry) {
  for (const Row& row : kRows) {
    if (row.function == Sign && row.im == 0) continue;  // 0 for any zero
    Expect<double>(row, row.re, -row.im, row.want_re, Minus(row.want_im));
  }
}

// f(-z) = -f(z)
TEST(ComplexSpecialTest, OddFunctions) {
  for (const Row& row : kRows) {
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
  constexpr double kParts[] = {0.0, -0.0, 1, -2, kInf, -kInf, kNan};
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
