#include "runtime/frame.h"

namespace hloom {

bool IsToBecomeDynamic(const ComputationPlan::SlotInfo& info, const Shape& shape) {
  return info.dynamic && !ShapeUtil::EqualIgnoringLayout(shape, *info.shape) &&
         ShapeUtil::Compatible(shape, *info.shape);
}

// An asynchronous operation may already have a result where its shape states (): the value is kept
// as it is.
Status Frame::Put(Slot slot, Literal value, const LedgerPtr& ledger) {
  const ComputationPlan::SlotInfo& info = plan->slots[At(slot)];
  if (value.shape_ptr() != info.shape) {
    const Shape& shape = value.shape();
    if (shape == *info.shape) {
      value.ShareShape(info.shape);
    } else if (IsToBecomeDynamic(info, shape)) {
      if (shape.layout() == info.shape->layout()) {
        HLOOM_ASSIGN_OR_RETURN(value, value.ToBoundedDynamic(*info.shape, ledger));
      } else {
        to_dynamic.slots.push_back(slot);
      }
    }
  }
  values[At(slot)] = std::move(value);
  return OkStatus();
}

// The recursion is as deep as the shape.
Status Frame::Spread(const ValueTree& tree, Literal value, const LedgerPtr& ledger) {
  if (!tree.IsTuple()) return Put(tree.slot, std::move(value), ledger);
  for (size_t i = 0; i < tree.elements.size(); ++i) {
    HLOOM_RETURN_IF_ERROR(Spread(*tree.elements[i], value.elements()[i], ledger));
  }
  return OkStatus();
}

Literal Frame::Whole(const ValueTree& tree) const {
  if (!tree.IsTuple()) return values[At(tree.slot)];
  std::vector<Literal> elements;
  for (const ValueTreePtr& element : tree.elements) elements.push_back(Whole(*element));
  return Literal::MakeTuple(std::move(elements));
}

bool Frame::IsThere(const ValueTree& tree) const {
  if (!tree.IsTuple()) {
    const Literal& value = values[At(tree.slot)];
    return value.valid() && (value.storage() || !value.shape().IsArray());
  }
  for (const ValueTreePtr& element : tree.elements) {
    if (!IsThere(*element)) return false;
  }
  return true;
}

Operands Frame::GatherOperands(const PlanStep& step) {
  operands.clear();
  tuples.clear();
  tuples.reserve(step.operands.size());  // so that their addresses stay valid
  for (const ValueTreePtr& operand : step.operands) {
    if (operand->IsTuple()) {
      tuples.push_back(Whole(*operand));
      operands.push_back(&tuples.back());
    } else {
      operands.push_back(&values[At(operand->slot)]);
    }
  }
  return Operands(operands.data(), operands.size());
}

}  // namespace hloom
