// The maximum distance of results from the exact value, in ulps of the element type, for each
// function. Tests check runs against this table. docs/accuracy.md has the measured values.
//
// F32 computes in double, to at least 29 bits, and rounds once: 0.54. Only the exponential and the
// logarithm compute in F32. Narrower types compute in F32 and round once more: 0.51, counted in
// their own, larger ulps. F64 and C128 are as good as the vectors' formulas or the C library; the
// numbers leave room for the libraries of other platforms. C64 computes in double with the
// functions of C128.
#ifndef HLOOM_TESTS_SUPPORT_TOLERANCES_H_
#define HLOOM_TESTS_SUPPORT_TOLERANCES_H_

#include <string_view>

namespace hloom::testing_support {

inline constexpr double kRoundedOnce = 0.51;
// F32, of functions that compute vectors of doubles.
inline constexpr double kNearlyRoundedOnce = 0.54;
// C64, in ulps of the result's modulus: two parts that are each rounded once.
inline constexpr double kRoundedOnceComplex = 0.75;

struct Tolerance {
  std::string_view operation;
  double real;     // F64, in ulps of the result
  double complex;  // C128, in ulps of the result's modulus; 0: not defined. For power: those ulps
                   // divided by 1 + |w log z|; for divide: ulps of the larger part
  std::string_view reason;
  double narrow = kRoundedOnceComplex;  // C64
  double single = kNearlyRoundedOnce;   // F32
};

inline constexpr Tolerance kTolerances[] = {
    {"abs", 0.5, 1, "a root of a sum"},
    {"acos", 1, 4, "the library's; Kahan's formula"},
    {"acosh", 3, 4, "log1p and a root in some libraries; Kahan's formula"},
    {"asin", 1, 4, "the library's; Kahan's formula"},
    {"asinh", 3, 4, "log1p and a root in some libraries; Kahan's formula"},
    {"atan", 1, 4, "the library's; atanh, turned"},
    {"atan2", 1, 5,
     "the library's; an angle of a sum of products, and a logarithm of their quotient"},
    {"atanh", 3, 4, "log1p and a quotient in some libraries; Kahan's formula"},
    {"cbrt", 1, 4, "a Newton step after the library's; a root, an angle and its sine"},
    {"cosh", 2, 3, "two exponentials in some libraries; a product"},
    {"cosine", 1, 3, "a polynomial; a product"},
    {"divide", 0.5, 4, "IEEE 754: rounded correctly; sums of products"},
    {"erf", 1, 0, "the library's"},
    {"exponential", 1, 2, "a polynomial; a product", kRoundedOnceComplex, 0.85},
    {"exponential-minus-one", 1, 4, "the library's; a difference that may cancel"},
    {"log", 1, 2, "a polynomial; exact sums near the unit circle", kRoundedOnceComplex, 0.85},
    {"log-plus-one", 1, 2, "the library's; exact sums near 0"},
    {"logistic", 2, 6, "an exponential, a sum, a quotient"},
    {"multiply", 0.5, 3, "IEEE 754: rounded correctly; sums of products, for C64 in F32", 3},
    {"power", 1, 4,
     "a logarithm in two parts; a logarithm times the exponent, whose error grows with it"},
    {"rsqrt", 1.5, 4, "a root and a quotient"},
    {"sign", 0.5, 2, "exact; a root of a sum and a quotient"},
    {"sine", 1, 3, "a polynomial; a product"},
    {"sinh", 2, 3, "expm1 and a quotient in some libraries; a product"},
    {"sqrt", 0.5, 2.5, "IEEE 754: rounded correctly; a root of a sum"},
    {"tan", 1, 6, "the library's; Kahan's formula"},
    {"tanh", 2, 6, "an exponential less 1 and a quotient; Kahan's formula"},
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_TOLERANCES_H_
