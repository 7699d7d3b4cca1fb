// Iteration for both graphs of a module, DOT and JSON.
#ifndef HLOOM_TEXT_GRAPH_GRAPH_ITERATION_H_
#define HLOOM_TEXT_GRAPH_GRAPH_ITERATION_H_

#include "ops/op_def.h"

namespace hloom {

// Calls `f(region name, called computation)` for each in turn.
template <typename F>
void ForEachCallee(const HloInstruction& instruction, F f) {
  const auto callees = instruction.called_computations();
  for (const RegionSpec& region : GetOpDef(instruction.opcode()).regions) {
    if (region.applies != nullptr && !region.applies(instruction)) continue;
    const size_t first = static_cast<size_t>(region.first);
    const size_t end =
        region.count < 0 ? callees.size() : first + static_cast<size_t>(region.count);
    for (size_t i = first; i < end && i < callees.size(); ++i) f(region.name, *callees[i]);
  }
}

// Calls `f(name, count)` for replica_count and num_partitions, if they are not 1.
template <typename F>
void ForEachDeviceCount(const HloModule& module, F f) {
  const HloModuleConfig& config = module.config();
  if (config.replica_count != 1) f("replica_count", config.replica_count);
  if (config.num_partitions != 1) f("num_partitions", config.num_partitions);
}

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_GRAPH_ITERATION_H_
