#include "runtime/loop_fusion.h"

#include <algorithm>
#include <utility>

#include "ops/elementwise/elementwise_arrays_eval.h"

namespace hloom {

namespace {

// Fewer elements stay in the nearest cache anyway.
constexpr int64_t kLeastElements = 1 << 12;
// More would not stay there, a block of each.
constexpr size_t kMostSteps = 64;
constexpr size_t kMostOperands = 24;

constexpr size_t kNone = static_cast<size_t>(-1);

class LoopFuser {
 public:
  LoopFuser(ComputationPlan& plan, std::vector<int64_t>& last_use, ShapeTable& shapes)
      : plan_(plan), last_use_(last_use), shapes_(shapes), group_of_(plan.steps.size(), kNone) {}

  // Goes from the last step to the first, so that the readers of a value have their groups before
  // the step that computes it.
  void Fuse() {
    const auto may = [](const PlanStep& step) { return ArraysOf(step) != nullptr; };
    if (std::count_if(plan_.steps.begin(), plan_.steps.end(), may) < 2) return;
    FindReaders();
    for (size_t s = plan_.steps.size(); s-- > 0;) {
      if (!may(plan_.steps[s])) continue;
      const size_t group = GroupOfReaders(s);
      if (group != kNone && MayJoin(s, groups_[group])) {
        Join(s, group);
      } else {
        group_of_[s] = groups_.size();
        groups_.push_back({{s}, SlotsReadBy(s)});
      }
    }
    for (const Group& group : groups_) {
      if (group.steps.size() > 1) Make(group);
    }
  }

 private:
  struct Group {
    std::vector<size_t> steps;  // from the last one, which computes the result
    std::vector<Slot> operands;
    // The number of arrays as big as the result whose last readers are steps before the last one.
    int64_t held = 0;

    size_t last() const { return steps[0]; }
  };

  // Null if the step cannot be part of a loop.
  static const ElementwiseArrays* ArraysOf(const PlanStep& step) {
    if (step.prepared == nullptr || step.implicit_broadcast != nullptr) return nullptr;
    const ElementwiseArrays* arrays = step.prepared->elementwise();
    return arrays == nullptr || arrays->count < kLeastElements ? nullptr : arrays;
  }

  void FindReaders() {
    readers_.resize(plan_.slots.size());
    step_of_.resize(plan_.values.size(), kNone);
    heavy_before_.push_back(0);
    for (size_t s = 0; s < plan_.steps.size(); ++s) {
      const PlanStep& step = plan_.steps[s];
      step_of_[static_cast<size_t>(step.index)] = s;
      for (const Slot slot : step.operand_slots) readers_[At(slot)].push_back(s);
      heavy_before_.push_back(heavy_before_.back() +
                              (step.heavy && step.implicit_broadcast == nullptr ? 1 : 0));
    }
    is_result_.resize(plan_.slots.size());
    for (const Slot slot : plan_.root_slots) is_result_[At(slot)] = true;
  }

  // The group of all steps that read the value, element by element; kNone if there is none.
  size_t GroupOfReaders(size_t s) const {
    const PlanStep& step = plan_.steps[s];
    const Slot value = step.value_slots[0];
    if (is_result_[At(value)] || readers_[At(value)].empty()) return kNone;
    const size_t group = group_of_[readers_[At(value)][0]];
    for (const size_t r : readers_[At(value)]) {
      if (group_of_[r] != group || group == kNone) return kNone;
      const PlanStep& reader = plan_.steps[r];
      for (size_t i = 0; i < reader.operand_slots.size(); ++i) {
        if (reader.operand_slots[i] != value) continue;
        const ElementwiseArrays::Operand& operand = ArraysOf(reader)->operands[i];
        const bool in_order = !operand.scalar && operand.repetition == nullptr &&
                              reader.prepared_shapes[i] == step.arrays[0].get();
        if (!in_order) return kNone;
      }
    }
    return group;
  }

  std::vector<Slot> SlotsReadBy(size_t s) const {
    std::vector<Slot> slots = plan_.steps[s].operand_slots;
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
  }

  // The number of values that are as big as the step's, and that it reads last.
  int64_t LastReadsOf(size_t s) const {
    const PlanStep& step = plan_.steps[s];
    int64_t reads = 0;
    for (const Slot slot : SlotsReadBy(s)) {
      const Shape& shape = *plan_.slots[At(slot)].shape;
      const bool is_big = shape.IsArray() && 2 * ShapeUtil::ByteSizeOf(shape) > step.array_bytes[0];
      if (is_big && last_use_[At(slot)] == step.index) ++reads;
    }
    return reads;
  }

  bool MayJoin(size_t s, const Group& group) const {
    if (group.steps.size() == kMostSteps) return false;
    const PlanStep& last = plan_.steps[group.last()];
    size_t operands = group.operands.size();
    for (const Slot slot : SlotsReadBy(s)) {
      if (std::find(group.operands.begin(), group.operands.end(), slot) != group.operands.end()) {
        continue;
      }
      if (++operands > kMostOperands) return false;
      // A step in between may overwrite the operand, as it is the last one to read it.
      const int64_t use = last_use_[At(slot)];
      if (use <= plan_.steps[s].index || use >= last.index) continue;
      const size_t reader = step_of_[static_cast<size_t>(use)];
      if (reader == kNone || group_of_[reader] != group_of_[group.last()]) return false;
    }
    // Other arrays may be made before the loop runs: it must not hold more than its value needs.
    const auto others = heavy_before_[group.last()] - heavy_before_[s + 1] -
                        static_cast<int64_t>(group.steps.size() - 1);
    return others == 0 || HeldWith(s, group) <= 1;
  }

  // The arrays that are held if the step joins: the ones that it reads last, in place of its value.
  int64_t HeldWith(size_t s, const Group& group) const {
    const bool value_was_held =
        last_use_[At(plan_.steps[s].value_slots[0])] != plan_.steps[group.last()].index;
    return group.held + LastReadsOf(s) - (value_was_held ? 1 : 0);
  }

  void Join(size_t s, size_t g) {
    Group& group = groups_[g];
    group.held = HeldWith(s, group);
    group.steps.push_back(s);
    group_of_[s] = g;
    const Slot value = plan_.steps[s].value_slots[0];
    group.operands.erase(std::find(group.operands.begin(), group.operands.end(), value));
    for (const Slot slot : SlotsReadBy(s)) {
      if (std::find(group.operands.begin(), group.operands.end(), slot) == group.operands.end()) {
        group.operands.push_back(slot);
      }
    }
  }

  void Make(const Group& group) {
    auto fusion = std::make_unique<LoopFusion>();
    std::vector<std::pair<Slot, size_t>> values;  // that steps of the loop compute
    for (auto s = group.steps.rbegin(); s != group.steps.rend(); ++s) {
      PlanStep& step = plan_.steps[*s];
      const ElementwiseArrays& arrays = *ArraysOf(step);
      FusedElementwise::Source sources[ElementFunction::kMaxOperands];
      for (size_t i = 0; i < arrays.operand_count; ++i) {
        const Slot slot = step.operand_slots[i];
        const auto value = std::find_if(values.begin(), values.end(),
                                        [&](const auto& each) { return each.first == slot; });
        sources[i] = value != values.end()
                         ? FusedElementwise::Source{true, value->second}
                         : FusedElementwise::Source{false, OperandOf(*fusion, step, i)};
      }
      const Slot value = step.value_slots[0];
      values.emplace_back(value, fusion->loop.AddStep(arrays, sources));
      step.fused = *s != group.last();
      if (step.fused) last_use_[At(value)] = plan_.steps[group.last()].index;
    }
    fusion->loop.Finish();
    PlanStep& last = plan_.steps[group.last()];
    for (const Slot slot : fusion->operand_slots) {
      last_use_[At(slot)] = std::max(last_use_[At(slot)], last.index);
    }
    last.fusion = std::move(fusion);
  }

  // The number of an operand of the loop: operand `i` of the step.
  size_t OperandOf(LoopFusion& fusion, const PlanStep& step, size_t i) {
    const ElementwiseArrays::Operand& operand = ArraysOf(step)->operands[i];
    for (size_t n = 0; n < fusion.operand_slots.size(); ++n) {
      const bool is_same = fusion.operand_slots[n] == step.operand_slots[i] &&
                           fusion.loop.operand(n).computed == operand.computed;
      if (is_same) return n;
    }
    fusion.operand_slots.push_back(step.operand_slots[i]);
    fusion.shapes.push_back(step.prepared_shapes[i]);
    fusion.full_shapes.push_back(
        shapes_.Find(ShapeUtil::ChangeElementType(*step.arrays[0], operand.type)));
    return fusion.loop.AddOperand(operand);
  }

  ComputationPlan& plan_;
  std::vector<int64_t>& last_use_;
  ShapeTable& shapes_;
  std::vector<size_t> group_of_;  // by step; kNone if it cannot be fused
  std::vector<Group> groups_;
  std::vector<std::vector<size_t>> readers_;  // of each slot: steps
  std::vector<size_t> step_of_;               // each instruction; kNone if it needs none
  std::vector<bool> is_result_;               // of each slot
  std::vector<int64_t> heavy_before_;  // the number of steps on many elements before each step
};

}  // namespace

void FuseLoops(ComputationPlan& plan, std::vector<int64_t>& last_use, ShapeTable& shapes) {
  LoopFuser(plan, last_use, shapes).Fuse();
}

Kernel LoopFusion::ComputeOf(std::vector<const Shape*> actual, const std::byte* const* operands,
                             std::byte* result) const {
  FusedElementwise in_order = loop;
  std::vector<const std::byte*> ordered(operands, operands + actual.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    if (*actual[i] == *shapes[i]) continue;
    in_order.SetInOrder(i);
    co_await InOrderOf(*full_shapes[i], *actual[i], operands[i], &ordered[i]);
  }
  co_await in_order.Compute(ordered.data(), result);
  co_return OkStatus();
}

}  // namespace hloom
