// Circular and hyperbolic functions, and their inverses.
#include "kernels/elementwise/elements.h"

#include <cmath>
#include <limits>

#include "kernels/elementwise/complex_math.h"
#include "kernels/elementwise/loops.h"
#include "kernels/vector_math/exponential.h"
#include "kernels/vector_math/logarithm.h"
#include "kernels/vector_math/loops.h"
#include "kernels/vector_math/trigonometric.h"

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

template <double (*kReal)(double), std::complex<double> (*kComplex)(std::complex<double>)>
constexpr ElementLoops::Choice kTrigonometricOnce =
    UnaryLoopFor<Function<kReal, kComplex>, TypeSet::kFloatingOrComplex>;

}  // namespace

using vector_math::DoubleVectors;
using vector_math::FloatsThroughDoubles;
using vector_math::FloatVectors;
using vector_math::VectorLoops;

extern constexpr ElementLoops kSinLoops =
    VectorLoops<FloatVectors<vector_math::Sin32>, DoubleVectors<vector_math::Sin64>,
                kTrigonometricOnce<Sin, ComplexSin>>;
extern constexpr ElementLoops kCosLoops =
    VectorLoops<FloatVectors<vector_math::Cos32>, DoubleVectors<vector_math::Cos64>,
                kTrigonometricOnce<Cos, ComplexCos>>;
extern constexpr ElementLoops kTanLoops =
    VectorLoops<FloatVectors<vector_math::Tan32>, nullptr, kTrigonometricOnce<Tan, ComplexTan>>;
extern constexpr ElementLoops kSinhLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::SinhForFloat>, nullptr,
                kTrigonometricOnce<Sinh, ComplexSinh>>;
extern constexpr ElementLoops kCoshLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::CoshForFloat>, nullptr,
                kTrigonometricOnce<Cosh, ComplexCosh>>;
extern constexpr ElementLoops kTanhLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::TanhForFloat>, DoubleVectors<vector_math::Tanh64>,
                kTrigonometricOnce<Tanh, ComplexTanh>>;
extern constexpr ElementLoops kAsinLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::AsinForFloat>, nullptr,
                kTrigonometricOnce<Asin, ComplexAsin>>;
extern constexpr ElementLoops kAcosLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::AcosForFloat>, nullptr,
                kTrigonometricOnce<Acos, ComplexAcos>>;
extern constexpr ElementLoops kAsinhLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::AsinhForFloat>, nullptr,
                kTrigonometricOnce<Asinh, ComplexAsinh>>;
extern constexpr ElementLoops kAcoshLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::AcoshForFloat>, nullptr,
                kTrigonometricOnce<Acosh, ComplexAcosh>>;
extern constexpr ElementLoops kAtanhLoops =
    VectorLoops<FloatsThroughDoubles<vector_math::AtanhForFloat>, nullptr,
                kTrigonometricOnce<Atanh, ComplexAtanh>>;

}  // namespace hloom
