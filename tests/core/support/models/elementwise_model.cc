#include "support/models/elementwise_model.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "base/str_cat.h"
#include "support/tolerances.h"

namespace hloom::testing_support {

namespace {

using Result = ElementwiseModel::Result;
using Int = __int128;
using ElementwiseModelReal = long double;
using Z = WideComplex;

// On platforms whose functions on long double compute in double, the reference is no better than
// double.
#if defined(__wasm__) || LDBL_MANT_DIG == 53
constexpr double kReferenceUlps = 64;
#else
constexpr double kReferenceUlps = 0;
#endif

Int BitsOf(Int x, int bits) { return x & ((Int{1} << bits) - 1); }
bool BitAt(Int x, int bit) { return (x >> bit & 1) != 0; }

Int CountOnes(Int x, int bits) {
  Int count = 0;
  for (int i = 0; i < bits; ++i) count += BitAt(x, i) ? 1 : 0;
  return count;
}
Int LeadingZeros(Int x, int bits) {
  Int count = 0;
  while (count < bits && !BitAt(x, bits - 1 - static_cast<int>(count))) ++count;
  return count;
}
// Shifts move one place after the other; a negative amount is a huge one.
Int Shifted(Int x, Int amount, int bits, Int (*move)(Int x, int bits)) {
  Int shifted = BitsOf(x, bits);
  for (Int i = 0; i < std::min<Int>(BitsOf(amount, bits), bits); ++i) shifted = move(shifted, bits);
  return shifted;
}
Int PowerOf(Int base, Int exponent) {
  if (exponent < 0) return base == 1 ? 1 : 0;
  uint64_t power = 1;
  for (Int i = 0; i < exponent; ++i) power *= static_cast<uint64_t>(base);
  return static_cast<Int>(power);
}
Int HighProduct(Int a, Int b, int bits, bool is_signed) {
  if (is_signed) return a * b >> bits;
  using Unsigned = unsigned __int128;
  return static_cast<Int>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b) >> bits);
}

// NaN is more than anything else, and -0 less than +0.
ElementwiseModelReal MaximumOf(ElementwiseModelReal a, ElementwiseModelReal b) {
  if (std::isnan(a) || std::isnan(b)) return NAN;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
ElementwiseModelReal MinimumOf(ElementwiseModelReal a, ElementwiseModelReal b) {
  return -MaximumOf(-a, -b);
}
ElementwiseModelReal SignOf(ElementwiseModelReal x) {
  if (x == 0 || std::isnan(x)) return x;
  return x < 0 ? -1 : 1;
}
ElementwiseModelReal LogisticOf(ElementwiseModelReal x) {
  if (x < 0) return std::exp(x) / (1 + std::exp(x));
  return 1 / (1 + std::exp(-x));
}
ElementwiseModelReal RoundedToEven(ElementwiseModelReal x) {
  const ElementwiseModelReal down = std::floor(x);
  const ElementwiseModelReal fraction = x - down;
  if (!(fraction > 0)) return x;  // an integer, an infinity, NaN
  const bool up = fraction > 0.5L || (fraction == 0.5L && std::fmod(down, 2.0L) != 0);
  return std::copysign(up ? down + 1 : down, x);
}

// -1, 0, 1; 2 where NaN makes them incomparable.
int Compared(ElementwiseModelReal a, ElementwiseModelReal b) {
  if (std::isnan(a) || std::isnan(b)) return 2;
  return a < b ? -1 : a > b ? 1 : 0;
}
// -NaN < -inf < ... < -0 < 0 < ... < inf < NaN: by class, and by value within one.
int ComparedInTotal(ElementwiseModelReal a, ElementwiseModelReal b) {
  const auto rank = [](ElementwiseModelReal x) {
    if (std::isnan(x)) return std::signbit(x) ? -3 : 3;
    if (x == 0) return std::signbit(x) ? -1 : 1;
    return x < 0 ? -2 : 2;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  return std::isnan(a) ? 0 : Compared(a, b);
}

Z CubeRoot(Z z) { return z == Z(0) ? z : std::exp(std::log(z) / 3.0L); }
Z ArcTangent(Z y, Z x) { return Z(0, -1) * std::log((x + Z(0, 1) * y) / std::sqrt(x * x + y * y)); }

// ---- Rows ----

#define HLOOM_INTEGER(expression)                                                       \
  [](const Int* x, [[maybe_unused]] int bits, [[maybe_unused]] bool is_signed) -> Int { \
    return expression;                                                                  \
  }
#define HLOOM_REAL(expression) \
  [](const ElementwiseModelReal* x) -> ElementwiseModelReal { return expression; }
#define HLOOM_COMPLEX(expression) [](const Z* x) -> Z { return expression; }
#define HLOOM_PRED(expression) [](const bool* x) -> bool { return expression; }

ElementwiseModel Binary(std::string_view operation) {
  return {.operation = operation, .operands = 2};
}

// Functions: the same on real and on complex numbers, but for the type.
ElementwiseModel Function(std::string_view operation,
                          ElementwiseModelReal (*real)(const ElementwiseModelReal*),
                          Z (*complex)(const Z*), int operands = 1) {
  ElementwiseModel model = {.operation = operation, .operands = operands, .real = real};
  model.complex = complex;
  const auto* const tolerance =
      std::find_if(std::begin(kTolerances), std::end(kTolerances),
                   [&](const Tolerance& t) { return t.operation == operation; });
  if (tolerance != std::end(kTolerances)) model.complex_ulps = tolerance->complex;
  return model;
}

// Arithmetic that C++ has, on F32 and F64 as it is there.
template <typename F>
ElementwiseModel Arithmetic(std::string_view operation, F apply,
                            Int (*integer)(const Int*, int, bool), double complex_ulps) {
  ElementwiseModel model = Binary(operation);
  model.integer = integer;
  model.f32 = apply;
  model.f64 = apply;
  if (complex_ulps > 0) model.complex = apply;
  model.complex_ulps = complex_ulps;
  return model;
}

void AddArithmetic(std::vector<ElementwiseModel>& all) {
  ElementwiseModel add = Arithmetic(
      "add", [](const auto* x) { return x[0] + x[1]; }, HLOOM_INTEGER(x[0] + x[1]), 1);
  add.pred = HLOOM_PRED(x[0] || x[1]);
  all.push_back(add);
  all.push_back(Arithmetic(
      "subtract", [](const auto* x) { return x[0] - x[1]; }, HLOOM_INTEGER(x[0] - x[1]), 1));
  ElementwiseModel multiply = Arithmetic(
      "multiply", [](const auto* x) { return x[0] * x[1]; },
      HLOOM_INTEGER(static_cast<Int>(static_cast<uint64_t>(x[0]) * static_cast<uint64_t>(x[1]))),
      4);
  multiply.pred = HLOOM_PRED(x[0] && x[1]);
  all.push_back(multiply);
  all.push_back(Arithmetic(
      "divide", [](const auto* x) { return x[0] / x[1]; },
      HLOOM_INTEGER(x[1] == 0 ? -1 : x[0] / x[1]), 4));
  ElementwiseModel remainder = Binary("remainder");
  remainder.integer = HLOOM_INTEGER(x[1] == 0 ? x[0] : x[0] % x[1]);
  remainder.real = HLOOM_REAL(std::fmod(x[0], x[1]));
  remainder.exact = true;
  all.push_back(remainder);
  ElementwiseModel power =
      Function("power", HLOOM_REAL(x[0] == 1 || x[1] == 0 ? 1 : std::pow(x[0], x[1])),
               HLOOM_COMPLEX(std::exp(x[1] * std::log(x[0]))), 2);
  power.integer = HLOOM_INTEGER(PowerOf(x[0], x[1]));
  power.complex_condition = [](const Z* x) -> ElementwiseModelReal {
    return 1 + std::abs(x[1] * std::log(x[0]));
  };
  all.push_back(power);
  all.push_back(Function("atan2", HLOOM_REAL(std::atan2(x[0], x[1])),
                         HLOOM_COMPLEX(ArcTangent(x[0], x[1])), 2));
}

void AddBits(std::vector<ElementwiseModel>& all) {
  const auto row = [&](std::string_view operation, int operands,
                       Int (*integer)(const Int*, int, bool), bool (*pred)(const bool*) = nullptr) {
    all.push_back({.operation = operation, .operands = operands, .integer = integer, .pred = pred});
  };
  row("not", 1, HLOOM_INTEGER(-1 - x[0]), HLOOM_PRED(!x[0]));
  row("and", 2, HLOOM_INTEGER(x[0] & x[1]), HLOOM_PRED(x[0] && x[1]));
  row("or", 2, HLOOM_INTEGER(x[0] | x[1]), HLOOM_PRED(x[0] || x[1]));
  row("xor", 2, HLOOM_INTEGER(x[0] ^ x[1]), HLOOM_PRED(x[0] != x[1]));
  row("popcnt", 1, HLOOM_INTEGER(CountOnes(x[0], bits)));
  row("count-leading-zeros", 1, HLOOM_INTEGER(LeadingZeros(x[0], bits)));
  row("mulhi", 2, HLOOM_INTEGER(HighProduct(x[0], x[1], bits, is_signed)));
  row("shift-left", 2,
      HLOOM_INTEGER(Shifted(x[0], x[1], bits, [](Int y, int n) { return BitsOf(2 * y, n); })));
  row("shift-right-logical", 2,
      HLOOM_INTEGER(Shifted(x[0], x[1], bits, [](Int y, int) { return y / 2; })));
  row("shift-right-arithmetic", 2, HLOOM_INTEGER(Shifted(x[0], x[1], bits, [](Int y, int n) {
        return y / 2 + (BitAt(y, n - 1) ? Int{1} << (n - 1) : 0);
      })));
}

// Sign and parts, rounding to integers, order: nothing is rounded.
void AddExact(std::vector<ElementwiseModel>& all) {
  const auto row = [&](std::string_view operation, int operands,
                       ElementwiseModelReal (*real)(const ElementwiseModelReal*),
                       Int (*integer)(const Int*, int, bool) = nullptr) {
    ElementwiseModel model = {.operation = operation, .operands = operands, .integer = integer};
    model.real = real;
    model.exact = true;
    all.push_back(model);
    return &all.back();
  };
  row("negate", 1, HLOOM_REAL(-x[0]), HLOOM_INTEGER(-x[0]))->complex = HLOOM_COMPLEX(-x[0]);
  ElementwiseModel* const abs =
      row("abs", 1, HLOOM_REAL(std::fabs(x[0])), HLOOM_INTEGER(x[0] < 0 ? -x[0] : x[0]));
  abs->complex = HLOOM_COMPLEX(std::hypot(x[0].real(), x[0].imag()));
  abs->complex_ulps = 1;
  abs->result = Result::kPart;
  ElementwiseModel* const sign = row("sign", 1, HLOOM_REAL(SignOf(x[0])),
                                     HLOOM_INTEGER(x[0] < 0   ? -1
                                                   : x[0] > 0 ? 1
                                                              : 0));
  sign->complex = HLOOM_COMPLEX(x[0] == Z(0) ? Z(0) : x[0] / std::abs(x[0]));
  sign->complex_ulps = 2;
  ElementwiseModel* const real = row("real", 1, HLOOM_REAL(x[0]));
  real->complex = HLOOM_COMPLEX(x[0].real());
  real->result = Result::kPart;
  ElementwiseModel* const imag =
      row("imag", 1, [](const ElementwiseModelReal*) -> ElementwiseModelReal { return 0; });
  imag->complex = HLOOM_COMPLEX(x[0].imag());
  imag->result = Result::kPart;
  row("is-finite", 1, HLOOM_REAL(x[0] - x[0] == 0 ? 1 : 0))->result = Result::kPred;
  row("ceil", 1, HLOOM_REAL(-std::floor(-x[0])));
  row("floor", 1, HLOOM_REAL(std::floor(x[0])));
  row("round-nearest-afz", 1, HLOOM_REAL(std::copysign(std::floor(std::fabs(x[0]) + 0.5L), x[0])));
  row("round-nearest-even", 1, HLOOM_REAL(RoundedToEven(x[0])));
  row("maximum", 2, HLOOM_REAL(MaximumOf(x[0], x[1])), HLOOM_INTEGER(x[0] > x[1] ? x[0] : x[1]))
      ->pred = HLOOM_PRED(x[0] || x[1]);
  row("minimum", 2, HLOOM_REAL(MinimumOf(x[0], x[1])), HLOOM_INTEGER(x[0] < x[1] ? x[0] : x[1]))
      ->pred = HLOOM_PRED(x[0] && x[1]);
  row("clamp", 3, HLOOM_REAL(MinimumOf(x[2], MaximumOf(x[0], x[1]))),
      HLOOM_INTEGER(std::min(x[2], std::max(x[0], x[1]))))
      ->pred = HLOOM_PRED(x[2] && (x[0] || x[1]));
}

// The C library of WebAssembly takes some negative numbers for positive ones here ...
ElementwiseModelReal InverseCosh(ElementwiseModelReal x) {
  return x < 1 ? std::numeric_limits<ElementwiseModelReal>::quiet_NaN() : std::acosh(x);
}
// ... and is a factor of two off for tiny ones here.
ElementwiseModelReal InverseTanh(ElementwiseModelReal x) {
  return std::fabs(x) < 1e-10L ? x : std::atanh(x);
}

void AddFunctions(std::vector<ElementwiseModel>& all) {
#define HLOOM_FUNCTION(operation, name) \
  all.push_back(Function(operation, HLOOM_REAL(std::name(x[0])), HLOOM_COMPLEX(std::name(x[0]))))
  HLOOM_FUNCTION("exponential", exp);
  HLOOM_FUNCTION("log", log);
  HLOOM_FUNCTION("sqrt", sqrt);
  HLOOM_FUNCTION("sine", sin);
  HLOOM_FUNCTION("cosine", cos);
  HLOOM_FUNCTION("tan", tan);
  HLOOM_FUNCTION("sinh", sinh);
  HLOOM_FUNCTION("cosh", cosh);
  HLOOM_FUNCTION("tanh", tanh);
  HLOOM_FUNCTION("asin", asin);
  HLOOM_FUNCTION("acos", acos);
  HLOOM_FUNCTION("asinh", asinh);
#undef HLOOM_FUNCTION
  all.push_back(Function("acosh", HLOOM_REAL(InverseCosh(x[0])), HLOOM_COMPLEX(std::acosh(x[0]))));
  all.push_back(Function("atanh", HLOOM_REAL(InverseTanh(x[0])), HLOOM_COMPLEX(std::atanh(x[0]))));
  all.push_back(Function("exponential-minus-one", HLOOM_REAL(std::expm1(x[0])),
                         HLOOM_COMPLEX(std::exp(x[0]) - Z(1))));
  all.push_back(
      Function("log-plus-one", HLOOM_REAL(std::log1p(x[0])), HLOOM_COMPLEX(std::log(Z(1) + x[0]))));
  all.push_back(
      Function("rsqrt", HLOOM_REAL(1 / std::sqrt(x[0])), HLOOM_COMPLEX(Z(1) / std::sqrt(x[0]))));
  all.push_back(Function("cbrt", HLOOM_REAL(std::cbrt(x[0])), HLOOM_COMPLEX(CubeRoot(x[0]))));
  all.push_back(Function("logistic", HLOOM_REAL(LogisticOf(x[0])),
                         HLOOM_COMPLEX(Z(1) / (Z(1) + std::exp(-x[0])))));
  all.push_back(Function("erf", HLOOM_REAL(std::erf(x[0])), nullptr));
}

void AddComparisons(std::vector<ElementwiseModel>& all) {
  const auto row = [&](std::string_view operation, Int (*integer)(const Int*, int, bool),
                       bool (*pred)(const bool*),
                       ElementwiseModelReal (*real)(const ElementwiseModelReal*)) {
    ElementwiseModel model = Binary(operation);
    model.integer = integer;
    model.pred = pred;
    model.real = real;
    model.exact = true;
    model.result = Result::kPred;
    all.push_back(model);
    return &all.back();
  };
#define HLOOM_COMPARE(name, op)                                                            \
  row("compare " name, HLOOM_INTEGER(x[0] op x[1]), HLOOM_PRED(int{x[0]} op int{x[1]}),    \
      HLOOM_REAL(Compared(x[0], x[1]) == 2 ? name[0] == 'N' : Compared(x[0], x[1]) op 0)); \
  row("compare total " name, nullptr, nullptr, HLOOM_REAL(ComparedInTotal(x[0], x[1]) op 0))
  HLOOM_COMPARE("GE", >=);
  HLOOM_COMPARE("GT", >);
  HLOOM_COMPARE("LE", <=);
  HLOOM_COMPARE("LT", <);
  HLOOM_COMPARE("EQ", ==);
  all[all.size() - 2].complex = HLOOM_COMPLEX(x[0] == x[1] ? 1 : 0);
  HLOOM_COMPARE("NE", !=);
  all[all.size() - 2].complex = HLOOM_COMPLEX(x[0] == x[1] ? 0 : 1);
#undef HLOOM_COMPARE
}

std::vector<ElementwiseModel> MakeModels() {
  std::vector<ElementwiseModel> all;
  all.reserve(100);  // rows are completed after they are added
  AddArithmetic(all);
  AddBits(all);
  AddExact(all);
  AddFunctions(all);
  AddComparisons(all);
  ElementwiseModel complex = Binary("complex");
  complex.result = Result::kComplex;
  all.push_back(complex);
  return all;
}

// ---- Results ----

// The distance of the numbers of F32 or F64 around x.
ElementwiseModelReal ElementwiseModelUlp(PrimitiveType type, ElementwiseModelReal x) {
  const int digits = type == F64 ? 52 : 23;
  const int smallest = type == F64 ? -1022 : -126;
  const int exponent = x == 0 ? smallest : std::max(smallest, std::ilogb(x));
  return std::ldexp(ElementwiseModelReal{1}, exponent - digits);
}

// In ulps of the type, F32 or F64.
double ToleranceOf(std::string_view operation, PrimitiveType type) {
  for (const Tolerance& tolerance : kTolerances) {
    if (tolerance.operation == operation) return type == F64 ? tolerance.real : tolerance.single;
  }
  return 0.5;
}

std::string ElementwiseModelText(const ElementModel& x) {
  if (x.is_integer) return StrCat(static_cast<int64_t>(x.integer));
  char buffer[100];
  std::snprintf(buffer, sizeof(buffer), "%.20Lg + %.20Lgi", x.real, x.imaginary);
  return buffer;
}

std::string Expect(const ElementModel& want, const ElementModel& have) {
  return SameElement(want, have)
             ? ""
             : StrCat(ElementwiseModelText(have), ", not ", ElementwiseModelText(want));
}

// A number that something rounded to the type, which was off by at most `slack`.
std::string ExpectRounded(PrimitiveType type, ElementwiseModelReal want, ElementwiseModelReal slack,
                          const ElementModel& have) {
  if (std::isnan(want) || std::isinf(want) || want == 0) slack = 0;
  const ElementModel low = ConvertedElement(type, RealModel(want - slack));
  const ElementModel high = ConvertedElement(type, RealModel(want + slack));
  if (have.real >= low.real && have.real <= high.real && slack != 0) return "";
  if (SameElement(have, low) || SameElement(have, high)) return "";
  return StrCat(ElementwiseModelText(have), ", not ", ElementwiseModelText(low), " to ",
                ElementwiseModelText(high));
}

// Computes F32 and F64 as C++ does, and other operations exactly.
ElementModel RealValue(const ElementwiseModel& model, PrimitiveType type,
                       const std::vector<ElementModel>& x) {
  ElementwiseModelReal values[3];
  double doubles[3];
  float floats[3];
  for (size_t i = 0; i < x.size(); ++i) {
    values[i] = x[i].real;
    doubles[i] = static_cast<double>(values[i]);
    floats[i] = static_cast<float>(values[i]);
  }
  ElementwiseModelReal value;
  if (model.f32 == nullptr) {
    value = model.real(values);
  } else {
    value = type == F64 ? ElementwiseModelReal{model.f64(doubles)}
                        : ElementwiseModelReal{model.f32(floats)};
  }
  if (model.result == Result::kPred) return IntegerModel(value != 0);
  return ConvertedElement(type, RealModel(value));
}

std::string JudgeFunction(const ElementwiseModel& model, PrimitiveType type,
                          const std::vector<ElementModel>& x, const ElementModel& have) {
  ElementwiseModelReal values[3];
  for (size_t i = 0; i < x.size(); ++i) values[i] = x[i].real;
  const ElementwiseModelReal want = model.real(values);
  const PrimitiveType computed = type == F64 ? F64 : F32;
  double ulps = ToleranceOf(model.operation, computed) + 0.01;
  if (type == computed) ulps -= 0.5;  // a narrower type is rounded to F32, and then once more
  const ElementwiseModelReal slack =
      std::isfinite(want) ? ulps * ElementwiseModelUlp(computed, want) : 0;
  return ExpectRounded(type, want, slack, have);
}

std::string JudgeComplex(const ElementwiseModel& model, PrimitiveType type,
                         const std::vector<ElementModel>& x, const ElementModel& have) {
  Z values[3];
  for (size_t i = 0; i < x.size(); ++i) values[i] = Z(x[i].real, x[i].imaginary);
  const Z want = model.complex(values);
  const PrimitiveType part = ComplexComponentType(type);
  double ulps = model.complex_ulps + (part == F64 ? kReferenceUlps : 0);
  // Functions of C64 compute in double and round once.
  if (part == F32 && model.f32 == nullptr) ulps = kRoundedOnceComplex;
  const ElementwiseModelReal off = std::abs(Z(have.real, have.imaginary) - want);
  const ElementwiseModelReal condition = model.complex_condition == nullptr || part == F32
                                             ? ElementwiseModelReal{1}
                                             : model.complex_condition(values);
  if (off <= ulps * condition * ElementwiseModelUlp(part, std::abs(want))) return "";
  return StrCat(ElementwiseModelText(have), ", not ",
                ElementwiseModelText({.real = want.real(), .imaginary = want.imag()}));
}

}  // namespace

bool ElementwiseModel::Takes(PrimitiveType type) const {
  if (result == Result::kComplex) return type == F32 || type == F64;
  if (type == PRED) return pred != nullptr;
  if (IsIntegralType(type)) {
    const bool only_signed = operation == "abs" || operation == "sign";
    return integer != nullptr && (!only_signed || IsSignedIntegralType(type));
  }
  if (IsComplexType(type)) return complex != nullptr;
  return f32 != nullptr || real != nullptr;
}

PrimitiveType ElementwiseModel::ResultType(PrimitiveType type) const {
  if (result == Result::kPred) return PRED;
  if (result == Result::kPart) return ComplexComponentType(type);
  if (result == Result::kComplex) return type == F32 ? C64 : C128;
  return type;
}

bool ElementwiseModel::HasValue(PrimitiveType type) const {
  if (result == Result::kComplex || type == PRED || IsIntegralType(type)) return true;
  if (IsComplexType(type)) return complex_ulps == 0;
  return f32 != nullptr || exact;
}

ElementModel ElementwiseModel::Value(PrimitiveType type, const std::vector<ElementModel>& x) const {
  if (result == Result::kComplex) return {.real = x[0].real, .imaginary = x[1].real};
  if (type == PRED) {
    bool values[3] = {};
    for (size_t i = 0; i < x.size(); ++i) values[i] = x[i].integer != 0;
    return IntegerModel(pred(values));
  }
  if (IsIntegralType(type)) {
    Int values[3] = {};
    for (size_t i = 0; i < x.size(); ++i) values[i] = x[i].integer;
    const Int value = integer(values, BitWidth(type), IsSignedIntegralType(type));
    return ConvertedElement(ResultType(type), IntegerModel(value));
  }
  if (!IsComplexType(type)) return RealValue(*this, type, x);
  Z values[3];
  for (size_t i = 0; i < x.size(); ++i) values[i] = Z(x[i].real, x[i].imaginary);
  const Z value = complex(values);
  if (result == Result::kPred) return IntegerModel(value.real() != 0);
  return {.real = value.real(), .imaginary = value.imag()};
}

std::string ElementwiseModel::Judge(PrimitiveType type, const std::vector<ElementModel>& x,
                                    const ElementModel& have) const {
  const std::string wrong = HasValue(type)        ? Expect(Value(type, x), have)
                            : IsComplexType(type) ? JudgeComplex(*this, type, x, have)
                                                  : JudgeFunction(*this, type, x, have);
  if (wrong.empty()) return "";
  std::string text = StrCat(operation, " of ", PrimitiveTypeText(type));
  for (const ElementModel& operand : x) text += StrCat(" ", ElementwiseModelText(operand));
  return StrCat(text, " gives ", wrong);
}

const std::vector<ElementwiseModel>& ElementwiseModels() {
  static const auto* const models = new std::vector<ElementwiseModel>(MakeModels());
  return *models;
}

const ElementwiseModel& ElementwiseModelOf(std::string_view operation) {
  const auto& all = ElementwiseModels();
  return *std::find_if(all.begin(), all.end(),
                       [&](const auto& model) { return model.operation == operation; });
}

std::string BitcastModel(PrimitiveType from, const std::string& bytes, PrimitiveType to) {
  const auto bits_in = [](PrimitiveType type) { return type == PRED ? 8 : BitWidth(type); };
  std::vector<bool> all;
  const size_t width = static_cast<size_t>(ByteWidth(from));
  for (size_t at = 0; at < bytes.size(); at += width) {
    for (int i = 0; i < bits_in(from); ++i) {
      all.push_back(
          (static_cast<unsigned char>(bytes[at + static_cast<size_t>(i / 8)]) >> (i % 8) & 1) != 0);
    }
  }
  std::string result;
  const auto size = static_cast<size_t>(bits_in(to));
  for (size_t at = 0; at + size <= all.size(); at += size) {
    std::string element(static_cast<size_t>(ByteWidth(to)), '\0');
    for (size_t i = 0; i < 8 * element.size(); ++i) {
      // Integers of few bits take a byte, which has their sign in all that is left.
      const bool within = i < size;
      const bool sign = IsSignedIntegralType(to) && all[at + size - 1];
      if (within ? all[at + i] : sign) element[i / 8] |= static_cast<char>(1 << (i % 8));
    }
    if (to == PRED) element[0] = element[0] != 0 ? 1 : 0;
    result += element;
  }
  return result;
}

ElementModel ReducedPrecisionModel(PrimitiveType type, const ElementModel& x, int exponent_bits,
                                   int mantissa_bits) {
  const FloatBits own = FloatBitsOf(type);
  const ElementwiseModelReal magnitude = std::fabs(x.real);
  if (!std::isfinite(magnitude) || magnitude == 0) return x;
  // Rounded to the mantissa first; what is below the least normal number has the same last place.
  const int exponent = std::max(std::ilogb(magnitude), own.least_exponent);
  const int last = exponent - std::min(mantissa_bits, own.mantissa_bits);
  const ElementwiseModelReal places = std::ldexp(magnitude, -last);
  ElementwiseModelReal kept = RoundedToEven(places);
  // Without a mantissa, even is what has an even exponent field.
  const bool even_field = (exponent - own.least_exponent + 1) % 2 == 0;
  if (mantissa_bits == 0 && places == 1.5L) kept = even_field ? 1 : 2;
  ElementwiseModelReal reduced = std::ldexp(kept, last);
  if (exponent_bits < own.exponent_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    if (reduced >= std::ldexp(ElementwiseModelReal{1}, bias + 1)) reduced = INFINITY;
    if (reduced < std::ldexp(ElementwiseModelReal{1}, 1 - bias)) reduced = 0;
  }
  return ConvertedElement(type, RealModel(std::copysign(reduced, x.real)));
}

ElementModel StochasticModel(PrimitiveType to, long double x, uint64_t random, int random_bits) {
  if (!std::isfinite(x)) return ConvertedElement(to, RealModel(x));
  const ElementwiseModelReal magnitude = std::fabs(x);
  const ElementwiseModelReal whole = std::floor(magnitude);
  const ElementwiseModelReal threshold = std::floor(std::ldexp(magnitude - whole, random_bits));
  const ElementwiseModelReal rounded =
      static_cast<ElementwiseModelReal>(random) < threshold ? whole + 1 : whole;
  return ConvertedElement(to, RealModel(std::copysign(rounded, x)));
}

}  // namespace hloom::testing_support
