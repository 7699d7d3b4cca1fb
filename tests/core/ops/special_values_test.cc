// Special values of every unary and binary on floats: what IEEE 754, C's annex F and the semantics
// of XLA's evaluator say, not what came out. Complex functions are in complex_special_test.cc.
#include <cmath>
#include <limits>

#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "literal/convert.h"
#include "support/plain.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793;
// Expectations other than a number.
constexpr double kSame = 1e99;     // the operand itself, bit for bit
constexpr double kNegated = 2e99;  // the operand with the other sign
constexpr double kFinite =
    3e99;  // some finite number that is not zero; accuracy is tested elsewhere

constexpr PrimitiveType kSpecialValuesTypes[] = {F16, BF16, F32, F64};

double Largest(PrimitiveType type) {
  const FloatFields f = FieldsOf(type);
  return std::ldexp(2 - std::ldexp(1.0, -f.mantissa_bits), f.bias);
}
double SmallestDenormal(PrimitiveType type) {
  const FloatFields f = FieldsOf(type);
  return std::ldexp(1.0, 1 - f.bias - f.mantissa_bits);
}
double SmallestNormal(PrimitiveType type) { return std::ldexp(1.0, 1 - FieldsOf(type).bias); }

Literal Scalar(PrimitiveType type, double value) {
  return *ConvertElements(LiteralUtil::CreateR0<double>(value), type);
}
double ValueOf(const StatusOr<Literal>& literal) {
  EXPECT_TRUE(literal.ok()) << literal.status().ToString();
  if (!literal.ok()) return kNan;
  const StatusOr<Literal> wide = ConvertElements(*literal, F64);
  return wide->GetFirstElement<double>();
}

bool Fits(double have, double want, double operand) {
  if (want == kFinite) return std::isfinite(have) && have != 0;
  if (want == kSame) want = operand;
  if (want == kNegated) want = -operand;
  if (std::isnan(want)) return std::isnan(have);
  if (want == 0 || std::isinf(want))
    return have == want && std::signbit(have) == std::signbit(want);
  return std::fabs(have - want) <= std::fabs(want) * 0x1p-7;  // half of bf16's last place
}

// The operands of every row, in this order.
constexpr const char* kOperandNames[] = {"+0",   "-0",   "+inf",  "-inf",  "NaN",  "-NaN",
                                         "+min", "-min", "+norm", "-norm", "+max", "-max"};
std::vector<double> Operands(PrimitiveType type) {
  const double d = SmallestDenormal(type);
  const double n = SmallestNormal(type);
  const double m = Largest(type);
  return {0.0, -0.0, kInf, -kInf, kNan, -kNan, d, -d, n, -n, m, -m};
}

struct UnaryRow {
  const char* name;
  XlaOp (*function)(XlaOp);
  // The results for +0, -0, +inf, -inf, NaN (both signs), the least denormals, the least normals,
  // the largest.
  double zero, negative_zero, inf, negative_inf;
  double denormal, negative_denormal, normal, negative_normal, largest, negative_largest;
};

constexpr double S = kSame;
constexpr double N = kNan;
constexpr double F = kFinite;
constexpr UnaryRow kUnaries[] = {
    {"Abs", Abs, 0, 0, kInf, kInf, S, kNegated, S, kNegated, S, kNegated},
    {"Acos", Acos, kPi / 2, kPi / 2, N, N, kPi / 2, kPi / 2, kPi / 2, kPi / 2, N, N},
    {"Acosh", Acosh, N, N, kInf, N, N, N, N, N, F, N},
    {"Asin", Asin, 0, -0.0, N, N, S, S, S, S, N, N},
    {"Asinh", Asinh, 0, -0.0, kInf, -kInf, S, S, S, S, F, F},
    {"Atan", Atan, 0, -0.0, kPi / 2, -kPi / 2, S, S, S, S, kPi / 2, -kPi / 2},
    {"Atanh", Atanh, 0, -0.0, N, N, S, S, S, S, N, N},
    {"Cbrt", Plain<Cbrt>, 0, -0.0, kInf, -kInf, F, F, F, F, F, F},
    {"Ceil", Ceil, 0, -0.0, kInf, -kInf, 1, -0.0, 1, -0.0, S, S},
    {"Cos", Plain<Cos>, 1, 1, N, N, 1, 1, 1, 1, F, F},
    {"Cosh", Cosh, 1, 1, kInf, kInf, 1, 1, 1, 1, kInf, kInf},
    {"Erf", Plain<Erf>, 0, -0.0, 1, -1, F, F, F, F, 1, -1},
    {"Exp", Plain<Exp>, 1, 1, kInf, 0, 1, 1, 1, 1, kInf, 0},
    {"Expm1", Plain<Expm1>, 0, -0.0, kInf, -1, S, S, S, S, kInf, -1},
    {"Floor", Floor, 0, -0.0, kInf, -kInf, 0, -1, 0, -1, S, S},
    {"Imag", Imag, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"Log", Plain<Log>, -kInf, -kInf, kInf, N, F, N, F, N, F, N},
    {"Log1p", Plain<Log1p>, 0, -0.0, kInf, N, S, S, S, S, F, N},
    {"Logistic", Plain<Logistic>, 0.5, 0.5, 1, 0, 0.5, 0.5, 0.5, 0.5, 1, 0},
    {"Neg", Neg, -0.0, 0, -kInf, kInf, kNegated, kNegated, kNegated, kNegated, kNegated, kNegated},
    {"Real", Real, 0, -0.0, kInf, -kInf, S, S, S, S, S, S},
    {"Round", Round, 0, -0.0, kInf, -kInf, 0, -0.0, 0, -0.0, S, S},
    {"RoundNearestEven", RoundNearestEven, 0, -0.0, kInf, -kInf, 0, -0.0, 0, -0.0, S, S},
    {"Rsqrt", Plain<Rsqrt>, kInf, -kInf, 0, N, F, N, F, N, F, N},
    {"Sign", Sign, 0, -0.0, 1, -1, 1, -1, 1, -1, 1, -1},
    {"Sin", Plain<Sin>, 0, -0.0, N, N, S, S, S, S, F, F},
    {"Sinh", Sinh, 0, -0.0, kInf, -kInf, S, S, S, S, kInf, -kInf},
    {"Sqrt", Plain<Sqrt>, 0, -0.0, kInf, N, F, N, F, N, F, N},
    {"Tan", Plain<Tan>, 0, -0.0, N, N, S, S, S, S, F, F},
    {"Tanh", Plain<Tanh>, 0, -0.0, 1, -1, S, S, S, S, 1, -1},
};

class UnarySpecialTest : public ::testing::TestWithParam<UnaryRow> {};

TEST_P(UnarySpecialTest, Values) {
  const UnaryRow& row = GetParam();
  const bool nan_to_zero = std::string_view(row.name) == "Imag";
  const double nan = nan_to_zero ? 0 : kNan;
  const double wants[] = {row.zero,     row.negative_zero,
                          row.inf,      row.negative_inf,
                          nan,          nan,
                          row.denormal, row.negative_denormal,
                          row.normal,   row.negative_normal,
                          row.largest,  row.negative_largest};
  for (PrimitiveType type : kSpecialValuesTypes) {
    const std::vector<double> operands = Operands(type);
    for (size_t i = 0; i < operands.size(); ++i) {
      XlaBuilder b("special");
      row.function(ConstantLiteral(&b, Scalar(type, operands[i])));
      const double have = ValueOf(BuildAndRun(b));
      EXPECT_TRUE(Fits(have, wants[i], operands[i]))
          << row.name << " of " << kOperandNames[i] << " as " << PrimitiveTypeName(type) << " is "
          << have;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, UnarySpecialTest, ::testing::ValuesIn(kUnaries),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(UnarySpecialTest, IsFinite) {
  for (PrimitiveType type : kSpecialValuesTypes) {
    const std::vector<double> operands = Operands(type);
    for (size_t i = 0; i < operands.size(); ++i) {
      XlaBuilder b("special");
      IsFinite(ConstantLiteral(&b, Scalar(type, operands[i])));
      const bool want = i < 2 || i > 5;  // not the infinities and NaNs
      EXPECT_EQ(ValueOf(BuildAndRun(b)), want ? 1 : 0) << kOperandNames[i];
    }
  }
}

// Negation and Abs are operations on the sign, also of NaN.
TEST(UnarySpecialTest, SignsOfNan) {
  const auto sign_of = [](XlaOp (*function)(XlaOp), double operand) {
    XlaBuilder b("special");
    function(ConstantR0<double>(&b, operand));
    return std::signbit(ValueOf(BuildAndRun(b)));
  };
  EXPECT_TRUE(sign_of(Neg, kNan));
  EXPECT_FALSE(sign_of(Neg, -kNan));
  EXPECT_FALSE(sign_of(Abs, -kNan));
  EXPECT_TRUE(sign_of(Real, -kNan));
}

struct BinaryRow {
  XlaOp (*function)(XlaOp, XlaOp, Span<const int64_t>);
  const char* name;
  double lhs, rhs, want;
};

constexpr BinaryRow kBinaries[] = {
    {Add, "Add", kInf, -kInf, kNan},
    {Add, "Add", kInf, kInf, kInf},
    {Add, "Add", 0.0, -0.0, 0.0},
    {Add, "Add", -0.0, -0.0, -0.0},
    {Add, "Add", kNan, 1, kNan},
    {Add, "Add", 1, -kNan, kNan},
    {Sub, "Sub", kInf, kInf, kNan},
    {Sub, "Sub", 0.0, 0.0, 0.0},
    {Sub, "Sub", -0.0, 0.0, -0.0},
    {Sub, "Sub", -kInf, kInf, -kInf},
    {Mul, "Mul", kInf, 0.0, kNan},
    {Mul, "Mul", -kInf, 2, -kInf},
    {Mul, "Mul", -0.0, 5, -0.0},
    {Mul, "Mul", -0.0, -0.0, 0.0},
    {Mul, "Mul", kNan, 0, kNan},
    {Div, "Div", 1, 0.0, kInf},
    {Div, "Div", 1, -0.0, -kInf},
    {Div, "Div", 0.0, 0.0, kNan},
    {Div, "Div", kInf, kInf, kNan},
    {Div, "Div", -3, kInf, -0.0},
    {Div, "Div", kNan, 1, kNan},
    {Max, "Max", kNan, 1, kNan},
    {Max, "Max", 1, kNan, kNan},
    {Max, "Max", -0.0, 0.0, 0.0},
    {Max, "Max", 0.0, -0.0, 0.0},
    {Max, "Max", -kInf, 3, 3},
    {Min, "Min", kNan, 1, kNan},
    {Min, "Min", 1, -kNan, kNan},
    {Min, "Min", -0.0, 0.0, -0.0},
    {Min, "Min", 0.0, -0.0, -0.0},
    {Min, "Min", kInf, 3, 3},
    {Rem, "Rem", 5, 0.0, kNan},
    {Rem, "Rem", kInf, 3, kNan},
    {Rem, "Rem", -3, kInf, -3},
    {Rem, "Rem", -0.0, 3, -0.0},
    {Rem, "Rem", -6, 3, -0.0},
    {Rem, "Rem", kNan, 3, kNan},
    {Rem, "Rem", 3, kNan, kNan},
    {Rem, "Rem", -7, 4, -3},
    {Rem, "Rem", 7, -4, 3},
    {Atan2, "Atan2", 0.0, 0.0, 0.0},
    {Atan2, "Atan2", -0.0, 0.0, -0.0},
    {Atan2, "Atan2", 0.0, -0.0, kPi},
    {Atan2, "Atan2", -0.0, -0.0, -kPi},
    {Atan2, "Atan2", 0.0, -1, kPi},
    {Atan2, "Atan2", -0.0, 1, -0.0},
    {Atan2, "Atan2", 1, 0.0, kPi / 2},
    {Atan2, "Atan2", -1, -0.0, -kPi / 2},
    {Atan2, "Atan2", kInf, 1, kPi / 2},
    {Atan2, "Atan2", 1, kInf, 0.0},
    {Atan2, "Atan2", -1, kInf, -0.0},
    {Atan2, "Atan2", 1, -kInf, kPi},
    {Atan2, "Atan2", kInf, kInf, kPi / 4},
    {Atan2, "Atan2", -kInf, -kInf, -3 * kPi / 4},
    {Atan2, "Atan2", kNan, 1, kNan},
    {Atan2, "Atan2", 1, kNan, kNan},
    {Pow, "Pow", kNan, 0.0, 1},
    {Pow, "Pow", kNan, -0.0, 1},
    {Pow, "Pow", 1, kNan, 1},
    {Pow, "Pow", 1, kInf, 1},
    {Pow, "Pow", kNan, 1, kNan},
    {Pow, "Pow", 2, kNan, kNan},
    {Pow, "Pow", -1, kInf, 1},
    {Pow, "Pow", -1, -kInf, 1},
    {Pow, "Pow", 0.0, -3, kInf},
    {Pow, "Pow", -0.0, -3, -kInf},
    {Pow, "Pow", -0.0, -2, kInf},
    {Pow, "Pow", -0.0, 3, -0.0},
    {Pow, "Pow", -0.0, 2, 0.0},
    {Pow, "Pow", 0.0, kInf, 0.0},
    {Pow, "Pow", 0.0, -kInf, kInf},
    {Pow, "Pow", 2, kInf, kInf},
    {Pow, "Pow", 2, -kInf, 0.0},
    {Pow, "Pow", 0.5, kInf, 0.0},
    {Pow, "Pow", 0.5, -kInf, kInf},
    {Pow, "Pow", kInf, 2, kInf},
    {Pow, "Pow", kInf, -2, 0.0},
    {Pow, "Pow", -kInf, 3, -kInf},
    {Pow, "Pow", -kInf, 2, kInf},
    {Pow, "Pow", -kInf, -3, -0.0},
    {Pow, "Pow", -kInf, 0.5, kInf},
    {Pow, "Pow", -8, 0.5, kNan},
    {Pow, "Pow", -2, 3, -8},
    {Pow, "Pow", kInf, 0.0, 1},
};

TEST(BinarySpecialTest, Values) {
  for (const BinaryRow& row : kBinaries) {
    for (PrimitiveType type : kSpecialValuesTypes) {
      XlaBuilder b("special");
      row.function(ConstantLiteral(&b, Scalar(type, row.lhs)),
                   ConstantLiteral(&b, Scalar(type, row.rhs)), {});
      const double have = ValueOf(BuildAndRun(b));
      EXPECT_TRUE(Fits(have, row.want, row.lhs))
          << row.name << "(" << row.lhs << ", " << row.rhs << ") as " << PrimitiveTypeName(type)
          << " is " << have;
    }
  }
}

// Overflow and gradual underflow, at the ends of each type.
TEST(BinarySpecialTest, Extremes) {
  const auto run = [](XlaOp (*function)(XlaOp, XlaOp, Span<const int64_t>), PrimitiveType type,
                      double a, double c) {
    XlaBuilder b("special");
    function(ConstantLiteral(&b, Scalar(type, a)), ConstantLiteral(&b, Scalar(type, c)), {});
    return ValueOf(BuildAndRun(b));
  };
  for (PrimitiveType type : kSpecialValuesTypes) {
    const double m = Largest(type);
    const double d = SmallestDenormal(type);
    const double n = SmallestNormal(type);
    EXPECT_EQ(run(Add, type, m, m), kInf);
    EXPECT_EQ(run(Sub, type, -m, m), -kInf);
    EXPECT_EQ(run(Mul, type, m, 2), kInf);
    EXPECT_EQ(run(Div, type, m, 0.5), kInf);
    EXPECT_EQ(run(Pow, type, m, 2), kInf);
    EXPECT_EQ(run(Add, type, d, d), 2 * d);
    EXPECT_EQ(run(Sub, type, n, d), n - d);
    EXPECT_EQ(run(Mul, type, n, 0.5), n / 2);
    EXPECT_EQ(run(Div, type, d, 2), 0);  // the tie goes to the even 0
    EXPECT_EQ(run(Rem, type, n, d), 0);
    EXPECT_EQ(run(Max, type, d, 0), d);
    EXPECT_EQ(run(Min, type, -d, 0), -d);
    EXPECT_EQ(run(Atan2, type, d, m), 0);
  }
}

}  // namespace
}  // namespace hloom
