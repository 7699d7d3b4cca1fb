// Equality of modules, which a round trip through text or bytes must preserve, and of the functions
// of computations.
#ifndef HLOOM_HLO_HLO_EQUALITY_H_
#define HLOOM_HLO_HLO_EQUALITY_H_

#include <string>

#include "hlo/hlo_module.h"

namespace hloom {

// Empty if everything but the ids is equal: names, order, shapes with their layouts, operations,
// attributes, calls, extras, configuration. Otherwise the first difference, as a sentence.
std::string HloDifference(const HloModule& a, const HloModule& b);

// True if two computations have the same operations on the same operands in the same order. Ignores
// names and everything that has no effect on values. Their callees must be the same computations.
bool SameFunction(const HloComputation& a, const HloComputation& b);

}  // namespace hloom

#endif  // HLOOM_HLO_HLO_EQUALITY_H_
