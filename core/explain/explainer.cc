#include "explain/explainer.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "explain/rules.h"

namespace hloom {

namespace {

constexpr Rule kExplainC1 = {"explain.c1",
                             "a question about an element names an instruction of the program"};
constexpr Rule kExplainC2 = {"explain.c2", "a question about an element names an array"};
constexpr Rule kExplainC3 = {"explain.c3",
                             "the index in a question about an element is within its array"};
constexpr Rule kExplainC4 = {
    "explain.c4", "a question about an element names an instruction that the run executes"};
constexpr Rule kExplainC6 = {
    "explain.c6", "an operation of several devices has elements when it has ended: at its -done"};
constexpr Rule kExplainRules[] = {kExplainC1, kExplainC2, kExplainC3,
                                  kExplainC4, kExplainC5, kExplainC6};

constexpr std::string_view kOp = "explainElement";

// An instruction and the computation that has it, or nulls.
struct Named {
  const HloInstruction* instruction = nullptr;
  const HloComputation* home = nullptr;
};
Named Find(const HloModule& module, const std::string& name) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->name() == name) return {instruction.get(), computation.get()};
    }
  }
  return {};
}

Status NoSuchInstruction(const HloModule& module, const std::string& name) {
  std::vector<std::string_view> names;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      names.push_back(instruction->name());
    }
  }
  std::string_view nearest = NearestWord(name, Span<const std::string_view>(names));
  // "add" means the one that is called add.3.
  for (const std::string_view candidate : names) {
    if (nearest.empty() && NameWithoutId(candidate) == name) nearest = candidate;
  }
  const HloInstruction& root = *module.entry_computation().root();
  return InvalidArgument(kExplainC1)
      .Op(kOp)
      .Say(StrCat("the program has no instruction \"", name, "\""))
      .Help(nearest.empty() ? StrCat("names are those of its HLO text; its root is ", root.name())
                            : StrCat("did you mean ", nearest, "?"));
}

Status NoArrayThere(const HloInstruction& instruction, const Shape& shape,
                    const ElementQuestion& question) {
  std::string arrays;
  ShapeUtil::ForEachLeafShape(shape, [&](const Shape& leaf, const ShapeIndex& index) {
    if (!leaf.IsArray() || arrays.size() > 100) return;
    StrAppend(arrays, arrays.empty() ? "" : ", ", Braced(index), " is ", leaf.ToString());
  });
  return InvalidArgument(kExplainC2)
      .Op(kOp)
      .Operand(shape)
      .Say(StrCat(instruction.name(), " is ", shape.ToString(), ", which has no array at ",
                  Braced(question.leaf)))
      .Help(arrays.empty() ? std::string("it has no elements: ask about its operands")
                           : StrCat("name one of its arrays: ", arrays));
}

// The first dimension in which an index is not within the sizes, or -1.
int64_t FirstOutside(Span<const int64_t> sizes, Span<const int64_t> index) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (index[d] < 0 || index[d] >= sizes[d]) return static_cast<int64_t>(d);
  }
  return -1;
}

bool IsWithin(Span<const int64_t> sizes, Span<const int64_t> index) {
  return sizes.size() == index.size() && FirstOutside(sizes, index) < 0;
}

// The error text for an index, and the help: the first dimension in which the index is out of
// range.
struct Outside {
  std::string detail;
  std::string help;
};
Outside HowOutside(const Shape& shape, Span<const int64_t> sizes, Span<const int64_t> index) {
  if (sizes.size() != index.size()) {
    return {StrCat(shape.ToString(), " has ", Count(shape.rank(), "dimension"),
                   ", and the index has ", Count(static_cast<int64_t>(index.size()), "number")),
            sizes.empty() ? "the index of a scalar is empty"
                          : "an index has a number for each dimension, from 0 up to its size less "
                            "1"};
  }
  const int64_t d = FirstOutside(sizes, index);
  const int64_t size = sizes[static_cast<size_t>(d)];
  const std::string_view what = !shape.is_dynamic_dimension(d) ? "size "
                                : size == shape.dimensions(d)  ? "the bound "
                                                               : "the live size ";
  return {StrCat("dimension ", d, " of ", shape.ToString(), " has ", what, size,
                 ", and the index there is ", index[static_cast<size_t>(d)]),
          size == 0 ? StrCat("dimension ", d, " has no indices: the array has no elements")
                    : StrCat("dimension ", d, " has the indices 0..", size - 1)};
}

// explain.c3. `shape` is the shape of the element's array, `sizes` are its live sizes:
//
//   sum, which is f32[2,3], has no element [1,5]
//     dimension 1 of f32[2,3] has size 3, and the index there is 5
//     help: dimension 1 has the indices 0..2
Status OutOfArray(const HloInstruction& instruction, const Shape& shape, Span<const int64_t> sizes,
                  const ElementQuestion& question) {
  const std::string array =
      StrCat(instruction.name(), question.leaf.empty() ? std::string() : Braced(question.leaf));
  Outside outside = HowOutside(shape, sizes, question.index);
  ErrorBuilder error = OutOfRange(kExplainC3)
                           .Op(kOp)
                           .Operand(instruction.shape())
                           .Say(StrCat(array, ", which is ", shape.ToString(), ", has no element [",
                                       StrJoin(question.index, ","), "]"))
                           .Detail(std::move(outside.detail))
                           .Help(std::move(outside.help));
  if (question.leaf.empty()) return Status(std::move(error));
  return std::move(error).Detail(
      StrCat(instruction.name(), " is ", instruction.shape().ToString()));
}

// explain.c6. Only a -done may take the result of a -start.
Status StillUnderWay(const TraceEvent& event) {
  std::string end;
  for (const auto& user : event.computation.instructions()) {
    const auto& operands = user->operands();
    if (std::find(operands.begin(), operands.end(), &event.instruction) != operands.end()) {
      end = user->name();
    }
  }
  return FailedPrecondition(kExplainC6)
      .Op(kOp)
      .Operand(event.instruction.shape())
      .Say(StrCat(event.instruction.name(), ", ", HloOpcodeString(event.instruction.opcode()),
                  ", only begins what devices do together: it has no elements yet"))
      .Help(end.empty() ? std::string("ask about its -done")
                        : StrCat("ask about ", end, ", which ends it"));
}

}  // namespace

Span<const Rule> ExplainRules() { return kExplainRules; }

StatusOr<const HloInstruction*> FindByName(const HloModule& module, const std::string& name) {
  const Named named = Find(module, name);
  if (named.instruction != nullptr) return named.instruction;
  return NoSuchInstruction(module, name);
}

StatusOr<const HloInstruction*> FindInstruction(const HloModule& module,
                                                const ElementQuestion& question) {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const found,
                         FindByName(module, question.instruction));
  const auto leaf = ShapeUtil::TryGetSubshape(found->shape(), question.leaf);
  if (!leaf.ok() || !(*leaf)->IsArray()) return NoArrayThere(*found, found->shape(), question);
  if (!IsWithin((*leaf)->dimensions(), question.index)) {
    return OutOfArray(*found, **leaf, (*leaf)->dimensions(), question);
  }
  return found;
}

bool IsAskedFor(const ElementQuestion& question, const TraceEvent& event) {
  if (question.round < 0) return true;
  for (size_t i = event.callers.size(); i-- > 0;) {
    if (event.callers[i].iteration >= 0) return event.callers[i].iteration == question.round;
  }
  return question.round == 0;
}

Status CheckLive(const ElementQuestion& question, const TraceEvent& event) {
  if (IsUnderWay(event.instruction)) return StillUnderWay(event);
  const StatusOr<Literal> array = event.value.SubLiteral(question.leaf);
  if (!array.ok() || !array->shape().IsArray()) {
    return NoArrayThere(event.instruction, event.value.shape(), question);
  }
  const std::vector<int64_t> sizes = array->live_sizes();
  if (IsWithin(sizes, question.index)) return OkStatus();
  return OutOfArray(event.instruction, array->shape(), sizes, question);
}

namespace {

// The instruction that applies the computation of that name to elements, or null.
const HloInstruction* WhoApplies(const HloModule& module, const HloComputation& applied) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (!GetOpDef(instruction->opcode()).traits.applies) continue;
      for (const HloComputation* callee : instruction->called_computations()) {
        if (callee == &applied) return instruction.get();
      }
    }
  }
  return nullptr;
}

}  // namespace

Status NeverExecuted(const HloModule& module, const ElementQuestion& question) {
  const HloComputation* const home = Find(module, question.instruction).home;
  const HloInstruction* const applies = home == nullptr ? nullptr : WhoApplies(module, *home);
  const std::string_view where = home == nullptr ? std::string_view() : home->name();
  const std::string round = question.round < 0 ? "" : StrCat(" in round ", question.round);
  return FailedPrecondition(kExplainC4)
      .Op(kOp)
      .Say(StrCat(question.instruction, " of computation \"", where, "\" was not executed", round))
      .Help(applies != nullptr
                ? Message(StrCat(applies->name(), " applies that computation to elements: explain ",
                                 applies->name()))
                : MessageCat("give arguments with which the program comes to it",
                             round.empty() ? Message()
                                           : Advice("earlier_round", ", or an earlier round")));
}

StatusOr<Literal> RunsOnNumbers::Run(std::unique_ptr<HloModule> module,
                                     Span<const Literal> arguments) {
  return Evaluate(*module, arguments, limits_);
}

StatusOr<std::unique_ptr<Explainer>> Explainer::Create(std::shared_ptr<const Executable> executable,
                                                       ElementQuestion question,
                                                       const RunLimits& limits) {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const instruction,
                         FindInstruction(executable->module(), question));
  std::unique_ptr<Explainer> explainer(
      new Explainer(std::move(executable), std::move(question), limits));
  explainer->instruction_ = instruction;
  // The -start of a -done made its result.
  const bool ends = !instruction->operands().empty() && IsUnderWay(*instruction->operand(0));
  explainer->made_by_ = ends ? instruction->operand(0) : instruction;
  for (const HloInstruction* operand : explainer->made_by_->operands()) {
    explainer->operands_[operand];
  }
  return explainer;
}

void Explainer::Executed(const TraceEvent& event) {
  if (answer_.has_value()) return;
  if (&event.instruction == instruction_ && IsAskedFor(question_, event)) {
    answer_ = Explain(event);
    operands_.clear();
    return;
  }
  const auto operand = operands_.find(&event.instruction);
  if (operand != operands_.end()) operand->second = event.value;
}

StatusOr<ElementExplanation> Explainer::Explain(const TraceEvent& event) {
  HLOOM_RETURN_IF_ERROR(CheckLive(question_, event));
  std::vector<const Literal*> operands;
  for (const HloInstruction* operand : made_by_->operands()) {
    operands.push_back(&operands_[operand]);
    if (!operands.back()->valid()) return NeverExecuted(executable_->module(), question_);
  }
  const ExecutedOp op = {*made_by_, Operands(operands.data(), operands.size()), event.value};
  HLOOM_ASSIGN_OR_RETURN(ElementExplanation answer,
                         ExplainExecuted(context_, op, *instruction_, event.computation,
                                         {question_.leaf, question_.index}));
  for (const TraceCaller& caller : event.callers) {
    answer.callers.push_back({caller.instruction->name(), caller.iteration});
  }
  return answer;
}

StatusOr<ElementExplanation> Explainer::Take() {
  if (!answer_.has_value()) return NeverExecuted(executable_->module(), question_);
  return *std::move(answer_);
}

Status RunUntilFull(const std::shared_ptr<const Executable>& executable,
                    Span<const Literal> arguments, const RunLimits& limits, Host* host,
                    Tracer& tracer) {
  RunLimits traced = limits;
  traced.tracer = &tracer;
  HLOOM_ASSIGN_OR_RETURN(const auto execution,
                         Execution::Start(executable, arguments, traced, host));
  while (true) {
    const StatusOr<bool> done = execution->RunFor(1000);
    // Errors after the answer do not matter.
    if (tracer.full()) return OkStatus();
    HLOOM_RETURN_IF_ERROR(done.status());
    if (*done) return OkStatus();
    if (const auto question = execution->TakeQuestion()) {
      return NobodyAnswers(*question->instruction);
    }
  }
}

StatusOr<ElementExplanation> ExplainElement(std::shared_ptr<const Executable> executable,
                                            const ElementQuestion& question,
                                            Span<const Literal> arguments, const RunLimits& limits,
                                            Host* host) {
  HLOOM_ASSIGN_OR_RETURN(const auto explainer, Explainer::Create(executable, question, limits));
  HLOOM_RETURN_IF_ERROR(RunUntilFull(executable, arguments, limits, host, *explainer));
  return explainer->Take();
}

StatusOr<ElementExplanation> ExplainElement(const HloModule& module,
                                            const ElementQuestion& question,
                                            Span<const Literal> arguments, const RunLimits& limits,
                                            Host* host) {
  HLOOM_ASSIGN_OR_RETURN(auto executable, Executable::CreateFor(module));
  return ExplainElement(std::move(executable), question, arguments, limits, host);
}

}  // namespace hloom
