// Builder functions: functions that move elements without computing: slices, pads, transposes, reshapes.
#ifndef HLOOM_BUILDER_DATA_MOVEMENT_FUNCTIONS_H_
#define HLOOM_BUILDER_DATA_MOVEMENT_FUNCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {}  // namespace hloom

#endif  // HLOOM_BUILDER_DATA_MOVEMENT_FUNCTIONS_H_
