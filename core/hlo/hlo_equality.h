// Whether two modules are the same: what a round trip through text or bytes must give back; and
// whether two computations compute the same.
#ifndef HLOOM_HLO_HLO_EQUALITY_H_
#define HLOOM_HLO_HLO_EQUALITY_H_

#include <string>

#include "hlo/hlo_module.h"

namespace hloom {

// Empty if everything but the ids is equal: names, order, shapes with their layouts, operations,
// attributes, calls, extras, configuration. Otherwise the first difference, as a sentence.
std::string HloDifference(const HloModule& a, const HloModule& b);

// Whether two computations are the same but for names and for what says nothing of values: the same
// operations on the same operands in the same order. What they call must be the same computation.
bool SameFunction(const HloComputation& a, const HloComputation& b);

}  // namespace hloom

#endif  // HLOOM_HLO_HLO_EQUALITY_H_
