#ifndef HLOOM_OPS_WINDOWS_SCAN_STEPS_H_
#define HLOOM_OPS_WINDOWS_SCAN_STEPS_H_

#include "ops/op_eval.h"

namespace hloom {

// The steps of a scan, one after the other: calls its computation for each.
StatusOr<ControlAction> ResumeScan(const HloInstruction& instruction, Operands operands,
                                   ControlState& state);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_SCAN_STEPS_H_
