// On which devices a program runs.
#ifndef HLOOM_COMM_RUN_GRID_H_
#define HLOOM_COMM_RUN_GRID_H_

#include "hlo/hlo_module.h"
#include "ops/collectives/device_groups.h"
#include "ops/op_def.h"

namespace hloom {

// A run has no more devices than this: each has values and frames of its own.
inline constexpr int64_t kMostDevices = 1024;

// The devices that a caller asks for; 0 stands for what the module says. comm.c4: a module that
// says replica_count or num_partitions runs on as many. comm.c5: there are from 1 to kMostDevices.
StatusOr<DeviceGrid> RunGrid(const HloModule& module, int64_t replicas, int64_t partitions);

Span<const Rule> RunGridRules();

}  // namespace hloom

#endif  // HLOOM_COMM_RUN_GRID_H_
