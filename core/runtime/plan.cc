#include "runtime/plan.h"

#include <algorithm>
#include <unordered_set>

#include "ops/control/structural.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "runtime/loop_fusion.h"

namespace hloom {

namespace {

bool HasManyElements(const HloInstruction& instruction) {
  constexpr int64_t kMany = 1 << 12;
  const Shape& shape = instruction.shape();
  return shape.IsArray() && ShapeUtil::ElementsIn(shape) >= kMany;
}

bool IsHeavy(const HloInstruction& instruction) {
  if (HasManyElements(instruction)) return true;
  const auto& operands = instruction.operands();
  return std::any_of(operands.begin(), operands.end(),
                     [](const HloInstruction* operand) { return HasManyElements(*operand); });
}

// A result of shape `to` fits into the memory of an array of shape `from`, in the same order.
// Memory is laid out for the bounds of dynamic dimensions.
bool FitsInPlace(const Shape& from, const Shape& to) {
  return from.IsArray() && from.rank() == to.rank() &&
         ByteWidth(from.element_type()) == ByteWidth(to.element_type()) &&
         ShapeUtil::SameDimensions(from, to) && from.layout() == to.layout();
}

template <typename T>
bool Contains(const std::vector<T>& list, const T& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// `implicit`: for each instruction, true if its value may be an implicit broadcast.
std::vector<PlanStep::TakeOver> TakeOversOf(const PlanStep& step,
                                            const std::vector<bool>& implicit) {
  const Span<HloInstruction* const> operands = step.instruction->operands();
  const auto* computes = step.eval->As<Computes>();
  const InPlace in_place = computes == nullptr ? InPlace::kNever : computes->in_place;
  const auto times = [&](Slot slot) {
    return std::count(step.operand_slots.begin(), step.operand_slots.end(), slot);
  };
  const auto may_take = [&](size_t array, size_t i) {
    if (step.operands[i]->IsTuple()) return false;
    const Slot slot = step.operands[i]->slot;
    if (in_place == InPlace::kSameOperand && (array != i || times(slot) > 1)) return false;
    return Contains(step.dying, slot) && FitsInPlace(operands[i]->shape(), *step.arrays[array]);
  };
  std::vector<PlanStep::TakeOver> found;
  if (in_place == InPlace::kNever) return found;
  for (size_t array = 0; array < step.arrays.size(); ++array) {
    for (size_t i = 0; i < operands.size(); ++i) {
      const auto operand = static_cast<size_t>(operands[i]->index());
      if (may_take(array, i)) found.push_back({array, i, implicit[operand]});
    }
  }
  return found;
}

// True if the array is static and dense in memory, so that the operation can be prepared.
bool IsPlain(const Shape& shape) {
  return shape.IsArray() && shape.is_static() && !shape.layout().has_padding();
}

// The operands of a loop whose memory the result may use.
std::vector<size_t> TakeOversOf(const PlanStep& step, const LoopFusion& fusion) {
  std::vector<size_t> found;
  for (size_t i = 0; i < fusion.operand_slots.size(); ++i) {
    const bool dies = Contains(step.dying, fusion.operand_slots[i]);
    if (dies && FitsInPlace(*fusion.shapes[i], *step.arrays[0])) found.push_back(i);
  }
  return found;
}

class Planner {
 public:
  Planner(const HloComputation& computation, ShapeTable& shapes)
      : computation_(computation), shapes_(shapes) {
    plan_.computation = &computation;
  }

  ComputationPlan Plan() {
    plan_.parameters.resize(computation_.parameters().size());
    for (const auto& instruction : computation_.instructions()) {
      const OpEval& eval = ExecutingOpEval(*instruction);
      const Forwards* forwards = eval.As<Forwards>();
      const ValueTreePtr value = forwards == nullptr ? AddStep(*instruction, eval)
                                                     : Resolve(*instruction, forwards->value);
      plan_.values.push_back(value);
      last_use_.resize(plan_.slots.size());
      for (const Slot slot : SlotsOf(*value)) last_use_[At(slot)] = instruction->index();
      if (forwards == nullptr) {
        MarkUsed(plan_.steps.back().operand_slots, instruction->index());
      } else if (forwards->value != Forwards::kArgument) {
        MarkUsed(SlotsOf(*value), instruction->index());
      }
    }
    for (const ValueTreePtr& parameter : plan_.parameters) {
      parameter->AppendSlots(plan_.parameter_slots);
    }
    SetRoot();
    SetUsedParameters();
    FindImplicitBroadcasts();
    for (PlanStep& step : plan_.steps) Prepare(step);
    FuseLoops(plan_, last_use_, shapes_);
    SetDying();
    for (PlanStep& step : plan_.steps) {
      SetMoves(step);
      step.take_overs = TakeOversOf(step, implicit_);
      if (step.fusion != nullptr) step.fusion->take_overs = TakeOversOf(step, *step.fusion);
      plan_.light_steps.push_back(LightStepOf(step));
    }
    return std::move(plan_);
  }

 private:
  static std::vector<Slot> SlotsOf(const ValueTree& value) {
    std::vector<Slot> slots;
    value.AppendSlots(slots);
    return slots;
  }
  const ValueTreePtr& ValueOf(const HloInstruction& instruction) const {
    return plan_.values[static_cast<size_t>(instruction.index())];
  }

  // New slots for a value of this shape; the recursion is as deep as the shape. An empty tuple has
  // its own slot.
  ValueTreePtr NewValue(const Shape& shape, bool opaque) {
    auto value = std::make_shared<ValueTree>();
    if (!opaque && !shape.tuple_shapes().empty()) {
      for (const Shape& element : shape.tuple_shapes()) {
        value->elements.push_back(NewValue(element, false));
      }
      return value;
    }
    value->slot = static_cast<Slot>(plan_.slots.size());
    plan_.slots.push_back({shapes_.Find(shape), !opaque && shape.is_dynamic()});
    return value;
  }

  ValueTreePtr Resolve(const HloInstruction& instruction, Forwards::Value forwarded) {
    switch (forwarded) {
      case Forwards::kArgument: {
        const auto number =
            static_cast<size_t>(instruction.attributes<ParameterAttributes>().parameter_number);
        return plan_.parameters[number] = NewValue(instruction.shape(), false);
      }
      case Forwards::kLiteral:
        return NewConstant(instruction.attributes<ConstantAttributes>().literal);
      case Forwards::kOperands: {
        if (instruction.operands().empty()) return NewConstant(EmptyTuple());
        auto value = std::make_shared<ValueTree>();
        for (const HloInstruction* operand : instruction.operands()) {
          value->elements.push_back(ValueOf(*operand));
        }
        return value;
      }
      case Forwards::kElement: {
        const auto index =
            static_cast<size_t>(instruction.attributes<GetTupleElementAttributes>().index);
        return ValueOf(*instruction.operand(0))->elements[index];
      }
      case Forwards::kOperand:
        return ValueOf(*instruction.operand(0));
    }
    return nullptr;
  }

  // The recursion is as deep as the constant's shape.
  ValueTreePtr NewConstant(const Literal& literal) {
    auto value = std::make_shared<ValueTree>();
    if (!literal.elements().empty()) {
      for (const Literal& element : literal.elements()) {
        value->elements.push_back(NewConstant(element));
      }
      return value;
    }
    value->slot = static_cast<Slot>(plan_.slots.size());
    plan_.slots.push_back({shapes_.Find(literal.shape())});
    plan_.constants.push_back({value->slot, literal});
    plan_.constants.back().value.ShareShape(plan_.slots.back().shape);
    return value;
  }
  static Literal EmptyTuple() { return Literal::MakeTuple(std::vector<Literal>()); }

  ValueTreePtr AddStep(const HloInstruction& instruction, const OpEval& eval) {
    PlanStep step;
    step.instruction = &instruction;
    step.index = instruction.index();
    step.def = &GetOpDef(instruction.opcode());
    step.eval = &eval;
    for (const HloInstruction* operand : instruction.operands()) {
      step.operands.push_back(ValueOf(*operand));
      step.operands.back()->AppendSlots(step.operand_slots);
    }
    step.value = NewValue(instruction.shape(), eval.opaque_value);
    step.value->AppendSlots(step.value_slots);
    const auto* computes = eval.As<Computes>();
    const bool fills =
        computes != nullptr && (computes->evaluate != nullptr || computes->prepare != nullptr);
    const bool adds_parts = fills && computes->adds_parts && instruction.shape().IsTuple();
    if (fills && !adds_parts) step.arrays = ArraysOf(instruction.shape());
    step.dynamic_sizes = NeedsLiveEvaluation(instruction);
    step.heavy = IsHeavy(instruction);
    const ValueTreePtr value = step.value;
    plan_.steps.push_back(std::move(step));
    return value;
  }

  // One literal is filled for each array of the result: the array itself, or the elements of a
  // tuple.
  std::vector<ShapePtr> ArraysOf(const Shape& shape) {
    if (!shape.IsTuple()) return {shapes_.Find(shape)};
    std::vector<ShapePtr> arrays;
    for (const Shape& array : shape.tuple_shapes()) arrays.push_back(shapes_.Find(array));
    return arrays;
  }

  void MarkUsed(const std::vector<Slot>& slots, int64_t instruction) {
    for (const Slot slot : slots) {
      last_use_[At(slot)] = instruction;
      plan_.slots[At(slot)].used = true;
    }
  }

  void SetRoot() {
    plan_.root = ValueOf(*computation_.root());
    plan_.root->AppendSlots(plan_.root_slots);
    std::vector<bool> kept(plan_.slots.size());
    for (const ComputationPlan::Constant& constant : plan_.constants) {
      kept[At(constant.slot)] = true;
    }
    plan_.root_moves.resize(plan_.root_slots.size());
    for (size_t i = plan_.root_slots.size(); i-- > 0;) {
      const size_t slot = At(plan_.root_slots[i]);
      plan_.slots[slot].used = true;
      plan_.root_moves[i] = !kept[slot];
      kept[slot] = true;
    }
  }

  void SetUsedParameters() {
    for (size_t p = 0; p < plan_.parameters.size(); ++p) {
      plan_.all_parameters.push_back(p);
      if (IsUsed(*plan_.parameters[p])) plan_.used_parameters.push_back(p);
    }
  }

  // True if a part of the parameter is used.
  bool IsUsed(const ValueTree& parameter) const {
    const std::vector<Slot> slots = SlotsOf(parameter);
    return std::any_of(slots.begin(), slots.end(),
                       [&](Slot slot) { return plan_.slots[At(slot)].used; });
  }

  // A slot dies at the first step that is not before its last use. Constants stay, the result's
  // slots are taken with it, and unused arguments are usually not there.
  void SetDying() {
    std::vector<bool> stays(plan_.slots.size());
    for (const ComputationPlan::Constant& constant : plan_.constants) {
      stays[At(constant.slot)] = true;
    }
    for (const Slot slot : plan_.root_slots) stays[At(slot)] = true;
    for (const ValueTreePtr& parameter : plan_.parameters) {
      if (IsUsed(*parameter)) continue;
      for (const Slot slot : SlotsOf(*parameter)) stays[At(slot)] = true;
    }
    for (size_t slot = 0; slot < plan_.slots.size(); ++slot) {
      if (stays[slot]) continue;
      const auto step = std::lower_bound(
          plan_.steps.begin(), plan_.steps.end(), last_use_[slot],
          [](const PlanStep& at, int64_t use) { return at.instruction->index() < use; });
      const auto s = static_cast<Slot>(slot);
      if (step == plan_.steps.end()) {
        plan_.dying.push_back(s);
      } else {
        (Contains(step->value_slots, s) ? step->unused : step->dying).push_back(s);
      }
    }
  }

  static void SetMoves(PlanStep& step) {
    std::vector<Slot> dying = step.dying;
    std::sort(dying.begin(), dying.end());
    std::unordered_set<Slot> later;
    step.operand_moves.resize(step.operand_slots.size());
    for (size_t i = step.operand_slots.size(); i-- > 0;) {
      const Slot slot = step.operand_slots[i];
      step.operand_moves[i] =
          std::binary_search(dying.begin(), dying.end(), slot) && later.insert(slot).second;
    }
  }

  // True if the step's operation could be prepared.
  static bool MayPrepare(const PlanStep& step) {
    if (step.dynamic_sizes || step.arrays.size() != step.value_slots.size()) return false;
    const auto& operands = step.instruction->operands();
    return std::all_of(step.arrays.begin(), step.arrays.end(),
                       [](const ShapePtr& array) { return IsPlain(*array); }) &&
           std::all_of(operands.begin(), operands.end(),
                       [](const HloInstruction* operand) { return IsPlain(operand->shape()); });
  }

  // Finds the values that repeat elements and need not be stored, because their readers repeat the
  // elements themselves.
  void FindImplicitBroadcasts() {
    implicit_.resize(computation_.instructions().size());
    bool any = false;
    for (const PlanStep& step : plan_.steps) {
      if (!Repeats(step)) continue;
      implicit_[IndexOf(step)] = any = true;
    }
    if (!any) return;
    implicit_[static_cast<size_t>(computation_.root()->index())] = false;
    auto step = plan_.steps.begin();
    for (const auto& reader : computation_.instructions()) {
      const bool has_step = step != plan_.steps.end() && step->instruction == reader.get();
      for (size_t i = 0; i < reader->operands().size(); ++i) {
        const auto operand = static_cast<size_t>(reader->operand(i)->index());
        if (implicit_[operand]) implicit_[operand] = has_step && MayRepeat(*step, i);
      }
      if (has_step) ++step;
    }
    for (PlanStep& each : plan_.steps) {
      if (!implicit_[IndexOf(each)]) continue;
      each.implicit_broadcast = RepeatedShape(*each.instruction);
      const auto* computes = each.eval->As<Computes>();
      if (computes->repeated != nullptr) {
        each.repeated = computes->repeated(*each.instruction).prepared;
      }
    }
  }
  static size_t IndexOf(const PlanStep& step) { return static_cast<size_t>(step.index); }
  // The shape of the array whose elements an operation repeats.
  ShapePtr RepeatedShape(const HloInstruction& repeating) const {
    const auto* computes = GetOpEval(repeating.opcode()).As<Computes>();
    if (computes->repeated == nullptr) return shapes_.Find(repeating.operand(0)->shape());
    return shapes_.Find(computes->repeated(repeating).shape);
  }
  bool Repeats(const PlanStep& step) const {
    // Copying fewer elements takes no longer than the overhead of a step.
    constexpr int64_t kLeast = 1 << 12;
    const auto* computes = step.eval->As<Computes>();
    return computes != nullptr && computes->repeats != nullptr && MayPrepare(step) &&
           ShapeUtil::ElementsIn(step.instruction->shape()) >= kLeast &&
           RepeatedShape(*step.instruction)->rank() < step.instruction->shape().rank();
  }
  // True if a step could take the unrepeated value as operand `i`.
  bool MayRepeat(const PlanStep& step, size_t i) const {
    const auto* computes = step.eval->As<Computes>();
    if (computes == nullptr || !computes->takes_repeated || !MayPrepare(step)) return false;
    std::vector<const Shape*> shapes = OperandShapesOf(*step.instruction);
    shapes[i] = RepeatedShape(*step.instruction->operand(i)).get();
    const auto prepared = computes->prepare(*step.instruction, shapes);
    return prepared != nullptr && !prepared->reorders();
  }

  void Prepare(PlanStep& step) {
    const auto* computes = step.eval->As<Computes>();
    if (computes == nullptr || computes->prepare == nullptr || !MayPrepare(step)) return;
    for (const HloInstruction* operand : step.instruction->operands()) {
      const bool repeated = implicit_[static_cast<size_t>(operand->index())];
      step.prepared_shapes.push_back(
          (repeated ? RepeatedShape(*operand) : shapes_.Find(operand->shape())).get());
    }
    step.prepared = computes->prepare(*step.instruction, step.prepared_shapes);
    if (step.prepared == nullptr) return;
    for (const ShapePtr& array : step.arrays) {
      step.array_bytes.push_back(ShapeUtil::ByteSizeOf(*array));
    }
  }

  static LightStep LightStepOf(const PlanStep& step) {
    LightStep light;
    const size_t operands = step.operand_slots.size();
    const size_t dying = step.dying.size() + step.unused.size();
    const bool is_small = step.implicit_broadcast == nullptr
                              ? step.prepared != nullptr && step.prepared->is_small()
                              : step.repeated == nullptr || step.repeated->is_small();
    if (step.fused || step.fusion != nullptr) return light;
    const bool is_light = step.prepared != nullptr && is_small && step.arrays.size() == 1 &&
                          operands <= LightStep::kMostOperands && dying <= LightStep::kMostDying;
    if (!is_light) return light;
    light.op = step.prepared.get();
    light.shape = step.arrays.data();
    light.bytes = step.array_bytes[0];
    light.index = step.index;
    light.value = step.value_slots[0];
    light.operand_count = static_cast<uint8_t>(operands);
    light.dying_count = static_cast<uint8_t>(dying);
    light.view_of = static_cast<int8_t>(step.prepared->view_of());
    light.heavy = step.heavy;
    if (step.implicit_broadcast != nullptr) {
      light.shape = &step.implicit_broadcast;
      light.view_of = step.repeated == nullptr ? 0 : PreparedOp::kNoView;
      light.heavy = false;
    }
    if (step.repeated != nullptr) {
      light.op = step.repeated.get();
      light.bytes = ShapeUtil::ByteSizeOf(*step.implicit_broadcast);
    }
    for (const PlanStep::TakeOver& candidate : step.take_overs) {
      if (!candidate.implicit) light.take_overs |= static_cast<uint8_t>(1 << candidate.operand);
    }
    std::copy(step.operand_slots.begin(), step.operand_slots.end(), light.operands);
    std::copy(step.prepared_shapes.begin(), step.prepared_shapes.end(), light.shapes);
    std::copy(step.unused.begin(), step.unused.end(),
              std::copy(step.dying.begin(), step.dying.end(), light.dying));
    return light;
  }

  const HloComputation& computation_;
  ShapeTable& shapes_;
  ComputationPlan plan_;
  std::vector<int64_t> last_use_;  // of each slot, an instruction's index
  std::vector<bool> implicit_;     // by instruction
};

}  // namespace

void ValueTree::AppendSlots(std::vector<Slot>& slots) const {
  if (!IsTuple()) slots.push_back(slot);
  for (const ValueTreePtr& element : elements) element->AppendSlots(slots);
}

ComputationPlan PlanFor(const HloComputation& computation, ShapeTable& shapes) {
  return Planner(computation, shapes).Plan();
}

}  // namespace hloom
