// Shared by the parts of bitcast.
#ifndef HLOOM_OPS_DATA_MOVEMENT_BITCAST_H_
#define HLOOM_OPS_DATA_MOVEMENT_BITCAST_H_

#include "hlo/hlo_module.h"

namespace hloom {

// Returns true if elements of the result take more or fewer bits in memory than the operand's.
bool ChangesWidth(const HloInstruction& bitcast);

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_BITCAST_H_
