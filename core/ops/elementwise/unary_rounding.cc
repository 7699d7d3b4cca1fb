// Unaries that round to integers: ceil, floor, round-nearest-afz, round-nearest-even.
#include "ops/elementwise/unary.h"

namespace hloom {

constexpr OpDef kCeilDef = UnaryDef(
    HloOpcode::kCeil, "ceil", TypeSet::kFloating,
    "Rounds each element up to the least integer that is not less than it. -0.5 gives -0.");
constexpr OpDef kFloorDef =
    UnaryDef(HloOpcode::kFloor, "floor", TypeSet::kFloating,
             "Rounds each element down to the greatest integer that is not greater than it.");
constexpr OpDef kRoundNearestAfzDef =
    UnaryDef(HloOpcode::kRoundNearestAfz, "round-nearest-afz", TypeSet::kFloating,
             "Rounds each element to the nearest integer; ties go away from zero: 2.5 gives 3, "
             "-2.5 gives -3.");
constexpr OpDef kRoundNearestEvenDef =
    UnaryDef(HloOpcode::kRoundNearestEven, "round-nearest-even", TypeSet::kFloating,
             "Rounds each element to the nearest integer; ties go to the even one: 2.5 gives 2, "
             "-0.5 gives -0.");

}  // namespace hloom
