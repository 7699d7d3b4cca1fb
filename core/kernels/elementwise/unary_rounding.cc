// Unaries that round to integers: ceil, floor, round-nearest-afz, round-nearest-even.
#include "kernels/elementwise/element_function.h"

#include <cmath>

#include "kernels/elementwise/loops.h"

namespace hloom {

namespace {

struct Ceil {
  template <typename T>
  static T Apply(T x) {
    return std::ceil(x);
  }
};
struct Floor {
  template <typename T>
  static T Apply(T x) {
    return std::floor(x);
  }
};
struct RoundAwayFromZero {
  template <typename T>
  static T Apply(T x) {
    return std::round(x);
  }
};
// The rounding mode is never changed from to-nearest-even.
struct RoundToEven {
  template <typename T>
  static T Apply(T x) {
    return std::nearbyint(x);
  }
};

constexpr TypeSet kUnaryRoundingFloating = TypeSet::kFloating;

}  // namespace

extern constexpr ElementLoops kCeilLoops = UnaryLoops<Ceil, kUnaryRoundingFloating>;
extern constexpr ElementLoops kFloorLoops = UnaryLoops<Floor, kUnaryRoundingFloating>;
extern constexpr ElementLoops kRoundNearestAfzLoops =
    UnaryLoops<RoundAwayFromZero, kUnaryRoundingFloating>;
extern constexpr ElementLoops kRoundNearestEvenLoops =
    UnaryLoops<RoundToEven, kUnaryRoundingFloating>;

}  // namespace hloom
