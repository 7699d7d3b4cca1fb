#include "ops/verify/call_verifier.h"

#include <charconv>
#include <unordered_map>

#include "base/article.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/control/async.h"
#include "ops/control/call.h"
#include "ops/host/custom_call.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

// Returns null if there is none of that name.
const std::string* FindFrontendAttribute(const HloInstruction& instruction, std::string_view name) {
  if (instruction.extras() == nullptr) return nullptr;
  const FrontendAttributes& all = instruction.extras()->frontend_attributes;
  const auto found = all.find(std::string(name));
  return found == all.end() ? nullptr : &found->second;
}

bool HasEffect(const HloInstruction& instruction) {
  if (instruction.opcode() == HloOpcode::kCustomCall) {
    return instruction.attributes<CustomCallAttributes>().has_side_effect;
  }
  return GetOpDef(instruction.opcode()).traits.side_effect;
}

std::string_view ThreadOf(const HloInstruction& async) {
  const std::string& named = async.attributes<AsyncAttributes>().async_execution_thread;
  return named.empty() ? kMainExecutionThread : std::string_view(named);
}

// Returns whether the text is a number from 0 on, as XLA reads one.
bool IsVersion(std::string_view text) {
  int64_t version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  return error == std::errc() && end == text.data() + text.size() && version >= 0;
}

// ---- async ----

// Returns true if memory of these shapes takes a result: its own shape, or those of its parts.
bool TakesAsyncResult(Span<HloInstruction* const> memory, const Shape& result) {
  std::vector<Shape> shapes;
  for (const HloInstruction* operand : memory) shapes.push_back(operand->shape());
  return ShapeUtil::Compatible(ShapeUtil::MakeMaybeTupleShape(shapes), result) ||
         ShapeUtil::Compatible(ShapeUtil::MakeTupleShape(shapes), result);
}

Status CheckAsyncBound(const HloInstruction& update, const HloInstruction& start) {
  const HloComputation& callee = *start.called_computation(0);
  const Shape& result = callee.root()->shape();
  const Span<const Shape> before = update.operand(0)->shape().tuple_shapes();
  const Span<const Shape> after = update.shape().tuple_shapes();
  const Span<const Shape> bound = after[0].tuple_shapes();
  bool right =
      bound.size() <= callee.parameters().size() &&
      (ShapeUtil::IsEmptyTuple(after[1]) || ShapeUtil::EqualIgnoringLayout(after[1], result));
  // async-start checks dynamic dimensions of the arguments that it binds.
  const bool is_start = start.opcode() == HloOpcode::kAsyncStart;
  for (size_t i = is_start ? start.operands().size() : 0; right && i < bound.size(); ++i) {
    right = ShapeUtil::EqualIgnoringLayout(bound[i], callee.parameters()[i]->shape());
  }
  const size_t arguments = 1 + bound.size() - before[0].tuple_shapes().size();
  const auto memory = update.operands().subspan(arguments, update.operands().size() - arguments);
  if (right && !memory.empty()) {
    right = bound.size() == callee.parameters().size() && ShapeUtil::IsEmptyTuple(before[1]) &&
            TakesAsyncResult(memory, after[1]);
  }
  if (right) return OkStatus();
  return InvalidArgument(kAsyncC10)
      .Say(StrCat("the computation ", Shortened(callee.name()), " is ", SignatureText(callee),
                  ", but ", update.shape().ToString(), " is said to be bound"))
      .Detail(StrCat(bound.size() - before[0].tuple_shapes().size(),
                     " operands would be arguments, ", memory.size(), " memory for the result"))
      .Help(
          "append the parameters that follow, and write their shapes after those that are "
          "bound already");
}

Status CheckAsyncEnd(const HloInstruction& done, const HloInstruction& start) {
  const HloComputation& callee = *start.called_computation(0);
  const size_t bound = done.operand(0)->shape().tuple_shapes()[0].tuple_shapes().size();
  const size_t parameters = callee.parameters().size();
  const bool complete = bound == parameters;
  if (complete && ShapeUtil::EqualIgnoringLayout(done.shape(), callee.root()->shape())) {
    return OkStatus();
  }
  return InvalidArgument(kAsyncC11)
      .Say(complete ? StrCat("it gives ", done.shape().ToString(), ", the computation ",
                             Shortened(callee.name()), " gives ", callee.root()->shape().ToString())
                    : StrCat("of the ", Count(static_cast<int64_t>(parameters), "parameter"),
                             " of the computation ", Shortened(callee.name()), " only ", bound,
                             bound == 1 ? " is bound" : " are bound"))
      .Help(complete
                ? std::string("write the shape of the computation's result before async-done")
                : StrCat("bind the next with async-update(%", Shortened(done.operand(0)->name()),
                         ", ", callee.parameters()[bound]->shape().ToString(), " ...)"));
}

class CallVerifier {
 public:
  CallVerifier(const HloModule& module, VerifierCulprit* culprit)
      : module_(module), culprit_(culprit) {}

  Status Verify(const HloComputation& computation) {
    starts_.assign(computation.instructions().size(), nullptr);
    for (const auto& instruction : computation.instructions()) {
      blamed_ = {&computation, instruction.get()};
      const Status status = VerifyOne(computation, *instruction);
      if (status.ok()) continue;
      if (culprit_ != nullptr) *culprit_ = blamed_;
      return status.WithOp(HloOpcodeString(blamed_.instruction->opcode()))
          .WithLocation(
              InstructionLocation(blamed_.instruction->name(), blamed_.computation->name()));
    }
    return OkStatus();
  }

 private:
  struct Check {
    HloOpcode opcode;
    Status (CallVerifier::*check)(const HloInstruction& instruction);
  };

  Status VerifyOne(const HloComputation& computation, const HloInstruction& instruction) {
    // The computation of async-start runs on the thread that it names; operations that continue it
    // name the same thread.
    std::string_view thread = computation.execution_thread();
    if (instruction.opcode() == HloOpcode::kAsyncStart) thread = ThreadOf(instruction);
    constexpr Check kChecks[] = {
        {HloOpcode::kFusion, &CallVerifier::CheckFusion},
        {HloOpcode::kAsyncStart, &CallVerifier::CheckAsyncStart},
        {HloOpcode::kAsyncUpdate, &CallVerifier::CheckAsyncStep},
        {HloOpcode::kAsyncDone, &CallVerifier::CheckAsyncStep},
        {HloOpcode::kCall, &CallVerifier::CheckComposite},
    };
    for (const Check& check : kChecks) {
      if (check.opcode == instruction.opcode()) {
        HLOOM_RETURN_IF_ERROR((this->*check.check)(instruction));
      }
    }
    if (starts_[static_cast<size_t>(instruction.index())] != nullptr &&
        instruction.opcode() != HloOpcode::kAsyncStart) {
      return OkStatus();
    }
    return CheckThread(instruction, thread);
  }

  static Status CheckThread(const HloInstruction& instruction, std::string_view thread) {
    for (const HloComputation* callee : instruction.called_computations()) {
      if (callee->execution_thread() == thread) continue;
      return InvalidArgument(kVerifierC10)
          .Say(StrCat("the computation ", Shortened(callee->name()),
                      " is of the execution thread \"", Shortened(callee->execution_thread()),
                      "\", it is called on \"", Shortened(thread), "\""))
          .Help(
              "give both the same execution_thread; only async-start begins another one, with "
              "async_execution_thread");
    }
    return OkStatus();
  }

  // ---- fusion ----

  Status CheckFusion(const HloInstruction& fusion) {
    const HloComputation& fused = *fusion.called_computation(0);
    const auto [found, is_new] = fusions_.emplace(&fused, &fusion);
    if (!is_new || &fused == &module_.entry_computation()) {
      return InvalidArgument(kFusionC3)
          .Say(is_new ? StrCat("the fused computation ", Shortened(fused.name()), " is the entry")
                      : StrCat("the computation ", Shortened(fused.name()), " is that of %",
                               Shortened(found->second->name()), " already"))
          .Help("give each fusion a computation of its own");
    }
    return CheckUses(fusion, fused);
  }

  // A compiler that fuses instructions leaves no unused ones.
  Status CheckUses(const HloInstruction& fusion, const HloComputation& fused) {
    std::vector<const HloInstruction*> users(fused.instructions().size(), nullptr);
    for (const auto& instruction : fused.instructions()) {
      for (const HloInstruction* operand : instruction->operands()) {
        users[static_cast<size_t>(operand->index())] = instruction.get();
      }
    }
    for (const auto& instruction : fused.instructions()) {
      const HloInstruction* user = users[static_cast<size_t>(instruction->index())];
      const bool is_root = instruction.get() == fused.root();
      if (is_root ? user == nullptr : user != nullptr || HasEffect(*instruction)) continue;
      blamed_ = {&fused, instruction.get()};
      return InvalidArgument(kFusionC4)
          .Say(is_root ? StrCat("it is the root of what %", Shortened(fusion.name()),
                                " fuses, and %", Shortened(user->name()), " uses it")
                       : StrCat("%", Shortened(fusion.name()), " fuses it, and nothing uses it"))
          .Help(is_root ? "use its operands, or make a tuple of both values the root"
                        : "take it out of the computation, a parameter with its operand");
    }
    return OkStatus();
  }

  // ---- async ----

  Status CheckAsyncStart(const HloInstruction& start) {
    starts_[static_cast<size_t>(start.index())] = &start;
    const HloComputation& callee = *start.called_computation(0);
    if (callee.execution_thread() != kMainExecutionThread) return OkStatus();
    if (IsCollectivesGroup(start)) return OkStatus();
    if (!asynchronous_.insert(&callee).second) return OkStatus();
    bool only_parts = true;  // besides the root, only parameters and their elements
    const HloInstruction* second = nullptr;
    for (const auto& instruction : callee.instructions()) {
      if (instruction.get() == callee.root()) continue;
      if (instruction->opcode() == HloOpcode::kParameter) continue;
      only_parts = only_parts && instruction->opcode() == HloOpcode::kGetTupleElement;
      second = instruction.get();
    }
    if (second == nullptr || only_parts) return OkStatus();
    return InvalidArgument(kAsyncC6)
        .Say(StrCat("besides its root %", Shortened(callee.root()->name()), ", the computation ",
                    Shortened(callee.name()), " has %", Shortened(second->name()), ", ",
                    WithArticle(HloOpcodeString(second->opcode()))))
        .Help(
            "put all of it into a computation that the root calls, or run it on a thread of its "
            "own: async_execution_thread=\"side\"");
  }

  Status CheckAsyncStep(const HloInstruction& step) {
    const HloInstruction* start = starts_[static_cast<size_t>(step.operand(0)->index())];
    const bool is_carried = start == nullptr;
    if (is_carried) start = &step;
    starts_[static_cast<size_t>(step.index())] = start;
    // The origin of a carried value, and so its bound arguments, are checked later.
    if (start->called_computations().empty()) return OkStatus();
    if (is_carried) HLOOM_RETURN_IF_ERROR(CheckThread(step, ThreadOf(step)));
    const bool other_computation = !step.called_computations().empty() &&
                                   step.called_computation(0) != start->called_computation(0);
    const bool names_thread = !step.attributes<AsyncAttributes>().async_execution_thread.empty();
    if (!other_computation && !(names_thread && ThreadOf(step) != ThreadOf(*start))) {
      return CheckAsyncBinding(step, *start);
    }
    return InvalidArgument(kAsyncC5)
        .Say(other_computation ? StrCat("it names the computation ",
                                        Shortened(step.called_computation(0)->name()), ", %",
                                        Shortened(start->name()), " began ",
                                        Shortened(start->called_computation(0)->name()))
                               : StrCat("it names the thread \"", Shortened(ThreadOf(step)),
                                        "\", %", Shortened(start->name()), " began on \"",
                                        Shortened(ThreadOf(*start)), "\""))
        .Help("leave it out: async-start states it");
  }

  // ---- call ----

  Status CheckComposite(const HloInstruction& call) {
    if (!call.attributes<CallAttributes>().is_composite) return OkStatus();
    const std::string* name = FindFrontendAttribute(call, "composite.name");
    const std::string* attributes = FindFrontendAttribute(call, "composite.attributes");
    const std::string* version = FindFrontendAttribute(call, "composite.version");
    std::string wrong;
    if (name == nullptr || name->empty()) wrong = "has no composite.name";
    if (attributes != nullptr && attributes->empty()) wrong = "has composite.attributes=\"\"";
    if (version != nullptr && !IsVersion(*version)) {
      wrong = StrCat("has composite.version=\"", Shortened(*version), "\"");
    }
    if (wrong.empty()) return OkStatus();
    return InvalidArgument(kCallC2)
        .Say(StrCat("the composite ", wrong))
        .Help(
            "frontend_attributes={composite.attributes={},composite.name=\"my.op\","
            "composite.version=\"1\"}; without is_composite it is a plain call");
  }

  const HloModule& module_;
  VerifierCulprit* culprit_;
  VerifierCulprit blamed_;
  std::unordered_map<const HloComputation*, const HloInstruction*> fusions_;
  // The computations that are known to be one operation: each is checked once.
  std::unordered_set<const HloComputation*> asynchronous_;
  // The async-start of the chain of each instruction of the current computation, or the step to
  // which its value was carried, by its index.
  std::vector<const HloInstruction*> starts_;
};

}  // namespace

Status CheckAsyncBinding(const HloInstruction& step, const HloInstruction& start) {
  return step.opcode() == HloOpcode::kAsyncDone ? CheckAsyncEnd(step, start)
                                                : CheckAsyncBound(step, start);
}

Status VerifyCalls(const HloModule& module, VerifierCulprit* culprit) {
  CallVerifier verifier(module, culprit);
  for (const auto& computation : module.computations()) {
    HLOOM_RETURN_IF_ERROR(verifier.Verify(*computation));
  }
  return OkStatus();
}

void SpreadThreads(HloModule& module) {
  std::unordered_map<const HloComputation*, HloComputation*> own;
  for (const auto& computation : module.computations()) own[computation.get()] = computation.get();
  std::unordered_set<const HloComputation*> given;
  const auto give = [&](const HloComputation* callee, std::string_view thread) {
    const auto found = own.find(callee);
    if (found == own.end()) return;  // the verifier refuses it
    found->second->set_execution_thread(std::string(thread));
    given.insert(callee);
  };
  // Callers come first.
  for (size_t c = module.computations().size(); c-- > 0;) {
    const HloComputation& computation = *module.computations()[c];
    for (const auto& instruction : computation.instructions()) {
      const bool starts = instruction->opcode() == HloOpcode::kAsyncStart;
      if (!starts && given.count(&computation) == 0) continue;
      if (instruction->opcode() == HloOpcode::kAsyncUpdate ||
          instruction->opcode() == HloOpcode::kAsyncDone) {
        continue;
      }
      for (const HloComputation* callee : instruction->called_computations()) {
        give(callee, starts ? ThreadOf(*instruction) : computation.execution_thread());
      }
    }
  }
}

std::unordered_set<const HloComputation*> FusedComputations(const HloModule& module) {
  std::unordered_set<const HloComputation*> fused;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kFusion) continue;
      // There may be none, or several, in a module that is not verified yet.
      for (const HloComputation* callee : instruction->called_computations()) fused.insert(callee);
    }
  }
  return fused;
}

}  // namespace hloom
