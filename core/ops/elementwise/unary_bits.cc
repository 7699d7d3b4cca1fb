// Unaries of bits: not, popcnt, count-leading-zeros.
#include <bit>

#include "ops/elementwise/bits.h"
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

struct Not {
  template <typename T>
  static T Apply(T x) {
    if constexpr (std::is_same_v<T, bool>) {
      return !x;
    } else {
      return static_cast<T>(~x);
    }
  }
};
struct PopulationCount {
  template <typename T>
  static T Apply(T x, int bits) {
    return static_cast<T>(std::popcount(BitsOf(x, bits)));
  }
};
struct CountLeadingZeros {
  template <typename T>
  static T Apply(T x, int bits) {
    return static_cast<T>(bits - static_cast<int>(std::bit_width(BitsOf(x, bits))));
  }
};

constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kIntegral = TypeSet::kIntegral;

}  // namespace

extern const OpDef kNotDef, kPopulationCountDef, kClzDef;

constexpr OpDef kNotDef = UnaryDef(HloOpcode::kNot, "not", kLogical, &kUnaryKernel<Not, kLogical>,
                                   "Logical not of PREDs, bitwise of integers.");
constexpr OpDef kPopulationCountDef = UnaryDef(
    HloOpcode::kPopulationCount, "popcnt", kIntegral, &kBitsUnaryKernel<PopulationCount>,
    "The number of bits that are set in each element. As all integers, it wraps where the element "
    "type is too small for it: both bits of an S2 count -2.");
constexpr OpDef kClzDef = UnaryDef(
    HloOpcode::kClz, "count-leading-zeros", kIntegral, &kBitsUnaryKernel<CountLeadingZeros>,
    "The number of zero bits above the highest bit that is set; the width of the type for 0. As "
    "all integers, it wraps where the element type is too small for it.");

}  // namespace hloom
