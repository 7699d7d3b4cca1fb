#include "runtime/execution.h"

#include <algorithm>
#include <chrono>

#include "base/str_cat.h"
#include "literal/relayout.h"
#include "ops/verify/buffer_verifier.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"arguments.c1", "a run has one argument for each parameter"},
    {"arguments.c2",
     "an argument has the shape of its parameter; where that is dynamic, at most its bound"},
};

StatusOr<std::vector<Literal>> CheckArguments(const HloComputation& entry,
                                              Span<const Literal> arguments) {
  const auto& parameters = entry.parameters();
  const ProgramShape program_shape = entry.ComputeProgramShape();
  if (arguments.size() != parameters.size()) {
    return InvalidArgument("arguments.c1")
        .Op("run")
        .Say(StrCat("the program takes ",
                    Count(static_cast<int64_t>(parameters.size()), "argument"), ", ",
                    arguments.size(), arguments.size() == 1 ? " was given" : " were given"))
        .Help(StrCat("its signature is ", program_shape.ToString()))
        .
        operator Status();
  }
  std::vector<Literal> converted;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Shape& shape = parameters[i]->shape();
    if (!ShapeUtil::Holds(shape, arguments[i].shape())) {
      return InvalidArgument("arguments.c2")
          .Op("run")
          .Operand(arguments[i].shape())
          .Say(StrCat("argument ", i, " (", parameters[i]->name(), ") is ",
                      arguments[i].shape().ToString(), ", the parameter is ", shape.ToString()))
          .Help(StrCat("pass a value of shape ", shape.ToString(),
                       shape.is_static() ? "" : ", or one of sizes within its bounds"))
          .
          operator Status();
    }
    HLOOM_ASSIGN_OR_RETURN(Literal argument, shape.is_static()
                                                 ? RelayoutTo(arguments[i], shape)
                                                 : arguments[i].ToBoundedDynamic(shape));
    converted.push_back(std::move(argument));
  }
  return converted;
}

}  // namespace

Span<const Rule> ArgumentRules() { return kRules; }

Execution::Execution(std::shared_ptr<const Program> program, const RunLimits& limits)
    : bytes_name_(limits.bytes_name), machine_(std::move(program), &run_) {
  run_.ledger = std::make_shared<MemoryLedger>(std::min(limits.bytes, kAddressableBytes));
  run_.instruction_limit = limits.instructions;
  run_.LimitTime(limits.milliseconds, limits.milliseconds_spent);
}

// The ledger does not know what its limit is called.
Status Execution::Fail(const Status& error) {
  const bool past_the_limit = error.rule() == "memory.c1";
  error_ = past_the_limit ? error.WithHelp(StrCat("make the arrays smaller, or raise the limit, ",
                                                  "which is ", bytes_name_))
                          : error;
  return error_;
}

StatusOr<std::unique_ptr<Execution>> Execution::Start(std::shared_ptr<const Program> program,
                                                      Span<const Literal> arguments,
                                                      const RunLimits& limits, Host* host) {
  if (program->buffer() != nullptr) return NoRunWithBuffers(*program->buffer());
  const HloComputation& entry = program->module().entry_computation();
  HLOOM_ASSIGN_OR_RETURN(const std::vector<Literal> checked, CheckArguments(entry, arguments));
  const ShapePtr result_shape = program->result_shape();
  std::unique_ptr<Execution> execution(new Execution(std::move(program), limits));
  execution->run_.host = host;
  execution->result_shape_ = result_shape;
  HLOOM_RETURN_IF_ERROR(execution->machine_.Start(entry, checked));
  return execution;
}

StatusOr<bool> Execution::RunFor(int64_t milliseconds) {
  if (done_) return true;
  HLOOM_RETURN_IF_ERROR(error_);
  machine_.watch().Read();
  const auto slice_end = machine_.watch().now() + std::chrono::milliseconds(milliseconds);
  do {
    const StatusOr<Machine::State> state = machine_.Step();
    if (!state.ok()) return Fail(state.status());
    if (*state == Machine::State::kDone) return Finish();
    if (*state == Machine::State::kBlocked) {
      waiting_ = machine_.blocked().instruction;
      return false;
    }
    if (run_.tracer != nullptr && run_.tracer->full()) return false;
  } while (machine_.watch().now() <= slice_end);
  return false;
}

// Tuples and calls hand values on in the layout they have, whatever their own shape says, and the
// value may be more dynamic than the program declares. A result that comes too late is none, however
// few instructions it took.
StatusOr<bool> Execution::Finish() {
  StatusOr<Literal> result = RelayoutTo(machine_.TakeResult(), *result_shape_, run_.ledger);
  if (result.ok() && ShapeUtil::Compatible(result->shape(), *result_shape_)) {
    result = result->PadToStatic(*result_shape_, run_.ledger);
  }
  if (!result.ok()) return Fail(result.status());
  if (const Status in_time = run_.Check(RunState::Clock::now()); !in_time.ok())
    return Fail(in_time.WithOp("run"));
  result_ = *std::move(result);
  done_ = true;
  return true;
}

void Execution::Answer(StatusOr<Literal> value) {
  waiting_ = nullptr;
  if (value.ok()) {
    machine_.Answer(*std::move(value));
  } else {
    error_ = machine_.Located(value.status());
  }
}

StatusOr<Literal> Execution::RunToEnd() {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool done, RunFor(1000));
    if (done) return TakeResult();
    // Nobody can answer while this runs.
    if (waiting_ != nullptr) return NobodyAnswers(*waiting_);
  }
}

StatusOr<Literal> Evaluate(const HloModule& module, Span<const Literal> arguments,
                           const RunLimits& limits, Host* host) {
  // The program outlives the call in no value: a shared pointer that owns nothing is enough.
  const std::shared_ptr<const HloModule> borrowed(std::shared_ptr<void>(), &module);
  HLOOM_ASSIGN_OR_RETURN(std::shared_ptr<const Program> program, Program::Create(borrowed));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<Execution> execution,
                         Execution::Start(std::move(program), arguments, limits, host));
  return execution->RunToEnd();
}

}  // namespace hloom
