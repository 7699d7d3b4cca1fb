#include "hlo/rewriter.h"

#include <algorithm>
#include <limits>

#include "base/str_cat.h"

namespace hloom {

ComputationRewriter::ComputationRewriter(const HloComputation& source)
    : source_(source),
      computation_(std::make_unique<HloComputation>(source.name())),
      stand_ins_(source.instructions().size(), nullptr) {
  computation_->set_name_and_id(source.name(), source.unique_id());
  computation_->set_execution_thread(source.execution_thread());
}

HloInstruction* ComputationRewriter::Copy(const HloInstruction& original, ShapePtr shape,
                                          std::vector<const HloComputation*> callees) {
  std::vector<HloInstruction*> operands;
  for (const HloInstruction* operand : original.operands()) operands.push_back(At(*operand));
  return Copy(original, std::move(shape), std::move(operands), std::move(callees));
}

HloInstruction* ComputationRewriter::Copy(const HloInstruction& original, ShapePtr shape,
                                          std::vector<HloInstruction*> operands,
                                          std::vector<const HloComputation*> callees) {
  const Attributes* attributes = original.raw_attributes();
  HloInstruction* copy = computation_->AddInstruction(std::make_unique<HloInstruction>(
      original.opcode(), std::move(shape), std::move(operands),
      attributes ? attributes->Clone() : nullptr, std::move(callees)));
  copy->set_name_and_id(original.name(), original.unique_id());
  copy->set_most_accurate(original.most_accurate());
  if (original.extras() != nullptr) {
    auto extras = std::make_unique<InstructionExtras>(*original.extras());
    for (const HloInstruction*& before : extras->control_predecessors) before = At(*before);
    copy->set_extras(std::move(extras));
  }
  Replace(original, copy);
  return copy;
}

HloInstruction* ComputationRewriter::Add(std::unique_ptr<HloInstruction> instruction,
                                         std::string name) {
  instruction->set_name_and_id(std::move(name), kNoId);
  return computation_->AddInstruction(std::move(instruction));
}

void ComputationRewriter::Replace(const HloInstruction& original, HloInstruction* instruction) {
  stand_ins_[static_cast<size_t>(original.index())] = instruction;
}

std::unique_ptr<HloComputation> ComputationRewriter::Finish() {
  std::vector<const HloInstruction*> parameters;
  for (const HloInstruction* parameter : source_.parameters()) {
    parameters.push_back(At(*parameter));
  }
  computation_->set_parameters(std::move(parameters));
  computation_->set_root(At(*source_.root()));
  return std::move(computation_);
}

void ModuleRewriter::Names::Reserve(std::string_view name, int64_t id) {
  of_source_.insert(name);
  last_id_ = std::max(last_id_, id);
}

std::string ModuleRewriter::Names::Name(std::string_view wanted, bool is_copy,
                                        std::string_view suffix) {
  std::string name(wanted);
  // The name of a source instruction is reserved for its copy, even if the copy comes late.
  if ((is_copy || of_source_.count(wanted) == 0) && given_.insert(name).second) return name;
  const std::string base = StrCat(wanted, ".", suffix);
  name = base;
  // A name may have many versions; the counter skips numbers that are already taken.
  int64_t& number = numbers_[base];
  while (number > 0 || of_source_.count(name) > 0 || !given_.insert(name).second) {
    number = std::max(number, int64_t{1}) + 1;
    name = StrCat(base, ".", number);
    if (of_source_.count(name) == 0 && given_.insert(name).second) break;
  }
  return name;
}

int64_t ModuleRewriter::Names::Id(int64_t wanted) {
  if (wanted != kNoId && given_ids_.insert(wanted).second) return wanted;
  // A program that was read may have the greatest id that there is.
  do {
    last_id_ = last_id_ == std::numeric_limits<int64_t>::max() ? 1 : last_id_ + 1;
  } while (!given_ids_.insert(last_id_).second);
  return last_id_;
}

ModuleRewriter::ModuleRewriter(const HloModule& source)
    : module_(std::make_unique<HloModule>(source.name())) {
  module_->mutable_config() = source.config();
  for (const auto& computation : source.computations()) {
    computations_.Reserve(computation->name(), computation->unique_id());
    for (const auto& instruction : computation->instructions()) {
      instructions_.Reserve(instruction->name(), instruction->unique_id());
    }
  }
}

const HloComputation* ModuleRewriter::Add(std::unique_ptr<HloComputation> computation,
                                          std::string_view suffix) {
  for (const auto& instruction : computation->instructions()) {
    const int64_t id = instruction->unique_id();
    instruction->set_name_and_id(instructions_.Name(instruction->name(), id != kNoId, suffix),
                                 instructions_.Id(id));
  }
  computation->set_name_and_id(computations_.Name(computation->name(), true, suffix),
                               computations_.Id(computation->unique_id()));
  return module_->AddComputation(std::move(computation));
}

std::unique_ptr<HloModule> ModuleRewriter::Finish(const HloComputation& entry) {
  module_->set_entry_computation(&entry);
  return std::move(module_);
}

}  // namespace hloom
