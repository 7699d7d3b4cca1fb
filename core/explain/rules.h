// Rules of explain that several files check.
#ifndef HLOOM_EXPLAIN_RULES_H_
#define HLOOM_EXPLAIN_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kExplainC5 = {
    "explain.c5", "it takes at most a few seconds to find what an element reaches"};

}  // namespace hloom

#endif  // HLOOM_EXPLAIN_RULES_H_
