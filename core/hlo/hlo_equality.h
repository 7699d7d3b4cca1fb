// Whether two modules are the same: what a round trip through text or bytes must give back.
#ifndef HLOOM_HLO_HLO_EQUALITY_H_
#define HLOOM_HLO_HLO_EQUALITY_H_

#include <string>

#include "hlo/hlo_module.h"

namespace hloom {

// Empty if everything but the ids is equal: names, order, shapes with their layouts, operations,
// attributes, calls, extras, configuration. Otherwise the first difference, as a sentence.
std::string HloDifference(const HloModule& a, const HloModule& b);

}  // namespace hloom

#endif  // HLOOM_HLO_HLO_EQUALITY_H_
