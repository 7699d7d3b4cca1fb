// Circular and hyperbolic functions, and their inverses.
#include "kernels/elementwise/elements.h"

#include <cmath>
#include <limits>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"

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
// The wasm toolchain's acosh returns numbers for arguments far below 1.
double Acosh(double x) { return x < 1 ? std::numeric_limits<double>::quiet_NaN() : std::acosh(x); }
double Atanh(double x) { return std::atanh(x); }

}  // namespace

constexpr ElementLoops kSinLoops =
    UnaryLoops<Function<Sin, ComplexSin>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kCosLoops =
    UnaryLoops<Function<Cos, ComplexCos>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kTanLoops =
    UnaryLoops<Function<Tan, ComplexTan>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kSinhLoops =
    UnaryLoops<Function<Sinh, ComplexSinh>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kCoshLoops =
    UnaryLoops<Function<Cosh, ComplexCosh>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kTanhLoops =
    UnaryLoops<Function<Tanh, ComplexTanh>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kAsinLoops =
    UnaryLoops<Function<Asin, ComplexAsin>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kAcosLoops =
    UnaryLoops<Function<Acos, ComplexAcos>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kAsinhLoops =
    UnaryLoops<Function<Asinh, ComplexAsinh>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kAcoshLoops =
    UnaryLoops<Function<Acosh, ComplexAcosh>, TypeSet::kFloatingOrComplex>;
constexpr ElementLoops kAtanhLoops =
    UnaryLoops<Function<Atanh, ComplexAtanh>, TypeSet::kFloatingOrComplex>;

}  // namespace hloom
