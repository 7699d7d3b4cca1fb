// Executable: a module made ready for the step machine, with a plan of each computation.
#ifndef HLOOM_RUNTIME_EXECUTABLE_H_
#define HLOOM_RUNTIME_EXECUTABLE_H_

#include <memory>
#include <unordered_map>

#include "comm/channel_table.h"
#include "comm/collective_table.h"
#include "runtime/plan.h"

namespace hloom {

class Executable {
 public:
  // The module has passed the verifier, or comes from a builder. Computations that are handed
  // dynamic arrays are made ready for them: errors are those of ops/dynamic_dimension_inference.h,
  // and of OpEval::check_runs. A run has the devices of `grid`.
  static StatusOr<std::shared_ptr<const Executable>> Create(std::shared_ptr<const HloModule> module,
                                                            const DeviceGrid& grid = {});

  // The same for a module that outlives the executable, and belongs to somebody else.
  static StatusOr<std::shared_ptr<const Executable>> CreateFor(const HloModule& module,
                                                               const DeviceGrid& grid = {}) {
    // A shared pointer that owns nothing.
    return Create(std::shared_ptr<const HloModule>(std::shared_ptr<void>(), &module), grid);
  }

  // What runs: the module, or what became of it.
  const HloModule& module() const { return *module_; }
  // The shape of what a run gives, as the program declares it.
  const ShapePtr& result_shape() const { return result_shape_; }
  // An instruction that gives a buffer, with which no program runs, or null.
  const HloInstruction* buffer() const { return buffer_; }
  const DeviceGrid& grid() const { return grid_; }
  // Who meets whom at collectives, or why the program does not run on these devices.
  const StatusOr<CollectiveTable>& collectives() const { return collectives_; }
  const StatusOr<ChannelTable>& channels() const { return channels_; }
  // The plan of one of the module's computations; plans are numbered from 0.
  const ComputationPlan& PlanOf(const HloComputation& computation) const {
    return plans_.find(&computation)->second;
  }
  size_t plan_count() const { return plans_.size(); }

 private:
  Executable(std::shared_ptr<const HloModule> module, const DeviceGrid& grid);
  void Link();

  std::shared_ptr<const HloModule> module_;
  const DeviceGrid grid_;
  const StatusOr<CollectiveTable> collectives_;
  const StatusOr<ChannelTable> channels_;
  ShapePtr result_shape_;
  const HloInstruction* buffer_ = nullptr;
  std::unordered_map<const HloComputation*, ComputationPlan> plans_;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_EXECUTABLE_H_
