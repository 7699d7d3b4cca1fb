// Executable: a module made ready for the step machine, with a plan of each computation.
#ifndef HLOOM_RUNTIME_EXECUTABLE_H_
#define HLOOM_RUNTIME_EXECUTABLE_H_

#include <memory>
#include <unordered_map>

#include "comm/channel_table.h"
#include "comm/collective_table.h"
#include "hlo/attributes/result_accuracy.h"
#include "runtime/plan.h"

namespace hloom {

class Executable {
 public:
  // The module must have passed the verifier, or come from a builder. Computations that take
  // dynamic arrays are prepared for them: errors are those of ops/dynamic_dimension_inference.h and
  // of OpEval::check_runs. A run has the devices of `grid`. HIGHEST has the effect of
  // result_accuracy={mode=highest} on all instructions, also on those without that attribute, such
  // as atan2.
  static StatusOr<std::shared_ptr<const Executable>> Create(
      std::shared_ptr<const HloModule> module, const DeviceGrid& grid = {},
      ResultAccuracy::Mode accuracy = ResultAccuracy::DEFAULT);

  // The same for a module with another owner, which must outlive the executable.
  static StatusOr<std::shared_ptr<const Executable>> CreateFor(const HloModule& module,
                                                               const DeviceGrid& grid = {}) {
    // A shared pointer that owns nothing.
    return Create(std::shared_ptr<const HloModule>(std::shared_ptr<void>(), &module), grid);
  }

  // The module that runs: the given one, or its rewritten form.
  const HloModule& module() const { return *module_; }
  // The shape of a run's result, as the program declares it.
  const ShapePtr& result_shape() const { return result_shape_; }
  // An instruction that returns a buffer, or null. A program with one cannot run.
  const HloInstruction* buffer() const { return buffer_; }
  const DeviceGrid& grid() const { return grid_; }
  // The groups that meet at collectives, or the reason why the program cannot run on these devices.
  const StatusOr<CollectiveTable>& collectives() const { return collectives_; }
  const StatusOr<ChannelTable>& channels() const { return channels_; }
  // Returns the error of either: a program with one cannot run.
  Status CheckDevices() const {
    return collectives_.ok() ? channels_.status() : collectives_.status();
  }
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
