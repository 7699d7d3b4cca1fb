// XlaBuilder::IsConstant and BuildConstantSubGraph.
#include <unordered_map>
#include <unordered_set>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "builder/rules.h"
#include "builder/xla_builder.h"
#include "hlo/name.h"
#include "ops/control/structural.h"
#include "ops/data_movement/dimension_size.h"

namespace hloom {

namespace {

using Instructions = std::unordered_set<const HloInstruction*>;

// Returns true if the value can differ between runs, or between devices, for the same operands.
bool VariesByItself(const HloInstruction& instruction) {
  const OpTraits& traits = GetOpDef(instruction.opcode()).traits;
  return traits.side_effect || traits.asks_host || traits.of_device;
}

// Searches called computations, and the computations that these call, for such an instruction.
// Parameters of a called computation do not count: the caller's operands are searched separately.
class VaryingCalls {
 public:
  const HloInstruction* Find(const HloInstruction& caller) {
    std::vector<const HloComputation*> waiting;
    const auto add_callees = [&](const HloInstruction& instruction) {
      for (const HloComputation* callee : instruction.called_computations()) {
        if (seen_.insert(callee).second) waiting.push_back(callee);
      }
    };
    add_callees(caller);
    while (!waiting.empty()) {
      const HloComputation& computation = *waiting.back();
      waiting.pop_back();
      for (const auto& instruction : computation.instructions()) {
        if (VariesByItself(*instruction)) return instruction.get();
        add_callees(*instruction);
      }
    }
    return nullptr;
  }

 private:
  std::unordered_set<const HloComputation*> seen_;  // searched, without a find
};

// The element that GetTupleElement takes from a Tuple operand; null otherwise.
const HloInstruction* ElementOfTuple(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kGetTupleElement) return nullptr;
  const HloInstruction& tuple = *instruction.operand(0);
  if (tuple.opcode() != HloOpcode::kTuple) return nullptr;
  return tuple.operand(
      static_cast<size_t>(instruction.attributes<GetTupleElementAttributes>().index));
}

// The instructions that a value depends on. The size of a dimension depends on no other, and an
// element of a tuple only on that element.
struct Ingredients {
  Instructions all;
  const HloInstruction* varying = nullptr;  // the first that is found; null: the value is constant
};

Ingredients IngredientsOf(const HloInstruction& root) {
  Ingredients found;
  VaryingCalls calls;
  std::vector<const HloInstruction*> waiting = {&root};
  found.all.insert(&root);
  const auto add = [&](const HloInstruction* instruction) {
    if (found.all.insert(instruction).second) waiting.push_back(instruction);
  };
  while (!waiting.empty() && found.varying == nullptr) {
    const HloInstruction& instruction = *waiting.back();
    waiting.pop_back();
    if (instruction.opcode() == HloOpcode::kGetDimensionSize) continue;
    if (const HloInstruction* element = ElementOfTuple(instruction)) {
      add(element);
      continue;
    }
    if (instruction.opcode() == HloOpcode::kParameter || VariesByItself(instruction)) {
      found.varying = &instruction;
    } else {
      found.varying = calls.Find(instruction);
    }
    for (const HloInstruction* operand : instruction.operands()) add(operand);
  }
  return found;
}

// The size as a constant: s32[] of the bound, or -1 for that of a dynamic dimension.
std::unique_ptr<HloInstruction> SizeAsConstant(const HloInstruction& instruction,
                                               bool dynamic_is_minus_one) {
  const Shape& operand = instruction.operand(0)->shape();
  const int64_t dimension = instruction.attributes<DimensionSizeAttributes>().dimensions[0];
  const bool is_minus_one = dynamic_is_minus_one && operand.is_dynamic_dimension(dimension);
  const auto size = static_cast<int32_t>(is_minus_one ? -1 : operand.dimensions(dimension));
  return std::make_unique<HloInstruction>(
      HloOpcode::kConstant, instruction.shape_ptr(), std::vector<HloInstruction*>(),
      MakeAttributes(ConstantAttributes{LiteralUtil::CreateR0<int32_t>(size)}),
      std::vector<const HloComputation*>());
}

// A computation without parameters, made of copies.
class ConstantComputation {
 public:
  explicit ConstantComputation(std::string_view name)
      : computation_(std::make_unique<HloComputation>(SanitizeHloName(name))) {}

  // The operands must have been added, except those of sizes.
  void Add(const HloInstruction& original, bool dynamic_is_minus_one) {
    if (const HloInstruction* element = ElementOfTuple(original)) {
      stand_ins_[&original] = stand_ins_.at(element);
      return;
    }
    std::unique_ptr<HloInstruction> copy = original.opcode() == HloOpcode::kGetDimensionSize
                                               ? SizeAsConstant(original, dynamic_is_minus_one)
                                               : Copy(original);
    copy->set_name_and_id(StrCat(GetOpDef(copy->opcode()).name, ".", original.unique_id()),
                          original.unique_id());
    if (original.extras() != nullptr) {
      copy->set_extras(std::make_unique<InstructionExtras>(*original.extras()));
    }
    stand_ins_[&original] = computation_->AddInstruction(std::move(copy));
  }

  XlaComputation Finish(const HloInstruction& root,
                        const std::vector<std::shared_ptr<const HloComputation>>& callees) {
    for (const auto& callee : callees) {
      if (called_.count(callee.get()) > 0) computation_->KeepAlive(callee);
    }
    computation_->set_root(stand_ins_.at(&root));
    std::shared_ptr<const HloComputation> entry(std::move(computation_));
    const int64_t parts = PartsOfPrograms({entry.get()});
    return XlaComputation(std::move(entry), parts);
  }

 private:
  std::unique_ptr<HloInstruction> Copy(const HloInstruction& original) {
    std::vector<HloInstruction*> operands;
    for (const HloInstruction* operand : original.operands()) {
      operands.push_back(stand_ins_.at(operand));
    }
    const auto& callees = original.called_computations();
    called_.insert(callees.begin(), callees.end());
    const Attributes* attributes = original.raw_attributes();
    return std::make_unique<HloInstruction>(
        original.opcode(), original.shape_ptr(), std::move(operands),
        attributes == nullptr ? nullptr : attributes->Clone(), callees.ToVector());
  }

  std::unique_ptr<HloComputation> computation_;
  std::unordered_map<const HloInstruction*, HloInstruction*> stand_ins_;
  std::unordered_set<const HloComputation*> called_;
};

}  // namespace

StatusOr<bool> XlaBuilder::IsConstant(XlaOp op) const {
  HLOOM_RETURN_IF_ERROR(first_error_);
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const instruction, Lookup(op));
  return IngredientsOf(*instruction).varying == nullptr;
}

StatusOr<XlaComputation> XlaBuilder::BuildConstantSubGraph(
    XlaOp root, bool dynamic_dimension_is_minus_one) const {
  HLOOM_RETURN_IF_ERROR(first_error_);
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const instruction, Lookup(root));
  const Ingredients ingredients = IngredientsOf(*instruction);
  if (const HloInstruction* varying = ingredients.varying) {
    const bool parameter = varying->opcode() == HloOpcode::kParameter;
    return InvalidArgument(kBuilderC5)
        .Op("build_constant_sub_graph")
        .Operand(instruction->shape())
        .Say(StrCat("the value depends on ",
                    parameter ? "the parameter " : StrCat(GetOpDef(varying->opcode()).name, " "),
                    "%", Shortened(varying->name())))
        .Help(parameter ? "compile the program, and run it with an argument"
                        : "compile the program, and run it: another run may give another value")
        .At(LocationOf(instruction->name()));
  }
  ConstantComputation constant(StrCat(name_, "_compute_constant"));
  for (const auto& original : instructions_) {
    if (ingredients.all.count(original.get()) > 0) {
      constant.Add(*original, dynamic_dimension_is_minus_one);
    }
  }
  return constant.Finish(*instruction, callees_);
}

}  // namespace hloom
