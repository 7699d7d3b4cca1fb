// Unaries that round to integers: ceil, floor, round-nearest-afz, round-nearest-even.
#include <cmath>

#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

constexpr TypeSet kFloating = TypeSet::kFloating;

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

}  // namespace

extern const OpDef kCeilDef, kFloorDef, kRoundNearestAfzDef, kRoundNearestEvenDef;

constexpr OpDef kCeilDef =
    UnaryDef(HloOpcode::kCeil, "ceil", kFloating, &kUnaryKernel<Ceil, kFloating>,
             "The least integer that is not less than each element. -0.5 gives -0.");
constexpr OpDef kFloorDef =
    UnaryDef(HloOpcode::kFloor, "floor", kFloating, &kUnaryKernel<Floor, kFloating>,
             "The greatest integer that is not greater than each element.");
constexpr OpDef kRoundNearestAfzDef =
    UnaryDef(HloOpcode::kRoundNearestAfz, "round-nearest-afz", kFloating,
             &kUnaryKernel<RoundAwayFromZero, kFloating>,
             "The nearest integer; ties go away from zero: 2.5 gives 3, -2.5 gives -3.");
constexpr OpDef kRoundNearestEvenDef =
    UnaryDef(HloOpcode::kRoundNearestEven, "round-nearest-even", kFloating,
             &kUnaryKernel<RoundToEven, kFloating>,
             "The nearest integer; ties go to the even one: 2.5 gives 2, -0.5 gives -0.");

}  // namespace hloom
