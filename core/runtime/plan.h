// Plan: the steps in which the step machine runs a computation. It contains everything that does
// not depend on values: the slot of each value, the instructions that need no step, and the last
// use of each array, so that a run holds only values that it still needs.
//
// A frame has a slot for each array. Tuples are taken apart, so tuple and get-tuple-element cost a
// run nothing.
//
//   %p = (f32[8], s32[]) parameter(0)             slots 0 and 1
//   %x = f32[8] get-tuple-element(%p), index=0    slot 0
//   %i = s32[] get-tuple-element(%p), index=1     slot 1
//   %y = f32[8] negate(%x)                        slot 2, a step: 0 -> 2, and 0 is given up
//   ROOT %t = (s32[], f32[8]) tuple(%i, %y)       slots 1 and 2
#ifndef HLOOM_RUNTIME_PLAN_H_
#define HLOOM_RUNTIME_PLAN_H_

#include <memory>
#include <vector>

#include "kernels/elementwise/fused_elementwise.h"
#include "literal/shape_table.h"
#include "runtime/element_program.h"
#include "runtime/thread_pool.h"

namespace hloom {

using Slot = int32_t;
// The index in a list of all slots.
inline size_t At(Slot slot) { return static_cast<size_t>(slot); }

// The slots of a value's parts.
struct ValueTree {
  // An array, a token, or a value that is not taken apart; -1 for a tuple.
  Slot slot = -1;
  std::vector<std::shared_ptr<const ValueTree>> elements;

  bool IsTuple() const { return slot < 0; }
  void AppendSlots(std::vector<Slot>& slots) const;
};
using ValueTreePtr = std::shared_ptr<const ValueTree>;

struct ComputationPlan;

// The loop of an elementwise step and of those that are fused into it; see runtime/loop_fusion.h.
struct LoopFusion {
  FusedElementwise loop;
  std::vector<Slot> operand_slots;
  // The shapes for which the loop is made. In a run, an operand may have another layout, or it may
  // be there with its repeated elements: both have the dimensions of full_shapes.
  std::vector<const Shape*> shapes;
  std::vector<ShapePtr> full_shapes;
  // The operands whose memory the result may use.
  std::vector<size_t> take_overs;

  // Computes the result of operands that need not be as `shapes` says, but have `actual` shapes. The
  // shapes, the addresses and the arrays stay until the kernel is done.
  Kernel ComputeOf(std::vector<const Shape*> actual, const std::byte* const* operands,
                   std::byte* result) const;
};

// An instruction that is executed, with the instructions before it that need no step.
struct PlanStep {
  // Array `array` of the result may use the memory of operand `operand`.
  struct TakeOver {
    size_t array;
    size_t operand;
    bool implicit;  // the operand may be an implicit broadcast, which has too little memory
  };

  const HloInstruction* instruction = nullptr;
  int64_t index = 0;  // of the instruction
  const OpDef* def = nullptr;
  const OpEval* eval = nullptr;
  std::vector<ValueTreePtr> operands;
  ValueTreePtr value;
  // The slots of all operands, and of the value, in order.
  std::vector<Slot> operand_slots;
  std::vector<Slot> value_slots;
  // For each of operand_slots: this is its last use, and no later operand uses it.
  std::vector<bool> operand_moves;
  // The arrays of the result, if the operation fills them.
  std::vector<ShapePtr> arrays;
  // Operands whose memory arrays of the result may use, unless another value shares it.
  std::vector<TakeOver> take_overs;
  // For operands of exactly these shapes; null if the operation is not prepared.
  std::unique_ptr<const PreparedOp> prepared;
  std::vector<const Shape*> prepared_shapes;
  // The shape of the array whose elements the value repeats, if all steps that read the value are
  // prepared to repeat them; otherwise null. Without a tracer, the slot of the value then holds
  // that array: the operand, or what `repeated` fills.
  ShapePtr implicit_broadcast;
  std::unique_ptr<const PreparedOp> repeated;
  std::vector<int64_t> array_bytes;
  // Without a tracer, the step is part of a later step's loop, or runs its own loop.
  bool fused = false;
  std::unique_ptr<LoopFusion> fusion;
  // It takes or gives arrays of dynamic size: see ops/live_sizes_eval.h.
  bool dynamic_sizes = false;
  // It takes or gives so many elements that the cost of reading the clock after it is negligible.
  bool heavy = false;
  // The time of the tasks of the kernel's first phase, measured by earlier runs.
  std::unique_ptr<TaskTime> task_time = std::make_unique<TaskTime>();
  // The computations that the instruction calls, and for a loop over scalars their programs; null
  // for all else.
  std::vector<const ComputationPlan*> callees;
  const ElementProgram* condition = nullptr;
  const ElementProgram* body = nullptr;
  // The slots of the loop's state that hold scalars; that of an empty tuple does not.
  std::vector<Slot> scalar_slots;
  // Slots whose last use is here, and slots of the value that are never used.
  std::vector<Slot> dying;
  std::vector<Slot> unused;
};

// The data of a light step: a prepared, small operation with one array as the result and few
// operands. Most steps are light, so the data is contiguous.
struct LightStep {
  static constexpr size_t kMostOperands = 4;
  static constexpr size_t kMostDying = 4;

  // Null for all other steps.
  const PreparedOp* op = nullptr;
  const ShapePtr* shape = nullptr;  // of the result
  int64_t bytes = 0;
  int64_t index = 0;  // of the instruction
  Slot value = 0;
  uint8_t operand_count = 0;
  uint8_t dying_count = 0;
  int8_t view_of = PreparedOp::kNoView;
  uint8_t take_overs = 0;  // a bit for each operand whose memory the result may use
  bool heavy = false;
  Slot operands[kMostOperands] = {};
  Slot dying[kMostDying] = {};              // includes slots of the value that are never used
  const Shape* shapes[kMostOperands] = {};  // of the operands
};

struct ComputationPlan {
  struct SlotInfo {
    ShapePtr shape;
    // It is dynamic, and may get static arrays.
    bool dynamic = false;
    bool used = false;
  };
  struct Constant {
    Slot slot;
    Literal value;
  };

  const HloComputation* computation = nullptr;
  int64_t number = 0;  // among the module's plans
  std::vector<PlanStep> steps;
  std::vector<LightStep> light_steps;  // one for each of `steps`
  std::vector<SlotInfo> slots;
  std::vector<Constant> constants;
  std::vector<ValueTreePtr> parameters;  // by number
  std::vector<Slot> parameter_slots;     // of all, in order
  std::vector<size_t> all_parameters;    // 0, 1, ...
  std::vector<size_t> used_parameters;   // at least one part is used
  std::vector<ValueTreePtr> values;      // by instruction
  ValueTreePtr root;
  std::vector<Slot> root_slots;
  // For each of root_slots: it is not a constant, and no later root slot is the same.
  std::vector<bool> root_moves;
  // Slots that still hold values after all steps, without the result's.
  std::vector<Slot> dying;
  // Null if the computation has values other than scalars.
  std::unique_ptr<const ElementProgram> elements;
};

// Plans one computation; `shapes` gives equal shapes one address.
ComputationPlan PlanFor(const HloComputation& computation, ShapeTable& shapes);

}  // namespace hloom

#endif  // HLOOM_RUNTIME_PLAN_H_
