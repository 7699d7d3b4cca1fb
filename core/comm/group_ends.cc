#include "comm/group_ends.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "hlo/rewriter.h"
#include "literal/literal_util.h"
#include "ops/control/async.h"
#include "ops/control/structural.h"
#include "ops/host/transfer.h"
#include "ops/verify/context_flow.h"

namespace hloom {

namespace {

// With a group that gives a recv's context as element 1:
//
//   %done = (f32[2], (f32[2], u32[], token[])) async-done(%start)
//   %done.1 = (f32[2], u32[], token[]) get-tuple-element(%done), index=1
//   %recv-done = (f32[2], token[]) recv-done(%done.1)
//
// Users of %done then use a tuple of its element 0 and (the received value, 0, token).
class GroupEnder {
 public:
  GroupEnder(ComputationRewriter& rewriter, const TransferContexts& contexts, std::string name)
      : rewriter_(rewriter), contexts_(contexts), name_(std::move(name)) {}

  // Ends the transfers in a value at `index` of the group's result.
  HloInstruction* End(HloInstruction* value, ShapeIndex& index) {
    const auto context = contexts_.find(index);
    if (context != contexts_.end()) return EndTransfer(value, *context->second.instruction);
    // The next index in the order is that of something inside, if there is anything.
    const auto next = contexts_.upper_bound(index);
    const bool holds_any = next != contexts_.end() && next->first.size() > index.size() &&
                           std::equal(index.begin(), index.end(), next->first.begin());
    if (!holds_any) return value;
    std::vector<HloInstruction*> elements;
    for (size_t i = 0; i < value->shape().tuple_shapes().size(); ++i) {
      index.push_back(static_cast<int64_t>(i));
      elements.push_back(End(Element(value, static_cast<int64_t>(i)), index));
      index.pop_back();
    }
    return Tuple(std::move(elements));
  }

 private:
  HloInstruction* EndTransfer(HloInstruction* context, const HloInstruction& begin) {
    const auto& channel = begin.attributes<ChannelAttributes>();
    HloInstruction* request =
        Add(HloOpcode::kConstant, ShapeUtil::MakeScalarShape(U32), {},
            MakeAttributes(ConstantAttributes{LiteralUtil::CreateR0<uint32_t>(0)}));
    if (begin.opcode() == HloOpcode::kSend) {
      HloInstruction* token = Add(HloOpcode::kSendDone, ShapeUtil::MakeTokenShape(), {context},
                                  MakeAttributes(ChannelAttributes(channel)));
      return Tuple({Element(context, 0), request, token});
    }
    HloInstruction* received = Add(HloOpcode::kRecvDone,
                                   ShapeUtil::MakeTupleShape({context->shape().tuple_shapes()[0],
                                                              ShapeUtil::MakeTokenShape()}),
                                   {context}, MakeAttributes(ChannelAttributes(channel)));
    return Tuple({Element(received, 0), request, Element(received, 1)});
  }

  HloInstruction* Element(HloInstruction* tuple, int64_t index) {
    return Add(HloOpcode::kGetTupleElement,
               tuple->shape().tuple_shapes()[static_cast<size_t>(index)], {tuple},
               MakeAttributes(GetTupleElementAttributes{index}));
  }
  HloInstruction* Tuple(std::vector<HloInstruction*> elements) {
    std::vector<Shape> shapes;
    for (const HloInstruction* element : elements) shapes.push_back(element->shape());
    return Add(HloOpcode::kTuple, Shape(std::move(shapes)), std::move(elements), nullptr);
  }
  HloInstruction* Add(HloOpcode opcode, Shape shape, std::vector<HloInstruction*> operands,
                      std::unique_ptr<Attributes> attributes) {
    return rewriter_.Add(
        std::make_unique<HloInstruction>(opcode, std::make_shared<const Shape>(std::move(shape)),
                                         std::move(operands), std::move(attributes),
                                         std::vector<const HloComputation*>{}),
        StrCat(name_, ".", HloOpcodeString(opcode)));
  }

  ComputationRewriter& rewriter_;
  const TransferContexts& contexts_;
  const std::string name_;
};

bool HasGroup(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (IsCollectivesGroup(*instruction)) return true;
    }
  }
  return false;
}

}  // namespace

std::unique_ptr<HloModule> EndGroups(const HloModule& module) {
  if (!HasGroup(module)) return nullptr;
  const auto groups = ContextsOfGroups(module);
  if (groups.empty()) return nullptr;
  ModuleRewriter rewriter(module);
  std::unordered_map<const HloComputation*, const HloComputation*> made;
  for (const auto& old : module.computations()) {
    ComputationRewriter computation(*old);
    for (const auto& instruction : old->instructions()) {
      std::vector<const HloComputation*> callees;
      for (const HloComputation* callee : instruction->called_computations()) {
        callees.push_back(made[callee]);
      }
      HloInstruction* copy =
          computation.Copy(*instruction, instruction->shape_ptr(), std::move(callees));
      const auto group = groups.find(instruction.get());
      if (group == groups.end()) continue;
      ShapeIndex index;
      computation.Replace(
          *instruction,
          GroupEnder(computation, group->second, instruction->name()).End(copy, index));
    }
    made[old.get()] = rewriter.Add(computation.Finish());
  }
  return rewriter.Finish(*made[&module.entry_computation()]);
}

}  // namespace hloom
