// On which devices a program runs.
#ifndef HLOOM_COMM_RUN_GRID_H_
#define HLOOM_COMM_RUN_GRID_H_

#include "hlo/hlo_module.h"
#include "ops/collectives/device_groups.h"
#include "ops/op_def.h"

namespace hloom {

// The maximum number of devices of a run: each has its own values and frames.
inline constexpr int64_t kMostDevices = 1024;

// Returns the grid for the requested counts; 0 means the module's count. comm.c4: a module that
// states replica_count or num_partitions runs on as many. comm.c5: there are from 1 to
// kMostDevices.
StatusOr<DeviceGrid> RunGrid(const HloModule& module, int64_t replicas, int64_t partitions);

Span<const Rule> RunGridRules();

}  // namespace hloom

#endif  // HLOOM_COMM_RUN_GRID_H_
