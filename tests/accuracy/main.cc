// Measures every transcendental function and prints docs/accuracy.md.
#include <cstdio>
#include <cstdlib>

#include "support/accuracy.h"
#include "support/tolerances.h"
#include "tables.h"

namespace hloom::testing_support {
namespace {

constexpr PrimitiveType kTypes[] = {F16, BF16, F32, F64};

bool failed = false;

void PrintCell(const Accuracy& accuracy, double tolerance) {
  if (accuracy.samples == 0) {
    std::printf(" |");
    return;
  }
  std::printf(" %.3f |", accuracy.worst);
  if (!accuracy.wrong.empty() || accuracy.worst > tolerance) {
    failed = true;
    std::fprintf(stderr, "%s: %.3f ulps at %s, tolerance %.2f\n", accuracy.wrong.c_str(),
                 accuracy.worst, accuracy.at.c_str(), tolerance);
  }
}

void PrintReal(int64_t samples) {
  std::printf("| operation | F16 | BF16 | F32 | F64 | F64 may be | worst F64 argument |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (const Tolerance& tolerance : kTolerances) {
    std::printf("| %s |", std::string(tolerance.operation).c_str());
    std::string at;
    for (PrimitiveType type : kTypes) {
      const Accuracy accuracy = Measure(tolerance.operation, type, samples);
      PrintCell(accuracy, type == F64   ? tolerance.real
                          : type == F32 ? tolerance.single
                                        : kRoundedOnce);
      at = accuracy.at;
    }
    std::printf(" %g | %s |\n", tolerance.real, at.c_str());
  }
}

void PrintComplex(int64_t samples) {
  std::printf(
      "| operation | C64 | C128 | C128 may be | C128, worst part | worst C128 argument |\n");
  std::printf("|---|---|---|---|---|---|\n");
  for (const Tolerance& tolerance : kTolerances) {
    if (tolerance.complex == 0) continue;
    std::printf("| %s |", std::string(tolerance.operation).c_str());
    PrintCell(Measure(tolerance.operation, C64, samples), tolerance.narrow);
    const Accuracy accuracy = Measure(tolerance.operation, C128, samples);
    PrintCell(accuracy, tolerance.complex);
    std::printf(" %g | %.3g | %s |\n", tolerance.complex, accuracy.worst_part, accuracy.at.c_str());
  }
}

void PrintAllMagnitudes(int64_t samples) {
  std::printf("| operation | C64 | C128 | worst C64 argument | worst C128 argument |\n");
  std::printf("|---|---|---|---|---|\n");
  for (const Tolerance& tolerance : kTolerances) {
    if (tolerance.complex == 0) continue;
    std::printf("| %s |", std::string(tolerance.operation).c_str());
    std::string at[2];
    for (const PrimitiveType type : {C64, C128}) {
      const Accuracy accuracy = Measure(tolerance.operation, type, samples, Magnitudes::kAll);
      PrintCell(accuracy, type == C64 ? tolerance.narrow : tolerance.complex);
      at[type == C128] = accuracy.at;
    }
    std::printf(" %s | %s |\n", at[0].c_str(), at[1].c_str());
  }
}

void PrintSpecialValues() {
  std::printf(
      "\n## Special values of complex functions\n\n"
      "Zeros, infinities, NaN, the largest numbers and those next to 0 give C99's Annex G and the "
      "limits\n"
      "of the functions; `tests/cases/complex-special-values.jsonc` has them all. Some differ, "
      "because\n"
      "XLA's evaluator computes them otherwise:\n\n"
      "| operation | what it gives |\n|---|---|\n"
      "| atan2 | its formula, -i log((x + i y) / sqrt(x^2 + y^2)), in C's arithmetic: NaN for most "
      "infinities, for x = y = 0 and for x = -i y, NaN - inf i for x = i y; atan2(-2i, 1) is -pi/2 "
      "- 0.549i, while `Atan` of it, which is C's, is pi/2 - 0.549i |\n"
      "| multiply, divide | C's rules, but the parts of finite operands that overflow: each part "
      "is "
      "the nearest number or infinity, where C may give NaN |\n"
      "| power | 1 for z^0 and 1^w, whatever the other is; an infinity, or 0, for a power of an "
      "infinity with a real exponent |\n"
      "| rsqrt | inf + NaN i for 0, which is 1 / sqrt(0) |\n"
      "| sign | NaN for an infinite part, which is divided by the modulus; 0 for any zero |\n\n"
      "`cbrt`, `exponential-minus-one` and `log-plus-one` are not complex there. `logistic` of NaN "
      "+ "
      "0i\n"
      "is NaN + 0i, as `exponential` is. `rsqrt` and `logistic` of infinities are limits, whose "
      "zeros\n"
      "have the signs of small numbers; a quotient may give others.\n");
}

void PrintReasons() {
  std::printf("| operation | what F64 and C128 lose |\n|---|---|\n");
  for (const Tolerance& tolerance : kTolerances) {
    std::printf("| %s | %s |\n", std::string(tolerance.operation).c_str(),
                std::string(tolerance.reason).c_str());
  }
}

int Main(int64_t samples) {
  std::printf(
      "# Accuracy\n\n"
      "<!-- Written by `npm run accuracy`. Do not edit. -->\n\n"
      "The largest errors of runs, measured natively against 113-bit arithmetic, in "
      "ulps:\n"
      "distances of neighboring numbers of the element type at the exact result. 0.5 is a "
      "correctly\n"
      "rounded result. The tolerances are in `tests/core/support/tolerances.h` and are "
      "tested.\n\n"
      "## Real numbers\n\n"
      "F16 and BF16: all 65536 values. F32 and F64: %lld bit patterns over all magnitudes and "
      "%lld\n"
      "values between -10 and 10. NaN, infinities and overflow must agree with the reference.\n"
      "The second operand of functions of two is between -10 and 10. F8 types, F4E2M1FN\n"
      "and F8E8M0FNU compute in F32 as F16 does.\n\n",
      static_cast<long long>(samples), static_cast<long long>(samples));
  PrintReal(samples);
  std::printf(
      "\nF32, and F64 for exponential, log, logistic, power, rsqrt, sine, cosine, sqrt and tanh, "
      "are "
      "computed in\n"
      "vectors, with the same bits natively and in WebAssembly. `result_accuracy={mode=highest}` "
      "takes slower\n"
      "functions instead, which round F32 once: 0.500 of every operation above. Operations "
      "without that attribute,\n"
      "such as atan2 and power, do the same in programs that are compiled for it, by "
      "`client.compile(program,\n"
      "{ accuracy: 'highest' })`, `hloom run --accuracy highest`, or in C++ `Executable::Create` "
      "with\n"
      "`ResultAccuracy::HIGHEST`.\n\n"
      "### The numbers of F32\n\n"
      "The largest errors against the C library's functions of doubles, by `npm run accuracy -- "
      "--sweep`.\n"
      "4294967296 inputs are all numbers; fewer are every Nth of them. The inputs of atan2 and "
      "power are\n"
      "random pairs, and all pairs of 90 special numbers.\n\n"
      "@SWEEP@\n");
  std::printf(
      "\n## Complex numbers\n\n"
      "%lld values with parts from 2^-20 to 2^20 and %lld with parts between -10 and 10. Errors "
      "are\n"
      "distances in the plane, in ulps of the modulus; the worst part counts the ulps of that "
      "part\n"
      "alone. Special values are tested, not measured.\n\n"
      "If a part passes through zero while the other does not, six functions lose its digits, "
      "for\n"
      "they are differences of rounded terms there: the real part of `exponential-minus-one`, "
      "where\n"
      "e^x cos y = 1 and x > 0; the real part of `logistic`, where cos y = -e^x and x < 0; both\n"
      "parts of `power`, where the angle of the result passes a multiple of a right angle; both "
      "parts\n"
      "of `multiply` and `divide`, where two products cancel; and both parts of `atan2`, where "
      "the\n"
      "quotient of its operands is nearly real or imaginary. Against the modulus those errors are "
      "as\n"
      "small as elsewhere. The parts of all others stay within the worst part of the table, as "
      "does\n"
      "`logistic` for x >= 0, within 5 ulps.\n\n"
      "Every fourth pair of `atan2` is near a branch point, where one operand is i or -i times "
      "the\n"
      "other, and every fourth has a nearly real quotient; the second operand of the others has "
      "parts\n"
      "between -10 and 10.\n\n"
      "`power` is measured with exponents whose parts are between -10 and 10, every fourth real, "
      "every\n"
      "fourth an integer. It is exp(w log z): the error of C128 grows with |w log z|, and is given "
      "in\n"
      "units of 1 + |w log z| ulps. C64 computes in double and rounds once.\n\n",
      static_cast<long long>(samples / 2), static_cast<long long>(samples / 2));
  PrintComplex(samples / 2);
  std::printf(
      "\n## Complex numbers of all magnitudes\n\n"
      "The greatest errors of %lld values whose parts are from the number next to 0 to the "
      "largest\n"
      "one: 2^-149 to 2^127 of C64, 2^-1074 to 2^1023 of C128. One of four values has parts of "
      "any\n"
      "size, one has parts of about one size, one has both parts between 2^-40 and 2^12, and one "
      "has\n"
      "one part there. Nothing overflows or underflows on the way: where the exact result is a "
      "number\n"
      "of the type, so is the computed one. Errors are in ulps of the modulus, and of the larger "
      "part\n"
      "for `divide`. Next to 0, an ulp is the distance of denormal numbers. The limits are those "
      "of "
      "the\n"
      "table above.\n\n"
      "These are the exceptions. A part that is much smaller than the other is exact against the\n"
      "modulus only: the imaginary part of cbrt(1e200 + 1e-150i) is 0, not 1.5e-284. `power` "
      "takes\n"
      "exponents for which the modulus of w log z is 2^-60 to 2^9. A larger one, which gives "
      "numbers "
      "of\n"
      "the type only where it is nearly imaginary, costs the angle log2 |w log z| "
      "bits.\n\n",
      static_cast<long long>(samples));
  PrintAllMagnitudes(samples / 2);
  PrintSpecialValues();
  std::printf(
      "\n## The client library's functions\n\n"
      "They compute in F64 and round once. The tables of `tests/cases/special-functions.jsonc` "
      "and\n"
      "`tests/cases/gamma-functions.jsonc` hold values that were computed with 30 and more "
      "digits;\n"
      "distances are counted from the nearest numbers. The tolerances are there. Beyond the\n"
      "tables, a tail whose probability is exp(-t) is exact to about t ulps, 2e-13 for 1e-300. "
      "If\n"
      "`igamma`, `igammac` or `regularizedIncompleteBeta` is 1 minus the other tail, it has the\n"
      "absolute error of that. `polygamma` of orders above 170 is exact to about 5e-13. At\n"
      "negative x, orders 1 to 30 and `zeta` of 2 to 31 were compared with mpmath at more than\n"
      "5,000 places each, from -20 to 0, many of them near -k - 1/2. F32 is the nearest at all\n"
      "of them; F64 is within 14 ulps of `polygamma` and 5 of `zeta`, but where derivatives of "
      "even\n"
      "order have their zeros, near -k - 1/2. The differences there are off by up to\n"
      "5,900 ulps, for order 8 at the number after -15.5: far less than what the last bit of x\n"
      "changes.\n\n"
      "Near their zeros, the errors of `lgamma` and `digamma` are absolute, as what is left there\n"
      "is a difference: up to 4e-15 for `lgamma` near 1 and 2, and 1.6e-15 for `digamma` near\n"
      "1.4616. In F64 these are many ulps, 1e11 for `lgamma(1.0000000001)`; at 1 and 2 themselves\n"
      "`lgamma` is 0. The zeros at negative x are no better. In F32 both are within 0.7 ulps\n"
      "near 1, 2 and 1.4616.\n\n");
  failed = !PrintTablesOfCases() || failed;
  std::printf(
      "\n## Sums\n\n"
      "Sums of F32 and C64 add eight numbers in F32, in pairs, and go on with their sums in "
      "doubles: the\n"
      "error is at most 3 * 2^-24 of the sum of the magnitudes, and half an ulp of the result. "
      "Sums that\n"
      "overflow in F32 are computed in doubles, as are those of fewer than 64 neighbors in memory. "
      "The\n"
      "order of a sum does not depend on the number of threads.\n");
  std::printf("\n## Reasons\n\n");
  PrintReasons();
  return failed ? 1 : 0;
}

}  // namespace
}  // namespace hloom::testing_support

int main(int argc, char** argv) {
  return hloom::testing_support::Main(argc > 1 ? std::atoll(argv[1]) : 100000);
}
