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
                                              Span<const Literal> arguments,
                                              const LedgerPtr& ledger) {
  const auto& parameters = entry.parameters();
  if (arguments.size() != parameters.size()) {
    return InvalidArgument("arguments.c1")
        .Op("run")
        .Say(StrCat("the program takes ",
                    Count(static_cast<int64_t>(parameters.size()), "argument"), ", ",
                    arguments.size(), arguments.size() == 1 ? " was given" : " were given"))
        .Help(StrCat("its signature is ", entry.ComputeProgramShape().ToString()));
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
                       shape.is_static() ? "" : ", or one of sizes within its bounds"));
    }
    HLOOM_ASSIGN_OR_RETURN(Literal argument, shape.is_static()
                                                 ? RelayoutTo(arguments[i], shape, ledger)
                                                 : arguments[i].ToBoundedDynamic(shape, ledger));
    converted.push_back(std::move(argument));
  }
  return converted;
}

}  // namespace

Span<const Rule> ArgumentRules() { return kRules; }

Execution::Execution(const RunLimits& limits, ShapePtr result_shape)
    : bytes_name_(limits.bytes_name), result_shape_(std::move(result_shape)) {
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

StatusOr<std::unique_ptr<Execution>> Execution::Start(std::shared_ptr<const Executable> executable,
                                                      Span<const Literal> arguments,
                                                      const RunLimits& limits, Host* host) {
  const std::vector<Literal> on_device_0(arguments.begin(), arguments.end());
  return StartOnDevices(std::move(executable), Span<const std::vector<Literal>>(&on_device_0, 1),
                        limits, host);
}

StatusOr<std::unique_ptr<Execution>> Execution::StartOnDevices(
    std::shared_ptr<const Executable> executable, Span<const std::vector<Literal>> arguments,
    const RunLimits& limits, Host* host) {
  if (executable->buffer() != nullptr) return NoRunWithBuffers(*executable->buffer());
  const HloComputation& entry = executable->module().entry_computation();
  std::unique_ptr<Execution> execution(new Execution(limits, executable->result_shape()));
  if (limits.bytes_held > 0) {
    if (const Status fits = execution->run_.ledger->Reserve(limits.bytes_held); !fits.ok()) {
      return execution->Fail(fits);
    }
    execution->bytes_held_ = limits.bytes_held;
  }
  execution->run_.host = host;
  for (const std::vector<Literal>& of_device : arguments) {
    const StatusOr<std::vector<Literal>> checked =
        CheckArguments(entry, of_device, execution->run_.ledger);
    if (!checked.ok()) return execution->Fail(checked.status());
    const auto number = static_cast<int64_t>(execution->devices_.size());
    execution->devices_.push_back(std::make_unique<Device>(executable, &execution->run_, number));
    HLOOM_RETURN_IF_ERROR(execution->devices_.back()->machine.Start(entry, *checked));
  }
  execution->running_ = arguments.size();
  return execution;
}

StatusOr<bool> Execution::RunFor(int64_t milliseconds) {
  HLOOM_RETURN_IF_ERROR(error_);
  if (running_ == 0) return true;
  for (const auto& device : devices_) device->machine.watch().Read();
  const auto slice_end =
      devices_[0]->machine.watch().now() + std::chrono::milliseconds(milliseconds);
  do {
    const StatusOr<bool> went_on = StepAll();
    if (!went_on.ok()) return Fail(went_on.status());
    if (running_ == 0) return true;
    if (!*went_on) return false;
    if (run_.tracer != nullptr && run_.tracer->full()) return false;
  } while (now_ <= slice_end);
  return false;
}

// One step on each device that is not done; whether any of them could take it.
StatusOr<bool> Execution::StepAll() {
  bool went_on = false;
  for (const auto& device : devices_) {
    if (device->done) continue;
    HLOOM_ASSIGN_OR_RETURN(const Machine::State state, device->machine.Step());
    now_ = device->machine.watch().now();
    if (state == Machine::State::kDone) HLOOM_RETURN_IF_ERROR(Finish(*device));
    if (state != Machine::State::kBlocked) {
      went_on = true;
    } else if (asking_ == nullptr && device->machine.blocked().on == Blocked::On::kHost) {
      asking_ = device.get();
    }
  }
  return went_on;
}

// Tuples and calls hand values on in the layout they have, whatever their own shape says, and the
// value may be more dynamic than the program declares. A result that comes too late is none, however
// few instructions it took.
Status Execution::Finish(Device& device) {
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         RelayoutTo(device.machine.TakeResult(), *result_shape_, run_.ledger));
  if (ShapeUtil::Compatible(result.shape(), *result_shape_)) {
    HLOOM_ASSIGN_OR_RETURN(result, result.PadToStatic(*result_shape_, run_.ledger));
  }
  if (const Status in_time = run_.Check(RunState::Clock::now()); !in_time.ok()) {
    return in_time.WithOp("run");
  }
  device.result = std::move(result);
  device.done = true;
  --running_;
  return OkStatus();
}

void Execution::Answer(StatusOr<Literal> value) {
  Device& device = *std::exchange(asking_, nullptr);
  if (value.ok()) {
    device.machine.Answer(*std::move(value));
  } else {
    error_ = device.machine.Located(value.status());
  }
}

StatusOr<Literal> Execution::RunToEnd() {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool done, RunFor(1000));
    if (done) return TakeResult();
    // Nobody can answer while this runs.
    if (waiting() != nullptr) return NobodyAnswers(*waiting());
  }
}

StatusOr<Literal> Evaluate(const HloModule& module, Span<const Literal> arguments,
                           const RunLimits& limits, Host* host) {
  // The module outlives the call in no value: a shared pointer that owns nothing is enough.
  const std::shared_ptr<const HloModule> borrowed(std::shared_ptr<void>(), &module);
  HLOOM_ASSIGN_OR_RETURN(std::shared_ptr<const Executable> executable,
                         Executable::Create(borrowed));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<Execution> execution,
                         Execution::Start(std::move(executable), arguments, limits, host));
  return execution->RunToEnd();
}

}  // namespace hloom
