// Builder functions: elementwise mathematics: powers, shifts, transcendental functions, conversions.
#ifndef HLOOM_BUILDER_MATH_FUNCTIONS_H_
#define HLOOM_BUILDER_MATH_FUNCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {}  // namespace hloom

#endif  // HLOOM_BUILDER_MATH_FUNCTIONS_H_
