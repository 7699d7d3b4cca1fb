// Unaries of bits: not, popcnt, count-leading-zeros.
#include "kernels/elementwise/element_function.h"

#include <bit>

#include "kernels/elementwise/loops.h"

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

}  // namespace

extern constexpr ElementLoops kNotLoops = UnaryLoops<Not, kLogical>;
extern constexpr ElementLoops kPopulationCountLoops = BitsUnaryLoops<PopulationCount>;
extern constexpr ElementLoops kClzLoops = BitsUnaryLoops<CountLeadingZeros>;

}  // namespace hloom
