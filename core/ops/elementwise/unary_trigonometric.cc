// Circular and hyperbolic functions, and their inverses.
#include <cmath>
#include <limits>

#include "ops/elementwise/complex_math.h"
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

double Sin(double x) { return std::sin(x); }
double Cos(double x) { return std::cos(x); }
double Tan(double x) { return std::tan(x); }
double Sinh(double x) { return std::sinh(x); }
double Cosh(double x) { return std::cosh(x); }
double Tanh(double x) { return std::tanh(x); }
double Asin(double x) { return std::asin(x); }
double Acos(double x) { return std::acos(x); }
double Asinh(double x) { return std::asinh(x); }
// The wasm toolchain's library gives numbers for what is far below 1.
double Acosh(double x) { return x < 1 ? std::numeric_limits<double>::quiet_NaN() : std::acosh(x); }
double Atanh(double x) { return std::atanh(x); }

template <double (*kReal)(double), Complex128 (*kComplex)(Complex128)>
constexpr OpDef Def(HloOpcode opcode, std::string_view name, std::string_view doc) {
  constexpr TypeSet kTypes = TypeSet::kFloatingOrComplex;
  return UnaryDef(opcode, name, kTypes, &kUnaryKernel<Function<kReal, kComplex>, kTypes>, doc);
}
// With a result_accuracy.
template <double (*kReal)(double), Complex128 (*kComplex)(Complex128)>
constexpr OpDef Accurate(HloOpcode opcode, std::string_view name, std::string_view doc) {
  constexpr TypeSet kTypes = TypeSet::kFloatingOrComplex;
  return AccurateDef(opcode, name, kTypes, &kUnaryKernel<Function<kReal, kComplex>, kTypes>, doc);
}

}  // namespace

extern const OpDef kSinDef, kCosDef, kTanDef, kSinhDef, kCoshDef, kTanhDef;
extern const OpDef kAsinDef, kAcosDef, kAsinhDef, kAcoshDef, kAtanhDef;

constexpr OpDef kSinDef = Accurate<Sin, ComplexSin>(
    HloOpcode::kSin, "sine", "The sine of each element, in radians; of an infinity NaN.");
constexpr OpDef kCosDef = Accurate<Cos, ComplexCos>(
    HloOpcode::kCos, "cosine", "The cosine of each element, in radians; of an infinity NaN.");
constexpr OpDef kTanDef = Accurate<Tan, ComplexTan>(
    HloOpcode::kTan, "tan", "The tangent of each element, in radians; of an infinity NaN.");
constexpr OpDef kSinhDef =
    Def<Sinh, ComplexSinh>(HloOpcode::kSinh, "sinh", "The hyperbolic sine of each element.");
constexpr OpDef kCoshDef =
    Def<Cosh, ComplexCosh>(HloOpcode::kCosh, "cosh", "The hyperbolic cosine of each element.");
constexpr OpDef kTanhDef = Accurate<Tanh, ComplexTanh>(HloOpcode::kTanh, "tanh",
                                                       "The hyperbolic tangent of each element.");
constexpr OpDef kAsinDef = Def<Asin, ComplexAsin>(
    HloOpcode::kAsin, "asin",
    "The arc sine of each element; NaN of a real number outside -1..1, while complex numbers have "
    "it everywhere, cut along the real axis outside -1..1.");
constexpr OpDef kAcosDef = Def<Acos, ComplexAcos>(
    HloOpcode::kAcos, "acos",
    "The arc cosine of each element; NaN of a real number outside -1..1, while complex numbers "
    "have it everywhere, cut along the real axis outside -1..1.");
constexpr OpDef kAsinhDef =
    Def<Asinh, ComplexAsinh>(HloOpcode::kAsinh, "asinh",
                             "The inverse hyperbolic sine of each element; complex numbers are cut "
                             "along the imaginary axis outside -i..i.");
constexpr OpDef kAcoshDef =
    Def<Acosh, ComplexAcosh>(HloOpcode::kAcosh, "acosh",
                             "The inverse hyperbolic cosine of each element; NaN of a real number "
                             "below 1, while complex numbers are cut along the real axis there.");
constexpr OpDef kAtanhDef = Def<Atanh, ComplexAtanh>(
    HloOpcode::kAtanh, "atanh",
    "The inverse hyperbolic tangent of each element: infinite at -1 and 1; NaN of a real number "
    "outside them, while complex numbers are cut along the real axis there.");

}  // namespace hloom
