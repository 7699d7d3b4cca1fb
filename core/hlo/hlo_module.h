// HloComputation: instructions in an order in which operands come before their users. HloModule: an
// entry computation and everything it calls.
#ifndef HLOOM_HLO_HLO_MODULE_H_
#define HLOOM_HLO_HLO_MODULE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/hlo_instruction.h"
#include "hlo/module_config.h"

namespace hloom {

// The thread of computations that name none.
inline constexpr std::string_view kMainExecutionThread = "main";

class HloComputation {
 public:
  explicit HloComputation(std::string name) : name_(std::move(name)) {}
  // Frees callees that only this computation keeps, without recursion: chains of calls may be long.
  ~HloComputation();
  HloComputation(const HloComputation&) = delete;
  HloComputation& operator=(const HloComputation&) = delete;

  const std::string& name() const { return name_; }
  int64_t unique_id() const { return unique_id_; }
  void set_name_and_id(std::string name, int64_t id) {
    name_ = std::move(name);
    unique_id_ = id;
  }

  HloInstruction* AddInstruction(std::unique_ptr<HloInstruction> instruction);
  Span<const std::unique_ptr<HloInstruction>> instructions() const { return instructions_; }
  // Puts the instructions into another order; `order` has each of them once.
  void SetOrder(Span<HloInstruction* const> order);
  const HloInstruction* root() const { return root_; }
  void set_root(const HloInstruction* root) { root_ = root; }
  // The name of the thread on which a back end runs it, usually its callers'. It has no effect
  // here, because hloom runs instructions one after the other.
  const std::string& execution_thread() const { return execution_thread_; }
  void set_execution_thread(std::string name) { execution_thread_ = std::move(name); }
  // The parameters in the order of their numbers, set when the computation is complete.
  const std::vector<const HloInstruction*>& parameters() const { return parameters_; }
  void set_parameters(std::vector<const HloInstruction*> parameters) {
    parameters_ = std::move(parameters);
  }
  ProgramShape ComputeProgramShape() const;

  // A computation outside of a module shares ownership of its callees.
  void KeepAlive(std::shared_ptr<const HloComputation> callee) {
    kept_alive_.push_back(std::move(callee));
  }

 private:
  friend class ComputationMover;

  std::string name_;
  int64_t unique_id_ = 0;
  std::string execution_thread_{kMainExecutionThread};
  std::vector<std::unique_ptr<HloInstruction>> instructions_;
  std::vector<const HloInstruction*> parameters_;
  const HloInstruction* root_ = nullptr;
  mutable std::vector<std::shared_ptr<const HloComputation>> kept_alive_;
};

class HloModule {
 public:
  explicit HloModule(std::string name) : name_(std::move(name)) {}
  HloModule(const HloModule&) = delete;
  HloModule& operator=(const HloModule&) = delete;

  // A module of copies of `entry` and of everything it calls, callees first, with names and ids
  // that are unique in the module.
  static std::unique_ptr<HloModule> CreateFrom(const HloComputation& entry, std::string name);
  // The same, with the instructions themselves instead of copies if nothing else owns `entry` and
  // the computations that it keeps alive.
  static std::unique_ptr<HloModule> CreateFrom(std::shared_ptr<const HloComputation> entry,
                                               std::string name);
  // Returns the same module once more, names, ids and configuration included.
  std::unique_ptr<HloModule> Clone() const;

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  const HloModuleConfig& config() const { return config_; }
  HloModuleConfig& mutable_config() { return config_; }
  Span<const std::unique_ptr<HloComputation>> computations() const { return computations_; }
  bool has_entry_computation() const { return entry_ != nullptr; }
  const HloComputation& entry_computation() const { return *entry_; }
  HloComputation* AddComputation(std::unique_ptr<HloComputation> computation);
  void set_entry_computation(const HloComputation* entry) { entry_ = entry; }

 private:
  std::string name_;
  std::vector<std::unique_ptr<HloComputation>> computations_;
  const HloComputation* entry_ = nullptr;
  HloModuleConfig config_;
};

// "add.7" without its trailing number: "add".
std::string_view NameWithoutId(std::string_view name);

}  // namespace hloom

#endif  // HLOOM_HLO_HLO_MODULE_H_
