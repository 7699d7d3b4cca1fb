#include "runtime/async_to_call.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "hlo/rewriter.h"
#include "literal/literal_util.h"
#include "ops/control/async.h"
#include "ops/control/call.h"
#include "ops/control/structural.h"
#include "ops/data_movement/broadcast.h"
#include "ops/verify/context_flow.h"

namespace hloom {

namespace {

using CarriedBegins = std::unordered_set<const HloInstruction*>;
using CarriedStarts = std::unordered_map<const HloInstruction*, const HloInstruction*>;

bool GivesAsyncValue(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kAsyncStart ||
         instruction.opcode() == HloOpcode::kAsyncUpdate;
}

// The first operation of each chain that gives a carried value, or takes one.
CarriedBegins FindCarried(const HloModule& module) {
  CarriedBegins carried;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const bool goes_on = IsAsyncStep(instruction->opcode());
      if (goes_on && IsCarriedTo(*instruction)) carried.insert(instruction.get());
      for (size_t i = goes_on ? 1 : 0; i < instruction->operands().size(); ++i) {
        const HloInstruction& operand = *instruction->operand(i);
        if (GivesAsyncValue(operand)) carried.insert(&AsyncBegin(operand));
      }
    }
    const HloInstruction& root = *computation->root();
    if (GivesAsyncValue(root)) carried.insert(&AsyncBegin(root));
  }
  return carried;
}

// The callees of a computation, with those that it may get where carried values become calls.
std::vector<const HloComputation*> CalleesOf(const HloComputation& computation,
                                             const CarriedStarts& starts) {
  std::vector<const HloComputation*> callees;
  for (const auto& instruction : computation.instructions()) {
    for (const HloComputation* callee : instruction->called_computations()) {
      callees.push_back(callee);
    }
    const auto found = starts.find(instruction.get());
    if (found != starts.end()) callees.push_back(found->second->called_computation(0));
  }
  return callees;
}

// The module's computations, each after all of those.
std::vector<const HloComputation*> ConversionOrder(const HloModule& module,
                                                   const CarriedStarts& starts) {
  struct Visit {
    const HloComputation* computation;
    std::vector<const HloComputation*> left;
  };
  std::vector<const HloComputation*> order;
  std::unordered_set<const HloComputation*> seen;
  std::vector<Visit> visits;
  const auto enter = [&](const HloComputation& computation) {
    if (seen.insert(&computation).second) {
      visits.push_back({&computation, CalleesOf(computation, starts)});
    }
  };
  for (const auto& computation : module.computations()) {
    enter(*computation);
    while (!visits.empty()) {
      std::vector<const HloComputation*>& left = visits.back().left;
      if (left.empty()) {
        order.push_back(visits.back().computation);
        visits.pop_back();
        continue;
      }
      const HloComputation* next = left.back();
      left.pop_back();
      enter(*next);
    }
  }
  return order;
}

// Makes the operations that replace those of one computation.
class AsyncToCallConverter {
 public:
  explicit AsyncToCallConverter(ComputationRewriter& rewriter) : rewriter_(rewriter) {}

  // Replaces an asynchronous operation that applies `callee` by plain operations.
  void Convert(const HloInstruction& original, const HloComputation& callee) {
    name_ = original.name();
    const bool ends = original.opcode() == HloOpcode::kAsyncDone;
    std::vector<HloInstruction*> arguments;
    HloInstruction* before = nullptr;
    size_t bound = 0;
    size_t first = 0;  // of the operands that are bound here
    if (original.opcode() != HloOpcode::kAsyncStart) {
      before = rewriter_.At(*original.operand(0));
      HloInstruction* so_far = Element(before, 0);
      bound = so_far->shape().tuple_shapes().size();
      for (size_t i = 0; i < bound; ++i) arguments.push_back(Element(so_far, i));
      first = 1;
    }
    const size_t count = ends ? bound : original.shape().tuple_shapes()[0].tuple_shapes().size();
    for (size_t i = bound; i < count; ++i) {
      arguments.push_back(rewriter_.At(*original.operand(first + i - bound)));
    }
    const Shape* place = ends ? nullptr : &original.shape().tuple_shapes()[1];
    HloInstruction* result = Result(before, bound, place, arguments, callee);
    if (ends) return rewriter_.Replace(original, result);
    std::vector<HloInstruction*> parts = {Tuple(std::move(arguments)), result};
    for (size_t i = 2; i < original.shape().tuple_shapes().size(); ++i) {
      parts.push_back(Filler(original.shape().tuple_shapes()[i]));
    }
    rewriter_.Replace(original, Tuple(std::move(parts)));
  }

 private:
  // The computation is applied where its last parameter is bound and the result has a place, at the
  // end at the latest. `before`, if not null, is the value so far, with `bound` arguments; `place`
  // is null at the end.
  HloInstruction* Result(HloInstruction* before, size_t bound, const Shape* place,
                         const std::vector<HloInstruction*>& arguments,
                         const HloComputation& callee) {
    const size_t parameters = callee.parameters().size();
    const bool had_place =
        before != nullptr && !ShapeUtil::IsEmptyTuple(before->shape().tuple_shapes()[1]);
    if (had_place && bound == parameters) return Element(before, 1);
    const bool has_place = place == nullptr || !ShapeUtil::IsEmptyTuple(*place);
    if (!has_place) return Tuple({});
    if (arguments.size() == parameters) {
      return Add(HloOpcode::kCall, callee.root()->shape(), arguments,
                 MakeAttributes(CallAttributes{}), {&callee});
    }
    return had_place ? Element(before, 1) : Filler(*place);
  }

  // A value that nothing reads. The recursion is as deep as the shape.
  HloInstruction* Filler(const Shape& shape) {
    if (shape.IsTuple()) {
      std::vector<HloInstruction*> elements;
      for (const Shape& element : shape.tuple_shapes()) elements.push_back(Filler(element));
      return Tuple(std::move(elements));
    }
    if (!shape.IsArray()) return Add(HloOpcode::kAfterAll, ShapeUtil::MakeTokenShape(), {});
    const Shape scalar = ShapeUtil::MakeScalarShape(shape.element_type());
    HloInstruction* zero = Add(HloOpcode::kConstant, scalar, {},
                               MakeAttributes(ConstantAttributes{LiteralUtil::Zero(scalar)}));
    if (shape.rank() == 0) return zero;
    return Add(HloOpcode::kBroadcast,
               ShapeUtil::MakeShape(shape.element_type(), shape.dimensions()), {zero},
               MakeAttributes(BroadcastAttributes{}));
  }

  HloInstruction* Element(HloInstruction* tuple, size_t index) {
    return Add(HloOpcode::kGetTupleElement, tuple->shape().tuple_shapes()[index], {tuple},
               MakeAttributes(GetTupleElementAttributes{static_cast<int64_t>(index)}));
  }
  HloInstruction* Tuple(std::vector<HloInstruction*> elements) {
    std::vector<Shape> shapes;
    for (const HloInstruction* element : elements) shapes.push_back(element->shape());
    return Add(HloOpcode::kTuple, Shape(std::move(shapes)), std::move(elements));
  }
  HloInstruction* Add(HloOpcode opcode, Shape shape, std::vector<HloInstruction*> operands,
                      std::unique_ptr<Attributes> attributes = nullptr,
                      std::vector<const HloComputation*> callees = {}) {
    return rewriter_.Add(std::make_unique<HloInstruction>(
                             opcode, std::make_shared<const Shape>(std::move(shape)),
                             std::move(operands), std::move(attributes), std::move(callees)),
                         StrCat(name_, ".", HloOpcodeString(opcode)));
  }

  ComputationRewriter& rewriter_;
  std::string_view name_;
};

}  // namespace

std::unique_ptr<HloModule> ConvertCarriedAsyncToCalls(const HloModule& module) {
  const CarriedBegins carried = FindCarried(module);
  if (carried.empty()) return nullptr;
  const CarriedStarts starts = StartsOfCarried(module);
  ModuleRewriter rewriter(module);
  std::unordered_map<const HloComputation*, const HloComputation*> made;
  for (const HloComputation* old : ConversionOrder(module, starts)) {
    ComputationRewriter computation(*old);
    AsyncToCallConverter converter(computation);
    for (const auto& instruction : old->instructions()) {
      const bool is_async = GivesAsyncValue(*instruction) || IsAsyncStep(instruction->opcode());
      const HloInstruction* begin = is_async ? &AsyncBegin(*instruction) : nullptr;
      if (begin != nullptr && carried.count(begin) > 0) {
        const auto found = starts.find(instruction.get());
        const HloInstruction* start = found == starts.end() ? begin : found->second;
        converter.Convert(*instruction, *made[start->called_computation(0)]);
        continue;
      }
      std::vector<const HloComputation*> callees;
      for (const HloComputation* callee : instruction->called_computations()) {
        callees.push_back(made[callee]);
      }
      computation.Copy(*instruction, instruction->shape_ptr(), std::move(callees));
    }
    made[old] = rewriter.Add(computation.Finish());
  }
  return rewriter.Finish(*made[&module.entry_computation()]);
}

}  // namespace hloom
