#include "hlo/hlo_module.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/string_set.h"
#include "hlo/name.h"
#include "hlo/rewriter.h"

namespace hloom {

HloComputation::~HloComputation() {
  // A callee without another owner would be destroyed inside this destructor, and its callees
  // inside its own, and so on. Taking over its list first makes the depth constant.
  std::vector<std::shared_ptr<const HloComputation>> pending = std::move(kept_alive_);
  while (!pending.empty()) {
    std::shared_ptr<const HloComputation> callee = std::move(pending.back());
    pending.pop_back();
    if (callee.use_count() != 1) continue;
    for (auto& next : callee->kept_alive_) pending.push_back(std::move(next));
    callee->kept_alive_.clear();
  }
}

HloInstruction* HloComputation::AddInstruction(std::unique_ptr<HloInstruction> instruction) {
  instruction->index_ = static_cast<uint32_t>(instructions_.size());
  instructions_.push_back(std::move(instruction));
  return instructions_.back().get();
}

void HloComputation::SetOrder(Span<HloInstruction* const> order) {
  for (auto& instruction : instructions_) instruction.release();
  instructions_.clear();
  for (HloInstruction* instruction : order) {
    AddInstruction(std::unique_ptr<HloInstruction>(instruction));
  }
}

ProgramShape HloComputation::ComputeProgramShape() const {
  ProgramShape program_shape;
  for (const HloInstruction* parameter : parameters_) {
    program_shape.parameters.push_back(parameter->shape());
    program_shape.parameter_names.push_back(parameter->name());
  }
  program_shape.result = root_->shape();
  return program_shape;
}

HloComputation* HloModule::AddComputation(std::unique_ptr<HloComputation> computation) {
  computations_.push_back(std::move(computation));
  return computations_.back().get();
}

std::string_view NameWithoutId(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return name;
  for (char c : name.substr(dot + 1)) {
    if (c < '0' || c > '9') return name;
  }
  return name.substr(0, dot);
}

namespace {

using ComputationMap = std::unordered_map<const HloComputation*, const HloComputation*>;

// Everything reachable from `entry`, callees before callers, each once. A depth-first walk with its
// own stack.
std::vector<const HloComputation*> CalleesFirst(const HloComputation& entry) {
  struct Visit {
    const HloComputation* computation;
    std::vector<const HloComputation*> callees;
    size_t next;
  };
  const auto open = [](const HloComputation* computation) {
    Visit visit{computation, {}, 0};
    for (const auto& instruction : computation->instructions()) {
      for (const HloComputation* callee : instruction->called_computations()) {
        visit.callees.push_back(callee);
      }
    }
    return visit;
  };
  std::vector<const HloComputation*> order;
  std::unordered_set<const HloComputation*> seen{&entry};
  std::vector<Visit> stack;
  stack.push_back(open(&entry));
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.callees.size()) {
      order.push_back(top.computation);
      stack.pop_back();
      continue;
    }
    const HloComputation* callee = top.callees[top.next++];
    if (seen.insert(callee).second) stack.push_back(open(callee));
  }
  return order;
}

// Parameters keep the name the user gave them if it is still free; everything else is named
// base.id, as in XLA. Names are sanitized so that HLO text can spell them.
class Namer {
 public:
  void Instruction(HloInstruction& instruction, bool is_parameter, int64_t id) {
    if (is_parameter) {
      std::string name = SanitizeHloName(instruction.name());
      if (!name.empty() && !IsUsed(name)) {
        instruction.set_name_and_id(std::move(name), id);
        others_.Insert(instruction.name());
        return;
      }
    }
    // The name of an opcode, which most have, needs no change.
    const std::string_view base = NameWithoutId(instruction.name());
    const bool is_legal = base == HloOpcodeString(instruction.opcode());
    WithId(instruction, is_legal ? std::string(base) : SanitizeHloName(base), id);
  }
  void Computation(HloComputation& computation, int64_t id) {
    WithId(computation, SanitizeHloName(NameWithoutId(computation.name())), id);
  }

 private:
  template <typename Named>
  void WithId(Named& named, const std::string& base, int64_t id) {
    std::string name = StrCat(base.empty() ? "unnamed" : base, ".", id);
    const bool is_free = !others_.Contains(name);
    while (others_.Contains(name)) name.append("_");
    named.set_name_and_id(std::move(name), id);
    if (!is_free) {
      others_.Insert(named.name());
      return;
    }
    with_ids_.resize(static_cast<size_t>(id) + 1);
    with_ids_.back() = &named.name();
  }

  // True for "add.7" if that is the name with the id 7.
  bool IsUsed(std::string_view name) {
    size_t id = 0;
    for (const char c : name.substr(NameWithoutId(name).size())) {
      if (c != '.') id = std::min(10 * id + static_cast<size_t>(c - '0'), with_ids_.size());
    }
    const bool ends_with_id = id < with_ids_.size() && with_ids_[id] != nullptr;
    return (ends_with_id && *with_ids_[id] == name) || others_.Contains(name);
  }

  // The names where they are: by the ids with which they end, and all others.
  std::vector<const std::string*> with_ids_;
  StringSet others_;
};

// Copies a computation: the same instructions in the same order.
std::unique_ptr<HloComputation> CopyOf(const HloComputation& source, const ComputationMap& clones) {
  ComputationRewriter rewriter(source);
  for (const auto& instruction : source.instructions()) {
    std::vector<const HloComputation*> callees;
    for (const HloComputation* callee : instruction->called_computations()) {
      callees.push_back(clones.at(callee));
    }
    rewriter.Copy(*instruction, instruction->shape_ptr(), std::move(callees));
  }
  return rewriter.Finish();
}

// A module of what `take` makes of each computation, with names and ids that are unique in it.
template <typename Take>
std::unique_ptr<HloModule> ModuleOf(const HloComputation& entry, const std::string& name,
                                    Take take) {
  auto module = std::make_unique<HloModule>(name.empty() ? "unnamed" : SanitizeHloName(name));
  ComputationMap taken;
  Namer namer;
  Namer computation_namer;
  int64_t next_id = 1;
  for (const HloComputation* source : CalleesFirst(entry)) {
    HloComputation* const computation = module->AddComputation(take(*source, taken));
    taken[source] = computation;
    const auto& parameters = computation->parameters();
    const std::unordered_set<const HloInstruction*> is_parameter(parameters.begin(),
                                                                 parameters.end());
    for (const auto& instruction : computation->instructions()) {
      namer.Instruction(*instruction, is_parameter.count(instruction.get()) > 0, next_id++);
    }
    computation_namer.Computation(*computation, next_id++);
  }
  module->set_entry_computation(taken.at(&entry));
  return module;
}

}  // namespace

class ComputationMover {
 public:
  // True if nothing but `entry`, and the computations that it keeps alive, owns any of them.
  static bool OwnsAll(const std::shared_ptr<const HloComputation>& entry) {
    std::unordered_map<const HloComputation*, long> owners = {{entry.get(), 1}};
    std::vector<const std::shared_ptr<const HloComputation>*> all = {&entry};
    for (size_t i = 0; i < all.size(); ++i) {
      for (const auto& kept : (*all[i])->kept_alive_) {
        if (++owners[kept.get()] == 1) all.push_back(&kept);
      }
    }
    return std::all_of(all.begin(), all.end(),
                       [&](const auto* one) { return one->use_count() == owners.at(one->get()); });
  }

  // The computation with the instructions of one that nothing else will use.
  static std::unique_ptr<HloComputation> Move(HloComputation& source, const ComputationMap& moved) {
    auto computation = std::make_unique<HloComputation>(std::move(source.name_));
    computation->execution_thread_ = std::move(source.execution_thread_);
    computation->instructions_ = std::move(source.instructions_);
    computation->parameters_ = std::move(source.parameters_);
    computation->root_ = source.root_;
    for (const auto& instruction : computation->instructions_) {
      InlineArray<const HloComputation*, 1>& called = instruction->called_computations_;
      for (size_t i = 0; i < called.size(); ++i) called.data()[i] = moved.at(called.data()[i]);
    }
    return computation;
  }
};

std::unique_ptr<HloModule> HloModule::CreateFrom(const HloComputation& entry, std::string name) {
  return ModuleOf(entry, name, CopyOf);
}

std::unique_ptr<HloModule> HloModule::CreateFrom(std::shared_ptr<const HloComputation> entry,
                                                 std::string name) {
  if (!ComputationMover::OwnsAll(entry)) return CreateFrom(*entry, std::move(name));
  return ModuleOf(*entry, name, [](const HloComputation& source, const ComputationMap& moved) {
    // Nobody else sees the computation, and none is made const.
    return ComputationMover::Move(const_cast<HloComputation&>(source), moved);
  });
}

std::unique_ptr<HloModule> HloModule::Clone() const {
  auto module = std::make_unique<HloModule>(name_);
  ComputationMap clones;
  for (const auto& source : computations_) {
    clones[source.get()] = module->AddComputation(CopyOf(*source, clones));
  }
  module->set_entry_computation(clones.at(entry_));
  module->config_ = config_;
  return module;
}

bool operator==(const HloModuleConfig& a, const HloModuleConfig& b) {
  const auto same_layout = [](const std::optional<ProgramShape>& x,
                              const std::optional<ProgramShape>& y) {
    if (!x || !y) return x.has_value() == y.has_value();
    return x->parameters == y->parameters && x->result == y->result;
  };
  return a.is_scheduled == b.is_scheduled && a.input_output_alias == b.input_output_alias &&
         a.buffer_donor == b.buffer_donor &&
         a.alias_passthrough_params == b.alias_passthrough_params &&
         same_layout(a.entry_computation_layout, b.entry_computation_layout) &&
         a.allow_spmd_sharding_propagation_to_parameters ==
             b.allow_spmd_sharding_propagation_to_parameters &&
         a.allow_spmd_sharding_propagation_to_output ==
             b.allow_spmd_sharding_propagation_to_output &&
         a.replica_count == b.replica_count && a.num_partitions == b.num_partitions &&
         a.frontend_attributes == b.frontend_attributes &&
         a.origin_recovery_table == b.origin_recovery_table &&
         a.debug_attributes == b.debug_attributes && a.stack_frame_index == b.stack_frame_index;
}

}  // namespace hloom
