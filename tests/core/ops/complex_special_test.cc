// Complex functions at zeros, infinities and numbers at the ends of their type: what holds between
// values. The values themselves are those of tests/cases/complex-special-values.jsonc.
#include <cmath>
#include <limits>

#include "literal/convert.h"
#include "support/plain.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

using ComplexFunction = XlaOp (*)(XlaOp);

constexpr struct {
  const char* name;
  ComplexFunction function;
  bool is_odd = false;
  bool starts_as_z = false;  // f(z) is z for the numbers next to 0
} kComplexFunctions[] = {
    {"Abs", Abs},
    {"Acos", Acos},
    {"Acosh", Acosh},
    {"Asin", Asin, true, true},
    {"Asinh", Asinh, true, true},
    {"Atan", Atan, true, true},
    {"Atanh", Atanh, true, true},
    {"Cbrt", Plain<Cbrt>},
    {"Cos", Plain<Cos>},
    {"Cosh", Cosh},
    {"Exp", Plain<Exp>},
    {"Expm1", Plain<Expm1>, false, true},
    {"Log", Plain<Log>},
    {"Log1p", Plain<Log1p>, false, true},
    {"Logistic", Plain<Logistic>},
    {"Rsqrt", Plain<Rsqrt>},
    {"Sign", Sign},
    {"Sin", Plain<Sin>, true, true},
    {"Sinh", Sinh, true, true},
    {"Sqrt", Plain<Sqrt>},
    {"Tan", Plain<Tan>, true, true},
    {"Tanh", Plain<Tanh>, true, true},
};

// The function of each number, in the type of T.
template <typename T>
Literal ValuesOf(ComplexFunction function, const std::vector<std::complex<T>>& operands) {
  XlaBuilder b("special");
  const Literal literal =
      LiteralUtil::CreateR1<std::complex<T>>(Span<const std::complex<T>>(operands));
  function(ParameterLike(b, 0, literal));
  const StatusOr<Literal> result = BuildAndRun(b, {literal});
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  return *result;
}
// Abs gives real numbers; they have the imaginary part 0.
template <typename T>
std::vector<std::complex<T>> ComplexValuesOf(ComplexFunction function,
                                             const std::vector<std::complex<T>>& operands) {
  const Literal values = ValuesOf(function, operands);
  std::vector<std::complex<T>> all;
  for (size_t i = 0; i < operands.size(); ++i) {
    all.push_back(IsComplexType(values.shape().element_type())
                      ? values.data<std::complex<T>>()[i]
                      : std::complex<T>(values.data<T>()[i]));
  }
  return all;
}

// All pairs of these, of both signs.
template <typename T>
std::vector<std::complex<T>> SpecialNumbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> parts;
  for (const T part : {T{0}, Limits::denorm_min(), Limits::min(), T{0.5}, T{1}, T{2}, Limits::max(),
                       Limits::infinity()}) {
    parts.push_back(part);
    parts.push_back(-part);
  }
  std::vector<std::complex<T>> all;
  for (const T re : parts) {
    for (const T im : parts) all.emplace_back(re, im);
  }
  return all;
}

template <typename T>
bool IsSamePart(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}
template <typename T>
bool IsSame(std::complex<T> a, std::complex<T> b) {
  return IsSamePart(a.real(), b.real()) && IsSamePart(a.imag(), b.imag());
}

// f(conj z) = conj f(z), with the signs of zeros.
TEST(ComplexSpecialTest, ConjugateSymmetry) {
  const auto operands = SpecialNumbers<double>();
  auto conjugates = operands;
  for (auto& z : conjugates) z = std::conj(z);
  for (const auto& row : kComplexFunctions) {
    const auto values = ComplexValuesOf(row.function, operands);
    const auto have = ComplexValuesOf(row.function, conjugates);
    for (size_t i = 0; i < operands.size(); ++i) {
      if (row.function == Abs || (row.function == Sign && operands[i] == 0.0)) continue;
      EXPECT_TRUE(IsSame(have[i], std::conj(values[i])))
          << row.name << " of " << conjugates[i] << " is " << have[i];
    }
  }
}

// f(-z) = -f(z)
TEST(ComplexSpecialTest, OddFunctions) {
  const auto operands = SpecialNumbers<double>();
  auto negatives = operands;
  for (auto& z : negatives) z = -z;
  for (const auto& row : kComplexFunctions) {
    if (!row.is_odd) continue;
    const auto values = ComplexValuesOf(row.function, operands);
    const auto have = ComplexValuesOf(row.function, negatives);
    for (size_t i = 0; i < operands.size(); ++i) {
      EXPECT_TRUE(IsSame(have[i], -values[i]))
          << row.name << " of " << negatives[i] << " is " << have[i];
    }
  }
}

// C64 is C128, rounded once.
TEST(ComplexSpecialTest, C64) {
  const auto operands = SpecialNumbers<float>();
  const std::vector<std::complex<double>> wide(operands.begin(), operands.end());
  for (const auto& row : kComplexFunctions) {
    const auto values = ComplexValuesOf(row.function, wide);
    const auto have = ComplexValuesOf(row.function, operands);
    for (size_t i = 0; i < operands.size(); ++i) {
      EXPECT_TRUE(IsSame(have[i], std::complex<float>(values[i])))
          << row.name << " of " << operands[i] << " is " << have[i];
    }
  }
}

// Numbers next to 0 keep their last bits.
template <typename T>
void ExpectLeastNumbersStay() {
  const T d = std::numeric_limits<T>::denorm_min();
  const std::vector<std::complex<T>> operands = {{d, d}, {3 * d, -d}, {-d, 5 * d}, {d, 0}};
  for (const auto& row : kComplexFunctions) {
    if (!row.starts_as_z) continue;
    const auto have = ComplexValuesOf(row.function, operands);
    for (size_t i = 0; i < operands.size(); ++i) {
      EXPECT_TRUE(IsSame(have[i], operands[i]))
          << row.name << " of " << operands[i] << " is " << have[i];
    }
  }
}
TEST(ComplexSpecialTest, LeastNumbersStay) {
  ExpectLeastNumbersStay<double>();
  ExpectLeastNumbersStay<float>();
}

// Far out, where a product or a square on the way would overflow, near zero, where one would
// underflow, and where terms cancel. Expected values were computed with 60 decimal digits.
TEST(ComplexSpecialTest, Extremes) {
  constexpr struct {
    const char* name;
    ComplexFunction function;
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
      {"Atanh", Atanh, {1.7e+308, 1.7e+308}, {2.941176470588235e-309, 1.5707963267948966}},
      {"Atan", Atan, {1e-310, -1e+308}, {1.5707963267948966, -1e-308}},
      {"Atan", Atan, {0.0, -2.0}, {1.5707963267948966, -0.5493061443340549}},
      {"Sign", Sign, {1e+308, 1e+308}, {0.7071067811865476, 0.7071067811865476}},
      {"Sign", Sign, {5e-324, 0.0}, {1.0, 0.0}},
      {"Expm1", Plain<Expm1>, {1e-200, 1e-200}, {1e-200, 1e-200}},
      {"Logistic", Plain<Logistic>, {-740.0, 1.0}, {2.27e-322, 3.5e-322}},
      {"Logistic", Plain<Logistic>, {0.0, 3.141592653589793}, {0.5, 8165619676597685.0}},
  };
  for (const auto& row : kExtremes) {
    const std::complex<double> operand(row.operand[0], row.operand[1]);
    const std::complex<double> have = ComplexValuesOf<double>(row.function, {operand})[0];
    const auto near = [](double a, double b) {
      return std::fabs(a - b) <= 2e-15 * std::fabs(b) + 5e-324;
    };
    EXPECT_TRUE(near(have.real(), row.want[0]) && near(have.imag(), row.want[1]))
        << row.name << "(" << operand.real() << ", " << operand.imag() << ") is (" << have.real()
        << ", " << have.imag() << "), not (" << row.want[0] << ", " << row.want[1] << ")";
  }
}

// ---- functions of two numbers ----

using ComplexBinary = XlaOp (*)(XlaOp, XlaOp);

struct ComplexPair {
  std::complex<double> a, b, value;
};

// The function of all pairs of 17 x 17 special numbers: zeros, ones, the least and the greatest
// numbers, infinities and NaN in both parts.
std::vector<ComplexPair> ValuesOfPairs(ComplexBinary function) {
  using Limits = std::numeric_limits<double>;
  std::vector<double> parts = {Limits::quiet_NaN()};
  for (const double part : {0.0, 1e-310, 1e-160, 0.5, 1.0, 2.0, Limits::max(), Limits::infinity()}) {
    parts.push_back(part);
    parts.push_back(-part);
  }
  std::vector<std::complex<double>> numbers;
  for (const double re : parts) {
    for (const double im : parts) numbers.emplace_back(re, im);
  }
  std::vector<std::complex<double>> a, b;
  for (const auto& z : numbers) {
    a.insert(a.end(), numbers.size(), z);
    b.insert(b.end(), numbers.begin(), numbers.end());
  }
  XlaBuilder builder("pairs");
  const Literal literals[] = {
      LiteralUtil::CreateR1<std::complex<double>>(Span<const std::complex<double>>(a)),
      LiteralUtil::CreateR1<std::complex<double>>(Span<const std::complex<double>>(b))};
  function(ParameterLike(builder, 0, literals[0]), ParameterLike(builder, 1, literals[1]));
  const StatusOr<Literal> result = BuildAndRun(builder, {literals[0].Clone(), literals[1].Clone()});
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  std::vector<ComplexPair> pairs;
  for (size_t i = 0; i < a.size(); ++i) {
    pairs.push_back({a[i], b[i], result->data<std::complex<double>>()[i]});
  }
  return pairs;
}

bool IsFinite(std::complex<double> z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }
bool IsInfinite(std::complex<double> z) { return std::isinf(z.real()) || std::isinf(z.imag()); }
bool IsNan(std::complex<double> z) {
  return !IsInfinite(z) && (std::isnan(z.real()) || std::isnan(z.imag()));
}
bool IsZero(std::complex<double> z) { return z.real() == 0 && z.imag() == 0; }

// Prints the first that are not as they are expected.
void ExpectOfAll(const char* name, const std::vector<ComplexPair>& pairs,
                 bool (*is_right)(const ComplexPair&)) {
  int wrong = 0;
  for (const ComplexPair& pair : pairs) {
    if (is_right(pair)) continue;
    EXPECT_GT(++wrong, 10) << name << " of " << pair.a << " and " << pair.b << " is " << pair.value;
  }
  EXPECT_EQ(wrong, 0) << name;
}

// Products and quotients are infinite, zero or NaN as Annex G, section 5.1, says; NaN is a value
// without an infinite part. Finite operands have the part's sign or are finite or overflow as
// their values in a wider type do (see ComplexArithmeticTest for the digits).
TEST(ComplexSpecialTest, PairsOfProducts) {
  ExpectOfAll("Mul", ValuesOfPairs([](XlaOp a, XlaOp b) { return Mul(a, b); }), [](const ComplexPair& p) {
    const bool infinite = IsInfinite(p.a) || IsInfinite(p.b);
    if (infinite && (IsZero(p.a) || IsZero(p.b) || IsNan(p.a) || IsNan(p.b))) {
      // An infinity times a zero is NaN, and times a NaN, of unknown sign, an infinity or NaN.
      return IsNan(p.value) || (IsNan(p.a) || IsNan(p.b) ? IsInfinite(p.value) : false);
    }
    if (infinite) return IsInfinite(p.value);
    if (IsNan(p.a) || IsNan(p.b)) return IsNan(p.value);
    return !IsNan(p.value);
  });
}
TEST(ComplexSpecialTest, PairsOfQuotients) {
  ExpectOfAll("Div", ValuesOfPairs([](XlaOp a, XlaOp b) { return Div(a, b); }), [](const ComplexPair& p) {
    if (IsInfinite(p.a)) return IsFinite(p.b) ? IsInfinite(p.value) : IsNan(p.value);
    if (IsZero(p.b)) return IsZero(p.a) || IsNan(p.a) ? !IsFinite(p.value) : IsInfinite(p.value);
    if (IsInfinite(p.b)) return IsNan(p.a) ? IsNan(p.value) : IsZero(p.value);
    if (IsNan(p.a) || IsNan(p.b)) return IsNan(p.value);
    return !IsNan(p.value);
  });
}

// exp(b log a): finite operands give a number, except that the angle of a huge power is unknown.
TEST(ComplexSpecialTest, PairsOfPowers) {
  ExpectOfAll("Pow", ValuesOfPairs([](XlaOp a, XlaOp b) { return Pow(a, b); }), [](const ComplexPair& p) {
    if (IsZero(p.b)) return p.value == 1.0;
    if (IsNan(p.a) || IsNan(p.b)) return IsNan(p.value) || IsInfinite(p.value) || p.a == 1.0;
    const bool real_b = p.b.imag() == 0 && std::isfinite(p.b.real());
    if (IsInfinite(p.a) && real_b) {
      return p.b.real() > 0 ? IsInfinite(p.value) : IsZero(p.value);
    }
    if (IsZero(p.a) && real_b) return p.b.real() > 0 ? IsZero(p.value) : !IsFinite(p.value);
    if (real_b && IsFinite(p.a)) return !IsNan(p.value);
    return true;
  });
}

// The arc tangent of finite numbers is a number or, at the poles x = +-iy, an infinity.
TEST(ComplexSpecialTest, PairsOfArcTangents) {
  ExpectOfAll("Atan2", ValuesOfPairs([](XlaOp a, XlaOp b) { return Atan2(a, b); }), [](const ComplexPair& p) {
    if (!IsFinite(p.a) || !IsFinite(p.b)) return true;
    const bool is_pole = (p.b.real() == p.a.imag() && p.b.imag() == -p.a.real()) ||
                         (p.b.real() == -p.a.imag() && p.b.imag() == p.a.real());
    return is_pole ? !IsFinite(p.value) : IsFinite(p.value);
  });
}

}  // namespace
}  // namespace hloom
