// Values: between the slots of a frame and literals.
#include "ops/literal_copies_eval.h"
#include "runtime/machine.h"

namespace hloom {

namespace {

// True if a value is static and its slot is dynamic.
bool IsToBecomeDynamic(const ComputationPlan::SlotInfo& info, const Shape& shape) {
  return info.dynamic && !ShapeUtil::EqualIgnoringLayout(shape, *info.shape) &&
         ShapeUtil::Compatible(shape, *info.shape);
}

}  // namespace

// Puts a value into a slot. A static value in a dynamic slot becomes dynamic, with all elements
// live. If elements have to move for that, they do so before the next step. An asynchronous
// operation may already have a result where its shape states (): the value is kept as it is.
Status Machine::Put(Frame& frame, Slot slot, Literal value) {
  const ComputationPlan::SlotInfo& info = frame.plan->slots[At(slot)];
  if (value.shape_ptr() != info.shape) {
    const Shape& shape = value.shape();
    if (shape == *info.shape) {
      value.ShareShape(info.shape);
    } else if (IsToBecomeDynamic(info, shape)) {
      if (shape.layout() == info.shape->layout()) {
        HLOOM_ASSIGN_OR_RETURN(value, value.ToBoundedDynamic(*info.shape, run_->ledger));
      } else {
        frame.unsettled.push_back(slot);
      }
    }
  }
  frame.values[At(slot)] = std::move(value);
  return OkStatus();
}

// Makes the unsettled values dynamic, one after the other. In the meantime they may have moved to
// other slots, or have been dropped.
Status Machine::Settle(Frame& frame) {
  if (std::exchange(frame.settling, false)) {
    const Slot slot = frame.unsettled.back();
    frame.unsettled.pop_back();
    return Put(frame, slot, std::exchange(frame.settled, Literal()));
  }
  const Slot slot = frame.unsettled.back();
  const ComputationPlan::SlotInfo& info = frame.plan->slots[At(slot)];
  const Literal& value = frame.values[At(slot)];
  if (!value.storage() || !IsToBecomeDynamic(info, value.shape())) {
    frame.unsettled.pop_back();
    return OkStatus();
  }
  Kernel kernel = ToBoundedDynamic(value, *info.shape, run_->ledger, &frame.settled);
  frame.settling = true;
  if (kernel.done()) {
    HLOOM_RETURN_IF_ERROR(kernel.status());
    return Settle(frame);
  }
  frame.work = std::make_unique<Work>(std::move(kernel), run_->threads);
  return NextNeed();
}

// Puts the parts of a value into their slots; the recursion is as deep as the shape.
Status Machine::Spread(Frame& frame, const ValueTree& tree, Literal value) {
  if (!tree.IsTuple()) return Put(frame, tree.slot, std::move(value));
  for (size_t i = 0; i < tree.elements.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(Spread(frame, *tree.elements[i], value.elements()[i]));
  }
  return OkStatus();
}

// The whole value. Elements keep their layouts, and the tuple's shape states them.
Literal Machine::Whole(const Frame& frame, const ValueTree& tree) {
  if (!tree.IsTuple()) return frame.values[At(tree.slot)];
  std::vector<Literal> elements;
  for (const ValueTreePtr& element : tree.elements) elements.push_back(Whole(frame, *element));
  return Literal::MakeTuple(std::move(elements));
}

bool Machine::IsThere(const Frame& frame, const ValueTree& tree) {
  if (!tree.IsTuple()) {
    const Literal& value = frame.values[At(tree.slot)];
    return value.valid() && (value.storage() || !value.shape().IsArray());
  }
  for (const ValueTreePtr& element : tree.elements) {
    if (!IsThere(frame, *element)) return false;
  }
  return true;
}

Operands Machine::GatherOperands(const PlanStep& step) {
  Frame& frame = top();
  frame.operands.clear();
  frame.tuples.clear();
  frame.tuples.reserve(step.operands.size());  // so that their addresses stay valid
  for (const ValueTreePtr& operand : step.operands) {
    if (operand->IsTuple()) {
      frame.tuples.push_back(Whole(frame, *operand));
      frame.operands.push_back(&frame.tuples.back());
    } else {
      frame.operands.push_back(&frame.values[At(operand->slot)]);
    }
  }
  return Operands(frame.operands.data(), frame.operands.size());
}

}  // namespace hloom
