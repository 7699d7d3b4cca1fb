#include "runtime/element_rounds.h"

#include <algorithm>
#include <cstring>

namespace hloom {

StatusOr<std::unique_ptr<ElementRounds>> ElementRounds::Create(const ElementProgram& program,
                                                               const Application& application,
                                                               const LedgerPtr& ledger) {
  std::unique_ptr<ElementRounds> rounds(new ElementRounds);
  if (!rounds->Split(program, application)) return std::unique_ptr<ElementRounds>();
  if (rounds->early_program_.results_.empty()) return rounds;
  HLOOM_ASSIGN_OR_RETURN(rounds->early_, ElementMachine::Create(rounds->early_program_, ledger));
  const int64_t bytes = kBlock * ByteWidth(rounds->type_);
  const auto count = static_cast<int64_t>(rounds->early_program_.results_.size());
  HLOOM_ASSIGN_OR_RETURN(rounds->early_memory_, Buffer::Allocate(count * bytes, ledger));
  std::byte* at = rounds->early_memory_.data();
  for (Taken& taken : rounds->taken_) {
    if (taken.argument >= 0) continue;
    taken.results = at;
    rounds->early_results_.push_back(at);
    at += bytes;
  }
  return rounds;
}

// Finds the late steps: those that need an accumulator, and comparisons, whose results have another
// type in the table.
bool ElementRounds::Split(const ElementProgram& program, const Application& application) {
  const size_t slots = program.slots_.size();
  if (slots > kMostValues) return false;
  late_.resize(slots);
  known_.resize(slots);
  accumulators_.resize(application.results.size(), -1);
  for (size_t slot = 0; slot < program.used_leaves_.size(); ++slot) {
    const auto argument = static_cast<size_t>(program.used_leaves_[slot]);
    for (size_t r = 0; r < accumulators_.size(); ++r) {
      if (application.arguments[argument] != application.results[r]) continue;
      late_[slot] = known_[slot] = true;
      accumulators_[r] = static_cast<int32_t>(slot);
    }
    const int64_t bytes = application.count * ByteWidth(program.slots_[slot].type);
    if (!late_[slot] && application.advance[argument] != bytes) return false;
  }
  early_program_ = program;
  early_program_.steps_.clear();
  early_program_.results_.clear();
  for (const ElementProgram::Step& step : program.steps_) {
    bool late = program.slots_[static_cast<size_t>(step.result)].type == PRED;
    for (int32_t i = 0; i < step.operand_count; ++i) {
      late = late || late_[static_cast<size_t>(step.operands[static_cast<size_t>(i)])];
    }
    if (!late) {
      early_program_.steps_.push_back(step);
    } else if (!AddLateStep(program, step)) {
      return false;
    }
  }
  for (const int32_t slot : program.results_) {
    if (program.slots_[static_cast<size_t>(slot)].type == PRED || !IsValue(program, slot)) {
      return false;
    }
  }
  AddEndOfRound(program);
  return true;
}

bool ElementRounds::AddLateStep(const ElementProgram& program, const ElementProgram::Step& step) {
  const auto type_of = [&](int32_t slot) { return program.slots_[static_cast<size_t>(slot)].type; };
  SerialStep late;
  late.op = step.serial;
  late.result = step.result;
  late.function = &step.function;
  bool truths = false;  // operands that are 1 and 0, except that of a selection
  for (int32_t i = 0; i < step.operand_count; ++i) {
    const int32_t slot = step.operands[static_cast<size_t>(i)];
    if (!IsValue(program, slot)) return false;
    late.operands[i] = slot;
    truths = truths || (type_of(slot) == PRED && !(late.op == SerialOp::kSelect && i == 0));
  }
  const bool gives_truth = type_of(step.result) == PRED;
  if (step.function.loop == nullptr) {  // a conversion
    if (type_of(step.operands[0]) != type_of(step.result)) return false;
    late.op = SerialOp::kCopy;
  }
  switch (late.op) {
    case SerialOp::kMaximum:
    case SerialOp::kMinimum:
    case SerialOp::kSelect:
    case SerialOp::kCopy:
      break;
    case SerialOp::kEq:
    case SerialOp::kNe:
    case SerialOp::kGe:
    case SerialOp::kGt:
    case SerialOp::kLe:
    case SerialOp::kLt:
      if (truths) return false;
      break;
    default:
      if (truths || gives_truth) return false;
  }
  if (!gives_truth && type_of(step.result) != type_) return false;
  late_[static_cast<size_t>(step.result)] = known_[static_cast<size_t>(step.result)] = true;
  steps_.push_back(late);
  return true;
}

// True if the table has, or can have, the value of the slot.
bool ElementRounds::IsValue(const ElementProgram& program, int32_t slot) {
  const PrimitiveType type = program.slots_[static_cast<size_t>(slot)].type;
  if (type == PRED) return late_[static_cast<size_t>(slot)];
  if (type != F32 && type != F64) return false;
  if (type_ == PrimitiveType::PRIMITIVE_TYPE_INVALID) type_ = type;
  if (type != type_) return false;
  if (!known_[static_cast<size_t>(slot)]) Take(program, slot);
  return true;
}

void ElementRounds::Take(const ElementProgram& program, int32_t slot) {
  const auto at = static_cast<size_t>(slot);
  known_[at] = true;
  if (const Literal* constant = program.slots_[at].constant) {
    const auto width = static_cast<size_t>(ByteWidth(type_));
    std::memcpy(values_ + at * width, constant->data<std::byte>(), width);
  } else if (at < program.used_leaves_.size()) {
    taken_.push_back({slot, program.used_leaves_[at], nullptr});
  } else {
    taken_.push_back({slot, -1, nullptr});
    early_program_.results_.push_back(slot);
  }
}

// Each result becomes its accumulator: by the step that computes it, if that is the last one, or by
// a copy.
void ElementRounds::AddEndOfRound(const ElementProgram& program) {
  const size_t steps = steps_.size();
  for (size_t r = 0; r < accumulators_.size(); ++r) {
    const int32_t result = program.results_[r];
    const int32_t accumulator = accumulators_[r];
    if (accumulator < 0) {
      accumulators_[r] = result;  // which only ends there
      continue;
    }
    const bool once = std::count(program.results_.begin(), program.results_.end(), result) == 1;
    if (once && steps > 0 && steps_[steps - 1].result == result) {
      steps_[steps - 1].result = accumulator;
    } else {
      SerialStep copy;
      copy.op = SerialOp::kCopy;
      copy.operands[0] = result;
      copy.result = accumulator;
      steps_.push_back(copy);
    }
  }
  steps_.push_back(SerialStep());
}

void ElementRounds::Run(const Application& application, int64_t first, int64_t rounds) {
  const int64_t count = application.count;
  const auto width = static_cast<size_t>(ByteWidth(type_));
  const int64_t most = early_ == nullptr ? rounds : kBlock / count;
  for (int64_t end = first + rounds; first < end; first += most) {
    const int64_t some = std::min(most, end - first);
    const auto argument = [&](size_t p) {
      return application.arguments[p] + first * application.advance[p];
    };
    if (early_ != nullptr) {
      arguments_.resize(application.arguments.size());
      for (const int32_t leaf : early_program_.used_leaves_) {
        const auto p = static_cast<size_t>(leaf);
        arguments_[p] = argument(p);
      }
      early_->Run(Span<const std::byte* const>(arguments_.data(), arguments_.size()),
                  Span<std::byte* const>(early_results_.data(), early_results_.size()),
                  some * count);
    }
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      inputs_.clear();
      for (const Taken& taken : taken_) {
        const std::byte* const from =
            taken.argument < 0 ? taken.results : argument(static_cast<size_t>(taken.argument));
        inputs_.push_back({from + i * width, count, taken.slot});
      }
      for (size_t r = 0; r < accumulators_.size(); ++r) {
        const auto slot = static_cast<size_t>(accumulators_[r]);
        if (slot >= early_program_.used_leaves_.size()) continue;
        std::memcpy(values_ + slot * width, application.results[r] + i * width, width);
      }
      RunSerialSteps(type_, steps_.data(), values_, inputs_, some);
      for (size_t r = 0; r < accumulators_.size(); ++r) {
        const auto slot = static_cast<size_t>(accumulators_[r]);
        std::memcpy(application.results[r] + i * width, values_ + slot * width, width);
      }
    }
  }
}

}  // namespace hloom
