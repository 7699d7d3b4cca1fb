// Compares values: the places where an array differs from the expected one, and the distances.
#ifndef HLOOM_LITERAL_LITERAL_COMPARISON_H_
#define HLOOM_LITERAL_LITERAL_COMPARISON_H_

#include <cstdint>
#include <string>
#include <vector>

#include "literal/literal.h"

namespace hloom {

enum class ComparisonMode {
  kBits,    // the same bits: -0 is not +0, a NaN has its payload
  kValues,  // equal numbers: -0 is +0
  // At most `ulps` values of the type are between the two, sign included: the largest finite value
  // and infinity are neighbors, -0 and +0 are equal. Integers use their difference; complex
  // numbers compare each part.
  kUlps,
  // |actual - expected| <= absolute + relative * |expected|; infinities must be equal. For complex
  // numbers these are absolute values.
  kTolerance,
};

struct ComparisonOptions {
  ComparisonMode mode = ComparisonMode::kValues;
  uint64_t ulps = 0;
  double absolute = 0;
  double relative = 0;
  // True if a NaN equals any NaN (not in kBits); otherwise it equals nothing.
  bool nan_is_nan = true;
  // The number of mismatches that are kept with their places.
  int64_t max_mismatches = 5;

  static ComparisonOptions Bits() { return {.mode = ComparisonMode::kBits}; }
  static ComparisonOptions Ulps(uint64_t n) { return {.mode = ComparisonMode::kUlps, .ulps = n}; }
  static ComparisonOptions Near(double absolute, double relative) {
    return {.mode = ComparisonMode::kTolerance, .absolute = absolute, .relative = relative};
  }
};

struct ComparisonReport {
  struct Mismatch {
    ShapeIndex shape_index;  // {} for an array outside of a tuple
    std::vector<int64_t> index;
    std::string expected;
    std::string actual;
    std::string distance;  // "2 ulps", "off by 0.25 (relative 0.1)"; empty if there is none
  };

  std::string different_shapes;  // the difference in shape, if no elements were compared
  int64_t compared = 0;
  int64_t mismatched = 0;
  std::vector<Mismatch> mismatches;  // the first mismatches, in row-major order
  // The largest errors over all pairs of finite numbers, mismatched or not.
  double max_absolute_error = 0;
  double max_relative_error = 0;
  uint64_t max_ulps = 0;

  bool equal() const { return different_shapes.empty() && mismatched == 0; }
  // "equal", or:
  //   2 of 6 elements differ (largest error 0.5, relative 0.25, 4194304 ulps)
  //     at {1}[0,2]: expected 3, actual 3.5, off by 0.5 (relative 0.166667)
  std::string ToString() const;
};

// Layouts and padding do not matter, types and sizes do. Tokens are equal.
ComparisonReport CompareLiterals(const Literal& expected, const Literal& actual,
                                 const ComparisonOptions& options = {});

// The number of values between two elements of a type: 0 when they are equal, UINT64_MAX where only
// one is NaN. For complex types the worse part counts.
uint64_t UlpDistance(PrimitiveType type, const std::byte* a, const std::byte* b);

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_COMPARISON_H_
