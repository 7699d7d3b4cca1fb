#include "ops/make_instruction.h"

#include <algorithm>

#include "base/math_util.h"
#include "ops/mixed_precision.h"
#include "ops/operands.h"

namespace hloom {

namespace {

void AddParts(int64_t more, int64_t& parts) { parts = CheckedAdd(parts, more).value_or(INT64_MAX); }

int64_t PartsOfArguments(Span<const Shape* const> operands, bool calls) {
  int64_t parts = 0;
  if (!calls) return parts;
  for (const Shape* operand : operands) AddParts(operand->parts(), parts);
  return parts;
}

// Written shapes of loops, barriers and calls mostly repeat that of an operand or of a computation,
// and then share it.
ShapePtr Shared(const ShapePtr& written, const InstructionDraft& draft) {
  if (written->parts() == 1) return written;
  const auto repeats = [&written](const HloInstruction* other) {
    return other != nullptr && *other->shape_ptr() == *written;
  };
  if (!draft.operands.empty() && repeats(draft.operands[0])) return draft.operands[0]->shape_ptr();
  if (!draft.called_computations.empty() && draft.called_computations[0] != nullptr) {
    const HloInstruction* root = draft.called_computations[0]->root();
    if (repeats(root)) return root->shape_ptr();
  }
  return written;
}

// The shape of an operand, if it is equal, as for most results: the table needs a hash. Null
// otherwise.
ShapePtr SharedWithOperand(const Shape& inferred, const InstructionDraft& draft) {
  constexpr size_t kMostCompared = 3;  // select(p, x, y) has the shape of x
  const size_t count = std::min(draft.operands.size(), kMostCompared);
  for (size_t i = 0; i < count; ++i) {
    if (draft.operands[i]->shape() == inferred) return draft.operands[i]->shape_ptr();
  }
  return nullptr;
}

}  // namespace

int64_t PartsOf(const HloInstruction& instruction) {
  int64_t parts = instruction.shape().parts();
  if (instruction.called_computations().empty()) return parts;
  for (const HloInstruction* operand : instruction.operands()) {
    AddParts(operand->shape().parts(), parts);
  }
  return parts;
}

int64_t PartsOfPrograms(const std::vector<const HloComputation*>& entries) {
  std::vector<const HloComputation*> waiting;
  std::unordered_set<const HloComputation*> seen;
  for (const HloComputation* entry : entries) {
    if (seen.insert(entry).second) waiting.push_back(entry);
  }
  int64_t parts = 0;
  while (!waiting.empty()) {
    const HloComputation& computation = *waiting.back();
    waiting.pop_back();
    for (const auto& instruction : computation.instructions()) {
      AddParts(PartsOf(*instruction), parts);
      for (const HloComputation* callee : instruction->called_computations()) {
        if (seen.insert(callee).second) waiting.push_back(callee);
      }
    }
  }
  return parts;
}

// The arguments of calls are counted before inference compares them with parameters.
StatusOr<ShapePtr> InstructionMaker::ShapeFor(const InstructionDraft& draft,
                                              const InferContext& context) {
  int64_t parts = PartsOfArguments(context.operands, !draft.called_computations.empty());
  if (parts > PartsBudget::kMaxParts) return PartsBudget::Exceeded();
  ShapePtr shape;
  if (draft.written && draft.shape != nullptr) {
    HLOOM_RETURN_IF_ERROR(CheckArity(context));
    shape = Shared(draft.shape, draft);
  } else {
    StatusOr<Shape> inferred = InferShape(context);
    if (!inferred.ok() && draft.written) {
      std::optional<Implied> implied = FindImplied(context, /*written=*/nullptr);
      if (!implied) return inferred.status();
      if (!draft.allow_mixed_precision) return WithMixtureHelp(inferred.status());
      inferred = std::move(implied->shape);
    }
    if (!inferred.ok()) return inferred.status();
    shape = SharedWithOperand(*inferred, draft);
    if (shape == nullptr) shape = shapes_->Find(*std::move(inferred));
  }
  AddParts(shape->parts(), parts);
  HLOOM_RETURN_IF_ERROR(Book(parts, draft.callees));
  return shape;
}

// Counts all or nothing, because a builder continues after an error.
Status InstructionMaker::Book(int64_t parts, const std::vector<Callee>& callees) {
  AddParts(made_parts_, parts);
  int64_t called_parts = called_parts_;
  for (const Callee& callee : callees) {
    if (called_.count(callee.entry) == 0) AddParts(callee.parts, called_parts);
  }
  const auto fits = [&] {
    return parts <= PartsBudget::kMaxParts && called_parts <= PartsBudget::kMaxParts - parts;
  };
  // Shared computations of several programs were counted more than once.
  if (!fits()) {
    std::vector<const HloComputation*> called(called_.begin(), called_.end());
    for (const Callee& callee : callees) called.push_back(callee.entry);
    called_parts = PartsOfPrograms(called);
  }
  if (!fits()) return PartsBudget::Exceeded();
  made_parts_ = parts;
  called_parts_ = called_parts;
  for (const Callee& callee : callees) called_.insert(callee.entry);
  return OkStatus();
}

StatusOr<std::unique_ptr<HloInstruction>> InstructionMaker::Make(InstructionDraft draft) {
  const OpDef& def = GetOpDef(draft.opcode);
  InlineArray<const Shape*, 4> operands(draft.operands.size());
  for (size_t i = 0; i < operands.size(); ++i) operands.data()[i] = &draft.operands[i]->shape();
  const InferContext context = {
      .opcode = draft.opcode,
      .operands = Span<const Shape* const>(operands.data(), operands.size()),
      .attributes = draft.attributes.get(),
      .called_computations = Span<const HloComputation* const>(draft.called_computations.data(),
                                                               draft.called_computations.size()),
      .given_shape = draft.shape.get(),
  };
  if (draft.written && def.complete_attributes != nullptr) {
    HLOOM_RETURN_IF_ERROR(CheckArity(context));
    def.complete_attributes(*draft.attributes, context.operands);
  }
  StatusOr<ShapePtr> shape = ShapeFor(draft, context);
  if (!shape.ok()) return shape.status().WithOp(def.name);
  auto instruction =
      std::make_unique<HloInstruction>(draft.opcode, *std::move(shape), draft.operands,
                                       std::move(draft.attributes), draft.called_computations);
  instruction->set_extras(std::move(draft.extras));
  return instruction;
}

}  // namespace hloom
