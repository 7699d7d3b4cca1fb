#include "ops/verify/context_flow.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/article.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/control/async.h"
#include "ops/control/structural.h"
#include "ops/control/while.h"
#include "ops/host/annotations.h"
#include "ops/host/custom_call.h"
#include "ops/host/transfer.h"
#include "ops/rules.h"
#include "ops/verify/call_verifier.h"

namespace hloom {

namespace {

// Shared by all values that have the same contexts; null: none.
using Contexts = std::shared_ptr<const TransferContexts>;

// The rules for forwarding contexts. Operations that are not in the table take none.
enum class Handing {
  kBegins,
  kEnds,
  kTuple,
  kElement,
  kOperand,
  kParameter,
  kCall,
  kLoop,
  kBranches,
  kAsyncStart,
  kAsyncUpdate,
  kAsyncDone,
};
struct HandingOfOp {
  HloOpcode opcode;
  Handing handing;
};
constexpr HandingOfOp kHandings[] = {
    {HloOpcode::kSend, Handing::kBegins},
    {HloOpcode::kRecv, Handing::kBegins},
    {HloOpcode::kSendDone, Handing::kEnds},
    {HloOpcode::kRecvDone, Handing::kEnds},
    {HloOpcode::kTuple, Handing::kTuple},
    {HloOpcode::kGetTupleElement, Handing::kElement},
    {HloOpcode::kAddDependency, Handing::kOperand},
    {HloOpcode::kCopy, Handing::kOperand},
    {HloOpcode::kDomain, Handing::kOperand},
    {HloOpcode::kOptimizationBarrier, Handing::kOperand},
    {HloOpcode::kParameter, Handing::kParameter},
    {HloOpcode::kCall, Handing::kCall},
    {HloOpcode::kFusion, Handing::kCall},
    {HloOpcode::kWhile, Handing::kLoop},
    {HloOpcode::kConditional, Handing::kBranches},
    {HloOpcode::kAsyncStart, Handing::kAsyncStart},
    {HloOpcode::kAsyncUpdate, Handing::kAsyncUpdate},
    {HloOpcode::kAsyncDone, Handing::kAsyncDone},
};

std::optional<Handing> HandingOf(HloOpcode opcode) {
  for (const HandingOfOp& row : kHandings) {
    if (row.opcode == opcode) return row.handing;
  }
  return std::nullopt;
}

bool IsAnnotation(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kCustomCall &&
         FindAnnotation(instruction.attributes<CustomCallAttributes>().custom_call_target) !=
             nullptr;
}

bool IsAsyncValue(const HloInstruction& begin) { return begin.opcode() == HloOpcode::kAsyncStart; }

// Returns true if either of two contexts may be in one place.
bool IsSameTransfer(const HloInstruction& a, const HloInstruction& b) {
  if (IsAsyncValue(a) || IsAsyncValue(b)) {
    return a.opcode() == b.opcode() && a.called_computation(0) == b.called_computation(0);
  }
  const auto& of_a = a.attributes<ChannelAttributes>();
  const auto& of_b = b.attributes<ChannelAttributes>();
  return a.opcode() == b.opcode() && of_a.channel_id == of_b.channel_id &&
         of_a.is_host_transfer == of_b.is_host_transfer;
}

// The union of both; the first itself if the second has nothing new.
Contexts Joined(const Contexts& a, const Contexts& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  std::shared_ptr<TransferContexts> all;
  for (const auto& [index, begin] : *b) {
    const auto known = a->find(index);
    const bool differs =
        known != a->end() && !known->second.one_of_several &&
        (begin.one_of_several || !IsSameTransfer(*known->second.instruction, *begin.instruction));
    if (known != a->end() && !differs) continue;
    if (all == nullptr) all = std::make_shared<TransferContexts>(*a);
    TransferBegin& joined = all->emplace(index, begin).first->second;
    joined.one_of_several = joined.one_of_several || differs;
  }
  if (all == nullptr) return a;
  return all;
}

Contexts NullIfEmpty(TransferContexts contexts) {
  if (contexts.empty()) return nullptr;
  return std::make_shared<const TransferContexts>(std::move(contexts));
}

// The contexts of a tuple that has these in element `element`.
void AddAsElement(const Contexts& contexts, int64_t element, TransferContexts& tuple) {
  if (contexts == nullptr) return;
  for (const auto& [index, begin] : *contexts) {
    ShapeIndex in_tuple = {element};
    in_tuple.insert(in_tuple.end(), index.begin(), index.end());
    tuple.emplace(std::move(in_tuple), begin);
  }
}

// The contexts in element `element` of a tuple.
Contexts ElementOfContexts(const Contexts& tuple, int64_t element) {
  TransferContexts found;
  const ShapeIndex first = {element};
  for (auto it = tuple->lower_bound(first); it != tuple->end() && it->first[0] == element; ++it) {
    found.emplace(ShapeIndex(it->first.begin() + 1, it->first.end()), it->second);
  }
  return NullIfEmpty(std::move(found));
}

bool GivesAsync(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kAsyncStart ||
         instruction.opcode() == HloOpcode::kAsyncUpdate;
}

// Returns true if an operation carries a value of an async-start, or a step takes a carried value.
bool CarriesAsync(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    if (GivesAsync(*computation->root())) return true;
    for (const auto& instruction : computation->instructions()) {
      const bool goes_on = IsAsyncStep(instruction->opcode());
      if (goes_on && IsCarriedTo(*instruction)) return true;
      for (size_t i = goes_on ? 1 : 0; i < instruction->operands().size(); ++i) {
        if (GivesAsync(*instruction->operand(i))) return true;
      }
    }
  }
  return false;
}

// The flow of contexts depends on the arguments and results of computations, which are propagated
// until nothing changes. A computation with several callers has the contexts of all of them.
class ContextFlow {
 public:
  explicit ContextFlow(const HloModule& module)
      : module_(module), carries_async_(CarriesAsync(module)) {}

  // pairing.c6, async.c10 to async.c13
  Status Follow(VerifierCulprit* culprit) {
    for (const auto& computation : module_.computations()) {
      const auto& instructions = computation->instructions();
      const bool begins =
          std::any_of(instructions.begin(), instructions.end(), [this](const auto& instruction) {
            return instruction->opcode() == HloOpcode::kSend ||
                   instruction->opcode() == HloOpcode::kRecv ||
                   (carries_async_ && instruction->opcode() == HloOpcode::kAsyncStart);
          });
      if (begins) Queue(computation.get());
    }
    if (queue_.empty()) return CheckCarried(culprit);
    FindCallers();
    while (!queue_.empty()) {
      const HloComputation& computation = *queue_.front();
      queue_.pop_front();
      queued_.erase(&computation);
      HLOOM_RETURN_IF_ERROR(FollowIn(computation, culprit));
    }
    return CheckCarried(culprit);
  }

  std::unordered_map<const HloInstruction*, TransferContexts> TakeGroups() {
    std::unordered_map<const HloInstruction*, TransferContexts> groups;
    for (const auto& [end, contexts] : groups_) groups.emplace(end, *contexts);
    return groups;
  }
  std::unordered_map<const HloInstruction*, const HloInstruction*> TakeStarts() {
    return std::move(starts_);
  }

 private:
  struct State {
    std::vector<Contexts> parameters;
    Contexts root;
    std::vector<const HloComputation*> callers;
  };

  void Queue(const HloComputation* computation) {
    if (queued_.insert(computation).second) queue_.push_back(computation);
  }

  void FindCallers() {
    for (const auto& computation : module_.computations()) {
      for (const auto& instruction : computation->instructions()) {
        for (const HloComputation* callee : instruction->called_computations()) {
          std::vector<const HloComputation*>& callers = states_[callee].callers;
          if (callers.empty() || callers.back() != computation.get()) {
            callers.push_back(computation.get());
          }
        }
      }
    }
  }

  Status FollowIn(const HloComputation& computation, VerifierCulprit* culprit) {
    values_.assign(computation.instructions().size(), nullptr);
    computation_ = &computation;
    for (const auto& instruction : computation.instructions()) {
      Status status = FollowOne(*instruction);
      if (status.ok() && &computation == &module_.entry_computation() &&
          instruction.get() == computation.root() && At(*instruction) != nullptr) {
        const auto& context = *At(*instruction)->begin();
        status = Refuse(StrCat("the program gives ", NameOf(context)), *context.second.instruction);
      }
      if (status.ok()) continue;
      if (culprit != nullptr) *culprit = {&computation, instruction.get()};
      return status.WithOp(HloOpcodeString(instruction->opcode()))
          .WithLocation(InstructionLocation(instruction->name(), computation.name()));
    }
    State& state = states_[&computation];
    const Contexts root = Joined(state.root, At(*computation.root()));
    if (root == state.root) return OkStatus();
    state.root = root;
    for (const HloComputation* caller : state.callers) Queue(caller);
    return OkStatus();
  }

  Contexts& At(const HloInstruction& instruction) {
    return values_[static_cast<size_t>(instruction.index())];
  }

  static std::string NameOf(const TransferContexts::value_type& context) {
    const HloInstruction& begin = *context.second.instruction;
    return StrCat(IsAsyncValue(begin) ? "the value of %" : "the context of %",
                  Shortened(begin.name()), ", ", WithArticle(HloOpcodeString(begin.opcode())));
  }

  static Status RefuseAsync(std::string what) {
    return InvalidArgument(kPairingC6)
        .Say(std::move(what))
        .Detail("only async-update, async-done and tuples may take the value of an async-start")
        .Help("give it to an async-done, with calls=, and use the result of that");
  }

  static Status Refuse(std::string what, const HloInstruction& begin) {
    if (IsAsyncValue(begin)) return RefuseAsync(std::move(what));
    return InvalidArgument(kPairingC6)
        .Say(std::move(what))
        .Detail("a context has no data yet: only its -done and tuples may take it")
        .Help(
            "give it to a recv-done or send-done, and use the result of that; only after the "
            "async-done of an async-start with frontend_attributes={_collectives_group=\"\"} is "
            "what was received in element 0");
  }

  void HandOver(const HloComputation& callee, size_t parameter, const Contexts& argument) {
    if (argument == nullptr) return;
    State& state = states_[&callee];
    state.parameters.resize(callee.parameters().size());
    if (parameter >= state.parameters.size()) return;
    const Contexts joined = Joined(state.parameters[parameter], argument);
    if (joined == state.parameters[parameter]) return;
    state.parameters[parameter] = joined;
    Queue(&callee);
  }
  const Contexts& ResultOf(const HloInstruction& instruction, size_t callee = 0) {
    return states_[instruction.called_computation(callee)].root;
  }

  Status FollowOne(const HloInstruction& instruction) {
    std::optional<Handing> handing = HandingOf(instruction.opcode());
    if (IsAnnotation(instruction)) {
      const Handed handed = HandedBy(instruction);
      if (handed == Handed::kOperand) handing = Handing::kOperand;
      if (handed == Handed::kOperands) handing = Handing::kTuple;
    }
    if (!handing) return ExpectNone(instruction);
    Contexts& value = At(instruction);
    switch (*handing) {
      case Handing::kBegins:
        value = NullIfEmpty({{ShapeIndex(), {&instruction}}});
        break;
      case Handing::kEnds:
        break;
      case Handing::kTuple: {
        TransferContexts all;
        for (size_t i = 0; i < instruction.operands().size(); ++i) {
          AddAsElement(At(*instruction.operand(i)), static_cast<int64_t>(i), all);
        }
        value = NullIfEmpty(std::move(all));
        break;
      }
      case Handing::kElement:
        return FollowElement(instruction, value);
      case Handing::kOperand:
        value = At(*instruction.operand(0));
        break;
      case Handing::kParameter: {
        const auto number =
            static_cast<size_t>(instruction.attributes<ParameterAttributes>().parameter_number);
        const std::vector<Contexts>& parameters = states_[computation_].parameters;
        if (number < parameters.size()) value = parameters[number];
        break;
      }
      case Handing::kCall:
        for (size_t i = 0; i < instruction.operands().size(); ++i) {
          HandOver(*instruction.called_computation(0), i, At(*instruction.operand(i)));
        }
        return End(instruction, instruction, value);
      case Handing::kLoop:
        value = Joined(At(*instruction.operand(0)), ResultOf(instruction, kWhileBody));
        HandOver(*instruction.called_computation(kWhileBody), 0, value);
        HandOver(*instruction.called_computation(kWhileCondition), 0, value);
        break;
      case Handing::kBranches:
        for (size_t b = 0; b < instruction.called_computations().size(); ++b) {
          HandOver(*instruction.called_computation(b), 0, At(*instruction.operand(b + 1)));
          value = Joined(value, ResultOf(instruction, b));
        }
        break;
      case Handing::kAsyncStart:
        for (size_t i = 0; i < instruction.operands().size(); ++i) {
          HandOver(*instruction.called_computation(0), i, At(*instruction.operand(i)));
        }
        if (carries_async_) value = NullIfEmpty({{ShapeIndex(), {&instruction}}});
        break;
      case Handing::kAsyncUpdate: {
        HLOOM_ASSIGN_OR_RETURN(const HloInstruction* start, StartOf(instruction));
        if (start == nullptr) break;
        const size_t bound =
            instruction.operand(0)->shape().tuple_shapes()[0].tuple_shapes().size();
        for (size_t i = 1; i < instruction.operands().size(); ++i) {
          HandOver(*start->called_computation(0), bound + i - 1, At(*instruction.operand(i)));
        }
        value = At(*instruction.operand(0));
        break;
      }
      case Handing::kAsyncDone: {
        HLOOM_ASSIGN_OR_RETURN(const HloInstruction* start, StartOf(instruction));
        if (start != nullptr) return End(instruction, *start, value);
        break;
      }
    }
    return OkStatus();
  }

  // The async-start that a step continues; null if its value was carried and is unknown so far.
  // async.c13, and the checks of a step against its async-start.
  StatusOr<const HloInstruction*> StartOf(const HloInstruction& step) {
    const HloInstruction& first = AsyncBegin(step);
    if (first.opcode() == HloOpcode::kAsyncStart) return &first;
    const Contexts& contexts = At(*step.operand(0));
    if (contexts == nullptr) return static_cast<const HloInstruction*>(nullptr);
    const auto& [index, begin] = *contexts->begin();
    const HloInstruction& start = *begin.instruction;
    const bool is_whole = index.empty() && IsAsyncValue(start);
    const bool is_named = step.called_computations().empty() ||
                          (is_whole && step.called_computation(0) == start.called_computation(0));
    if (!is_whole || begin.one_of_several || !is_named) {
      return InvalidArgument(kAsyncC13)
          .Say(StrCat("%", Shortened(step.operand(0)->name()), " carries ",
                      index.empty() ? "" : "a tuple with ", NameOf(*contexts->begin()),
                      begin.one_of_several ? ", or that of another computation" : "",
                      is_named
                          ? ""
                          : StrCat(", and not of ", Shortened(step.called_computation(0)->name()))))
          .Help("let each async-start whose value comes here begin the same computation");
    }
    HLOOM_RETURN_IF_ERROR(CheckAsyncBinding(step, start));
    starts_[&step] = &start;
    return &start;
  }

  // async.c12
  Status CheckCarried(VerifierCulprit* culprit) {
    if (!carries_async_) return OkStatus();
    for (const auto& computation : module_.computations()) {
      for (const auto& instruction : computation->instructions()) {
        if (!IsAsyncStep(instruction->opcode()) || !IsCarriedTo(*instruction)) continue;
        if (starts_.count(instruction.get()) > 0) continue;
        if (culprit != nullptr) *culprit = {computation.get(), instruction.get()};
        return InvalidArgument(kAsyncC12)
            .Op(HloOpcodeString(instruction->opcode()))
            .Say(StrCat("%", Shortened(instruction->operand(0)->name()),
                        " carries no value of an async-start here"))
            .Help("begin it with an async-start, in this computation or in one that calls it")
            .At(InstructionLocation(instruction->name(), computation->name()));
      }
    }
    return OkStatus();
  }

  Status ExpectNone(const HloInstruction& instruction) {
    for (const HloInstruction* operand : instruction.operands()) {
      const Contexts& contexts = At(*operand);
      if (contexts == nullptr) continue;
      const auto& context = *contexts->begin();
      return Refuse(StrCat("its operand %", Shortened(operand->name()), " has ", NameOf(context)),
                    *context.second.instruction);
    }
    return OkStatus();
  }

  Status FollowElement(const HloInstruction& instruction, Contexts& value) {
    const Contexts& tuple = At(*instruction.operand(0));
    if (tuple == nullptr) return OkStatus();
    const int64_t index = instruction.attributes<GetTupleElementAttributes>().index;
    const auto& first = *tuple->begin();
    if (!first.first.empty()) {
      value = ElementOfContexts(tuple, index);
      return OkStatus();
    }
    constexpr int64_t kToken = 2;
    const HloInstruction& begin = *first.second.instruction;
    if (index == kToken && !IsAsyncValue(begin)) return OkStatus();
    return Refuse(StrCat("it takes element ", index, " of ", NameOf(first)), begin);
  }

  // The value of a call, or of the end of an async-start: the result of the computation of
  // `caller`. The contexts of a group have ended.
  Status End(const HloInstruction& instruction, const HloInstruction& caller, Contexts& value) {
    const Contexts& given = ResultOf(caller);
    if (given == nullptr || !IsCollectivesGroup(caller)) {
      value = given;
      return OkStatus();
    }
    TransferContexts over, open;
    for (const auto& context : *given) {
      const TransferBegin& begin = context.second;
      if (IsAsyncValue(*begin.instruction)) {
        open.insert(context);
        continue;
      }
      const bool is_hosts = begin.instruction->attributes<ChannelAttributes>().is_host_transfer;
      if (begin.one_of_several) {
        return Refuse(StrCat("the group gives ", NameOf(context),
                             ", or that of another transfer, over another channel"),
                      *begin.instruction);
      }
      (is_hosts ? open : over).insert(context);
    }
    value = NullIfEmpty(std::move(open));
    groups_[&instruction] = NullIfEmpty(std::move(over));
    if (groups_[&instruction] == nullptr) groups_.erase(&instruction);
    return OkStatus();
  }

  const HloModule& module_;
  // Values of async-start are followed if any is carried; others end in the same computation.
  const bool carries_async_;
  // The async-start of each step that continues a carried value.
  std::unordered_map<const HloInstruction*, const HloInstruction*> starts_;
  std::unordered_map<const HloComputation*, State> states_;
  std::deque<const HloComputation*> queue_;
  std::unordered_set<const HloComputation*> queued_;
  std::unordered_map<const HloInstruction*, Contexts> groups_;
  // The computation at work, and its values.
  const HloComputation* computation_ = nullptr;
  std::vector<Contexts> values_;
};

}  // namespace

Status VerifyContexts(const HloModule& module, VerifierCulprit* culprit) {
  return ContextFlow(module).Follow(culprit);
}

std::unordered_map<const HloInstruction*, TransferContexts> ContextsOfGroups(
    const HloModule& module) {
  ContextFlow flow(module);
  if (!flow.Follow(nullptr).ok()) return {};
  return flow.TakeGroups();
}

std::unordered_map<const HloInstruction*, const HloInstruction*> StartsOfCarried(
    const HloModule& module) {
  ContextFlow flow(module);
  if (!flow.Follow(nullptr).ok()) return {};
  return flow.TakeStarts();
}

}  // namespace hloom
