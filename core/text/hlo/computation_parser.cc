#include "text/hlo/computation_parser.h"

#include "base/str_cat.h"
#include "hlo/rules.h"
#include "ops/verify/verifier.h"
#include "text/hlo/instruction_parser.h"
#include "text/rules.h"

namespace hloom::hlo_text {

ParsedComputation& ComputationTable::Mention(std::string_view name, size_t place) {
  ParsedComputation*& entry = by_name_[name];
  if (entry == nullptr) {
    entry = &computations_.emplace_back();
    entry->name = name;
    entry->computation = std::make_unique<HloComputation>(std::string(name));
    entry->place = place;
  }
  return *entry;
}

ParsedComputation& ComputationTable::AddNameless() {
  ParsedComputation& added = computations_.emplace_back();
  added.name = "_";  // as XLA names them
  added.computation = std::make_unique<HloComputation>("_");
  return added;
}

void ComputationTable::Define(ParsedComputation& computation, size_t place) {
  computation.defined = true;
  computation.place = place;
  defined_.push_back(&computation);
}

const ParsedComputation* ComputationTable::FirstUndefined() const {
  for (const ParsedComputation& computation : computations_) {
    if (!computation.defined) return &computation;
  }
  return nullptr;
}

std::vector<std::string_view> ComputationTable::Names() const {
  std::vector<std::string_view> names;
  for (const ParsedComputation* computation : defined_) names.push_back(computation->name);
  return names;
}

Status CompleteComputation(TextReader& in, ComputationTable& table, ParsedComputation& target,
                           const HloInstruction* root) {
  HloComputation& computation = *target.computation;
  computation.set_root(root != nullptr ? root : computation.instructions().back().get());
  VerifierCulprit culprit;
  StatusOr<std::vector<const HloInstruction*>> parameters =
      CollectParameters(computation, &culprit);
  if (!parameters.ok()) {
    const size_t index = static_cast<size_t>(culprit.instruction->index());
    return in.Locate(parameters.status(), target.instruction_places[index]);
  }
  computation.set_parameters(*std::move(parameters));
  target.id = table.NextId();
  computation.set_name_and_id(std::string(target.name), target.id);
  return OkStatus();
}

Status ParseComputationBody(TextReader& in, ComputationTable& table, ParsedComputation& target,
                            int depth) {
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the instructions of a computation"));
  InstructionParser parser(in, table, target, depth);
  do {
    HLOOM_RETURN_IF_ERROR(parser.ParseInstruction());
  } while (!in.Accept('}'));
  return CompleteComputation(in, table, target, parser.root());
}

Status ParseComputationAttributes(TextReader& in, ParsedComputation& target) {
  bool seen = false;
  while (in.Accept(',')) {
    const size_t place = in.position();
    const std::string_view name = in.Name();
    if (name.empty()) return in.Expected("an attribute of the computation");
    if (name != "execution_thread") {
      return in.ErrorAt(place, kTextP6, StrCat("a computation has no attribute ", in.Found(place)))
          .Help("it has execution_thread");
    }
    if (seen) {
      return in.ErrorAt(place, kTextP7, "the attribute execution_thread is given twice")
          .Help("keep one of them");
    }
    seen = true;
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of an attribute"));
    HLOOM_ASSIGN_OR_RETURN(std::string thread, in.String());
    target.computation->set_execution_thread(std::move(thread));
  }
  return OkStatus();
}

Status ParseInstructionsAlone(TextReader& in, ComputationTable& table, ParsedComputation& target) {
  InstructionParser parser(in, table, target, /*depth=*/0);
  parser.MakeParameters();
  do {
    HLOOM_RETURN_IF_ERROR(parser.ParseInstruction());
  } while (!in.AtEnd());
  return CompleteComputation(in, table, target, parser.root());
}

}  // namespace hloom::hlo_text
