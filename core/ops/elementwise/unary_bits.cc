// Unaries of bits: not, popcnt, count-leading-zeros.
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kIntegral = TypeSet::kIntegral;

}  // namespace

constexpr OpDef kNotDef =
    UnaryDef(HloOpcode::kNot, "not", kLogical,
             "Computes the logical not of PREDs, the bitwise not of integers.");
constexpr OpDef kPopulationCountDef =
    UnaryDef(HloOpcode::kPopulationCount, "popcnt", kIntegral,
             "Counts the bits that are set in each element. The count wraps if the element type is "
             "too small for it: an S2 with both bits set gives -2.");
constexpr OpDef kClzDef = UnaryDef(
    HloOpcode::kClz, "count-leading-zeros", kIntegral,
    "Counts the zero bits above the highest bit that is set in each element; 0 gives the width of "
    "the type. The count wraps if the element type is too small for it.");

}  // namespace hloom
