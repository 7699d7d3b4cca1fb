#include "runtime/element_program.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "kernels/convert.h"
#include "ops/control/structural.h"

namespace hloom {

namespace {

// A chain of computations that each call the one before would repeat it again and again.
constexpr size_t kMostSteps = 512;
constexpr size_t kMostSlots = 2048;

bool AppendLeaves(const Shape& shape, std::vector<PrimitiveType>* leaves) {
  if (shape.IsTuple()) {  // depth is that of the shape
    for (const Shape& element : shape.tuple_shapes()) {
      if (!AppendLeaves(element, leaves)) return false;
    }
    return true;
  }
  if (!shape.IsArray() || shape.rank() != 0) return false;
  leaves->push_back(shape.element_type());
  return true;
}

void AppendConstants(const Literal& literal, std::vector<const Literal*>* leaves) {
  if (!literal.shape().IsTuple()) return leaves->push_back(&literal);
  for (const Literal& element : literal.elements()) AppendConstants(element, leaves);
}

}  // namespace

class ElementCompiler {
 public:
  ElementCompiler(const HloComputation& computation, const ElementProgram::Lookup& lookup)
      : computation_(computation), lookup_(lookup), program_(new ElementProgram) {}

  std::unique_ptr<const ElementProgram> Compile() {
    if (!AddParameters()) return nullptr;
    for (const auto& instruction : computation_.instructions()) {
      std::vector<PrimitiveType> leaves;
      if (!AppendLeaves(instruction->shape(), &leaves)) return nullptr;
      if (!Add(*instruction)) return nullptr;
      if (program_->steps_.size() > kMostSteps || program_->slots_.size() > kMostSlots) {
        return nullptr;
      }
    }
    for (int32_t slot : slots_of_[computation_.root()]) program_->results_.push_back(Own(slot));
    program_->instructions_ += static_cast<int64_t>(computation_.instructions().size());
    return std::move(program_);
  }

 private:
  using Slots = std::vector<int32_t>;

  bool AddParameters() {
    for (const HloInstruction* parameter : computation_.parameters()) {
      if (!AppendLeaves(parameter->shape(), &program_->parameter_leaves_)) return false;
      Slots& slots = slots_of_[parameter];
      while (program_->slots_.size() < program_->parameter_leaves_.size()) {
        slots.push_back(NewSlot(program_->parameter_leaves_[program_->slots_.size()]));
      }
    }
    return true;
  }

  bool Add(const HloInstruction& instruction) {
    const OpEval& eval = ExecutingOpEval(instruction);
    switch (eval.forwards) {
      case Forwards::kNothing:
        return eval.calls == Calls::kOnce ? AddCall(instruction)
                                          : AddComputed(instruction, eval.elements);
      case Forwards::kArgument:
        return true;  // AddParameters has them
      case Forwards::kLiteral:
        AddConstant(instruction);
        return true;
      case Forwards::kOperands:
        AddTuple(instruction);
        return true;
      case Forwards::kElement:
        AddGetTupleElement(instruction);
        return true;
      case Forwards::kOperand:
        slots_of_[&instruction] = Slots(slots_of_[instruction.operand(0)]);
        return true;
    }
    return false;
  }

  void AddConstant(const HloInstruction& instruction) {
    std::vector<const Literal*> constants;
    AppendConstants(instruction.attributes<ConstantAttributes>().literal, &constants);
    for (const Literal* constant : constants) {
      const int32_t slot = NewSlot(constant->shape().element_type());
      program_->slots_[static_cast<size_t>(slot)].constant = constant;
      slots_of_[&instruction].push_back(slot);
    }
  }

  // Adds the operands' leaves, one after the other.
  void AddTuple(const HloInstruction& instruction) {
    Slots slots;
    for (const HloInstruction* operand : instruction.operands()) {
      const Slots& more = slots_of_[operand];
      slots.insert(slots.end(), more.begin(), more.end());
    }
    slots_of_[&instruction] = std::move(slots);
  }

  void AddGetTupleElement(const HloInstruction& instruction) {
    const auto index =
        static_cast<size_t>(instruction.attributes<GetTupleElementAttributes>().index);
    const HloInstruction& tuple = *instruction.operand(0);
    std::vector<PrimitiveType> before, taken;
    for (size_t i = 0; i < index; ++i) AppendLeaves(tuple.shape().tuple_shapes()[i], &before);
    AppendLeaves(instruction.shape(), &taken);
    const Slots all = slots_of_[&tuple];
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(before.size());
    slots_of_[&instruction].assign(begin, begin + static_cast<std::ptrdiff_t>(taken.size()));
  }

  // Adds the steps of the called program, with its slots after ours.
  bool AddCall(const HloInstruction& instruction) {
    const ElementProgram* callee = lookup_(*instruction.called_computation(0));
    if (callee == nullptr) return false;
    AddTuple(instruction);
    const Slots arguments = std::exchange(slots_of_[&instruction], Slots());
    const auto first = static_cast<int32_t>(program_->slots_.size());
    const auto parameters = static_cast<int32_t>(arguments.size());
    const auto ours = [&](int32_t slot) {
      return slot < parameters ? arguments[static_cast<size_t>(slot)] : first + slot - parameters;
    };
    program_->slots_.insert(program_->slots_.end(), callee->slots_.begin() + parameters,
                            callee->slots_.end());
    for (ElementProgram::Step step : callee->steps_) {
      for (int32_t i = 0; i < step.operand_count; ++i) {
        step.operands[static_cast<size_t>(i)] = ours(step.operands[static_cast<size_t>(i)]);
      }
      step.result = ours(step.result);
      program_->steps_.push_back(step);
    }
    for (int32_t slot : callee->results_) slots_of_[&instruction].push_back(ours(slot));
    // The instruction is executed twice: it calls, and it takes the result.
    program_->instructions_ += callee->instructions_ + 1;
    return true;
  }

  bool AddComputed(const HloInstruction& instruction, const ElementOp* op) {
    if (op == nullptr || !instruction.shape().IsArray()) return false;
    ElementProgram::Step step;
    for (const HloInstruction* operand : instruction.operands()) {
      const int32_t slot = slots_of_[operand][0];
      step.operands[static_cast<size_t>(step.operand_count++)] =
          op->computes ? Converted(slot, ComputeTypeOf(TypeOf(slot))) : slot;
    }
    step.function = op->function_for(instruction, TypeOf(step.operands[0]));
    if (step.function.loop == nullptr) return false;
    const PrimitiveType type = instruction.shape().element_type();
    step.result = NewSlot(op->computes ? ComputeTypeOf(type) : type);
    program_->steps_.push_back(step);
    slots_of_[&instruction] = {Converted(step.result, type)};
    return true;
  }

  int32_t NewSlot(PrimitiveType type) {
    program_->slots_.push_back({.type = type});
    return static_cast<int32_t>(program_->slots_.size()) - 1;
  }
  PrimitiveType TypeOf(int32_t slot) const {
    return program_->slots_[static_cast<size_t>(slot)].type;
  }

  // The slot of the value in the type; the slot itself where it has that type. A value that was
  // widened once is not widened again.
  int32_t Converted(int32_t slot, PrimitiveType type) {
    if (TypeOf(slot) == type) return slot;
    const auto known = widened_.find(slot);
    if (known != widened_.end() && TypeOf(known->second) == type) return known->second;
    const int32_t result = NewSlot(type);
    program_->steps_.push_back({.operands = {slot}, .operand_count = 1, .result = result});
    widened_[slot] = result;
    return result;
  }

  // Results may be written where arguments are: a parameter that is a result is put aside first, so
  // that (a, b) -> (b, a) changes places.
  int32_t Own(int32_t slot) {
    if (static_cast<size_t>(slot) >= program_->parameter_leaves_.size()) return slot;
    const int32_t result = NewSlot(TypeOf(slot));
    program_->steps_.push_back({.operands = {slot}, .operand_count = 1, .result = result});
    return result;
  }

  const HloComputation& computation_;
  const ElementProgram::Lookup& lookup_;
  std::unique_ptr<ElementProgram> program_;
  std::unordered_map<const HloInstruction*, Slots> slots_of_;
  std::unordered_map<int32_t, int32_t> widened_;
};

std::unique_ptr<const ElementProgram> ElementProgram::Compile(const HloComputation& computation,
                                                              const Lookup& lookup) {
  return ElementCompiler(computation, lookup).Compile();
}

std::vector<PrimitiveType> ElementProgram::result_leaves() const {
  std::vector<PrimitiveType> types;
  for (int32_t slot : results_) types.push_back(slots_[static_cast<size_t>(slot)].type);
  return types;
}

bool ElementProgram::writes_result_last() const {
  return results_.size() == 1 && !steps_.empty() && steps_.back().result == results_[0];
}

StatusOr<std::unique_ptr<ElementMachine>> ElementMachine::Create(const ElementProgram& program,
                                                                 const LedgerPtr& ledger) {
  std::unique_ptr<ElementMachine> machine(new ElementMachine(program));
  const size_t parameters = program.parameter_leaves_.size();
  size_t bytes = 0;
  std::vector<size_t> offsets;
  for (size_t i = 0; i < program.slots_.size(); ++i) {
    offsets.push_back(bytes);
    // Slots have a multiple of 64 bytes, so that each is aligned as a vector wants it.
    if (i >= parameters) bytes += kLanes * static_cast<size_t>(ByteWidth(program.slots_[i].type));
  }
  HLOOM_ASSIGN_OR_RETURN(machine->memory_, Buffer::Allocate(static_cast<int64_t>(bytes), ledger));
  std::vector<std::byte*>& at = machine->at_;
  for (size_t i = 0; i < program.slots_.size(); ++i) {
    at.push_back(i < parameters ? nullptr : machine->memory_.data() + offsets[i]);
    const Literal* constant = program.slots_[i].constant;
    if (constant == nullptr) continue;
    const size_t width = static_cast<size_t>(constant->size_bytes());
    for (size_t lane = 0; lane < kLanes; ++lane) {
      std::memcpy(at[i] + lane * width, constant->data<std::byte>(), width);
    }
  }
  return machine;
}

void ElementMachine::RunFrom(Span<const std::byte* const> arguments, Span<std::byte* const> results,
                             int64_t begin, int64_t count) {
  const int64_t end = begin + count;
  for (int64_t done = begin; done < end; done += kLanes) {
    const int64_t run = std::min(kLanes, end - done);
    for (size_t p = 0; p < arguments.size(); ++p) {
      // Steps never write to the slots of parameters.
      at_[p] =
          const_cast<std::byte*>(arguments[p]) + done * ByteWidth(program_.parameter_leaves_[p]);
    }
    if (writes_result_last_) {
      const auto slot = static_cast<size_t>(program_.results_[0]);
      at_[slot] = results[0] + done * ByteWidth(program_.slots_[slot].type);
      RunSteps(run);
      continue;
    }
    RunSteps(run);
    for (size_t r = 0; r < results.size(); ++r) {
      const auto slot = static_cast<size_t>(program_.results_[r]);
      const int64_t width = ByteWidth(program_.slots_[slot].type);
      std::memcpy(results[r] + done * width, at_[slot], static_cast<size_t>(run * width));
    }
  }
}

void ElementMachine::RunSteps(int64_t count) {
  for (const ElementProgram::Step& step : program_.steps_) {
    std::byte* const result = at_[static_cast<size_t>(step.result)];
    const std::byte* operands[ElementFunction::kMaxOperands];
    for (int32_t i = 0; i < step.operand_count; ++i) {
      operands[i] = at_[static_cast<size_t>(step.operands[static_cast<size_t>(i)])];
    }
    if (step.function.loop != nullptr) {
      step.function(operands, result, count);
    } else {
      ConvertRun(program_.slots_[static_cast<size_t>(step.operands[0])].type, operands[0],
                 program_.slots_[static_cast<size_t>(step.result)].type, result, count);
    }
  }
}

}  // namespace hloom
