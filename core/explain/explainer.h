// Explains where an element of an instruction's result comes from, by a run of the program up to
// that instruction:
//
//   ExplainElement(module, {"add.3", {}, {1, 2}}, {x, v})
//     arithmetic: "add.3[1,2] = x[1,2] + v[2]"
//
// Callers that must stay responsive run the program themselves, with an Explainer as its tracer.
#ifndef HLOOM_EXPLAIN_EXPLAINER_H_
#define HLOOM_EXPLAIN_EXPLAINER_H_

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "explain/element_explanation.h"
#include "runtime/execution.h"

namespace hloom {

struct ElementQuestion {
  std::string instruction;  // its name
  ShapeIndex leaf = {};     // the place of the array in a result that is a tuple
  ElementIndex index = {};
  // The iteration of the innermost loop, from 0; -1: the first execution.
  int64_t round = -1;
};

// The instruction of that name: explain.c1.
StatusOr<const HloInstruction*> FindByName(const HloModule& module, const std::string& name);
// The instruction of a question. explain.c1: the module has it; explain.c2 and explain.c3: its
// result has the element, as far as its shape tells.
StatusOr<const HloInstruction*> FindInstruction(const HloModule& module,
                                                const ElementQuestion& question);
// True if an event is the execution that the question asks for. Events must be checked in order.
bool IsAskedFor(const ElementQuestion& question, const TraceEvent& event);
// explain.c3: the element is live. explain.c2: the value has that part.
Status CheckLive(const ElementQuestion& question, const TraceEvent& event);
// explain.c4, after a run that never executed the instruction.
Status NeverExecuted(const HloModule& module, const ElementQuestion& question);

// Runs programs on element numbers, within the limits of the run that it explains.
class RunsOnNumbers final : public ExplainContext {
 public:
  explicit RunsOnNumbers(const RunLimits& limits) : limits_(limits) { limits_.tracer = nullptr; }
  StatusOr<Literal> Run(std::unique_ptr<HloModule> module, Span<const Literal> arguments) override;
  const LedgerPtr& ledger() const override { return limits_.client; }

 private:
  RunLimits limits_;
};

// Follows a run until the element has been made.
class Explainer final : public Tracer {
 public:
  static StatusOr<std::unique_ptr<Explainer>> Create(std::shared_ptr<const Executable> executable,
                                                     ElementQuestion question,
                                                     const RunLimits& limits);

  void Executed(const TraceEvent& event) override;
  // The answer is there, and the rest of the run is of no interest.
  bool full() const override { return answer_.has_value(); }
  // After that, or after the run.
  StatusOr<ElementExplanation> Take();

 private:
  Explainer(std::shared_ptr<const Executable> executable, ElementQuestion question,
            const RunLimits& limits)
      : executable_(std::move(executable)), question_(std::move(question)), context_(limits) {}
  StatusOr<ElementExplanation> Explain(const TraceEvent& event);

  const std::shared_ptr<const Executable> executable_;
  const ElementQuestion question_;
  RunsOnNumbers context_;
  const HloInstruction* instruction_ = nullptr;
  const HloInstruction* made_by_ = nullptr;  // the same, or the -start of a -done
  // The last values of its operands.
  std::unordered_map<const HloInstruction*, Literal> operands_;
  std::optional<StatusOr<ElementExplanation>> answer_;
};

// Runs a program with these arguments as far as the instruction, and states the operand elements
// from which the element of its result is computed, with their values:
//
//   const std::unique_ptr<HloModule> module = computation.CreateModule();
//   ExplainElement(*module, {.instruction = "add.4", .index = {1, 2}}, {x, v})->ToString()
//
//   add.4[1,2] = x[1,2] + v[2]
//   add.4[1,2] is 15.
//   It takes lhs x[1,2], which is 6.
//   It takes rhs broadcast.3[1,2], which repeats v[2], which is 9.
//
// Instruction names are as in HloModuleToText(module). The module must have passed the
// verifier, or come from a builder. Arguments, limits and host are as in Evaluate; the limits apply
// to the whole question.
//
// Errors are explain.c1 for a name that the program does not have, explain.c2 for a leaf that is
// not an array, explain.c3 for an index out of bounds, explain.c4 for an instruction that this run
// does not execute, and those of Evaluate. FindReach (explain/reach.h) answers the reverse
// question.
StatusOr<ElementExplanation> ExplainElement(const HloModule& module,
                                            const ElementQuestion& question,
                                            Span<const Literal> arguments,
                                            const RunLimits& limits = {}, Host* host = nullptr);
// The same for a program that was compiled before.
StatusOr<ElementExplanation> ExplainElement(std::shared_ptr<const Executable> executable,
                                            const ElementQuestion& question,
                                            Span<const Literal> arguments,
                                            const RunLimits& limits = {}, Host* host = nullptr);

// Runs until the tracer is full, or to the end.
Status RunUntilFull(const std::shared_ptr<const Executable>& executable,
                    Span<const Literal> arguments, const RunLimits& limits, Host* host,
                    Tracer& tracer);

Span<const Rule> ExplainRules();

}  // namespace hloom

#endif  // HLOOM_EXPLAIN_EXPLAINER_H_
