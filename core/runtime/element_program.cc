#include "runtime/element_program.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "kernels/convert.h"
#include "ops/control/structural.h"
#include "ops/elementwise/compare.h"
#include "ops/elementwise/elementwise_arrays_eval.h"

namespace hloom {

namespace {

// Limits the steps of calls: a chain of computations that each call the one before would repeat it
// many times.
constexpr size_t kMostCalledSteps = 512;
// Limits the slots of a machine, not counting parameters; and the leaves of a tuple, which each
// instruction that passes it on repeats.
constexpr size_t kMostSlots = 8192;
// Limits the instructions. Calls may add no slots, and yet add more instructions than could ever be
// executed: sixty computations that each call the one before twice.
constexpr int64_t kMostInstructions = 1 << 20;

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

struct SerialOpRow {
  HloOpcode opcode;
  SerialOp op;
  bool of_truths_only = false;  // 1 and 0 are also numbers
};

constexpr SerialOpRow kSerialOps[] = {
    {HloOpcode::kAdd, SerialOp::kAdd},           {HloOpcode::kSubtract, SerialOp::kSubtract},
    {HloOpcode::kMultiply, SerialOp::kMultiply}, {HloOpcode::kDivide, SerialOp::kDivide},
    {HloOpcode::kMaximum, SerialOp::kMaximum},   {HloOpcode::kMinimum, SerialOp::kMinimum},
    {HloOpcode::kNegate, SerialOp::kNegate},     {HloOpcode::kAbs, SerialOp::kAbs},
    {HloOpcode::kSelect, SerialOp::kSelect},     {HloOpcode::kAnd, SerialOp::kMinimum, true},
    {HloOpcode::kOr, SerialOp::kMaximum, true},
};

SerialOp SerialOpOf(const HloInstruction& instruction) {
  if (instruction.opcode() == HloOpcode::kCompare) {
    if (IsTotalOrderOfFloats(instruction)) return SerialOp::kFunction;
    const auto direction = instruction.attributes<CompareAttributes>().direction;
    return static_cast<SerialOp>(static_cast<int>(SerialOp::kEq) + static_cast<int>(direction));
  }
  for (const SerialOpRow& row : kSerialOps) {
    if (row.opcode != instruction.opcode()) continue;
    const bool fits = !row.of_truths_only || instruction.shape().element_type() == PRED;
    return fits ? row.op : SerialOp::kFunction;
  }
  return SerialOp::kFunction;
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
      if (instruction->shape().IsTuple() && leaves.size() > kMostSlots) return nullptr;
      if (!Add(*instruction)) return nullptr;
      if (called_steps_ > kMostCalledSteps) return nullptr;
      if (program_->slots_.size() - parameter_leaves_ > kMostSlots) return nullptr;
    }
    for (int32_t slot : slots_of_[computation_.root()]) program_->results_.push_back(Own(slot));
    program_->instructions_ += static_cast<int64_t>(computation_.instructions().size());
    DropUnusedParameters();
    return std::move(program_);
  }

 private:
  using Slots = std::vector<int32_t>;

  // Gives every leaf a slot, until the used ones are known.
  bool AddParameters() {
    for (const HloInstruction* parameter : computation_.parameters()) {
      std::vector<PrimitiveType> leaves;
      if (!AppendLeaves(parameter->shape(), &leaves)) return false;
      Slots& slots = slots_of_[parameter];
      for (const PrimitiveType type : leaves) slots.push_back(NewSlot(type));
    }
    parameter_leaves_ = program_->slots_.size();
    return true;
  }

  // Renumbers the slots without those of unread leaves.
  void DropUnusedParameters() {
    ElementProgram& program = *program_;
    std::vector<bool> used(program.slots_.size(), false);
    ForEachRead([&](int32_t& slot) { used[At(slot)] = true; });
    std::fill(used.begin() + static_cast<std::ptrdiff_t>(parameter_leaves_), used.end(), true);
    Slots now(program.slots_.size(), -1);
    std::vector<ElementProgram::Slot> slots;
    for (size_t slot = 0; slot < used.size(); ++slot) {
      if (!used[slot]) continue;
      now[slot] = static_cast<int32_t>(slots.size());
      if (slot < parameter_leaves_) program.used_leaves_.push_back(static_cast<int32_t>(slot));
      slots.push_back(program.slots_[slot]);
    }
    program.slots_ = std::move(slots);
    ForEachRead([&](int32_t& slot) { slot = now[At(slot)]; });
    for (ElementProgram::Step& step : program.steps_) step.result = now[At(step.result)];
  }

  // Calls f(slot) for every slot that a step or the result reads.
  template <typename F>
  void ForEachRead(F f) {
    for (ElementProgram::Step& step : program_->steps_) {
      for (int32_t i = 0; i < step.operand_count; ++i) f(step.operands[static_cast<size_t>(i)]);
    }
    for (int32_t& slot : program_->results_) f(slot);
  }

  bool Add(const HloInstruction& instruction) {
    const OpEval& eval = ExecutingOpEval(instruction);
    const Forwards* forwards = eval.As<Forwards>();
    if (forwards == nullptr) {
      return eval.calls(Calls::kOnce) ? AddCall(instruction)
                                      : AddComputed(instruction, eval.elements());
    }
    switch (forwards->value) {
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
    const std::vector<std::ptrdiff_t>& begins = BeginsOf(tuple);
    Slots& taken = slots_of_[&instruction];
    const Slots& all = slots_of_[&tuple];
    taken.assign(all.begin() + begins[index], all.begin() + begins[index + 1]);
  }

  // The index of the first leaf of each element of a tuple, and the end of the last ones.
  const std::vector<std::ptrdiff_t>& BeginsOf(const HloInstruction& tuple) {
    std::vector<std::ptrdiff_t>& begins = begins_of_[&tuple];
    if (!begins.empty()) return begins;
    std::vector<PrimitiveType> leaves;
    for (const Shape& element : tuple.shape().tuple_shapes()) {
      begins.push_back(static_cast<std::ptrdiff_t>(leaves.size()));
      AppendLeaves(element, &leaves);
    }
    begins.push_back(static_cast<std::ptrdiff_t>(leaves.size()));
    return begins;
  }

  // Adds the steps of the called program, with its slots after ours.
  bool AddCall(const HloInstruction& instruction) {
    const ElementProgram* callee = lookup_(*instruction.called_computation(0));
    if (callee == nullptr) return false;
    AddTuple(instruction);
    const Slots arguments = std::exchange(slots_of_[&instruction], Slots());
    const auto first = static_cast<int32_t>(program_->slots_.size());
    const auto parameters = static_cast<int32_t>(callee->used_leaves_.size());
    const auto ours = [&](int32_t slot) {
      return slot < parameters ? arguments[At(callee->used_leaves_[At(slot)])]
                               : first + slot - parameters;
    };
    program_->slots_.insert(program_->slots_.end(), callee->slots_.begin() + parameters,
                            callee->slots_.end());
    for (ElementProgram::Step step : callee->steps_) {
      for (int32_t i = 0; i < step.operand_count; ++i) {
        step.operands[At(i)] = ours(step.operands[At(i)]);
      }
      step.result = ours(step.result);
      program_->steps_.push_back(step);
    }
    for (int32_t slot : callee->results_) slots_of_[&instruction].push_back(ours(slot));
    // The instruction is executed twice: it calls, and it takes the result.
    program_->instructions_ += callee->instructions_ + 1;
    if (program_->instructions_ > kMostInstructions) return false;
    program_->cost_ += callee->cost_;
    called_steps_ += callee->steps_.size();
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
    step.serial = SerialOpOf(instruction);
    const PrimitiveType type = instruction.shape().element_type();
    step.result = NewSlot(op->computes ? ComputeTypeOf(type) : type);
    program_->steps_.push_back(step);
    program_->cost_ += CostOf(*op, TypeOf(step.operands[0]));
    slots_of_[&instruction] = {Converted(step.result, type)};
    return true;
  }

  static size_t At(int32_t slot) { return static_cast<size_t>(slot); }
  int32_t NewSlot(PrimitiveType type) {
    program_->slots_.push_back({.type = type});
    return static_cast<int32_t>(program_->slots_.size()) - 1;
  }
  PrimitiveType TypeOf(int32_t slot) const { return program_->slots_[At(slot)].type; }

  // The slot of the value in the type; the slot itself if it has that type. A value that was
  // already widened is not widened again.
  int32_t Converted(int32_t slot, PrimitiveType type) {
    if (TypeOf(slot) == type) return slot;
    const auto known = widened_.find(slot);
    if (known != widened_.end() && TypeOf(known->second) == type) return known->second;
    return widened_[slot] = AddCopy(slot, type);
  }

  // Results may be written where arguments are: a parameter that is a result is put aside first, so
  // that (a, b) -> (b, a) changes places.
  int32_t Own(int32_t slot) {
    return At(slot) < parameter_leaves_ ? AddCopy(slot, TypeOf(slot)) : slot;
  }

  // Adds a step that writes the slot's value into a new one of the type.
  int32_t AddCopy(int32_t slot, PrimitiveType type) {
    const int32_t result = NewSlot(type);
    program_->steps_.push_back({.operands = {slot}, .operand_count = 1, .result = result});
    ++program_->cost_;
    return result;
  }

  const HloComputation& computation_;
  const ElementProgram::Lookup& lookup_;
  std::unique_ptr<ElementProgram> program_;
  size_t parameter_leaves_ = 0;
  size_t called_steps_ = 0;
  std::unordered_map<const HloInstruction*, Slots> slots_of_;
  std::unordered_map<const HloInstruction*, std::vector<std::ptrdiff_t>> begins_of_;
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
  const size_t parameters = program.used_leaves_.size();
  size_t bytes = 0;
  std::vector<size_t> offsets;
  for (size_t i = 0; i < program.slots_.size(); ++i) {
    offsets.push_back(bytes);
    // Slots have a multiple of 64 bytes, so that each is aligned for vectors.
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
    for (size_t p = 0; p < program_.used_leaves_.size(); ++p) {
      // Steps never write to the slots of parameters.
      at_[p] = const_cast<std::byte*>(arguments[static_cast<size_t>(program_.used_leaves_[p])]) +
               done * ByteWidth(program_.slots_[p].type);
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
