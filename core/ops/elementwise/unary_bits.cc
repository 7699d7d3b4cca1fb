// Unaries of bits: not, popcnt, count-leading-zeros.
#include "ops/elementwise/unary.h"

namespace hloom {

namespace {

constexpr TypeSet kLogical = TypeSet::kLogical;
constexpr TypeSet kIntegral = TypeSet::kIntegral;

}  // namespace

extern const OpDef kNotDef, kPopulationCountDef, kClzDef;

constexpr OpDef kNotDef =
    UnaryDef(HloOpcode::kNot, "not", kLogical, "Logical not of PREDs, bitwise not of integers.");
constexpr OpDef kPopulationCountDef = UnaryDef(
    HloOpcode::kPopulationCount, "popcnt", kIntegral,
    "The number of bits that are set in each element. As all integers, it wraps where the element "
    "type is too small for it: both bits of an S2 count -2.");
constexpr OpDef kClzDef = UnaryDef(
    HloOpcode::kClz, "count-leading-zeros", kIntegral,
    "The number of zero bits above the highest bit that is set; the width of the type for 0. As "
    "all integers, it wraps where the element type is too small for it.");

}  // namespace hloom
