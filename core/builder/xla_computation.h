// XlaComputation: the result of a builder. Immutable; copies share it.
#ifndef HLOOM_BUILDER_XLA_COMPUTATION_H_
#define HLOOM_BUILDER_XLA_COMPUTATION_H_

#include <memory>
#include <string>
#include <utility>

#include "hlo/held_bytes.h"
#include "hlo/hlo_module.h"
#include "ops/make_instruction.h"

namespace hloom {

class XlaComputation {
 public:
  // Makes a null computation, which builder functions refuse (builder.c4).
  XlaComputation() = default;
  // `parts`: see InstructionMaker::parts. `config` is that of a module of its own; null: default.
  XlaComputation(std::shared_ptr<const HloComputation> entry, int64_t parts,
                 std::shared_ptr<const HloModuleConfig> config = nullptr)
      : entry_(std::move(entry)), config_(std::move(config)), parts_(parts) {}
  // The entry computation of a module that was read from text or bytes, and the module with it.
  explicit XlaComputation(std::shared_ptr<const HloModule> module)
      : entry_(module, &module->entry_computation()),
        module_(std::move(module)),
        parts_(PartsOfPrograms({entry_.get()})) {}

  bool IsNull() const { return entry_ == nullptr; }
  const std::string& name() const { return entry_->name(); }
  ProgramShape GetProgramShape() const { return entry_->ComputeProgramShape(); }
  const std::shared_ptr<const HloComputation>& entry() const { return entry_; }
  // The number of parts of a call of it for parts.c1.
  int64_t parts() const { return parts_; }

  // Returns about how much memory it holds by itself: the whole module if it was parsed; if it was
  // built, without the computations that it calls, which are separate XlaComputations.
  int64_t HeldBytes() const {
    return module_ ? hloom::HeldBytes(*module_) : hloom::HeldBytes(*entry_);
  }

  // A separate module with everything the computation calls; a copy of the module that was read,
  // with its names and its configuration, if the computation came from one.
  std::unique_ptr<HloModule> CreateModule() const {
    if (module_) return module_->Clone();
    std::unique_ptr<HloModule> module = HloModule::CreateFrom(*entry_, entry_->name());
    if (config_) module->mutable_config() = *config_;
    return module;
  }
  // The same for a computation that is needed no more: the module takes its instructions, unless
  // others share them. Leaves a null computation.
  std::unique_ptr<HloModule> ReleaseModule() {
    XlaComputation released = std::exchange(*this, XlaComputation());
    if (released.module_) return released.CreateModule();
    std::string name = released.entry_->name();
    std::unique_ptr<HloModule> module =
        HloModule::CreateFrom(std::move(released.entry_), std::move(name));
    if (released.config_) module->mutable_config() = *released.config_;
    return module;
  }

 private:
  std::shared_ptr<const HloComputation> entry_;
  std::shared_ptr<const HloModule> module_;
  std::shared_ptr<const HloModuleConfig> config_;
  int64_t parts_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_BUILDER_XLA_COMPUTATION_H_
